"""Turn the commonest answers, short decimals with perhaps a unit behind them, into values at once.

The whole reader gives exactly the same for them, and a property says so; this is for speed, and
gives up on anything that takes a second look. What was seen is kept in whole numbers of 10^-24.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from quizkit.grading.echo import in_brackets, named, shifted
from quizkit.grading.readings import Expected, Value
from quizkit.grading.scale import PLACES, SCALE, down, up
from quizkit.grading.suffix import Suffix, read_suffix
from quizkit.numerals import with_unit
from quizkit.units import COUNTS, UNITS

_SHORT = re.compile(
    r"(-?)(0|[1-9][0-9]{0,14})(?:([.,])([0-9]{1,12}))?(?:[eE]([+-]?[0-9]{1,2})(?![0-9]))?"
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
    """A glance at answers to what is expected; it remembers the names of units."""

    def __init__(self, expected: Expected) -> None:
        asked = UNITS[expected.unit]
        self._expected = expected
        self._unit = asked.name
        self._mark = "," if expected.decimal_comma else "."
        self._needs_name = expected.unit_rule == "required" and asked.name != "plain"
        self._takes_name = expected.unit_rule != "forbidden"
        self._after = with_unit("1", asked.name)[1:] if self._takes_name else ""
        self._is_counted = asked.dimension in COUNTS
        self._low = None if asked.low is None else up(asked.low)
        self._high = None if asked.high is None else down(asked.high)
        self._whole, self._positive = asked.whole, asked.positive
        self._is_ranged = asked.has_range
        self._names: dict[str, _Name | None] = {}

    def at(self, text: str) -> Glanced | None:
        """The value of a short decimal, alone or with a unit of the asked kind, or None.

        >>> Glance(Expected(unit="GB")).at("1.5").read_as
        '1.5 GB'
        """
        match = _SHORT.fullmatch(text.strip())
        if match is None:
            return None
        sign, whole, mark, part, power, name = match.groups()
        if mark is not None and mark != self._mark:
            return None
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
        text = f"{int(written):,}" if is_long else self._pointed(written)
        if sign:
            if not scaled:
                return None
            scaled = -scaled
            text = f"-{text}"
        is_as_shown = power is None and not is_long
        if name is None:
            if self._needs_name or (self._is_ranged and not self._is_plausible(scaled)):
                return None
            after = self._after
            is_literal = is_as_shown and not after
            return Glanced(scaled, self._unit, text + after, is_literal, None, written, (1, 1))
        found = self._named(name) if self._takes_name else None
        if found is None or found.power or found.unit is None:
            return None
        # Three digits after a point can be a group: that takes a second look.
        is_like_a_group = written[-4:-3] == "." and self._mark == "."
        if is_like_a_group and (found.shown or not self._is_plausible(scaled)):
            return None
        if found.shown:
            return self._converted(scaled, text, written, found)
        is_literal = is_as_shown and self._after.lstrip(" ") == name
        return Glanced(
            scaled, self._unit, text + self._after, is_literal, self._unit, written, (1, 1)
        )

    def _converted(self, scaled: int, text: str, written: str, typed: _Name) -> Glanced | None:
        """A number in another unit of the asked kind: `120 MB` where GB are asked for."""
        over, under = typed.ratio
        scaled, rest = divmod(scaled * over, under)
        if rest:
            return None
        inside = with_unit(self._pointed(in_brackets(Fraction(scaled, SCALE))), self._unit)
        read_as = f"{text}{typed.shown} (= {inside})"
        return Glanced(scaled, self._unit, read_as, False, typed.unit, written, typed.ratio)

    def _counted(self, whole: str, part: str, name: str) -> Glanced | None:
        """A count with its letter or word: `7B`, `1.5 billion`."""
        if self._needs_name or not self._takes_name:
            return None
        found = self._named(name)
        if found is None or found.unit is not None:
            return None
        scaled = int(whole + part) * _POWERS[PLACES + found.power - len(part)]
        if not self._is_plausible(scaled):
            return None
        read_as = f"{whole}{self._mark if part else ''}{part}{found.letter}{self._after}"
        written = shifted(whole + part, len(part) - found.power)
        return Glanced(scaled, self._unit, read_as, False, None, written, (1, 1))

    def _pointed(self, written: str) -> str:
        return written if self._mark == "." else written.replace(".", ",")

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
        expected = self._expected
        suffix = read_suffix(name, self._unit, long_scale=expected.long_scale)
        if not isinstance(suffix, Suffix) or suffix.is_byte_or_billion:
            return None
        asked = UNITS[self._unit]
        unit = asked if suffix.unit is None else UNITS[suffix.unit]
        if unit.dimension != asked.dimension:
            return None
        if expected.accept and unit is not asked and unit.name not in expected.accept:
            return None
        ratio = unit.factor / asked.factor
        return _Name(
            power=suffix.power,
            letter=suffix.letter,
            unit=suffix.unit,
            ratio=(ratio.numerator, ratio.denominator),
            shown="" if unit is asked else named("1", unit.name, asked.name)[1:],
        )


_glances: dict[tuple[str, str, tuple[str, ...], bool, bool], Glance] = {}
_MOST_GLANCES = 500


def glance_for(expected: Expected) -> Glance | None:
    """A glance at answers to what is expected; None where the written figures count."""
    if expected.written_sigfigs is not None:
        return None
    # A hash of the dataclass would take as long as half a reading.
    key = (
        expected.unit, expected.unit_rule, expected.accept, expected.long_scale,
        expected.decimal_comma,
    )  # fmt: skip
    glance = _glances.get(key)
    if glance is None:
        if len(_glances) >= _MOST_GLANCES:
            _glances.clear()
        glance = _glances[key] = Glance(expected)
    return glance
