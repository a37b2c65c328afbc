"""Turn one card's history into everything that its rows say wrongly.

The fold trusts what the rows store. This does the work again and compares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quizkit.scheduling.sm2 import NEW, SCHEDULERS, State
from quizkit.session.card import Card, fold, undone_ids
from quizkit.session.changes import role
from quizkit.session.events import Event


def wrong_rows(history: Sequence[Event]) -> Iterator[str]:
    """One sentence for each state, role or reference that does not follow from the rows before it.

    Rows of a scheduler that this version does not know are believed.
    """
    for count, row in enumerate(history):
        earlier = history[:count]
        card = fold(earlier, row.question)
        where = f"row {row.id} of the log ({row.kind} of {row.question})"
        if row.refers_to is not None and not _may_refer(row, earlier):
            yield f"{where} refers to row {row.refers_to}, which it cannot"
            continue
        if row.before is None:
            continue
        if row.before != card.state:
            yield f"{where}: its state before is not where the rows before it lead"
        elif row.scheduler in SCHEDULERS and row.after != _after(row, card, earlier):
            yield f"{where}: its state after does not follow"
        if row.kind == "review" and row.role != role(card, row.study_day):
            yield f"{where}: its role is not what the card was due for"


def _may_refer(row: Event, earlier: Sequence[Event]) -> bool:
    """Whether the row may refer to what it does: something live, before it, of the right kind."""
    referred = next((other for other in earlier if other.id == row.refers_to), None)
    if referred is None or referred.id in undone_ids(earlier):
        return False
    if row.kind == "rerate":
        return referred.kind == "review"
    return referred.kind not in ("undo", "rename")


def _after(row: Event, card: Card, earlier: Sequence[Event]) -> State:
    """The state that the row must leave behind."""
    scheduler = SCHEDULERS[row.scheduler or ""]
    rating = row.rating or 0
    match row.kind:
        case "review" if row.role == "due":
            return scheduler.step(card.state, rating, row.study_day)
        case "rerate":
            answer = next(other for other in earlier if other.id == row.refers_to)
            if answer.role == "due":
                return scheduler.step(answer.before or NEW, rating, answer.study_day)
            return card.state
        case "undo":
            return fold((*earlier, row), row.question).state
        case "reset":
            return scheduler.new
        case "set_due":
            return replace(card.state, due_day=row.set_to)
        case _:
            return card.state
