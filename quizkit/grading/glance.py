"""Turn the commonest answers, short decimals with perhaps a unit behind them, into values at once.

The whole reader gives exactly the same for them, and a property says so; this is for speed, and
gives up on anything that takes a second look. What was seen is kept in whole numbers of 10^-24.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from quizkit.grading.echo import in_brackets, named, shifted
from quizkit.grading.readings import Expected, Value
from quizkit.grading.scale import PLACES, SCALE, down, up
from quizkit.grading.suffix import Suffix, read_suffix
from quizkit.units import COUNTS, UNITS, with_unit

_SHORT = re.compile(
    r"(-?)(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,12}))?(?:[eE]([+-]?[0-9]{1,2})(?![0-9]))?"
    r"(?: ?([A-Za-z%][A-Za-z/%]*))?",
    re.ASCII,
)
_SHOWN = 6  # longer whole numbers are shown with marks between groups, and long counts as `7B`
_POWERS = tuple(10**power for power in range(128))
_MOST_NAMES = 2000


class Glanced(NamedTuple):
    """A value that was seen at a glance; the fields are those of `Value`, but for `scaled`.

    That is the number in the asked `unit`, in whole numbers of 10^-24. `ratio` is numerator and
    denominator of what the typed unit is in the asked one.
    """

    scaled: int
    unit: str
    read_as: str
    literal: bool
    typed_unit: str | None
    written: str
    ratio: tuple[int, int]

    @property
    def value(self) -> Value:
        """The same as a reading."""
        return Value(
            number=Fraction(self.scaled, SCALE),
            unit=self.unit,
            read_as=self.read_as,
            literal=self.literal,
            typed_unit=self.typed_unit,
            written=self.written,
        )

    def room(self) -> tuple[int, int, int] | None:
        """Scaled, the least and greatest number that it may be the rounding of; and its figures.

        No figures, if it is 0; None, if the ends are no whole numbers of 10^-24.
        """
        whole, point, part = self.written.partition(".")
        digits = (whole + part).lstrip("0")
        if not digits:
            return self.scaled, self.scaled, 0
        last = PLACES - 1 - len(part)
        if not point:
            bare = digits.rstrip("0")  # 31400 may be 31406 to three figures
            last += len(digits) - len(bare)
            digits = bare
        over, under = self.ratio
        half, rest = divmod(5 * _POWERS[last] * over, under)
        return None if rest else (self.scaled - half, self.scaled + half, len(digits))


class _Name(NamedTuple):
    """What a name behind a number means where a certain unit is asked for."""

    power: int
    letter: str
    unit: str | None
    ratio: tuple[int, int]
    shown: str


class Glance:
    """A glance at answers where one unit is asked for; it remembers the names of units."""

    def __init__(self, unit: str, *, long_scale: bool) -> None:
        asked = UNITS[unit]
        self._unit = unit
        self._long_scale = long_scale
        self._after = with_unit("1", unit)[1:]
        self._is_counted = asked.dimension in COUNTS
        self._low = None if asked.low is None else up(asked.low)
        self._high = None if asked.high is None else down(asked.high)
        self._whole, self._positive = asked.whole, asked.positive
        self._is_ranged = asked.has_range
        self._names: dict[str, _Name | None] = {}

    def at(self, text: str) -> Glanced | None:
        """The value of a short decimal, alone or with a unit of the asked kind, or None.

        >>> Glance("GB", long_scale=False).at("1.5").read_as
        '1.5 GB'
        """
        match = _SHORT.fullmatch(text)
        if match is None:
            return None
        sign, whole, part, power, name = match.groups()
        if self._is_counted and (
            part is not None or power is not None or name is not None or len(whole) > _SHOWN
        ):
            if power is not None or name is None or sign or len(whole) > _SHOWN:
                return None
            return self._counted(whole, part or "", name)
        if power is not None:
            digits = whole + (part or "")
            places = len(digits) - len(whole) - int(power)
            written = shifted(digits, places)
            if places >= PLACES or "e" in written:
                return None
            scaled = int(digits) * _POWERS[PLACES - places]
        elif part is None:
            written = whole
            scaled = int(whole) * SCALE
        else:
            written = f"{whole}.{part}"
            scaled = int(whole + part) * _POWERS[PLACES - len(part)]
        is_long = len(written) > _SHOWN and "." not in written
        text = f"{int(written):,}" if is_long else written
        if sign:
            if not scaled:
                return None
            scaled = -scaled
            text = f"-{text}"
        after = self._after
        if name is None:
            if self._is_ranged and not self._is_plausible(scaled):
                return None
            is_literal = not after and power is None and not is_long
            return Glanced(scaled, self._unit, text + after, is_literal, None, written, (1, 1))
        found = self._named(name)
        if found is None or found.power or found.unit is None:
            return None
        # Three digits after a point can be a group: that takes a second look.
        if written[-4:-3] == "." and (found.shown or not self._is_plausible(scaled)):
            return None
        if not found.shown:
            is_literal = after.lstrip(" ") == name and power is None and not is_long
            return Glanced(
                scaled, self._unit, text + after, is_literal, self._unit, written, found.ratio
            )
        over, under = found.ratio
        scaled, rest = divmod(scaled * over, under)
        if rest:
            return None
        read_as = (
            f"{text}{found.shown} (= {with_unit(in_brackets(Fraction(scaled, SCALE)), self._unit)})"
        )
        return Glanced(scaled, self._unit, read_as, False, found.unit, written, found.ratio)

    def _counted(self, whole: str, part: str, name: str) -> Glanced | None:
        """A count with its letter or word: `7B`, `1.5 billion`."""
        found = self._named(name)
        if found is None or found.unit is not None:
            return None
        scaled = int(whole + part) * _POWERS[PLACES + found.power - len(part)]
        if not self._is_plausible(scaled):
            return None
        read_as = f"{whole}{'.' if part else ''}{part}{found.letter}{self._after}"
        written = shifted(whole + part, len(part) - found.power)
        return Glanced(scaled, self._unit, read_as, False, None, written, (1, 1))

    def _is_plausible(self, scaled: int) -> bool:
        return (
            (self._low is None or self._low <= scaled)
            and (self._high is None or scaled <= self._high)
            and (not self._whole or not scaled % SCALE)
            and (not self._positive or scaled > 0)
        )

    def _named(self, name: str) -> _Name | None:
        """What the name means, if that is clear and of the asked kind."""
        if name not in self._names:
            if len(self._names) >= _MOST_NAMES:
                self._names.clear()
            self._names[name] = self._looked_up(name)
        return self._names[name]

    def _looked_up(self, name: str) -> _Name | None:
        suffix = read_suffix(name, self._unit, long_scale=self._long_scale)
        if not isinstance(suffix, Suffix) or suffix.is_byte_or_billion:
            return None
        asked = UNITS[self._unit]
        unit = asked if suffix.unit is None else UNITS[suffix.unit]
        if unit.dimension != asked.dimension:
            return None
        ratio = unit.factor / asked.factor
        return _Name(
            power=suffix.power,
            letter=suffix.letter,
            unit=suffix.unit,
            ratio=(ratio.numerator, ratio.denominator),
            shown="" if unit is asked else named("1", unit.name, asked.name)[1:],
        )


@lru_cache(maxsize=256)
def _glance(unit: str, long_scale: bool) -> Glance:
    return Glance(unit, long_scale=long_scale)


def glance_for(expected: Expected) -> Glance | None:
    """A glance at answers to what is expected; None if more has to be looked at than the unit."""
    if (
        expected.decimal_comma
        or expected.written_sigfigs is not None
        or expected.unit_rule != "optional"
        or expected.accept
    ):
        return None
    return _glance(expected.unit, expected.long_scale)
