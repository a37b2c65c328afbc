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
    counted,
    echo,
    is_literal,
    is_readable,
    named,
    worked_out,
    written,
)
from quizkit.grading.glance import at_a_glance
from quizkit.grading.numbers import Parsed, parse_number
from quizkit.grading.oddities import odd, without_preamble
from quizkit.grading.readings import (
    Ambiguous,
    Blank,
    Expected,
    NumberReading,
    Unreadable,
    Value,
)
from quizkit.grading.suffix import Doubt, Suffix, Unknown, read_suffix
from quizkit.units import COUNTS, UNITS, same_dimension, with_unit

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
    value = at_a_glance(text, expected)
    return read_slowly(text, expected) if value is None else value


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
    body = without_preamble(cleaned, is_fold=expected.unit == "fold")
    parsed = parse_number(body, decimal_comma=expected.decimal_comma)
    if isinstance(parsed, NotRead):
        return _not_read(parsed)
    suffix = read_suffix(parsed.rest, expected.unit, long_scale=expected.long_scale)
    match suffix:
        case Unknown(message=message):
            return Unreadable(message=message)
        case Doubt(message=message, meanings=meanings):
            readings = (_meaning(parsed.value, power, unit) for power, unit in meanings)
            return Ambiguous(readings=tuple(readings), message=message)
        case Suffix():
            return _settled(typed, parsed, suffix, expected)


def _not_read(reason: NotRead) -> Ambiguous | Unreadable:
    if reason.readings:
        return Ambiguous(readings=reason.readings, message=reason.message)
    return Unreadable(message=reason.message)


def _meaning(value: Fraction, power: int, unit: str | None) -> str:
    return named(brief(value * 10**power), unit or "plain", "")


def _own_echo(typed: str, cleaned: str, expected: Expected) -> Value | None:
    """The reading of our own echo, `120 GiB (= 128.85 GB)`: only if it is one to the letter."""
    match = _ECHO.fullmatch(cleaned)
    if not match:
        return None
    reading = read_number(match[1], expected)
    if isinstance(reading, Value) and reading.read_as == cleaned:
        return replace(reading, literal=typed == cleaned)
    return None


# --- settling -----------------------------------------------------------------------------------


def _settled(typed: str, parsed: Parsed, suffix: Suffix, expected: Expected) -> NumberReading:
    """The reading of a number and what stands behind it, once both are clear by themselves."""
    asked = UNITS[expected.unit]
    unit = suffix.unit
    power = Fraction(10) ** suffix.power
    value = parsed.value * power
    if unit == "percent" and parsed.is_sum:
        return Unreadable(message="A percent sign behind a sum is unclear. Type one number.")
    if asked.name == "fold" and unit in (None, "fold") and parsed.is_inverse and value != 1:
        size = brief(1 / value)
        return Ambiguous(
            readings=(f"{size}-fold", f"{brief(value)}-fold"),
            message=f"One over {size} is a size; as a fold it can be {size} or its inverse. "
            f"Type the fold as one number.",
        )
    is_convertible = unit is None or same_dimension(unit, asked.name)
    factor = UNITS[unit].factor / asked.factor if unit and is_convertible else Fraction(1)
    number = value * factor
    other = None if parsed.other is None else parsed.other * power * factor
    if suffix.is_byte_or_billion and value * 10**9 <= _MOST_BYTES:
        return Ambiguous(
            readings=(f"{brief(value)} bytes", f"{brief(value)} billion bytes"),
            message='"B" can be bytes or billions. Type "bytes", or the unit with its prefix.',
        )
    if _is_thousandfold(parsed, unit, asked.name):
        assert parsed.literal is not None, "only a literal has a mark"
        grouped = brief(parsed.value * 1000)
        return Ambiguous(
            readings=tuple(with_unit(text, unit or "") for text in (brief(parsed.value), grouped)),
            message=f"The point can be decimal ({brief(parsed.value)}) or group digits "
            f"({grouped}). Type the number without point.",
        )
    missing = _missing(number, other, unit, is_convertible, parsed, expected)
    if missing is not None:
        return missing
    return _value(typed, parsed, suffix, value, number if is_convertible else None, expected)


_MOST_BYTES = 10**15  # as many as the largest plausible number of GB


