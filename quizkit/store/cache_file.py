"""Turn a folder into the open cache file of compiled courses, as this very code would make it.

The file holds nothing that the sources do not: it can be deleted at any time, rows that other code
made are thrown away, and where no file can be written the same tables are kept in memory.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import quizkit
from quizkit.content.folder import stat_of

FORMAT: Final = 6
"""Part of the file's name: another format is another file."""

PATIENCE_S = 5.0
"""How long another program may hold the file before we compile in memory."""

_TABLES = """
CREATE TABLE IF NOT EXISTS made_by (code TEXT NOT NULL, stamp TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS folders (
    id INTEGER PRIMARY KEY, folder TEXT NOT NULL UNIQUE, seen TEXT NOT NULL, listing TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS files (
    folder INTEGER NOT NULL, file TEXT NOT NULL, hash TEXT NOT NULL, size INTEGER NOT NULL,
    time INTEGER NOT NULL, row TEXT NOT NULL, brief TEXT, outline TEXT,
    PRIMARY KEY (folder, file)
);
CREATE TABLE IF NOT EXISTS questions (
    folder INTEGER NOT NULL, file TEXT NOT NULL, id TEXT NOT NULL, row TEXT NOT NULL,
    made TEXT NOT NULL,
    PRIMARY KEY (folder, file, id)
);
"""


def open_cache(folder: Path | None, *, anew: bool = False) -> sqlite3.Connection:
    """The file in that folder, made if there is none; in memory where that is impossible.

    `anew` throws away the one that is there.
    """
    if folder is not None:
        path = folder / f"content-{FORMAT}.db"
        try:
            if anew:
                path.unlink(missing_ok=True)
            return _file(path)
        except (sqlite3.OperationalError, OSError):
            pass  # held by another program for long, or nothing can be written there
        except sqlite3.Error:
            if not anew:  # damaged
                return open_cache(folder, anew=True)
    return in_memory()


def in_memory() -> sqlite3.Connection:
    """An empty one that is gone when the program ends."""
    return _ready(_opened(":memory:"))


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction, which is taken back where it fails."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _file(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    return _ready(_opened(path))


def _opened(path: Path | str) -> sqlite3.Connection:
    # It is closed with what holds it, by whichever thread happens to collect that.
    return sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False)


def _ready(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The same with its tables, empty unless this code made what is in them."""
    try:
        stamp, made_by = _stamp(), "SELECT code, stamp FROM made_by"
        tables = "SELECT count(*) FROM sqlite_master WHERE name = 'made_by'"
        rows: list[tuple[str, str]] = []
        if connection.execute(tables).fetchall() == [(1,)]:
            rows = connection.execute(made_by).fetchall()
            if [kept for _, kept in rows] == [stamp]:
                return connection
        code = _code()
        if [kept for kept, _ in rows] == [code]:  # the same code in another place
            with suppress(sqlite3.OperationalError):
                connection.execute("UPDATE made_by SET stamp = ?", (stamp,))
            return connection
        with writing(connection):
            for statement in _TABLES.split(";"):
                connection.execute(statement)
            if [kept for kept, _ in connection.execute(made_by).fetchall()] != [code]:
                # Another quizkit: what it made of a file may differ, its revision too.
                for table in ("made_by", "folders", "files", "questions"):
                    connection.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
                connection.execute("INSERT INTO made_by VALUES (?, ?)", (code, stamp))
    except BaseException:
        connection.close()
        raise
    return connection


def _stamp() -> str:
    """Where the code that makes the rows lies, and how it looks from outside."""
    found = [f"{FORMAT} {sys.version_info[:2]}"]
    for path in _sources():
        size, changed = stat_of(path)
        found.append(f"{path}/{size}/{changed}")
    return "\n".join(found).encode("utf-8", "backslashreplace").decode()


def _code() -> str:
    """A hash of the code that makes the rows: another quizkit makes them anew."""
    from quizkit.digests import blake2b

    digest = blake2b(f"{FORMAT} {sys.version_info[:2]}".encode(), digest_size=16)
    for path in _sources():
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()


def _sources() -> list[str]:
    package = os.path.dirname(quizkit.__file__)
    here = os.path.dirname(__file__)
    paths = [f"{package}/{name}.py" for name in ("units", "numerals", "errors")]
    paths += [f"{here}/{name}.py" for name in ("cache_file", "recompiling", "compiling", "listing")]
    for room in ("content", "calculators"):
        with os.scandir(f"{package}/{room}") as inside:
            paths += [entry.path for entry in inside if entry.name.endswith(".py")]
    return sorted(paths)
