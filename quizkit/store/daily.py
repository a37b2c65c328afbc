"""Turn the database into one verified copy for each study day, and thin the old ones out.

Besides today's copy the seven before it stay, then the last of each of the six newest weeks and of
each of the thirteen newest months that have a copy. Weeks and months are counted among the copies,
never back from today: on a clock that is years ahead a day thins out no more than the next day
would. Copies made by hand, by an upgrade or by a restore have other names and are never touched.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path

from quizkit.errors import StoreError
from quizkit.store import statements as sql
from quizkit.store.database import SqliteFile

NEWEST = 7
WEEKS = 6  # the running one and five whole ones
MONTHS = 13

_NAMED = r"-daily-(?P<day>\d{4}-\d\d-\d\d)\.db(?P<part>\.\d+\.part)?"


def daily_copy(path: Path, folder: Path, stem: str, today: date) -> Path | None:
    """Copy the database into the folder; None if the study day has its copy, or the log no row.

    The copies of one database share a `stem`. Older ones are thinned once the new one is there.
    Raises StoreError, with every older copy kept, if no verified copy can be made.
    """
    to = folder / _name(stem, today)
    if to.exists() or not _rows(path):
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
    """Which days' copies are kept when today's is made.

    Today's and those after it, from a clock that was ahead or of one that is behind now, are kept
    and take no other's place.

    >>> from datetime import timedelta
    >>> year = [date(2028, 12, 31) - timedelta(days=back) for back in range(400)]
    >>> kept = sorted(kept_days(year, year[0]))
    >>> len(kept), kept[0].isoformat(), kept[-10].isoformat(), kept[-8].isoformat()
    (24, '2027-12-31', '2028-12-10', '2028-12-24')
    >>> gone = set(kept) - kept_days(kept, date(2037, 1, 1))
    >>> [day.isoformat() for day in gone]
    []
    """
    days = set(days)
    before = sorted((day for day in days if day < today), reverse=True)
    weeks = _last_of_each(before, lambda day: day.isocalendar()[:2])[:WEEKS]
    months = _last_of_each(before, lambda day: (day.year, day.month))[:MONTHS]
    return frozenset({day for day in days if day >= today}.union(before[:NEWEST], weeks, months))


def _last_of_each(newest_first: Iterable[date], span: Callable[[date], object]) -> list[date]:
    """The last day of each week or month that has one, the newest first."""
    found: dict[object, date] = {}
    for day in newest_first:
        found.setdefault(span(day), day)
    return list(found.values())


def fullest(folder: Path, stem: str) -> Path | None:
    """The daily copy with the most rows of the log, the latest of these; None if there is none.

    The day that it is called by may be that of a wrong clock.
    """
    copies = folder.glob(f"{glob.escape(stem)}-daily-*.db")
    return max(copies, key=lambda copy: (_readable_rows(copy), copy.name), default=None)


def _readable_rows(copy: Path) -> int:
    """How many rows a copy holds; 0 if it is damaged, or of another version."""
    try:
        return _rows(copy)
    except (StoreError, OSError):
        return 0


def _rows(path: Path) -> int:
    with SqliteFile(path).reading() as run:
        return next((int(count) for _, count in run(sql.LOG_ENDS, {})), 0)


def _name(stem: str, day: date) -> str:
    return f"{stem}-daily-{day.isoformat()}.db"


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
