"""Turn graded files and staff's decisions into rows that stay, and rows back into attempts.

Apart from the log: no card moves, and no row is ever changed. An attempt is named by its file's
hash and its line; each grading of it is a row of the next ordinal, and the newest is in force.
Where another course has the attempt of that line already, the course stands behind the hash: two
courses may have lessons of one name, and a lesson may move from one to the other.
Writing is done some hundred rows at a time, so that no learner has to wait for a large file; what
an interrupted run has written stays, and the next run adds the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import islice
from typing import TypeVar

from quizkit.autograde.attempts import Attempt, Cause, Kept
from quizkit.autograde.decisions import Decision
from quizkit.errors import UsageError
from quizkit.scheduling.day import Moment
from quizkit.storable import storable
from quizkit.store import statements as sql
from quizkit.store.database import Database, Run
from quizkit.store.rows import Row, decoded

_T = TypeVar("_T")

ROWS_AT_ONCE = 500
"""So many are written together, in one transaction."""

_ROWS_READ = 2_000
_ATTEMPT_FIELDS = tuple(field.name for field in fields(Attempt))
_KEPT_FIELDS = tuple(field.name for field in fields(Kept) if field.name not in ("id", "attempt"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What recording a file did: attempts added, known already, and graded by a new decision."""

    added: int = 0
    known: int = 0
    decided: int = 0

    def __add__(self, other: Recorded) -> Recorded:
        return Recorded(
            added=self.added + other.added,
            known=self.known + other.known,
            decided=self.decided + other.decided,
        )