def _is_thousandfold(parsed: Parsed, unit: str | None, asked: str) -> bool:
    """`120.000 MB` where GB are asked: a point before three zeros, and not the asked unit."""
    literal = parsed.literal
    return (
        literal is not None
        and literal.mark == "."
        and literal.other is not None
        and literal.digits.endswith("000")
        and unit is not None
        and unit != asked
    )


def _missing(
    number: Fraction,
    other: Fraction | None,
    unit: str | None,
    is_convertible: bool,
    parsed: Parsed,
    expected: Expected,
) -> Ambiguous | None:
    """What the question's rules still ask for, or None."""
    asked = UNITS[expected.unit]
    is_forbidden = expected.unit_rule == "forbidden"
    if unit is not None and is_forbidden:
        return Ambiguous(
            readings=(),
            message="The number alone is wanted, in the unit that the question names: "
            "type it without a unit.",
        )
    is_plausible = not asked.has_range or not is_convertible or asked.is_plausible(number)
    if not is_plausible and other is not None and asked.is_plausible(other):
        readings = tuple(with_unit(brief(value), asked.name) for value in (number, other))
        return Ambiguous(
            readings=readings,
            message=f"This can be {readings[0]} or {readings[1]}. "
            f"Type the number without marks between groups of digits.",
        )
    if unit is None and not is_forbidden:
        if expected.unit_rule == "required" and asked.name != "plain":
            return Ambiguous(
                readings=(with_unit(brief(number), asked.name),),
                message=f"Which unit? Type the number and its unit, "
                f"as in {with_unit('1', asked.name)}.",
            )
        if not is_plausible:
            return Ambiguous(
                readings=(with_unit(brief(number), asked.name),), message=_implausible(asked.name)
            )
    if unit not in (None, asked.name, *expected.accept) and is_convertible and expected.accept:
        names = " or ".join((asked.name, *expected.accept))
        return Ambiguous(readings=(), message=f"Type the answer in {names}.")
    figures = expected.written_sigfigs
    if figures is not None and parsed.literal is not None and parsed.value != 0:
        count = len(parsed.literal.digits.lstrip("0"))
        if count < figures:
            return Ambiguous(
                readings=(),
                message=f"Type the number with at least {figures} significant figures "
                f"({count} here); a fraction counts as exact.",
            )
    return None


def _implausible(asked: str) -> str:
    """What to say to a bare number outside the plausible range of the asked unit."""
    unit = UNITS[asked]
    if unit.whole:
        return "A count is a whole number of at least 1. Type it in full, or as in 1.5 billion."
    if unit.positive:
        return f"A {asked} is above 0. Type how many times, as in 4x."
    return f"In which unit? Type the number and its unit, as in {with_unit('1', asked)}."


# --- the value and its echo -----------------------------------------------------------------------


def _value(
    typed: str,
    parsed: Parsed,
    suffix: Suffix,
    value: Fraction,
    number: Fraction | None,
    expected: Expected,
) -> Value:
    asked, unit = expected.unit, suffix.unit
    shown_unit = unit or asked
    literal = parsed.literal
    is_count = UNITS[shown_unit].dimension in COUNTS
    figures = expected.written_sigfigs
    letter = suffix.letter if is_count else ""
    if literal is None:
        text = counted(value, figures) if is_count else worked_out(value, figures)
        if shown_unit == "fold" and text.startswith("1/"):
            text = f"2/{worked_out(Fraction(2 * value.denominator))}"
    elif is_count and not letter and figures is None and value.denominator == 1:
        text = counted(value)
    else:
        text = written(literal, 0 if letter else suffix.power) + letter
        text = f"-{text}" if value < 0 else text
    is_converted = number is not None and unit is not None and unit != asked
    read_as = echo(
        text,
        shown_unit,
        asked=asked,
        converted=number if is_converted else None,
        decimal_comma=expected.decimal_comma,
        with_name=expected.unit_rule != "forbidden",
    )
    if not is_readable(read_as):
        read_as = typed
    notes: tuple[str, ...] = ()
    if number is None:
        notes = (f"{shown_unit} is another kind of unit than {asked}, which is asked for.",)
    return Value(
        number=value if number is None else number,
        unit=shown_unit if number is None else asked,
        read_as=read_as,
        literal=is_literal(typed, read_as),
        typed_unit=unit,
        written=None if literal is None else written(literal, suffix.power),
        notes=notes,
    )
