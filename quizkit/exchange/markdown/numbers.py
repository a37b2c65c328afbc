"""Turn the text behind a check into a number with its unit, where neither can be mistaken."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from quizkit.content import notation
from quizkit.errors import NotationError


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A number in author's notation, the unit of the table, and the text that follows."""

    value: str
    unit: str
    rest: str

    @property
    def is_whole_count(self) -> bool:
        """Whether it counts something, so that a near miss is a miss."""
        return self.value.isdigit() and self.unit in ("fold", "tokens", "elements", "psi", "days")


_UNITS: Final = {
    **{name: name for name in ("KiB", "MiB", "GiB", "TiB", "kB", "MB", "GB", "TB", "PB")},
    **{name: name for name in ("GB/s", "MB/s", "TB/s", "bytes/param", "tokens", "elements", "ms")},
    "bytes per parameter": "bytes/param", "bytes/parameter": "bytes/param",
    "bytes per param": "bytes/param", "byte per parameter": "bytes/param",
    "%": "percent", "percent": "percent", "×": "fold", "x": "fold", "-fold": "fold",
    "fold": "fold", "Ψ": "psi", "days": "days", "seconds": "s", "parameters": "params",
}  # fmt: skip

_STATED = re.compile(
    r"(?P<bold>\*\*|__)?(?:answer\s*[:=]\s*)?(?P<value>[+-]?\d+(?:\.\d+)?(?:/\d+)?[KMBT]?)"
    r"(?:\s?(?P<unit>"
    + "|".join(re.escape(unit) for unit in sorted(_UNITS, key=len, reverse=True))
    + r"))(?![\w/%])(?P<rest>.*)",
    re.DOTALL | re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:how (?:many|much|large|big|long|far)|by what (?:factor|share)|what (?:factor|share|"
    r"fraction|percentage|percent|is the)|compute|calculate|work out)\b",
    re.IGNORECASE,
)
_ASKS_MORE = re.compile(
    r"\b(?:why|explain|justify|name|list|compare|describe|derive|show|and (?:what|how|which|does)|"
    r"estimate|roughly|about|approximately)\b|≈|~",
    re.IGNORECASE,
)


def stated_number(prompt: str, check: str) -> Stated | None:
    """The number that a check states first, if the prompt asks for that alone.

    >>> stated_number("How many GB?", "**48.75 GB.** 13 billion times 3.75 bytes.")
    Stated(value='48.75', unit='GB', rest='13 billion times 3.75 bytes.')
    >>> stated_number("How many GB, and why?", "48.75 GB")
    >>> stated_number("How many GB?", "48.75")
    """
    if prompt.count("?") > 1 or not _ASKS.search(prompt) or _ASKS_MORE.search(prompt):
        return None
    match = _STATED.fullmatch(check.strip())
    if match is None:
        return None
    rest = match["rest"]
    if match["bold"]:
        closed = re.match(rf"([.:]?)\s*{re.escape(match['bold'])}", rest)
        if not closed:
            return None
        rest = (closed[1] or "") + rest[closed.end() :]
    if rest.strip() and not re.match(r"\s*[.\n—–:;]", rest):
        return None  # "3.75 GB per step", "2x to 4x": something follows that matters
    unit = next((one for one in _UNITS if one == match["unit"]), None)
    if unit is None or (match["value"][-1].isalpha() and _UNITS[unit] not in ("params", "tokens")):
        return None
    try:
        notation.number(match["value"])
    except NotationError:
        return None
    return Stated(
        value=match["value"],
        unit=_UNITS[unit],
        rest=re.sub(r"^\s*[.—–:;]+\s*", "", rest).strip(),
    )


_BARE = re.compile(
    r"(?:(?:answer\s*[:=]|[=≈~]|about|roughly|approximately)\s*)?[+-]?\d[\d,]*(?:\.\d+)?(?:/\d+)?[KMBT]?\b"
    r"(?:\s?[%×x]|\s[^\W\d][^\s.]*){0,2}[.!]?",
    re.IGNORECASE,
)


def is_bare_number(prompt: str, check: str) -> bool:
    """Whether a check is a number and at most two words, though not one that is clear by itself.

    >>> is_bare_number("How many passes?", "**2.**"), is_bare_number("How many?", "2 passes")
    (True, True)
    >>> is_bare_number("How many, and why?", "2"), is_bare_number("Who?", "2 of the 3 parts")
    (False, False)
    """
    if prompt.count("?") > 1 or _ASKS_MORE.search(prompt):
        return False
    return bool(_BARE.fullmatch(re.sub(r"\*\*|__|`", "", check).strip()))
