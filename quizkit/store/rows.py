"""Turn cards into rows of their table, and rows back into cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, TypeVar

from quizkit.errors import StoreDamaged
from quizkit.scheduling.sm2 import State
from quizkit.session.card import Card

# What a driver hands out has no type; the CHECK constraints and `decoded` stand in for one.
Row = Sequence[Any]
Parameters = Mapping[str, object]

_T = TypeVar("_T")

STATE_FIELDS = ("repetitions", "interval_days", "ease", "due_day", "lapses")
_CARD_DAYS = ("drill_day", "introduced_day", "last_day")


def card_parameters(card: Card, learner: str, course: str) -> dict[str, object]:
    """The parameters of `WRITE_CARD`."""
    state = card.state
    return {
        "learner": learner,
        "course": course,
        "question": card.question,
        **{name: getattr(state, name) for name in STATE_FIELDS},
        "due_day": day_text(state.due_day),
        "suspended": card.suspended,
        **{name: day_text(getattr(card, name)) for name in _CARD_DAYS},
        "reviews": card.reviews,
        "live_reviews": card.live_reviews,
        "misses": card.misses,
        "rows": card.rows,
        "last_id": card.last_id,
    }


def read_card(row: Row) -> Card:
    """The card of a row in the order of `CARD_COLUMNS`; raises StoreDamaged if it is none."""
    return decoded(_card, row, "cards")


def decoded(read: Callable[[Row], _T], row: Row, table: str) -> _T:
    try:
        return read(row)
    except (ValueError, TypeError, KeyError, ArithmeticError) as error:
        raise StoreDamaged(
            f"a row of {table} cannot be read ({error}): {tuple(row)[:6]!r}"
        ) from error


def _card(row: Row) -> Card:
    (
        _, _, question, repetitions, interval_days, ease, due_day, lapses, suspended, drill_day,
        introduced_day, last_day, reviews, live_reviews, misses, rows, last_id,
    ) = row  # fmt: skip
    return Card(
        question=question,
        state=State(
            repetitions=repetitions,
            interval_days=interval_days,
            ease=ease,
            due_day=read_date(due_day),
            lapses=lapses,
        ),
        suspended=bool(suspended),
        drill_day=read_date(drill_day),
        introduced_day=read_date(introduced_day),
        last_day=read_date(last_day),
        reviews=reviews,
        live_reviews=live_reviews,
        misses=misses,
        rows=rows,
        last_id=last_id,
    )


def day_text(day: date | None) -> str | None:
    """A day as it is written."""
    return None if day is None else day.isoformat()


def read_date(text: str | None) -> date | None:
    """A day as it was written."""
    return None if text is None else date.fromisoformat(text)
