"""Turn a course folder that has changed into rows of the cache file that are up to date.

A file that differs, or that was younger than 2 s when it was compiled, is hashed and perhaps parsed
again; the rows of the others stay.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from quizkit.content.compact_json import compact
from quizkit.content.folder import (
    Stat,
    file_names,
    refused_names,
    seen_refused,
    stat_of,
    stray_names,
)
from quizkit.content.load import refused, stray
from quizkit.content.nodes import MappingNode, unpacked
from quizkit.content.references import Parsed, within
from quizkit.content.side_by_side import side_by_side
from quizkit.store.cache_file import writing
from quizkit.store.compiling import Made, compiled_file
from quizkit.store.listing import (
    HERE,
    Listing,
    changed_plugins,
    file_of,
    finding_row,
    listing_of,
    seen_text,
    stored_name,
)

WORTH_PROCESSES_BYTES: Final = 2 * 2**20
"""So much is compiled in half a second; fewer bytes are not worth other processes."""


def recompiled(connection: sqlite3.Connection, folder: Path) -> tuple[int, Listing]:
    """Bring the folder's rows up to date, parsing only what differs; its number and its listing."""
    with writing(connection):
        folder_id = _id_of(connection, folder)
        kept = {
            name: _Kept(digest, (size, time), row, brief)
            for name, digest, size, time, row, brief in connection.execute(
                "SELECT file, hash, size, time, row, brief FROM files WHERE folder = ?",
                (folder_id,),
            ).fetchall()
        }
        rows = _rows(connection, folder, folder_id, kept)
        for name in kept.keys() - rows.keys():
            _forget(connection, folder_id, name)
        course, *lessons = [_as_parsed(name, row.brief) for name, row in rows.items()]
        strays = stray_names(folder)
        faults = [
            *within(course, lessons),
            *(stray(f"{HERE}{name}") for name in strays),
            *(refused(f"{HERE}{name}", reason) for name, reason in refused_names(folder)),
        ]
        texts = (
            "[["
            + ",".join([row.row for row in rows.values()])
            + "],"
            + (compact([*map(finding_row, faults)]) + "]")
        )
        seen = [(name, row.stat) for name, row in rows.items()]
        connection.execute(
            "UPDATE folders SET seen = ?, listing = ? WHERE id = ?",
            (
                seen_text([*seen, *((name, (0, 0)) for name in strays), *seen_refused(folder)]),
                texts,
                folder_id,
            ),
        )
    return folder_id, listing_of(folder, json.loads(texts))


class _Kept(NamedTuple):
    """What is kept of a file and looked at when something in its folder has changed."""

    digest: str
    stat: Stat
    row: str
    brief: str | None


def _id_of(connection: sqlite3.Connection, folder: Path) -> int:
    connection.execute(
        "INSERT INTO folders (folder, seen, listing) VALUES (?, '', '') "
        "ON CONFLICT (folder) DO NOTHING",
        (stored_name(folder),),
    )
    ((found,),) = connection.execute(
        "SELECT id FROM folders WHERE folder = ?", (stored_name(folder),)
    ).fetchall()
    return int(found)


def _rows(
    connection: sqlite3.Connection, folder: Path, folder_id: int, kept: dict[str, _Kept]
) -> dict[str, _Kept]:
    """The rows of every file, which is read and parsed where it may differ."""
    rows: dict[str, _Kept | None] = {}
    differing: list[tuple[Path, str, str]] = []
    sizes: list[int] = []
    for name in file_names(folder):
        old = kept.get(name)
        if old is not None and changed_plugins(file_of(json.loads(old.row))):
            old = None
        stat = stat_of(folder / name)
        rows[name] = old if old is not None and old.stat == stat else None
        if rows[name] is None:
            differing.append((folder, name, old.digest if old is not None else ""))
            sizes.append(stat[0])
    with closing(
        side_by_side(compiled_file, differing, sizes, worth=WORTH_PROCESSES_BYTES)
    ) as all_:
        for made in all_:
            rows[made.name] = _written(connection, folder_id, made, kept.get(made.name))
    return {name: row for name, row in rows.items() if row is not None}


def _written(
    connection: sqlite3.Connection, folder_id: int, made: Made, old: _Kept | None
) -> _Kept:
    name, digest, stat, row, brief, outline, questions = made
    if row is None:
        assert old is not None, "what has not changed has been there"
        connection.execute(
            "UPDATE files SET size = ?, time = ? WHERE folder = ? AND file = ?",
            (*stat, folder_id, name),
        )
        return old._replace(stat=stat)
    if old is not None:
        _forget(connection, folder_id, name)
    connection.executemany(
        "INSERT INTO questions VALUES (?, ?, ?, ?, ?)",
        [(folder_id, name, *question) for question in questions],
    )
    connection.execute(
        "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (folder_id, name, digest, *stat, row, brief, outline),
    )
    return _Kept(digest, stat, row, brief)


def _forget(connection: sqlite3.Connection, folder_id: int, name: str) -> None:
    for table in ("files", "questions"):
        connection.execute(
            f"DELETE FROM {table} WHERE folder = ? AND file = ?",  # noqa: S608 - our own names
            (folder_id, name),
        )


def _as_parsed(name: str, node: str | None) -> Parsed[None]:
    """What `within` looks at; the values themselves are not needed."""
    root = unpacked(node) if node is not None else None
    return Parsed(
        path=f"{HERE}{name}",
        root=root if isinstance(root, MappingNode) else None,
        value=None,
        findings=(),
    )
