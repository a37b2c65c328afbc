"""Turn a long row of lessons into the place of the first that still has something new.

Nearly all lessons of a long past are finished: each of their questions has been met. Asking that of
every lesson at every start would make a start cost what was ever learned. So the place where the
last look ended is kept in a file of the cache folder, beside the newest event of that moment. The
log only grows: what that event and the few after it say is enough to know how much of it still
holds. Deleting the file is safe, and one that is not as it should be is ignored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from quizkit.store.cards import Cards
from quizkit.store.shortlist import LONG

if TYPE_CHECKING:
    from quizkit.store.index import Library

STALE: Final = 500
"""After so many events the file is written anew, lest many have to be looked through."""

_SCHEMA: Final = "quizkit.finished/1"


class _Kept(NamedTuple):
    """How many lessons were finished when the event was the newest; `names` digests their ids."""

    lessons: int
    event: int
    uid: str
    names: str


def finished(library: Library, shelves: Mapping[str, Cards], file: Path) -> int:
    """How many lessons, from the first on, have nothing new; `shelves` are the cards by course.

    What was found is kept in the `file` where it took long to find.
    """
    if any(own.moving for own in shelves.values()):
        return _looked_up(library, shelves, 0)
    kept = _read(file)
    known = 0 if kept is None else _still(kept, library, shelves)
    found = _looked_up(library, shelves, known)
    newest = next((row for own in shelves.values() if (row := own.newest_event())), None)
    stale = kept is not None and newest is not None and newest[0] - kept.event >= STALE
    if newest is not None and (stale or found - known >= LONG):
        _write(file, _Kept(found, newest[0], newest[1].hex(), _digest(library, found)))
    return found


def forget(folder: Path) -> None:
    """Delete what is kept in a cache folder: the cards were made anew, and may be others."""
    with suppress(OSError):
        for file in folder.glob("finished-*.json"):
            file.unlink(missing_ok=True)


def file_name(*about: str) -> str:
    """What the file about these is called: database, learner and courses."""
    from quizkit.digests import blake2b

    text = "\0".join(about).encode("utf-8", "surrogatepass")
    return f"finished-{blake2b(text, digest_size=8).hexdigest()}.json"


def _looked_up(library: Library, shelves: Mapping[str, Cards], known: int) -> int:
    for place, lesson in enumerate(islice(library.lessons, known, None), known):
        held = shelves[library.course_of(lesson)].held(lesson)
        if not held.issuperset(library.refs(lesson)):
            return place
    return len(library.lessons)


def _still(kept: _Kept, library: Library, shelves: Mapping[str, Cards]) -> int:
    """How many of the lessons that were finished are so for certain."""
    if kept.lessons > len(library.lessons) or kept.names != _digest(library, kept.lessons):
        return 0
    # Any course's cards will do: what they are asked for is about the learner's whole log.
    since = [own.let_go_since(kept.event, bytes.fromhex(kept.uid)) for own in shelves.values()]
    let_go: set[str] = set()
    for one in since:
        if one is None:
            return 0
        let_go |= one
    if not let_go:
        return kept.lessons
    lessons = {ref.partition("/")[0] for ref in let_go}
    row = enumerate(islice(library.lessons, kept.lessons))
    return next((place for place, lesson in row if lesson in lessons), kept.lessons)


def _digest(library: Library, lessons: int) -> str:
    """A digest of what these lessons are called and ask, in order."""
    from quizkit.digests import blake2b

    names = "\n".join([f"{one} {library.names(one)}" for one in islice(library.lessons, lessons)])
    return blake2b(names.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _read(file: Path) -> _Kept | None:
    try:
        with open(file, encoding="utf-8") as opened:
            found: Any = json.load(opened)
        kept = _Kept(**found["kept"]) if found["schema"] == _SCHEMA else None
        bytes.fromhex(found["kept"]["uid"])
    except (OSError, ValueError, TypeError, KeyError):
        return None
    if kept is None or [type(one) for one in kept] != [int, int, str, str] or kept.lessons < 0:
        return None
    return kept


def _write(file: Path, kept: _Kept) -> None:
    """Put the file in the place of the one there; where that cannot be, nothing is kept."""
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps({"schema": _SCHEMA, "kept": kept._asdict()}), encoding="utf-8")
        os.replace(part, file)
