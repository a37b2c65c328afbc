"""What a response was understood to be: a value of one kind or another, or one of three states.

Only the state *value* is ever graded. A reading is made without sight of the key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from quizkit.numerals import exact
from quizkit.units import Quantity

UnitRule = Literal["required", "optional", "forbidden"]
State = Literal["value", "ambiguous", "unreadable", "blank"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a question declares about the number it asks for; all that a reader may know of it.

    `accept` narrows the units of the asked kind that are taken besides `unit` (empty: all of them).
    `written_sigfigs` is the number of significant figures that the response must be written with.
    `decimal_comma` and `long_scale` (a billion may be 10^12) are the course's locale.
    """

    unit: str
    unit_rule: UnitRule = "optional"
    accept: tuple[str, ...] = ()
    written_sigfigs: int | None = None
    decimal_comma: bool = False
    long_scale: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """One number in one unit: the asked unit where the typed one converts to it, else as typed.

    `read_as` is the echo; it reads as the same value again. `literal` says that the echo tells the
    learner nothing new. `typed_unit` is None when no unit was written. `written` is the number as
    written, before any conversion, without sign and in plain notation; None for a fraction or an
    expression, which is exact. `notes` are sentences about choices that the reader made.
    """

    number: Fraction
    unit: str
    read_as: str
    literal: bool
    typed_unit: str | None = None
    written: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def state(self) -> Literal["value"]:
        """Always `value`."""
        return "value"

    @property
    def unit_typed(self) -> bool:
        """Whether a unit was written."""
        return self.typed_unit is not None

    @property
    def typed(self) -> Fraction:
        """The magnitude as typed, in the typed unit."""
        if self.typed_unit is None or self.typed_unit == self.unit:
            return self.number
        return Quantity(self.number, self.unit).to(self.typed_unit).value


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Options of a choice, by id, in the order shown; `read_as` names letters and texts."""

    ids: tuple[str, ...]
    read_as: str
    literal: bool
    notes: tuple[str, ...] = ()

    @property
    def state(self) -> Literal["value"]:
        """Always `value`."""
        return "value"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A short text, trimmed."""

    text: str
    literal: bool
    notes: tuple[str, ...] = ()

    @property
    def state(self) -> Literal["value"]:
        """Always `value`."""
        return "value"

    @property
    def read_as(self) -> str:
        """The text itself."""
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """Pairs `(left, right)` in the author's order of the lefts."""

    pairs: tuple[tuple[str, str], ...]
    read_as: str
    literal: bool
    notes: tuple[str, ...] = ()

    @property
    def state(self) -> Literal["value"]:
        """Always `value`."""
        return "value"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguous:
    """More than one reading, or something missing; `message` says what would settle it."""

    readings: tuple[str, ...]
    message: str

    @property
    def state(self) -> Literal["ambiguous"]:
        """Always `ambiguous`."""
        return "ambiguous"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """No reading; `message` names what stopped the reader and what to type instead."""

    message: str

    @property
    def state(self) -> Literal["unreadable"]:
        """Always `unreadable`."""
        return "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """Nothing was answered."""

    @property
    def state(self) -> Literal["blank"]:
        """Always `blank`."""
        return "blank"


NumberReading = Value | Ambiguous | Unreadable | Blank
Reading = Value | Chosen | Said | Matched | Ambiguous | Unreadable | Blank


def as_json(reading: Reading) -> Mapping[str, object]:
    """A reading as the members that JSON carries; numbers are exact text.

    >>> as_json(Ambiguous(readings=("16", "1.6"), message="Which?"))["readings"]
    ['16', '1.6']
    """
    shape: dict[str, object] = {
        "state": reading.state,
        "value": None,
        "unit": None,
        "read_as": None,
        "readings": [],
        "message": None,
    }
    match reading:
        case Value():
            shape |= {"value": exact(reading.number), "unit": reading.unit}
        case Chosen():
            shape |= {"value": list(reading.ids)}
        case Said():
            shape |= {"value": reading.text}
        case Matched():
            shape |= {"value": [list(pair) for pair in reading.pairs]}
        case Ambiguous():
            shape |= {"readings": list(reading.readings), "message": reading.message}
        case Unreadable():
            shape |= {"message": reading.message}
        case Blank():
            pass
    if isinstance(reading, Value | Chosen | Said | Matched):
        shape |= {"read_as": reading.read_as, "message": " ".join(reading.notes) or None}
    return shape
