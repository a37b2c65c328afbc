"""Questions of the small test course, and files of submissions graded in memory."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quizkit.autograde.batch import Grader
from quizkit.autograde.tally import Tally
from quizkit.content.load import load_course
from quizkit.exchange.formats import output_format
from quizkit.exchange.graded_file import grade_into, open_source

SMALL = Path(__file__).resolve().parents[1] / "courses" / "small"


def small_grader() -> Grader:
    """A grader of the small test course."""
    course = load_course(SMALL).course
    assert course is not None
    return Grader.of_course(course)


class Graded:
    """A graded file: its bytes and its counts."""

    def __init__(self, data: bytes, tally: Tally) -> None:
        self.data = data
        self.tally = tally

    @property
    def text(self) -> str:
        """The file as text."""
        return self.data.decode()

    def csv(self, delimiter: str = ",") -> list[dict[str, str]]:
        """Its rows, read as CSV."""
        text = self.text.removeprefix("\ufeff")
        usual = csv.field_size_limit(10**9)
        try:
            return list(
                csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
            )
        finally:
            csv.field_size_limit(usual)

    def jsonl(self) -> list[dict[str, Any]]:
        """Its rows, read as JSON lines."""
        return [json.loads(line) for line in self.data.splitlines()]

    def statuses(self) -> list[str]:
        """The status of each row of a CSV file."""
        return [row["status"] for row in self.csv()]


def graded(
    submitted: str | bytes,
    *,
    name: str = "answers.csv",
    to: str | None = None,
    mapping: Mapping[str, str] | None = None,
    encoding: str | None = None,
) -> Graded:
    """Grade a file of the small course that is called `name` into one called `to`."""
    data = submitted.encode() if isinstance(submitted, str) else submitted
    source, format_ = open_source(io.BytesIO(data), name, mapping or {}, encoding=encoding)
    target = io.BytesIO()
    tally = grade_into(
        source, target, output_format(to or name, format_), small_grader(), file=to or name
    )
    return Graded(target.getvalue(), tally)


HEADER = "learner,question,seed,response\n"
