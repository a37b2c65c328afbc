"""Turn the commonest answers, short decimals alone or in the asked unit, into values at a glance.

The whole reader gives exactly the same for them, and a property says so; this is for speed, and
gives up on anything that takes a second look.
"""

from __future__ import annotations

import re
from fractions import Fraction

from quizkit.grading.echo import shifted
from quizkit.grading.literals import scaled
from quizkit.grading.readings import Expected, Value
from quizkit.grading.suffix import Suffix, read_suffix
from quizkit.units import COUNTS, UNITS, with_unit

_SHORT = re.compile(
    r"(-?)(0|[1-9][0-9]{0,5})(?:\.([0-9]{1,12}))?(?:[eE]([+-]?[0-9]{1,2})(?![0-9]))?"
    r"(?: ?([A-Za-z%][A-Za-z/%]*))?",
    re.ASCII,
)
_SHOWN = 6  # longer whole numbers are shown with marks between groups
_POWERS = tuple(10**places for places in range(13))
_ONES = {name: with_unit("1", name) for name in UNITS}
_AFTER = {name: shown[1:] for name, shown in _ONES.items()}
_RANGED = {name: unit for name, unit in UNITS.items() if unit.has_range}
_COUNTED = frozenset(name for name, unit in UNITS.items() if unit.dimension in COUNTS)


def at_a_glance(text: str, expected: Expected) -> Value | None:
    """The value of a short decimal, alone or with a name of the asked unit, or None.

    >>> at_a_glance("1.5", Expected(unit="bytes/param")).read_as
    '1.5 bytes/param'
    """
    match = _SHORT.fullmatch(text)
    if match is None:
        return None
    unit = expected.unit
    if (
        expected.decimal_comma
        or expected.written_sigfigs is not None
        or expected.unit_rule != "optional"
        or expected.accept
    ):
        return None
    sign, whole, part, power, name = match.groups()
    if unit in _COUNTED and (part is not None or power is not None or name is not None):
        if power is not None or name is None or sign:
            return None
        return _counted(whole, part or "", name, expected)
    if power is not None:
        part = part or ""
        places = len(part) - int(power)
        written = shifted(whole + part, places)
        if "e" in written or ("." not in written and len(written) > _SHOWN):
            return None
        digits = int(whole + part)
        number = Fraction(digits, 10**places) if places > 0 else Fraction(digits * 10**-places)
        text = sign + written
    elif part is None:
        written = whole
        number = Fraction(int(whole))
    else:
        written = f"{whole}.{part}"
        number = Fraction(int(whole + part), _POWERS[len(part)])
        # Three digits after a point can be a group: that takes a second look.
        if name is not None and len(part) == 3 and not _is_plausible(number, unit):
            return None
    if sign:
        if not number:
            return None
        number = -number
    after = _AFTER[unit]
    if name is None:
        if not _is_plausible(number, unit):
            return None
        return Value(
            number=number,
            unit=unit,
            read_as=text + after,
            literal=not after and power is None,
            written=written,
        )
    suffix = read_suffix(name, unit)
    if type(suffix) is not Suffix or suffix.unit != unit or suffix.power:
        return None
    return Value(
        number=number,
        unit=unit,
        read_as=f"{sign}{written}{after}",
        literal=after.lstrip(" ") == name and power is None,
        typed_unit=unit,
        written=written,
    )


def _counted(whole: str, part: str, name: str, expected: Expected) -> Value | None:
    """A count with its letter or word: `7B`, `1.5 billion`."""
    suffix = read_suffix(name, expected.unit, long_scale=expected.long_scale)
    if type(suffix) is not Suffix or suffix.unit is not None:
        return None
    number = scaled(int(whole + part), suffix.power - len(part))
    if not _is_plausible(number, expected.unit):
        return None
    return Value(
        number=number,
        unit=expected.unit,
        read_as=f"{whole}{'.' if part else ''}{part}{suffix.letter}{_AFTER[expected.unit]}",
        literal=False,
        written=shifted(whole + part, len(part) - suffix.power),
    )


def _is_plausible(number: Fraction, unit: str) -> bool:
    ranged = _RANGED.get(unit)
    return ranged is None or ranged.is_plausible(number)
