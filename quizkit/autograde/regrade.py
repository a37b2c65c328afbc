"""Turn an attempt that was graded before into what today's question and grader make of it.

The response is judged by today's key for the numbers that its learner saw. Where that cannot be
done, the old grade stands and a sentence says why.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, get_args

from quizkit.autograde.attempts import Attempt, AttemptMaker, Kept
from quizkit.autograde.canonical import canonical
from quizkit.autograde.decisions import Decisions
from quizkit.autograde.reasons import reasons
from quizkit.autograde.rows import GradedRow, Status
from quizkit.content.model import NumberAnswer, Question, RecallAnswer
from quizkit.errors import ContentError, QuizkitError
from quizkit.grading.characters import is_blank
from quizkit.grading.grade import Graded, grade, grade_reading
from quizkit.grading.reader import read_number
from quizkit.grading.readings import Ambiguous, Blank, Said, Unreadable, Value, as_json
from quizkit.grading.responses import expected_by
from quizkit.grading.texts import tidy
from quizkit.units import Quantity, same_dimension
from quizkit.variants import Variant, asked, replay

Effect = Literal["lower", "other", "higher", "error", "same"]
"""What grading again does: points lost, another verdict for the same points, points won, none."""

EFFECTS: tuple[Effect, ...] = get_args(Effect)
"""In the order in which staff look at them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Regraded:
    """An attempt before and after; `after` is None where it could not be graded again.

    `why` says what made the difference, or what stood in the way.
    """

    before: Kept
    after: Attempt | None
    effect: Effect
    why: tuple[str, ...]


class Regrader:
    """Today's questions and decisions, ready to grade attempts again.

    `questions` go by present and former names; `maker` makes attempts at them with the same
    decisions; `broken_lessons` are those that cannot be loaded.
    """

    def __init__(
        self,
        questions: Mapping[str, Question],
        maker: AttemptMaker,
        *,
        decimal_comma: Collection[str] = (),
        decisions: Decisions | None = None,
        broken_lessons: Collection[str] = (),
    ) -> None:
        self._questions = questions
        self._maker = maker
        self._comma = frozenset(decimal_comma)
        self._decisions = decisions or Decisions()
        self._broken = frozenset(broken_lessons)
        # Seeds that showed the same are one: what was asked says all that a seed does.
        self._known: dict[tuple[str, str, bool, str], Attempt | str] = {}
        self._replayed: dict[tuple[str, str], tuple[Variant, str]] = {}

    def is_due(self, kept: Kept) -> bool:
        """Whether it was graded under another revision, or staff decided otherwise since."""
        attempt = kept.attempt
        question = self._questions.get(attempt.question)
        if question is None or question.revision != attempt.revision:
            return True
        if attempt.status != "needs_review" and attempt.decision is None:
            return False
        decided = self._decisions.find(
            question, attempt.showing, attempt.response, seeded=attempt.seed is not None
        )
        return (None if decided is None else decided.id) != attempt.decision

    def regrade(self, kept: Kept) -> Regraded:
        """The attempt graded again; nothing is raised for one."""
        before = kept.attempt
        key = (before.question, before.asked, before.seed is None, before.response)
        if key not in self._known:
            self._known[key] = self._again(before)
        found = self._known[key]
        if isinstance(found, str):
            return Regraded(before=kept, after=None, effect="error", why=(found,))
        after = replace(found, learner=before.learner, course=before.course, seed=before.seed)
        effect = _effect(before, after)
        why = () if effect == "same" else reasons(before, after)
        return Regraded(before=kept, after=after, effect=effect, why=why)

    def _again(self, before: Attempt) -> Attempt | str:
        """The attempt of nobody in particular, or why there is none."""
        question = self._questions.get(before.question)
        if question is None:
            lesson = before.question.partition("/")[0]
            if lesson in self._broken:
                return f"the lesson {lesson} cannot be loaded (see: quiz check)"
            return f"there is no question {before.question} any more"
        try:
            if before.seed is None:
                found = self._maker.attempt("", question.ref, "", before.response)
                return found.feedback if isinstance(found, GradedRow) else found
            return self._graded(question, before)
        except QuizkitError as error:
            return str(error)
        except Exception as error:  # a grader that fails must cost nobody a score
            return f"the grader failed: {type(error).__name__}: {error}"

    def _graded(self, question: Question, before: Attempt) -> Attempt:
        variant, showing = self._shown(question, before)
        graded = self._judged(variant, before)
        status = _status(variant, graded)
        decision = None
        if status == "needs_review":
            after = replace(before, asked=showing)
            decision = self._decisions.find(
                question, after.showing, before.response, seeded=before.seed is not None
            )
        attempt = Attempt(
            learner="",
            course="",
            question=question.ref,
            seed=before.seed,
            response=before.response,
            asked=showing,
            reading=canonical(as_json(graded.reading)),
            status=status,
            verdict=graded.grade.verdict if graded.grade else None,
            score=graded.grade.score if graded.grade else None,
            mistake=(graded.grade.mistake or "") if graded.grade else "",
            revision=question.revision,
            calculator=variant.calculator,
        )
        if decision is None:
            return attempt
        return replace(
            attempt,
            status="graded",
            verdict=decision.verdict,
            score=decision.score,
            decision=decision.id,
        )

    def _shown(self, question: Question, before: Attempt) -> tuple[Variant, str]:
        """What was shown, with today's key, and that as it is stored; raises ContentError."""
        key = (question.ref, before.asked)
        if key not in self._replayed:
            variant = replay(question, before.seed or 0, before.showing)
            self._replayed[key] = variant, canonical(asked(variant))
        return self._replayed[key]

    def _judged(self, variant: Variant, before: Attempt) -> Graded:
        question, response = variant.question, before.response
        if isinstance(question.answer, RecallAnswer):
            if is_blank(response):
                return Graded(reading=Blank(), grade=None)
            text = tidy(response)
            return Graded(reading=Said(text=text, literal=text == response), grade=None)
        comma = question.lesson in self._comma
        unit = before.showing["unit"]
        if isinstance(question.answer, NumberAnswer) and unit not in (None, variant.unit):
            return _judged_in(unit, variant, question.answer, response, decimal_comma=comma)
        return grade(variant, response, decimal_comma=comma)


