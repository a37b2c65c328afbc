"""Turn a submitted response into the attempt that is kept: its grade, and all to grade it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, get_args

from quizkit.autograde.batch import Grader
from quizkit.autograde.canonical import canonical, read_canonical
from quizkit.autograde.decisions import Decisions, decided_row, named_question
from quizkit.autograde.rows import GradedRow, Status, Untyped
from quizkit.content.model import Question, RecallAnswer
from quizkit.grading.grade import Verdict, read_response
from quizkit.grading.readings import (
    Ambiguous,
    Blank,
    Chosen,
    Matched,
    Reading,
    Said,
    Value,
    as_json,
)
from quizkit.grading.texts import tidy
from quizkit.variants import Variant, asked, variant_maker

Cause = Literal["recorded", "regraded", "decided"]
"""What made a row of the record: its file, a grading anew, or a decision of staff."""

CAUSES: tuple[Cause, ...] = get_args(Cause)
GRADES: tuple[Verdict, ...] = get_args(Verdict)
DECIDED: tuple[Verdict, ...] = ("right", "partly", "wrong")
KEPT_STATUSES: tuple[Status, ...] = ("graded", "needs_review", "blank")

_KEPT = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One submitted response, what it was a response to, and how it was graded.

    `asked` and `reading` are canonical JSON: the drawn numbers, key, unit, tolerance and order that
    were in force, and the response as it was understood. `seed` is None where none was submitted.
    `verdict` and `score` are there if and only if the status is `graded`. `decision` is the number
    of staff's decision where that graded what could not be read.
    """

    learner: str
    course: str
    question: str
    seed: int | None
    response: str
    asked: str
    reading: str
    status: Status
    verdict: Verdict | None
    score: Fraction | None
    mistake: str
    revision: str
    calculator: str | None
    decision: int | None = None

    @property
    def showing(self) -> Mapping[str, Any]:
        """What was asked, back from JSON."""
        return read_canonical(self.asked)

    @property
    def understood(self) -> Mapping[str, Any]:
        """The reading, back from JSON."""
        return read_canonical(self.reading)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A row of the record: an attempt as it was graded once, and where it came from.

    `file` is the hash of the file's bytes, `line` the place in it, counted from 1; together they
    name the attempt. `ordinal` counts its gradings from 1; the newest is in force. `grader` is the
    program and its version. Times are those of the grading.
    """

    id: int
    file: str
    file_name: str
    line: int
    ordinal: int
    cause: Cause
    at_ms: int
    offset_minutes: int
    grader: str
    attempt: Attempt


class AttemptMaker:
    """The questions of some courses, ready to make attempts; `courses` is course by lesson.

    What the grader leaves to staff is graded by `decisions`, where there is one for it.
    """

    def __init__(
        self,
        grader: Grader,
        questions: Mapping[str, Question],
        courses: Mapping[str, str],
        decimal_comma: frozenset[str] = frozenset(),
        decisions: Decisions | None = None,
    ) -> None:
        self._grader = grader
        self._questions = questions
        self._courses = courses
        self._comma = decimal_comma
        self._decisions = decisions or Decisions()
        self._makers: dict[str, Callable[[int], Variant]] = {}
        self._asked: dict[tuple[str, int], str] = {}
        self._kept: dict[tuple[str, str, str], Attempt | GradedRow] = {}

    def attempt(self, learner: str, question: str, seed: str, response: str) -> Attempt | GradedRow:
        """The attempt, or the row of status `error` that says why there is none."""
        triple = (question, seed, response)
        if isinstance(response, Untyped):  # equal to a text that is graded, so it is not kept
            found: Attempt | GradedRow | None = self._made(*triple)
        else:
            found = self._kept.get(triple)
        if found is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
                self._asked.clear()
            found = self._kept[triple] = self._made(*triple)
        if isinstance(found, GradedRow):
            return found
        return replace(found, learner=learner)

    def _made(self, question: str, seed: str, response: str) -> Attempt | GradedRow:
        row = self._grader.row(question, seed, response)
        if row.status == "error":
            return row
        one, number = named_question(self._questions, question, seed)
        if one.ref not in self._makers:
            self._makers[one.ref] = variant_maker(one)
        variant = self._makers[one.ref](number or 0)
        reading = reading_of(variant, response, row, decimal_comma=one.lesson in self._comma)
        key = (one.ref, number or 0)
        if key not in self._asked:
            self._asked[key] = canonical(asked(variant))
        decision = None
        if row.status == "needs_review":
            decision = self._decisions.find(one.ref, read_canonical(self._asked[key]), response)
        if decision is not None:
            row = decided_row(row, decision)
        return Attempt(
            learner="",
            course=self._courses[one.lesson],
            question=one.ref,
            seed=number,
            response=str(response),
            asked=self._asked[key],
            reading=canonical(as_json(reading)),
            status=row.status,
            verdict=row.verdict,
            score=row.score,
            mistake=row.mistake,
            revision=row.revision,
            calculator=variant.calculator,
            decision=decision.id if decision else None,
        )


def reading_of(
    variant: Variant, response: str, row: GradedRow, *, decimal_comma: bool = False
) -> Reading:
    """How the graded row understood its response; what it left to staff is no value."""
    if row.status == "blank":
        return Blank()
    if isinstance(variant.question.answer, RecallAnswer):
        text = tidy(response)
        return Said(text=text, literal=text == response)
    reading = read_response(variant, response, decimal_comma=decimal_comma)
    if row.status == "needs_review" and isinstance(reading, Value | Chosen | Said | Matched):
        # A letter without a seed: it names an option, but nobody knows which.
        return Ambiguous(readings=(), message=row.feedback)
    return reading


def kind_of(showing: Mapping[str, Any]) -> str:
    """The kind of answer that was asked for: what is stored of each kind looks different."""
    if showing["options"]:
        return "choice"
    if showing["rights"]:
        return "match"
    if showing["key"] is None:
        return "recall"
    return "number" if showing["unit"] is not None else "text"
