"""Study days: wall clocks of real zones, changes of clocks, leap days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.scheduling.day import Moment, moment

PARIS = ZoneInfo("Europe/Paris")
ZONES = (
    "America/Los_Angeles",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Europe/Paris",
    "Pacific/Apia",
    "UTC",
)


def study_day(at: datetime, rollover_hour: int = 4) -> date:
    return moment(at, zone=None, rollover_hour=rollover_hour).study_day


@pytest.mark.parametrize(
    ("wall", "day"),
    [
        ("2024-03-31 01:59", 30),  # the last minute before the clocks jump to 03:00
        ("2024-03-31 03:00", 30),
        ("2024-03-31 03:59", 30),
        ("2024-03-31 04:00", 31),  # three hours after midnight, and four on the wall
        ("2024-03-31 04:30", 31),
        ("2024-03-31 23:59", 31),
    ],
)
def test_the_hour_that_spring_skips(wall: str, day: int) -> None:
    """In Paris on 2024-03-31 the day turns when the wall shows 04:00, an hour early in seconds."""
    assert study_day(datetime.fromisoformat(wall).replace(tzinfo=PARIS)) == date(2024, 3, day)


@pytest.mark.parametrize(
    ("wall", "fold", "day"),
    [
        ("2024-10-27 02:30", 0, 26),
        ("2024-10-27 02:30", 1, 26),
        ("2024-10-27 03:30", 0, 26),  # four and a half hours after midnight
        ("2024-10-27 03:59", 0, 26),
        ("2024-10-27 04:00", 0, 27),
    ],
)
def test_the_hour_that_autumn_repeats(wall: str, fold: int, day: int) -> None:
    """In Paris on 2024-10-27 the day turns when the wall shows 04:00, an hour late in seconds."""
    at = datetime.fromisoformat(wall).replace(tzinfo=PARIS, fold=fold)
    assert study_day(at) == date(2024, 10, day)


@pytest.mark.parametrize("start", [date(2024, 3, 30), date(2024, 10, 26)])
@pytest.mark.parametrize("rollover_hour", range(24))
def test_days_never_run_backwards_over_a_change_of_clocks(start: date, rollover_hour: int) -> None:
    """Minute by minute over a change of clocks the study day stays or goes on by one."""
    instant = datetime(start.year, start.month, start.day, tzinfo=UTC)
    shown = [
        study_day((instant + timedelta(minutes=minute)).astimezone(PARIS), rollover_hour)
        for minute in range(3 * 24 * 60)
    ]
    steps = {later - earlier for earlier, later in pairwise(shown)}
    assert steps == {timedelta(0), timedelta(days=1)}


def test_one_at_night_is_still_yesterday() -> None:
    """01:00 at UTC-5 belongs to the day before, though it is 06:00 in UTC."""
    at = datetime(2024, 6, 15, 1, tzinfo=timezone(timedelta(hours=-5)))
    assert study_day(at) == date(2024, 6, 14)


@pytest.mark.parametrize("hour", [17, 21])
def test_late_afternoon_in_the_west_is_today(hour: int) -> None:
    """17:00 at UTC-8 is today's study day, although UTC has begun the next date; 21:00 as well."""
    at = datetime(2024, 6, 15, hour, tzinfo=timezone(timedelta(hours=-8)))
    assert study_day(at) == date(2024, 6, 15)


@pytest.mark.parametrize(
    ("wall", "day"),
    [
        ("2028-02-28 12:00", date(2028, 2, 28)),
        ("2028-02-29 03:59", date(2028, 2, 28)),
        ("2028-02-29 04:00", date(2028, 2, 29)),
        ("2028-03-01 03:59", date(2028, 2, 29)),
        ("2028-03-01 04:00", date(2028, 3, 1)),
        ("2027-03-01 03:59", date(2027, 2, 28)),
        ("2100-03-01 03:59", date(2100, 2, 28)),
    ],
)
def test_leap_days_are_days(wall: str, day: date) -> None:
    """29 February is a study day of its own in the years that have one."""
    assert study_day(datetime.fromisoformat(wall).replace(tzinfo=PARIS)) == day


def test_a_new_rollover_leaves_past_moments_alone() -> None:
    """A moment keeps the rollover that it was made with: 03:00 is today only under the new one."""
    at = datetime(2024, 6, 15, 3, tzinfo=PARIS)
    assert moment(at, zone="Europe/Paris", rollover_hour=4).study_day == date(2024, 6, 14)
    assert moment(at, zone="Europe/Paris", rollover_hour=2).study_day == date(2024, 6, 15)


@given(
    st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1)),
    st.sampled_from(ZONES),
    st.integers(0, 23),
)
def test_study_day_is_the_wall_clock_less_the_rollover(
    utc: datetime, zone: str, rollover_hour: int
) -> None:
    """Whatever a zone does, the study day is the date of what the wall shows less the rollover."""
    at = utc.replace(tzinfo=UTC).astimezone(ZoneInfo(zone))
    wall = at.replace(tzinfo=None)
    assert study_day(at, rollover_hour) == (wall - timedelta(hours=rollover_hour)).date()


def test_a_moment_holds_integers() -> None:
    """An instant becomes whole UTC milliseconds and whole minutes of offset, before 1970 too."""
    at = datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=timezone(timedelta(minutes=-210)))
    assert moment(at, zone="X", rollover_hour=4) == Moment(
        at_ms=12_599_999, offset_minutes=-210, zone="X", rollover_hour=4
    )
    assert moment(datetime(1969, 12, 31, tzinfo=UTC), zone=None).at_ms == -86_400_000


def test_a_time_without_an_offset_is_refused() -> None:
    """A naive time names no instant."""
    with pytest.raises(ValueError, match="a moment needs a time with its UTC offset"):
        moment(datetime(2024, 6, 15), zone=None)


@pytest.mark.parametrize("hour", [-1, 24])
def test_a_rollover_is_an_hour_of_the_day(hour: int) -> None:
    """A rollover outside 0 to 23 is refused."""
    with pytest.raises(ValueError, match=f"the rollover hour is 0 to 23, not {hour}"):
        moment(datetime(2024, 6, 15, tzinfo=UTC), zone=None, rollover_hour=hour)
