"""Turn an instant and its UTC offset into the study day it belongs to.

A study day is the local wall clock minus the rollover hour, as a date. It is never counted in
elapsed seconds: on the two days a year when clocks change, those are wrong for an hour.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

ROLLOVER_HOUR = 4
"""When the next study day begins unless set otherwise: 04:00."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MINUTE, _MILLISECOND = timedelta(minutes=1), timedelta(milliseconds=1)


# A named tuple, as every start makes the class: a dataclass takes eight times as long to make.
class Moment(NamedTuple):
    """When something happened: UTC milliseconds, the offset on the wall then, and the rollover.

    `zone` is the name that goes into the log beside the offset, or None where no name is known.
    """

    at_ms: int
    offset_minutes: int
    zone: str | None
    rollover_hour: int

    @property
    def study_day(self) -> date:
        """The study day; 01:00 at UTC-5 with the rollover at 4 is still the day before.

        >>> one_at_night = datetime.fromisoformat("2024-06-15T01:00:00-05:00")
        >>> moment(one_at_night, zone=None).study_day
        datetime.date(2024, 6, 14)
        """
        wall = self.at_ms * _MILLISECOND + self.offset_minutes * _MINUTE
        return (_EPOCH + wall - timedelta(hours=self.rollover_hour)).date()


def moment(at: datetime, zone: str | None, rollover_hour: int = ROLLOVER_HOUR) -> Moment:
    """The moment of an aware `at`, whose own offset is what the wall clock showed.

    `zone` is a label only: `at` is expected in that zone's time already. Raises ValueError for a
    naive `at` and for a rollover outside 0 to 23.
    """
    offset = at.utcoffset()
    if offset is None:
        raise ValueError("a moment needs a time with its UTC offset")
    if rollover_hour not in range(24):
        raise ValueError(f"the rollover hour is 0 to 23, not {rollover_hour}")
    return Moment(
        at_ms=(at - _EPOCH) // _MILLISECOND,
        offset_minutes=offset // _MINUTE,
        zone=zone,
        rollover_hour=rollover_hour,
    )
