"""Turn events and days into rows of their tables, and rows back into them.

Apart from the rows of cards, which are all that counting what is due looks at.
"""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from functools import lru_cache

from quizkit.reports.days import NO_RETENTION, Day
from quizkit.scheduling.sm2 import State
from quizkit.session.events import Event, canonical
from quizkit.store.columns import wrong_columns
from quizkit.store.rows import (
    STATE_FIELDS,
    Row,
    day_text,
    decoded,
    read_date,
    read_day_text,
    unreadable,
)
from quizkit.store.statements import DAY_COLUMNS, EVENT_COLUMNS

_EVENT_FIELDS = tuple(column.strip('"') for column in EVENT_COLUMNS)
_DAY_COUNTS = DAY_COLUMNS[3:-1]


def event_parameters(event: Event) -> dict[str, object]:
    """The parameters of `INSERT_EVENT`."""
    return {
        **{name: getattr(event, name) for name in _EVENT_FIELDS},
        "study_day": event.study_day.isoformat(),
        "before": _state_text(event.before),
        "after": _state_text(event.after),
        "score": None if event.score is None else str(event.score),
    }


def read_event(row: Row) -> Event:
    """The event of a row in the order of `EVENT_COLUMNS`; raises UnreadableRow if it is none.

    What is only kept as text is read here too: whoever needs it later may trust it.
    """
    if wrong_columns("events", row):
        raise unreadable("events", row)
    return _event(row)


def day_parameters(day: Day, learner: str, course: str, study_day: date) -> dict[str, object]:
    """The parameters of `WRITE_DAY`."""
    return {
        "learner": learner,
        "course": course,
        "study_day": study_day.isoformat(),
        **{name: getattr(day, name) for name in _DAY_COUNTS},
        "retention": canonical(day.retention),
    }


def read_day(row: Row) -> tuple[date, Day]:
    """The study day of a row in the order of `DAY_COLUMNS`; raises UnreadableRow."""
    return decoded(_of_day, row, "days")


def _event(row: Row) -> Event:
    (
        id_, uid, learner, course, question, ordinal, kind, refers_to, study_day, at_ms,
        offset_minutes, zone, rollover_hour, rating, rating_rule, scheduler, before, after, detail,
        seed, revision, calculator, asked, response, reading, verdict, score, mistake, hint, role,
        elapsed_ms,
    ) = row  # fmt: skip
    return Event(
        id=id_,
        uid=bytes(uid),
        learner=learner,
        course=course,
        question=question,
        ordinal=ordinal,
        kind=kind,
        refers_to=refers_to,
        study_day=read_day_text(study_day),
        at_ms=at_ms,
        offset_minutes=offset_minutes,
        zone=zone,
        rollover_hour=rollover_hour,
        rating=rating,
        rating_rule=rating_rule,
        scheduler=scheduler,
        before=_state(before),
        after=_state(after),
        detail=detail,
        seed=seed,
        revision=revision,
        calculator=calculator,
        asked=asked,
        response=response,
        reading=reading,
        verdict=verdict,
        score=None if score is None else Fraction(score),
        mistake=mistake,
        hint=None if hint is None else bool(hint),
        role=role,
        elapsed_ms=elapsed_ms,
    )


def _of_day(row: Row) -> tuple[date, Day]:
    (
        _, _, study_day, reviews, recalled, drills, ahead, introduced, lapses, elapsed_ms,
        retention,
    ) = row  # fmt: skip
    groups = tuple([(asked, got) for asked, got in json.loads(retention)])
    if len(groups) != len(NO_RETENTION):
        raise ValueError(f"retention holds {len(groups)} groups")
    return read_day_text(study_day), Day(
        reviews=reviews,
        recalled=recalled,
        drills=drills,
        ahead=ahead,
        introduced=introduced,
        lapses=lapses,
        elapsed_ms=elapsed_ms,
        retention=groups,
    )


def _state_text(state: State | None) -> str | None:
    if state is None:
        return None
    fields = {name: getattr(state, name) for name in STATE_FIELDS}
    return canonical({**fields, "due_day": day_text(state.due_day)})


# States repeat: each row starts where the one before it ended.
@lru_cache(maxsize=1024)
def _state(text: str | None) -> State | None:
    if text is None:
        return None
    fields = json.loads(text)
    return State(**{**fields, "due_day": read_date(fields["due_day"])})
