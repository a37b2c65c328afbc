"""Turn author's notation into exact numbers: `7B`, `1.5e9`, `67/16`, `0.5%`, and nothing looser."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from quizkit.errors import NotationError
from quizkit.numerals import COUNT_LETTERS

NUMBER_PATTERN: Final = (
    r"^[+-]?[0-9]+(/[0-9]*[1-9][0-9]*|(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?([KMBT]| *%)?)$"
)
"""What `number` reads, as far as a pattern can say it."""

_DECIMAL = re.compile(r"([+-]?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,4}))?")
_FRACTION = re.compile(r"([+-]?[0-9]+)/([0-9]+)")
_LONGEST, _EXPONENT = 200, 400


def number(text: str) -> Fraction:
    """Read a number in author's notation: `7B`, `1.5e9`, `67/16`, `-3`, `0.5%`.

    At most 200 characters, exponent within 400 either way. Raises NotationError.

    >>> number("7.5e9"), number("7B") == 7 * 10**9, number("67/16"), number("0.5%")
    (Fraction(7500000000, 1), True, Fraction(67, 16), Fraction(1, 200))
    """
    if len(text) > _LONGEST:
        raise NotationError(f"a number of {len(text)} characters; the limit is {_LONGEST}")
    fraction = _FRACTION.fullmatch(text)
    if fraction:
        below = int(fraction[2])
        if below == 0:
            raise NotationError(f'"{text}" divides by zero')
        return Fraction(int(fraction[1]), below)
    body, factor = text, Fraction(1)
    if text.endswith("%"):
        body, factor = text[:-1].rstrip(" "), Fraction(1, 100)
    elif text[-1:] in COUNT_LETTERS:
        body, factor = text[:-1], Fraction(COUNT_LETTERS[text[-1]])
    decimal = _DECIMAL.fullmatch(body)
    if not decimal:
        raise NotationError(f'"{text}" is not a number (write 12, 1.5e9, 67/16, 7B or 0.5%)')
    sign, whole, part, exponent = decimal.groups()
    part = part or ""
    power = int(exponent or 0)
    if abs(power) > _EXPONENT:
        raise NotationError(f'the exponent of "{text}" is beyond {_EXPONENT}')
    value = Fraction(int(whole + part)) * Fraction(10) ** (power - len(part)) * factor
    return -value if sign == "-" else value


def percentage(text: str) -> Fraction:
    """Read a text that must end in `%`, as a share of 1; raises NotationError.

    >>> percentage("0.5%")
    Fraction(1, 200)
    """
    if not text.endswith("%"):
        raise NotationError(f'"{text}" needs a percent sign: write {text}%')
    return number(text)
