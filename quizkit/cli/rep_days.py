"""Turn reps, ticks and cards into which reps are done and which are due.

A next-day rep falls due on the study day after the one on which a practice question of its lesson
was first answered. Other reps have no day; they wait for their tick.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quizkit.content.course import Lesson, Rep
    from quizkit.session import Card
    from quizkit.store.index import Library
    from quizkit.store.store import Store

_MOST_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RepStanding:
    """How one rep stands with one learner.

    `ticked_day` is the study day of its tick. `due_day` is None for a rep without a day, and for a
    next-day rep of a lesson whose practice has not begun.
    """

    rep: Rep
    course: str
    ticked_day: date | None
    due_day: date | None

    @property
    def ref(self) -> str:
        """`lesson/rep`."""
        return f"{self.rep.lesson}/{self.rep.id}"

    def is_due(self, today: date) -> bool:
        """Whether it waits to be done today."""
        return self.ticked_day is None and self.due_day is not None and self.due_day <= today


def standings(
    library: Library, store: Store, learner: str, lessons: Iterable[Lesson]
) -> list[RepStanding]:
    """The reps of these lessons in order; the lessons may be outlines."""
    ticked = {course: store.reps(learner, course) for course in library.courses}
    begun = _begun(library, store, learner)
    found = []
    for lesson in lessons:
        course = library.course_of(lesson.id)
        due_day = begun[lesson.id] + timedelta(days=1) if lesson.id in begun else None
        found += [
            RepStanding(
                rep=rep,
                course=course,
                ticked_day=ticked[course].get(f"{lesson.id}/{rep.id}"),
                due_day=due_day if rep.next_day else None,
            )
            for rep in lesson.reps
        ]
    return found


def due_reps(library: Library, store: Store, learner: str, today: date) -> list[RepStanding]:
    """The reps that wait to be done today; lessons that were not begun are not even read."""
    if not library.with_reps:
        return []
    begun = _begun(library, store, learner)
    lessons = [
        library.outline(lesson) for lesson in library.with_reps if begun.get(lesson, today) < today
    ]
    if not lessons:
        return []
    return [one for one in standings(library, store, learner, lessons) if one.is_due(today)]


def due_words(due: Sequence[RepStanding]) -> str:
    """One line that names the reps that are due and what to type, or nothing."""
    if not due:
        return ""
    named = ", ".join(one.ref for one in due[:_MOST_NAMED])
    more = f" and {len(due) - _MOST_NAMED} more" if len(due) > _MOST_NAMED else ""
    return f"{'Rep' if len(due) == 1 else 'Reps'} to do today: {named}{more}. Type: quiz reps --due"


def _begun(library: Library, store: Store, learner: str) -> dict[str, date]:
    """The lessons with reps whose practice has begun, with the study day of its first answer."""
    cards: Mapping[str, Mapping[str, Card]] = {
        course: store.cards(learner, course) for course in library.courses
    }
    begun: dict[str, date] = {}
    entries = (
        entry for lesson in library.with_reps for entry in library.of_lesson(lesson).values()
    )
    for entry in entries:
        card = cards[entry.course].get(entry.ref)
        if entry.part == "practice" and card is not None and card.introduced_day is not None:
            first = begun.get(entry.lesson, card.introduced_day)
            begun[entry.lesson] = min(first, card.introduced_day)
    return begun
