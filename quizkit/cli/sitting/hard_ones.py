"""Turn cards and the log into what is hard for a learner: missed today, or a leech."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizkit.scheduling.sm2 import PASSING
from quizkit.session import counting, undone_ids
from quizkit.session.leeches import is_leech

if TYPE_CHECKING:
    from quizkit.cli.counting import Sitting
    from quizkit.store.index import Library
    from quizkit.store.store import Store


def leeches(now: Sitting) -> frozenset[str]:
    """The questions that were forgotten so often that they are called leeches."""
    return frozenset(ref for ref, card in now.cards.items() if is_leech(card.state))


def missed_today(library: Library, store: Store, learner: str, now: Sitting) -> frozenset[str]:
    """The questions of which an answer was rated below 3 on this study day and not taken back."""
    return frozenset(
        ref
        for ref, card in now.cards.items()
        if card.last_day == now.today
        and library.has(ref)
        and _was_missed(store, learner, library.entry(ref).course, ref, now)
    )


def _was_missed(store: Store, learner: str, course: str, ref: str, now: Sitting) -> bool:
    rows = store.events(learner, course, ref)
    undone = undone_ids(rows)
    for row in rows:
        if row.kind == "review" and row.study_day == now.today and row.id not in undone:
            rating = (counting(rows, row.id) or row).rating
            if rating is not None and rating < PASSING:
                return True
    return False
