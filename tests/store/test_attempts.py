"""The record of attempts: by both drivers, kept once, never changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from quizkit.autograde.attempts import Attempt, Kept
from quizkit.autograde.decisions import ANY_NUMBERS
from quizkit.errors import UsageError
from quizkit.store import statements
from quizkit.store.alchemy import AlchemyFile
from quizkit.store.attempts import Attempts, Recorded, kept_parameters
from quizkit.store.connection import connect
from quizkit.store.database import Database, SqliteFile, make_room
from quizkit.store.store import Store
from tests.session.scenes import DAY, ME, at
from tests.store.handing_in import COURSE, FILE, GRADER, NAME, attempts, decision

NOON, LATER = at(DAY), at(DAY, 15)
DATABASES: dict[str, Callable[[Path], Database]] = {
    "sqlite3": SqliteFile,
    "SQLAlchemy": AlchemyFile,
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "progress.db"


@pytest.fixture(params=list(DATABASES))
def store(path: Path, request: pytest.FixtureRequest) -> Store:
    make_room(path)
    return Store(DATABASES[request.param](path))


@pytest.fixture
def kept(store: Store) -> Attempts:
    return store.attempts


def record(kept: Attempts, rows: list[tuple[int, Attempt]]) -> Recorded:
    return kept.record(NOON, GRADER, FILE, NAME, rows)


def history(kept: Attempts, line: int) -> tuple[Kept, ...]:
    """Every grading of the attempt in that line of the file, the first one first."""
    (found,) = kept.histories(one for one in kept.in_force([COURSE]) if one.line == line)
    return found


def test_an_empty_database_holds_no_attempts(kept: Attempts) -> None:
    """Nor decisions, and reading makes nothing."""
    assert list(kept.in_force([COURSE])) == []
    assert kept.decisions(COURSE) == ()


def test_the_histories_of_attempts_are_read_together(kept: Attempts) -> None:
    """In the order asked for, each from its first grading to the one in force."""
    record(kept, attempts()[:3])
    first, second, third = kept.in_force([COURSE])
    kept.add_gradings(LATER, GRADER, [(second, replace(second.attempt, revision="f" * 12))])
    found = list(kept.in_force([COURSE]))
    assert list(kept.histories(reversed(found))) == [(third,), (second, found[1]), (first,)]
    assert (found[1].line, found[1].ordinal) == (3, 2)
    assert list(kept.histories([])) == []


def test_what_another_file_says_too_is_counted(kept: Attempts) -> None:
    """By learner, question, seed and text, whatever became of either attempt since."""
    rows = attempts()
    record(kept, rows)
    assert kept.repeated(FILE) == 0
    (first, *_) = kept.in_force([COURSE])
    kept.add_gradings(LATER, GRADER, [(first, first.attempt)])
    other = "1e" * 16
    new = [
        rows[0],  # as it stands there
        (9, replace(rows[1][1], learner="eve")),
        (10, replace(rows[1][1], response="13")),
        (11, replace(rows[1][1], seed=8)),
        (12, replace(rows[4][1], seed=None)),
        (13, rows[3][1]),  # in another line
    ]
    kept.record(NOON, GRADER, other, "again.csv", new)
    assert kept.repeated(other) == 2
    assert kept.repeated(FILE) == 2
    assert kept.repeated("2d" * 16) == 0


def test_an_attempt_comes_back_as_it_was_recorded(kept: Attempts, store: Store) -> None:
    """Every field, exact scores among them; when, by which grader, from which line."""
    rows = attempts()
    assert record(kept, rows) == Recorded(added=6)
    found = list(kept.in_force([COURSE]))
    assert [(one.line, one.attempt) for one in found[:5]] == rows[:5]
    assert found[4].attempt.score == rows[4][1].score
    for number, one in enumerate(found, 1):
        assert (one.id, one.ordinal, one.cause) == (number, 1, "recorded")
        assert (one.file, one.file_name, one.grader) == (FILE, NAME, GRADER)
        assert (one.at_ms, one.offset_minutes) == (NOON.at_ms, 0)
    assert store.check() == ()


def test_what_no_database_holds_is_kept_in_a_form_that_it_does(kept: Attempts) -> None:
    """NUL and half characters become U+FFFD, and recording again knows the row."""
    record(kept, attempts())
    assert list(kept.in_force([COURSE]))[5].attempt.response == "because\ufffd 五\ufffd"
    assert record(kept, attempts()) == Recorded(known=6)


def test_recording_a_file_again_adds_nothing(kept: Attempts) -> None:
    """What is there stays as it is; rows that were missing are added."""
    rows = attempts()
    record(kept, rows[:2])
    before = list(kept.in_force([COURSE]))
    assert record(kept, rows) == Recorded(added=4, known=2)
    assert list(kept.in_force([COURSE]))[:2] == before
    assert record(kept, rows) == Recorded(known=6)


def test_the_same_line_of_another_file_is_another_attempt(kept: Attempts) -> None:
    """A file is its bytes: one that was edited is another."""
    record(kept, attempts())
    kept.record(NOON, GRADER, "1e" * 16, NAME, attempts()[:1])
    assert len(list(kept.in_force([COURSE]))) == 7


def test_a_file_that_was_read_otherwise_is_refused(kept: Attempts) -> None:
    """With other columns mapped, the same line would be another attempt; nothing is written."""
    rows = attempts()
    record(kept, rows[:1])
    line, attempt = rows[0]
    other = [(line, replace(attempt, learner="zed")), *rows[1:]]
    with pytest.raises(UsageError) as caught:
        record(kept, other)
    assert str(caught.value) == (
        "line 2 of this file was recorded with the learner 'ann', which now is 'zed'; "
        "name the columns as before (--map)"
    )
    assert len(list(kept.in_force([COURSE]))) == 1


def test_another_question_of_the_same_line_is_refused(kept: Attempts) -> None:
    """Somebody named another column: it is neither dropped nor taken for what is there."""
    rows = attempts()
    record(kept, rows)
    line, attempt = rows[2]
    with pytest.raises(UsageError) as caught:
        record(kept, [(line, replace(attempt, question="midterm/word"))])
    assert str(caught.value) == (
        "line 4 of this file was recorded with the question 'midterm/bytes', which now is "
        "'midterm/word'; name the columns as before (--map)"
    )
    assert len(list(kept.in_force([COURSE]))) == 6


def test_a_renamed_question_is_the_same(kept: Attempts) -> None:
    """By its new name, by the one that a grading anew gave it, and by the old one taken back."""
    line, attempt = attempts()[0]
    record(kept, [(line, attempt)])
    renamed = replace(attempt, question="midterm/octets")
    names = {"midterm/bytes": "midterm/octets"}
    assert kept.record(
        NOON, GRADER, FILE, NAME, [(line, renamed)], present_names=names
    ) == Recorded(known=1)
    kept.add_gradings(LATER, GRADER, [(history(kept, line)[0], renamed)])
    for one, present in ((renamed, names), (renamed, {}), (attempt, {})):
        found = kept.record(NOON, GRADER, FILE, NAME, [(line, one)], present_names=present)
        assert found == Recorded(known=1)
    with pytest.raises(UsageError):
        record(kept, [(line, replace(attempt, question="midterm/word"))])


def test_another_course_has_attempts_of_its_own(kept: Attempts, store: Store) -> None:
    """Of the same lines of the same file, each once; a grading anew goes to its own course."""
    rows = attempts()
    other = [(line, replace(attempt, course="other")) for line, attempt in rows]
    record(kept, rows[:4])
    for recorded in (Recorded(added=6), Recorded(known=6)):
        found = kept.record(NOON, GRADER, FILE, NAME, other, courses=["other"])
        assert found == recorded
        assert [one.attempt for one in kept.in_force(["other"])][:5] == [
            attempt for _, attempt in other[:5]
        ]
    assert record(kept, rows) == Recorded(added=2, known=4)
    for course in (COURSE, "other"):
        (first, *_) = kept.in_force([course])
        kept.add_gradings(LATER, GRADER, [(first, replace(first.attempt, mistake="mended"))])
        assert [one.attempt.mistake == "mended" for one in kept.in_force([course])] == (
            [True] + [False] * 5
        )
    assert store.check() == ()


def test_a_lesson_that_moved_beside_its_old_course_takes_its_attempts_along(
    kept: Attempts,
) -> None:
    """While both are at hand they are known; without the old one they would be out of reach."""
    rows = attempts()
    moved = [(line, replace(attempt, course="other")) for line, attempt in rows]
    record(kept, rows)
    for courses, recorded in (
        ((COURSE, "other"), Recorded(known=6)),
        (("other",), Recorded(added=6)),
        (("other",), Recorded(known=6)),
        ((COURSE, "other"), Recorded(known=6)),
    ):
        assert kept.record(NOON, GRADER, FILE, NAME, moved, courses=courses) == recorded


def test_recording_moves_no_card(kept: Attempts, store: Store) -> None:
    """Attempts are apart from the log: no event, no card, no day."""
    record(kept, attempts())
    assert store.events("ann", COURSE) == ()
    assert store.cards("ann", COURSE) == {}
    assert store.days(ME, COURSE) == {}


def test_a_grading_is_a_new_row(kept: Attempts, store: Store) -> None:
    """The old one stays, the new one is in force; a second program adds no third."""
    record(kept, attempts())
    (first,) = history(kept, 2)
    worse = replace(first.attempt, verdict="wrong", score=Fraction(0), revision="ffffffffffff")
    assert kept.add_gradings(LATER, "quizkit 9", [(first, worse)]) == {first.id}
    assert kept.add_gradings(LATER, "quizkit 9", [(first, worse)]) == frozenset()
    old, new = history(kept, 2)
    assert old == first
    assert (new.ordinal, new.cause, new.grader) == (2, "regraded", "quizkit 9")
    assert new.attempt == worse
    in_force = {one.line: one for one in kept.in_force([COURSE])}
    assert in_force[2] == new
    assert list(in_force) == [2, 3, 4, 5, 6, 7], "in the order in which they were recorded"
    assert len(in_force) == 6
    assert store.check() == ()


def test_a_decision_is_kept_once(kept: Attempts) -> None:
    """The same again is not written; a change of mind is, and comes last."""
    first = kept.decide(NOON, decision())
    assert first.id == 1
    assert kept.decide(LATER, decision()) == first
    second = kept.decide(LATER, decision(score=Fraction(1)))
    third = kept.decide(LATER, decision())
    assert kept.decisions(COURSE) == (first, second, third)
    other = kept.decide(NOON, decision(scope=ANY_NUMBERS))
    assert other.id == 4


def test_an_attempt_that_was_decided_since_is_graded(kept: Attempts) -> None:
    """Recording the file again, once staff have decided, adds the grade with its decision."""
    record(kept, attempts())
    made = kept.decide(NOON, decision())
    assert record(kept, attempts(made)) == Recorded(known=6, decided=1)
    assert record(kept, attempts(made)) == Recorded(known=6)
    old, new = history(kept, 4)
    assert (old.attempt.status, old.attempt.score) == ("needs_review", None)
    assert (new.cause, new.attempt.status) == ("decided", "graded")
    assert (new.attempt.score, new.attempt.decision) == (Fraction(1, 3), made.id)


def test_a_decision_on_another_question_of_that_name_grades_nothing(kept: Attempts) -> None:
    """The question has another name by now, under which it was graded again, and waits still."""
    record(kept, attempts())
    decided = attempts(kept.decide(NOON, decision()))
    (first,) = history(kept, 4)
    renamed = replace(first.attempt, question="midterm/octets")
    kept.add_gradings(LATER, GRADER, [(first, renamed)])
    assert record(kept, decided) == Recorded(known=6)
    assert history(kept, 4)[-1].attempt == renamed


def test_attempts_are_found_by_question_and_course(kept: Attempts) -> None:
    """Of one question, of one course, in pages."""
    record(kept, attempts())
    assert [one.line for one in kept.in_force([COURSE], "midterm/bytes")] == [2, 3, 4, 5]
    assert list(kept.in_force(["another"], "midterm/bytes")) == []
    assert list(kept.in_force(["another"])) == []


def test_a_renamed_question_is_found_by_every_name_it_had(kept: Attempts) -> None:
    """Graded again under two other names, an attempt goes by all three; others by the first."""
    record(kept, attempts())
    (old,) = history(kept, 2)
    for name in ("midterm/size", "midterm/share"):
        (*_, last) = history(kept, 2)
        kept.add_gradings(LATER, GRADER, [(last, replace(old.attempt, question=name))])
    for name in ("midterm/size", "midterm/share"):
        (found,) = kept.in_force([COURSE], name)
        assert (found.line, found.ordinal) == (2, 3)
        assert found.attempt.question == "midterm/share"
    assert [one.line for one in kept.in_force([COURSE], "midterm/bytes")] == [2, 3, 4, 5]
    revision = old.attempt.revision
    first, second = ("midterm/bytes", revision), ("midterm/size", revision)
    assert kept.earlier_names(COURSE, "midterm/share") == (first, second)
    assert kept.earlier_names(COURSE, "midterm/size") == (first,)
    assert kept.earlier_names(COURSE, "midterm/bytes") == ()
    # Then its lesson moves to another course.
    (*_, last) = history(kept, 2)
    kept.add_gradings(LATER, GRADER, [(last, replace(last.attempt, course="moved"))])
    assert [one.line for one in kept.in_force(["moved"], "midterm/share")] == [2]
    assert [one.line for one in kept.in_force(["moved", COURSE], "midterm/share")] == [2]
    assert list(kept.in_force([COURSE], "midterm/share")) == []
    assert [one.line for one in kept.in_force([COURSE], "midterm/bytes")] == [3, 4, 5]


def test_a_decision_on_a_mended_question_waits_for_grading_again(kept: Attempts) -> None:
    """Recording the file again would say that the attempt was asked what is asked today."""
    record(kept, attempts())
    made = kept.decide(NOON, decision())
    mended = [
        (line, replace(one, asked=one.asked.replace('"unit":"bytes/param"', '"unit":"B"')))
        for line, one in attempts(made)
    ]
    assert mended[2][1].decision == made.id
    assert mended[2] != attempts(made)[2]
    assert record(kept, mended) == Recorded(known=6)
    assert record(kept, attempts(made)) == Recorded(known=6, decided=1)


def test_the_courses_are_looked_at_once(kept: Attempts) -> None:
    """Not for each attempt: whoever hands them in may have to read files to answer."""

    class Asked(list[str]):
        asked = 0

        def __contains__(self, one: object) -> bool:
            Asked.asked += 1
            return super().__contains__(one)

    record(kept, attempts())
    assert len(list(kept.in_force(Asked([COURSE])))) == len(attempts())
    assert Asked.asked == 0


@pytest.mark.parametrize(
    "columns",
    [
        {"line": 0},
        {"ordinal": 0},
        {"ordinal": 2},
        {"cause": "regraded"},
        {"cause": "guessed"},
        {"status": "error"},
        {"status": "blank"},
        {"verdict": None},
        {"verdict": "self"},
        {"score": None},
        {"score": "nan"},
        {"score": "inf"},
        {"score": "0.333333"},
        {"score": 1.0},
        {"learner": None},
        {"asked": None},
        {"seed": -1},
        {"decision": 99},
        {"offset_minutes": 1440},
    ],
    ids=str,
)
def test_the_table_refuses_what_is_no_attempt(path: Path, columns: dict[str, Any]) -> None:
    """A score that is no number, a verdict without a score, a grading out of its order."""
    make_room(path)
    kept = Store(SqliteFile(path)).attempts
    record(kept, attempts()[:1])
    (row,) = history(kept, 2)
    good = kept_parameters(replace(row, line=9))
    with closing(connect(path)) as connection:
        connection.execute(statements.INSERT_ATTEMPT, good)
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(statements.INSERT_ATTEMPT, {**good, "line": 10, **columns})


def test_no_statement_changes_or_removes_an_attempt_or_a_decision() -> None:
    """The record is append-only, by there being no text that could do otherwise."""
    texts = [text for text in vars(statements).values() if isinstance(text, str)]
    for text in texts:
        if "UPDATE" in text or "DELETE" in text:
            assert "attempts" not in text
            assert "decisions" not in text


def test_check_sees_a_grading_that_is_missing(path: Path) -> None:
    """A row that somebody took away leaves a gap in the numbers."""
    make_room(path)
    store = Store(SqliteFile(path))
    record(store.attempts, attempts()[:1])
    (first,) = history(store.attempts, 2)
    store.attempts.add_gradings(LATER, GRADER, [(first, first.attempt)])
    with closing(connect(path)) as connection:
        connection.execute("DELETE FROM attempts WHERE ordinal = 1")
    assert store.check() == (
        f"line 2 of the file {FILE}: its gradings are not numbered 1, 2, 3, ...",
    )


def test_attempts_are_found_by_an_index(path: Path) -> None:
    """No statement of the record reads the table from end to end to find one file or question."""
    make_room(path)
    Store(SqliteFile(path)).attempts.decide(NOON, decision())
    for name in (
        "ATTEMPTS", "ATTEMPTS_OF_FILE", "FIRST_NAMES", "ATTEMPTS_AT", "GRADINGS", "DECISIONS",
        "REPEATED", "EARLIER_NAMES", "SAME_DECISION",
    ):  # fmt: skip
        text = getattr(statements, name)
        names = (
            "file", "line", "first", "last", "course", "question", "after", "most", "first_course",
            "scope", "response",
        )  # fmt: skip
        with closing(connect(path)) as connection:
            plan = connection.execute(f"EXPLAIN QUERY PLAN {text}", dict.fromkeys(names, 1))
            steps = [row[3] for row in plan]
        assert not [step for step in steps if step.startswith("SCAN")], name
        looked_at = [step for step in steps if step.startswith("SEARCH one")]
        assert all("file=? AND line=?" in step for step in looked_at), "not each with each"
        sorts = name in ("DECISIONS", "FIRST_NAMES", "EARLIER_NAMES")
        assert sorts or not [step for step in steps if "TEMP" in step], name
