"""Turn exact numbers and quantities into the text that shows them."""

from __future__ import annotations

from fractions import Fraction

from quizkit.units import UNITS, Quantity

COUNT_LETTERS = {"K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}
"""By what a letter behind a count multiplies it."""

_MOST_OF_A_LETTER = 10**6  # `1000000M` could be a million with its letter beside it
_LARGE_LETTERS = tuple((letter, COUNT_LETTERS[letter]) for letter in "TBM")


def exact(value: Fraction) -> str:
    """The exact text that JSON carries: digits, or a reduced fraction.

    >>> exact(Fraction(12)), exact(Fraction(6, 4))
    ('12', '3/2')
    """
    return str(value)


def decimal_places(value: Fraction) -> int | None:
    """How many decimal places write the value exactly, or None if none do.

    >>> decimal_places(Fraction(3, 8)), decimal_places(Fraction(1, 3))
    (3, None)
    """
    rest, places = value.denominator, 0
    for prime in (2, 5):
        count = 0
        while rest % prime == 0:
            rest //= prime
            count += 1
        places = max(places, count)
    return places if rest == 1 else None


def decimal(value: Fraction, places: int) -> str:
    """The value with that many decimal places, a tie rounded away from zero.

    >>> decimal(Fraction(5, 2), 0), decimal(Fraction(-1, 3), 2)
    ('3', '-0.33')
    """
    scaled = abs(value) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = str(whole).rjust(places + 1, "0")
    sign = "-" if value < 0 and whole else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def plain_number(value: Fraction) -> str:
    """The value as a short exact text: a decimal of at most 12 places, else a fraction.

    >>> plain_number(Fraction(67, 16)), plain_number(Fraction(64, 15))
    ('4.1875', '64/15')
    """
    places = decimal_places(value)
    return exact(value) if places is None or places > 12 else decimal(value, places)


def rounded(value: Fraction, figures: int = 4) -> str:
    """The value to so many significant figures, without an exponent and without trailing zeros.

    >>> rounded(Fraction(64, 15)), rounded(Fraction(31406250000), 4), rounded(Fraction(1, 3000))
    ('4.267', '31410000000', '0.0003333')
    """
    over, under = abs(value.numerator), value.denominator  # whole numbers are quicker
    if not over:
        return "0"
    sign = "-" if value < 0 else ""
    power = len(str(over)) - len(str(under))
    if over * 10 ** max(-power, 0) < under * 10 ** max(power, 0):
        power -= 1
    places = figures - 1 - power
    if places <= 0:
        step = 10**-places
        return f"{sign}{(2 * over + under * step) // (2 * under * step) * step}"
    whole = (2 * over * 10**places + under) // (2 * under)
    digits = str(whole).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")


def with_unit(text: str, unit: str) -> str:
    """A number's text with its unit as people write it: `120 GB`, `8-fold`, `75 %`, `12`.

    >>> with_unit("8", "fold"), with_unit("120", "GB"), with_unit("3", "psi")
    ('8-fold', '120 GB', '3 Ψ')
    """
    if unit == "plain":
        return text
    if unit == "fold":
        return f"{text}-fold"
    return f"{text} {UNITS[unit].symbol or unit}"


def shown(quantity: Quantity) -> str:
    """A quantity as people write it, exact: `7B params`, `31.40625 GB`, `64/15-fold`.

    >>> shown(Quantity(Fraction(7_000_000_000), "params"))
    '7B params'
    """
    if quantity.unit == "params":
        return f"{count(quantity.value)} params"
    return with_unit(plain_number(quantity.value), quantity.unit)


def count(value: Fraction) -> str:
    """A count as people write it: `7B`, `1.5B`, `124M`, `6,738,415,616`.

    >>> count(Fraction(1_500_000_000)), count(Fraction(4096)), count(Fraction(6_738_415_616))
    ('1.5B', '4,096', '6,738,415,616')
    """
    if value.denominator != 1:
        return plain_number(value)
    number = value.numerator
    for letter, size in _LARGE_LETTERS:
        thousandths, rest = divmod(abs(number) * 1000, size)
        if 1000 <= thousandths < _MOST_OF_A_LETTER * 1000 and not rest:
            whole, part = divmod(thousandths, 1000)
            text = f"{whole}.{part:03}".rstrip("0").rstrip(".") if part else str(whole)
            return f"-{text}{letter}" if number < 0 else text + letter
    return f"{value.numerator:,}"
