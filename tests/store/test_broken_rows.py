"""Rows that no program of ours writes: each is named, and the log mends what it makes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from quizkit.errors import StoreDamaged
from quizkit.store.columns import TABLES, columns
from quizkit.store.store import Store
from tests.session.scenes import COURSE, DAY, ME, QUESTION, answer, at
from tests.store.filling import content, fill


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "progress.db"


@pytest.fixture
def store(path: Path) -> Store:
    return fill(path)


def tamper(path: Path, statement: str) -> None:
    """Run a statement past the constraints of the tables."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        assert connection.execute(statement).rowcount != 0


def read_caches(store: Store) -> None:
    """Read cards and days in each way that there is."""
    store.looked_back(ME, COURSE)
    store.cards(ME, COURSE)
    store.newest_day(ME, COURSE)


BROKEN_CACHES = [
    "UPDATE cards SET due_day = '2026-02-31'",
    "UPDATE cards SET due_day = 'abcd-ef-gh'",
    "UPDATE cards SET due_day = x'ff'",
    "UPDATE cards SET introduced_day = '2026-99-99'",
    "UPDATE cards SET drill_day = 'xxxx-xx-xx'",
    "UPDATE cards SET ease = 'abc'",
    "UPDATE cards SET ease = x'ff'",
    "UPDATE cards SET repetitions = 1.5",
    "UPDATE cards SET question = CAST(x'ff' AS TEXT) WHERE question = 'l/other'",
    "UPDATE days SET retention = '{'",
    "UPDATE days SET retention = '[1]'",
    "UPDATE days SET reviews = 'many'",
    "UPDATE days SET study_day = 'abcd-99-99' WHERE study_day = (SELECT max(study_day) FROM days)",
]


@pytest.mark.parametrize("statement", BROKEN_CACHES)
def test_a_broken_cache_is_named_and_made_anew(path: Path, store: Store, statement: str) -> None:
    """Check says how it is mended, whoever reads it is told, and rebuild does not read it."""
    before = content(path)
    tamper(path, statement)
    named = [one for one in store.check() if one.endswith("rebuild makes it anew from the log")]
    assert named
    with pytest.raises(StoreDamaged) as refused:
        read_caches(store)
    assert str(path) in str(refused.value)
    assert "quiz db" in str(refused.value)
    assert store.rebuild() > 0
    assert store.check() == ()
    assert content(path) == before


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE cards RENAME TO cardz",
        "ALTER TABLE days RENAME TO dayz",
        "ALTER TABLE cards RENAME COLUMN ease TO eaze",
        "DROP INDEX ix_cards_learner_course_due_day",
    ],
)
def test_a_cache_of_another_shape_is_made_anew(path: Path, store: Store, statement: str) -> None:
    """A table that was renamed, with its index, or has other columns is in nobody's way."""
    before = content(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
    store.rebuild()
    assert store.check() == ()
    assert content(path).items() >= before.items()


def test_a_day_that_is_missing_or_broken_is_counted_anew(path: Path, store: Store) -> None:
    """Taking back an answer, and the next one, do not trip over it."""
    answer(store, 4, DAY, "l/late")
    tamper(path, "DELETE FROM days")
    store.undo(at(DAY), ME)
    tamper(path, "UPDATE days SET retention = '{'")
    answer(store, 4, DAY, "l/later")
    assert store.days(ME, COURSE)[DAY].reviews == 4
    assert not any(f"{DAY} ({ME}, " in one for one in store.check())


BROKEN_LOG = {
    "asked": ["'{'", "'[]'", "x'ff00'", "NULL"],
    "reading": ["'null'", "x'ff00'", "'{'"],
    "before": ["'" + "[" * 20_000 + "'", "'{}'", "NULL", "'{\"due_day\":5}'"],
    "after": [
        "json_set(after, '$.interval_days', 1000000000)",
        "json_set(after, '$.interval_days', -1)",
        "'" + "[" * 20_000 + "'",
        "'[]'",
    ],
    "at_ms": ["'x'", "9223372036854775807", "1e300"],
    "response": ["x'ff'", "NULL", "CAST(x'ff' AS TEXT)"],
    "rating": ["3.5", "9"],
    "score": ["'2/0'", "'x'", "0.5"],
    "study_day": ["'2026-02-30'", "''", "'９９９９-12-31'", "'20280228'"],
    "seed": ["'abc'", "-1"],
    "revision": ["'zzz'"],
    "kind": ["'foo'"],
    "zone": ["x'ff'"],
    "rollover_hour": ["77"],
    "verdict": ["'great'"],
    "role": ["'x'"],
    "hint": ["7"],
    "elapsed_ms": ["1e300"],
    "detail": ["'{'", "x'ff'"],
    "uid": ["x'00'"],
    "question": ["x'ff'"],
}


@pytest.mark.parametrize(
    ("column", "value"),
    [(column, value) for column, values in BROKEN_LOG.items() for value in values],
    ids=lambda text: text[:20],
)
def test_a_broken_row_of_the_log_is_named(
    path: Path, store: Store, column: str, value: str
) -> None:
    """Check says in which row and column; whoever reads the row is told, with the file."""
    tamper(path, f'UPDATE events SET "{column}" = {value} WHERE id = 1')
    named = [one for one in store.check() if "row 1 of the log" in one]
    assert len(named) == 1
    assert column in named[0]
    assert named[0].endswith("put a backup back with quiz db restore FILE")
    for act in (store.rebuild, lambda: store.events(ME, COURSE)):
        with pytest.raises(StoreDamaged) as refused:
            act()
        assert str(refused.value).startswith(str(path))
        assert column in str(refused.value)


@pytest.mark.parametrize("detail", ["'{}'", '\'{"day":"2028-02-31"}\'', "'{\"from\":5}'"])
def test_a_change_without_what_it_changed_to_is_named(
    path: Path, store: Store, detail: str
) -> None:
    """A day that is none and a name that is none are wrong in `set_due` and `rename`."""
    tamper(path, f"UPDATE events SET detail = {detail} WHERE kind IN ('set_due', 'rename')")
    assert sum("detail" in one and "of the log (" in one for one in store.check()) == 2


def test_a_scheduler_of_another_quizkit_is_named_and_believed(path: Path, store: Store) -> None:
    """Its states stand, so that the card can still be read."""
    tamper(path, "UPDATE events SET scheduler = 'fsrs' WHERE id = 1")
    (problem,) = store.check()
    assert "row 1 of the log" in problem
    assert "knows no scheduler 'fsrs'" in problem
    assert store.card(ME, COURSE, QUESTION).rows


def test_every_column_of_every_table_is_looked_at(path: Path, store: Store) -> None:
    """The columns that are checked are those that the tables have, in the tables' order."""
    with closing(sqlite3.connect(path)) as connection:
        for table in TABLES:
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            assert list(columns(table)) == names
