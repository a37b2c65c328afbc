"""Turn a key into the ranges outside which a wrong value has no explanation.

Most wrong values are near no mistake, declared or built in, and not near the key. That is seen here
by one search in a row of whole numbers; inside a range the few mistakes near it are asked. The
ranges are wider than they need be, never narrower, and a property holds that.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, assert_never

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
from quizkit.grading.bounds import Interval, ScaledInterval, intervals
from quizkit.grading.mistakes import (
    FURTHEST_POWER,
    SLIPS_AFTER,
    Slip,
    power_of_ten,
    slips_before,
)
from quizkit.grading.scale import SCALE, down, up
from quizkit.variants import MistakenValue


class Near(NamedTuple):
    """A mistake, and the whole numbers of 10^-24 below and above what it comes to."""

    below: int
    above: int
    mistake: MistakenValue | Slip


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Ranges of scaled values, sorted, apart, both ends inside; and the mistakes near each."""

    lows: tuple[int, ...]
    highs: tuple[int, ...]
    mistakes: tuple[tuple[Near, ...], ...]

    def of(self, value: int) -> tuple[Near, ...]:
        """The mistakes that a scaled value may show, in the order in which they are looked at."""
        at = bisect_right(self.lows, value) - 1
        return self.mistakes[at] if at >= 0 and value <= self.highs[at] else ()


def near_mistakes(key: Fraction, unit: str, declared: Sequence[MistakenValue]) -> Neighbours:
    """Outside these ranges `recognised` knows no mistake.

    >>> near = near_mistakes(Fraction(8), "fold", ())
    >>> [[one.mistake.name for one in near.of(down(value))]
    ...  for value in (Fraction(16), Fraction(1, 8), Fraction(15))]
    [['factor-2'], ['reciprocal'], []]
    """
    mistakes = [Near(down(one.value), up(one.value), one) for one in declared]
    if key:
        slips = [*slips_before(key, unit), *_POWERS, *SLIPS_AFTER]
        above, below = key.numerator * SCALE, key.denominator
        for slip in slips:
            over, under = above * slip.factor.numerator, below * slip.factor.denominator
            mistakes.append(Near(over // under, -(-over // under), slip))
    # Three figures are the fewest by which a mistake is recognised: at most 0.5 % of a value.
    found = sorted(
        (one.below - abs(one.below) // 50 - 1, one.above + abs(one.above) // 50 + 1, order)
        for order, one in enumerate(mistakes)
    )
    lows: list[int] = []
    highs: list[int] = []
    groups: list[list[int]] = []
    for low, high, order in found:
        if highs and low <= highs[-1]:
            highs[-1] = max(highs[-1], high)
            groups[-1].append(order)
        else:
            lows.append(low)
            highs.append(high)
            groups.append([order])
    return Neighbours(
        tuple(lows),
        tuple(highs),
        tuple([tuple([mistakes[order] for order in sorted(group)]) for group in groups]),
    )


_POWERS = tuple(
    power_of_ten(power) for power in range(-FURTHEST_POWER, FURTHEST_POWER + 1) if power
)


def near_key(key: Fraction) -> ScaledInterval:
    """Outside this no value is the key rounded.

    >>> [end // SCALE for end in near_key(Fraction(8))]
    [4, 24]
    """
    # Rounded to one figure, a value may stand for the half and for one and a half of itself.
    low, high = sorted((key / 2, key * 3))
    return down(low), up(high)


def twice(tolerance: Tolerance, key: Fraction) -> tuple[Interval, ...]:
    """Where values are within twice the tolerance of the key; for `sigfigs`, more than those."""
    return intervals(_twice(tolerance), key)


def is_twice_exact(tolerance: Tolerance) -> bool:
    """Whether `twice` has exactly the values within twice the tolerance."""
    if isinstance(tolerance, AnyOf):
        return all(is_twice_exact(own) for _, own in tolerance.members)
    return not isinstance(tolerance, SigFigs)


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
