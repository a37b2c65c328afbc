"""Several processes: the same rows in the same order, whatever becomes of the processes."""

from __future__ import annotations

import io
import os
import signal
import sys
from pathlib import Path
from typing import Literal

import pytest

from quizkit.autograde.batch import Grader
from quizkit.autograde.rows import GradedRow
from quizkit.exchange.graded_file import grade_into, open_source
from quizkit.exchange.known import made
from quizkit.exchange.rows import Triple
from quizkit.exchange.workers import Workers
from tests.exchange.samples import HEADER, small_grader

TRIPLES: list[Triple] = [
    *(("kinds/fixed-number", "", f"{n / 8} GB") for n in range(900)),
    *(("kinds/drawn-number", str(n % 40), str(n % 13)) for n in range(400)),
    ("kinds/gone", "", "1"),
]


def shown(row: GradedRow) -> str:
    """A row as a text; in a worker, too."""
    return f"{row.status} {row.verdict} {row.score} {row.read_as} {row.feedback}"


def deadly(row: GradedRow) -> str:
    """What no process survives."""
    os.kill(os.getpid(), signal.SIGKILL)
    return shown(row)


def kill(workers: Workers[str]) -> None:
    """Kill every worker, as a machine that is out of memory does."""
    with workers._lock:
        for worker in workers._alive:
            worker.kill()


def test_workers_give_the_rows_of_one_process() -> None:
    """Every row is the one that this process would have made, in order."""
    expected = [made(small_grader(), shown, triple) for triple in TRIPLES]
    with Workers(small_grader(), shown, 2) as workers:
        assert workers.results(workers.submit(TRIPLES)) == expected


def test_a_killed_worker_costs_no_row() -> None:
    """What a dead worker was doing is done again by another."""
    with Workers(small_grader(), shown, 2) as workers:
        parts = workers.submit(TRIPLES)
        kill(workers)
        rows = workers.results(parts)
        again = workers.results(workers.submit(TRIPLES[:10]))
    assert rows == [made(small_grader(), shown, triple) for triple in TRIPLES]
    assert again == rows[:10]


def test_a_row_that_kills_its_workers_is_not_marked_wrong() -> None:
    """After some tries its part is errors that say so; no verdict is made up."""
    with Workers(small_grader(), deadly, 1) as workers:
        rows = workers.results(workers.submit(TRIPLES[:2]))
    assert [(one.status, one.rendered) for one in rows] == [("error", None)] * 2
    assert rows[0].error is not None
    assert rows[0].error.feedback == ("the process that graded this row died; grade the row again")


def test_workers_killed_while_they_start_cost_no_row() -> None:
    """However much they are being told at that moment; here more than a pipe holds."""
    (question,) = (one for one in small_grader()._questions.values() if one.id == "fixed-number")
    grader = Grader({f"{'x' * 100_000}{at}": question for at in range(9)})
    triples = [("x" * 100_000 + "3", "", "5")] * 2
    with Workers(grader, shown, 1) as workers:
        parts = workers.submit(triples)
        killed: set[int] = set()
        while len(killed) < 2:
            with workers._lock:
                for worker in workers._alive:
                    worker.kill()
                    killed.add(worker.number)
        rows = workers.results(parts)
    assert rows == [made(grader, shown, triple) for triple in triples]


@pytest.mark.skipif(sys.platform == "win32", reason="no such scripts")
@pytest.mark.parametrize("does", ["exit 3", r"printf '\200\004\225\377'", None])
def test_where_no_worker_starts_this_process_grades(
    does: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether they end at once, in the middle of a word, or cannot be started at all."""
    program = tmp_path / "python"
    if does is not None:
        program.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    with Workers(small_grader(), shown, 2) as workers:
        rows = workers.results(workers.submit(TRIPLES))
    assert rows == [made(small_grader(), shown, triple) for triple in TRIPLES]


@pytest.mark.parametrize("to", ["csv", "parquet"])
def test_the_file_is_the_same_for_any_number_of_jobs(
    monkeypatch: pytest.MonkeyPatch, to: Literal["csv", "parquet"]
) -> None:
    """Byte for byte, whether one process grades or several."""
    if to == "parquet":
        pytest.importorskip("pyarrow")
    monkeypatch.setattr("quizkit.exchange.graded_file.WORTH_WORKERS", 100)
    monkeypatch.setattr("quizkit.exchange.workers.WORTH_WORKERS", 100)
    monkeypatch.setattr("quizkit.exchange.graded_file.WORTH_SHARE", 0)
    monkeypatch.setattr("quizkit.exchange.graded_file._GROUP", 2)
    rows = "".join(f"s{at},{','.join(triple)}\n" for at, triple in enumerate(TRIPLES * 3))

    def graded_by(jobs: int) -> tuple[bytes, object]:
        source, _ = open_source(io.BytesIO((HEADER + rows).encode()), "answers.csv", {})
        target = io.BytesIO()
        tally = grade_into(source, target, to, small_grader(), jobs=jobs)
        return target.getvalue(), tally.by_question()

    assert graded_by(2) == graded_by(1)


def test_a_parquet_file_is_the_same_for_any_number_of_jobs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whole batches are handed to workers, whose rows come back in their places."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("quizkit.exchange.workers.WORTH_WORKERS", 300)
    monkeypatch.setattr("quizkit.exchange.workers.WORTH_SHARE", 0)
    monkeypatch.setattr("quizkit.exchange.arrow_rows.BATCH_ROWS", 400)
    question, seed, response = zip(*TRIPLES, strict=True)
    columns = {"question": question, "seed": seed, "response": response}
    learners = [f"s{at}" if at % 7 else None for at in range(len(TRIPLES))]
    submitted = io.BytesIO()
    parquet.write_table(pyarrow.table({"learner": learners, **columns}), submitted)

    def graded_by(jobs: int) -> tuple[object, object]:
        source, _ = open_source(io.BytesIO(submitted.getvalue()), "answers.parquet", {})
        target = io.BytesIO()
        tally = grade_into(source, target, "parquet", small_grader(), jobs=jobs)
        return parquet.read_table(io.BytesIO(target.getvalue())), tally.by_question()

    assert graded_by(2) == graded_by(1)