class Attempts:
    """The attempts and decisions of one database, written so many rows at a time."""

    def __init__(self, database: Database, *, rows_at_once: int = ROWS_AT_ONCE) -> None:
        self._database = database
        self._rows_at_once = rows_at_once

    # --- reading --------------------------------------------------------------------------------

    def in_force(self, courses: Collection[str], question: str | None = None) -> Iterator[Kept]:
        """Every attempt of these courses, or at one question, as it is graded now.

        They come in the order in which they were recorded. `question` is a name that it had at any
        grading of the attempt; those that began under another name come apart.
        """
        wanted = dict.fromkeys(courses)  # what is handed in may work out its answers anew each time
        if question is None:
            for kept in self._parts_of(sql.ATTEMPTS, {}):
                if kept.attempt.course in wanted:
                    yield kept
            return
        for course in wanted:
            yield from self._at(course, question)

    def _at(self, course: str, question: str) -> Iterator[Kept]:
        named = {"course": course, "question": question}
        with self._database.reading() as run:
            began = run(sql.FIRST_NAMES, named)
        for first_course, first in began:
            first_name = {"first_course": first_course, "first": first}
            for kept in self._parts_of(sql.ATTEMPTS_AT, {**named, **first_name}):
                if kept.attempt.course == course:
                    yield kept

    def _parts_of(self, statement: str, named: Mapping[str, object]) -> Iterator[Kept]:
        after = 0
        while True:
            with self._database.reading() as run:
                rows = run(statement, {**named, "after": after, "most": _ROWS_READ})
                part = [read_kept(row[1:]) for row in rows]
                after = int(rows[-1][0]) if rows else 0
            if not part:
                return
            yield from part

    def histories(self, found: Iterable[Kept]) -> Iterator[tuple[Kept, ...]]:
        """Every grading of each of these attempts, which are in force; the first one first."""
        for part in _parts(found, _ROWS_READ):
            with self._database.reading() as run:
                read = [
                    (one,) if one.ordinal == 1 else _gradings(run, one.file, one.line)
                    for one in part
                ]
            yield from read

    def repeated(self, file: str) -> int:
        """How many attempts of a file say what one of another does: the same learner and text."""
        with self._database.reading() as run:
            ((count,),) = run(sql.REPEATED, {"file": file})
        return int(count)

    def earlier_names(self, course: str, question: str) -> tuple[tuple[str, str], ...]:
        """The names, with revisions, under which attempts at a question were graded before."""
        with self._database.reading() as run:
            rows = run(sql.EARLIER_NAMES, {"course": course, "question": question})
            return tuple((name, revision) for name, revision in rows)

    def decisions(self, course: str) -> tuple[Decision, ...]:
        """What staff decided in a course, the last decision last."""
        with self._database.reading() as run:
            return tuple(map(read_decision, run(sql.DECISIONS, {"course": course})))

    # --- writing --------------------------------------------------------------------------------

    def record(
        self,
        moment: Moment,
        grader: str,
        file: str,
        file_name: str,
        rows: Iterable[tuple[int, Attempt]],
        *,
        courses: Collection[str] = (),
        present_names: Mapping[str, str] | None = None,
    ) -> Recorded:
        """Keep the attempts of a file, in order of their lines; what is there already stays.

        An attempt that needed review and has been decided since gets a row for that, unless its
        question was mended since: grading it again is what remembers what was asked. `courses` are
        those at hand, whose attempts are known already in whichever of them; `present_names` has
        questions by the names that they had. Raises UsageError, before it writes the rows in
        question, if a line of this very file was recorded as something else (its columns were
        mapped otherwise).
        """
        done = Recorded()
        at_hand = frozenset(courses)
        names = present_names or {}
        for part in _parts(rows, self._rows_at_once):
            with self._database.writing() as run:
                known = _KnownLines(run, file, part[0][0], part[-1][0], at_hand)
                for line, attempt in part:
                    before, name = known.find(line, attempt.course)
                    kept = _new(moment, grader, name, file_name, line, storable_attempt(attempt))
                    if before is None:
                        run(sql.INSERT_ATTEMPT, kept_parameters(kept))
                        done += Recorded(added=1)
                        continue
                    _must_be_same(run, before, kept, names)
                    done += Recorded(known=1)
                    waits = before.attempt.status == "needs_review"
                    if waits and kept.attempt.decision and _asks_the_same(before, kept, names):
                        _append(run, before, kept, "decided")
                        done += Recorded(decided=1)
        return done

    def add_gradings(
        self, moment: Moment, grader: str, regraded: Iterable[tuple[Kept, Attempt]]
    ) -> frozenset[int]:
        """Add a grading to each attempt, unless it has another one by now.

        Given back are the numbers of the rows that got one: those of `regraded`, not the new ones.
        """
        added: set[int] = set()
        for part in _parts(regraded, self._rows_at_once):
            with self._database.writing() as run:
                for before, attempt in part:
                    now = _of_file(run, before.file, before.line, before.line).get(before.line)
                    if now is None or now.ordinal != before.ordinal:
                        continue
                    kept = _new(
                        moment, grader, before.file, before.file_name, before.line,
                        storable_attempt(attempt),
                    )  # fmt: skip
                    _append(run, before, kept, "decided" if attempt.decision else "regraded")
                    added.add(before.id)
        return frozenset(added)

    def decide(self, moment: Moment, decision: Decision) -> Decision:
        """Keep a decision; the one that is in force already is not written again."""
        made = replace(
            decision,
            response=storable(decision.response),
            at_ms=moment.at_ms,
            offset_minutes=moment.offset_minutes,
        )
        with self._database.writing() as run:
            for known in map(read_decision, run(sql.SAME_DECISION, decision_parameters(made))):
                if (known.verdict, known.score) == (made.verdict, made.score):
                    return known
            ((number,),) = run(sql.INSERT_DECISION, decision_parameters(made))
        return replace(made, id=int(number))


# --- rows -----------------------------------------------------------------------------------------


def kept_parameters(kept: Kept) -> dict[str, object]:
    """The parameters of `INSERT_ATTEMPT`."""
    attempt = kept.attempt
    return {
        **{name: getattr(kept, name) for name in _KEPT_FIELDS},
        **{name: getattr(attempt, name) for name in _ATTEMPT_FIELDS},
        "score": None if attempt.score is None else str(attempt.score),
    }


def read_kept(row: Row) -> Kept:
    """The attempt of a row in the order of `ATTEMPT_COLUMNS`; raises StoreDamaged."""
    return decoded(_kept, row, "attempts")


def decision_parameters(decision: Decision) -> dict[str, object]:
    """The parameters of `INSERT_DECISION`."""
    named = {name: getattr(decision, name) for name in sql.DECISION_COLUMNS[1:]}
    return {**named, "score": str(decision.score)}


def read_decision(row: Row) -> Decision:
    """The decision of a row in the order of `DECISION_COLUMNS`; raises StoreDamaged."""
    return decoded(_decision, row, "decisions")


