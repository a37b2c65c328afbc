"""Turn the name of a unit into what it measures and how much of it, by one closed table.

Adding a unit is one entry. Factors are exact, and so are quantities. What learners type is read
elsewhere, but the names that they may give a unit are part of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Dimension = Literal[
    "ratio", "data", "data rate", "data per parameter", "parameters", "fold", "elements", "psi",
    "time", "work", "tokens",
]  # fmt: skip

COUNTS: frozenset[Dimension] = frozenset({"parameters", "elements", "tokens"})
"""The dimensions whose numbers are counts: `7B` is seven billion of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One unit: `factor` turns a value in it into the base unit of its dimension, exactly.

    `aliases` are further symbols, told apart by case (`Gi`), and `words` names in any case
    (`gigabytes`). `twin` is the unit that habit takes it for (GB and GiB).

    `low` and `high` bound what is plausible (both inside; None is no bound), `whole` asks for whole
    values and `positive` for values above 0: they guide how a bare number is read, never its grade.
    """

    name: str
    dimension: Dimension
    factor: Fraction
    aliases: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    symbol: str | None = None
    twin: str | None = None
    low: Fraction | None = None
    high: Fraction | None = None
    whole: bool = False
    positive: bool = False

    @property
    def has_range(self) -> bool:
        """Whether some value of it is implausible."""
        return self.whole or self.positive or self.low is not None or self.high is not None

    def is_plausible(self, value: Fraction) -> bool:
        """Whether a number without a unit may be meant in this one.

        >>> UNITS["GB"].is_plausible(Fraction(120)), UNITS["GB"].is_plausible(Fraction(120 * 10**9))
        (True, False)
        """
        above, below = value.numerator, value.denominator  # comparing integers is quicker
        return (
            (self.low is None or self.low.numerator * below <= above * self.low.denominator)
            and (self.high is None or above * self.high.denominator <= self.high.numerator * below)
            and (not self.whole or below == 1)
            and (not self.positive or above > 0)
        )


def _unit(name: str, dimension: Dimension, factor: int | Fraction, **rest: object) -> Unit:
    return Unit(name=name, dimension=dimension, factor=Fraction(factor), **rest)  # type: ignore[arg-type]


PREFIXES = (
    ("k", "Ki", "kilo", "kibi"),
    ("M", "Mi", "mega", "mebi"),
    ("G", "Gi", "giga", "gibi"),
    ("T", "Ti", "tera", "tebi"),
    ("P", "Pi", "peta", "pebi"),
    ("E", "Ei", "exa", "exbi"),
)
"""Of bytes and bits, upwards: the decimal sign and the binary one, and the words of both."""

_RANGES = {"GB": {"low": Fraction(0), "high": Fraction(10**6)}}


def _bytes_and_bits() -> tuple[Unit, ...]:
    """Bytes and bits with every prefix: the ones that a case or a habit leaves unclear stay out."""
    units = [
        _unit("B", "data", 1, words=("byte", "bytes")),
        _unit("bits", "data", Fraction(1, 8), words=("bit", "bits")),
    ]
    for power, (si, iec, long_si, long_iec) in enumerate(PREFIXES, 1):
        # A small g or t is no prefix of its own, so "gb" can only be gigabyte; "kb", "mb" and "pb"
        # begin with one and end in the sign of the bit.
        sloppy = (f"{si.lower()}b", f"{si.lower()}B") if si in "GT" else ()
        units += [
            _unit(
                f"{si}B", "data", 1000**power, twin=f"{iec}B", **_RANGES.get(f"{si}B", {}),
                aliases=("KB",) if si == "k" else sloppy,
                words=(f"{long_si}byte", f"{long_si}bytes", f"{si}byte", f"{si}bytes"),
            ),
            _unit(
                f"{iec}B", "data", 1024**power, twin=f"{si}B",
                aliases=(iec, f"{iec.lower()}b", f"{iec.lower()}B", f"{iec.upper()}B"),
                words=(f"{long_iec}byte", f"{long_iec}bytes", f"{iec}byte", f"{iec}bytes"),
            ),
            _unit(
                f"{si}bit", "data", Fraction(1000**power, 8), twin=f"{iec}bit",
                words=(f"{long_si}bit", f"{long_si}bits", f"{si}bit", f"{si}bits"),
            ),
            _unit(
                f"{iec}bit", "data", Fraction(1024**power, 8), twin=f"{si}bit",
                words=(f"{long_iec}bit", f"{long_iec}bits", f"{iec}bit", f"{iec}bits"),
            ),
        ]  # fmt: skip
    return tuple(units)


def _per_second(unit: Unit) -> Unit:
    """The rate of a data unit; its aliases follow from the unit's own."""
    twin = f"{unit.twin}/s" if unit.twin else None
    return Unit(name=f"{unit.name}/s", dimension="data rate", factor=unit.factor, twin=twin)


