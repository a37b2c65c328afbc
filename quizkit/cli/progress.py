"""Turn questions and cards into how far a learner has come in each lesson."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quizkit.scheduling.queue import in_drill, is_due

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from quizkit.session import Card
    from quizkit.store.index import Library


@dataclass
class Progress:
    """Of one lesson's questions: how many there are, were answered, and are due."""

    questions: int = 0
    answered: int = 0
    due: int = 0

    def words(self) -> str:
        """The counts for people.

        >>> Progress(12, 5, 2).words(), Progress(12).words(), Progress().words()
        ('5 of 12 answered, 2 due', '0 of 12 answered', 'no questions')
        """
        if not self.questions:
            return "no questions"
        return f"{self.answered} of {self.questions} answered" + (
            f", {self.due} due" if self.due else ""
        )


def progress(library: Library, cards: Mapping[str, Card], today: date) -> dict[str, Progress]:
    """How far every lesson has come; `cards` are by question."""
    found = {lesson: Progress() for lesson in library.lessons}
    for entry in library.entries:
        one = found[entry.lesson]
        one.questions += 1
        card = cards.get(entry.ref)
        if card is not None:
            one.answered += card.live_reviews > 0
            one.due += is_due(card, today) or in_drill(card, today)
    return found
