"""The tables are the same however they are made, and refuse what must not be in them."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.engine import make_url
from sqlalchemy.schema import CreateIndex, CreateTable

from quizkit.session import Event
from quizkit.store import statements
from quizkit.store.alchemy import engine
from quizkit.store.connection import connect
from quizkit.store.database import SqliteFile, make_room
from quizkit.store.ddl import DDL
from quizkit.store.log_rows import event_parameters
from quizkit.store.migrate import migrate, newest_revision, scripts_folder
from quizkit.store.tables import ddl, metadata
from tests.session.scenes import COURSE, DAY, ME, answer, at, open_store
from tests.store.schema import schema


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    path = tmp_path / "empty.db"
    make_room(path)
    return path


def migrated(path: Path, revision: str = "head") -> None:
    """Bring an empty file to a revision by migrations alone."""
    with engine(path).connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        migrate(connection, scripts_folder(), revision)
        connection.commit()


def test_the_ddl_text_is_fresh() -> None:
    """`python -m quizkit.store.tables` prints what belongs into `DDL`."""
    assert ddl() == DDL


def test_create_all_and_migrations_and_ddl_make_the_same_tables(tmp_path: Path) -> None:
    """Whichever way a file came to be, its schema is the same, version table included."""
    by_tables, by_migrations, by_text = (tmp_path / name for name in ("a.db", "b.db", "c.db"))
    for path in (by_tables, by_migrations, by_text):
        make_room(path)
    with engine(by_tables).connect() as connection:
        metadata.create_all(connection)
    migrated(by_migrations)
    with SqliteFile(by_text).writing():
        pass
    assert schema(by_migrations) == schema(by_text)
    version_table = {"alembic_version": schema(by_text)["alembic_version"]}
    assert schema(by_tables) | version_table == schema(by_text)


def test_autogenerate_finds_no_difference(empty: Path) -> None:
    """After all migrations nothing is left to migrate."""
    migrated(empty)
    with engine(empty).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_the_version_is_that_of_the_newest_migration() -> None:
    """`user_version`, the newest file in alembic/versions and the stamped row go together."""
    assert newest_revision(scripts_folder()) == statements.revision(statements.VERSION)


def test_the_folder_of_migrations_is_no_package() -> None:
    """An `__init__.py` there would hide the library of the same name."""
    assert not list(scripts_folder().rglob("__init__.py"))


def test_a_new_file_carries_its_numbers(tmp_path: Path) -> None:
    """Application id, user version and Alembic's row are written with the tables."""
    path = tmp_path / "progress.db"
    open_store(path)
    with closing(connect(path)) as connection:
        numbers = [
            connection.execute(text).fetchone()[0]
            for text in (
                "PRAGMA application_id",
                "PRAGMA user_version",
                "SELECT version_num FROM alembic_version",
            )
        ]
    assert numbers == [
        statements.APPLICATION_ID,
        statements.VERSION,
        statements.revision(statements.VERSION),
    ]


def test_postgresql_understands_the_tables() -> None:
    """The same definitions compile for the other database."""
    dialect = make_url("postgresql://").get_dialect()()
    for table in metadata.sorted_tables:
        assert str(CreateTable(table).compile(dialect=dialect))
        for index in table.indexes:
            assert str(CreateIndex(index).compile(dialect=dialect))


def test_no_statement_changes_or_removes_a_row_of_the_log() -> None:
    """The log is append-only, by there being no text that could do otherwise."""
    texts = [text for text in vars(statements).values() if isinstance(text, str)]
    changing = [text for text in texts if re.search(r"\b(UPDATE|DELETE FROM)\b", text)]
    assert len(changing) == 6
    assert not any("events" in text for text in changing)


# --- what the tables refuse ---------------------------------------------------------------------


def _insert(path: Path, event: Event, **columns: Any) -> None:
    with closing(connect(path)) as connection:
        parameters = {**event_parameters(event), **columns}
        connection.execute(statements.INSERT_EVENT, parameters)


@pytest.fixture
def filled(tmp_path: Path) -> tuple[Path, Event]:
    """A file with one review, and a second review that would be accepted."""
    path = tmp_path / "progress.db"
    store = open_store(path)
    answer(store)
    (row,) = store.events(ME, COURSE)
    return path, replace(row, id=2, uid=bytes(16), ordinal=2)


def test_the_second_review_is_accepted(filled: tuple[Path, Event]) -> None:
    """Each refusal below is for the one column that it changes."""
    _insert(*filled)


@pytest.mark.parametrize(
    "columns",
    [
        {"ordinal": 1},
        {"ordinal": 0},
        {"uid": b"short"},
        {"uid": None},
        {"id": 1},
        {"learner": None},
        {"kind": "revue"},
        {"refers_to": 1},
        {"study_day": "28.2.2028"},
        {"study_day": None},
        {"at_ms": None},
        {"offset_minutes": 1440},
        {"rollover_hour": 24},
        {"rating": 6},
        {"rating": None},
        {"rating_rule": None},
        {"scheduler": None},
        {"before": None},
        {"before": None, "after": None, "scheduler": None},
        {"detail": "{}"},
        {"seed": -1},
        {"seed": None},
        {"asked": None},
        {"response": None},
        {"verdict": "correct"},
        {"hint": 2},
        {"role": "early"},
        {"elapsed_ms": -1},
        {"kind": "suspend"},
        {"kind": "undo", "refers_to": 1},
        {"kind": "rerate", "refers_to": 1},
    ],
    ids=str,
)
def test_the_log_refuses_what_is_no_event(
    filled: tuple[Path, Event], columns: dict[str, Any]
) -> None:
    """A row that breaks one rule of the log is not written, whoever writes it."""
    path, event = filled
    with pytest.raises(sqlite3.IntegrityError):
        _insert(path, event, **columns)


def test_a_row_is_undone_once(tmp_path: Path) -> None:
    """The table itself refuses a second undo of one row."""
    path = tmp_path / "progress.db"
    store = open_store(path)
    answer(store)
    undone = store.undo(at(DAY), ME)
    assert undone is not None
    again = replace(undone.event, id=3, uid=bytes(16), ordinal=3)
    with pytest.raises(sqlite3.IntegrityError):
        _insert(path, again)


def test_nothing_refers_to_what_is_not_there(filled: tuple[Path, Event]) -> None:
    """Foreign keys are on, and none cascades into the log."""
    path, _ = filled
    with closing(connect(path)) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("DELETE FROM events")
    assert not any("CASCADE" in text for text in DDL)


@pytest.mark.parametrize(
    "statement",
    [
        "NEXT_ID",
        "NEXT_ORDINAL",
        "HISTORY",
        "RENAMES",
        "NEWEST",
        "REP_ROWS",
        "CARD",
        "CARDS",
        "DAY",
        "EVENT",
    ],
)
def test_answering_reads_no_table_from_end_to_end(tmp_path: Path, statement: str) -> None:
    """Every statement of a review finds its rows by an index, however long the log is."""
    path = tmp_path / "progress.db"
    open_store(path)
    text = getattr(statements, statement)
    names = set(re.findall(r":(\w+)", text))
    with closing(connect(path)) as connection:
        plan = connection.execute(f"EXPLAIN QUERY PLAN {text}", dict.fromkeys(names, ""))
        steps = [row[3] for row in plan]
    assert not [step for step in steps if step.startswith("SCAN")]
    if "question = :question" in text:
        assert "question=?" in steps[0]
