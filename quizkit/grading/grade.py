"""Turn a variant and a response into a reading and, where it is a value, its grade."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, assert_never

from quizkit.content.model import ChoiceAnswer, MatchAnswer, NumberAnswer, TextAnswer, Tolerance
from quizkit.grading.bounds import Interval, intervals, is_inside
from quizkit.grading.mistakes import recognised, shown
from quizkit.grading.reader import read_number
from quizkit.grading.readings import (
    Ambiguous,
    Blank,
    Chosen,
    Expected,
    Matched,
    Reading,
    Said,
    Unreadable,
    Value,
)
from quizkit.grading.responses import expected_by, read_response
from quizkit.grading.texts import comparable
from quizkit.grading.unexplained import Ranges, near_key, near_mistakes, twice
from quizkit.tolerance import within_twice
from quizkit.units import UNITS
from quizkit.variants import Variant

__all__ = ["Grade", "Graded", "Verdict", "grade", "grade_reading", "read_response"]

Verdict = Literal["right", "partly", "mistake", "wrong"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """The judgement of a value: `score` is 0 to 1; `mistake` names the mistake recognised."""

    verdict: Verdict
    score: Fraction
    feedback: str = ""
    mistake: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """A reading, and its grade if and only if the reading is a value."""

    reading: Reading
    grade: Grade | None


_ONE, _NONE = Fraction(1), Fraction(0)
_RIGHT = Grade(verdict="right", score=_ONE)
_WRONG = Grade(verdict="wrong", score=_NONE)
_ROUNDED = Grade(
    verdict="wrong", score=_NONE, feedback="Near, but rounded too far: give more figures."
)
_NEAR = Grade(
    verdict="wrong", score=_NONE,
    feedback="Near, but just outside what counts as right: check the last steps.",
)  # fmt: skip


def grade(variant: Variant, response: str, *, decimal_comma: bool = False) -> Graded:
    """Read a response and grade it; raises ValueError for recall, which the learner rates.

    The one path of terminal, line mode and bulk.
    """
    if variant.key is not None:
        number = _number(variant)
        expected = number.with_comma if decimal_comma else number.expected
        reading: Reading = read_number(response, expected)
        if isinstance(reading, Value):
            return Graded(reading=reading, grade=_grade_number(variant, number, reading))
        return Graded(reading=reading, grade=None)
    reading = read_response(variant, response, decimal_comma=decimal_comma)
    return Graded(reading=reading, grade=grade_reading(variant, reading))


def grade_reading(variant: Variant, reading: Reading) -> Grade | None:
    """The grade of a reading of a response to the variant; None unless it is a value."""
    match reading:
        case Ambiguous() | Unreadable() | Blank():
            return None
        case Value():
            return _grade_number(variant, _number(variant), reading)
        case Chosen():
            return _grade_choice(variant, reading)
        case Said():
            return _grade_text(variant, reading)
        case Matched():
            return _grade_pairs(variant, reading)
        case _:
            assert_never(reading)


# --- numbers ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Number:
    """What a number variant comes to for the grader, worked out once for many responses."""

    expected: Expected
    with_comma: Expected
    key: Fraction
    unit: str
    tolerance: Tolerance
    right: tuple[Interval, ...]
    mistaken: Ranges
    near: Ranges
    twice: tuple[Interval, ...]
    wrong_unit_share: Fraction


# By identity, since a variant holds mappings and has no hash; the variant is kept beside what was
# worked out, so that its identity cannot be given to another meanwhile.
_KEPT = 1024
_numbers: dict[int, tuple[Variant, _Number]] = {}


def _number(variant: Variant) -> _Number:
    kept = _numbers.get(id(variant))
    if kept is not None and kept[0] is variant:
        return kept[1]
    answer = variant.question.answer
    assert isinstance(answer, NumberAnswer), "only a number has a key to be compared with"
    assert variant.key is not None, "a number's variant has a key"
    tolerance = variant.tolerance or answer.tolerance
    made = _Number(
        expected=expected_by(answer),
        with_comma=expected_by(answer, decimal_comma=True),
        key=variant.key,
        unit=answer.unit,
        tolerance=tolerance,
        right=intervals(tolerance, variant.key),
        mistaken=near_mistakes(variant.key, answer.unit, variant.mistakes),
        near=near_key(variant.key, tolerance),
        twice=twice(tolerance, variant.key),
        wrong_unit_share=answer.wrong_unit_share,
    )
    if len(_numbers) >= _KEPT:
        _numbers.clear()
    _numbers[id(variant)] = (variant, made)
    return made


def _grade_number(variant: Variant, number: _Number, value: Value) -> Grade:
    if value.unit != number.unit:
        return _grade_other_unit(number, value)
    if is_inside(value.number, number.right):
        return _RIGHT
    seen = None
    if number.mistaken.has(value.number):
        seen = shown(value)
        mistake = recognised(seen, number.key, number.unit, variant.mistakes)
        if mistake is not None:
            return Grade(
                verdict="mistake", score=mistake.share, feedback=mistake.say, mistake=mistake.name
            )
    if number.near.has(value.number):
        seen = seen or shown(value)
        if seen.rounds(number.key):
            return _ROUNDED
        # The intervals first: they say no to nearly all, and take a tenth of the time.
        if is_inside(value.number, number.twice) and within_twice(
            number.tolerance, number.key, value.number
        ):
            return _NEAR
    return _WRONG


def _grade_other_unit(number: _Number, value: Value) -> Grade:
    """Magnitude and unit are judged apart; a value of zero excuses no unit."""
    kinds = UNITS[value.unit].dimension, UNITS[number.unit].dimension
    unit = f"{value.unit} is a unit of {kinds[0]}; asked for is {kinds[1]}, in {number.unit}"
    if not is_inside(value.number, number.right):
        return _wrong(f"The unit does not fit: {unit}.")
    feedback = f"The number is right, its unit is not: {unit}."
    share = number.wrong_unit_share
    if share > 0:
        return Grade(verdict="partly", score=share, feedback=feedback)
    return _wrong(feedback)


def _wrong(feedback: str) -> Grade:
    return Grade(verdict="wrong", score=_NONE, feedback=feedback)


# --- the other kinds ----------------------------------------------------------------------------


def _grade_choice(variant: Variant, chosen: Chosen) -> Grade:
    """Right ticks minus wrong ticks over the number right, never below 0."""
    ticked = [option for option in variant.options if option.id in chosen.ids]
    right = sum(option.right for option in variant.options)
    hits = sum(option.right for option in ticked)
    wrong = len(ticked) - hits
    score = max(_NONE, Fraction(hits - wrong, right)) if right else _NONE
    if not (isinstance(variant.question.answer, ChoiceAnswer) and variant.question.answer.many):
        score = Fraction(int(hits == 1 and not wrong))
    said = "\n".join(option.say for option in ticked if option.say)
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
    """The share of the pairs that are right."""
    answer = variant.question.answer
    assert isinstance(answer, MatchAnswer), "pairs answer a match question"
    right = sum(pair in answer.pairs for pair in matched.pairs)
    score = Fraction(right, len(answer.pairs))
    feedback = "" if score in (0, 1) else f"{right} of {len(answer.pairs)} pairs are right."
    return Grade(verdict=_verdict(score), score=score, feedback=feedback)


def _verdict(score: Fraction) -> Verdict:
    if score == 1:
        return "right"
    return "partly" if score > 0 else "wrong"
