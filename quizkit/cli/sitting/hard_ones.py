"""Turn cards and the log into what is hard for a learner: missed today, or a leech."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizkit.scheduling.queue import practise
from quizkit.scheduling.sm2 import PASSING
from quizkit.session import counting, undone_ids
from quizkit.session.leeches import FIRST_LAPSES

if TYPE_CHECKING:
    from quizkit.cli.counting import Sitting
    from quizkit.store.index import Library
    from quizkit.store.store import Store


def leeches(
    now: Sitting, *, lesson: str | None, tag: str | None, limit: int | None
) -> tuple[str, ...]:
    """A session of the questions that were forgotten so often that they are called leeches."""
    few = now.to_repeat(lambda own: own.lapsed(FIRST_LAPSES), lesson=lesson, tag=tag)
    return practise(few.asked, few.cards, few.cards, limit=limit)


def missed_today(
    library: Library,
    store: Store,
    learner: str,
    now: Sitting,
    *,
    lesson: str | None,
    tag: str | None,
    limit: int | None,
) -> tuple[str, ...]:
    """A session of the questions with an answer of today below 3 that was not taken back."""
    few = now.to_repeat(lambda own: own.answered_on(now.today), lesson=lesson, tag=tag)
    missed = {
        ref
        for ref, card in few.cards.items()
        if card.last_day == now.today
        and _was_missed(store, learner, library.entry(ref).course, ref, now)
    }
    return practise(few.asked, few.cards, missed, limit=limit)


def _was_missed(store: Store, learner: str, course: str, ref: str, now: Sitting) -> bool:
    rows = store.events(learner, course, ref)
    undone = undone_ids(rows)
    for row in rows:
        if row.kind == "review" and row.study_day == now.today and row.id not in undone:
            rating = (counting(rows, row.uid) or row).rating
            if rating is not None and rating < PASSING:
                return True
    return False
