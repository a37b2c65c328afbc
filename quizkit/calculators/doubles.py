"""Turn an exact number into the IEEE 754 double nearest to it, as an exact number.

Some tools compute in Python floats and cut the result with `int()`. Rounding after each of their
steps gives their result to the last digit, and no float is needed for it.
"""

from __future__ import annotations

from fractions import Fraction


def double(value: Fraction | int) -> Fraction:
    """The nearest double, ties to even; subnormal and infinite results do not occur here.

    >>> double(Fraction(1, 3)) == Fraction(1 / 3), double(2**53 + 1) == 2**53
    (True, True)
    """
    exact = Fraction(value)
    if exact == 0:
        return exact
    shift = 53 - abs(exact.numerator).bit_length() + exact.denominator.bit_length()
    scale = Fraction(2) ** shift
    if abs(exact) * scale >= 2**53:
        scale /= 2
    return round(exact * scale) / scale


def divided(over: Fraction | int, under: Fraction | int) -> Fraction:
    """`over / under` of two whole numbers as Python's true division gives it: rounded once."""
    return double(Fraction(over) / Fraction(under))


def times(one: Fraction | int, other: Fraction | int) -> Fraction:
    """The product of two doubles; a whole number beyond 2^53 is rounded to one first."""
    return double(double(one) * double(other))
