"""Terminal, `quiz read` and bulk come to the same: there is one reader and one grader."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.autograde.batch import grade_batch
from quizkit.autograde.rows import Submission
from quizkit.grading.grade import grade
from quizkit.grading.reader import Expected, read_number
from quizkit.grading.readings import Ambiguous, Blank, Unreadable, as_json
from tests.cli.running import quiz_json
from tests.grading.variants import choice, number, pairs, text
from tests.strategies import responses

GOLDEN = Path(__file__).parents[1] / "golden" / "answer_strings.csv"
VARIANTS = [
    number("1.5", "bytes/param"),
    number("120", "GB", unit_rule="required"),
    number("7000000000", "params"),
    number("64/15", "fold", written=3),
    number("0.875"),
    choice("one", "two", "3 GB", right="2"),
    choice("one", "two", "three", right="1 3", many=True),
    text("all-reduce", "16"),
    pairs(("a1", "x"), ("b1", "y")),
]


@given(responses, st.sampled_from(range(len(VARIANTS))), st.booleans())
def test_bulk_grades_as_the_terminal_does(response: str, which: int, comma: bool) -> None:
    """For every text and kind, a row has the state, reading, verdict and score of `grade`."""
    variant = VARIANTS[which]
    lone = grade(variant, response, decimal_comma=comma)
    (row,) = grade_batch(
        [Submission(learner="me", question=variant.ref, seed="0", response=response)],
        {variant.ref: variant.question},
        decimal_comma=[variant.question.lesson] if comma else [],
    )
    if isinstance(lone.reading, Blank):
        assert row.status == "blank"
    elif isinstance(lone.reading, Ambiguous | Unreadable):
        assert (row.status, row.feedback) == ("needs_review", lone.reading.message)
    else:
        assert lone.grade is not None
        assert (row.status, row.verdict) == ("graded", lone.grade.verdict)
        assert row.read_as == lone.reading.read_as
        assert row.score == lone.grade.score


def some_rows() -> list[dict[str, str]]:
    with GOLDEN.open(newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if not row["setting"]][::12]


@pytest.mark.parametrize("row", some_rows(), ids=lambda row: row["typed"])
def test_the_command_reads_as_the_reader_does(row: dict[str, str]) -> None:
    """`quiz read --json` prints the reading, whole numbers as digits and others as fractions."""
    printed = quiz_json("read", row["typed"], "--unit", row["unit"])
    reading = as_json(read_number(row["typed"], Expected(unit=row["unit"])))
    assert printed == {"schema": "quizkit.read/1", **reading}
