"""Turn what happens in a session into the queue of what is still to be asked in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quizkit.scheduling.queue import after_answer, in_drill, is_due

if TYPE_CHECKING:
    from datetime import date

    from quizkit.cli.sitting.resuming import Memory
    from quizkit.session import Card


@dataclass
class RunningQueue:
    """The refs to be asked, the cards as this session knows them, and its memory if it has one.

    In `practice` everything is asked once, due or not.
    """

    refs: tuple[str, ...]
    cards: dict[str, Card]
    practice: bool = False
    memory: Memory | None = None

    def __len__(self) -> int:
        return len(self.refs)

    def __contains__(self, ref: object) -> bool:
        return ref in self.refs

    def wants(self, card: Card, today: date) -> bool:
        """Whether a card that stands in the queue is still to be asked."""
        if self.practice:
            return not card.suspended
        return not card.suspended and (card.is_new or is_due(card, today) or in_drill(card, today))

    def answered(self, card: Card, today: date) -> None:
        """Put the question where its card belongs now: at the end again, or out of the queue."""
        ref = card.question
        self.cards[ref] = card
        rest = self._without(ref)
        self._change(ref, rest if self.practice else after_answer((ref, *rest), self.cards, today))

    def drop(self, ref: str) -> None:
        """Ask a question no more."""
        if ref in self.refs:
            self._change(ref, self._without(ref))

    def ask_next(self, ref: str) -> None:
        """Ask a question before all others."""
        self._change(ref, (ref, *self._without(ref)))

    def rerated_back(self, card: Card, today: date) -> None:
        """A drill that a re-rating had begun is over when it is undone; one that it ended goes on.

        The card is as it was before the re-rating.
        """
        ref = card.question
        again = not self.practice and (is_due(card, today) or in_drill(card, today))
        rest = self._without(ref)
        self._change(ref, (*rest, ref) if again else rest)

    def _without(self, ref: str) -> tuple[str, ...]:
        return tuple(other for other in self.refs if other != ref)

    def _change(self, ref: str, refs: tuple[str, ...]) -> None:
        self.refs = refs
        if self.memory is not None:
            self.memory.note(ref, refs)
