"""Why a grade is another one, in an author's words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from quizkit.autograde.attempts import Attempt, AttemptMaker
from quizkit.autograde.batch import Grader, by_name
from quizkit.autograde.reasons import reasons
from quizkit.content.model import (
    Absolute,
    AnyOf,
    ChoiceAnswer,
    Exact,
    Factor,
    NumberAnswer,
    Option,
    Places,
    Question,
    Range,
    Relative,
    SigFigs,
    Tolerance,
)
from tests.autograde.classes import exam_questions

EXAM = exam_questions()


def graded(question: Question, response: str) -> Attempt:
    named = by_name([question])
    made = AttemptMaker(Grader(named), named, {"midterm": "exam"}).attempt(
        "ann", question.ref, "3", response
    )
    assert isinstance(made, Attempt), made
    return made


def with_rule(rule: Tolerance) -> Question:
    question = EXAM["wrong-key"]
    assert isinstance(question.answer, NumberAnswer)
    return replace(question, answer=replace(question.answer, tolerance=rule))


def several(own: Tolerance) -> AnyOf:
    return AnyOf(((Fraction(64), Exact()), (Fraction("68.7"), own)))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (Exact(), Absolute(Fraction(1, 2)), "exact -> abs 0.5"),
        (Places(1), SigFigs(3), "places 1 -> sigfigs 3"),
        (Factor(Fraction(2)), Range(Fraction(60), Fraction(70)), "factor 2 -> range 60 to 70"),
        (
            several(Exact()),
            several(Relative(Fraction(1, 100))),
            "any of 64, 68.7 -> any of 64, 68.7 (rel 1%)",
        ),
    ],
)
def test_a_changed_tolerance_is_told_by_what_differs(
    old: Tolerance, new: Tolerance, words: str
) -> None:
    """Every kind of rule has words of its own, each of several right values its own tolerance."""
    found = reasons(graded(with_rule(old), "64"), graded(with_rule(new), "64"))
    assert found == (f"tolerance {words}",)


def test_several_right_options_are_named_in_alphabetical_order() -> None:
    """However they are shuffled in the variant at hand."""
    question = EXAM["wrong-key"]
    options = tuple(
        Option(id=name, text=name.upper(), right=name != "cc") for name in ("dd", "bb", "aa", "cc")
    )
    right = {"aa", "bb", "cc"}
    mended = tuple(replace(option, right=option.id in right) for option in options)
    old, new = (
        replace(question, answer=ChoiceAnswer(options=which, many=True), mistakes=())
        for which in (options, mended)
    )
    (said,) = reasons(graded(old, "aa"), graded(new, "aa"))
    assert said == "key aa + bb + dd -> aa + bb + cc"


def test_where_the_same_is_asked_the_calculator_is_named_before_the_revision() -> None:
    """The revision changes with the calculator; where neither did, it was quizkit."""
    attempt = graded(EXAM["bytes"], "1.5")
    newer = replace(attempt, calculator="zero@9", revision="0123456789ab")
    assert reasons(attempt, newer) == (f"calculator {attempt.calculator} -> zero@9",)
    edited = replace(attempt, revision="0123456789ab")
    assert reasons(attempt, edited) == (
        f"question changed: revision {attempt.revision} -> 0123456789ab",
    )
    assert reasons(attempt, attempt) == (
        "the same question, read or graded otherwise by this quizkit",
    )


@pytest.mark.parametrize(
    ("response", "then", "now"),
    [
        ("1,500", "1,500 GB", "1500 GB"),
        ("1.500", "nothing", "1.500 GB"),
        ("1,205e2", "120,5 GB", "nothing"),
    ],
)
def test_what_a_course_reads_otherwise_is_no_change_of_the_program_alone(
    response: str, then: str, now: str
) -> None:
    """A course's `decimal_comma` may have been mended: no revision tells, the readings do."""
    question = EXAM["wrong-key"]
    named = by_name([question])
    before, after = (
        AttemptMaker(
            Grader(named, decimal_comma=comma), named, {"midterm": "exam"},
            decimal_comma=frozenset(comma),
        ).attempt("ann", question.ref, "3", response)
        for comma in ({"midterm"}, set[str]())
    )  # fmt: skip
    assert isinstance(before, Attempt)
    assert isinstance(after, Attempt)
    assert reasons(before, after) == (
        f"read as {then} then, as {now} now: by its course's decimal_comma, or by this quizkit",
    )
    assert reasons(before, replace(before, score=Fraction(1, 2))) == (
        "the same question, read or graded otherwise by this quizkit",
    )
