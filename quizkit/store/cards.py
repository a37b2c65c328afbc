"""Turn a question about one learner's cards in one course into the rows that answer it, no more.

A course may have tens of thousands of cards and a log a million rows: what is due, what was
answered on a day and what a lesson holds are looked up by key.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from quizkit.session.card import Card
from quizkit.store import statements as sql
from quizkit.store.database import Run
from quizkit.store.rows import Row, day_of, decoded, read_card, unreadable

_REVIEWS, _INTRODUCED, _RETENTION = map(
    sql.DAY_COLUMNS.index, ("reviews", "introduced", "retention")
)
_FEW, _ALL = 20, 10**9

Renamed = Sequence[tuple[str, Sequence[str]]]
"""The reference of each question that had others before, with these, in the course's order."""


class Cards:
    """One learner's cards in one course, in one view of the database.

    A question that was renamed goes by its new name, although its card has not been moved yet.
    """

    def __init__(self, run: Run, learner: str, course: str, renamed: Renamed = ()) -> None:
        self._run = run
        self._key = {"learner": learner, "course": course}
        self.moving: dict[str, str] = {}
        """Old and new name of each card that has not been moved yet, in an order that works."""
        self._old: dict[str, str] = {}
        for new, former in renamed:
            if not self._has(new) and (old := next(filter(self._has, former), None)) is not None:
                # A card may move on before it has moved at all.
                row = self._old.pop(old, old)
                self.moving.pop(row, None)
                self.moving[row] = new
                self._old[new] = row

    def card(self, question: str) -> Card | None:
        """One card, or None where nothing is known of the question."""
        if question not in self._old and question in self.moving:
            return None
        rows = self._rows(sql.CARD, question=self._old.get(question, question))
        return self._named(rows[0]) if rows else None

    def due(self, today: date) -> list[Card]:
        """The cards whose due day has come; suspended ones are not among them."""
        return list(map(self._named, self._rows(sql.DUE_CARDS, day=today.isoformat())))

    def lapsed(self, least: int) -> list[Card]:
        """The cards that have lapsed so many times or more."""
        return list(map(self._named, self._rows(sql.LAPSED_CARDS, least=least)))

    def falling_due(self, after: date) -> Iterator[list[str]]:
        """Day by day, the questions that fall due after a day; suspended ones are left out."""
        while (day := self._next_due_day(after)) is not None:
            after = day
            yield self._due_on(day, most=_ALL)

    def soonest(self, after: date) -> Iterator[str]:
        """The questions that fall due after a day, the soonest first.

        For who needs the first that is of use: of thousands of a day, a few are read first.
        """
        while (day := self._next_due_day(after)) is not None:
            after, start, most = day, 0, _FEW
            while refs := self._due_on(day, most=most, start=start):
                yield from refs
                start, most = start + most, 4 * most

    def answered_on(self, day: date) -> list[Card]:
        """The cards that a live answer of a study day has left its mark on.

        Exactly those that were introduced or answered last on that day, or are in drill on it. The
        log is read backwards as far as the day's answers go, and they are counted in `days`.
        """
        rows = self._rows(sql.DAY, study_day=day.isoformat())
        if not rows:
            return []
        most = rows[0][_REVIEWS]
        if type(most) is not int:
            raise unreadable("days", rows[0])
        names = {
            str(name) for (name,) in self._rows(sql.ANSWERED_ON, day=day.isoformat(), most=most)
        }
        if renames := self._rows(sql.RENAMES):
            from quizkit.store.log_rows import read_event

            for row in map(read_event, renames):
                if row.renamed_from in names:
                    names.add(row.question)
        rows = [row for name in sorted(names) for row in self._rows(sql.CARD, question=name)]
        return [
            card
            for card in map(self._named, rows)
            if day in (card.introduced_day, card.last_day, card.drill_day)
        ]

    def introduced_on(self, day: date) -> int:
        """How many new questions got their first answer on a study day, as statistics count it."""
        rows = self._rows(sql.DAY, study_day=day.isoformat())
        return sum(decoded(_introduced, row, "days") for row in rows)

    def recalls_on(self, day: date) -> int:
        """How many due questions that were known were answered on a study day.

        Neither drills nor practice ahead are among them, nor the answers after a miss.
        """
        rows = self._rows(sql.DAY, study_day=day.isoformat())
        return sum(decoded(_recalls, row, "days") for row in rows)

    def held(self, lesson: str) -> set[str]:
        """The questions of a lesson that are not new: their cards have a due day or are suspended.

        Also such as are gone from the course.
        """
        return self._of_lesson(sql.HELD_IN_LESSON, lesson)

    def newest_event(self) -> tuple[int, bytes] | None:
        """The learner's newest row of the log, of whatever course: its id and uid."""
        rows = self._rows(sql.NEWEST_EVENT)
        return (int(rows[0][0]), bytes(rows[0][1])) if rows else None

    def let_go_since(self, event: int, uid: bytes) -> set[str] | None:
        """The questions, of whatever course, that may be new again though they were held then.

        None where that cannot be said: the event is not in the log, or names have changed.
        """
        rows = self._rows(sql.UID_OF, id=event)
        if [bytes(found) for (found,) in rows] != [uid]:
            return None
        rows = self._rows(sql.LET_GO, id=event)
        kinds = {kind for _, kind in rows}
        # A row that is taken back is called as its question was then.
        if "rename" in kinds or ("undo" in kinds and self._rows(sql.RENAMES)):
            return None
        return {question for question, _ in rows}

    def suspended(self, lesson: str) -> set[str]:
        """The questions of a lesson that are suspended, also such as are gone."""
        return self._of_lesson(sql.SUSPENDED_IN_LESSON, lesson)

    def has_started(self, lesson: str) -> bool:
        """Whether a question of the lesson has been reviewed, be it one that is gone."""
        return bool(self._run(sql.STARTED_LESSON, self._range(lesson)))

    def _next_due_day(self, after: date) -> date | None:
        rows = self._rows(sql.NEXT_DUE_DAY, day=after.isoformat())
        return day_of(rows[0], "cards") if rows else None

    def _due_on(self, day: date, *, most: int, start: int = 0) -> list[str]:
        rows = self._rows(sql.DUE_ON, day=day.isoformat(), most=most, start=start)
        return [self._now(name) for (name,) in rows]

    def _of_lesson(self, statement: str, lesson: str) -> set[str]:
        names = {name for (name,) in self._run(statement, self._range(lesson))}
        return set(map(self._now, names)) if self.moving else names

    def _range(self, lesson: str) -> dict[str, object]:
        # "0" comes after "/": the range holds what starts with the lesson's id and "/".
        return {**self._key, "low": f"{lesson}/", "high": f"{lesson}0"}

    def _has(self, question: str) -> bool:
        if question in self._old:
            return True
        return question not in self.moving and bool(self._rows(sql.CARD, question=question))

    def _now(self, name: str) -> str:
        return self.moving.get(name, name)

    def _named(self, row: Row) -> Card:
        card = read_card(row)
        new = self._now(card.question)
        return card if new == card.question else replace(card, question=new)

    def _rows(self, statement: str, **parameters: object) -> list[Row]:
        return self._run(statement, {**self._key, **parameters})


def _introduced(row: Row) -> int:
    return int(row[_INTRODUCED])


def _recalls(row: Row) -> int:
    """Retention counts just these, by the interval that the cards had."""
    groups = [asked for asked, _ in json.loads(row[_RETENTION])]
    if any(type(asked) is not int for asked in groups):
        raise ValueError("retention holds no counts")
    return sum(groups)
