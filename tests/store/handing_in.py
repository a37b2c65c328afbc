"""Attempts for tests of the record: a few learners at the questions of the exam."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from quizkit.autograde.attempts import Attempt, AttemptMaker
from quizkit.autograde.batch import Grader, by_name
from quizkit.autograde.decisions import Decision, Decisions, scope_of
from quizkit.store.database import SqliteFile, make_room
from quizkit.store.store import Store
from tests.autograde.classes import exam_questions
from tests.session.scenes import DAY, at

FILE, NAME, COURSE, GRADER = "0f" * 16, "exam.csv", "exam", "quizkit 0.1.0"
QUESTIONS = by_name(exam_questions().values())
COURSES = {"midterm": COURSE}

ROWS = (
    ("ann", "midterm/bytes", "0", "1.5"),
    ("bob", "midterm/bytes", "0", "12"),
    ("cy", "midterm/bytes", "7", "a byte and a half"),
    ("di", "midterm/bytes", "0", ""),
    ("ann", "midterm/pairs", "3", "1-a, 2-b, 3-c"),
    ("ann", "midterm/why", "0", "because\x00 五\ud800"),
)


def maker(*decisions: Decision) -> AttemptMaker:
    return AttemptMaker(Grader(QUESTIONS), QUESTIONS, COURSES, decisions=Decisions(decisions))


def attempts(*decisions: Decision) -> list[tuple[int, Attempt]]:
    """The rows of the file as attempts, with their lines."""
    made = []
    for line, row in enumerate(ROWS, 2):
        attempt = maker(*decisions).attempt(*row)
        assert isinstance(attempt, Attempt)
        made.append((line, attempt))
    return made


def decision(line: int = 4, score: Fraction = Fraction(1, 3), scope: str | None = None) -> Decision:
    """What staff decide about one of the rows."""
    attempt = dict(attempts())[line]
    question, seeded = QUESTIONS[attempt.question], attempt.seed is not None
    return Decision(
        course=COURSE,
        question=attempt.question,
        scope=scope or scope_of(question, attempt.showing, seeded=seeded),
        response=attempt.response.strip(),
        verdict="right" if score == 1 else "partly" if score else "wrong",
        score=score,
        revision=attempt.revision,
        message="Type a number.",
    )


def hand_in(path: Path) -> Store:
    """A store that holds a file twice graded: recorded, then decided about and regraded."""
    make_room(path)
    store = Store(SqliteFile(path))
    kept = store.attempts
    kept.record(at(DAY), GRADER, FILE, NAME, attempts())
    made = kept.decide(at(DAY), decision())
    kept.record(at(DAY, 15), GRADER, FILE, NAME, attempts(made))
    for one in list(kept.in_force([COURSE], "midterm/bytes"))[:2]:
        kept.add_gradings(at(DAY, 16), GRADER, [(one, one.attempt)])
    return store
