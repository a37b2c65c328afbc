"""Turn scores into the measures of classical test theory, each with how sure it is.

Means and alpha are exact. Roots, intervals and quantiles are cut to `PLACES` decimal places. Every
interval is one of 95 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import isqrt, lcm
from operator import sub

from quizkit.autograde.quantiles import f_quantile
from quizkit.numerals import decimal

PLACES = 12

_Z = Fraction("1.959963984540054")  # the normal quantile of 0.975
_TAIL = Decimal("0.025")
_DIGITS = 28


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A measure over `count` cases, and from where to where it may lie; None if that is unknown."""

    value: Fraction
    low: Fraction | None
    high: Fraction | None
    count: int


def facility(scores: Sequence[Fraction]) -> Estimate | None:
    """The mean of scores from 0 to 1, with Wilson's interval; None for none.

    Wilson (1927): it stays inside 0 to 1, also for few cases and where everybody is right. For
    partial scores, which scatter less than right and wrong do, it is wider than need be.

    >>> found = facility([Fraction(1)] * 3 + [Fraction(0)])
    >>> found.value, float(found.low) > 0.3, float(found.high) < 0.96
    (Fraction(3, 4), True, True)
    """
    count = len(scores)
    if not count:
        return None
    share = mean(scores)
    low, high = wilson(share, count)
    return Estimate(value=share, low=low, high=high, count=count)


def wilson(share: Fraction, count: int, z: Fraction = _Z) -> tuple[Fraction, Fraction]:
    """Wilson's interval of a share of `count` cases, `z` standard errors to each side."""
    room = z * z / count
    middle = share + room / 2
    half = root(room * (share * (1 - share) + room / 4))
    # The root is cut, which must not push an end that is 0 or 1 to the inside.
    low = 0 if share == 0 else (middle - half) / (1 + room)
    high = 1 if share == 1 else (middle + half) / (1 + room)
    return max(Fraction(0), Fraction(low)), min(Fraction(1), Fraction(high))


def discrimination(
    scores: Sequence[Fraction], rests: Sequence[Fraction] | Sequence[int]
) -> Estimate | None:
    """The correlation of a question's scores with the same learners' results in the rest.

    Over learners who answered everything that is the corrected item-total correlation. None where
    one of the two does not vary. The interval is Fisher's (1921), by the arc tangent. The unit of
    `rests` does not matter.
    """
    count = len(scores)
    if count < 2:
        return None
    first, second = _whole(scores)[0], _whole(rests)[0]
    covariance = _spread(first, second)
    product = _spread(first, first) * _spread(second, second)
    if not product:
        return None
    value = root(Fraction(covariance * covariance, product))
    value = min(value, Fraction(1)) * (1 if covariance >= 0 else -1)
    low, high = _fisher(value, count)
    return Estimate(value=value, low=low, high=high, count=count)


def alpha(columns: Sequence[Sequence[Fraction]]) -> Estimate | None:
    """Cronbach's alpha (1951) of questions, each with the scores of the same learners in one order.

    k/(k-1) (1 - sum of the questions' variances / variance of the totals). None for fewer than two
    questions or learners, or equal totals. The interval is Feldt's (1965), from the F distribution.
    """
    table = _whole_table(columns)
    totals = [sum(row) for row in zip(*table, strict=True)]
    return _alpha(len(table), totals, sum(_spread(column, column) for column in table))


def alphas_without(columns: Sequence[Sequence[Fraction]]) -> tuple[Estimate | None, ...]:
    """For each question, the `alpha` of all the others."""
    table = _whole_table(columns)
    totals = [sum(row) for row in zip(*table, strict=True)]
    spreads = [_spread(column, column) for column in table]
    of_all = sum(spreads)
    return tuple(
        _alpha(len(table) - 1, list(map(sub, totals, column)), of_all - own)
        for column, own in zip(table, spreads, strict=True)
    )


def mean(values: Sequence[Fraction] | Sequence[int]) -> Fraction:
    """The mean of at least one value."""
    whole, scale = _whole(values)
    return Fraction(sum(whole), scale * len(values))


