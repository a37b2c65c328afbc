"""Turn what was typed into a reading of a number, without sight of the key.

A reading follows from the text and from what the question declares (unit, locale, the unit's
plausible range). Clean the characters, parse the number, read what stands behind it, settle.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from quizkit.grading.characters import Stopped, clean, is_blank
from quizkit.grading.doubts import NotRead, brief
from quizkit.grading.echo import (
    LONGEST,
    named,
)
from quizkit.grading.glance import glance_for
from quizkit.grading.numbers import parse_number
from quizkit.grading.oddities import odd, without_preamble
from quizkit.grading.readings import (
    Ambiguous,
    Blank,
    Expected,
    NumberReading,
    Unreadable,
    Value,
)
from quizkit.grading.settling import settled
from quizkit.grading.suffix import Suffix, Unknown, read_suffix

__all__ = ["Ambiguous", "Blank", "Expected", "NumberReading", "Unreadable", "Value", "read_number"]

_ECHO = re.compile(r"([^=]*[^= ]) \(= [^=()]*\)")


def read_number(text: str, expected: Expected) -> NumberReading:
    """Read a typed number as the question's unit asks for it.

    >>> read_number("120 Gi", Expected(unit="GB")).read_as
    '120 GiB (= 128.85 GB)'
    >>> read_number("1,0000", Expected(unit="plain")).readings
    ('1', '10000')
    >>> read_number("Ⅷ", Expected(unit="fold")).message
    '"Ⅷ" (ROMAN NUMERAL EIGHT) has no place in a number. Type digits.'
    """
    glance = glance_for(expected)
    glanced = None if glance is None else glance.at(text)
    return read_slowly(text, expected) if glanced is None else glanced.value


def read_slowly(text: str, expected: Expected) -> NumberReading:
    """What `read_number` gives, always by the whole grammar."""
    typed = text.strip()
    if len(typed) > LONGEST:
        if is_blank(typed):
            return Blank()
        return Unreadable(message=f"An answer has at most {LONGEST} characters.")
    cleaned = clean(typed)
    if isinstance(cleaned, Stopped):
        return Unreadable(message=cleaned.message)
    if not cleaned:
        return Blank()
    if cleaned.endswith(")"):
        own = _own_echo(typed, cleaned, expected)
        if own is not None:
            return own
    strange = odd(cleaned)
    if strange is not None:
        return _not_read(strange)
    if not cleaned[0].isdigit():
        bare = without_preamble(cleaned, is_fold=expected.unit == "fold")
        strange = odd(bare) if bare and bare != cleaned else None
        if strange is not None:
            return _not_read(strange)
        cleaned = bare
    parsed = parse_number(cleaned, decimal_comma=expected.decimal_comma)
    if isinstance(parsed, NotRead):
        return _not_read(parsed)
    suffix = read_suffix(parsed.rest, expected.unit, long_scale=expected.long_scale)
    if isinstance(suffix, Suffix):
        return settled(typed, parsed, suffix, expected)
    if isinstance(suffix, Unknown):
        return Unreadable(message=suffix.message)
    readings = (_meaning(parsed.value, power, unit) for power, unit in suffix.meanings)
    return Ambiguous(readings=tuple(readings), message=suffix.message)


def _not_read(reason: NotRead) -> Ambiguous | Unreadable:
    if reason.readings:
        return Ambiguous(readings=reason.readings, message=reason.message)
    return Unreadable(message=reason.message)


def _meaning(value: Fraction, power: int, unit: str | None) -> str:
    return named(brief(value * Fraction(10) ** power), unit or "plain", "")


def _own_echo(typed: str, cleaned: str, expected: Expected) -> Value | None:
    """The reading of our own echo, `120 GiB (= 128.85 GB)`: only if it is one to the letter."""
    match = _ECHO.fullmatch(cleaned)
    if not match:
        return None
    reading = read_number(match[1], expected)
    if isinstance(reading, Value) and reading.read_as == cleaned:
        return replace(reading, literal=typed == cleaned)
    return None
