"""Turn an exact value into the digits that the ZeRO paper prints for it."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from quizkit.numerals import decimal


def half_up(value: Fraction, places: int) -> Fraction:
    """Rounded to so many decimal places, a tie away from zero, as people do.

    >>> half_up(Fraction(1, 8), 2)
    Fraction(13, 100)
    """
    return Fraction(decimal(value, places))


def truncated(value: Fraction, places: int) -> Fraction:
    """Cut after so many decimal places.

    >>> truncated(Fraction(1027, 2), 0)
    Fraction(513, 1)
    """
    return Fraction(floor(value * 10**places), 10**places)


def zero_table_1(gigabytes: Fraction) -> Fraction:
    """ZeRO Table 1: two places below 10 GB, one below 100, above that whole and *cut*.

    So 513.5 GB is printed as 513 and 2218.75 GB as 2218.

    >>> [float(zero_table_1(Fraction(gb))) for gb in ("1.875", "41.25", "513.5")]
    [1.88, 41.3, 513.0]
    """
    if gigabytes >= 100:
        return truncated(gigabytes, 0)
    return half_up(gigabytes, 1 if gigabytes >= 10 else 2)


def zero_table_2(billions: Fraction, model_degree: Fraction) -> Fraction:
    """ZeRO Table 2: the size for one model-parallel rank, rounded to 0.1B, times the degree.

    So 16 ranks of 7.641...B are printed as 121.6B where the exact product is 122.3B. Where it
    prints 0.5T, 1T and 2T the rule gives 512B, 1024B and 2048B.

    >>> float(zero_table_2(Fraction(512, 67), Fraction(16)))
    121.6
    """
    return half_up(billions, 1) * model_degree
