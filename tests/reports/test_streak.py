"""Study days in a row."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from quizkit.reports.streak import Streak, streak

TODAY = date(2028, 3, 1)


def days_ago(*numbers: int) -> list[date]:
    """Study days counted back from today."""
    return [TODAY - timedelta(days=number) for number in numbers]


def test_nothing_studied_is_no_streak() -> None:
    """A new learner has a streak of 0."""
    assert streak([], TODAY) == Streak(days=0, longest=0, studied_today=False)


def test_a_leap_day_is_a_day_like_others() -> None:
    """28 and 29 February and 1 March of a leap year follow on each other."""
    leap = [date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)]
    assert streak(leap, TODAY) == Streak(days=3, longest=3, studied_today=True)
    assert streak([leap[0], leap[2]], TODAY).days == 1


def test_today_does_not_break_a_streak_before_it_is_over() -> None:
    """Without a review today the streak of yesterday stands; without one yesterday it is over."""
    assert streak(days_ago(1, 2, 3), TODAY) == Streak(days=3, longest=3, studied_today=False)
    assert streak(days_ago(2, 3), TODAY) == Streak(days=0, longest=2, studied_today=False)


def test_days_that_a_wrong_clock_left_in_the_future_do_not_count() -> None:
    """Study days of 2099 neither make nor break a streak, nor are they the longest."""
    ahead = [date(2099, 1, day) for day in (1, 2, 3)]
    found = streak([*days_ago(0, 1), *ahead], TODAY)
    assert (found.days, found.longest) == (2, 2)


@given(st.sets(st.integers(0, 60)))
def test_the_longest_is_never_shorter(numbers: set[int]) -> None:
    """The streak of today is one of those among which the longest is chosen."""
    found = streak(days_ago(*numbers), TODAY)
    assert found.days <= found.longest <= len(numbers)
    assert found.studied_today == (0 in numbers)


@given(st.sets(st.integers(0, 60)), st.integers(0, 60))
def test_one_more_day_never_shortens(numbers: set[int], more: int) -> None:
    """Studying on one more day never shortens a streak."""
    before, after = streak(days_ago(*numbers), TODAY), streak(days_ago(*numbers, more), TODAY)
    assert before.days <= after.days
    assert before.longest <= after.longest
