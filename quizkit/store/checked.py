"""Turn the cache folder into what checks have found: an unchanged file is not looked at again.

One row per lesson file, found by its path and the hash of its bytes. Another quizkit throws all of
them away. The file can be deleted at any time; where none can be written, nothing is kept.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import quizkit
from quizkit.digests import blake2b

FORMAT: Final = 1
"""Part of the file's name: another format is another file."""

PATIENCE_S = 2.0
"""How long another check may hold the file before this one does without it."""

_ROOMS: Final = ("check", "content", "calculators", "variants", "grading")
_MODULES: Final = ("units.py", "numerals.py", "tolerance.py", "errors.py")

_TABLES = """
CREATE TABLE IF NOT EXISTS made_by (code TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS checked (path TEXT PRIMARY KEY, key TEXT NOT NULL, row TEXT NOT NULL);
"""


class Checked:
    """The rows of earlier checks; new ones are written when the check is over."""

    def __init__(self, rows: dict[str, tuple[str, str]]) -> None:
        self._rows = rows
        self.new: dict[str, tuple[str, str]] = {}

    def find(self, path: str, key: str) -> str | None:
        """The row that was kept for this path and key."""
        kept, row = self._rows.get(_place(path), ("", ""))
        return row if kept == key else None

    def keep(self, path: str, key: str, row: str) -> None:
        """Keep a row in the place of the one that the path had."""
        self.new[_place(path)] = (key, row)


def _place(path: str) -> str:
    # A file name need not be UTF-8.
    return str(Path(path).absolute()).encode("utf-8", "surrogateescape").hex()


@contextmanager
def checked_before(cache: Path | None) -> Iterator[Checked | None]:
    """What earlier checks found, for the time of one check; None where nothing can be kept."""
    path = cache / f"checked-{FORMAT}.db" if cache is not None else None
    checked = _read(path) if path is not None else None
    yield checked
    if path is not None and checked is not None and checked.new:
        with suppress(sqlite3.Error, OSError):
            _write(path, checked.new)


def _read(path: Path) -> Checked | None:
    """The rows there are; a damaged file is thrown away, one that cannot be used is None."""
    try:
        return _rows(path)
    except (sqlite3.OperationalError, OSError):
        return None
    except (sqlite3.Error, UnicodeDecodeError):
        try:
            path.unlink(missing_ok=True)
            return _rows(path)
        except (sqlite3.Error, OSError):
            return None


def _rows(path: Path) -> Checked:
    path.parent.mkdir(parents=True, exist_ok=True)
    with _opened(path) as connection:
        code = _code()
        for statement in _TABLES.split(";"):
            connection.execute(statement)
        if connection.execute("SELECT code FROM made_by").fetchall() != [(code,)]:
            connection.execute("DELETE FROM made_by")
            connection.execute("DELETE FROM checked")
            connection.execute("INSERT INTO made_by VALUES (?)", (code,))
        found = connection.execute("SELECT path, key, row FROM checked").fetchall()
    return Checked({place: (key, row) for place, key, row in found})


def _write(path: Path, new: dict[str, tuple[str, str]]) -> None:
    with _opened(path) as connection:
        if connection.execute("SELECT code FROM made_by").fetchall() != [(_code(),)]:
            return  # another quizkit has it by now
        connection.executemany(
            "INSERT INTO checked VALUES (?, ?, ?)"
            " ON CONFLICT (path) DO UPDATE SET key = excluded.key, row = excluded.row",
            [(place, key, row) for place, (key, row) in new.items()],
        )


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """One transaction on the file, which is closed behind it."""
    connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
    try:
        # It holds nothing that cannot be found again: no waiting for the disk.
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.execute("COMMIT")
    finally:
        connection.close()


def _code() -> str:
    """A hash of all that decides what is found in a file: the code itself."""
    package = Path(quizkit.__file__).parent
    digest = blake2b(f"{FORMAT} {sys.version_info[:2]}".encode(), digest_size=16)
    paths = [package / name for name in _MODULES]
    paths += [path for room in _ROOMS for path in (package / room).rglob("*.py")]
    for path in sorted(paths):
        digest.update(f"{path.relative_to(package)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
