"""Turn a variant whose answer is a number into the compiled key that grades many responses to it.

Whatever depends on the key alone is worked out once: for most keys where the right values lie, and
at the first other value what mistakes there are and where.
"""

from __future__ import annotations

from fractions import Fraction

from quizkit.content.model import NumberAnswer, Tolerance
from quizkit.grading.bounds import Interval, intervals, is_inside, scaled
from quizkit.grading.glance import Glanced, glance_for
from quizkit.grading.mistakes import Slip, recognised, shown
from quizkit.grading.reader import read_slowly
from quizkit.grading.readings import Expected, NumberReading, Value
from quizkit.grading.responses import expected_by
from quizkit.grading.scale import SCALE, down, up
from quizkit.grading.unexplained import is_twice_exact, near_key, near_mistakes, twice
from quizkit.grading.verdicts import Grade
from quizkit.tolerance import within_twice
from quizkit.units import UNITS
from quizkit.variants import MistakenValue, Variant

_FEWEST_FIGURES = 3

_NONE = Fraction(0)
_RIGHT = Grade(verdict="right", score=Fraction(1))
_WRONG = Grade(verdict="wrong", score=_NONE)
_ROUNDED = Grade(
    verdict="wrong", score=_NONE, feedback="Near, but rounded too far: give more figures."
)
_NEAR = Grade(
    verdict="wrong", score=_NONE,
    feedback="Near, but just outside what counts as right: check the last steps.",
)  # fmt: skip


class NumberKey:
    """A number variant as it is graded by; the variant's own fields say what they mean."""

    def __init__(self, variant: Variant, *, decimal_comma: bool = False) -> None:
        answer = variant.question.answer
        assert isinstance(answer, NumberAnswer), "only a number has a key to be compared with"
        assert variant.key is not None, "a number's variant has a key"
        self.expected: Expected = expected_by(answer, decimal_comma=decimal_comma)
        self._glance = glance_for(self.expected)
        self._key, self._unit = variant.key, answer.unit
        self._tolerance = variant.tolerance or answer.tolerance
        self._wrong_unit_share = answer.wrong_unit_share
        self._declared = variant.mistakes
        self._right = intervals(self._tolerance, self._key)
        self._scaled_right = scaled(self._right)
        self._wrongs: _Wrongs | None = None

    def grade(self, text: str) -> tuple[Glanced | NumberReading, Grade | None]:
        """What the text is read as, and its grade if and only if that is a value."""
        if self._glance is not None:
            glanced = self._glance.at(text)
            if glanced is not None:
                return glanced, self.grade_of_glanced(glanced)
        reading = read_slowly(text, self.expected)
        return reading, self.grade_of(reading) if isinstance(reading, Value) else None

    def grade_of_glanced(self, seen: Glanced) -> Grade:
        """The grade of a value in the asked unit: what `grade_of` gives, in whole numbers."""
        value = seen.scaled
        for low, high in self._scaled_right:
            if low <= value <= high:
                return _RIGHT
        wrongs = self._wrongs or self._wrongs_of_key()
        mistakes = wrongs.mistakes.of(value)
        if mistakes or wrongs.near_low <= value <= wrongs.near_high:
            room = seen.room()
            if room is None:
                return self.grade_of(seen.value)
            least, greatest, figures = room
            for below, above, mistake in mistakes:
                if below == value == above or (
                    figures >= _FEWEST_FIGURES and least <= below and above <= greatest
                ):
                    return _mistaken(mistake)
            if figures and least <= wrongs.key_below and wrongs.key_above <= greatest:
                return _ROUNDED
        for low, high in wrongs.scaled_twice:
            if low <= value <= high and (
                wrongs.is_twice_exact
                or within_twice(self._tolerance, self._key, Fraction(value, SCALE))
            ):
                return _NEAR
        return _WRONG

    def grade_of(self, value: Value) -> Grade:
        """The grade of a value, however it was read."""
        if value.unit != self._unit:
            return self._grade_of_other_unit(value)
        if is_inside(value.number, self._right):
            return _RIGHT
        wrongs = self._wrongs or self._wrongs_of_key()
        place = down(value.number)
        seen = None
        if wrongs.mistakes.of(place):
            seen = shown(value)
            mistake = recognised(seen, self._key, self._unit, self._declared)
            if mistake is not None:
                return _mistaken(mistake)
        if wrongs.near_low <= place <= wrongs.near_high:
            seen = seen or shown(value)
            if seen.rounds(self._key):
                return _ROUNDED
        if is_inside(value.number, wrongs.twice) and (
            wrongs.is_twice_exact or within_twice(self._tolerance, self._key, value.number)
        ):
            return _NEAR
        return _WRONG

    def _grade_of_other_unit(self, value: Value) -> Grade:
        """Magnitude and unit are judged apart; a value of zero excuses no unit."""
        kinds = UNITS[value.unit].dimension, UNITS[self._unit].dimension
        # Some units are the only one of their kind and bear its name: fold, elements, psi.
        given = f"{value.unit} is " + (
            "what was given" if value.unit == kinds[0] else f"a unit of {kinds[0]}"
        )
        asked = kinds[1] if self._unit == kinds[1] else f"{kinds[1]}, in {self._unit}"
        unit = f"{given}; asked for is {asked}"
        if not is_inside(value.number, self._right):
            return _wrong(f"The unit does not fit: {unit}.")
        feedback = f"The number is right, its unit is not: {unit}."
        share = self._wrong_unit_share
        if share > 0:
            return Grade(verdict="partly", score=share, feedback=feedback)
        return _wrong(feedback)

    def _wrongs_of_key(self) -> _Wrongs:
        self._wrongs = _Wrongs(self._key, self._unit, self._tolerance, self._declared)
        return self._wrongs


class _Wrongs:
    """Where values lie that are not right and can yet be explained."""

    __slots__ = (
        "is_twice_exact", "key_above", "key_below", "mistakes", "near_high", "near_low",
        "scaled_twice", "twice",
    )  # fmt: skip

    def __init__(
        self, key: Fraction, unit: str, tolerance: Tolerance, declared: tuple[MistakenValue, ...]
    ) -> None:
        self.mistakes = near_mistakes(key, unit, declared)
        self.near_low, self.near_high = near_key(key)
        self.key_below, self.key_above = down(key), up(key)
        self.twice: tuple[Interval, ...] = twice(tolerance, key)
        self.scaled_twice = scaled(self.twice)
        self.is_twice_exact = is_twice_exact(tolerance)


def _mistaken(mistake: MistakenValue | Slip) -> Grade:
    share = mistake.share if isinstance(mistake, MistakenValue) else _NONE
    return Grade(verdict="mistake", score=share, feedback=mistake.say, mistake=mistake.name)


def _wrong(feedback: str) -> Grade:
    return Grade(verdict="wrong", score=_NONE, feedback=feedback)
