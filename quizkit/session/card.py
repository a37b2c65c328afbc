"""Turn rows of the log into the card that they make: the one fold.

Whatever the cache of cards holds, this says what it must hold. Nothing here depends on today or on
content: what is due, in drill or missing is asked of a card with a day in hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Literal

from quizkit.scheduling.sm2 import NEW, PASSING, State
from quizkit.session.kinds import REP_KINDS

if TYPE_CHECKING:  # counting what is due needs cards alone
    from quizkit.session.events import Event

StateName = Literal["new", "relearning", "review", "suspended", "missing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One learner's memory of one question.

    `drill_day` is the study day on which the card is in drill, `introduced_day` that of its first
    live review since it was new, practice apart, `last_day` that of its newest live review.
    `reviews` counts every review, undone ones included (their key has been seen), `live_reviews`
    the others, and `misses` those of the others that were rated below 3. `rows` counts the rows of
    its history and `last_id` is the newest one's id, 0 if there is none.
    """

    question: str
    state: State = NEW
    suspended: bool = False
    drill_day: date | None = None
    introduced_day: date | None = None
    last_day: date | None = None
    reviews: int = 0
    live_reviews: int = 0
    misses: int = 0
    rows: int = 0
    last_id: int = 0

    @property
    def is_new(self) -> bool:
        """Whether the card has no due day yet: it is due whenever it is introduced."""
        return self.state.due_day is None

    def is_due(self, today: date) -> bool:
        """Whether the card's due day has come; a suspended or a new card is not due."""
        due_day = self.state.due_day
        return not self.suspended and due_day is not None and due_day <= today

    def in_drill(self, today: date) -> bool:
        """Whether the card was rated exactly 3 today and has not scored 4 since."""
        return not self.suspended and self.drill_day == today

    def state_name(self, *, present: bool = True) -> StateName:
        """The state in one word; `present` whether the question is still in its course."""
        if not present:
            return "missing"
        if self.suspended:
            return "suspended"
        if self.introduced_day is None:  # `set-due` gives a day to a new card as well
            return "new"
        return "review" if self.state.repetitions else "relearning"


def undone_ids(rows: Iterable[Event]) -> frozenset[int]:
    """The ids of the rows that were taken back."""
    return frozenset(
        row.refers_to for row in rows if row.kind == "undo" and row.refers_to is not None
    )


def live_rerates(rows: Iterable[Event], undone: frozenset[int]) -> dict[int, Event]:
    """For each review that was re-rated: its last live rerate."""
    return {
        row.refers_to: row
        for row in rows
        if row.kind == "rerate" and row.refers_to is not None and row.id not in undone
    }


def fold(rows: Sequence[Event], question: str) -> Card:
    """The card of `question` after these rows of its history, which come in `id` order.

    Undone rows are skipped, and each review counts with its last live rerate.
    """
    undone = undone_ids(rows)
    rerates = live_rerates(rows, undone)
    state, suspended = NEW, False
    drill_day: date | None = None
    introduced_day: date | None = None
    last_day: date | None = None
    reviews = live_reviews = misses = counted = last_id = 0
    for row in rows:
        if row.kind in REP_KINDS:
            continue
        counted, last_id = counted + 1, row.id
        reviews += row.kind == "review"
        if row.id in undone:
            continue
        match row.kind:
            case "review":
                effective = rerates.get(row.id, row)
                rating = effective.rating or 0
                state = effective.after or state
                drill_day = _drill_day(drill_day, row, rating)
                if row.role != "ahead":  # practice introduces nothing
                    introduced_day = introduced_day or row.study_day
                last_day = row.study_day
                live_reviews += 1
                misses += rating < PASSING
            case "suspend" | "unsuspend":
                suspended = row.kind == "suspend"
            case "reset":
                state, drill_day, introduced_day = row.after or NEW, None, None
            case "set_due":
                state = row.after or state
            case _:
                # A rename changes the name alone; a rerate was taken into account at its review.
                pass
    return Card(
        question=question,
        state=state,
        suspended=suspended,
        drill_day=drill_day,
        introduced_day=introduced_day,
        last_day=last_day,
        reviews=reviews,
        live_reviews=live_reviews,
        misses=misses,
        rows=counted,
        last_id=last_id,
    )


def _drill_day(drill_day: date | None, review: Event, rating: int) -> date | None:
    """A due 3 sets the day; a later 4 of that day, or another due answer on it, ends it."""
    if review.role == "due":
        if rating == 3:
            return review.study_day
        return None if drill_day == review.study_day else drill_day
    return None if rating >= 4 and drill_day == review.study_day else drill_day


def histories(rows: Iterable[Event]) -> dict[str, list[Event]]:
    """Share out the rows of one learner and course, in `id` order, by the card they belong to.

    A card's history is the rows under its name and, through `rename` rows, under the names it had.
    What refers to a row belongs to that row's card, whatever name it repeats.
    """
    current: dict[str, list[Event]] = {}
    owner: dict[int, list[Event]] = {}
    for row in rows:
        if row.kind == "rename":
            history = current.pop(row.renamed_from, [])
            history.extend(current.get(row.question, ()))
            current[row.question] = history
        elif row.refers_to in owner:
            history = owner[row.refers_to]
        else:
            history = current.setdefault(row.question, [])
        history.append(row)
        owner[row.id] = history
    return current
