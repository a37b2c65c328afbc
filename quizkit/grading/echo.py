"""Turn a number as it was read into the text that shows it, and that reads as the same again."""

from __future__ import annotations

import re
from fractions import Fraction

from quizkit.grading.literals import GREATEST_EXPONENT, Literal
from quizkit.numerals import count, decimal_places, rounded, with_unit
from quizkit.units import UNITS

LONGEST = 200
"""How many characters of an answer are read."""

_MOST_ZEROS = 15
_FIGURES = 5
_LIKE_A_GROUP = re.compile(r"-?[1-9][0-9]{0,2}\.[0-9]{3}")
_LONG = 7  # digits of a whole number that is shown in groups
_LIKE_A_UNIT = re.compile(r" (?=[^0-9])|(?<=[^0-9]) ")


def written(literal: Literal, power: int = 0) -> str:
    """The literal times 10^power, without its sign, in one plain notation that keeps its figures.

    >>> written(Literal(digits="0150", places=2)), written(Literal(digits="15", exponent=-1))
    ('1.50', '1.5')
    """
    return shifted(literal.digits, literal.places - literal.exponent - power)


def shifted(digits: str, places: int) -> str:
    """digits x 10^-places, every figure kept; with an exponent where zeros would be many.

    >>> shifted("150", 2), shifted("15", -2), shifted("15", -30), shifted("15", -400)
    ('1.50', '1500', '1.5e31', '15e400')
    """
    digits = digits.lstrip("0")
    if not digits:
        return f"0.{'0' * min(places, _MOST_ZEROS)}" if places > 0 else "0"
    if -_MOST_ZEROS <= places <= 0:
        return digits + "0" * -places
    if 0 < places < len(digits) + _MOST_ZEROS:
        digits = digits.rjust(places + 1, "0")
        return f"{digits[:-places]}.{digits[-places:]}"
    power = len(digits) - 1 - places
    if abs(power) > GREATEST_EXPONENT:
        return f"{digits}e{-places}"
    return digits[0] + ("." + digits[1:] if digits[1:] else "") + f"e{power}"


def worked_out(value: Fraction, figures: int | None = None) -> str:
    """A value that is no single literal, exactly: a decimal if it is short, else a fraction.

    A decimal is filled up with zeros to `figures` significant ones.

    >>> worked_out(Fraction(67, 16)), worked_out(Fraction(-64, 15)), worked_out(Fraction(3, 2), 3)
    ('4.1875', '-64/15', '1.50')
    """
    sign = "-" if value < 0 else ""
    over, under = abs(value.numerator), value.denominator
    if under == 1:
        return sign + _whole(over, figures)
    places = decimal_places(value) if under.bit_length() < 64 else None
    if places is None or places > 12:
        return f"{sign}{_whole(over)}/{_whole(under)}"
    digits = str(over * 10**places // under).rjust(places + 1, "0")
    digits = f"{digits[:-places]}.{digits[-places:]}"
    missing = (figures or 0) - len(digits.lstrip("0.").replace(".", ""))
    return sign + digits + "0" * missing


def _whole(number: int, figures: int | None = None) -> str:
    """A whole number; a long row of zeros at its end becomes an exponent."""
    digits = str(number)
    bare = digits.rstrip("0")
    zeros = len(digits) - len(bare)
    if zeros <= _MOST_ZEROS:
        bare, zeros = digits, 0
    missing = max(0, (figures or 0) - len(bare)) if number else 0
    return shifted(bare + "0" * missing, missing - zeros)


def counted(value: Fraction, figures: int | None = None) -> str:
    """A whole count as people write it, without marks: `7B`, `124M`, `4096`.

    >>> counted(Fraction(7 * 10**9)), counted(Fraction(4096)), counted(Fraction(33, 8))
    ('7B', '4096', '4.125')
    """
    if figures is not None or value.denominator != 1 or abs(value) >= 10**_MOST_ZEROS:
        return worked_out(value, figures)
    return count(value).replace(",", "")


def echo(
    text: str,
    unit: str,
    *,
    asked: str,
    converted: Fraction | None = None,
    decimal_comma: bool = False,
    with_name: bool = True,
) -> str:
    """The number's `text` with its unit, and what that is in the asked unit.

    >>> echo("120", "GiB", asked="GB", converted=Fraction(120 * 2**30, 10**9))
    '120 GiB (= 128.85 GB)'
    """
    if len(text) >= _LONG and text.lstrip("-").isdigit():
        text = f"{int(text):,}" if len(text.lstrip("-")) >= _LONG else text
    elif decimal_comma:
        text = text.replace(".", ",")
    elif _LIKE_A_GROUP.fullmatch(text):
        # Read again, "1.125 params" could be 1125 of them, and "120.000 MB" 120 GB.
        is_other = unit != asked and text.endswith("000")
        if is_other or (UNITS[asked].whole and UNITS[unit].whole):
            text += "e0"
    if not with_name:
        return text
    shown = named(text, unit, asked)
    if converted is None:
        return shown
    short = in_brackets(converted)
    return f"{shown} (= {with_unit(short.replace('.', ',') if decimal_comma else short, asked)})"


def named(text: str, unit: str, asked: str) -> str:
    """A number's text with its unit, so that it is clear where the unit `asked` is asked for.

    >>> named("3", "B", "GB"), named("3", "B", "B")
    ('3 bytes', '3 B')
    """
    return f"{text} bytes" if unit == "B" and asked != "B" else with_unit(text, unit)


def in_brackets(value: Fraction) -> str:
    """A value for the brackets of an echo: exact in a few figures, else rounded to five.

    >>> in_brackets(Fraction("0.12")), in_brackets(Fraction("120.00138625024"))
    ('0.12', '120.00')
    """
    text = rounded(value, _FIGURES)
    sign, text = ("-", text[1:]) if value < 0 else ("", text)
    places = len(text.partition(".")[2])
    if int(text.replace(".", "")) * value.denominator != abs(value.numerator) * 10**places:
        # Zeros that rounding leaves at the end are figures: 120.00 GB is not quite 120 GB.
        figures = len(text.lstrip("0.").replace(".", ""))
        if places or figures < _FIGURES:
            text += ("" if places else ".") + "0" * max(0, _FIGURES - figures)
    whole, _, part = text.partition(".")
    digits = whole + part
    if len(digits) > 2 * _MOST_ZEROS or len(whole) - len(whole.rstrip("0")) > _MOST_ZEROS:
        digits = digits.lstrip("0")
        bare = digits.rstrip("0")
        return sign + shifted(bare, len(part) - len(digits) + len(bare))
    return sign + text


def is_readable(text: str) -> bool:
    """Whether the number of an echo keeps within the limit of exponents."""
    return "e" not in text or all(
        int(power) <= GREATEST_EXPONENT for power in re.findall(r"e-?([0-9]{3,})", text)
    )


def is_literal(typed: str, shown: str) -> bool:
    """Whether an echo would tell nothing new: it is what was typed, but for a blank at the unit.

    >>> is_literal("120GB", "120 GB"), is_literal("1 500 GB", "1500 GB")
    (True, False)
    """
    if typed == shown:
        return True
    if typed.replace(" ", "") != shown.replace(" ", ""):
        return False
    return _LIKE_A_UNIT.sub("", typed) == _LIKE_A_UNIT.sub("", shown)
