"""Turn a question about one learner's cards in one course into the rows that answer it, no more.

A course may have tens of thousands of cards and a log a million rows: what is due, what was
answered on a day and what a lesson holds are looked up by key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from quizkit.session.card import Card
from quizkit.store import statements as sql
from quizkit.store.database import Run
from quizkit.store.rows import Row, read_card, read_day, read_event

Renamed = Sequence[tuple[str, Sequence[str]]]
"""The reference of each question that had others before, with these, in the course's order."""


class Known(NamedTuple):
    """What a lesson's cards say to whoever introduces new questions.

    A card is `held` back from that if it has a due day or is suspended.
    """

    held: bool
    suspended: bool
    started: bool


class Cards:
    """One learner's cards in one course, in one view of the database.

    A question that was renamed goes by its new name, although its card has not been moved yet.
    """

    def __init__(self, run: Run, learner: str, course: str, renamed: Renamed = ()) -> None:
        self._run = run
        self._key = {"learner": learner, "course": course}
        self._lessons: dict[str, dict[str, Known]] = {}
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
        if not self._has(question):
            return None
        name = self._old.get(question, question)
        return self._named(self._rows(sql.CARD, question=name)[0])

    def due(self, today: date) -> list[Card]:
        """The cards whose due day has come; suspended ones are not among them."""
        return list(map(self._named, self._rows(sql.DUE_CARDS, day=today.isoformat())))

    def falling_due(self, after: date) -> Iterator[tuple[date, list[Card]]]:
        """Day by day, the cards that fall due after a day; suspended ones are not among them."""
        while rows := self._rows(sql.NEXT_DUE_DAY, day=after.isoformat()):
            after = date.fromisoformat(rows[0][0])
            due = self._rows(sql.CARDS_DUE_ON, day=after.isoformat())
            yield after, list(map(self._named, due))

    def answered_on(self, day: date) -> list[Card]:
        """The cards that a live answer of a study day has left its mark on.

        Exactly those that were introduced or answered last on that day, or are in drill on it. The
        log is read backwards as far as the day's answers go, and they are counted in `days`.
        """
        rows = self._rows(sql.DAY, study_day=day.isoformat())
        if not rows:
            return []
        most = read_day(rows[0])[1].reviews
        names = {
            str(name) for (name,) in self._rows(sql.ANSWERED_ON, day=day.isoformat(), most=most)
        }
        for row in map(read_event, self._rows(sql.RENAMES)):
            if row.renamed_from in names:
                names.add(row.question)
        rows = [row for name in sorted(names) for row in self._rows(sql.CARD, question=name)]
        return [
            card
            for card in map(self._named, rows)
            if day in (card.introduced_day, card.last_day, card.drill_day)
        ]

    def of_lesson(self, lesson: str) -> dict[str, Known]:
        """What is known of a lesson's questions, by name without the lesson."""
        if lesson not in self._lessons:
            # "0" comes after "/": the range holds what starts with the lesson's id and "/".
            rows = self._rows(sql.LESSON_CARDS, low=f"{lesson}/", high=f"{lesson}0")
            start = len(lesson) + 1
            self._lessons[lesson] = {
                self._now(name)[start:]: Known(bool(held), bool(suspended), live > 0)
                for name, held, suspended, live in rows
            }
        return self._lessons[lesson]

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
