"""Turn cards into rows of their table, and rows back into cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache
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
    """The card of a row in the order of `CARD_COLUMNS`; raises UnreadableRow if it is none."""
    return decoded(_card, row, "cards")


class UnreadableRow(StoreDamaged):
    """A row that does not hold what its table says.

    The message names row and columns; `connection.trouble` adds the file and what to do.
    """

    def __init__(self, message: str, table: str) -> None:
        super().__init__(message)
        self.table = table


def decoded(read: Callable[[Row], _T], row: Row, table: str) -> _T:
    """What a row holds; raises UnreadableRow if a column does not hold what it must."""
    if not _fits(table, tuple(map(type, row))):
        raise unreadable(table, row)
    try:
        return read(row)
    except (ValueError, TypeError, KeyError, ArithmeticError, RecursionError) as error:
        raise unreadable(table, row, str(error)) from error


def unreadable(table: str, row: Row, otherwise: str = "cannot be read") -> UnreadableRow:
    """What is wrong with a row, in words; `otherwise` where every column by itself is sound."""
    from quizkit.store.columns import wrong_columns  # for a row that is wrong alone

    clauses = wrong_columns(table, row) or [otherwise]
    return UnreadableRow(f"{named_row(table, row)}: {'; '.join(clauses)}", table)


def named_row(table: str, row: Row) -> str:
    """What a row is called in a sentence."""
    cut = [value if isinstance(value, str) else repr(value) for value in row[:7]]
    match table:
        case "events" if len(row) == 1:
            return f"row {cut[0]} of the log"
        case "events":
            return f"row {cut[0]} of the log ({cut[6]} of {cut[4]})"
        case "cards":
            return f"the card {cut[2]} ({cut[0]}, {cut[1]})"
        case "days":
            return f"the day {cut[2]} ({cut[0]}, {cut[1]})"
        case _:
            return f"row {cut[0]} of the {table}"


# Rows of one table have few patterns of types among them.
@lru_cache(maxsize=4096)
def _fits(table: str, types: tuple[type, ...]) -> bool:
    """Whether the columns of a row have types that the table may hold."""
    return all(_may_hold(*both) for both in zip(_TYPES[table], types, strict=True))


def _may_hold(wanted: str, found: type) -> bool:
    return found is _LETTERS[wanted.upper()] or (wanted.islower() and found is type(None))


_LETTERS = {"T": str, "I": int}

# In the order of the columns: text or whole number; what may be missing is small. The log is not
# among them: `read_event` asks `columns` itself, of every row.
_TYPES = {
    "cards": "TTTIIItIItttIIIII",
    "days": "TTTIIIIIIIT",
    "attempts": "ITTIITIITTTTiTTTTttTTti",
    "decisions": "ITTTTTTTTII",
}


def day_of(row: Row, table: str) -> date:
    """The day of a row that holds nothing else; raises UnreadableRow if it is none."""
    try:
        return read_day_text(row[0])
    except (ValueError, TypeError) as error:
        raise UnreadableRow(f"a row of {table} holds {row[0]!r}, which is no day", table) from error


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
    """A day as it was written; raises ValueError for a text that is none."""
    return None if text is None else read_day_text(text)


# Days repeat: what is done on one day falls due on few others.
@lru_cache(maxsize=4096)
def read_day_text(text: str) -> date:
    """A day as it was written, `2028-02-29`; raises ValueError for any other text."""
    day = date.fromisoformat(text)
    if day.isoformat() != text:
        raise ValueError(f"{text!r} is no day as it is written")
    return day
