"""Turn a wrong value into the mistake that explains it: the author's, then the built-in ones.

A value shows a mistake if it equals the mistaken value or is that value rounded as it was written,
to at least three figures. Whoever asks has tried the key already: a right answer is no mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from quizkit.grading.readings import Value
from quizkit.numerals import rounded
from quizkit.units import UNITS, Unit
from quizkit.variants import MistakenValue

_FEWEST_FIGURES = 3
FURTHEST_POWER = 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a value may stand for, in the asked unit: from `low` to `high`, as rounding has it."""

    number: Fraction
    low: Fraction
    high: Fraction
    figures: int | None

    def shows(self, mistaken: Fraction) -> bool:
        """Whether the value is that mistaken value, or a fair rounding of it."""
        if self.number == mistaken:
            return True
        if self.figures is None or self.figures < _FEWEST_FIGURES:
            return False
        return self.low <= mistaken <= self.high

    def rounds(self, key: Fraction) -> bool:
        """Whether the value is the key rounded, to however few figures."""
        return self.figures is not None and self.low <= key <= self.high


def shown(value: Value) -> Shown:
    """The value with the room that its last written figure leaves.

    >>> room = shown(Value(number=Fraction("4.27"), unit="fold", read_as="", literal=True,
    ...     written="4.27"))
    >>> room.shows(Fraction(64, 15)), room.shows(Fraction("4.2751"))
    (True, False)
    """
    number = value.number
    if value.written is None or number == 0:
        return Shown(number=number, low=number, high=number, figures=None)
    mantissa, _, power = value.written.partition("e")
    whole, point, part = mantissa.partition(".")
    digits = (whole + part).lstrip("0")
    last = int(power or 0) - len(part)
    if not point:
        bare = digits.rstrip("0")  # 31400 may be 31406 to three figures
        last += len(digits) - len(bare)
        digits = bare
    half = Fraction(10**last, 2) if last >= 0 else Fraction(1, 2 * 10**-last)
    typed = value.typed
    if typed != number:
        half *= abs(number / typed)
    return Shown(number=number, low=number - half, high=number + half, figures=len(digits))


def recognised(
    seen: Shown, key: Fraction, unit: str, declared: Sequence[MistakenValue]
) -> MistakenValue | None:
    """The first mistake that the value shows; its `share` is the score, its `say` the feedback."""
    for mistake in declared:
        if seen.shows(mistake.value):
            return mistake
    for mistake in built_in(key, unit, seen.number):
        if seen.shows(mistake.value):
            return mistake
    return None


def built_in(key: Fraction, unit: str, number: Fraction) -> Iterator[MistakenValue]:
    """What a key comes to by the slips that need no author; `number` tells which power of ten.

    >>> [mistake.name for mistake in built_in(Fraction(8), "fold", Fraction(80))]
    ['reciprocal', 'sign', 'power-of-ten', 'factor-2', 'factor-2']
    """
    if key == 0:
        return
    power = _power_between(number, key)
    by_ten = (power_of_ten(power),) if power else ()
    for slip in (*slips_before(key, unit), *by_ten, *SLIPS_AFTER):
        yield MistakenValue(
            name=slip.name, value=key * slip.factor, say=slip.say, share=Fraction(0)
        )


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake that needs no author: the right answer times `factor`."""

    name: str
    factor: Fraction
    say: str


_SIGN = Slip("sign", Fraction(-1), "The size is right, the sign is not.")
_AS_PERCENT = Slip(
    "percent-for-fraction", Fraction(100), "You gave percent; a plain number is asked for."
)
SLIPS_AFTER = (
    Slip("factor-2", Fraction(2), "Twice as much as it should be: a factor of 2 too many."),
    Slip("factor-2", Fraction(1, 2), "Half of what it should be: a factor of 2 is missing."),
)
"""What is looked at last, after the power of ten."""


def slips_before(key: Fraction, unit: str) -> tuple[Slip, ...]:
    """What is looked at before the power of ten, in order; the key is not 0."""
    if unit == "plain" and abs(key) <= 1:
        return (_AS_PERCENT, _SIGN)
    if unit == "fold":
        return (
            Slip(
                "reciprocal",
                1 / key**2,
                "That is the other way round: the reciprocal is asked for.",
            ),
            _SIGN,
        )
    return _of_unit(unit)


@cache
def power_of_ten(power: int) -> Slip:
    """The slip of so many places, not 0."""
    return Slip(
        "power-of-ten",
        Fraction(10) ** power,
        f"Out by a factor of {_ten_to(abs(power))}: too {'large' if power > 0 else 'small'}. "
        f"Check the decimal point and the powers of ten.",
    )


@cache
def _of_unit(unit: str) -> tuple[Slip, ...]:
    return (*_of_kind(UNITS[unit]), _SIGN)


def _of_kind(asked: Unit) -> Iterator[Slip]:
    if asked.twin is not None:
        twin = UNITS[asked.twin]
        ratio = asked.factor / twin.factor
        yield Slip(
            f"{twin.name}-for-{asked.name}",
            ratio,
            f"That is the right number of {twin.name}, taken for {asked.name}: "
            f"{_step(asked, twin)}.",
        )
        yield _mixed_up(asked, twin, 1 / ratio)
    if asked.dimension in ("data", "data rate"):
        # The slip may have been made in another unit than the asked one: 120 GiB for 120e9 B.
        rate = "/s" if asked.dimension == "data rate" else ""
        for prefix in "GMTk":
            decimal = UNITS[f"{prefix}B{rate}"]
            binary = UNITS[decimal.twin or ""]
            if asked.name not in (decimal.name, binary.name):
                yield _mixed_up(decimal, binary, binary.factor / decimal.factor)
                yield _mixed_up(binary, decimal, decimal.factor / binary.factor)
    if asked.dimension in ("data", "data rate", "data per parameter"):
        yield Slip("bits-for-bytes", Fraction(8), "Eight times too much: bits taken for bytes.")
        yield Slip("bytes-for-bits", Fraction(1, 8), "An eighth of it: bytes taken for bits.")
    if asked.name == "percent":
        yield Slip(
            "fraction-for-percent",
            Fraction(1, 100),
            "You gave a fraction; percent are asked for.",
        )


def _mixed_up(meant: Unit, typed: Unit, factor: Fraction) -> Slip:
    return Slip(
        f"{meant.name}-for-{typed.name}",
        factor,
        f"Here {meant.name} and {typed.name} are mixed up: {_step(meant, typed)}.",
    )


def _step(one: Unit, other: Unit) -> str:
    large, small = (one, other) if one.factor > other.factor else (other, one)
    ratio = large.factor / small.factor
    text = rounded(ratio, 20)  # of all pairs of the table; 1 PiB is 1.125899906842624 PB
    return f"1 {large.name} is {text if Fraction(text) == ratio else f'about {text}'} {small.name}"


def _power_between(number: Fraction, key: Fraction) -> int:
    """The power of ten nearest to number/key, or 0 if none is near or it is too far."""
    if number == 0:
        return 0
    # In whole numbers: nearly every wrong answer comes by here.
    above = abs(number.numerator) * key.denominator
    below = number.denominator * abs(key.numerator)
    power = len(str(above)) - len(str(below))
    for candidate in (power - 1, power, power + 1):
        left = above if candidate >= 0 else above * 10**-candidate
        right = below * 10**candidate if candidate >= 0 else below
        if 9 * right < 10 * left < 11 * right:
            return candidate if abs(candidate) <= FURTHEST_POWER else 0
    return 0


def _ten_to(power: int) -> str:
    return str(10**power) if power <= 6 else f"10^{power}"
