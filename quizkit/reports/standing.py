"""Turn questions and cards into how many stand where: by state, by lesson, by due day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple


class Known(NamedTuple):
    """What a report needs of a card. A learner may have a hundred thousand, so days are texts.

    Days are `2028-02-29` or None, as they are stored; such texts sort like the days they name.
    """

    question: str
    repetitions: int
    ease: int
    due_day: str | None
    introduced_day: str | None
    lapses: int
    suspended: int
    live_reviews: int
    misses: int


@dataclass(slots=True)
class Counts:
    """Of some questions: how many there are, in which state their cards are, how many are due.

    `questions` is the sum of the four states; `due` is counted among them.
    """

    questions: int = 0
    new: int = 0
    relearning: int = 0
    review: int = 0
    suspended: int = 0
    due: int = 0

    def add(self, other: Counts) -> None:
        """Count these too."""
        self.questions += other.questions
        self.new += other.new
        self.relearning += other.relearning
        self.review += other.review
        self.suspended += other.suspended
        self.due += other.due


def by_lesson(
    questions: Mapping[str, Sequence[str]], cards: Mapping[str, Known], today: date
) -> dict[str, Counts]:
    """How the questions of each lesson stand; `questions` are the references by lesson."""
    limit = today.isoformat()
    return {lesson: _counted(refs, cards, limit) for lesson, refs in questions.items()}


def _counted(refs: Sequence[str], cards: Mapping[str, Known], limit: str) -> Counts:
    found = [card for card in map(cards.get, refs) if card is not None]
    counts = Counts(questions=len(refs), new=len(refs) - len(found))
    for card in found:
        if card.suspended:
            counts.suspended += 1
        elif card.due_day is None:
            counts.new += 1
        else:
            if card.introduced_day is None:
                counts.new += 1  # its day was set before it was ever asked
            elif card.repetitions:
                counts.review += 1
            else:
                counts.relearning += 1
            counts.due += card.due_day <= limit
    return counts


def together(groups: Iterable[Counts]) -> Counts:
    """All of these in one."""
    total = Counts()
    for group in groups:
        total.add(group)
    return total


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """How many cards fall due when, as things stand: nothing is said of reviews in between.

    `days` starts with today and has no gaps; what was due before today is `overdue`.
    """

    overdue: int
    days: tuple[tuple[date, int], ...]
    later: int

    @property
    def total(self) -> int:
        """Every card that will fall due some time."""
        return self.overdue + self.later + sum(due for _, due in self.days)


def forecast(cards: Iterable[Known], today: date, days: int) -> Forecast:
    """When these cards fall due, over so many days; suspended ones do not."""
    due = Counter(card.due_day for card in cards if card.due_day and not card.suspended)
    ahead = [today + timedelta(days=number) for number in range(days)]
    counted = tuple((day, due[day.isoformat()]) for day in ahead)
    first = today.isoformat()
    overdue = sum(count for day, count in due.items() if day and day < first)
    later = sum(due.values()) - overdue - sum(count for _, count in counted)
    return Forecast(overdue=overdue, days=counted, later=later)
