"""Rows of any format as attempts: whose they are, and why some are none."""

from __future__ import annotations

import io

from quizkit.autograde.attempts import Attempt, AttemptMaker
from quizkit.content.load import load_course
from quizkit.exchange.graded_file import open_source
from quizkit.exchange.submitted import attempts_in
from tests.conftest import skip_or_fail
from tests.exchange.samples import HEADER, SMALL, small_grader


def learners(data: bytes, name: str) -> list[str]:
    """Whose attempts the rows of a file are."""
    course = load_course(SMALL).course
    assert course is not None
    questions = {one.ref: one for lesson in course.lessons for one in lesson.questions}
    courses = {lesson.id: course.id for lesson in course.lessons}
    maker = AttemptMaker(small_grader(), questions, courses)
    source, _ = open_source(io.BytesIO(data), name, {})
    rows = [row.attempt for row in attempts_in(source, maker, {}, file=name)]
    return [row.learner for row in rows if isinstance(row, Attempt)]


def test_a_number_that_a_gap_made_a_float_is_the_learner_whom_other_files_name() -> None:
    """One id that is missing makes 12 in a column of numbers 12.0; no learner is called that."""
    lines = "".join(
        f'{{"learner": {one}, "question": "kinds/fixed-number", "response": "120"}}\n'
        for one in ("12.0", "12", '"12.0"', "1.5", "0012345678901234567890.0", "-7.000")
    )
    found = learners(lines.replace(" 00", " ").encode(), "answers.jsonl")
    assert found == ["12", "12", "12.0", "1.5", "12345678901234567890", "-7"]


def test_the_text_of_an_id_stays_as_it_is() -> None:
    """Leading zeros and what looks like a number are characters; the guard of a formula is none."""
    names = ["0012", "12.0", "1e5", "'=ann", " bob "]
    data = HEADER + "".join(f"{one},kinds/fixed-number,,120\n" for one in names)
    assert learners(data.encode(), "answers.csv") == ["0012", "12.0", "1e5", "=ann", "bob"]


def test_a_column_of_floats_names_whole_learners() -> None:
    """So pandas writes ids of which one is missing; that row is nobody's."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:  # pragma: no cover
        skip_or_fail("pyarrow is not installed")
    content = pa.table(
        {
            "learner": [12.0, None, 14.0],
            "question": ["kinds/fixed-number"] * 3,
            "response": ["120"] * 3,
        }
    )
    sink = io.BytesIO()
    parquet.write_table(content, sink)
    assert learners(sink.getvalue(), "answers.parquet") == ["12", "14"]
