"""Turn what happens to a card into rows of the log and its caches, inside a transaction."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date

from quizkit.reports.days import NOTHING, Day, fold_days, moved_days
from quizkit.scheduling.day import Moment
from quizkit.session import Card, Event, Stamp, fold
from quizkit.store import statements as sql
from quizkit.store.audit import related
from quizkit.store.database import Run
from quizkit.store.log_rows import day_parameters, event_parameters, read_day, read_event
from quizkit.store.rows import Row, UnreadableRow, card_parameters


def stamp(run: Run, moment: Moment, learner: str, course: str, question: str) -> Stamp:
    """The next place in the log; no other writer can take it before this transaction ends."""
    ((next_id,),) = run(sql.NEXT_ID, {})
    key = {"learner": learner, "course": course, "question": question}
    ((ordinal,),) = run(sql.NEXT_ORDINAL, key)
    return Stamp(
        id=next_id,
        uid=os.urandom(16),
        ordinal=ordinal,
        learner=learner,
        course=course,
        moment=moment,
    )


def append(run: Run, before: Sequence[Event], event: Event, question: str) -> Card:
    """Write the row and, in the same transaction, the card and the days that it makes."""
    run(sql.INSERT_EVENT, event_parameters(event))
    for day, change in moved_days(before, event).items():
        _move_day(run, event.learner, event.course, day, change)
    card = fold((*before, event), question)
    run(sql.WRITE_CARD, card_parameters(card, event.learner, event.course))
    return card


def _move_day(run: Run, learner: str, course: str, day: date, change: Day) -> None:
    """Add what changed to the cache; a day on which nothing is left standing has no row.

    Where the cache cannot be what the log made, the day is counted anew, from the log.
    """
    key = {"learner": learner, "course": course, "study_day": day.isoformat()}
    after = _added(run(sql.DAY, key), change)
    if after is None:
        rows = run(sql.EVENTS, {"learner": learner, "course": course})
        after = fold_days(map(read_event, rows)).get(day, NOTHING)
    if after == NOTHING:
        run(sql.DROP_DAY, key)
    else:
        run(sql.WRITE_DAY, day_parameters(after, learner, course, day))


def _added(rows: Sequence[Row], change: Day) -> Day | None:
    """What the row of a day becomes, if there is one; None if that can be no day."""
    try:
        after = (read_day(rows[0])[1] if rows else NOTHING) + change
    except UnreadableRow:
        return None
    if after == NOTHING:
        return after
    parts = (after.drills + after.ahead, after.introduced + after.lapses, after.recalled)
    counts = (after.drills, after.ahead, after.introduced, after.lapses, after.elapsed_ms)
    sound = after.reviews >= max(1, *parts) and min(*counts, after.recalled) >= 0
    return after if sound and min(map(min, after.retention)) >= 0 else None


def history(run: Run, learner: str, course: str, question: str) -> list[Event]:
    """The rows of a question's card, oldest first, those under its former names included."""
    return related(run, learner, course, question).get(question, [])


def ticked(run: Run, learner: str, course: str) -> dict[str, date]:
    """The reps that are ticked, with the study day of the tick."""
    found: dict[str, date] = {}
    for row in map(read_event, run(sql.REP_ROWS, {"learner": learner, "course": course})):
        if row.kind == "rep_tick":
            found[row.question] = row.study_day
        else:
            found.pop(row.question, None)
    return found
