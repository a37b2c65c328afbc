"""Turn study days into how many of them follow on each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

_ONE = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Streak:
    """`days` in a row that end today or yesterday, and the `longest` such row ever."""

    days: int
    longest: int
    studied_today: bool


def streak(studied: Iterable[date], today: date) -> Streak:
    """The streak of a learner on the study day `today`.

    A today without a review does not break it: the day is not over. Days after today, which a
    wrong clock leaves behind, are left out.

    >>> leap = [date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)]
    >>> streak(leap, date(2028, 3, 2))
    Streak(days=3, longest=3, studied_today=False)
    """
    known = {day for day in studied if day <= today}
    longest = max((_length(day, known) for day in known if day + _ONE not in known), default=0)
    last = today if today in known else today - _ONE
    return Streak(days=_length(last, known), longest=longest, studied_today=today in known)


def _length(last: date, known: set[date]) -> int:
    """How many days in a row end with this one."""
    days = 0
    while last in known:
        days, last = days + 1, last - _ONE
    return days
