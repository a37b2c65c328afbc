"""What is hard: leeches and their lesson, sessions of leeches and of what was missed today."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from quizkit.cli.sitting.leeches import terms_of
from quizkit.content.course import Term
from quizkit.store.index import open_library
from tests.cli.clocks import Clock
from tests.cli.running import REPOSITORY, quiz, quiz_json, small
from tests.cli.screen import PROMPT, Terminal
from tests.session.scenes import at, open_store, showing

NUMBER, CHOICE = "kinds/fixed-number", "kinds/pick-one"
READING = REPOSITORY / "tests" / "courses" / "reading"
TODAY = date(2028, 2, 29)


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    return Clock(tmp_path / "clock", "2028-02-29T12:00:00Z")


def lapse(question: str, times: int) -> None:
    """Let a question be known and forgotten so often; it is due on the leap day afterwards."""
    store = open_store(Path(os.environ["QUIZ_HOME"]) / "progress.db")
    for days in range(times + 1, 0, -1):
        for rating in (1, 4) if days <= times else (4,):
            card = store.card("me", "small", question)
            shown = showing(card, rating)
            store.answer(at(TODAY - timedelta(days=days)), "me", "small", shown, rating)
    card = store.card("me", "small", question)
    assert (card.state.lapses, card.state.due_day) == (times, TODAY)


def answer(clock: Clock, *lines: str) -> str:
    """Ask what is due and nothing new."""
    done = quiz(
        "review", "--line", "--new", "0", "--limit", "1",
        lines=[*lines, ""], env=small(**clock.env),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


LEECH = """\
A leech: it has been forgotten 8 times. Reading helps more than one more answer; it is asked on as \
before.
  Lesson: quiz lesson kinds
  Source: A source, https://example.org/source
  Wrong or unclear? quiz report kinds/fixed-number
  Enough of it? quiz suspend kinds/fixed-number
