"""Turn one learner's graded rows into the `results.json` that Gradescope takes from an autograder.

Each row is a test worth one point; one with a part of it has neither passed nor failed. A row that
a person has to look at has no points yet, and says so; since not every test has points then, the
file has their sum, as it must ("required if not on each test case"). Keys are left out: the learner
reads this file. (Gradescope, "Autograder specifications", output format.)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import BinaryIO

from quizkit.autograde.rows import GradedRow
from quizkit.errors import UsageError
from quizkit.exchange.rows import Batch, Cell, Number, Source, json_text

_MOST_TESTS = 10_000


class GradescopeSink:
    """A results.json; raises UsageError for rows of several learners, which it cannot hold."""

    def __init__(self, stream: BinaryIO, source: Source) -> None:
        self._stream = stream
        self.render = _itself
        learner = source.columns.learner
        self._learner = None if learner is None else source.names.index(learner)
        self._whose: Cell = None
        self._tests: list[Cell] = []
        self._points = Fraction(0)
        self._waiting = 0

    def write(self, batch: Batch, added: Sequence[GradedRow]) -> None:
        """Keep a test for each row."""
        for at, row in enumerate(added):
            if self._learner is not None:
                self._one_learner(batch.row(at)[self._learner])
            self._tests.append(_test(_name(batch, at, len(self._tests) + 1), row))
            self._points += row.score or 0
            self._waiting += row.status == "needs_review"
        if len(self._tests) > _MOST_TESTS:
            raise UsageError(f"results.json holds at most {_MOST_TESTS} rows; write a .csv file")

    def _one_learner(self, learner: Cell) -> None:
        if not learner:
            return
        if self._whose not in (None, learner):
            raise UsageError(
                "results.json is one learner's, but the file has rows of "
                f'"{self._whose}" and "{learner}"; grade one learner at a time, or write .csv'
            )
        self._whose = learner

    def close(self, *, whole: bool) -> None:
        """Write the file, now that all tests are known."""
        if whole:
            # Exact to the end: three answers of a third are one point, not 0.999999.
            points = GradedRow(status="graded", score=self._points).score_text
            results: dict[str, Cell] = {"score": Number(points), "test_output_format": "text"}
            if self._waiting:
                wait = "1 answer waits" if self._waiting == 1 else f"{self._waiting} answers wait"
                results["output"] = f"{wait} for a person and may add to the points."
                results["output_format"] = "text"
            results["tests"] = self._tests
            self._stream.write((json_text(results) + "\n").encode("utf-8", "backslashreplace"))


def _itself(row: GradedRow) -> GradedRow:
    return row


def _name(batch: Batch, at: int, number: int) -> str:
    triple = batch.refused.get(at) or batch.triple(at)
    if isinstance(triple, str):
        return f"row {number}"
    question, seed, _ = triple
    return f"{question}#{seed}" if seed else question


def _test(name: str, row: GradedRow) -> Cell:
    test: dict[str, Cell] = {"name": name, "max_score": Number("1")}
    if row.status == "graded":
        test["score"] = Number(row.score_text)
        # A status overrides what the score says, and there is none between the two.
        if row.verdict == "right" or not row.score:
            test["status"] = "passed" if row.verdict == "right" else "failed"
    output = [f"read as: {row.read_as}"] if row.read_as else []
    match row.status:
        case "needs_review":
            output.append(f"A person will look at this answer. {row.feedback}")
        case "blank":
            output.append("Nothing was answered.")
        case "error":
            output.append(f"This row could not be graded. {row.feedback}")
        case _:
            if row.feedback:
                output.append(row.feedback)
    test["output"] = "\n".join(output)
    return test
