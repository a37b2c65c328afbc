"""Turn the database into one verified copy for each study day, and thin the old ones out.

Seven newest copies stay, then one for each week of the last five, then one for each month of the
last twelve. Copies made by hand, by an upgrade or by a restore have other names and are never
touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path

from quizkit.store import statements as sql
from quizkit.store.database import SqliteFile

NEWEST = 7
WEEKS = 5
MONTHS = 12

_MONTH_DAYS = 31
_NAMED = r"-daily-(?P<day>\d{4}-\d\d-\d\d)\.db(?P<part>\.\d+\.part)?"


def daily_copy(path: Path, folder: Path, stem: str, today: date) -> Path | None:
    """Copy the database into the folder; None if the study day has its copy, or the log no row.

    The copies of one database share a `stem`. Older ones are thinned once the new one is there.
    Raises StoreError, with every older copy kept, if no verified copy can be made.
    """
    to = folder / _name(stem, today)
    if to.exists() or not _holds_rows(path):
        return None
    from quizkit.store.backup import copy_to  # most starts find the day's copy made

    copy_to(path, to)
    thin(folder, stem, today)
    return to


def thin(folder: Path, stem: str, today: date) -> None:
    """Delete the daily copies that are not kept any more; one that cannot be deleted stays.

    What a killed copy left of another day goes too.
    """
    copies: dict[date, Path] = {}
    gone: list[Path] = []
    for child in folder.iterdir():
        found = re.fullmatch(re.escape(stem) + _NAMED, child.name)
        day = _day(found["day"]) if found else None
        if found is None or day is None:
            continue
        if not found["part"]:
            copies[day] = child
        elif day != today:  # another terminal may just be making today's
            gone.append(child)
    gone += [copies[day] for day in copies.keys() - kept_days(copies, today)]
    for child in gone:
        with suppress(OSError):
            child.unlink()


def kept_days(days: Iterable[date], today: date) -> frozenset[date]:
    """Which days' copies are kept as of `today`.

    Days after today, from a clock that was ahead, are kept and take no other's place.

    >>> from datetime import timedelta
    >>> year = [date(2028, 12, 31) - timedelta(days=back) for back in range(400)]
    >>> kept = sorted(kept_days(year, year[0]))
    >>> len(kept), kept[0].isoformat(), kept[-9].isoformat(), kept[-7].isoformat()
    (24, '2027-12-31', '2028-12-17', '2028-12-25')
    """
    days = set(days)
    past = sorted((day for day in days if day <= today), reverse=True)
    weeks: dict[tuple[int, int], date] = {}
    months: dict[tuple[int, int], date] = {}
    for day in past:
        age = (today - day).days
        if age < 7 * WEEKS + 7:
            weeks.setdefault(day.isocalendar()[:2], day)
        if age < _MONTH_DAYS * MONTHS:
            months.setdefault((day.year, day.month), day)
    ahead = {day for day in days if day > today}
    return frozenset(past[:NEWEST]) | ahead | set(weeks.values()) | set(months.values())


def _holds_rows(path: Path) -> bool:
    with SqliteFile(path).reading() as run:
        return run(sql.LOG_ENDS, {}) not in ([], [(0, 0)])


def _name(stem: str, day: date) -> str:
    return f"{stem}-daily-{day.isoformat()}.db"


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
