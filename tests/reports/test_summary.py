"""Days, cards and mistakes in one summary: what it says of the last days, today among them."""

from __future__ import annotations

from datetime import date, timedelta

from quizkit.reports.days import Day
from quizkit.reports.summary import look_back

TODAY = date(2026, 3, 10)


def test_the_last_days_are_that_many_with_today_among_them() -> None:
    """Seven days are today and the six before; a day of tomorrow's clock is none of them."""
    days = {TODAY - timedelta(days=ago): Day(reviews=10**ago) for ago in (0, 1, 6, 7)}
    days[TODAY + timedelta(days=1)] = Day(reviews=5)
    summary = look_back({}, days, {}, (), TODAY)
    assert [summary.last(days).reviews for days in (1, 2, 7, 8)] == [
        1, 11, 1_000_011, 11_000_011,
    ]  # fmt: skip
    assert summary.total.reviews == 11_000_011
    assert summary.ahead_of_clock == (TODAY + timedelta(days=1),)