def _flop() -> tuple[Unit, ...]:
    prefixes = ("", "M", "G", "T", "P", "E", "Z")
    words = ("", "mega", "giga", "tera", "peta", "exa", "zetta")
    return tuple(
        _unit(
            f"{short}FLOP", "work", 10 ** (3 * power + 3) if power else 1,
            aliases=(f"{short}FLOPs",), words=(f"{long}flop", f"{long}flops"),
        )
        for power, (short, long) in enumerate(zip(prefixes, words, strict=True))
    )  # fmt: skip


_DATA = _bytes_and_bits()
_TABLE = (
    _unit("plain", "ratio", 1),
    _unit(
        "percent", "ratio", Fraction(1, 100), symbol="%", aliases=("%",), words=("pct", "per cent")
    ),
    *_DATA,
    *(_per_second(unit) for unit in _DATA),
    _unit("bytes/param", "data per parameter", 1, low=Fraction(0), high=Fraction(64)),
    _unit("bits/param", "data per parameter", Fraction(1, 8)),
    _unit(
        "params", "parameters", 1, low=Fraction(1), whole=True,
        words=("param", "parameter", "parameters"),
    ),
    _unit("fold", "fold", 1, positive=True, aliases=("x", "X", "×"), words=("-fold", "times")),
    _unit("elements", "elements", 1, words=("element",)),
    _unit(
        "psi", "psi", 1, symbol="Ψ", aliases=("Ψ", "ψ"), words=("psi elements", "ψ elements")
    ),
    _unit("s", "time", 1, words=("sec", "secs", "second", "seconds")),
    _unit("ms", "time", Fraction(1, 1000), words=("millisecond", "milliseconds")),
    _unit(
        "us", "time", Fraction(1, 10**6), symbol="µs", aliases=("µs",),
        words=("microsecond", "microseconds"),
    ),
    _unit("min", "time", 60, words=("mins", "minute", "minutes")),
    _unit("h", "time", 3600, aliases=("hr",), words=("hrs", "hour", "hours")),
    _unit("days", "time", 86_400, aliases=("d",), words=("day",)),
    _unit("weeks", "time", 7 * 86_400, words=("week",)),
    *_flop(),
    _unit("tokens", "tokens", 1, words=("token",)),
)  # fmt: skip

UNITS: Mapping[str, Unit] = {unit.name: unit for unit in _TABLE}


@dataclass(frozen=True, slots=True)
class Quantity:
    """An exact value in a unit of the table.

    >>> Quantity(Fraction(120), "GB").to("GiB").value == Fraction(120 * 10**9, 2**30)
    True
    """

    value: Fraction
    unit: str

    def to(self, unit: str) -> Quantity:
        """The same quantity in another unit of its kind; raises ValueError for another kind."""
        if not same_dimension(self.unit, unit):
            raise ValueError(f"{self.unit} and {unit} measure different things")
        return Quantity(self.value * UNITS[self.unit].factor / UNITS[unit].factor, unit)


def same_dimension(one: str, other: str) -> bool:
    """Whether two units of the table measure the same thing."""
    return UNITS[one].dimension == UNITS[other].dimension
