"""Fill the named gaps of an author's text: `{devices}`, `{params:full}`, `{{` for a brace.

Not `str.format`: that would let content walk the attributes of what it is given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from quizkit.errors import NotationError
from quizkit.numerals import count, decimal_places, plain_number, rounded, shown, with_unit
from quizkit.units import Quantity

FORMATS = ("full", "unit")
"""The named formats: grouped digits, and with the unit."""

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_COUNTED = ("params", "tokens", "elements")
_LONG = 10**15
_MARKED = 10_000  # four digits read well without a mark, and years and sizes are written so
_LONGEST_PART = 4


def fill(text: str, gaps: Mapping[str, str]) -> str:
    """The text with every gap filled from `gaps` and `{{`, `}}` turned into single braces.

    Raises NotationError for a gap that `gaps` does not have and for a brace on its own.

    >>> fill("{devices} devices, {{exactly}}", {"devices": "8"})
    '8 devices, {exactly}'
    """

    def filled(token: re.Match[str]) -> str:
        found = token[0]
        if found in ("{{", "}}"):
            return found[0]
        if found in ("{", "}"):
            raise NotationError(f'a "{found}" on its own; write "{found * 2}" for a literal brace')
        name = token[1]
        if name not in gaps:
            known = ", ".join(f"{{{gap}}}" for gap in gaps)
            raise NotationError(
                f'nothing fills "{found}"; '
                + (f"there are {known}; " if gaps else "")
                + f'write "{{{found}}}" for the braces themselves'
            )
        return gaps[name]

    return _TOKEN.sub(filled, text)


def gaps(name: str, value: Fraction | str, unit: str | None) -> dict[str, str]:
    """What fills the gaps of one drawn input: `{name}`, `{name:full}` and `{name:unit}`.

    >>> gaps("params", Fraction(7_000_000_000), "params")
    {'params': '7B', 'params:full': '7,000,000,000', 'params:unit': '7B params'}
    """
    short = drawn_text(value, unit)
    if isinstance(value, str) or unit is None:
        return {name: short, **{f"{name}:{form}": short for form in FORMATS}}
    return {name: short, f"{name}:full": _grouped(value), f"{name}:unit": with_unit(short, unit)}


def drawn_text(value: Fraction | str, unit: str | None) -> str:
    """A drawn value as a prompt shows it, without its unit: `7B` parameters, `8`, `12,288`, `6e21`.

    >>> drawn_text(Fraction(8), "plain"), drawn_text(Fraction(12288), "plain")
    ('8', '12,288')
    >>> drawn_text(Fraction(6 * 10**21), "FLOP"), drawn_text("mixed-adam", None)
    ('6e21', 'mixed-adam')
    """
    if isinstance(value, str):
        return value
    if unit in _COUNTED:
        return count(value)
    if value.denominator == 1 and abs(value) >= _LONG:
        digits = str(abs(value.numerator))
        power = len(digits) - 1
        if len(digits.rstrip("0")) <= 4:
            return f"{plain_number(value / 10**power)}e{power}"
    return _grouped(value) if abs(value) >= _MARKED else plain_number(value)


def key_text(value: Fraction, unit: str) -> str:
    """A key as an explanation states it: exact, and rounded too where it is no decimal.

    A fraction too long to be taken in is rounded alone; counts are written as people write them.

    >>> key_text(Fraction(3, 2), "bytes/param"), key_text(Fraction(64, 15), "fold")
    ('1.5 bytes/param', '64/15-fold (about 4.267)')
    >>> key_text(Fraction(828125, 8064), "days"), key_text(Fraction(150994944), "elements")
    ('about 102.7 days', '150,994,944 elements')
    >>> key_text(Fraction(10**9, 7), "elements")
    'about 142,900,000 elements'
    """
    if unit in _COUNTED and value.denominator == 1:
        return with_unit(count(value), unit)
    text = shown(Quantity(value, unit))
    places = decimal_places(value)
    if places is not None and places <= 12:
        return text
    near = rounded(value)
    if abs(value) >= _MARKED:
        near = _grouped(Fraction(near))
    if max(abs(value.numerator), value.denominator) >= 10**_LONGEST_PART:
        return f"about {with_unit(near, unit)}"
    return f"{text} (about {near})"


def _grouped(value: Fraction) -> str:
    text = plain_number(abs(value))
    whole, point, part = text.partition(".")
    marked = text if "/" in text else f"{int(whole):,}{point}{part}"
    return f"-{marked}" if value < 0 else marked
