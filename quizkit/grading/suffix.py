"""Turn what stands behind a number into the power of ten and the unit that it means.

What a letter means depends on what is asked: `B` is a byte where bytes per parameter are asked, a
billion where a count is, and doubtful elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from quizkit.grading.characters import name
from quizkit.grading.echo import named
from quizkit.grading.unit_names import find_unit
from quizkit.units import COUNTS, UNITS

_WORDS = {
    "thousand": 3, "million": 6, "billion": 9, "trillion": 12,
    "mln": 6, "mn": 6, "bn": 9, "tn": 12,
}  # fmt: skip
_LETTERS = {"k": 3, "K": 3, "M": 6, "b": 9, "B": 9, "T": 12}
_DOUBTFUL_LETTERS = {
    "m": ("can be million or a thousandth", (6, -3)),
    "G": ("is no sign for a count; billion seems to be meant", (9,)),
    "t": ("can be trillion or thousand", (12, 3)),
}
_LONG_SCALE = {9: 12, 12: 18}  # where a billion is a million millions
_SCALED = re.compile(
    r"((?i:thousand|million|billion|trillion)s?|(?i:mln|mn|bn|tn)|[kKMbBTmGt])(?![a-zA-Z/]) ?(.*)"
)
_LONG_NAMES = {"B": "bytes"}  # "B" itself is what is in doubt
_SIGNS = {
    "?": 'A question mark "?" stands behind the number. Type it without, if it is your answer.',
    "=": 'The equals sign "=" joins two claims. Type one number.',
    "<": 'One value is wanted, not a bound: "<" has no place in it.',
    ">": 'One value is wanted, not a bound: ">" has no place in it.',
    "!": 'The sign "!" could be a factorial. Type the number alone.',
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Suffix:
    """`power` of ten and `unit` (None: none was written) behind a number.

    `letter` is the sign that a count is echoed with. `is_byte_or_billion` marks a lone `B` whose
    meaning depends on the number before it.
    """

    power: int = 0
    unit: str | None = None
    letter: str = ""
    is_byte_or_billion: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """Behind the number stands something with several meanings; each is a power and a unit."""

    message: str
    meanings: tuple[tuple[int, str | None], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """Behind the number stands something that means nothing here."""

    message: str


@lru_cache(maxsize=4096)
def read_suffix(text: str, asked: str, *, long_scale: bool = False) -> Suffix | Doubt | Unknown:
    """What stands behind a number, where the unit `asked` is asked for.

    >>> read_suffix("billion", "params").power, read_suffix("B", "bytes/param").unit
    (9, 'bytes/param')
    >>> read_suffix("Gb", "GB").message
    '"Gb" can be Gbit or GB. Type one of the two.'
    """
    text = text.removesuffix(".").rstrip()
    if not text:
        return Suffix()
    if text[0] in "–−":
        text = "-" + text[1:]
    dimension = UNITS[asked].dimension
    if dimension == "data per parameter" and text.lower() in ("b", "byte", "bytes"):
        if text == "b":
            return _doubt(text, ((0, "bits/param"), (0, "bytes/param")))
        return Suffix(unit="bytes/param")
    scaled = _SCALED.fullmatch(text)
    if scaled:
        counted = _scaled(scaled, asked, long_scale=long_scale)
        if counted is not None:
            return counted
    found = find_unit(text)
    if not found.candidates:
        return _left_over(text)
    if not found.is_clear:
        return _doubt(text, tuple((0, unit) for unit in found.candidates))
    (unit,) = found.candidates
    if len(text) == 2 and text[1] == "i" and dimension in COUNTS:
        return Doubt(
            message=f'"{text}" stands for {unit}, which is no count. Write the number out.',
            meanings=((0, unit),),
        )
    return Suffix(unit=unit)


def _scaled(match: re.Match[str], asked: str, *, long_scale: bool) -> Suffix | Doubt | None:
    """A count word or letter with perhaps a unit behind it; None if it is the name of a unit."""
    sign, tail = match[1], match[2]
    found = find_unit(tail) if tail else None
    unit = None
    if found is not None:
        if len(found.candidates) != 1 or not found.is_clear:
            return None
        unit = found.candidates[0]
    is_count = UNITS[unit or asked].dimension in COUNTS
    if len(sign) > 1:
        power = _WORDS[sign.lower().removesuffix("s")]
        if long_scale and power in _LONG_SCALE:
            return _doubt(sign, ((power, unit), (_LONG_SCALE[power], unit)))
        return Suffix(power=power, unit=unit, letter=_letter(power))
    if sign in _DOUBTFUL_LETTERS:
        if not is_count:
            return None if sign != "m" else _small_m(unit, asked)
        meaning, powers = _DOUBTFUL_LETTERS[sign]
        return Doubt(
            message=f'"{sign}" {meaning}. Type the word.',
            meanings=tuple((power, unit or asked) for power in powers),
        )
    if is_count:
        power = _LETTERS[sign]
        return Suffix(power=power, unit=unit, letter=_letter(power))
    if unit is not None:
        return None
    if sign == "B":
        if asked == "B":
            return Suffix(unit="B")
        if UNITS[asked].dimension == "data":
            return Suffix(unit="B", is_byte_or_billion=True)
        return Doubt(
            message='"B" can be bytes or billions. Type "bytes" or "billion".',
            meanings=((0, "B"), (9, None)),
        )
    if UNITS[asked].dimension in ("data", "data rate") or sign == "b":
        return None
    return Doubt(
        message=f'"{sign}" is not clear here. If you mean a count, write the number out.',
        meanings=((_LETTERS[sign], None),),
    )


def _small_m(unit: str | None, asked: str) -> Doubt:
    """`m` where nothing is counted: a million, a thousandth, and minutes where time is asked."""
    is_time = unit is None and UNITS[asked].dimension == "time"
    minutes: tuple[tuple[int, str | None], ...] = ((0, "min"),) if is_time else ()
    return Doubt(
        message=f'"m" can be {"minutes, " if is_time else ""}million or a thousandth. '
        f"Write {'the unit' if is_time else 'the number'} out.",
        meanings=(*minutes, (6, unit), (-3, unit)),
    )


def _letter(power: int) -> str:
    return {3: "K", 6: "M", 9: "B", 12: "T"}[power]


def _doubt(text: str, meanings: tuple[tuple[int, str | None], ...]) -> Doubt:
    names = [
        named(f"10^{power}", unit or "plain", "")
        if power
        else _LONG_NAMES.get(unit or "", unit or "")
        for power, unit in meanings
    ]
    either = " or ".join(names)
    if len(names) == 1:
        return Doubt(
            message=f'"{text}" is not clear here. If you mean {names[0]}, type that.',
            meanings=meanings,
        )
    return Doubt(message=f'"{text}" can be {either}. Type one of the two.', meanings=meanings)


def _left_over(text: str) -> Doubt | Unknown:
    """Why nothing here bears that name: the first sign that says more is named."""
    sign = next((char for char in text if char in _SIGNS), None)
    if sign is not None:
        return Doubt(message=_SIGNS[sign], meanings=((0, None),))
    first, last = text[0], text[1:]
    if first.isdigit() or (first == "(" and re.match(r"[ (+\-]*[0-9.]", last)):
        return Unknown(
            message=f'A second number follows: "{_short(text)}". Type one; write * for a product.'
        )
    if first in "oOlI" and last.strip(".,").isdigit():
        digit = "0" if first in "oO" else "1"
        return Unknown(
            message=f"The letter {name(first)} stands among the digits. "
            f"If you mean the digit, type {digit}."
        )
    if first.isalpha() and any(char.isdigit() for char in text):
        return Unknown(
            message=f'"{_short(text)}" holds another number. Type one number and one unit.'
        )
    if not first.isalpha() and first not in "/%-":
        return Doubt(
            message=f"{name(first)} stops the reading: {_short(text)} is left over. "
            f"Type one number and, if you like, its unit.",
            meanings=((0, None),),
        )
    return Unknown(message=f'"{_short(text)}" is no unit that is known here.')


def _short(text: str) -> str:
    text = text.replace("\n", " ")
    return text if len(text) <= 30 else text[:29] + "…"
