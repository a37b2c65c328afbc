"""The moment that this machine's clock and zone tell."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest

from quizkit.cli import clock
from quizkit.cli.clock import now


class Told(datetime):
    """Noon of a June day in Greenwich."""

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        """The same instant at each call."""
        assert tz is UTC
        return datetime(2028, 6, 10, 12, tzinfo=UTC)


@pytest.fixture
def zones(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A process whose zone may change; afterwards it has its own again."""
    with monkeypatch.context() as changed:
        changed.setattr(clock, "datetime", Told)
        yield changed
    time.tzset()


def test_a_zone_that_changes_in_mid_session_is_followed(zones: pytest.MonkeyPatch) -> None:
    """Offset, zone and study day are those of one place, whatever it was a moment before."""
    places = [
        ("Pacific/Auckland", 720, date(2028, 6, 10)),
        ("America/Los_Angeles", -420, date(2028, 6, 10)),
        ("Pacific/Auckland", 720, date(2028, 6, 10)),
        ("Pacific/Pago_Pago", -660, date(2028, 6, 9)),
    ]
    for zone, offset, day in places:
        zones.setenv("TZ", zone)
        moment = now(None, 4)
        assert (moment.zone, moment.offset_minutes, moment.study_day) == (zone, offset, day)


def test_a_zone_that_changes_between_two_looks_is_looked_at_again(
    zones: pytest.MonkeyPatch,
) -> None:
    """An offset of the old zone never stands beside the new zone's name."""
    read = time.tzset

    def read_and_move() -> None:
        read()
        zones.setenv("TZ", "America/Los_Angeles")

    zones.setenv("TZ", "Pacific/Auckland")
    zones.setattr(time, "tzset", read_and_move)
    moment = now(None, 4)
    assert (moment.zone, moment.offset_minutes) == ("America/Los_Angeles", -420)


def test_a_configured_zone_is_not_the_machines(zones: pytest.MonkeyPatch) -> None:
    """Where the settings name a zone, that of the machine may change as it likes."""
    for zone in ("Pacific/Auckland", "America/Los_Angeles"):
        zones.setenv("TZ", zone)
        moment = now("Asia/Kolkata", 4)
        assert (moment.zone, moment.offset_minutes) == ("Asia/Kolkata", 330)
