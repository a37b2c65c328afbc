"""Attempts of many responses: what each holds, and that what equal ones share changes none."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

from quizkit.autograde.attempts import Attempt, AttemptMaker
from quizkit.autograde.batch import Grader, by_name
from quizkit.autograde.canonical import canonical
from quizkit.autograde.decisions import ANY_NUMBERS, DecidingGrader, Decision, Decisions
from quizkit.autograde.rows import GradedRow, Untyped
from quizkit.variants import asked, kind_of, make_variant
from tests.autograde.classes import exam_file, exam_questions

QUESTIONS = by_name(exam_questions().values())


def maker() -> AttemptMaker:
    return AttemptMaker(Grader(QUESTIONS), QUESTIONS, {"midterm": "exam"})


def rows(learners: int) -> list[tuple[str, str, str, str]]:
    """The rows of a class: as they are, without their seeds, and named by variant."""
    found = []
    for learner, question, seed, response in list(csv.reader(io.StringIO(exam_file(learners))))[1:]:
        found.append((learner, question, seed, response))
        found.append((learner, question, "", response))
        found.append((learner, f"{question}#{seed}", "", response))
    return found


def test_an_attempt_holds_all_that_grading_it_again_needs() -> None:
    """Numbers, key, unit, tolerance, order, reading, verdict, mistake, revision, calculator."""
    made = maker().attempt("ann", "midterm/bytes", "0", "12")
    assert isinstance(made, Attempt)
    assert made.asked == canonical(
        {
            "drawn": {
                "devices": {"unit": "plain", "value": "8"},
                "params": {"unit": "params", "value": "7000000000"},
                "stage": {"unit": "plain", "value": "1"},
            },
            "key": "3/2",
            "unit": "bytes/param",
            "tolerance": {"rel": "1/200"},
            "options": [],
            "rights": [],
        }
    )
    assert made.understood["value"] == "12"
    assert (made.status, made.verdict, made.score) == ("graded", "mistake", Fraction(0))
    assert (made.mistake, made.calculator) == ("devices=1", "zero@1")
    assert (made.course, made.question, made.seed) == ("exam", "midterm/bytes", 0)
    assert made.revision == QUESTIONS["midterm/bytes"].revision


def test_what_cannot_be_graded_is_no_attempt() -> None:
    """An unknown question or a seed that is none comes back as an error row."""
    for question, seed in (("midterm/gone", "0"), ("midterm/bytes", "x"), ("midterm/bytes", "")):
        row = maker().attempt("ann", question, seed, "1")
        assert isinstance(row, GradedRow)
        assert row.status == "error"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("bytes", "number"),
        ("collective", "choice"),
        ("word", "text"),
        ("pairs", "match"),
        ("why", "recall"),
    ],
)
def test_what_was_asked_tells_the_kind(question: str, kind: str) -> None:
    """The stored showing alone says what kind of answer was asked for."""
    made = maker().attempt("ann", f"midterm/{question}", "3", "x")
    assert isinstance(made, Attempt)
    assert kind_of(made.showing) == kind


def test_an_attempt_is_the_same_whatever_was_made_before() -> None:
    """One maker for a whole class gives what a new one for each row gives, seed and learner too."""
    shared = maker()
    for row in rows(12):
        assert shared.attempt(*row) == maker().attempt(*row)


def test_an_attempt_says_what_its_own_seed_showed() -> None:
    """Seeds that come to the same variant share what was asked, and each keeps its number."""
    shared = maker()
    for seed in (*range(40), 3, 2, 1):
        for name in ("bytes", "collective", "pairs"):
            question = QUESTIONS[f"midterm/{name}"]
            made = shared.attempt("ann", question.ref, str(seed), "b")
            assert isinstance(made, Attempt)
            assert (made.seed, made.showing) == (seed, asked(make_variant(question, seed)))


def test_what_nobody_typed_is_never_taken_for_what_somebody_did() -> None:
    """`true` of a JSON file is equal to the text, which is graded, and goes to staff."""
    shared = maker()
    for _ in range(2):
        typed = shared.attempt("ann", "midterm/word", "1", "true")
        untyped = shared.attempt("ann", "midterm/word", "1", Untyped("true"))
        assert isinstance(typed, Attempt)
        assert isinstance(untyped, Attempt)
        assert (typed.status, untyped.status) == ("graded", "needs_review")


def test_a_maker_that_forgets_goes_on_as_before() -> None:
    """However little is kept at a time, every attempt is the same."""
    few = AttemptMaker(Grader(QUESTIONS), QUESTIONS, {"midterm": "exam"}, most_kept=5)
    many = maker()
    for row in rows(6):
        assert few.attempt(*row) == many.attempt(*row)


def test_a_grader_that_knows_decisions_changes_no_attempt() -> None:
    """What has graded a file may make its attempts: what staff decided stays named as theirs."""
    doubtful = maker().attempt("ann", "midterm/word", "1", Untyped("true"))
    assert isinstance(doubtful, Attempt)
    decision = Decision(
        course="exam", question="midterm/word", scope=ANY_NUMBERS, response="true",
        verdict="right", score=Fraction(1), revision=doubtful.revision, message="", id=7,
    )  # fmt: skip
    decided = Decisions([decision])
    knowing = DecidingGrader(QUESTIONS, decisions=decided)
    for row in [("bob", "midterm/word", "1", Untyped("true")), *rows(3)]:
        knowing.row(*row[1:])
        made = [
            AttemptMaker(grader, QUESTIONS, {"midterm": "exam"}, decisions=decided).attempt(*row)
            for grader in (Grader(QUESTIONS), knowing)
        ]
        assert made[0] == made[1]
    found = AttemptMaker(knowing, QUESTIONS, {"midterm": "exam"}, decisions=decided).attempt(
        "bob", "midterm/word", "1", Untyped("true")
    )
    assert isinstance(found, Attempt)
    assert (found.status, found.decision) == ("graded", 7)
