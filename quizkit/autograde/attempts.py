"""Turn a submitted response into the attempt that is kept: its grade, and all to grade it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, get_args

from quizkit.autograde.batch import Grader
from quizkit.autograde.canonical import canonical, read_canonical
from quizkit.autograde.decisions import Decisions, decided_row, named_question
from quizkit.autograde.keyed import never_typed
from quizkit.autograde.rows import GradedRow, Status, Untyped
from quizkit.content.model import Question, RecallAnswer
from quizkit.grading.characters import is_blank
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
from quizkit.variants import Variant, VariantMaker, asked, variant_maker

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

    `file` is the hash of the file's bytes, with `/` and the course behind it where another course
    had recorded that line before; `line` is the place in it, counted from 1. Together they name the
    attempt. `ordinal` counts its gradings from 1; the newest is in force. `grader` is the
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
        most_kept: int = _KEPT,
    ) -> None:
        self._grader = grader
        self._most_kept = most_kept
        self._questions = questions
        self._courses = courses
        self._comma = decimal_comma
        self._decisions = decisions or Decisions()
        self._makers: dict[str, VariantMaker] = {}
        self._forget()

    def attempt(self, learner: str, question: str, seed: str, response: str) -> Attempt | GradedRow:
        """The attempt, or the row of status `error` that says why there is none."""
        showing = self._named.get((question, seed))
        # What nobody typed is equal to a text that is graded, so it is not looked for.
        if showing is not None and not isinstance(response, Untyped):
            known = self._known.get((showing.number, response))
            if known is not None:
                return replace(known, learner=learner, seed=showing.seed)
        row = self._grader.undecided(question, seed, response)
        if row.status == "error":
            return row
        if max(len(self._known), len(self._named)) >= self._most_kept:
            self._forget()
        showing = self._showing(question, seed)
        known = (
            None if isinstance(response, Untyped) else self._known.get((showing.number, response))
        )
        made = known or self._made(showing, response, row)
        if not isinstance(response, Untyped):
            self._known[showing.number, response] = made
        return replace(made, learner=learner, seed=showing.seed)

    def _forget(self) -> None:
        self._named: dict[tuple[str, str], _Showing] = {}
        self._numbers: dict[tuple[object, ...], int] = {}
        self._variants: dict[int, tuple[Variant, str]] = {}
        self._known: dict[tuple[int, str], Attempt] = {}

    def _showing(self, question: str, seed: str) -> _Showing:
        """What a row showed that could be graded; seeds that differ in nothing else share one."""
        found = self._named.get((question, seed))
        if found is None:
            one, own = named_question(self._questions, question, seed)
            maker = self._makers.get(one.ref)
            if maker is None:
                maker = self._makers[one.ref] = variant_maker(one)
            alike = (one.ref, own is None, *maker.alike(own or 0))
            number = self._numbers.setdefault(alike, len(self._numbers))
            if number not in self._variants:
                variant = maker(own or 0)
                self._variants[number] = variant, canonical(asked(variant, seeded=own is not None))
            found = self._named[question, seed] = _Showing(number, own)
        return found

    def _made(self, showing: _Showing, response: str, row: GradedRow) -> Attempt:
        """The attempt of nobody, at any seed."""
        variant, shown = self._variants[showing.number]
        one = variant.question
        reading = reading_of(variant, response, row, decimal_comma=one.lesson in self._comma)
        decision = None
        if row.status == "needs_review":
            decision = self._decisions.find(
                one, read_canonical(shown), response, seeded=showing.seed is not None
            )
        if decision is not None:
            row = decided_row(row, decision)
        return Attempt(
            learner="",
            course=self._courses[one.lesson],
            question=one.ref,
            seed=None,
            response=str(response),
            asked=shown,
            reading=canonical(as_json(reading)),
            status=row.status,
            verdict=row.verdict,
            score=row.score,
            mistake=row.mistake,
            revision=row.revision,
            calculator=variant.calculator,
            decision=decision.id if decision else None,
        )


@dataclass(frozen=True, slots=True)
class _Showing:
    """What was shown, by number: the same for all seeds whose variants are alike."""

    number: int
    seed: int | None


def reading_of(
    variant: Variant, response: str, row: GradedRow, *, decimal_comma: bool = False
) -> Reading:
    """How the graded row understood its response; what it left to staff is no value."""
    if row.status == "blank":
        return Blank()
    if isinstance(variant.question.answer, RecallAnswer):
        return recalled(response)
    if isinstance(response, Untyped):
        # By this sentence it is known again: the record keeps it as a text.
        return Ambiguous(readings=(), message=never_typed(response))
    reading = read_response(variant, response, decimal_comma=decimal_comma)
    if row.status == "needs_review" and isinstance(reading, Value | Chosen | Said | Matched):
        # A letter without a seed: it names an option, but nobody knows which.
        return Ambiguous(readings=(), message=row.feedback)
    return reading


def recalled(response: str) -> Blank | Said:
    """How the response to a recall is kept, which staff compare with the model answer."""
    if is_blank(response):
        return Blank()
    text = tidy(response)
    return Said(text=text, literal=text == response)
