"""Turn author's notation into exact numbers and quantities, and back into text.

The closed unit table is here: adding a unit is one entry. Factors are exact. Authors write numbers
in one strict notation (`7B`, `1.5e9`, `67/16`, `0.5%`); what learners type is read elsewhere, but
the names that they may give a unit are part of the table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from quizkit.errors import NotationError

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


_PREFIXES = (
    ("k", "Ki", "kilo", "kibi"),
    ("M", "Mi", "mega", "mebi"),
    ("G", "Gi", "giga", "gibi"),
    ("T", "Ti", "tera", "tebi"),
    ("P", "Pi", "peta", "pebi"),
    ("E", "Ei", "exa", "exbi"),
)
_RANGES = {"GB": {"low": Fraction(0), "high": Fraction(10**6)}}


def _bytes_and_bits() -> tuple[Unit, ...]:
    """Bytes and bits with every prefix: the ones that a case or a habit leaves unclear stay out."""
    units = [
        _unit("B", "data", 1, words=("byte", "bytes")),
        _unit("bits", "data", Fraction(1, 8), words=("bit", "bits")),
    ]
    for power, (si, iec, long_si, long_iec) in enumerate(_PREFIXES, 1):
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
    """The rate of a data unit; its aliases follow from the unit's own (`find_unit`)."""
    twin = f"{unit.twin}/s" if unit.twin else None
    return Unit(name=f"{unit.name}/s", dimension="data rate", factor=unit.factor, twin=twin)


_FLOP_PREFIXES = ("", "M", "G", "T", "P", "E", "Z")


