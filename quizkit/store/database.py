"""Turn a SQLite file into reading and writing transactions, by the standard driver.

A transaction opens the file, runs statements, ends and closes it. Between two answers nothing is
held: no lock, and no descriptor that would go on writing to a file that was moved away.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Protocol

from quizkit.store import statements as sql
from quizkit.store.connection import Standing, connect, outdated, standing, trouble
from quizkit.store.rows import Parameters, Row

Run = Callable[[str, Parameters], list[Row]]
"""Run one statement with its parameters and fetch every row."""


class Database(Protocol):
    """What the store needs of a database, whatever driver and server stand behind it."""

    path: Path

    def reading(self) -> AbstractContextManager[Run]:
        """One consistent view; of nothing at all where there is no file or it is empty."""
        ...

    def writing(self) -> AbstractContextManager[Run]:
        """One transaction that excludes other writers, committed unless the body raises."""
        ...


class SqliteFile:
    """A file behind the standard driver."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def reading(self) -> Iterator[Run]:
        """One consistent view; a missing file is read as an empty log and not made."""
        if not self.path.exists():
            yield nothing
            return
        with trouble(self.path), closing(connect(self.path)) as connection:
            connection.execute("BEGIN")
            run = runner(connection)
            yield nothing if readable(run, self.path) == "new" else _found_by_any_text(run)

    @contextmanager
    def writing(self) -> Iterator[Run]:
        """One IMMEDIATE transaction; the tables of a new file are made in it."""
        with trouble(self.path), closing(connect(self.path)) as connection:
            # At once: a transaction that starts by reading fails, without waiting, when it turns
            # to writing while another one writes.
            connection.execute("BEGIN IMMEDIATE")
            run = runner(connection)
            if readable(run, self.path) == "new":
                make_tables(run)
            # Closing takes back what is not committed, also if the body raises.
            yield run
            connection.execute("COMMIT")

    def probe(self) -> Standing:
        """What the file is, once SQLite has undone what an interrupted program left half done.

        One of today's is seen to be writable, without a change; raises StoreError if it is not.
        """
        with trouble(self.path), closing(connect(self.path)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            found = stands(runner(connection), self.path)
            if found == "current":
                # A real write, to meet a folder that refuses the journal and a full disk now rather
                # than after the first answer.
                connection.execute(f"PRAGMA user_version = {sql.VERSION}")
            connection.execute("ROLLBACK")
            return found


def readable(run: Run, path: Path) -> Standing:
    """Whether an open file is new or current; raises StoreOutdated and as `standing` does."""
    found = stands(run, path)
    if found == "outdated":
        raise outdated(path)
    return found


def stands(run: Run, path: Path) -> Standing:
    """What an open file is, as `standing` says."""
    ((application,),) = run("PRAGMA application_id", {})
    ((version,),) = run("PRAGMA user_version", {})
    empty = not application and not version and not run(sql.ANY_TABLE, {})
    return standing(path, application, version, empty)


def make_tables(run: Run) -> None:
    """Make the tables of a new file, inside a transaction."""
    from quizkit.store.ddl import DDL, INSERT_REVISION, VERSION_DDL  # a new file alone needs them

    for statement in (*DDL, VERSION_DDL):
        run(statement, {})
    run(INSERT_REVISION, {"revision": sql.revision(sql.VERSION)})
    run(f"PRAGMA application_id = {sql.APPLICATION_ID}", {})
    run(f"PRAGMA user_version = {sql.VERSION}", {})


def make_room(path: Path) -> None:
    """Make the folder and an empty file where there is none, so that they survive a power cut."""
    with trouble(path):
        missing = [path, *path.parents]
        while missing and missing[-1].exists():
            del missing[-1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(exist_ok=True)
        for made in missing:
            sync_folder(made.parent)


def sync_folder(folder: Path) -> None:
    """Write a folder's list of names to disk, where the system offers that."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def runner(connection: sqlite3.Connection) -> Run:
    """How statements run on a connection."""

    def run(statement: str, parameters: Parameters) -> list[Row]:
        return connection.execute(statement, parameters).fetchall()

    return run


def _found_by_any_text(run: Run) -> Run:
    """As `run`, for looking up what was typed: no row holds half a character."""

    def looked_up(statement: str, parameters: Parameters) -> list[Row]:
        try:
            return run(statement, parameters)
        except UnicodeEncodeError:
            return []

    return looked_up


def nothing(_statement: str, _parameters: Parameters) -> list[Row]:
    """Answer as a database without rows."""
    return []
