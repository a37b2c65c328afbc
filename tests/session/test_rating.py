"""A verdict becomes a rating by the published rule."""

from __future__ import annotations

from typing import Literal

import pytest

from quizkit.session import RATING_RULE, rating_for, recall_rating

Graded = Literal["right", "partly", "mistake", "wrong", "given_up"]


@pytest.mark.parametrize(
    ("verdict", "hint", "rating"),
    [
        ("right", False, 4),
        ("right", True, 3),
        ("partly", False, 2),
        ("partly", True, 2),
        ("mistake", False, 2),
        ("mistake", True, 2),
        ("wrong", False, 1),
        ("wrong", True, 1),
        ("given_up", False, 0),
        ("given_up", True, 0),
    ],
)
def test_each_verdict_has_one_rating(verdict: Graded, hint: bool, rating: int) -> None:
    """Only a right answer is rated lower for having seen the hint."""
    assert rating_for(verdict, hint=hint) == rating


@pytest.mark.parametrize(
    ("entries", "ratings"),
    [(1, [0, 4]), (2, [0, 3, 4]), (3, [0, 1, 3, 4]), (5, [0, 1, 1, 1, 3, 4])],
)
def test_ticks_offer_a_rating(entries: int, ratings: list[int]) -> None:
    """All ticks offer 4, all but one 3, fewer 1 and none 0, whatever the checklist's length."""
    assert [recall_rating(ticked, entries) for ticked in range(entries + 1)] == ratings


@pytest.mark.parametrize(("ticked", "entries"), [(0, 0), (2, 1), (-1, 3)])
def test_impossible_ticks_are_refused(ticked: int, entries: int) -> None:
    """A checklist without entries offers nothing, and nobody ticks more than there is."""
    with pytest.raises(ValueError, match="ticks of"):
        recall_rating(ticked, entries)


def test_the_rule_has_a_name_for_the_log() -> None:
    """Old ratings stay explained when the rule changes, because each carries its rule's name."""
    assert RATING_RULE == "rating/1"
