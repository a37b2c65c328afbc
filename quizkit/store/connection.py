"""Turn a path into an open SQLite connection that keeps what it commits.

`connect` is the one function that opens a SQLite file, for the standard driver and, as its
`creator=`, for SQLAlchemy. `examine` looks at a file before SQLite touches it, so that a file of
another program or of a newer quizkit stays as it is, byte for byte.
"""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from quizkit.errors import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreNewer,
    StoreOutdated,
    StoreUnwritable,
    UsageError,
)
from quizkit.store.rows import UnreadableRow
from quizkit.store.statements import APPLICATION_ID, VERSION

TIMEOUT_S = 10.0

CACHES = ("cards", "days")
"""The tables that the log makes."""

Standing = Literal["missing", "new", "outdated", "current"]

_MAGIC = b"SQLite format 3\x00"
_HEADER = 108
_PRAGMAS = {"journal_mode": "delete", "synchronous": 3, "foreign_keys": 1}


def parse_url(url: str) -> Path:
    """The file that a `sqlite:///` URL names; raises UsageError for any other text.

    >>> parse_url("sqlite:///progress.db").as_posix(), parse_url("sqlite:////srv/p.db").as_posix()
    ('progress.db', '/srv/p.db')
    """
    scheme, found, name = url.partition(":///")
    if not found or scheme != "sqlite":
        raise UsageError(f'QUIZ_DATABASE is "{url}"; write sqlite:///FILE (four / for a full path)')
    if not name or name == ":memory:" or "?" in name or "\0" in name:
        raise UsageError(f'QUIZ_DATABASE is "{url}"; name a file, without options')
    return Path(name)


def connect(path: Path) -> sqlite3.Connection:
    """Open an existing file with the settings that survive a power cut, and see that they hold.

    Nothing is committed by itself: transactions are begun and ended in words. Raises what SQLite
    raises (`trouble` turns that into sentences), and StoreError if a setting does not hold.
    """
    # `rw` rather than the plain path, which would make a missing file.
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=TIMEOUT_S, isolation_level=None
    )
    try:
        # EXTRA: with less, a power cut after a commit may bring the rollback journal back and with
        # it lose the last answer. DELETE: a write-ahead log needs shared memory and more syncing.
        mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("PRAGMA foreign_keys = ON")
        for name, wanted in _PRAGMAS.items():
            # Only the first says itself what it came to.
            row = (
                mode if name == "journal_mode" else connection.execute(f"PRAGMA {name}").fetchone()
            )
            (value,) = row
            if value != wanted:
                raise StoreError(
                    f"{path}: {name} stays {value} instead of {wanted}; "
                    "close every other program that has the file open"
                )
    except BaseException:
        connection.close()
        raise
    return connection


def examine(path: Path) -> Standing:
    """Say what the file is, without SQLite and without changing anything.

    `new` is an empty file, or one without tables and with both numbers 0. Raises StoreNewer,
    StoreForeign, StoreDamaged or StoreUnwritable with a sentence for everything that is not ours to
    touch. To be called while no transaction of this process is open on the file: closing any
    descriptor of a file drops the process's locks on it.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return "missing"
    except OSError as error:
        raise _unreadable(path, error) from error
    if stat.S_ISDIR(status.st_mode):
        raise StoreError(f"{path} is a folder; the progress is kept in a file: name one in it")
    if not stat.S_ISREG(status.st_mode):
        raise StoreError(f"{path} is not a regular file; name another with QUIZ_DATABASE")
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except OSError as error:
        raise _unreadable(path, error) from error
    if not any(header[:16]) and (not header or _pending(path, "-journal")):
        # Empty, or cut off while it was made: then SQLite puts the empty file back.
        return "new"
    if not _is_database(header):
        raise StoreForeign(
            f"{path} is not a database; it is left as it is. {_ELSEWHERE}, "
            "or put a backup back with quiz db restore FILE"
        )
    version = int.from_bytes(header[60:64], "big")
    application = int.from_bytes(header[68:72], "big")
    if application == APPLICATION_ID:
        return _ours(path, version)
    # Byte 100 starts the first page of the list of tables: a leaf (13) with no cells is empty.
    no_tables = header[100:101] == b"\x0d" and header[103:105] == b"\0\0"
    if not application and not version and no_tables and not _pending(path, "-wal"):
        return "new"
    raise _foreign(path)


def is_database(path: Path) -> bool:
    """Whether a file begins as SQLite's do, of whatever program it is."""
    with trouble(path), path.open("rb") as file:
        return _is_database(file.read(_HEADER))


