"""One question of a course of toys, answered, graded, mended and graded again."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from quizkit.autograde.attempts import Attempt, AttemptMaker, Kept
from quizkit.autograde.batch import Grader, by_name
from quizkit.autograde.canonical import canonical
from quizkit.autograde.decisions import Decision, Decisions, scope_of
from quizkit.autograde.regrade import Regraded, Regrader
from quizkit.content.model import (
    Answer,
    Question,
)
from tests.variants.questions import question

SEEDS = ("", "0", "5")


def then(answer: Answer, seed: str, response: str) -> Attempt:
    made = maker(question("qq", answer)).attempt("ann", "toys/qq", seed, response)
    assert isinstance(made, Attempt), made
    return made


def maker(one: Question) -> AttemptMaker:
    named = by_name([one])
    return AttemptMaker(Grader(named), named, {"toys": "toys"})


def again(before: Attempt, *answers: Answer) -> Regraded:
    """The attempt graded again by each of these questions in turn, each time kept and gone on."""
    for number, answer in enumerate(answers):
        today = replace(question("qq", answer), revision=f"{number + 1:012x}")
        found = Regrader(by_name([today])).regrade(kept(before))
        before = found.after or before
        twice = Regrader(by_name([today])).regrade(kept(before))
        if found.after is not None:
            assert twice.effect == "same", "grading again twice is grading again once"
            assert twice.after == found.after
    return found


def kept(made: Attempt) -> Kept:
    return Kept(
        id=1, file="f", file_name="exam.csv", line=2, ordinal=1, cause="recorded", at_ms=0,
        offset_minutes=0, grader="quizkit 0.1.0", attempt=made,
    )  # fmt: skip


def decided(before: Attempt, answer: Answer) -> tuple[Attempt, Decisions]:
    """The attempt after staff decided that its text is right, and their decision."""
    one = question("qq", answer)
    decision = Decision(
        id=7, course="toys", question="toys/qq",
        scope=scope_of(one, before.showing, seeded=before.seed is not None),
        response=before.response, verdict="right", score=Fraction(1), revision=one.revision,
        message="",
    )  # fmt: skip
    graded = replace(before, status="graded", verdict="right", score=Fraction(1), decision=7)
    return graded, Decisions([decision])


def score(attempt: Attempt | None) -> object:
    return None if attempt is None else attempt.score or 0


def early(answer: Answer, response: str) -> Attempt:
    """As versions recorded it that said of no order whether it was known."""
    made = then(answer, "", response)
    showing = {name: one for name, one in made.showing.items() if name != "order_known"}
    return replace(made, asked=canonical(showing))
