"""Turn a typed name of a unit into the units of the table that it may mean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from quizkit.units import PREFIXES, UNITS

_SYMBOLS = {
    name: unit.name
    for unit in UNITS.values()
    for name in (unit.name, *unit.aliases)
    if name != "plain"
}
_WORDS = {
    word.lower(): unit.name for unit in UNITS.values() for word in (unit.name, *unit.words)
    if len(word) > 2 and word != "plain"
}  # fmt: skip
_DOUBTFUL: dict[str, tuple[str, ...]] = {
    "b": ("bits", "B"),
    # Or per second.
    **{f"{unit.name}S": (unit.name,) for unit in UNITS.values() if unit.dimension == "work"},
    "gbps": ("Gbit/s", "GB/s"),
    "tbps": ("Tbit/s", "TB/s"),
} | {
    name: candidates
    for si, iec, _, _ in PREFIXES
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
_RATES = {unit.name: f"{unit.name}/s" for unit in UNITS.values() if unit.dimension == "data"}


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
        return _each(find_unit(above), _RATES)
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
