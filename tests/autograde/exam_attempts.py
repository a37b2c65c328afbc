"""Attempts at the exam of `tests/courses/exam`, and what an analysis says of one question."""

from __future__ import annotations

from quizkit.autograde.attempts import Attempt, AttemptMaker
from quizkit.autograde.batch import Grader, by_name
from quizkit.autograde.items import Analysis, Item
from tests.autograde.classes import exam_file, exam_questions

QUESTIONS = by_name(exam_questions().values())
MAKER = AttemptMaker(Grader(QUESTIONS), QUESTIONS, {"midterm": "exam"})


def attempt(learner: str, question: str, response: str, seed: str = "0") -> Attempt:
    """The attempt that a response makes."""
    made = MAKER.attempt(learner, f"midterm/{question}", seed, response)
    assert isinstance(made, Attempt), made
    return made


def the_class(text: str | None = None) -> list[Attempt]:
    """The attempts of a file of responses, or of the whole class."""
    lines = (text or exam_file()).splitlines()[1:]
    made = []
    for line in lines:
        learner, ref, seed, response = line.split(",", 3)
        made.append(attempt(learner, ref.removeprefix("midterm/"), response.strip('"'), seed))
    return made


def item(found: Analysis, question: str) -> Item:
    """One question of the analysis."""
    return next(one for one in found.items if one.question == f"midterm/{question}")