def deviation(values: Sequence[Fraction]) -> Fraction:
    """The standard deviation over n-1; 0 for a single value."""
    if len(values) < 2:
        return Fraction(0)
    whole, scale = _whole(values)
    count = len(values)
    return root(Fraction(_spread(whole, whole), scale * scale * count * (count - 1)))


def root(value: Fraction) -> Fraction:
    """The square root, cut to `PLACES` decimal places.

    >>> root(Fraction(1, 4)), root(Fraction(2))
    (Fraction(1, 2), Fraction(1414213562373, 1000000000000))
    """
    scale = 10**PLACES
    return Fraction(isqrt(value.numerator * scale * scale // value.denominator), scale)


def estimate_words(estimate: Estimate | None) -> str:
    """A measure in words: `0.75 (0.30 to 0.95)`.

    >>> estimate_words(Estimate(value=Fraction(3, 4), low=None, high=None, count=4))
    '0.75'
    """
    if estimate is None:
        return ""
    value = decimal(estimate.value, 2)
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({decimal(estimate.low, 2)} to {decimal(estimate.high, 2)})"


# --- inside ---------------------------------------------------------------------------------------


def _whole(values: Sequence[Fraction] | Sequence[int]) -> tuple[list[int], int]:
    """The values times their common denominator, and that: whole numbers add up much faster."""
    scale = lcm(*{value.denominator for value in values})
    if scale == 1:
        return [value.numerator for value in values], 1
    return [value.numerator * (scale // value.denominator) for value in values], scale


def _whole_table(columns: Sequence[Sequence[Fraction]]) -> list[list[int]]:
    rows = len(columns[0]) if columns else 0
    if not rows:
        return [[] for _ in columns]
    flat, _ = _whole([score for column in columns for score in column])
    return [flat[start : start + rows] for start in range(0, len(flat), rows)]


def _alpha(questions: int, totals: Sequence[int], of_questions: int) -> Estimate | None:
    """From the learners' totals and the sum of the questions' own spreads."""
    of_totals = _spread(totals, totals)
    if questions < 2 or len(totals) < 2 or not of_totals:
        return None
    value = Fraction(questions, questions - 1) * (1 - Fraction(of_questions, of_totals))
    low, high = _feldt(value, len(totals), questions)
    return Estimate(value=value, low=low, high=high, count=len(totals))


def _spread(one: Sequence[int], other: Sequence[int]) -> int:
    """The sum of products of differences from the mean, times the number of values."""
    products = sum(left * right for left, right in zip(one, other, strict=True))
    return len(one) * products - sum(one) * sum(other)


def _fisher(value: Fraction, count: int) -> tuple[Fraction | None, Fraction | None]:
    if count < 4 or abs(value) == 1:
        return None, None
    with localcontext() as context:
        context.prec = _DIGITS
        centre = (_decimal(1 + value) / _decimal(1 - value)).ln() / 2
        half = _decimal(_Z) / Decimal(count - 3).sqrt()
        ends = []
        for end in (centre - half, centre + half):
            grown = (2 * end).exp()
            ends.append(_cut((grown - 1) / (grown + 1)))
    return ends[0], ends[1]


def _feldt(
    value: Fraction, learners: int, questions: int
) -> tuple[Fraction | None, Fraction | None]:
    if value == 1:
        return None, None
    upper, lower = _f_bounds(learners - 1, (learners - 1) * (questions - 1))
    return 1 - (1 - value) * upper, 1 - (1 - value) * lower


@lru_cache(maxsize=16)  # leaving out any question of an exam asks for the same two
def _f_bounds(first: int, second: int) -> tuple[Fraction, Fraction]:
    with localcontext() as context:
        context.prec = _DIGITS
        return _cut(f_quantile(1 - _TAIL, first, second)), _cut(f_quantile(_TAIL, first, second))


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _cut(value: Decimal) -> Fraction:
    return Fraction(value.quantize(Decimal(1).scaleb(-PLACES)))
