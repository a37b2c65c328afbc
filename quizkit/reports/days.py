"""Turn rows of the log into what was done on each study day: the fold that the `days` cache holds.

Whatever the cache holds, this says what it must hold. Nothing here depends on today or on content.
A day is a sum over reviews, so that the days of all cards together are the days of the log.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import TYPE_CHECKING

from quizkit.scheduling.sm2 import PASSING
from quizkit.session.card import histories, live_rerates, undone_ids

if TYPE_CHECKING:
    from quizkit.session.events import Event

INTERVALS: tuple[int, ...] = (1, 7, 30, 90, 365)
"""Retention is counted by the interval the card had: up to so many days each, and longer ones."""

Retention = tuple[tuple[int, int], ...]
"""For each group of intervals: how many reviews asked for a recall, and how many got one."""

NO_RETENTION: Retention = ((0, 0),) * (len(INTERVALS) + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """What one learner did in one course on one study day; rows that were taken back do not count.

    `reviews` counts showings answered, among them `drills` and those `ahead` of their day, and
    `recalled` those rated 3 or better after the last re-rating. `introduced` counts new questions
    that got their first answer, practice ahead apart, whether they came up as new or on a day that
    was set; after a reset a question is new again. `lapses` counts known ones that were forgotten.
    `retention` counts the due reviews of cards that were known, by the interval that the card had.
    """

    reviews: int = 0
    recalled: int = 0
    drills: int = 0
    ahead: int = 0
    introduced: int = 0
    lapses: int = 0
    elapsed_ms: int = 0
    retention: Retention = NO_RETENTION

    def __add__(self, other: Day) -> Day:
        return _merged(self, other, 1)

    def __sub__(self, other: Day) -> Day:
        return _merged(self, other, -1)


NOTHING = Day()

_COUNTS = ("reviews", "recalled", "drills", "ahead", "introduced", "lapses", "elapsed_ms")
_counts = attrgetter(*_COUNTS)


def fold_days(rows: Iterable[Event]) -> dict[date, Day]:
    """What was done on each study day, of rows in `id` order.

    Rows of one card or of many: what a row refers to must be among them. A day on which nothing is
    left standing has no entry.
    """
    rows = list(rows)
    return _folded(rows, _first_answers(rows))


def moved_days(before: Sequence[Event], row: Event) -> dict[date, Day]:
    """By how much a new row of a card's history moves each day; days that it leaves alone are out.

    A review adds to its own day; an undo takes from the day of what it takes back.
    """
    # Only the review that the row is about, with what was said about it: histories grow long.
    earlier = {other.id: other for other in before}
    about = row
    while about.refers_to in earlier:
        about = earlier[about.refers_to]
    said = {about.id}
    said.update(other.id for other in before if other.refers_to in said)
    said.update(other.id for other in before if other.refers_to in said)
    rows = [other for other in before if other.id in said]
    # Whether an answer is the first one, all rows before it say.
    old = _folded(rows, _first_answers(before))
    new = _folded([*rows, row], _first_answers([*before, row]))
    moved = {day: new.get(day, NOTHING) - old.get(day, NOTHING) for day in {**old, **new}}
    return {day: change for day, change in moved.items() if change != NOTHING}


def sum_days(days: Iterable[Day]) -> Day:
    """All of these days together; a learner of ten years has thousands."""
    counts = [0] * len(_COUNTS)
    groups = [[0, 0] for _ in NO_RETENTION]
    for day in days:
        for place, count in enumerate(_counts(day)):
            counts[place] += count
        for group, (asked, recalled) in zip(groups, day.retention, strict=True):
            group[0] += asked
            group[1] += recalled
    return Day(
        **dict(zip(_COUNTS, counts, strict=True)),
        retention=tuple((asked, recalled) for asked, recalled in groups),
    )


def add_days(one: Mapping[date, Day], other: Mapping[date, Day]) -> dict[date, Day]:
    """Day by day, what is in one and the other."""
    return {
        day: one.get(day, NOTHING) + other.get(day, NOTHING) for day in sorted({**one, **other})
    }


def interval_group(interval_days: int) -> int:
    """The place of an interval among the groups of `INTERVALS`.

    >>> [interval_group(days) for days in (1, 2, 7, 8, 365, 366, 36_500)]
    [0, 1, 1, 2, 4, 5, 5]
    """
    return bisect_left(INTERVALS, interval_days)


def _folded(rows: Sequence[Event], firsts: Collection[int]) -> dict[date, Day]:
    undone = undone_ids(rows)
    rerates = live_rerates(rows, undone)
    days: dict[date, Day] = {}
    for row in rows:
        if row.kind == "review" and row.id not in undone:
            rating = rerates.get(row.id, row).rating or 0
            done = _of_review(row, rating, is_first=row.id in firsts)
            days[row.study_day] = days.get(row.study_day, NOTHING) + done
    return days


def _first_answers(rows: Iterable[Event]) -> set[int]:
    """The ids of the live reviews that introduced their card, as `Card.introduced_day` has it.

    What the review itself stores does not say it: a new card may have a day, which was set.
    """
    rows = list(rows)
    undone = undone_ids(rows)
    firsts: set[int] = set()
    for history in histories(rows).values():
        is_new = True
        for row in history:
            if row.id in undone:
                continue
            if row.kind == "reset":
                is_new = True
            elif is_new and row.kind == "review" and row.role != "ahead":
                is_new = False
                firsts.add(row.id)
    return firsts


def _of_review(row: Event, rating: int, *, is_first: bool) -> Day:
    """One review by itself, with the rating that counts."""
    before, recalled = row.before, rating >= PASSING
    due = row.role == "due"
    known = due and before is not None and before.repetitions > 0
    retention = list(NO_RETENTION)
    if known and before is not None:
        retention[interval_group(before.interval_days)] = (1, int(recalled))
    return Day(
        reviews=1,
        recalled=int(recalled),
        drills=int(row.role == "drill"),
        ahead=int(row.role == "ahead"),
        introduced=int(is_first),
        lapses=int(known and not recalled),
        elapsed_ms=row.elapsed_ms or 0,
        retention=tuple(retention),
    )


def _merged(one: Day, other: Day, sign: int) -> Day:
    counts = zip(_COUNTS, _counts(one), _counts(other), strict=True)
    return Day(
        **{name: count + sign * more for name, count, more in counts},
        retention=tuple(
            (asked + sign * more, got + sign * more_got)
            for (asked, got), (more, more_got) in zip(one.retention, other.retention, strict=True)
        ),
    )
