"""Turn a variant and a response into a reading and, where it is a value, its grade."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from quizkit.content.model import ChoiceAnswer, MatchAnswer, TextAnswer
from quizkit.grading.glance import Glanced
from quizkit.grading.number_keys import NumberKey
from quizkit.grading.readings import (
    Ambiguous,
    Blank,
    Chosen,
    Matched,
    Reading,
    Said,
    Unreadable,
    Value,
)
from quizkit.grading.responses import read_response
from quizkit.grading.texts import comparable
from quizkit.grading.verdicts import Grade, Verdict
from quizkit.variants import Variant

__all__ = ["Grade", "Graded", "Verdict", "grade", "grade_reading", "read_response"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """A reading, and its grade if and only if the reading is a value."""

    reading: Reading
    grade: Grade | None


_ONE, _NONE = Fraction(1), Fraction(0)
_RIGHT = Grade(verdict="right", score=_ONE)
_WRONG = Grade(verdict="wrong", score=_NONE)


def grade(variant: Variant, response: str, *, decimal_comma: bool = False) -> Graded:
    """Read a response and grade it; raises ValueError for recall, which the learner rates.

    The one path of terminal, line mode and bulk.
    """
    if variant.key is not None:
        seen, judged = _number_key(variant, decimal_comma).grade(response)
        return Graded(reading=seen.value if isinstance(seen, Glanced) else seen, grade=judged)
    reading = read_response(variant, response, decimal_comma=decimal_comma)
    return Graded(reading=reading, grade=grade_reading(variant, reading))


def grade_reading(variant: Variant, reading: Reading) -> Grade | None:
    """The grade of a reading of a response to the variant; None unless it is a value."""
    match reading:
        case Ambiguous() | Unreadable() | Blank():
            return None
        case Value():
            return _number_key(variant, decimal_comma=False).grade_of(reading)
        case Chosen():
            return _grade_choice(variant, reading)
        case Said():
            return _grade_text(variant, reading)
        case Matched():
            return _grade_pairs(variant, reading)
        case _:
            assert_never(reading)


# By identity, since a variant holds mappings and has no hash; the variant is kept beside its key,
# so that its identity cannot be given to another meanwhile.
_KEPT = 1024
_keys: dict[tuple[int, bool], tuple[Variant, NumberKey]] = {}


def _number_key(variant: Variant, decimal_comma: bool) -> NumberKey:
    kept = _keys.get((id(variant), decimal_comma))
    if kept is not None and kept[0] is variant:
        return kept[1]
    made = NumberKey(variant, decimal_comma=decimal_comma)
    if len(_keys) >= _KEPT:
        _keys.clear()
    _keys[id(variant), decimal_comma] = (variant, made)
    return made


# --- the other kinds ----------------------------------------------------------------------------


def _grade_choice(variant: Variant, chosen: Chosen) -> Grade:
    """Right ticks minus wrong ticks over the number right, never below 0."""
    ticked = [option for option in variant.options if option.id in chosen.ids]
    said = "\n".join([option.say for option in ticked if option.say])
    answer = variant.question.answer
    if not (isinstance(answer, ChoiceAnswer) and answer.many):
        if len(ticked) == 1 and ticked[0].right:
            return Grade(verdict="right", score=_ONE, feedback=said)
        return Grade(verdict="wrong", score=_NONE, feedback=said)
    right = sum(option.right for option in variant.options)
    hits = sum(option.right for option in ticked)
    wrong = len(ticked) - hits
    score = max(_NONE, Fraction(hits - wrong, right)) if right else _NONE
    return Grade(verdict=_verdict(score), score=score, feedback=said)


def _grade_text(variant: Variant, said: Said) -> Grade:
    answer = variant.question.answer
    assert isinstance(answer, TextAnswer), "a text is said to a text question"
    typed, accepted = comparable(said.text, answer), _accepted(answer)
    if typed in accepted:
        return _RIGHT
    # The full stop of a sentence counts only where an accepted text has one.
    bare = typed.removesuffix(".").rstrip()
    if bare in accepted and bare and not any(text.endswith(".") for text in accepted):
        return _RIGHT
    return _WRONG


@lru_cache(maxsize=1024)
def _accepted(answer: TextAnswer) -> frozenset[str]:
    return frozenset(comparable(text, answer) for text in answer.accept)


def _grade_pairs(variant: Variant, matched: Matched) -> Grade:
    """The share of the pairs that are right; of a response partly right, the wrong ones too."""
    answer = variant.question.answer
    assert isinstance(answer, MatchAnswer), "pairs answer a match question"
    right = sum(pair in answer.pairs for pair in matched.pairs)
    score = Fraction(right, len(answer.pairs))
    feedback = ""
    if score not in (0, 1):
        wrong = "; ".join(
            f"{left} - {said}" for left, said in matched.pairs if (left, said) not in answer.pairs
        )
        verb = "is" if right == 1 else "are"
        feedback = f"{right} of {len(answer.pairs)} pairs {verb} right. Not right: {wrong}."
    return Grade(verdict=_verdict(score), score=score, feedback=feedback)


def _verdict(score: Fraction) -> Verdict:
    if score == 1:
        return "right"
    return "partly" if score > 0 else "wrong"
