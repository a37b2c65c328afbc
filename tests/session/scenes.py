"""Moments, showings and stores for tests that let things happen to a learner."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

from quizkit.scheduling.day import Moment, moment
from quizkit.session import Card, Showing, Verdict
from quizkit.store.store import Store

ME, COURSE, QUESTION = "me", "llm-pretraining", "zero-1-2/optimizer-bytes"
DAY = date(2028, 2, 28)

RATED: Mapping[int, tuple[Verdict, bool]] = {
    0: ("given_up", False),
    1: ("wrong", False),
    2: ("mistake", False),
    3: ("right", True),
    4: ("right", False),
}
"""A verdict, and whether the hint was shown, that gives each rating."""


def at(day: date, hour: int = 12) -> Moment:
    """An hour of a study day, in UTC with the rollover at 4."""
    wall = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
    return moment(wall + timedelta(days=hour < 4), "Etc/UTC", 4)


def showing(card: Card, rating: int = 4, **changes: Any) -> Showing:
    """A showing of a card's question that ends with this rating."""
    verdict, hint = RATED[rating]
    fields: dict[str, Any] = {
        "question": card.question,
        "seed": 7,
        "revision": "0123456789ab",
        "calculator": "zero@1",
        "asked": {"key": "3/2", "unit": "bytes/param"},
        "response": "1.5",
        "reading": {"state": "value", "value": "3/2"},
        "verdict": verdict,
        "score": None if verdict == "given_up" else Fraction(verdict == "right"),
        "mistake": "devices=1" if verdict == "mistake" else None,
        "hint": hint,
        "elapsed_ms": 4200,
        "rows": card.rows,
    }
    return Showing(**{**fields, **changes})


def open_store(path: Path) -> Store:
    """The store of a file, made if it is missing; nothing may be said about it."""

    def told(sentence: str) -> None:
        raise AssertionError(sentence)

    return Store.open_writing(path, backups=path.parent / "backups", tell=told)


def answer(
    store: Store, rating: int = 4, day: date = DAY, question: str = QUESTION, **changes: Any
) -> Card:
    """Answer a question as it stands and give back the card after."""
    card = store.card(ME, COURSE, question)
    return store.answer(at(day), ME, COURSE, showing(card, rating, **changes), rating).after
