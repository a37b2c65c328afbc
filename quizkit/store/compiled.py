"""Turn course folders into what the cache file holds of them, as long as they have not changed.

One row per folder lists what a start needs, one row per source file and one per question hold the
JSON of their nodes and what else is known of them, read when it is asked for. A start compares
`stat` alone; where it differs, what compiles is loaded and brings the rows up to date.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from weakref import finalize

from quizkit.content.folder import seen_files
from quizkit.store.listing import (
    Asked,
    File,
    Listing,
    asked_of,
    changed_plugins,
    listing_of,
    seen_text,
    stored_name,
)


class Compiled:
    """What is kept of course folders in a cache file, which is closed with it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._ids: dict[Path, int] = {}
        finalize(self, connection.close)

    def listing(self, folder: Path) -> Listing:
        """What the folder holds now, compiled anew where it differs from what is kept.

        Raises sqlite3.Error where the file cannot be used, ValueError where it holds nonsense.
        """
        for row_id, seen, text in self._connection.execute(
            "SELECT id, seen, listing FROM folders WHERE folder = ?", (stored_name(folder),)
        ).fetchall():
            if seen == seen_text(seen_files(folder)):
                listing = listing_of(folder, json.loads(text))
                if not any(file.plugins and changed_plugins(file) for file in listing.files):
                    self._ids[folder] = row_id
                    return listing
        from quizkit.store.recompiling import recompiled

        self._ids[folder], listing = recompiled(self._connection, folder)
        return listing

    def question(self, folder: Path, file: str, name: str) -> str | None:
        """One question as `content.packing` wrote it, or None if it is gone."""
        rows = self._connection.execute(
            "SELECT made FROM questions WHERE folder = ? AND file = ? AND id = ?",
            (self._ids[folder], file, name),
        ).fetchall()
        return str(rows[0][0]) if rows else None

    def questions(self, folder: Path, file: File) -> list[str]:
        """All questions of a file in order, as `content.packing` wrote them."""
        rows = self._connection.execute(
            "SELECT id, made FROM questions WHERE folder = ? AND file = ?",
            (self._ids[folder], file.name),
        ).fetchall()
        found = dict(rows)
        return [found[name] for name in file.names.split() if name in found]

    def asked(self, folder: Path, file: str) -> dict[str, Asked]:
        """What is known of the questions of a file, by id."""
        rows = self._connection.execute(
            "SELECT id, row FROM questions WHERE folder = ? AND file = ?",
            (self._ids[folder], file),
        ).fetchall()
        return {name: asked_of(json.loads(row)) for name, row in rows}

    def all_asked(self, folder: Path) -> dict[tuple[str, str], Asked]:
        """What is known of the questions of a folder, by file and id."""
        rows = self._connection.execute(
            "SELECT file, id, row FROM questions WHERE folder = ?", (self._ids[folder],)
        ).fetchall()
        # Read as one text: thousands of small ones take three times as long.
        texts = json.loads(f"[{','.join([row for _, _, row in rows])}]")
        return {
            (file, name): asked_of(row) for (file, name, _), row in zip(rows, texts, strict=True)
        }

    def outline(self, folder: Path, file: File) -> str | None:
        """A lesson without its questions, or a course without its lessons, or None if it is gone.

        As `content.packing` wrote it.
        """
        rows = self._connection.execute(
            "SELECT outline FROM files WHERE folder = ? AND file = ?",
            (self._ids[folder], file.name),
        ).fetchall()
        return rows[0][0] if rows else None

    def with_reps(self, folder: Path) -> frozenset[str]:
        """The files of a folder that hold reps."""
        # As `content.packing` writes one; within a text, JSON has a backslash before each quote.
        rows = self._connection.execute(
            """SELECT file FROM files WHERE folder = ? AND instr(outline, '["Rep",') > 0""",
            (self._ids[folder],),
        ).fetchall()
        return frozenset(name for (name,) in rows)
