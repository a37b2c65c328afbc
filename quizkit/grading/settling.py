"""Turn a number and what stands behind it into a value, or into what the question still asks for.

Here the unit's plausible range, the rules for units and the written figures are looked at; the key
is not.
"""

from __future__ import annotations

from fractions import Fraction

from quizkit.grading.doubts import brief, hyphen
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
from quizkit.grading.literals import Literal, Parsed
from quizkit.grading.readings import Ambiguous, Expected, Unreadable, Value
from quizkit.grading.suffix import Suffix
from quizkit.numerals import with_unit
from quizkit.units import COUNTS, UNITS, Unit

DECIMAL_COMMA = "The comma was read as a decimal point."

_WRITTEN_OUT = 10**6  # `7e9 billion`: who writes a number out has no word for it as well
_MOST_BYTES = 10**15  # as many as the largest plausible number of GB


def settled(
    typed: str, parsed: Parsed, suffix: Suffix, expected: Expected
) -> Value | Ambiguous | Unreadable:
    """The reading of a number and what stands behind it, each of them clear by itself."""
    asked = UNITS[expected.unit]
    unit = asked if suffix.unit is None else UNITS[suffix.unit]
    value = parsed.value * 10**suffix.power if suffix.power else parsed.value
    is_kin = unit.dimension == asked.dimension
    number = value if unit is asked or not is_kin else value * (unit.factor / asked.factor)
    unclear = _of_form(parsed, suffix, value, unit, asked)
    if unclear is not None:
        return unclear
    if suffix.unit is not None and expected.unit_rule == "forbidden":
        return Ambiguous(
            readings=(with_unit(brief(value), unit.name),),
            message="The number alone is wanted, in the unit that the question names: "
            "type it without a unit.",
        )
    missing = _of_range(parsed, suffix, number, unit, asked, expected) if is_kin else None
    missing = missing or _of_writing(parsed, expected)
    if missing is not None:
        return missing
    as_written = None if parsed.literal is None else written(parsed.literal, suffix.power)
    text = _number_text(parsed, suffix, value, unit, as_written, expected.written_sigfigs)
    is_converted = is_kin and unit is not asked
    read_as = echo(
        text,
        unit.name,
        asked=asked.name,
        converted=number if is_converted else None,
        decimal_comma=expected.decimal_comma,
        with_name=expected.unit_rule != "forbidden",
    )
    if len(read_as) > LONGEST or not is_readable(text):
        read_as = typed
    return Value(
        number=number,
        unit=asked.name if is_kin else unit.name,
        read_as=read_as,
        literal=is_literal(typed, read_as),
        typed_unit=suffix.unit,
        written=as_written,
        notes=_notes(parsed, unit, asked, expected),
    )


def _notes(parsed: Parsed, unit: Unit, asked: Unit, expected: Expected) -> tuple[str, ...]:
    """What the reader chose: another kind of unit, a comma for a point where none is declared."""
    literal = parsed.literal
    is_point = literal is not None and literal.mark == "," and literal.places > 0
    comma = (DECIMAL_COMMA,) if is_point and not expected.decimal_comma else ()
    return comma if unit.dimension == asked.dimension else (*comma, _other_kind(unit, asked))


def _other_kind(unit: Unit, asked: Unit) -> str:
    return f"{unit.name} is another kind of unit than {asked.name}, which is asked for."


# --- what is asked --------------------------------------------------------------------------------


def _of_form(
    parsed: Parsed, suffix: Suffix, value: Fraction, unit: Unit, asked: Unit
) -> Ambiguous | Unreadable | None:
    """What is unclear in the form of this number beside this unit."""
    if unit.name == "fold" and asked.name == "fold" and parsed.is_inverse and value != 1:
        size = brief(1 / value)
        return Ambiguous(
            readings=(f"{size}-fold", f"{brief(value)}-fold"),
            message=f"One over {size} is a size; as a fold it can be {size} or its inverse. "
            f"Type the fold as one number.",
        )
    if unit.name == "fold" and asked.name in ("plain", "psi"):
        meant = with_unit(brief(value), asked.name)
        return Ambiguous(
            readings=(meant,),
            message=f"A fold says how many times. If you mean {meant}, type that.",
        )
    if suffix.power >= 6 and abs(parsed.value) >= _WRITTEN_OUT:
        readings = tuple(named(brief(one), unit.name, asked.name) for one in (parsed.value, value))
        return Ambiguous(
            readings=readings,
            message=f"This can be {readings[0]}, or {readings[1]} with what stands behind the "
            f"number counted too. Type one of the two.",
        )
    if parsed.rising is not None and unit.dimension != "ratio":
        return _ask_range(*parsed.rising)
    if suffix.unit is None:
        return None
    if unit.name == "percent" and parsed.is_sum:
        return Unreadable(message="A percent sign behind a sum is unclear. Type one number.")
    if unit.name == "percent" and asked.name == "fold":
        share = value / 100
        saved = (f"{brief(1 / (1 - share))}-fold, if it is what is saved",) if share < 1 else ()
        either = ": it can be a saving or a ratio" if saved else ""
        return Ambiguous(
            readings=(f"{brief(share)}-fold", *saved),
            message=f"A percentage is not a fold{either}. Type how many times, as in 4x.",
        )
    if suffix.is_byte_or_billion and value * 10**9 <= _MOST_BYTES:
        return Ambiguous(
            readings=(f"{brief(value)} bytes", f"{brief(value)} billion bytes"),
            message='"B" can be bytes or billions. Type "bytes", or the unit with its prefix.',
        )
    if unit is not asked and parsed.literal is not None and _is_thousandfold(parsed.literal):
        readings = tuple(brief(parsed.value * factor) for factor in (1, 1000))
        return Ambiguous(
            readings=tuple(with_unit(text, unit.name) for text in readings),
            message=f"The point can be decimal ({readings[0]}) or group digits "
            f"({readings[1]}). Type the number without point.",
        )
    return None


