"""Shares of recalls, and what bounds so few reviews leave them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.reports.days import NO_RETENTION, Day
from quizkit.reports.retention import Share, overall, retention, wilson

COUNTS = st.integers(1, 100_000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))


@pytest.mark.parametrize(
    ("got", "of", "low", "high"),
    [
        # R 4.3, prop.test(k, n, correct = FALSE), whose z is 1.959964 rather than 1.96
        (9, 10, "0.5958", "0.9821"),
        (45, 50, "0.7864", "0.9565"),
        (0, 3, "0", "0.5615"),
        (3, 3, "0.4385", "1"),
        (1, 2, "0.0945", "0.9055"),
        (850, 1000, "0.8265", "0.8708"),
    ],
)
def test_known_intervals(got: int, of: int, low: str, high: str) -> None:
    """The bounds are those that statistics programs give, to three places and a half."""
    bounds = wilson(got, of)
    assert abs(bounds[0] - Fraction(low)) < Fraction(1, 10_000)
    assert abs(bounds[1] - Fraction(high)) < Fraction(1, 10_000)


def test_without_reviews_everything_is_possible() -> None:
    """Nothing seen gives no share, and bounds of 0 and 1."""
    assert Share(of=0, got=0).share is None
    assert Share(of=0, got=0).bounds == (Fraction(0), Fraction(1))


@given(COUNTS)
def test_the_share_lies_within_its_bounds(counts: tuple[int, int]) -> None:
    """0 <= low <= share <= high <= 1, whatever was counted."""
    got, of = counts
    low, high = wilson(got, of)
    assert 0 <= low <= Fraction(got, of) <= high <= 1


@given(COUNTS)
def test_misses_mirror_recalls(counts: tuple[int, int]) -> None:
    """The bounds of what was missed are those of what was recalled, from the other end."""
    got, of = counts
    low, high = wilson(got, of)
    assert wilson(of - got, of) == (1 - high, 1 - low)


@given(COUNTS)
def test_integers_give_what_the_formula_says(counts: tuple[int, int]) -> None:
    """The exact bounds are the formula's, and never inside of them."""
    got, of = counts
    low, high = wilson(got, of)
    z, share = 1.96, got / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    assert abs(float(low) - max(0, middle - half)) < 1e-6
    assert abs(float(high) - min(1, middle + half)) < 1e-6


@given(COUNTS, st.integers(2, 50))
def test_more_of_the_same_makes_surer(counts: tuple[int, int], times: int) -> None:
    """The same share of more reviews has bounds that are no wider."""
    got, of = counts
    low, high = wilson(got, of)
    surer_low, surer_high = wilson(got * times, of * times)
    assert surer_high - surer_low <= high - low


def test_groups_cover_every_interval_once() -> None:
    """From one day on, each group begins where the one before ends; the last has no end."""
    groups = retention(Day(reviews=3, retention=((1, 1), *NO_RETENTION[1:-1], (2, 1))))
    assert groups[0].low_days == 1
    for one, following in pairwise(groups):
        assert one.high_days is not None
        assert following.low_days == one.high_days + 1
    assert groups[-1].high_days is None
    assert overall(groups) == Share(of=3, got=2)
