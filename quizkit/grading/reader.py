"""Turn what was typed into a reading of a number, without sight of the key."""

from __future__ import annotations

import re
from fractions import Fraction

from quizkit.grading.readings import (
    Ambiguous,
    Blank,
    Expected,
    NumberReading,
    Unreadable,
    Value,
)
from quizkit.units import UNITS, decimal, plain_number, same_dimension, with_unit

__all__ = ["Ambiguous", "Blank", "Expected", "NumberReading", "Unreadable", "Value", "read_number"]

_SIGNS = str.maketrans({"−": "-", "–": "-", "\u00a0": " "})
_NUMBER = re.compile(
    r"([+-]?)(?:([0-9]+)/([0-9]+)|([0-9]+(?:,[0-9]{3})*\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]{1,3}))?)"
)
_COUNTS = {"K": 10**3, "k": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}
_WORDS = {"-fold": "fold", "x": "fold", "%": "percent", "B/param": "bytes/param", "Ψ": "psi"}


def read_number(text: str, expected: Expected) -> NumberReading:
    """Read a typed number as the question's unit asks for it."""
    clean = text.translate(_SIGNS).strip()
    if not clean:
        return Blank()
    match = _NUMBER.match(clean)
    if not match or len(clean) > 200:
        return Unreadable(message=f'"{clean[:20]}" does not start with a number. Type digits.')
    sign, above, below, digits, power = match.groups()
    if above is not None:
        if int(below) == 0:
            return Unreadable(message="That is a division by zero.")
        number = Fraction(int(above), int(below))
    else:
        number = Fraction(digits.replace(",", "") + f"e{power or 0}")
    number = -number if sign == "-" else number
    rest = clean[match.end() :].strip()
    if UNITS[expected.unit].dimension == "parameters" and rest in _COUNTS:
        number, rest = number * _COUNTS[rest], ""
    unit = _WORDS.get(rest, rest)
    if rest and unit not in UNITS:
        return Unreadable(message=f'"{rest}" is not a unit that is known here.')
    if not rest and expected.unit_rule == "required":
        return Ambiguous(readings=(), message="Which unit? Type the number and its unit.")
    typed = number
    shown = with_unit(plain_number(number), unit or expected.unit)
    final = unit or expected.unit
    if unit and unit != expected.unit and same_dimension(unit, expected.unit):
        number = number * UNITS[unit].factor / UNITS[expected.unit].factor
        final = expected.unit
        shown += f" (= {with_unit(decimal(number, 3), final)})"
    return Value(
        number=number, unit=final, read_as=shown, literal=clean == shown,
        typed=typed, typed_unit=unit or None, exact_fraction=above is not None,
    )  # fmt: skip
