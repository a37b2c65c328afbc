"""Fill a database with every kind of row, and take its log and cards out again to compare."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from quizkit.store.store import Store
from tests.session.scenes import COURSE, DAY, ME, QUESTION, answer, at, open_store, showing

OTHER, OLD, NEW, REP = "l/other", "l/old-name", "l/new-name", "l/a-rep"


def fill(path: Path) -> Store:
    """A store in which everything that can happen has happened, to two learners."""
    store = open_store(path)
    days = [DAY + timedelta(days=days) for days in range(8)]
    for rating, day in ((4, days[0]), (3, days[1]), (4, days[1]), (1, days[7]), (4, days[7])):
        answer(store, rating, day)
    answer(store, 4, days[0], OTHER, response="1,5 Ψ 五\n\t'quoted'")
    easy = store.events(ME, COURSE, OTHER)[-1].uid
    store.rerate(at(days[0]), ME, COURSE, easy, 5)
    store.undo(at(days[0]), ME)
    store.rerate(at(days[0]), ME, COURSE, easy, 3)
    store.suspend(at(days[1]), ME, COURSE, OTHER)
    store.unsuspend(at(days[1]), ME, COURSE, OTHER)
    store.set_due(at(days[1]), ME, COURSE, OTHER, days[5])
    answer(store, 0, days[0], OLD)
    store.rename(at(days[1]), ME, COURSE, OLD, NEW)
    store.reset(at(days[2]), ME, COURSE, NEW)
    store.tick_rep(at(days[2]), ME, COURSE, REP)
    store.untick_rep(at(days[2]), ME, COURSE, REP)
    store.tick_rep(at(days[3]), ME, COURSE, REP)
    card = store.card("ada", COURSE, QUESTION)
    shown = showing(card, verdict="self", score=None, calculator=None, response="")
    store.answer(at(days[0]), "ada", COURSE, shown, 2)
    store.suspend(at(days[1]), "ada", COURSE, QUESTION)
    assert store.check() == ()
    return store


def content(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, read without quizkit, by table; columns in order of their names."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [
            name
            for (name,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
            )
        ]
        found = {}
        for table in tables:
            cursor = connection.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in cursor.description]
            order = sorted(range(len(names)), key=names.__getitem__)
            found[table] = sorted(
                (tuple(row[place] for place in order) for row in cursor), key=repr
            )
        return found
