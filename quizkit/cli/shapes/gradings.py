"""Turn the gradings of recorded attempts into lines for people, a CSV table and a JSON object."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from itertools import chain, islice, pairwise
from typing import Any

from quizkit.autograde.attempts import Kept
from quizkit.autograde.reasons import reasons
from quizkit.cli.shapes.attempt_words import (
    exact_score,
    grade_words,
    place_words,
    response_words,
    score_text,
)
from quizkit.cli.shapes.csv_text import csv_text
from quizkit.cli.terminal import Role
from quizkit.exchange.formulas import neutral

COLUMNS = (
    "learner", "course", "question", "seed", "response", "file", "line", "grading", "counts", "at",
    "status", "verdict", "score", "mistake", "revision", "why", "grader",
)  # fmt: skip

_ROWS_TOGETHER = 500

Gradings = Sequence[Kept]
"""Every grading of one attempt, the first one first; the last one counts."""


def lines(found: Iterable[Gradings]) -> Iterator[tuple[str, Role | None]]:
    """What was answered, and under it when it got which grade, and why."""
    first = None
    for gradings in found:
        first = gradings[0]
        yield f"{response_words(first.attempt)}  ({place_words(first)})", "strong"
        for one, why in zip(gradings, _why(gradings), strict=True):
            yield f"  {_at(one):%Y-%m-%d %H:%M}  {grade_words(one.attempt)}; {why}", None
    if first is None:
        yield "no attempt was graded more than once", None


def csv_table(found: Iterable[Gradings]) -> Iterator[str]:
    """A table for people, a row for each grading; `counts` says yes for the last of an attempt.

    It comes in parts of some hundred rows, so that a large record need not be held.
    """
    rows = chain([COLUMNS], (row for gradings in found for row in _rows(gradings)))
    while part := list(islice(rows, _ROWS_TOGETHER)):
        yield csv_text(part)


def _rows(gradings: Gradings) -> Iterator[list[str]]:
    for one, why in zip(gradings, _why(gradings), strict=True):
        attempt = one.attempt
        row: tuple[object, ...] = (
            *_said(one).values(), one.ordinal, "yes" if one is gradings[-1] else "no",
            _at(one).isoformat(timespec="seconds"), attempt.status, attempt.verdict or "",
            score_text(attempt), attempt.mistake, attempt.revision, why, one.grader,
        )  # fmt: skip
        yield [neutral("" if cell is None else str(cell)) for cell in row]


def as_object(found: Iterable[Gradings]) -> dict[str, Any]:
    """What `--json` prints; scores are exact texts, and null where there is none."""
    return {
        "schema": "quizkit.gradings/1",
        "attempts": [
            {
                **_said(gradings[0]),
                "gradings": [
                    {
                        "at": _at(one).isoformat(timespec="milliseconds"),
                        "cause": one.cause,
                        "status": one.attempt.status,
                        "verdict": one.attempt.verdict,
                        "score": exact_score(one.attempt) or None,
                        "mistake": one.attempt.mistake or None,
                        "revision": one.attempt.revision,
                        "why": why,
                        "grader": one.grader,
                    }
                    for one, why in zip(gradings, _why(gradings), strict=True)
                ],
            }
            for gradings in found
        ],
    }


def _said(one: Kept) -> dict[str, Any]:
    """Who answered what to which question, and where it was submitted."""
    attempt = one.attempt
    return {
        "learner": attempt.learner,
        "course": attempt.course,
        "question": attempt.question,
        "seed": attempt.seed,
        "response": attempt.response,
        "file": one.file_name,
        "line": one.line,
    }


def _why(gradings: Gradings) -> Iterator[str]:
    """What brought each grade, beginning with the file."""
    yield "as recorded"
    for before, after in pairwise(gradings):
        yield "; ".join(reasons(before.attempt, after.attempt))


def _at(one: Kept) -> datetime:
    """When it was graded, on the clock of whoever did it."""
    zone = timezone(timedelta(minutes=one.offset_minutes))
    return (datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=one.at_ms)).astimezone(zone)
