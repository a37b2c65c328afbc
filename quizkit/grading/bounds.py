"""Turn a tolerance rule and a key into the intervals of right values, for grading many responses.

`quizkit.tolerance.within` is the meaning of a rule; this is its answer worked out beforehand, and a
property holds the two together.
"""

from __future__ import annotations

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
from quizkit.grading.scale import SCALE

Interval = tuple[int, int, int, int]
"""Both ends inside: numerator and denominator of the lower one, then of the upper one."""

ScaledInterval = tuple[int, int]
"""The least and the greatest whole number of 10^-24 inside."""


def intervals(rule: Tolerance, key: Fraction) -> tuple[Interval, ...]:
    """Where the right values lie.

    >>> intervals(Relative(Fraction(1, 100)), Fraction(120))
    ((594, 5, 606, 5),)
    """
    match rule:
        case AnyOf(members=members):
            return tuple(one for member, own in members for one in intervals(own, member))
        case Exact():
            return _around(key, Fraction(0))
        case Absolute(bound=bound):
            return _around(key, bound)
        case Relative(share=share):
            return _around(key, share * abs(key))
        case AbsoluteOrRelative(bound=bound, share=share):
            return _around(key, max(bound, share * abs(key)))
        case Range(low=low, high=high):
            return _from(low, high)
        case Places(digits=digits):
            return _around(key, Fraction(10) ** -digits / 2)
        case SigFigs(figures=figures):
            return _figures(key, figures)
        case Factor(bound=bound):
            return _from(*sorted((key / bound, key * bound)))
        case _:
            assert_never(rule)


def is_inside(value: Fraction, where: tuple[Interval, ...]) -> bool:
    """Whether a value lies in one of the intervals."""
    above, below = value.numerator, value.denominator
    for low, low_below, high, high_below in where:
        if low * below <= above * low_below and above * high_below <= high * below:
            return True
    return False


def scaled(where: tuple[Interval, ...]) -> tuple[ScaledInterval, ...]:
    """The intervals for values that are whole numbers of 10^-24: exactly the same ones are inside.

    >>> [(low / SCALE, high / SCALE) for low, high in scaled(((1, 2, 3, 2),))]
    [(0.5, 1.5)]
    """
    return tuple(
        (-(-low * SCALE // low_below), high * SCALE // high_below)
        for low, low_below, high, high_below in where
    )


def _around(key: Fraction, apart: Fraction) -> tuple[Interval, ...]:
    return _from(key - apart, key + apart)


def _from(low: Fraction, high: Fraction) -> tuple[Interval, ...]:
    if low > high:
        return ()
    return ((low.numerator, low.denominator, high.numerator, high.denominator),)


def _figures(key: Fraction, figures: int) -> tuple[Interval, ...]:
    """Half of the smaller of the two units; below a power of ten that is the value's own."""
    if key == 0:
        return ()
    size = abs(key)
    power = len(str(size.numerator)) - len(str(size.denominator))
    if size < Fraction(10) ** power:
        power -= 1
    decade = Fraction(10) ** power
    unit = decade * Fraction(10) ** (1 - figures)
    low = size - unit / 2
    if low < decade:
        low = min(decade, size - unit / 20)
    high = size + unit / 2
    return _from(low, high) if key > 0 else _from(-high, -low)