def storable_attempt(attempt: Attempt) -> Attempt:
    """The attempt with what no database holds (NUL, half characters) replaced in its texts."""
    return replace(
        attempt,
        learner=storable(attempt.learner),
        response=storable(attempt.response),
        asked=storable(attempt.asked),
        reading=storable(attempt.reading),
        mistake=storable(attempt.mistake),
    )


def _kept(row: Row) -> Kept:
    found = dict(zip(sql.ATTEMPT_COLUMNS, row, strict=True))
    score = found["score"]
    attempt = {name: found[name] for name in _ATTEMPT_FIELDS}
    return Kept(
        id=found["id"],
        **{name: found[name] for name in _KEPT_FIELDS},
        attempt=Attempt(**{**attempt, "score": None if score is None else Fraction(score)}),
    )


def _decision(row: Row) -> Decision:
    found = dict(zip(sql.DECISION_COLUMNS, row, strict=True))
    return Decision(**{**found, "score": Fraction(found["score"])})


def _new(
    moment: Moment, grader: str, file: str, file_name: str, line: int, attempt: Attempt
) -> Kept:
    return Kept(
        id=0,
        file=file,
        file_name=file_name,
        line=line,
        ordinal=1,
        cause="recorded",
        at_ms=moment.at_ms,
        offset_minutes=moment.offset_minutes,
        grader=grader,
        attempt=attempt,
    )


def _append(run: Run, before: Kept, kept: Kept, cause: Cause) -> None:
    row = replace(kept, ordinal=before.ordinal + 1, cause=cause)
    run(sql.INSERT_ATTEMPT, kept_parameters(row))


def _gradings(run: Run, file: str, line: int) -> tuple[Kept, ...]:
    return tuple(map(read_kept, run(sql.GRADINGS, {"file": file, "line": line})))


def _of_file(run: Run, file: str, first: int, last: int) -> Mapping[int, Kept]:
    rows = run(sql.ATTEMPTS_OF_FILE, {"file": file, "first": first, "last": last})
    return {kept.line: kept for kept in map(read_kept, rows)}


class _KnownLines:
    """The attempts of some lines of a file that are there already, in one course or another."""

    def __init__(self, run: Run, file: str, first: int, last: int, courses: Set[str]) -> None:
        self._run, self._file, self._lines, self._courses = run, file, (first, last), courses
        self._found: dict[str, Mapping[int, Kept]] = {}

    def find(self, line: int, course: str) -> tuple[Kept | None, str]:
        """The attempt of that line for that course, if it is known, and its file's name."""
        before = self._of(self._file).get(line)
        if before is None:
            return None, self._file
        if before.attempt.course == course or before.attempt.course in self._courses:
            return before, self._file
        name = f"{self._file}/{course}"
        return self._of(name).get(line), name

    def _of(self, file: str) -> Mapping[int, Kept]:
        if file not in self._found:
            self._found[file] = _of_file(self._run, file, *self._lines)
        return self._found[file]


def _must_be_same(run: Run, before: Kept, kept: Kept, present_names: Mapping[str, str]) -> None:
    for name in ("learner", "question", "seed", "response"):
        old, new = getattr(before.attempt, name), getattr(kept.attempt, name)
        if old == new or (name == "question" and _was_called(run, before, new, present_names)):
            continue
        raise UsageError(
            f"line {kept.line} of this file was recorded with the {name} {old!r}, which now "
            f"is {new!r}; name the columns as before (--map)"
        )


def _asks_the_same(before: Kept, kept: Kept, present_names: Mapping[str, str]) -> bool:
    """Whether today's question is that one and asks what was asked; early versions said less of it.

    It may have a new name, and another one the old name by now.
    """
    name = before.attempt.question
    return (
        present_names.get(name, name) == kept.attempt.question
        and before.attempt.showing.items() <= kept.attempt.showing.items()
    )


def _was_called(run: Run, kept: Kept, question: str, present_names: Mapping[str, str]) -> bool:
    """Whether one of the names of the attempt's question is that one, or has become it.

    A grading anew has the name of its day, which may have been taken back since.
    """
    names = {one.attempt.question for one in _gradings(run, kept.file, kept.line)}
    return any(present_names.get(name, name) == question for name in names)


def _parts(rows: Iterable[_T], most: int) -> Iterator[Sequence[_T]]:
    left = iter(rows)
    while part := list(islice(left, most)):
        yield part
