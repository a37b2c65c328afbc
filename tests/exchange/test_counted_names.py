"""Rows are counted under the name that their question has today."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from quizkit.autograde.batch import Grader, by_name
from quizkit.content.load import load_course
from quizkit.exchange.formats import Format
from quizkit.exchange.graded_file import grade_into, open_source
from tests.conftest import skip_or_fail
from tests.exchange.samples import HEADER, SMALL

ROWS = "".join(f"ann,kinds/{name},,120\n" for name in ("fixed-number", "gigabytes", "gigabytes"))


def renamed() -> Grader:
    """The small course with a question that was called `gigabytes`."""
    course = load_course(SMALL).course
    assert course is not None
    questions = [one for lesson in course.lessons for one in lesson.questions]
    return Grader(
        by_name(
            replace(one, renamed_from=("gigabytes",)) if one.id == "fixed-number" else one
            for one in questions
        )
    )


def as_parquet(text: str) -> bytes:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:  # pragma: no cover
        skip_or_fail("pyarrow is not installed")
    names, *rows = (line.split(",") for line in text.splitlines())
    sink = io.BytesIO()
    parquet.write_table(
        pa.Table.from_pylist([dict(zip(names, row, strict=True)) for row in rows]), sink
    )
    return sink.getvalue()


@pytest.mark.parametrize("to", ["csv", "parquet"])
@pytest.mark.parametrize("format_", ["csv", "parquet"])
def test_a_renamed_question_is_counted_once(format_: str, to: Format) -> None:
    """A file that mixes its former and its present name has one line for it in the summary."""
    data = (HEADER + ROWS).encode() if format_ == "csv" else as_parquet(HEADER + ROWS)
    name = f"answers.{format_}"
    source, _ = open_source(io.BytesIO(data), name, {})
    tally = grade_into(source, io.BytesIO(), to, renamed(), file=name)
    assert tally.by_question() == {
        "kinds/fixed-number": {"graded": 3, "needs_review": 0, "blank": 0, "error": 0}
    }
