"""Turn the log into what cards and days must be, and say where the database differs.

`quiz db check` reports it, `quiz db rebuild` writes it, an upgrade trusts nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import TypeVar

from quizkit.reports.days import NOTHING, Day, fold_days
from quizkit.session import Card, Event, fold, histories, wrong_rows
from quizkit.session.events import REP_KINDS
from quizkit.store import statements as sql
from quizkit.store.connection import CACHES, lost_table
from quizkit.store.database import Run
from quizkit.store.ddl import DDL
from quizkit.store.log_rows import day_parameters, read_day, read_event
from quizkit.store.rows import card_parameters, read_card

_TABLE = re.compile(r"CREATE TABLE (\w+)")

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def related(run: Run, learner: str, course: str, question: str) -> dict[str, list[Event]]:
    """The histories of every card that has, or had, something to do with a name.

    Mostly that is one; renames tie more together.
    """
    names = {question}
    renames = [read_event(row) for row in run(sql.RENAMES, {"learner": learner, "course": course})]
    growing = bool(renames)
    while growing:
        before = len(names)
        for row in renames:
            if row.question in names or row.renamed_from in names:
                names |= {row.question, row.renamed_from}
        growing = len(names) > before
    rows = [
        read_event(row)
        for name in names
        for row in run(sql.HISTORY, {"learner": learner, "course": course, "question": name})
    ]
    return histories(sorted(rows, key=lambda row: row.id))


def folded(run: Run) -> Iterator[tuple[str, str, list[Event], Card]]:
    """Every card that the log makes: learner, course, history, card."""
    for learner, course in run(sql.ALL_LEARNERS, {}):
        for (question,) in run(sql.ALL_QUESTIONS, {"learner": learner, "course": course}):
            history = related(run, learner, course, question).get(question, [])
            if any(row.kind not in REP_KINDS and row.before for row in history):
                yield learner, course, history, fold(history, question)


def rebuild(run: Run) -> int:
    """Write every card and day anew, in a transaction; how many were wrong, missing or extra."""
    _make_caches(run)
    stored, stored_days = _stored(run), _stored_days(run)
    right: dict[tuple[str, str, str], Card] = {}
    days: dict[tuple[str, str, date], Day] = {}
    for learner, course, history, card in folded(run):
        right[learner, course, card.question] = card
        _count(days, learner, course, history)
    run(sql.DROP_CARDS, {})
    for (learner, course, _), card in right.items():
        run(sql.WRITE_CARD, card_parameters(card, learner, course))
    run(sql.DROP_DAYS, {})
    for (learner, course, day), done in days.items():
        run(sql.WRITE_DAY, day_parameters(done, learner, course, day))
    return _differing(stored, right) + _differing(stored_days, days)


def problems(run: Run) -> Iterator[str]:
    """Everything that is wrong, one sentence each: pages, keys, places in the log, cards."""
    pages = [str(text) for (text,) in run("PRAGMA integrity_check", {}) if text != "ok"]
    yield from (f"SQLite's own check: {text}" for text in pages)
    if pages:
        # What is read from damaged pages would only be wrong about more.
        return
    missing = _missing(run)
    yield from (f"the table {name} is missing; {lost_table(name)}" for name in missing)
    if missing:
        return
    for table, row, parent, _ in run("PRAGMA foreign_key_check", {}):
        yield f"{table} row {row} refers to a row of {parent} that is not there"
    for learner, course, question in run(sql.BROKEN_ORDINALS, {}):
        yield f"{question} ({learner}, {course}): its rows in the log are not numbered 1, 2, 3, ..."
    for file, line in run(sql.BROKEN_GRADINGS, {}):
        yield f"line {line} of the file {file}: its gradings are not numbered 1, 2, 3, ..."
    for newest, counted in run(sql.LOG_ENDS, {}):
        if newest != counted:
            yield f"the newest row of the log has the number {newest}, but there are {counted} rows"
    stored, days = _stored(run), dict[tuple[str, str, date], Day]()
    for learner, course, history, card in folded(run):
        _count(days, learner, course, history)
        yield from wrong_rows(history)
        cached = stored.pop((learner, course, card.question), None)
        if cached != card:
            yield (
                f"{card.question} ({learner}, {course}): the card is not what the log makes; "
                "quiz db rebuild mends it"
            )
    for learner, course, question in stored:
        yield (
            f"{question} ({learner}, {course}): a card without a history; quiz db rebuild mends it"
        )
    stored_days = _stored_days(run)
    for key in sorted(stored_days.keys() | days.keys()):
        if stored_days.get(key) != days.get(key):
            learner, course, day = key
            yield (
                f"{day} ({learner}, {course}): the day's counts are not what the log makes; "
                "quiz db rebuild mends it"
            )


def _missing(run: Run) -> list[str]:
    """The tables that are not there, by name; a file without any is new and misses none."""
    there = {name for (name,) in run(sql.TABLES, {})}
    if not there:
        return []
    return sorted({found[1] for one in DDL if (found := _TABLE.match(one))} - there)


def _make_caches(run: Run) -> None:
    """Make the tables of cards and days with their indexes where they are gone."""
    for name in _missing(run):
        if name in CACHES:
            for statement in DDL:
                if re.match(rf"CREATE (TABLE {name} \(|.*INDEX \w+ ON {name} \()", statement):
                    run(statement, {})


def _count(
    days: dict[tuple[str, str, date], Day], learner: str, course: str, history: list[Event]
) -> None:
    """Add what one card's history makes of each day."""
    for day, done in fold_days(history).items():
        key = (learner, course, day)
        days[key] = days.get(key, NOTHING) + done


def _differing(stored: Mapping[_Key, _Value], right: Mapping[_Key, _Value]) -> int:
    return sum(stored.get(key) != right.get(key) for key in stored.keys() | right.keys())


def _stored(run: Run) -> dict[tuple[str, str, str], Card]:
    return {
        (str(row[0]), str(row[1]), str(row[2])): read_card(row) for row in run(sql.ALL_CARDS, {})
    }


def _stored_days(run: Run) -> dict[tuple[str, str, date], Day]:
    days = {}
    for row in run(sql.ALL_DAYS, {}):
        day, done = read_day(row)
        days[str(row[0]), str(row[1]), day] = done
    return days
