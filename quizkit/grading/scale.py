"""Turn exact values into whole numbers of 10^-24, so that comparing them is comparing integers.

A decimal of at most 24 places is such a whole number exactly. Any other value lies between two of
them; a whole number is at most the value if and only if it is at most the lower one.
"""

from __future__ import annotations

from fractions import Fraction

PLACES = 24
SCALE: int = 10**PLACES


def down(value: Fraction) -> int:
    """The greatest whole number of 10^-24 that is not above the value.

    >>> down(Fraction(3, 2)) == 15 * 10**23, down(Fraction(-1, 3 * 10**24))
    (True, -1)
    """
    return value.numerator * SCALE // value.denominator


def up(value: Fraction) -> int:
    """The least whole number of 10^-24 that is not below the value."""
    return -(-value.numerator * SCALE // value.denominator)