def _flop() -> tuple[Unit, ...]:
    words = ("", "mega", "giga", "tera", "peta", "exa", "zetta")
    return tuple(
        _unit(
            f"{short}FLOP", "work", 10 ** (3 * power + 3) if power else 1,
            aliases=(f"{short}FLOPs",), words=(f"{long}flop", f"{long}flops"),
        )
        for power, (short, long) in enumerate(zip(_FLOP_PREFIXES, words, strict=True))
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
    _unit("psi", "psi", 1, symbol="Ψ", aliases=("Ψ", "ψ")),
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


# --- units by the names that people type --------------------------------------------------------

_SYMBOLS = {
    name: unit.name for unit in _TABLE for name in (unit.name, *unit.aliases) if name != "plain"
}
_WORDS = {
    word.lower(): unit.name for unit in _TABLE for word in (unit.name, *unit.words)
    if len(word) > 2 and word != "plain"
}  # fmt: skip
_DOUBTFUL: dict[str, tuple[str, ...]] = {
    "b": ("bits", "B"),
    **{f"{prefix}FLOPS": (f"{prefix}FLOP",) for prefix in _FLOP_PREFIXES},  # or per second
    "gbps": ("Gbit/s", "GB/s"),
    "tbps": ("Tbit/s", "TB/s"),
} | {
    name: candidates
    for si, iec, _, _ in _PREFIXES
    for names, candidates in (
        # Case decides between bit and byte, and case is what people slip on.
        ((f"{si}b", f"{si.upper()}b"), (f"{si}bit", f"{si}B")),
        ((f"{si.lower()}b", f"{si.lower()}B"), (f"{si}B", f"{si}bit")),
        ((f"{iec}b",), (f"{iec}bit", f"{iec}B")),
        ((si, si.upper()), (f"{si}B", f"{iec}B")),
        ((f"{si}o", f"{si.upper()}o"), (f"{si}B",)),  # octets
    )
    for name in names
    if name not in _SYMBOLS
}
_PER_PARAMETER = frozenset({"param", "params", "parameter", "parameters"})
_PER_SECOND = frozenset({"s", "sec", "second"})


@dataclass(frozen=True, slots=True)
class NamedUnit:
    """The units of the table that a typed name may mean; none is an unknown name.

    `is_clear` is False where case or habit leaves the name doubtful, even with one candidate.
    """

    candidates: tuple[str, ...] = ()
    is_clear: bool = True


def find_unit(text: str) -> NamedUnit:
    """What a typed name of a unit may mean.

    >>> find_unit("gigabytes").candidates, find_unit("B per parameter").candidates
    (('GB',), ('bytes/param',))
    >>> find_unit("Gb"), find_unit("m/A").candidates
    (NamedUnit(candidates=('Gbit', 'GB'), is_clear=False), ())
    """
    text = re.sub(r" ?/ ?| per ", "/", " ".join(text.split()), flags=re.IGNORECASE)
    if text in _SYMBOLS:
        return NamedUnit((_SYMBOLS[text],))
    above, slash, below = text.partition("/")
    if slash and below.lower() in _PER_PARAMETER:
        per_parameter = {"B": "bytes/param", "bits": "bits/param"}
        return _each(find_unit(above), per_parameter)
    if slash and below.lower() in _PER_SECOND:
        return _each(find_unit(above), {unit.name: f"{unit.name}/s" for unit in _DATA})
    if text in _DOUBTFUL:
        return NamedUnit(_DOUBTFUL[text], is_clear=False)
    if text.lower() in _WORDS:
        return NamedUnit((_WORDS[text.lower()],))
    if re.fullmatch(r"[kKMGTPE]?i?[Bb]ps", text):
        return find_unit(text[:-2] + "/s")
    return NamedUnit()


def _each(named: NamedUnit, renamed: Mapping[str, str]) -> NamedUnit:
    names = tuple(renamed[unit] for unit in named.candidates if unit in renamed)
    return NamedUnit(names, is_clear=named.is_clear)


# --- author's notation ------------------------------------------------------------------------

_COUNT_SUFFIX = {"K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}
_DECIMAL = re.compile(r"([+-]?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,4}))?")
_FRACTION = re.compile(r"([+-]?[0-9]+)/([0-9]+)")
_LONGEST, _EXPONENT = 200, 400


def number(text: str) -> Fraction:
    """Read a number in author's notation: `7B`, `1.5e9`, `67/16`, `-3`, `0.5%`.

    At most 200 characters, exponent within 400 either way. Raises NotationError.

    >>> number("7.5e9"), number("7B") == 7 * 10**9, number("67/16"), number("0.5%")
    (Fraction(7500000000, 1), True, Fraction(67, 16), Fraction(1, 200))
    """
    if len(text) > _LONGEST:
        raise NotationError(f"a number of {len(text)} characters; the limit is {_LONGEST}")
    fraction = _FRACTION.fullmatch(text)
    if fraction:
        below = int(fraction[2])
        if below == 0:
            raise NotationError(f'"{text}" divides by zero')
        return Fraction(int(fraction[1]), below)
    body, factor = text, Fraction(1)
    if text.endswith("%"):
        body, factor = text[:-1].rstrip(" "), Fraction(1, 100)
    elif text[-1:] in _COUNT_SUFFIX:
        body, factor = text[:-1], Fraction(_COUNT_SUFFIX[text[-1]])
    decimal = _DECIMAL.fullmatch(body)
    if not decimal:
        raise NotationError(f'"{text}" is not a number (write 12, 1.5e9, 67/16, 7B or 0.5%)')
    sign, whole, part, exponent = decimal.groups()
    part = part or ""
    power = int(exponent or 0)
    if abs(power) > _EXPONENT:
        raise NotationError(f'the exponent of "{text}" is beyond {_EXPONENT}')
    value = Fraction(int(whole + part)) * Fraction(10) ** (power - len(part)) * factor
    return -value if sign == "-" else value


def percentage(text: str) -> Fraction:
    """Read a text that must end in `%`, as a share of 1; raises NotationError.

    >>> percentage("0.5%")
    Fraction(1, 200)
    """
    if not text.endswith("%"):
        raise NotationError(f'"{text}" needs a percent sign: write {text}%')
    return number(text)


# --- numbers as text --------------------------------------------------------------------------


def exact(value: Fraction) -> str:
    """The exact text that JSON carries: digits, or a reduced fraction.

    >>> exact(Fraction(12)), exact(Fraction(6, 4))
    ('12', '3/2')
    """
    return str(value)


def decimal_places(value: Fraction) -> int | None:
    """How many decimal places write the value exactly, or None if none do.

    >>> decimal_places(Fraction(3, 8)), decimal_places(Fraction(1, 3))
    (3, None)
    """
    rest, places = value.denominator, 0
    for prime in (2, 5):
        count = 0
        while rest % prime == 0:
            rest //= prime
            count += 1
        places = max(places, count)
    return places if rest == 1 else None


def decimal(value: Fraction, places: int) -> str:
    """The value with that many decimal places, a tie rounded away from zero.

    >>> decimal(Fraction(5, 2), 0), decimal(Fraction(-1, 3), 2)
    ('3', '-0.33')
    """
    scaled = abs(value) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = str(whole).rjust(places + 1, "0")
    sign = "-" if value < 0 and whole else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def plain_number(value: Fraction) -> str:
    """The value as a short exact text: a decimal of at most 12 places, else a fraction.

    >>> plain_number(Fraction(67, 16)), plain_number(Fraction(64, 15))
    ('4.1875', '64/15')
    """
    places = decimal_places(value)
    return exact(value) if places is None or places > 12 else decimal(value, places)


def rounded(value: Fraction, figures: int = 4) -> str:
    """The value to so many significant figures, without an exponent and without trailing zeros.

    >>> rounded(Fraction(64, 15)), rounded(Fraction(31406250000), 4), rounded(Fraction(1, 3000))
    ('4.267', '31410000000', '0.0003333')
    """
    over, under = abs(value.numerator), value.denominator  # whole numbers are quicker
    if not over:
        return "0"
    sign = "-" if value < 0 else ""
    power = len(str(over)) - len(str(under))
    if over * 10 ** max(-power, 0) < under * 10 ** max(power, 0):
        power -= 1
    places = figures - 1 - power
    if places <= 0:
        step = 10**-places
        return f"{sign}{(2 * over + under * step) // (2 * under * step) * step}"
    whole = (2 * over * 10**places + under) // (2 * under)
    digits = str(whole).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")


def with_unit(text: str, unit: str) -> str:
    """A number's text with its unit as people write it: `120 GB`, `8-fold`, `75 %`, `12`.

    >>> with_unit("8", "fold"), with_unit("120", "GB"), with_unit("3", "psi")
    ('8-fold', '120 GB', '3 Ψ')
    """
    if unit == "plain":
        return text
    if unit == "fold":
        return f"{text}-fold"
    return f"{text} {UNITS[unit].symbol or unit}"


def shown(quantity: Quantity) -> str:
    """A quantity as people write it, exact: `7B params`, `31.40625 GB`, `64/15-fold`.

    >>> shown(Quantity(Fraction(7_000_000_000), "params"))
    '7B params'
    """
    if quantity.unit == "params":
        return f"{count(quantity.value)} params"
    return with_unit(plain_number(quantity.value), quantity.unit)


_LARGE_SUFFIXES = tuple((suffix, _COUNT_SUFFIX[suffix]) for suffix in "TBM")


def count(value: Fraction) -> str:
    """A count as people write it: `7B`, `1.5B`, `124M`, `6,738,415,616`.

    >>> count(Fraction(1_500_000_000)), count(Fraction(4096)), count(Fraction(6_738_415_616))
    ('1.5B', '4,096', '6,738,415,616')
    """
    if value.denominator != 1:
        return plain_number(value)
    number = value.numerator
    for suffix, size in _LARGE_SUFFIXES:
        thousandths, rest = divmod(abs(number) * 1000, size)
        if thousandths >= 1000 and not rest:
            whole, part = divmod(thousandths, 1000)
            text = f"{whole}.{part:03}".rstrip("0").rstrip(".") if part else str(whole)
            return f"-{text}{suffix}" if number < 0 else text + suffix
    return f"{value.numerator:,}"
