"""Turn a share into the quantile of the F distribution that it names, in decimal arithmetic.

The incomplete beta function comes from its continued fraction (Abramowitz and Stegun 26.5.8,
evaluated by Lentz's method), the gamma function from Stirling's series (6.1.41).
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

_BERNOULLI = tuple(
    Fraction(text) for text in ("1/6", "-1/30", "1/42", "-1/30", "5/66", "-691/2730", "7/6")
)
_HALF_LN_2_PI = Decimal("0.918938533204672741780329736405617639861")
_STIRLING_FROM = 30
_NEAR = Decimal("1e-16")
_TINY = Decimal("1e-200")
_STEPS = 80


def f_quantile(share: Decimal, first: int, second: int) -> Decimal:
    """The value below which that share of F(first, second) lies; `share` is between 0 and 1.

    >>> round(f_quantile(Decimal("0.975"), 4, 8), 6)
    Decimal('5.052632')
    """
    a, b = Decimal(first) / 2, Decimal(second) / 2
    scale = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b)
    low, high = Decimal(0), Decimal(1)
    at = a / (a + b)
    for _ in range(_STEPS):
        missing = share - _beta(at, a, b, scale)
        if missing > 0:
            low = at
        else:
            high = at
        # Newton's step, or half the way where that would leave the bracket.
        density = (scale + (a - 1) * at.ln() + (b - 1) * (1 - at).ln()).exp()
        step = at + missing / density if density else low
        before, at = at, step if low < step < high else (low + high) / 2
        if abs(at - before) <= _NEAR * before:
            break
    return b * at / (a * (1 - at))


def _beta(at: Decimal, a: Decimal, b: Decimal, scale: Decimal) -> Decimal:
    """The regularised incomplete beta function I(a, b) at a place between 0 and 1."""
    front = (scale + a * at.ln() + b * (1 - at).ln()).exp()
    # The fraction converges fast below the mean and slowly above it.
    if at < (a + 1) / (a + b + 2):
        return front * _fraction(at, a, b) / a
    return 1 - front * _fraction(1 - at, b, a) / b


def _fraction(at: Decimal, a: Decimal, b: Decimal) -> Decimal:
    upper = Decimal(1)
    lower = 1 / _nonzero(1 - (a + b) * at / (a + 1))
    found = lower
    term, change = 0, Decimal(0)
    while abs(change - 1) > _NEAR:
        term += 1
        even = term * (b - term) * at / ((a + 2 * term - 1) * (a + 2 * term))
        odd = -(a + term) * (a + b + term) * at / ((a + 2 * term) * (a + 2 * term + 1))
        for step in (even, odd):
            lower = 1 / _nonzero(1 + step * lower)
            upper = _nonzero(1 + step / upper)
            change = lower * upper
            found *= change
    return found


def _nonzero(value: Decimal) -> Decimal:
    return value if abs(value) > _TINY else _TINY


def ln_gamma(value: Decimal) -> Decimal:
    """The logarithm of the gamma function above 0: a large argument by Stirling, then downwards."""
    product = Decimal(1)
    while value < _STIRLING_FROM:
        product *= value
        value += 1
    series = sum(
        (
            Decimal(number.numerator)
            / (number.denominator * 2 * n * (2 * n - 1) * value ** (2 * n - 1))
            for n, number in enumerate(_BERNOULLI, 1)
        ),
        start=Decimal(0),
    )
    return (value - Decimal("0.5")) * value.ln() - value + _HALF_LN_2_PI + series - product.ln()
