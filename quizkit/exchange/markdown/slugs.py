"""Turn titles and prompts into ids: a few telling words in small letters with - between."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_LONGEST: Final = 48
_SMALL_WORDS: Final = frozenset(
    re.findall(
        r"\w+",
        """
        a an the of to in on at is are was were be been do does did has have had and or but if
        then than that this these those it its with without for from by as into you your we our
        what which how why when where who whose there their they can could would should will not
        each every one so up out about between per after before over under given name explain
        state write many much choose apply
        """,
    )
)


def slug(text: str, words: int = 5, *, telling: bool = False) -> str:
    """An id of at most so many words, or nothing where no two letters or digits are left.

    With `telling`, small words are left out as long as others remain.

    >>> slug("ZeRO: stages 1 and 2"), slug("Why does stage 3 send more?", telling=True)
    ('zero-stages-1-and-2', 'stage-3-send-more')
    """
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text[:400]).replace("Ψ", "psi").replace("'", "")
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    found = re.findall(r"[a-z0-9]+", plain)
    if telling:
        found = [word for word in found if word not in _SMALL_WORDS] or found
    kept = found[:words]
    while len(kept) > 1 and len("-".join(kept)) > _LONGEST:
        kept.pop()
    short = "-".join(kept)[:_LONGEST]
    return short if len(short) > 1 else ""


class Ids:
    """Ids of which no two are equal."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, wanted: str, otherwise: str) -> str:
        """The wanted id (or the other, where it is empty), with a number behind it if taken."""
        base = wanted or otherwise
        name, count = base, 1
        while name in self._taken:
            count += 1
            name = f"{base}-{count}"
        self._taken.add(name)
        return name
