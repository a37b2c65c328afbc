"""Turn the points of a group of learners and of all the others into the chance of as many by luck.

Fisher's exact test (1935): if the group were any so many of all learners, the points in it would
have the hypergeometric distribution. It holds for a group of one as for a group of a thousand.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import lru_cache

from quizkit.autograde.quantiles import ln_gamma

_DIGITS = 28
_SMALL = Decimal("1e-12")


@lru_cache(maxsize=4096)  # many groups are alike: most have one learner, or two
def luck(points: int, group: int, others_points: int, others: int) -> Decimal:
    """The chance that a group of so many gets at least these points, one at most for each.

    `others` are how many are not in it, and `others_points` theirs; the sum is what is given.

    >>> round(luck(3, 3, 1, 4), 6)  # the three of seven with the four points: 4 of 35 ways
    Decimal('0.114286')
    """
    total = points + others_points
    with localcontext() as context:
        context.prec = _DIGITS
        term = (
            _ln_ways(group, points)
            + _ln_ways(others, others_points)
            - _ln_ways(group + others, total)
        ).exp()
        chance = term
        for got in range(points, min(group, total)):
            term *= Decimal((group - got) * (total - got))
            term /= (got + 1) * (others - total + got + 1)
            chance += term
            # Up to the middle the terms grow, and there they are no smaller than their mean.
            if term < _SMALL * chance:
                break
        return min(chance, Decimal(1))


def _ln_ways(of: int, chosen: int) -> Decimal:
    """The logarithm of the number of ways to choose so many of so many."""
    return (
        ln_gamma(Decimal(of + 1))
        - ln_gamma(Decimal(chosen + 1))
        - ln_gamma(Decimal(of - chosen + 1))
    )
