"""Turn an exact value into the digits that a tool prints for it.

The third layer beside the exact models and the emulated tools: nothing here computes, it rounds as
its source does. "GB" in DeepSpeed's and "MB" in Megatron's output are GiB and MiB.
"""

from __future__ import annotations

from fractions import Fraction


def half_even(value: Fraction, places: int) -> Fraction:
    """Rounded to so many decimal places, a tie to the even digit, as Python's `:.2f` does.

    >>> half_even(Fraction(1, 8), 2), half_even(Fraction(3, 8), 2)
    (Fraction(3, 25), Fraction(19, 50))
    """
    return Fraction(round(value * 10**places), 10**places)
