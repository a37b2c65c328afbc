"""Turn content and cards into what is due; shared by `quiz`, `quiz due` and `quiz review`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quizkit.scheduling.queue import Asked, Counts, Order, counts, plan

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from quizkit.cli.context import Context
    from quizkit.session import Card
    from quizkit.store.index import Entry, Library
    from quizkit.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Everything that says what may be asked now.

    `reviews_left` is None where no limit is set. `dice` sorts the reviews of a day where their
    order is `random`: the same all day, another each day and for each learner.
    """

    asked: tuple[Asked, ...]
    cards: dict[str, Card]
    today: date
    new_left: int
    reviews_left: int | None
    order: Order
    dice: str

    def count(self, *, lesson: str | None = None, tag: str | None = None) -> Counts:
        """How much a session that starts now would ask."""
        return counts(
            self.asked,
            self.cards,
            self.today,
            new_left=self.new_left,
            reviews_left=self.reviews_left,
            lesson=lesson,
            tag=tag,
        )

    def plan(
        self,
        *,
        lesson: str | None = None,
        tag: str | None = None,
        ahead: bool = False,
        limit: int | None = None,
    ) -> tuple[str, ...]:
        """The refs that a session which starts now would ask, in order."""
        return plan(
            self.asked,
            self.cards,
            self.today,
            new_left=self.new_left,
            reviews_left=self.reviews_left,
            order=self.order,
            dice=self.dice,
            lesson=lesson,
            tag=tag,
            ahead=ahead,
            limit=limit,
        )

    def card(self, ref: str) -> Card:
        """The card of a question, a new one where it was never met."""
        from quizkit.session import Card

        return self.cards.get(ref) or Card(question=ref)


def sitting(
    context: Context, library: Library, store: Store, *, new_per_day: int | None = None
) -> Sitting:
    """The learner's cards of the loaded courses, and how many new ones today's limit leaves."""
    today = context.moment().study_day
    cards: dict[str, Card] = {}
    introduced = 0
    for course in library.courses:
        cards.update(store.cards(context.learner, course))
        introduced += store.introduced_on(context.learner, course, today)
    for entry in library.entries:
        if old := renamed(entry, cards):
            cards[entry.ref] = replace(cards.pop(old), question=entry.ref)
    settings = context.settings
    limit = settings.new_per_day if new_per_day is None else new_per_day
    reviewed = sum(
        card.last_day == today and card.introduced_day != today for card in cards.values()
    )
    return Sitting(
        asked=tuple(
            Asked(ref=entry.ref, lesson=entry.lesson, requires=entry.requires, tags=entry.tags)
            for entry in library.entries
        ),
        cards=cards,
        today=today,
        new_left=max(0, limit - introduced),
        reviews_left=(
            None
            if settings.reviews_per_day is None
            else max(0, settings.reviews_per_day - reviewed)
        ),
        order=settings.order,
        dice=f"{context.learner}/{today}",
    )


def renamed(entry: Entry, cards: Mapping[str, object]) -> str | None:
    """The former name under which a question's card still goes, if it has none under its own."""
    if entry.ref in cards:
        return None
    return next((old for old in entry.renamed_from if old in cards), None)


def take_over_renamed(context: Context, library: Library, store: Store) -> None:
    """Let each renamed question take over its card: one `rename` event when it is first met."""
    for course in library.courses:
        if not any(entry.renamed_from for entry in library.entries if entry.course == course):
            continue
        cards = store.cards(context.learner, course)
        for entry in library.entries:
            if entry.course == course and (old := renamed(entry, cards)):
                store.rename(context.moment(), context.learner, course, old, entry.ref)


def count(context: Context) -> Counts:
    """What is due for the learner at hand; reads and creates nothing."""
    store = context.store(writes=False)
    return sitting(context, context.library(), store).count()
