"""Say when a card that is missed again and again is called a leech.

A leech costs more than it teaches; the remedy is its lesson, not one more review. It is told at the
eighth lapse and then at every fourth, and goes on like any other card.
"""

from __future__ import annotations

from quizkit.scheduling.sm2 import State

FIRST_LAPSES = 8
"""Lapses at which a card is first called a leech."""

FURTHER_LAPSES = 4
"""Lapses after which it is said again."""


def is_leech(state: State) -> bool:
    """Whether the card has lapsed so often."""
    return state.lapses >= FIRST_LAPSES


def is_flagged(before: State, after: State) -> bool:
    """Whether the step from one state to the other is the lapse at which to say it.

    >>> from quizkit.scheduling.sm2 import NEW
    >>> from dataclasses import replace
    >>> lapsed = [replace(NEW, lapses=lapses) for lapses in range(18)]
    >>> [after.lapses for before, after in zip(lapsed, lapsed[1:]) if is_flagged(before, after)]
    [8, 12, 16]
    """
    return (
        after.lapses > before.lapses
        and is_leech(after)
        and (after.lapses - FIRST_LAPSES) % FURTHER_LAPSES == 0
    )
