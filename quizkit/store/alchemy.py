"""Turn a SQLite file into reading and writing transactions, by SQLAlchemy.

The same statements over the same connection as the standard driver's: for migrations, rare queries,
and the proof that nothing in the store leans on one driver. No command that shows or answers a card
imports this.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from quizkit.store.connection import connect, explained, trouble
from quizkit.store.database import Run, make_tables, nothing, readable
from quizkit.store.rows import Parameters, Row


def engine(path: Path) -> Engine:
    """An engine on an existing file; every connection is opened by `connection.connect`."""
    return create_engine("sqlite://", creator=lambda: connect(path), poolclass=NullPool)


class AlchemyFile:
    """A file behind SQLAlchemy."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def reading(self) -> Iterator[Run]:
        """As `SqliteFile.reading`."""
        if not self.path.exists():
            yield nothing
            return
        with self._transaction("BEGIN") as (_, run):
            yield nothing if readable(run, self.path) == "new" else run

    @contextmanager
    def writing(self) -> Iterator[Run]:
        """As `SqliteFile.writing`."""
        with self._transaction("BEGIN IMMEDIATE") as (connection, run):
            if readable(run, self.path) == "new":
                make_tables(run)
            yield run
            connection.commit()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[tuple[Connection, Run]]:
        with alchemy_trouble(self.path), engine(self.path).connect() as connection:
            # The driver begins nothing by itself, so SQLAlchemy's own BEGIN is only a note.
            connection.exec_driver_sql(begin)
            yield connection, runner(connection)


def runner(connection: Connection) -> Run:
    """How statements run on a connection."""

    def run(statement: str, parameters: Parameters) -> list[Row]:
        try:
            result = connection.execute(text(statement), parameters)
        except DBAPIError as error:
            if isinstance(error.orig, sqlite3.Error):
                raise error.orig from error  # as the standard driver says it
            raise
        return [tuple(row) for row in result] if result.returns_rows else []

    return run


@contextmanager
def alchemy_trouble(path: Path) -> Iterator[None]:
    """As `connection.trouble`, also for what SQLAlchemy wraps round an error of the driver."""
    with trouble(path):
        try:
            yield
        except DBAPIError as error:
            if isinstance(error.orig, sqlite3.Error):
                raise explained(path, error.orig) from error
            raise
