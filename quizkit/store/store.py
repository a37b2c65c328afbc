"""Turn what happens to a learner into committed rows, and rows into cards: the door to progress.

Every writing method is one transaction: it reads the card's history, asks `quizkit.session` what
follows, writes the row and the card it makes, and commits before it returns. Reading methods fetch
everything and close the file. All raise StoreError with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quizkit import session
from quizkit.errors import AnsweredElsewhere
from quizkit.store import statements as sql
from quizkit.store.cards import Cards, Renamed
from quizkit.store.connection import examine
from quizkit.store.database import Database, SqliteFile, make_room
from quizkit.store.rows import Row, day_of, read_card, read_date

# What reads and writes the log loads with the first method that does: counting what is due, and
# showing the first question, need cards alone.
if TYPE_CHECKING:
    from quizkit.reports.days import Day
    from quizkit.reports.standing import Known
    from quizkit.reports.trouble import Mistake
    from quizkit.scheduling.day import Moment
    from quizkit.session import Answered, Card, Changed, Event, Showing, Stamp, Undone
    from quizkit.store.attempts import Attempts

__all__ = ["AnsweredElsewhere", "Store"]

Tell = Callable[[str], None]
"""Where a sentence about the store goes, one line at a time."""


class LookedBack(NamedTuple):
    """A learner's past in one course: study days, cards by question, mistakes made."""

    days: Mapping[date, Day]
    cards: Mapping[str, Known]
    mistakes: Sequence[Mistake]