"""


def test_the_eighth_lapse_names_what_to_read(clock: Clock) -> None:
    """A leech is told after the answer, with its lesson, source and report; it is asked on."""
    lapse(NUMBER, 7)
    transcript = answer(clock, "7")
    assert LEECH in transcript
    assert transcript.index("Asked again later today.") < transcript.index("A leech")
    assert quiz_json("card", NUMBER, env=small())["state"] == "relearning"


@pytest.mark.parametrize(
    ("before", "told"), [(6, False), (8, False), (9, False), (11, True), (15, True)]
)
def test_a_leech_is_told_at_every_fourth_lapse(clock: Clock, before: int, told: bool) -> None:
    """Once at 8, then at 12, 16, ...; the lapses between are answers like any other."""
    lapse(NUMBER, before)
    transcript = answer(clock, "7")
    assert ("A leech" in transcript) is told
    assert (f"forgotten {before + 1} times" in transcript) is told


def test_a_leech_that_is_answered_right_is_not_told_again(clock: Clock) -> None:
    """Only the lapse itself says it."""
    lapse(NUMBER, 8)
    assert "leech" not in answer(clock, "120").lower()


def test_terms_of_the_glossary_come_with_a_leech() -> None:
    """Those that its question is about, by any of their names, the longest that fits."""
    library = open_library([READING], None)
    course = library.courses["reading"]
    question = replace(
        library.question("rings/steps"),
        prompt="A reduce-scatter and then? Ψ of 8 devices, all-reduced: d.",
        explanation="All-Gather; the data-parallel degree, an all-reduce.",
    )
    assert [term.id for term in terms_of(course, question)] == [
        "reduce-scatter",
        "all-gather",
        "degree",
    ]
    longer = replace(
        course,
        glossary=(
            *course.glossary,
            Term(id="then", term="then", text="Afterwards."),
            Term(id="scatter", term="scatter", text="Spread."),
        ),
    )
    assert [term.id for term in terms_of(longer, question)] == [
        "reduce-scatter",
        "then",
        "all-gather",
    ]


def test_a_terminal_waits_while_a_leech_is_read(clock: Clock) -> None:
    """After a recall, too, which else goes on at once; `s` suspends it there and then."""
    lapse("kinds/recall-two", 7)
    with Terminal("review", "--new", "0", env=clock.env) as screen:
        screen.wait_for(r"recall-two#" + PROMPT)
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("1")
        screen.wait_for("A leech: it has been forgotten 8 times.")
        screen.wait_for("Enter goes on" + PROMPT)
        screen.type("s")
        screen.wait_for("kinds/recall-two is suspended")
        screen.wait_for("Enter ends" + PROMPT)
        screen.type("q")
        assert screen.end() == 0
    assert quiz_json("card", "kinds/recall-two", env=small())["state"] == "suspended"


def asked(transcript: str) -> list[str]:
    return re.findall(r"^(\w[\w-]*/[\w-]+)#", transcript, re.MULTILINE)


def test_a_session_of_leeches(clock: Clock) -> None:
    """`--leeches` asks what was forgotten 8 times or more, due or not, and nothing else."""
    lapse(NUMBER, 8)
    lapse(CHOICE, 7)
    environment = small(**clock.env)
    done = quiz("review", "--line", "--leeches", lines=["120", ""], env=environment)
    assert asked(done.stdout) == [NUMBER]
    again = quiz("review", "--line", "--leeches", lines=["120", ""], env=environment)
    assert "Practice; nothing moved." in again.stdout
    quiz("suspend", NUMBER, env=environment)
    none = quiz("review", "--line", "--leeches", lines=[], env=environment)
    assert (none.returncode, none.stdout) == (
        0,
        "There are no leeches: nothing was forgotten 8 times.\n",
    )


def test_a_session_of_what_was_missed_today(clock: Clock) -> None:
    """`--missed` asks again what went wrong today, relearned or not; yesterday does not count."""
    environment = small(**clock.env)
    lines = ["", "1", "7", ":s", ":s", ":s", ":s", "", "4", "120", ""]
    first = quiz("review", "--line", lines=lines, env=environment)
    assert "4 answers saved" in first.stdout
    done = quiz("review", "--line", "--missed", lines=["", "0", "120", ""], env=environment)
    assert asked(done.stdout) == ["kinds/recall-two", NUMBER]
    assert done.stdout.count("Practice; nothing moved.") == 2
    undone = quiz("review", "--line", "--missed", "--limit", "1", lines=[":q"], env=environment)
    assert asked(undone.stdout) == ["kinds/recall-two"]
    clock.move(days=1)
    none = quiz("review", "--line", "--missed", lines=[], env=environment)
    assert none.stdout == "Nothing that was missed today is left to practise.\n"


def test_a_miss_that_was_taken_back_is_no_miss(clock: Clock) -> None:
    """What was undone is not practised."""
    environment = small(**clock.env)
    quiz("review", "--line", "--tag", "sizes", lines=["7", ":u", "120", ""], env=environment)
    none = quiz("review", "--line", "--missed", lines=[], env=environment)
    assert none.stdout == "Nothing that was missed today is left to practise.\n"


def test_a_card_says_that_it_is_a_leech() -> None:
    """The flag stays on the card for as long as its lapses do."""
    lapse(NUMBER, 8)
    lapse(CHOICE, 7)
    assert "lapses 8 (a leech; quiz review --leeches" in quiz("card", NUMBER, env=small()).stdout
    assert "leech" not in quiz("card", CHOICE, env=small()).stdout


def test_only_one_kind_of_practice_at_a_time() -> None:
    """Practice ahead, of what was missed and of leeches are three sessions."""
    done = quiz("review", "--line", "--missed", "--leeches", lines=[], env=small())
    assert (done.returncode, done.stderr) == (
        2,
        "quiz: choose one of --ahead, --missed and --leeches\n",
    )


def test_reviews_per_day_count_across_sessions(tmp_path: Path, clock: Clock) -> None:
    """`reviews_per_day` holds for the study day, however many sessions it has; misses are extra."""
    environment = small(**clock.env)
    answers = ["", "4", "120", "0.375", ":q"]
    quiz("review", "--line", "--new", "3", lines=answers, env=environment)
    clock.move(days=9)
    (tmp_path / "home" / "quiz.toml").write_text("reviews_per_day = 2\nnew_per_day = 0\n")
    assert quiz_json("due", env=environment)["due"] == 2
    first = quiz("review", "--line", "--limit", "1", lines=["", "1", ":q"], env=environment)
    assert asked(first.stdout)[0] == "kinds/recall-two"
    second = quiz("review", "--line", lines=["", "4", "120", ""], env=environment)
    assert asked(second.stdout) == ["kinds/recall-two", NUMBER]
    assert quiz_json("due", env=environment) == {
        "schema": "quizkit.due/1",
        "due": 0,
        "new": 0,
        "next_due_day": "2028-03-10",
    }
    third = quiz("review", "--line", lines=[], env=environment)
    assert third.stdout.startswith("Nothing is due. Next review: tomorrow (2028-03-10).")


def test_the_order_random_is_the_days_own(tmp_path: Path, clock: Clock) -> None:
    """`order = "random"` shuffles what is due by dice of learner and day: no run differs."""
    environment = small(**clock.env)
    lines = ["", "4", "120", ":s", ":s", "one shard", ":q"]
    quiz("review", "--line", lines=lines, env=environment)
    clock.move(days=30)
    (tmp_path / "home" / "quiz.toml").write_text('order = "random"\nnew_per_day = 0\n')
    first = []
    for _ in range(5):
        done = quiz("review", "--line", lines=[], env=environment)
        first.append(asked(done.stdout)[0])
        clock.move(days=1)
    assert len(set(first)) > 1
    clock.move(days=-1)
    again = quiz("review", "--line", lines=[], env=environment)
    assert asked(again.stdout)[0] == first[-1]
