"""Turn the log into what cards and days must be, and say where the database differs.

`quiz db check` reports it, `quiz db rebuild` writes it, an upgrade trusts nothing else.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from quizkit.reports.days import NOTHING, Day, fold_days
from quizkit.scheduling.sm2 import SCHEDULERS
from quizkit.session import Card, Event, fold, histories, wrong_rows
from quizkit.session.events import REP_KINDS
from quizkit.store import statements as sql
from quizkit.store.columns import TABLES, columns, wrong_columns
from quizkit.store.connection import CACHES, lost_table
from quizkit.store.database import Run
from quizkit.store.ddl import DDL
from quizkit.store.log_rows import day_parameters, read_day, read_event
from quizkit.store.rows import Row, card_parameters, named_row, read_card

_TABLE = re.compile(r"CREATE TABLE (\w+)")
_MADE = re.compile(r"CREATE (?:\w+ )?(?P<kind>TABLE|INDEX) (?P<name>\w+)(?: ON (?P<on>\w+))? \(")
_OF_A_VALUE = re.compile("CHECK constraint failed in |NULL value in ")
_ROWS_READ = 2_000


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


def rebuild(run: Run, *, tables: bool = True) -> int:
    """Make cards and days anew, in a transaction; how many were wrong, missing or extra.

    The tables themselves are made anew too, unless a migration has just done that (`tables`).
    What the old tables hold is compared as it stands and never understood, so that nothing in them
    can be in the way.
    """
    right: dict[tuple[str, ...], Row] = {}
    days: dict[tuple[str, str, date], Day] = {}
    written: list[tuple[str, dict[str, object]]] = []
    for learner, course, history, card in folded(run):
        written.append((sql.WRITE_CARD, card_parameters(card, learner, course)))
        right["cards", learner, course, card.question] = _as_row(sql.CARD_COLUMNS, written[-1][1])
        _count(days, learner, course, history)
    for (learner, course, day), done in days.items():
        written.append((sql.WRITE_DAY, day_parameters(done, learner, course, day)))
        key = ("days", learner, course, day.isoformat())
        right[key] = _as_row(sql.DAY_COLUMNS, written[-1][1])
    stored = {
        (name, *row[:3]): tuple(row)
        for name, statement in (("cards", sql.ALL_CARDS), ("days", sql.ALL_DAYS))
        for row in _as_they_stand(run, statement)
    }
    if tables:
        _make_caches(run)
    else:
        run(sql.DROP_CARDS, {})
        run(sql.DROP_DAYS, {})
    for statement, parameters in written:
        run(statement, parameters)
    return sum(stored.get(key) != right.get(key) for key in stored.keys() | right.keys())


def _as_they_stand(run: Run, statement: str) -> list[Row]:
    """The rows of a cache; none where they cannot be had."""
    try:
        return run(statement, {})
    except (sqlite3.Error, UnicodeDecodeError):
        return []


def _as_row(columns: Sequence[str], parameters: Mapping[str, object]) -> Row:
    return tuple(parameters[name] for name in columns)


def problems(run: Run) -> Iterator[str]:
    """Everything that is wrong, one sentence each: pages, rows, keys, places in the log, cards."""
    pages = [str(text) for (text,) in run("PRAGMA integrity_check", {}) if text != "ok"]
    yield from (f"SQLite's own check: {text}" for text in pages)
    if not all(map(_OF_A_VALUE.match, pages)):
        # What is read from damaged pages would only be wrong about more.
        return
    missing = _missing(run)
    yield from (f"the table {name} is missing; {lost_table(name)}" for name in missing)
    if missing or not run(sql.TABLES, {}):
        return
    lost = [(table, name) for table in TABLES for name in _lost_columns(run, table)]
    yield from (f"{table} has no column {name}; {lost_table(table)}" for table, name in lost)
    if lost:
        return
    wrong = {table: list(_wrong(run, table)) for table in TABLES}
    for table, sentences in wrong.items():
        yield from (f"{sentence}; {lost_table(table)}" for sentence in sentences)
    if any(wrong[table] for table in wrong if table not in CACHES):
        # The log makes the rest.
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
    stored = {} if wrong["cards"] else _stored(run)
    days = dict[tuple[str, str, date], Day]()
    for learner, course, history, card in folded(run):
        _count(days, learner, course, history)
        yield from wrong_rows(history)
        yield from _unknown_schedulers(history)
        cached = stored.pop((learner, course, card.question), None)
        if cached != card and not wrong["cards"]:
            yield (
                f"{card.question} ({learner}, {course}): the card is not what the log makes; "
                "quiz db rebuild mends it"
            )
    for learner, course, question in stored:
        yield (
            f"{question} ({learner}, {course}): a card without a history; quiz db rebuild mends it"
        )
    stored_days = days if wrong["days"] else _stored_days(run)
    for key in sorted(stored_days.keys() | days.keys()):
        if stored_days.get(key) != days.get(key):
            learner, course, day = key
            yield (
                f"{day} ({learner}, {course}): the day's counts are not what the log makes; "
                "quiz db rebuild mends it"
            )


def _wrong(run: Run, table: str) -> Iterator[str]:
    """A sentence for each row of a table that does not hold what it must."""
    for row in _each(run, table):
        if isinstance(row, str):
            yield row
        elif clauses := wrong_columns(table, row):
            yield f"{named_row(table, row)}: {'; '.join(clauses)}"


def _each(run: Run, table: str) -> Iterator[Row | str]:
    """Every row of a table, a part at a time where there may be many.

    In the place of a row that SQLite cannot hand out comes a sentence.
    """
    if table in CACHES:
        statement = sql.ALL_CARDS if table == "cards" else sql.ALL_DAYS
        try:
            yield from run(statement, {})
        except sqlite3.OperationalError as error:
            yield f"a row of {table} cannot be read ({error})"
        return
    after = -(2**63)
    while True:
        part = {"after": after, "most": _ROWS_READ}
        numbers = [number for (number,) in run(sql.NUMBERS[table], part)]
        if not numbers:
            return
        after = numbers[-1]
        between = {"first": numbers[0], "last": after}
        try:
            yield from run(sql.NUMBERED[table], between)
        except sqlite3.OperationalError:
            for number in numbers:
                try:
                    yield from run(sql.NUMBERED[table], {"first": number, "last": number})
                except sqlite3.OperationalError as error:
                    yield f"{named_row(table, (number,))} cannot be read ({error})"


def _lost_columns(run: Run, table: str) -> list[str]:
    there = {row[1] for row in run(f"PRAGMA table_info({table})", {})}
    return [name for name in columns(table) if name not in there]


def _unknown_schedulers(history: Sequence[Event]) -> Iterator[str]:
    for row in history:
        if row.scheduler is not None and row.scheduler not in SCHEDULERS:
            yield (
                f"row {row.id} of the log ({row.kind} of {row.question}): this quizkit knows no "
                f"scheduler {row.scheduler!r}; its states are believed"
            )


def _missing(run: Run) -> list[str]:
    """The tables that are not there, by name; a file without any is new and misses none."""
    there = {name for (name,) in run(sql.TABLES, {})}
    if not there:
        return []
    return sorted({found[1] for one in DDL if (found := _TABLE.match(one))} - there)


def _make_caches(run: Run) -> None:
    """Make the tables of cards and days with their indexes anew, whatever stands in their place."""
    made = [
        found
        for one in DDL
        if (found := _MADE.match(one)) and (found["on"] or found["name"]) in CACHES
    ]
    # An index goes with its table, or by itself where that has another name by now.
    for wanted in sorted(made, key=lambda found: found["kind"]):
        for kind, name in run(sql.OBJECTS, {}):
            if name == wanted["name"]:
                run(f"DROP {kind} {name}", {})
    for found in made:
        run(found.string, {})


def _count(
    days: dict[tuple[str, str, date], Day], learner: str, course: str, history: list[Event]
) -> None:
    """Add what one card's history makes of each day."""
    for day, done in fold_days(history).items():
        key = (learner, course, day)
        days[key] = days.get(key, NOTHING) + done


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
