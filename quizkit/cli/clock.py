"""Read the clock and the zone of this machine; the only place that knows what time it is."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import Path

from quizkit.errors import UsageError
from quizkit.scheduling.day import Moment, moment


def now(configured_zone: str | None, rollover_hour: int) -> Moment:
    """This moment, with the offset and zone in force here.

    The zone is the configured one, else `TZ`, else the target of `/etc/localtime`, else unknown
    with the offset of the C library. Raises UsageError for a configured zone that does not exist.
    """
    at = datetime.now(UTC)
    if configured_zone:
        return moment(at.astimezone(zone(configured_zone)), configured_zone, rollover_hour)
    offset, named = _here(at)
    try:
        here = timezone(offset)
    except ValueError as error:
        raise UsageError(
            f'TZ "{os.environ.get("TZ", "")}" is a day or more from UTC; '
            "set it to a zone like Europe/Paris"
        ) from error
    return moment(at.astimezone(here), named, rollover_hour)


def monotonic_ms() -> int:
    """Milliseconds that never run backwards, for the time an answer took."""
    return time.monotonic_ns() // 1_000_000


def zone(name: str) -> tzinfo:
    """The zone of that name; raises UsageError if this machine does not know it."""
    from zoneinfo import ZoneInfo  # only where a zone is configured

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise UsageError(
            f'timezone "{name}" is not known here; write one like Europe/Paris'
        ) from error


def _here(at: datetime) -> tuple[timedelta, str | None]:
    """The offset and the zone in force here; read again if the zone changed between the two."""
    named = _machine_zone()
    while True:
        if hasattr(time, "tzset"):
            # A process keeps the zone it began in; the machine may have moved to another since.
            time.tzset()
        offset = timedelta(seconds=time.localtime(at.timestamp()).tm_gmtoff)
        before, named = named, _machine_zone()
        if named == before:
            return offset, named


def _machine_zone() -> str | None:
    named = os.environ.get("TZ", "").lstrip(":")
    if named:
        return named
    try:
        target = Path("/etc/localtime").resolve().as_posix()
    except OSError:
        return None
    return target.split("/zoneinfo/", 1)[1] if "/zoneinfo/" in target else None
