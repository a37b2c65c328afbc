"""A new learner over ten simulated days, with whole processes and the packed course."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quizkit.content.model import Question
from quizkit.store.index import Library, open_library
from quizkit.variants import key_shown, make_variant
from tests.cli.clocks import Clock
from tests.cli.running import COURSE, quiz, quiz_json
from tests.cli.screen import Terminal

SHOWN = re.compile(r"([a-z0-9-]+/[a-z0-9-]+)#(\d+)\s+\(")


def key(question: Question, seed: int) -> str:
    """A response that is right."""
    variant = make_variant(question, seed)
    answer = question.answer
    match answer.kind:
        case "number":
            return key_shown(variant)
        case "choice":
            return ",".join(option.letter for option in variant.options if option.right)
        case "text":
            return answer.accept[0]
        case "match":
            places = {right: "abcdefghij"[n] for n, right in enumerate(variant.rights)}
            return ", ".join(
                f"{n}-{places[right]}" for n, (_, right) in enumerate(answer.pairs, start=1)
            )
        case _:
            raise AssertionError(answer.kind)


END = "u takes the last answer back; Enter ends."
STANDS = rf"(?:[a-z0-9-]+/[a-z0-9-]+#\d+\s+\(|{END})[\s\S]*\r\n> $"
"""A question, or the end screen, with its prompt."""


def sit(clock: Clock, library: Library, miss: int) -> list[str]:
    """One session at a terminal: every `miss`-th answer is given up; the refs that were asked."""
    asked: list[str] = []
    env = {**clock.env, "QUIZ_COURSE": str(COURSE), "NO_COLOR": "1"}
    with Terminal("review", env=env, columns=200) as screen:
        while True:
            seen = screen.wait_for(STANDS)
            if END in seen:
                screen.type("\n")
                assert screen.end() == 0
                return asked
            ref, seed = SHOWN.findall(seen)[-1]
            asked.append(ref)
            respond(screen, library.question(ref), int(seed), right=len(asked) % miss > 0)


def respond(screen: Terminal, question: Question, seed: int, *, right: bool) -> None:
    """Answer the question that stands there, and go on where there is something to read."""
    answer = question.answer
    recall = answer.kind == "recall"
    if not right:
        screen.type("g" if recall else ":g\n")
        screen.wait_for("Given up.")
    elif recall:
        screen.type(" ")
        screen.wait_for(r"Enter takes 4[\s\S]*\r\n> $")
        screen.type("\n")
        screen.wait_for("Rated 4")
    else:
        single = answer.kind == "choice" and not answer.many
        screen.type(key(question, seed) + ("" if single else "\n"))
        screen.wait_for("Right.")
    # Kept unread, so that the question or the end is found again by whoever looks next.
    screen.look_for(rf"(?:Enter goes on\.\r\n> $|{STANDS})")
    if screen.seen.endswith("Enter goes on.\r\n> "):
        screen.seen = ""
        screen.type(" ")


@pytest.mark.slow
def test_ten_days_of_a_new_learner(tmp_path: Path) -> None:
    """Ten new questions a day, misses the same day, reviews after 1 and 6 days, nothing lost."""
    clock = Clock(tmp_path / "clock", "2028-02-25T18:00:00+01:00", "Europe/Paris")
    library = open_library([COURSE], None)
    env = {**clock.env, "QUIZ_COURSE": str(COURSE)}
    introduced: dict[str, int] = {}
    promised = quiz_json("due", env=env)
    answers = 0
    for day in range(10):
        due, new = promised["due"], promised["new"]
        assert new == 10
        asked = sit(clock, library, miss=7)
        answers += len(asked)
        first = [ref for ref in dict.fromkeys(asked) if ref not in introduced]
        assert len(first) == 10
        assert len(dict.fromkeys(asked)) == due + new
        introduced |= dict.fromkeys(first, day)
        assert len(asked) - due - new == len(asked) // 7  # each miss was asked once more
        # A second session on the same day has nothing to ask and says when there is more.
        again = quiz("review", "--line", env=env)
        assert again.stdout.startswith("Nothing is due. Next review: ")
        clock.move(days=1)
        promised = quiz_json("due", env=env)
    order = list(introduced)
    places = {entry.ref: place for place, entry in enumerate(library.entries)}
    assert [places[ref] for ref in order] == sorted(places[ref] for ref in order)
    events = sum(len(quiz_json("card", ref, env=env)["events"]) for ref in order[:10])
    assert events >= 20
    assert quiz("db", "check", env=env).returncode == 0
    assert answers > 150
