"""Turn a key into the ranges outside which a wrong value has no explanation.

Most wrong values are near no mistake, declared or built in, and not near the key. That is seen here
by one search in a row of whole numbers; inside the ranges `mistakes` decides. They are wider than
they need be, never narrower, and a property holds the two together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from quizkit.content.model import (
    Absolute,
    AbsoluteOrRelative,
    AnyOf,
    Exact,
    Factor,
    Places,
    Range,
    Relative,
    SigFigs,
    Tolerance,
)
from quizkit.grading.bounds import Interval, intervals
from quizkit.grading.mistakes import FURTHEST_POWER, built_in
from quizkit.variants import MistakenValue

_SCALE = 10**24


@dataclass(frozen=True, slots=True)
class Ranges:
    """Ranges of values, scaled to whole numbers: sorted, apart, both ends inside."""

    lows: tuple[int, ...]
    highs: tuple[int, ...]

    def has(self, value: Fraction) -> bool:
        """Whether the value is in one of them."""
        scaled = value.numerator * _SCALE // value.denominator
        at = bisect_right(self.lows, scaled) - 1
        return at >= 0 and scaled <= self.highs[at]


def near_mistakes(key: Fraction, unit: str, declared: Sequence[MistakenValue]) -> Ranges:
    """Outside these ranges `recognised` knows no mistake.

    >>> near = near_mistakes(Fraction(8), "fold", ())
    >>> near.has(Fraction(16)), near.has(Fraction(1, 8)), near.has(Fraction(15))
    (True, True, False)
    """
    mistaken = [mistake.value for mistake in (*declared, *built_in(key, unit, key))]
    powers = range(-FURTHEST_POWER, FURTHEST_POWER + 1)
    scaled = [_scaled(value, 0) for value in mistaken]
    scaled += [_scaled(key, power) for power in powers if power]
    # Three figures are the fewest by which a mistake is recognised: at most 0.5 % of a value.
    return _ranges((low - abs(low) // 50 - 1, high + abs(high) // 50 + 1) for low, high in scaled)


def near_key(key: Fraction, tolerance: Tolerance) -> Ranges:
    """Outside these ranges no value is the key rounded, or within twice the tolerance of it.

    >>> near = near_key(Fraction(8), Exact())
    >>> near.has(Fraction(10)), near.has(Fraction(31)), near.has(Fraction(-8))
    (True, False, False)
    """
    # Rounded to one figure, a value may stand for the half and for one and a half of itself.
    pairs = [sorted((key / 2, key * 3))]
    pairs += [[Fraction(a, b), Fraction(c, d)] for a, b, c, d in twice(tolerance, key)]
    return _ranges((_scaled(low, 0)[0], _scaled(high, 0)[1]) for low, high in pairs)


def twice(tolerance: Tolerance, key: Fraction) -> tuple[Interval, ...]:
    """Where values are within twice the tolerance of the key; for `sigfigs`, more than those."""
    return intervals(_twice(tolerance), key)


def _ranges(pairs: Iterable[tuple[int, int]]) -> Ranges:
    lows: list[int] = []
    highs: list[int] = []
    for low, high in sorted(pairs):
        if highs and low <= highs[-1]:
            highs[-1] = max(highs[-1], high)
        else:
            lows.append(low)
            highs.append(high)
    return Ranges(tuple(lows), tuple(highs))


def _scaled(value: Fraction, power: int) -> tuple[int, int]:
    """The whole numbers below and above value x 10^power, scaled."""
    above = value.numerator * _SCALE * 10 ** max(power, 0)
    below = value.denominator * 10 ** max(-power, 0)
    return above // below, -(-above // below)


def _twice(rule: Tolerance) -> Tolerance:
    """A rule that takes at least what is within twice the rule."""
    match rule:
        case Exact():
            return rule
        case Absolute(bound=bound):
            return Absolute(2 * bound)
        case Relative(share=share):
            return Relative(2 * share)
        case AbsoluteOrRelative(bound=bound, share=share):
            return AbsoluteOrRelative(2 * bound, 2 * share)
        case Range(low=low, high=high):
            return Range(low - (high - low) / 2, high + (high - low) / 2)
        case Places(digits=digits):
            return Absolute(Fraction(10) ** -digits)
        case SigFigs():
            return Relative(Fraction(1))
        case Factor(bound=bound):
            return Factor(bound**2)
        case AnyOf(members=members):
            return AnyOf(tuple((value, _twice(own)) for value, own in members))
        case _:
            assert_never(rule)
