"""Turn grades into ratings, ratings into moved cards, and everything that happens into events.

    events.py   one row of the log
    card.py     the fold: rows of the log -> one card
    rating.py   a verdict -> a rating (the published rule)
    changes.py  a card and something that happened -> the next event
    proof.py    a history -> what its rows say wrongly
    kinds.py    the closed words that all of them use

A new kind of event is a word in `events.Kind`, a function in `changes` and a case in `card.fold`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # each loads when it is first used: `quiz due` needs none but the card
    from quizkit.session.card import Card, fold, histories, undone_ids
    from quizkit.session.changes import (
        Answered,
        Changed,
        Showing,
        Stamp,
        Undone,
        counting,
        outcome,
        rename,
        rerate,
        reset,
        review,
        role,
        set_due,
        suspend,
        tick_rep,
        undo,
        unsuspend,
        untick_rep,
    )
    from quizkit.session.events import Event, canonical
    from quizkit.session.kinds import Kind, Role, Verdict
    from quizkit.session.proof import wrong_rows
    from quizkit.session.rating import RATING_RULE, rating_for, recall_rating

_HOMES = {
    "card": "Card fold histories undone_ids",
    "changes": (
        "Answered Changed Showing Stamp Undone counting outcome rename rerate reset review role "
        "set_due suspend tick_rep undo unsuspend untick_rep"
    ),
    "events": "Event canonical",
    "kinds": "Kind Role Verdict",
    "proof": "wrong_rows",
    "rating": "RATING_RULE rating_for recall_rating",
}

__all__ = [
    "RATING_RULE",
    "Answered",
    "Card",
    "Changed",
    "Event",
    "Kind",
    "Role",
    "Showing",
    "Stamp",
    "Undone",
    "Verdict",
    "canonical",
    "counting",
    "fold",
    "histories",
    "outcome",
    "rating_for",
    "recall_rating",
    "rename",
    "rerate",
    "reset",
    "review",
    "role",
    "set_due",
    "suspend",
    "tick_rep",
    "undo",
    "undone_ids",
    "unsuspend",
    "untick_rep",
    "wrong_rows",
]


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names.split():
            found: object = getattr(import_module(f"quizkit.session.{home}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