class Store:
    """The progress of all learners in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open_reading(cls, path: Path) -> Store:
        """The store of a file for reading; a missing file reads as an empty log and is not made.

        Raises StoreError for a file that is not ours; an older file is refused (StoreOutdated) by
        the first read.
        """
        examine(path)
        return cls(SqliteFile(path))

    @classmethod
    def open_writing(cls, path: Path, *, backups: Path, tell: Tell) -> Store:
        """The store of a file for writing, made or upgraded first where needed.

        An upgrade leaves a verified copy in the folder `backups` and says so through `tell`. Raises
        StoreError before anything is asked if the file could not be written.
        """
        if examine(path) in ("missing", "new"):
            make_room(path)
        database = SqliteFile(path)
        found = database.probe()
        if found == "outdated":
            from quizkit.store.migrate import upgrade  # SQLAlchemy and Alembic are heavy

            tell(upgrade(path, backups=backups).sentence)
        elif found != "current":
            with database.writing():
                pass  # a writing transaction makes the tables of a new file
        return cls(database)

    @property
    def attempts(self) -> Attempts:
        """The door to what was handed in as files, which is apart from the log."""
        from quizkit.store.attempts import Attempts  # a learner's commands need no grading of files

        return Attempts(self._database)

    # --- reading --------------------------------------------------------------------------------

    def cards(self, learner: str, course: str) -> dict[str, Card]:
        """Every card of a learner in a course that has a history, by question."""
        with self._database.reading() as run:
            rows = run(sql.CARDS, {"learner": learner, "course": course})
            return {card.question: card for card in map(read_card, rows)}

    def card(self, learner: str, course: str, question: str) -> Card:
        """One card; a new one where nothing is known of the question."""
        with self._database.reading() as run:
            rows = run(sql.CARD, {"learner": learner, "course": course, "question": question})
            return read_card(rows[0]) if rows else session.Card(question=question)

    @contextmanager
    def looking(
        self, learner: str, renamed: Mapping[str, Renamed]
    ) -> Iterator[Mapping[str, Cards]]:
        """A learner's cards by course, to be looked up one by one in one view of the database.

        The courses are the keys of `renamed`, which holds their questions that were renamed.
        """
        with self._database.reading() as run:
            yield {course: Cards(run, learner, course, names) for course, names in renamed.items()}

    def newest_day(self, learner: str, course: str) -> date | None:
        """The latest study day with an answer that was not taken back."""
        with self._database.reading() as run:
            rows = run(sql.NEWEST_DAY, {"learner": learner, "course": course})
            return day_of(rows[0], "days") if rows else None

    def events(self, learner: str, course: str, question: str | None = None) -> tuple[Event, ...]:
        """The log of a learner in a course, oldest first, or the history of one question's card.

        Undone rows are among them; `session.undone_ids` says which they are.
        """
        from quizkit.store import log, log_rows

        with self._database.reading() as run:
            if question is not None:
                return tuple(log.history(run, learner, course, question))
            rows = run(sql.EVENTS, {"learner": learner, "course": course})
            return tuple(map(log_rows.read_event, rows))

    def days(self, learner: str, course: str) -> dict[date, Day]:
        """What was done on each study day, the first day first."""
        from quizkit.store import log_rows

        with self._database.reading() as run:
            rows = run(sql.DAYS, {"learner": learner, "course": course})
            return dict(map(log_rows.read_day, rows))

    def looked_back(self, learner: str, course: str) -> LookedBack:
        """Everything that statistics need, in one view of the database."""
        from quizkit.reports.standing import Known
        from quizkit.reports.trouble import Mistake
        from quizkit.store import log_rows

        key = {"learner": learner, "course": course}
        with self._database.reading() as run:
            known = run(sql.KNOWN, key)
            if not _are_sound(known):
                any(map(read_card, run(sql.CARDS, key)))  # says which it is
            cards = {card.question: card for card in map(Known._make, known)}
            return LookedBack(
                days=dict(map(log_rows.read_day, run(sql.DAYS, key))),
                cards=cards,
                mistakes=[
                    Mistake(name=name, times=times, last_id=last)
                    for name, times, last in run(sql.MISTAKES, key)
                ],
            )

    def mistaken(
        self, learner: str, course: str, mistake: str, most: int
    ) -> tuple[tuple[str, int], ...]:
        """In which questions a mistake was made how often, at most so many, the most first."""
        from quizkit.store import log_rows

        key = {"learner": learner, "course": course}
        with self._database.reading() as run:
            rows = run(sql.MISTAKEN, {**key, "mistake": mistake, "most": most})
            renames = [log_rows.read_event(row) for row in run(sql.RENAMES, key)]
        names = {row.renamed_from: row.question for row in renames}
        found: dict[str, int] = {}
        for question, times in rows:
            name = _now_called(question, names)
            found[name] = found.get(name, 0) + times
        return tuple(sorted(found.items(), key=lambda pair: -pair[1]))

    def event(self, learner: str, course: str, row_id: int) -> Event | None:
        """One row of the log, if the learner has it in that course."""
        from quizkit.store import log_rows

        with self._database.reading() as run:
            rows = run(sql.EVENT, {"learner": learner, "course": course, "id": row_id})
            return log_rows.read_event(rows[0]) if rows else None

    def reps(self, learner: str, course: str) -> dict[str, date]:
        """The reps that are ticked, with the study day of the tick."""
        from quizkit.store import log

        with self._database.reading() as run:
            return log.ticked(run, learner, course)

    # --- answers --------------------------------------------------------------------------------

    def answer(
        self, moment: Moment, learner: str, course: str, showing: Showing, rating: int
    ) -> Answered:
        """Write one answer and move its card; committed when this returns.

        Whether the card is due, in drill or ahead is decided in here. Raises AnsweredElsewhere,
        with nothing written, if the card has other rows than when it was shown.
        """
        from quizkit.store import log

        with self._database.writing() as run:
            history = log.history(run, learner, course, showing.question)
            before = session.fold(history, showing.question)
            if before.rows != showing.rows:
                raise AnsweredElsewhere(
                    f"{showing.question} was answered or changed elsewhere since it was shown; "
                    "this answer was not written"
                )
            stamp = log.stamp(run, moment, learner, course, showing.question)
            event = session.review(before, showing, rating, stamp)
            after = log.append(run, history, event, showing.question)
        return session.Answered(event=event, before=before, after=after)

    def rerate(
        self, moment: Moment, learner: str, course: str, uid: bytes, rating: int
    ) -> Answered:
        """Make an answer easy (5) or hard (3); raises UsageError where that cannot be.

        The answer is named by its row's uid. Asking for the rating that it has writes nothing.
        """
        from quizkit.store import log, log_rows

        with self._database.writing() as run:
            rows = run(sql.EVENT_OF_UID, {"learner": learner, "course": course, "uid": uid})
            question = log_rows.read_event(rows[0]).question if rows else ""
            history = log.history(run, learner, course, question)
            before = session.fold(history, question)
            stamp = log.stamp(run, moment, learner, course, question)
            event = session.rerate(history, uid, rating, stamp)
            counts = session.counting(history, uid)
            if counts is not None and counts.rating == rating:
                return session.Answered(event=counts, before=before, after=before)
            after = log.append(run, history, event, question)
        return session.Answered(event=event, before=before, after=after)

    # --- changes of mind ------------------------------------------------------------------------

    def undo(self, moment: Moment, learner: str) -> Undone | None:
        """Take back the learner's newest row of any course; None if there is nothing left to."""
        from quizkit.store import audit, log, log_rows

        with self._database.writing() as run:
            rows = run(sql.NEWEST, {"learner": learner})
            if not rows:
                return None
            target = log_rows.read_event(rows[0])
            course = target.course
            stamp = log.stamp(run, moment, learner, course, target.question)
            # The card may have another name by now.
            name, history = next(
                (name, history)
                for name, history in audit.related(run, learner, course, target.question).items()
                if any(row.id == target.id for row in history)
            )
            event = session.undo(history, target, stamp)
            if event.before is None:
                run(sql.INSERT_EVENT, log_rows.event_parameters(event))
                return session.Undone(taken_back=target, event=event, card=None)
            card = log.append(run, history, event, name)
        return session.Undone(taken_back=target, event=event, card=card)

    def suspend(self, moment: Moment, learner: str, course: str, question: str) -> Changed:
        """Keep a card from being asked."""
        return self._change(moment, learner, course, question, session.suspend)

    def unsuspend(self, moment: Moment, learner: str, course: str, question: str) -> Changed:
        """Let a suspended card be asked again."""
        return self._change(moment, learner, course, question, session.unsuspend)

    def reset(self, moment: Moment, learner: str, course: str, question: str) -> Changed:
        """Give a card the state of a new one; its history stays."""
        return self._change(moment, learner, course, question, session.reset)

    def set_due(
        self, moment: Moment, learner: str, course: str, question: str, day: date
    ) -> Changed:
        """Move a card's due day, and nothing else."""
        return self._change(
            moment, learner, course, question, lambda card, stamp: session.set_due(card, day, stamp)
        )

    def rename(self, moment: Moment, learner: str, course: str, old: str, new: str) -> Changed:
        """Let the question `new` take over the card of `old`, which is no more.

        Nothing happens if `old` has no card or `new` has one of its own.
        """
        from quizkit.store import log

        with self._database.writing() as run:
            history = log.history(run, learner, course, old)
            own = log.history(run, learner, course, new)
            before = session.fold(history, old)
            if not history or own:
                card = session.fold(own, new)
                return session.Changed(event=None, before=card, after=card)
            stamp = log.stamp(run, moment, learner, course, new)
            event = session.rename(before, new, stamp)
            after = log.append(run, history, event, new)
            run(sql.DROP_CARD, {"learner": learner, "course": course, "question": old})
        return session.Changed(event=event, before=before, after=after)

    # --- reps -----------------------------------------------------------------------------------

    def tick_rep(self, moment: Moment, learner: str, course: str, rep: str) -> Event | None:
        """Tick a rep's box; None if it is ticked already."""
        return self._tick(moment, learner, course, rep, ticked=True)

    def untick_rep(self, moment: Moment, learner: str, course: str, rep: str) -> Event | None:
        """Clear a rep's box; None if it is clear already."""
        return self._tick(moment, learner, course, rep, ticked=False)

    # --- looking after it -----------------------------------------------------------------------

    def check(self) -> tuple[str, ...]:
        """Everything wrong with the database, one sentence each; empty if all is well."""
        from quizkit.store import audit

        with self._database.reading() as run:
            return tuple(audit.problems(run))

    def rebuild(self) -> int:
        """Fold every card and day again from the log; how many were not as they must be."""
        from quizkit.store import audit

        with self._database.writing() as run:
            return audit.rebuild(run)

    # --- inside ---------------------------------------------------------------------------------

    def _change(
        self,
        moment: Moment,
        learner: str,
        course: str,
        question: str,
        change: Callable[[Card, Stamp], Event | None],
    ) -> Changed:
        from quizkit.store import log

        with self._database.writing() as run:
            history = log.history(run, learner, course, question)
            before = session.fold(history, question)
            event = change(before, log.stamp(run, moment, learner, course, question))
            if event is None:
                return session.Changed(event=None, before=before, after=before)
            after = log.append(run, history, event, question)
        return session.Changed(event=event, before=before, after=after)

    def _tick(
        self, moment: Moment, learner: str, course: str, rep: str, *, ticked: bool
    ) -> Event | None:
        from quizkit.store import log, log_rows

        with self._database.writing() as run:
            if (rep in log.ticked(run, learner, course)) is ticked:
                return None
            stamp = log.stamp(run, moment, learner, course, rep)
            event = session.tick_rep(rep, stamp) if ticked else session.untick_rep(rep, stamp)
            run(sql.INSERT_EVENT, log_rows.event_parameters(event))
        return event


def _are_sound(known: Sequence[Row]) -> bool:
    """Whether what is known of cards can be counted; of very many few days and types differ."""
    text: frozenset[type] = frozenset((str, type(None)))
    name, count = frozenset[type]((str,)), frozenset[type]((int,))
    wanted = (name, count, count, text, text, count, count, count, count)
    columns = [*zip(*known, strict=True)]
    if not all(
        kinds.issuperset(map(type, own)) for own, kinds in zip(columns, wanted, strict=False)
    ):
        return False
    try:
        for day in {day for own in columns[3:5] for day in own}:
            read_date(day)
    except ValueError:
        return False
    return True


def _now_called(question: str, names: Mapping[str, str]) -> str:
    """What a question is called today: each old name leads to a newer one."""
    for _ in names:
        question = names.get(question, question)
    return question