def standing(path: Path, application: int, version: int, empty: bool) -> Standing:
    """What a file with these two numbers is; `empty` whether it has no tables."""
    if application == APPLICATION_ID:
        return _ours(path, version)
    if not application and not version and empty:
        return "new"
    raise _foreign(path)


def outdated(path: Path) -> StoreOutdated:
    """The refusal of an older file by a command that may not upgrade it."""
    return StoreOutdated(f"{path} was made by an older quizkit; run quiz db upgrade once")


@contextmanager
def trouble(path: Path) -> Iterator[None]:
    """Turn every error of SQLite and of the file system into a StoreError with a sentence."""
    try:
        yield
    except UnreadableRow as row:
        raise StoreDamaged(f"{path}: {row}; {lost_table(row.table)}") from row
    except UnicodeDecodeError as error:
        # SQLite quotes the damaged text in its message, and the driver cannot read it.
        raise StoreDamaged(
            f"{path} is damaged (its tables are described by a text that is not UTF-8); "
            "put a backup back with quiz db restore FILE"
        ) from error
    except sqlite3.Error as error:
        raise explained(path, error) from error
    except OSError as error:
        raise _unreadable(path, error) from error


def explained(path: Path, error: sqlite3.Error) -> StoreError:
    """What an error of SQLite means to whoever looks after the file."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    match code:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreBusy(
                f"{path} is in use by another program for more than {TIMEOUT_S:.0f} s; "
                "close it and try again"
            )
        case sqlite3.SQLITE_FULL:
            return StoreUnwritable(f"{path}: the disk is full; make room and try again")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreUnwritable(
                f"{path} or its folder is read-only; "
                "make both writable, or name another file with QUIZ_DATABASE"
            )
        case sqlite3.SQLITE_CANTOPEN:
            return StoreUnwritable(
                f"{path} cannot be opened; see that it is there and that it and its folder are "
                "yours to write"
            )
        case sqlite3.SQLITE_IOERR:
            return StoreUnwritable(
                f"{path} cannot be written or read ({error}); "
                "see whether the disk is full or failing"
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StoreDamaged(
                f"{path} is damaged ({error}); put a backup back with quiz db restore FILE"
            )
        case _ if table := _NO_TABLE.match(str(error)):
            mend = lost_table(table[1])
            return StoreDamaged(f"{path} has lost a table ({error}); {mend}")
        case _:
            return StoreDamaged(
                f"{path} cannot be used ({error}); quiz db check says what is wrong with it"
            )


def lost_table(name: str) -> str:
    """What to do where a table or a row is lost: cards and days are made of the log, no other."""
    if name in CACHES:
        return "quiz db rebuild makes it anew from the log"
    return "put a backup back with quiz db restore FILE"


_NO_TABLE = re.compile(r"no such table: (?:main\.)?(\w+)")
_ELSEWHERE = "Name another file with QUIZ_DATABASE"


def _is_database(header: bytes) -> bool:
    return header.startswith(_MAGIC) and len(header) == _HEADER


def _ours(path: Path, version: int) -> Standing:
    if version > VERSION:
        raise StoreNewer(
            f"{path} was written by a newer quizkit (tables version {version}, this one knows "
            f"{VERSION}); it is left as it is. Upgrade quizkit"
        )
    return "current" if version == VERSION else "outdated"


def _foreign(path: Path) -> StoreForeign:
    return StoreForeign(
        f"{path} is a database of another program; it is left as it is. {_ELSEWHERE}"
    )


def _unreadable(path: Path, error: OSError) -> StoreUnwritable:
    return StoreUnwritable(f"{path}: {error.strerror or error}. {_ELSEWHERE}, or mend this one")


def _pending(path: Path, suffix: str) -> bool:
    try:
        return os.stat(os.path.realpath(path) + suffix).st_size > 0
    except OSError:
        return False
