"""Turn scores into the measures of classical test theory, each with how sure it is.

Means and alpha are exact; roots and intervals are cut to `PLACES` decimal places.

Fisher's interval and Feldt's take scores to scatter as normal ones do. Where almost everybody is
right they do not: of such intervals too few hold, in a large class no less than in a small one. So
each is widened by as much as the scores' own fourth moments say that the measure scatters more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import mul, sub

from quizkit.autograde.intervals import feldt, fisher, root, wilson
from quizkit.numerals import decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A measure over `count` cases, and from where to where it may lie; None if that is unknown."""

    value: Fraction
    low: Fraction | None
    high: Fraction | None
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scatter:
    """Where `count` values lie: their mean, and their variance over n."""

    mean: Fraction
    variance: Fraction
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


def discrimination(
    scores: Sequence[Fraction], rests: Sequence[Fraction] | Sequence[int]
) -> Estimate | None:
    """The correlation of a question's scores with the same learners' results in the rest.

    Over learners who answered everything that is the corrected item-total correlation. None where
    one of the two does not vary. The interval is Fisher's (1921), by the arc tangent, widened where
    the correlation's variance without normal scores (Steiger and Hakstian 1982) is the larger one.
    The unit of `rests` does not matter.
    """
    count = len(scores)
    if count < 2:
        return None
    moments = _moments(_whole(scores)[0], _whole(rests)[0])
    product = moments[2, 0] * moments[0, 2]
    if not product:
        return None
    value = min(root(Fraction(moments[1, 1] ** 2, product)), Fraction(1))
    value *= 1 if moments[1, 1] >= 0 else -1
    low, high = fisher(value, count, _wider_correlation(moments, count))
    return Estimate(value=value, low=low, high=high, count=count)


def alpha(columns: Sequence[Sequence[Fraction]]) -> Estimate | None:
    """Cronbach's alpha (1951) of questions, each with the scores of the same learners in one order.

    k/(k-1) (1 - sum of the questions' variances / variance of the totals). None for fewer than two
    questions or learners, or equal totals. The interval is Feldt's (1965), from the F distribution,
    widened where alpha's variance without normal scores (Yuan, Guarnaccia and Hayslip 2003) is the
    larger one.
    """
    table = _from_means(columns)
    totals = [sum(row) for row in zip(*table, strict=True)]
    return _alpha(len(table), totals, _squares(table, len(totals)))


def alphas_without(columns: Sequence[Sequence[Fraction]]) -> tuple[Estimate | None, ...]:
    """For each question, the `alpha` of all the others."""
    table = _from_means(columns)
    totals = [sum(row) for row in zip(*table, strict=True)]
    squares = _squares(table, len(totals))
    return tuple(
        _alpha(
            len(table) - 1,
            list(map(sub, totals, column)),
            list(map(sub, squares, map(mul, column, column))),
        )
        for column in table
    )


def mean(values: Sequence[Fraction] | Sequence[int]) -> Fraction:
    """The mean of at least one value."""
    whole, scale = _whole(values)
    return Fraction(sum(whole), scale * len(values))


def deviation(values: Sequence[Fraction]) -> Fraction:
    """The standard deviation of at least two values, over n-1."""
    whole, scale = _whole(values)
    count = len(values)
    return root(Fraction(_spread(whole, whole), scale * scale * count * (count - 1)))


def scatter(values: Sequence[Fraction] | Sequence[int], unit: Fraction) -> Scatter | None:
    """Where values lie that are counted in some unit; None for none.

    >>> scatter([0, 4], Fraction(1, 2))
    Scatter(mean=Fraction(1, 1), variance=Fraction(1, 1), count=2)
    """
    count = len(values)
    if not count:
        return None
    whole, scale = _whole(values)
    return Scatter(
        mean=Fraction(sum(whole), scale * count) * unit,
        variance=Fraction(_spread(whole, whole), (scale * count) ** 2) * unit * unit,
        count=count,
    )


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


