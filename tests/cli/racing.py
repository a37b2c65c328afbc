"""Let two terminals of one learner answer the same questions as fast as they can, and count.

Every answer is a miss, so that no queue runs empty. `python -m tests.cli.racing 500` races 500
answers in each terminal, once by line, once by key and once by both; the suite runs a few.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from quizkit.session import Event
from quizkit.store.store import Store
from tests.cli.screen import Terminal

STYLES = {"line": ("--line",), "key": (), "accessible": ("--accessible",)}
_KINDS = ("text", "choice", "recall")
_ANSWER = {
    "text": "{{kind: text, accept: [never typed]}}",
    "choice": (
        "{{kind: choice, fixed: true, options: ["
        "{{id: right-{n}, text: the first, right: true}}, {{id: wrong-{n}, text: the other}}]}}"
    ),
    "recall": "{{kind: recall, model: Anything.}}",
}


def race_course(folder: Path, questions: int) -> Path:
    """A course of one lesson whose questions are of three kinds in turn."""
    (folder / "lessons").mkdir(parents=True)
    (folder / "course.yaml").write_text(
        "id: race\ntitle: A race\nsummary: Nothing to learn.\n"
        "tracker: https://example.org/tracker\n"
        "objectives: [{id: win, text: Win it.}]\n"
        "sources: [{id: nowhere, title: A source, url: https://example.org/source}]\n",
        "utf-8",
    )
    practice = "".join(
        f"  - id: {kind}-{n}\n    prompt: Say it.\n    answer: {_ANSWER[kind].format(n=n)}\n"
        for n in range(questions)
        for kind in [_KINDS[n % len(_KINDS)]]
    )
    (folder / "lessons" / "01-race.yaml").write_text(
        "id: race\nnumber: 1\ntitle: Race\nsummary: Race.\nobjective: win\nsources: [nowhere]\n"
        f"notes: None.\npractice:\n{practice}",
        "utf-8",
    )
    return folder


@dataclass
class Told:
    """What one terminal was told of the answers given in it."""

    saved: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    code: int | None = None


class Player:
    """One terminal with a session in it."""

    def __init__(self, name: str, style: str, env: dict[str, str], start: threading.Barrier):
        self.told = Told()
        self._name = name
        self._style = style
        self._start = start
        flags = (*STYLES[style], "--new", "9999")
        self._screen = Terminal("review", *flags, env={**env, "NO_COLOR": "1"}, columns=200)

    def play(self, answers: int) -> None:
        """Answer so many questions, then leave."""
        with self._screen as screen:
            for number in range(answers):
                header = screen.wait_for(r"race/\w+-\d+#\d+ [\s\S]*\r\n> $")
                if not number:
                    self._start.wait(120)  # both look at the same first question
                kind = re.findall(r"race/(\w+)-\d+#\d+ ", header)[-1]
                self._answer(kind, f"{self._name}-{number}")
            screen.wait_for(r"race/\w+-\d+#\d+ [\s\S]*\r\n> $")
            screen.type(":q\n")
            self.told.code = screen.end()

    def _answer(self, kind: str, name: str) -> None:
        screen, keys = self._screen, self._style == "key"
        if kind == "text":
            screen.type(f"{name}\n")
        elif kind == "choice":
            screen.type("b" if keys else "b\n")
        else:
            screen.type(" " if keys else f"{name}\n")
            screen.wait_for(r"forgotten\) to 5[\s\S]*> $")
            screen.type("1" if keys else "1\n")
        outcome = screen.wait_for(r"Asked again later today\.|this answer was not counted\.")
        if not outcome.startswith("Asked"):
            self.told.elsewhere.append(name)
            return
        self.told.saved.append(name)
        if keys and kind != "recall":
            screen.wait_for(r"Enter goes on\.\r\n> $")
            screen.type("\n")


def race(home: Path, styles: tuple[str, str], answers: int) -> tuple[list[Told], list[Event]]:
    """Race two terminals; what each was told, and the log. Fails where the log is not sound."""
    course = race_course(home / "course", 2 * answers)
    env = {"QUIZ_HOME": str(home), "QUIZ_COURSE": str(course)}
    start = threading.Barrier(2)
    players = [Player(name, style, env, start) for name, style in zip("ab", styles, strict=True)]
    threads = [threading.Thread(target=player.play, args=(answers,)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store = Store.open_reading(home / "progress.db")
    assert store.check() == ()
    return [player.told for player in players], list(store.events("me", "race"))


def nothing_lost(told: list[Told], events: list[Event], answers: int) -> None:
    """Every answer was stored once, or its terminal was told that it was not."""
    for one in told:
        assert one.code == 0
        assert len(one.saved) + len(one.elsewhere) == answers
    assert {event.kind for event in events} == {"review"}
    assert len(events) == sum(len(one.saved) for one in told)
    typed = Counter(event.response for event in events if event.question.startswith("race/text"))
    assert set(typed.values()) <= {1}
    for one in told:
        assert not typed.keys() & set(one.elsewhere)
    assert typed.keys() <= {name for one in told for name in one.saved}
    showings = Counter((event.question, event.seed) for event in events)
    assert set(showings.values()) == {1}  # no showing was answered twice


def main(answers: int) -> None:
    """Race by line, by key and by both, and say what was counted."""
    for styles in (("line", "line"), ("key", "key"), ("line", "key")):
        with tempfile.TemporaryDirectory() as folder:
            told, events = race(Path(folder), styles, answers)
            nothing_lost(told, events, answers)
            counts = ", ".join(f"{len(one.saved)} + {len(one.elsewhere)}" for one in told)
            print(f"{' and '.join(styles)}: saved + elsewhere {counts}; {len(events)} rows")


if __name__ == "__main__":
    os.environ.pop("QUIZ_DATABASE", None)
    main(int(sys.argv[1]))
