"""Turn a tolerance rule, a key and a value into whether the value is within it, or within twice it.

All bounds are inclusive and exact, with no hidden slack: 4.11 is within 4.1 +- 0.01, which floats
deny.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, assert_never

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


def within(rule: Tolerance, key: Fraction, value: Fraction) -> bool:
    """Whether the value is as near to the key as the rule asks; all three are in one unit.

    >>> within(Relative(Fraction(1, 100)), Fraction(120), Fraction("121.2"))
    True
    """
    return _within(rule, key, value, 1)


def within_twice(rule: Tolerance, key: Fraction, value: Fraction) -> bool:
    """Whether the value is too near to the key to be told apart from it: within twice the rule.

    The bound is doubled, a factor squared, a range widened by half its width on each side; `exact`
    stays equality. A declared mistake must lie further off than this.

    >>> within_twice(Factor(Fraction(2)), Fraction(8), Fraction(32))
    True
    """
    return _within(rule, key, value, 2)


def _within(rule: Tolerance, key: Fraction, value: Fraction, times: Literal[1, 2]) -> bool:
    apart = abs(value - key)
    match rule:
        case Exact():
            return value == key
        case Absolute(bound=bound):
            return apart <= times * bound
        case Relative(share=share):
            return apart <= times * share * abs(key)
        case AbsoluteOrRelative(bound=bound, share=share):
            return apart <= times * max(bound, share * abs(key))
        case Range(low=low, high=high):
            margin = (high - low) / 2 * (times - 1)
            return low - margin <= value <= high + margin
        case Places(digits=digits):
            return apart <= times * Fraction(10) ** -digits / 2
        case SigFigs(figures=figures):
            if key * value <= 0:
                return False
            # Of the two units: 99.96 is 100 to three figures, but a key of 99.96 deserves 0.1.
            return apart <= times * min(_unit(key, figures), _unit(value, figures)) / 2
        case Factor(bound=bound):
            if key * value < 0:
                return False
            return abs(key) / bound**times <= abs(value) <= abs(key) * bound**times
        case AnyOf(members=members):
            return any(_within(own, member, value, times) for member, own in members)
        case _:
            assert_never(rule)


def _unit(value: Fraction, figures: int) -> Fraction:
    """What one step in the last of so many significant figures is worth; the value is not 0."""
    size = abs(value)
    power = len(str(size.numerator)) - len(str(size.denominator))
    if size < Fraction(10) ** power:
        power -= 1
    return Fraction(10) ** (power - figures + 1)
