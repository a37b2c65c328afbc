"""Turn an attempt that was graded before into what today's question and grader make of it.

The response is judged by today's key for what its learner saw, with a seed or without. Where that
cannot be done, the old grade stands and a sentence says why.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, get_args

from quizkit.autograde.attempts import Attempt, Kept
from quizkit.autograde.canonical import canonical
from quizkit.autograde.decisions import Decision, Decisions
from quizkit.autograde.judging import as_asked, judged_again, order_known, showing_again, unit_then
from quizkit.autograde.reasons import reasons
from quizkit.autograde.rows import Status
from quizkit.content.model import Question, RecallAnswer
from quizkit.errors import QuizkitError
from quizkit.grading.grade import Graded
from quizkit.grading.readings import Ambiguous, Blank, Unreadable, as_json
from quizkit.variants import Variant, replay

Effect = Literal["lower", "other", "higher", "error", "same"]
"""What grading again does: points lost, another verdict for the same points, points won, none."""

EFFECTS: tuple[Effect, ...] = get_args(Effect)
"""In the order in which staff look at them."""

_KEPT = 30_000


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

    `questions` go by present and former names; `broken_lessons` cannot be loaded, nor can those of
    `left_out`, each named by its course too, as another course has a lesson of that name.
    """

    def __init__(
        self,
        questions: Mapping[str, Question],
        *,
        decimal_comma: Collection[str] = (),
        decisions: Decisions | None = None,
        broken_lessons: Collection[str] = (),
        left_out: Collection[tuple[str, str]] = (),
    ) -> None:
        self._questions = questions
        self._comma = frozenset(decimal_comma)
        self._decisions = decisions or Decisions()
        self._broken = frozenset(broken_lessons)
        self._left_out = frozenset(left_out)
        # Seeds that showed the same are one: what was asked says all that a seed does.
        self._known: dict[tuple[str | bool, ...], Attempt | str] = {}
        self._replayed: dict[tuple[str, str, bool | None], tuple[Variant, str]] = {}

    def is_due(self, kept: Kept) -> bool:
        """Whether it was graded under another revision, or staff decided otherwise since."""
        attempt = kept.attempt
        question = self._questions.get(attempt.question)
        if question is None or question.revision != attempt.revision:
            return True
        if attempt.status != "needs_review" and attempt.decision is None:
            return False
        decided = self._decided(as_asked(question, attempt), attempt)
        return (None if decided is None else decided.id) != attempt.decision

    def regrade(self, kept: Kept) -> Regraded:
        """The attempt graded again; nothing is raised for one."""
        before = kept.attempt
        key = (
            before.course, before.question, before.asked, before.seed is None, before.response,
            before.reading, before.revision,
        )  # fmt: skip
        if key not in self._known:
            if max(len(self._known), len(self._replayed)) >= _KEPT:
                self._known.clear()
                self._replayed.clear()
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
        lesson = before.question.partition("/")[0]
        if (before.course, lesson) in self._left_out:
            return f"the lesson {lesson} of {before.course} cannot be loaded (see: quiz check)"
        question = self._questions.get(before.question)
        if question is None:
            if lesson in self._broken:
                return f"the lesson {lesson} cannot be loaded (see: quiz check)"
            return f"there is no question {before.question} any more"
        try:
            return self._graded(question, before)
        except QuizkitError as error:
            return str(error)
        except Exception as error:  # a grader that fails must cost nobody a score
            return f"the grader failed: {type(error).__name__}: {error}"

    def _graded(self, question: Question, before: Attempt) -> Attempt:
        variant, showing = self._shown(question, before)
        comma = question.lesson in self._comma
        graded = judged_again(variant, before, decimal_comma=comma)
        status = _status(variant, graded)
        decision = None
        if status == "needs_review":
            decision = self._decided(variant.question, replace(before, asked=showing))
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

    def _decided(self, question: Question, attempt: Attempt) -> Decision | None:
        """What staff decided about it as it was asked then, by the question that `as_asked` gave.

        They saw the text in a unit, and a number in another one is not that text's.
        """
        showing = attempt.showing
        if unit_then(showing) != showing["unit"]:
            return None
        return self._decisions.find(
            question, showing, attempt.response, seeded=attempt.seed is not None
        )

    def _shown(self, question: Question, before: Attempt) -> tuple[Variant, str]:
        """What was shown, with today's key, and that as it is stored; raises ContentError."""
        key = (question.ref, before.asked, order_known(question, before))
        if key not in self._replayed:
            variant = replay(as_asked(question, before), before.seed or 0, before.showing)
            self._replayed[key] = variant, canonical(showing_again(variant, question, before))
        return self._replayed[key]


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
