"""Turn a row as it is stored into what is wrong with it, column by column.

The tables' own constraints let through what no program of ours writes: a day that is in no
calendar, a text that is not JSON, a number that is a text. Reading a row asks this when it fails,
and `quiz db check` asks it of every row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Any

from quizkit.scheduling.sm2 import LONGEST_DAYS, LOWEST_EASE
from quizkit.session.kinds import KINDS, REP_KINDS, ROLES, VERDICTS
from quizkit.store.rows import Row, read_date

_Check = Callable[[Any], str]
"""What is wrong with a value, to stand behind it; empty if nothing is."""

_REVISION = re.compile("[0-9a-f]{12}")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LARGEST = 2**63 - 1  # what a database holds
_MOST_SHOWN = 60

TABLES = ("events", "attempts", "decisions", "cards", "days")
"""Every table of ours, the caches last."""

STATE_COUNTS = {"repetitions": 0, "interval_days": 0, "ease": LOWEST_EASE, "lapses": 0}
"""The whole numbers of a state, each with its least value."""

_OF_REVIEWS = (
    "seed", "revision", "asked", "response", "reading", "verdict", "hint", "role", "elapsed_ms",
)  # fmt: skip


def wrong_columns(table: str, row: Row) -> list[str]:
    """A clause for each column of a row that does not hold what it must: name, value, and why.

    The row is in the order of the table's columns in `statements`.
    """
    named = dict(zip(columns(table), row, strict=True))
    found = [
        f"{name} {_shown(named[name])} {why}"
        for name, check in columns(table).items()
        if (why := check(named[name]))
    ]
    if table == "events" and not found:
        found = _wrong_together(named)
    return found


def _wrong_together(event: Mapping[str, Any]) -> list[str]:
    """What must be there because of the kind of a row of the log."""
    kind = event["kind"]
    try:
        _EPOCH + timedelta(milliseconds=event["at_ms"], minutes=event["offset_minutes"])
    except OverflowError:
        return [f"at_ms {event['at_ms']} is no time where the clock stood"]
    needed = _OF_REVIEWS if kind == "review" else ()
    if kind in ("review", "rerate"):
        needed = (*needed, "rating", "rating_rule")
    if kind not in (*REP_KINDS, "undo"):
        needed = (*needed, "before", "after", "scheduler")
    if kind in ("undo", "rerate"):
        needed = (*needed, "refers_to")
    if kind in ("set_due", "rename"):
        needed = (*needed, "detail")
    found = [f"{name} is missing" for name in needed if event[name] is None]
    wanted = {"set_due": "day", "rename": "from"}.get(kind)
    if wanted is not None and not found:
        told = json.loads(event["detail"]).get(wanted)
        why = _day(told) if kind == "set_due" else _text(told)
        if why:
            found.append(f"detail {_shown(event['detail'])} has no {wanted} that can be read")
    return found


# --- what a column may hold -----------------------------------------------------------------------


def _text(value: Any) -> str:
    return "" if type(value) is str else "is no text"


def _day(value: Any) -> str:
    try:
        return "" if type(value) is str and read_date(value) is not None else "is no day"
    except ValueError:
        return "is no day"


def _score(value: Any) -> str:
    try:
        return "" if str(Fraction(value)) == value else "is no fraction"
    except (ValueError, TypeError, ArithmeticError):
        return "is no fraction"


def _uid(value: Any) -> str:
    return "" if type(value) is bytes and len(value) == 16 else "is not 16 bytes"


def _revision(value: Any) -> str:
    return "" if type(value) is str and _REVISION.fullmatch(value) else "is no revision"


def _instant(value: Any) -> str:
    try:
        _EPOCH + timedelta(milliseconds=value)
    except (OverflowError, TypeError):
        return "is no time"
    return _whole()(value)


def _object(value: Any) -> str:
    if type(value) is not str:
        return "is no JSON object"
    try:
        return "" if type(json.loads(value)) is dict else "is no JSON object"
    except (ValueError, RecursionError):
        return "is no JSON object"


# States repeat: each row starts where the one before it ended.
@lru_cache(maxsize=1024)
def _state(value: Any) -> str:
    if _object(value):
        return "is no state of a card"
    found = json.loads(value)
    counts = all(not _whole(least)(found.get(name)) for name, least in STATE_COUNTS.items())
    due = found.get("due_day", "")
    if found.keys() != {*STATE_COUNTS, "due_day"} or not counts or (due is not None and _day(due)):
        return "is no state of a card"
    return "" if found["interval_days"] <= LONGEST_DAYS else "is no state of a card"


@lru_cache(maxsize=64)
def _whole(least: int = -_LARGEST, most: int = _LARGEST) -> _Check:
    bounds = "" if least == -_LARGEST else f" of at least {least}"
    bounds = f" from {least} to {most}" if most != _LARGEST else bounds

    def check(value: Any) -> str:
        fits = type(value) is int and least <= value <= most
        return "" if fits else f"is no whole number{bounds}"

    return check


def _one_of(words: tuple[str, ...]) -> _Check:
    return lambda value: "" if value in words else f"is none of {', '.join(words)}"


def _or_none(check: _Check) -> _Check:
    return lambda value: "" if value is None else check(value)


def _retention(value: Any) -> str:
    from quizkit.reports.days import NO_RETENTION

    try:
        groups = [(asked, got) for asked, got in json.loads(value)]
    except (ValueError, TypeError, RecursionError):
        return "is no list of pairs"
    whole = all(type(one) is int and one >= 0 for group in groups for one in group)
    return "" if whole and len(groups) == len(NO_RETENTION) else "is no list of pairs"


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}..."


_FLAG = _whole(0, 1)
_COUNT = _whole(0)
_OFFSET = _whole(-1439, 1439)
_ID = _whole(1)

_OF_LEARNERS: Mapping[str, Mapping[str, _Check]] = {
    "events": {
        "id": _ID,
        "uid": _uid,
        "learner": _text,
        "course": _text,
        "question": _text,
        "ordinal": _ID,
        "kind": _one_of(KINDS),
        "refers_to": _or_none(_whole()),
        "study_day": _day,
        "at_ms": _instant,
        "offset_minutes": _OFFSET,
        "zone": _or_none(_text),
        "rollover_hour": _whole(0, 23),
        "rating": _or_none(_whole(0, 5)),
        "rating_rule": _or_none(_text),
        "scheduler": _or_none(_text),
        "before": _or_none(_state),
        "after": _or_none(_state),
        "detail": _or_none(_object),
        "seed": _or_none(_COUNT),
        "revision": _or_none(_revision),
        "calculator": _or_none(_text),
        "asked": _or_none(_object),
        "response": _or_none(_text),
        "reading": _or_none(_object),
        "verdict": _or_none(_one_of(VERDICTS)),
        "score": _or_none(_score),
        "mistake": _or_none(_text),
        "hint": _or_none(_FLAG),
        "role": _or_none(_one_of(ROLES)),
        "elapsed_ms": _or_none(_COUNT),
    },
    "cards": {
        "learner": _text,
        "course": _text,
        "question": _text,
        "repetitions": _COUNT,
        "interval_days": _COUNT,
        "ease": _whole(LOWEST_EASE),
        "due_day": _or_none(_day),
        "lapses": _COUNT,
        "suspended": _FLAG,
        "drill_day": _or_none(_day),
        "introduced_day": _or_none(_day),
        "last_day": _or_none(_day),
        "reviews": _COUNT,
        "live_reviews": _COUNT,
        "misses": _COUNT,
        "rows": _COUNT,
        "last_id": _ID,
    },
    "days": {
        "learner": _text,
        "course": _text,
        "study_day": _day,
        "reviews": _COUNT,
        "recalled": _COUNT,
        "drills": _COUNT,
        "ahead": _COUNT,
        "introduced": _COUNT,
        "lapses": _COUNT,
        "elapsed_ms": _COUNT,
        "retention": _retention,
    },
}


def columns(table: str) -> Mapping[str, _Check]:
    """What each column of a table of ours may hold, in the order of the columns."""
    if table in _OF_LEARNERS:
        return _OF_LEARNERS[table]
    from quizkit.autograde.attempts import CAUSES, DECIDED, GRADES, KEPT_STATUSES

    handed_in: Mapping[str, Mapping[str, _Check]] = {
        "attempts": {
            "id": _ID,
            "file": _text,
            "file_name": _text,
            "line": _ID,
            "ordinal": _ID,
            "cause": _one_of(CAUSES),
            "at_ms": _instant,
            "offset_minutes": _OFFSET,
            "grader": _text,
            "learner": _text,
            "course": _text,
            "question": _text,
            "seed": _or_none(_COUNT),
            "response": _text,
            "asked": _object,
            "reading": _object,
            "status": _one_of(KEPT_STATUSES),
            "verdict": _or_none(_one_of(GRADES)),
            "score": _or_none(_score),
            "mistake": _text,
            "revision": _text,
            "calculator": _or_none(_text),
            "decision": _or_none(_whole()),
        },
        "decisions": {
            "id": _ID,
            "course": _text,
            "question": _text,
            "scope": _text,
            "response": _text,
            "verdict": _one_of(DECIDED),
            "score": _score,
            "revision": _text,
            "message": _text,
            "at_ms": _instant,
            "offset_minutes": _OFFSET,
        },
    }
    return handed_in[table]