def _ask_range(low: Fraction, high: Fraction) -> Ambiguous | None:
    """`5 - 7 days`: blanks make a minus of a hyphen, but no quantity of this kind is below 0."""
    doubt = hyphen(low, high)
    return None if doubt is None else Ambiguous(readings=doubt.readings, message=doubt.message)


def _is_thousandfold(literal: Literal) -> bool:
    """`120.000` looks like a group, and the readings differ by as much as two prefixes do."""
    return literal.mark == "." and literal.other is not None and literal.digits.endswith("000")


def _of_range(
    parsed: Parsed, suffix: Suffix, number: Fraction, unit: Unit, asked: Unit, expected: Expected
) -> Ambiguous | None:
    """What the asked unit makes unclear: no unit, an implausible number, a unit not accepted."""
    is_plausible = asked.is_plausible(number)
    if not is_plausible and parsed.other is not None:
        other = number * (parsed.other / parsed.value) if parsed.value else parsed.other
        if asked.is_plausible(other):
            readings = tuple(with_unit(brief(value), asked.name) for value in (number, other))
            return Ambiguous(
                readings=readings,
                message=f"This can be {readings[0]} or {readings[1]}. "
                f"Type the number without marks between groups of digits.",
            )
    if suffix.unit is None and expected.unit_rule != "forbidden":
        is_required = expected.unit_rule == "required" and asked.name != "plain"
        if is_required or not is_plausible:
            meant, message = (
                ((number,), f"Which unit? {_with_its_unit(asked)}")
                if is_required
                else _implausible(number, asked)
            )
            return Ambiguous(
                readings=tuple(with_unit(brief(one), asked.name) for one in meant),
                message=message,
            )
    if expected.accept and unit is not asked and unit.name not in expected.accept:
        names = " or ".join((asked.name, *expected.accept))
        return Ambiguous(
            readings=(with_unit(brief(number), asked.name),),
            message=f"Type the answer in {names}.",
        )
    return None


def _with_its_unit(asked: Unit) -> str:
    example = with_unit("7B" if asked.whole else "1.5", asked.name)
    return f"Type the number and its unit, as in {example}."


def _implausible(number: Fraction, asked: Unit) -> tuple[tuple[Fraction, ...], str]:
    """What a bare number outside the plausible range of the asked unit may be, and what to say."""
    if asked.whole:
        message = "A count is a whole number of at least 1. Type it in full, or as in 1.5 billion."
        return (number,), message
    if asked.positive:
        return (number,), f"A {asked.name} is above 0. Type how many times, as in 4x."
    if asked.low == 0 > number:
        message = (
            f"A number of {asked.name} is not below 0. Is the minus sign meant? "
            f"Type the number without it, or with it and the unit."
        )
        return (-number, number), message
    low, high = (brief(bound) for bound in (asked.low, asked.high) if bound is not None)
    message = f"Without a unit, {low} to {with_unit(high, asked.name)} can be meant."
    return (number,), f"{message} {_with_its_unit(asked)}"


def _of_writing(parsed: Parsed, expected: Expected) -> Ambiguous | None:
    """What is missing in the written figures; a fraction or an expression is exact."""
    figures, literal = expected.written_sigfigs, parsed.literal
    if figures is None or literal is None or not parsed.value:
        return None
    count = len(literal.digits.lstrip("0"))
    if count >= figures:
        return None
    return Ambiguous(
        readings=(brief(parsed.value),),
        message=f"Type the number with at least {figures} significant figures "
        f"({count} here); a fraction counts as exact.",
    )


# --- what is shown --------------------------------------------------------------------------------


def _number_text(
    parsed: Parsed,
    suffix: Suffix,
    value: Fraction,
    unit: Unit,
    as_written: str | None,
    figures: int | None,
) -> str:
    """The number of the echo, in the typed unit."""
    is_count = unit.dimension in COUNTS
    if parsed.literal is None or as_written is None:
        text = counted(value, figures) if is_count else worked_out(value, figures)
        if unit.name == "fold" and text.startswith("1/"):
            return f"2/{worked_out(Fraction(2 * value.denominator))}"  # 1/n would be asked about
        return text
    text = as_written
    if is_count and suffix.letter:
        text = written(parsed.literal) + suffix.letter
    elif is_count and figures is None and value.denominator == 1:
        return counted(value)
    return f"-{text}" if value.numerator < 0 else text
