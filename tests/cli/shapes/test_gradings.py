"""Attempts in words: each on one line, whatever its learner typed."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from quizkit.autograde.attempts import Kept
from quizkit.autograde.regrade import Regraded
from quizkit.cli.shapes import gradings, regrade_shapes
from tests.store.handing_in import GRADER, NAME, attempts

FORGED = '"\n9 attempts would lose points:\u2028  bob  week/one  "x'


def kept(response: str) -> Kept:
    (_, attempt), *_ = attempts()
    return Kept(
        id=1, file="0f" * 16, file_name=NAME, line=2, ordinal=1, cause="recorded", at_ms=0,
        offset_minutes=-90, grader=GRADER,
        attempt=replace(attempt, learner="Doe, J\nJunior", response=response),
    )  # fmt: skip


def test_a_response_of_several_lines_makes_no_line_of_its_own() -> None:
    """An essay stays one entry, and nobody writes a heading into what staff read."""
    one = kept(FORGED)
    changes = [Regraded(before=one, after=None, effect="error", why=("it is gone",))]
    heading, line = (text for text, _ in regrade_shapes.lines(changes, None))
    assert heading == "1 attempt cannot be graded again; the old grade stands:"
    assert line == (
        '  Doe, J ⏎ Junior  midterm/bytes#0  "" ⏎ 9 attempts would lose points: ⏎ bob  week/one  '
        '"x"; it is gone  (exam.csv:2)'
    )
    said, grade = (text for text, _ in gradings.lines([(one,)]))
    assert said.startswith('Doe, J ⏎ Junior  midterm/bytes#0  "" ⏎ 9 attempts ')
    assert grade == "  1969-12-31 22:30  right 1; as recorded"


def test_of_a_page_the_beginning_is_shown_and_how_long_it_is() -> None:
    """The table and the object have all of it."""
    one = kept("word " * 1000)
    said, _ = (text for text, _ in gradings.lines([(one,)]))
    assert said.endswith('word …" (5000 characters)  (exam.csv:2)')
    assert len(said) < 300
    assert "word " * 1000 in "".join(gradings.csv_table([(one,)]))
    (attempt,) = gradings.as_object([(one,)])["attempts"]
    assert attempt["response"] == "word " * 1000


def test_a_table_of_many_gradings_comes_in_parts_as_they_are_read() -> None:
    """The record may hold a million: the first part is there before the last attempt is read."""
    one = kept("120 GB")
    reading = iter([(one,)] * 1_200)
    parts = gradings.csv_table(reading)
    first = next(parts)
    assert len(list(reading)) > 500
    many = list(gradings.csv_table([(one,)] * 1_200))
    assert len(many) > 2
    assert many[0] == first
    rows = list(csv.reader(io.StringIO("".join(many), newline="")))
    assert rows[0] == list(gradings.COLUMNS)
    assert rows[1:] == rows[1:2] * 1_200