def _from_means(columns: Sequence[Sequence[Fraction]]) -> list[list[int]]:
    """Scores as whole numbers of one unit, each less the mean of its question."""
    rows = len(columns[0]) if columns else 0
    if not rows:
        return [[] for _ in columns]
    flat, _ = _whole([score for column in columns for score in column])
    table = [flat[start : start + rows] for start in range(0, len(flat), rows)]
    sums = [sum(column) for column in table]
    return [[rows * one - own for one in column] for column, own in zip(table, sums, strict=True)]


def _squares(table: Sequence[Sequence[int]], learners: int) -> list[int]:
    """Each learner's sum of squared differences from the questions' means."""
    squares = [0] * learners
    for column in table:
        squares = [before + one * one for before, one in zip(squares, column, strict=True)]
    return squares


def _alpha(questions: int, totals: Sequence[int], squares: Sequence[int]) -> Estimate | None:
    """From the learners' totals and squares, both of differences from the means."""
    learners = len(totals)
    own, of_totals = sum(squares), sum(map(mul, totals, totals))
    if questions < 2 or learners < 2 or not of_totals:
        return None
    part = Fraction(questions, questions - 1)
    value = part * (1 - Fraction(own, of_totals))
    if value == 1:
        return Estimate(value=value, low=None, high=None, count=learners)
    # What a learner adds to alpha is part * learners / of_totals times own / of_totals * total
    # squared - square; the mean of its square is the variance of alpha, times the learners.
    each = [
        own * total * total - of_totals * one for total, one in zip(totals, squares, strict=True)
    ]
    variance = part * learners * Fraction(sum(map(mul, each, each)), of_totals**4) / 2
    wider = max(Fraction(1), root(variance) / (1 - value))
    low, high = feldt(value, learners, questions, wider)
    return Estimate(value=value, low=low, high=high, count=learners)


Moments = dict[tuple[int, int], int]
"""Sums of products of powers of differences from the two means."""


def _moments(one: Sequence[int], other: Sequence[int]) -> Moments:
    """Of the orders that a correlation and its variance take; differences are times the count."""
    count, left, right = len(one), sum(one), sum(other)
    found = dict.fromkeys(((1, 1), (2, 0), (0, 2), (2, 2), (3, 1), (1, 3), (4, 0), (0, 4)), 0)
    for (first, second), times in Counter(zip(one, other, strict=True)).items():
        x, y = count * first - left, count * second - right
        xx, xy, yy = x * x, x * y, y * y
        found[1, 1] += times * xy
        found[2, 0] += times * xx
        found[0, 2] += times * yy
        found[2, 2] += times * xx * yy
        found[3, 1] += times * xx * xy
        found[1, 3] += times * xy * yy
        found[4, 0] += times * xx * xx
        found[0, 4] += times * yy * yy
    return found


def _wider_correlation(moments: Moments, count: int) -> Fraction:
    """By how much a correlation scatters more than one of normal scores, at least 1."""
    xx, yy, xy = moments[2, 0], moments[0, 2], moments[1, 1]
    square = Fraction(xy * xy, xx * yy)
    if square == 1:
        return Fraction(1)
    both = Fraction(moments[2, 2], xx * yy)
    crossed = Fraction(xy * moments[3, 1], xx * xx * yy) + Fraction(
        xy * moments[1, 3], xx * yy * yy
    )
    single = Fraction(moments[4, 0], xx * xx) + Fraction(moments[0, 4], yy * yy)
    variance = count * (both - crossed + square / 4 * (single + 2 * both))
    return max(Fraction(1), root(variance) / (1 - square))


def _spread(one: Sequence[int], other: Sequence[int]) -> int:
    """The sum of products of differences from the mean, times the number of values."""
    products = sum(left * right for left, right in zip(one, other, strict=True))
    return len(one) * products - sum(one) * sum(other)
