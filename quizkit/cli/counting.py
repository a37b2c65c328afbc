"""Turn content and cards into what is due; shared by `quiz`, `quiz due` and `quiz review`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from quizkit.scheduling.queue import Counts, Order, counts, plan
from quizkit.store.shortlist import LONG, to_ask, to_practise, to_repeat, waiting_for

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from quizkit.cli.context import Context
    from quizkit.session import Card
    from quizkit.store.cards import Cards
    from quizkit.store.index import Library
    from quizkit.store.shortlist import Shortlist
    from quizkit.store.store import Store


# Without slots: the property that reads everything keeps what it reads.
@dataclass(frozen=True, kw_only=True)
class Sitting:
    """Everything that says what may be asked now, fetched as far as it is needed.

    `introduced` of the new questions were asked today. `reviews_left` is None where no limit is
    set. `dice` sorts the reviews of a day where their
    order is `random`: the same all day, another each day and for each learner. In the file
    `finished` it is kept which lessons have nothing new; without one, all are looked at.
    """

    library: Library
    store: Store
    learner: str
    today: date
    new_left: int
    reviews_left: int | None
    order: Order
    dice: str
    introduced: int = 0
    finished: Path | None = None

    def count(self, *, lesson: str | None = None, tag: str | None = None) -> Counts:
        """How much a session that starts now would ask."""
        with _shelves(self.library, self.store, self.learner) as shelves:
            few = self._to_ask(shelves, lesson, tag, next_day=True)
        return counts(
            few.asked,
            few.cards,
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
        library, today = self.library, self.today
        with _shelves(library, self.store, self.learner) as shelves:
            if ahead:
                few = to_practise(library, shelves, today, lesson=lesson, tag=tag, limit=limit)
            else:
                few = self._to_ask(shelves, lesson, tag)
        return plan(
            few.asked,
            few.cards,
            today,
            new_left=self.new_left,
            reviews_left=self.reviews_left,
            order=self.order,
            dice=self.dice,
            lesson=lesson,
            tag=tag,
            ahead=ahead,
            limit=limit,
        )

    def _to_ask(
        self,
        shelves: Mapping[str, Cards],
        lesson: str | None,
        tag: str | None,
        *,
        next_day: bool = False,
    ) -> Shortlist:
        return to_ask(
            self.library,
            shelves,
            self.today,
            new_left=self.new_left,
            lesson=lesson,
            tag=tag,
            file=self.finished,
            next_day=next_day,
        )

    def to_repeat(
        self,
        found: Callable[[Cards], Iterable[Card]],
        *,
        lesson: str | None = None,
        tag: str | None = None,
    ) -> Shortlist:
        """What `queue.practise` needs to know of the cards that are found in each course."""
        with _shelves(self.library, self.store, self.learner) as shelves:
            return to_repeat(self.library, shelves, found, lesson=lesson, tag=tag)

    def has_begun(self, *, lesson: str | None = None, tag: str | None = None) -> bool:
        """Whether a question of this choice was answered today already."""
        return bool(
            self.to_repeat(lambda own: own.answered_on(self.today), lesson=lesson, tag=tag).asked
        )

    def unmet(self, requires: Sequence[str]) -> tuple[str, ...]:
        """Which of these lessons must still be started, as `queue.unmet` says."""
        with _shelves(self.library, self.store, self.learner) as shelves:
            return waiting_for(self.library, shelves, requires)

    def cards_of(self, refs: Iterable[str]) -> dict[str, Card]:
        """The cards of these questions, as far as there are any."""
        found: dict[str, Card] = {}
        with _shelves(self.library, self.store, self.learner) as shelves:
            for ref in filter(self.library.has, refs):
                course = self.library.course_of(ref.partition("/")[0])
                if (card := shelves[course].card(ref)) is not None:
                    found[ref] = card
        return found

    # --- everything, for who looks at everything ------------------------------------------------

    @cached_property
    def cards(self) -> dict[str, Card]:
        """Every card of the courses, also of questions that are gone; a long past takes long."""
        found: dict[str, Card] = {}
        with _shelves(self.library, self.store, self.learner) as shelves:
            moving = {course: own.moving for course, own in shelves.items()}
        for course in self.library.courses:
            for card in self.store.cards(self.learner, course).values():
                ref = moving[course].get(card.question, card.question)
                lesson = ref.partition("/")[0]
                if lesson not in self.library.lessons or self.library.course_of(lesson) == course:
                    found[ref] = card if ref == card.question else replace(card, question=ref)
        return found


def sitting(
    context: Context, library: Library, store: Store, *, new_per_day: int | None = None
) -> Sitting:
    """What may be asked now, and how much of it today's limits leave."""
    today = context.moment().study_day
    settings = context.settings
    limit = settings.new_per_day if new_per_day is None else new_per_day
    reviews_left = settings.reviews_per_day
    with _shelves(library, store, context.learner) as shelves:
        introduced = sum(own.introduced_on(today) for own in shelves.values())
        if reviews_left is not None:
            recalls = sum(own.recalls_on(today) for own in shelves.values())
            reviews_left = max(0, reviews_left - recalls)
    return Sitting(
        library=library,
        store=store,
        learner=context.learner,
        today=today,
        new_left=max(0, limit - introduced),
        reviews_left=reviews_left,
        order=settings.order,
        dice=f"{context.learner}/{today}",
        introduced=introduced,
        finished=_finished(context, library),
    )


def _finished(context: Context, library: Library) -> Path | None:
    if len(library.lessons) < LONG:
        return None
    from quizkit.store.finished import file_name

    database = str(context.database.absolute())
    return context.places.cache / file_name(database, context.learner, *library.courses)


def take_over_renamed(context: Context, library: Library, store: Store) -> None:
    """Let each renamed question take over its card: one `rename` event when it is first met."""
    if not library.renamed:
        return
    with _shelves(library, store, context.learner) as shelves:
        moving = {course: dict(own.moving) for course, own in shelves.items()}
    for course, names in moving.items():
        for old, new in names.items():
            store.rename(context.moment(), context.learner, course, old, new)


def count(context: Context) -> Counts:
    """What is due for the learner at hand; reads and creates nothing."""
    store = context.store(writes=False)
    return sitting(context, context.library(), store).count()


def renamed_of(library: Library) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """For each course its questions that had other names, with these."""
    renamed: dict[str, list[tuple[str, tuple[str, ...]]]] = {one: [] for one in library.courses}
    for course, ref, former in library.renamed:
        renamed[course].append((ref, former))
    return renamed


@contextmanager
def _shelves(library: Library, store: Store, learner: str) -> Iterator[Mapping[str, Cards]]:
    """The learner's cards by course, in one view of the database."""
    with store.looking(learner, renamed_of(library)) as shelves:
        yield shelves