def _judged_in(
    unit: str, variant: Variant, answer: NumberAnswer, response: str, *, decimal_comma: bool
) -> Graded:
    """A response to a question that was asked in another unit than it is today.

    A unit that was written speaks for itself; a bare number was meant in the unit asked then.
    """
    today = expected_by(answer, decimal_comma=decimal_comma)
    reading = read_number(response, today)
    if not (isinstance(reading, Value) and reading.unit_typed):
        if not same_dimension(unit, answer.unit):
            raise ContentError(
                f"{variant.ref} was asked in {unit} and is in {answer.unit} now, which a number "
                "without a unit cannot be compared with"
            )
        reading = read_number(response, replace(today, unit=unit))
        if isinstance(reading, Value) and same_dimension(reading.unit, answer.unit):
            reading = replace(
                reading,
                number=Quantity(reading.number, reading.unit).to(answer.unit).value,
                unit=answer.unit,
                typed_unit=reading.typed_unit or unit,
            )
    return Graded(reading=reading, grade=grade_reading(variant, reading))


def _status(variant: Variant, graded: Graded) -> Status:
    if isinstance(graded.reading, Blank):
        return "blank"
    recall = isinstance(variant.question.answer, RecallAnswer)
    if recall or isinstance(graded.reading, Ambiguous | Unreadable):
        return "needs_review"
    return "graded"


def _effect(before: Attempt, after: Attempt) -> Effect:
    old, new = before.score or Fraction(0), after.score or Fraction(0)
    if new != old:
        return "higher" if new > old else "lower"
    same = (before.status, before.verdict, before.mistake) == (
        after.status, after.verdict, after.mistake
    )  # fmt: skip
    return "same" if same else "other"
