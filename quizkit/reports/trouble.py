"""Turn cards and recognised mistakes into what gives a learner most trouble."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import nsmallest

from quizkit.reports.retention import wilson
from quizkit.reports.standing import Known

FEWEST_MISSES = 2
"""One miss is no pattern."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A recognised mistake, how often it was made, and the last row of the log that has it."""

    name: str
    times: int
    last_id: int


def hardest(cards: Iterable[Known], most: int) -> tuple[Known, ...]:
    """The questions that are missed most, at most so many.

    By the lower bound of the share of misses, so that 8 of 10 stands before 2 of 2.
    """
    missed = [card for card in cards if card.misses >= FEWEST_MISSES]
    return tuple(nsmallest(most, missed, key=_ease_of_answering))


def recurring(mistakes: Iterable[Mistake], most: int) -> tuple[Mistake, ...]:
    """The mistakes made most often, at most so many; each name once, whatever its course.

    >>> made = [Mistake(name="sign", times=1, last_id=4), Mistake(name="sign", times=2, last_id=3)]
    >>> recurring(made, 5)
    (Mistake(name='sign', times=3, last_id=4),)
    """
    found: dict[str, Mistake] = {}
    for one in mistakes:
        known = found.get(one.name)
        if known is not None:
            one = replace(
                known, times=known.times + one.times, last_id=max(known.last_id, one.last_id)
            )
        found[one.name] = one
    again = [one for one in found.values() if one.times >= FEWEST_MISSES]
    return tuple(nsmallest(most, again, key=lambda one: (-one.times, -one.last_id, one.name)))


def _ease_of_answering(card: Known) -> tuple[int, int, int, str]:
    return (
        -_missed_at_least(card.misses, card.live_reviews),
        -card.lapses,
        card.ease,
        card.question,
    )


@lru_cache(maxsize=4096)
def _missed_at_least(misses: int, reviews: int) -> int:
    """The lower bound of the share of misses, in millionths."""
    low, _ = wilson(misses, reviews)
    return low.numerator * 1_000_000 // low.denominator
