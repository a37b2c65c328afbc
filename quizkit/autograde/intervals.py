"""Turn a measure into the interval of 95 % in which it lies, or into how surely it is above 0.

Roots, intervals and quantiles are cut to `PLACES` decimal places.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from quizkit.autograde.quantiles import f_quantile

PLACES = 12

_Z = Fraction("1.959963984540054")  # the normal quantile of 0.975
_TAIL = Decimal("0.025")
_DIGITS = 28


def wilson(share: Fraction, count: int) -> tuple[Fraction, Fraction]:
    """Wilson's interval of a share of `count` cases."""
    room = _Z * _Z / count
    middle = share + room / 2
    half = root(room * (share * (1 - share) + room / 4))
    # The root is cut, which must not push an end that is 0 or 1 to the inside.
    low = 0 if share == 0 else (middle - half) / (1 + room)
    high = 1 if share == 1 else (middle + half) / (1 + room)
    return max(Fraction(0), Fraction(low)), min(Fraction(1), Fraction(high))


def fisher(value: Fraction, count: int, wider: Fraction) -> tuple[Fraction | None, Fraction | None]:
    """Fisher's interval (1921) of a correlation of `count` pairs, so many times as wide; or None.

    It is even on the scale of the hyperbolic arc tangent.
    """
    if count < 4 or abs(value) == 1:
        return None, None
    with localcontext() as context:
        context.prec = _DIGITS
        centre = _arc_tangent(value)
        half = _decimal(_Z * wider) / Decimal(count - 3).sqrt()
        ends = []
        for end in (centre - half, centre + half):
            grown = (2 * end).exp()
            ends.append(_cut((grown - 1) / (grown + 1)))
    return ends[0], ends[1]


def feldt(
    value: Fraction, learners: int, questions: int, wider: Fraction
) -> tuple[Fraction, Fraction]:
    """Feldt's interval (1965) of an alpha below 1, so many times as wide.

    It is widened on the scale on which it is even, that of the logarithm of 1 - alpha.
    """
    upper, lower = _f_bounds(learners - 1, (learners - 1) * (questions - 1))
    if wider > 1:
        with localcontext() as context:
            context.prec = _DIGITS
            upper, lower = (
                _cut((_decimal(wider) * _decimal(one).ln()).exp()) for one in (upper, lower)
            )
    return 1 - (1 - value) * upper, 1 - (1 - value) * lower


def errors_from_0(correlation: Fraction, count: int) -> Fraction:
    """How many standard errors a correlation of so many pairs, at least 4, lies above 0 (Fisher).

    >>> round(float(errors_from_0(Fraction(1, 2), 28)), 4)
    2.7465
    """
    # Nobody asks by how much a thousandth below 1 is surer than another.
    most = Fraction(999, 1000)
    with localcontext() as context:
        context.prec = _DIGITS
        centre = _arc_tangent(min(max(correlation, -most), most))
        return _cut(centre * Decimal(count - 3).sqrt())


def root(value: Fraction) -> Fraction:
    """The square root, cut to `PLACES` decimal places.

    >>> root(Fraction(1, 4)), root(Fraction(2))
    (Fraction(1, 2), Fraction(1414213562373, 1000000000000))
    """
    scale = 10**PLACES
    return Fraction(isqrt(value.numerator * scale * scale // value.denominator), scale)


def _arc_tangent(value: Fraction) -> Decimal:
    """Of the hyperbolic one; the value lies between -1 and 1."""
    return (_decimal(1 + value) / _decimal(1 - value)).ln() / 2


@lru_cache(maxsize=16)  # leaving out any question of an exam asks for the same two
def _f_bounds(first: int, second: int) -> tuple[Fraction, Fraction]:
    with localcontext() as context:
        context.prec = _DIGITS
        return _cut(f_quantile(1 - _TAIL, first, second)), _cut(f_quantile(_TAIL, first, second))


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _cut(value: Decimal) -> Fraction:
    return Fraction(value.quantize(Decimal(1).scaleb(-PLACES)))
