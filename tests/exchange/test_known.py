"""What has been graded is remembered within bounds, and forgetting changes no row."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.autograde.rows import GradedRow
from quizkit.exchange.graded_file import open_source
from quizkit.exchange.known import Known
from tests.exchange.samples import HEADER, small_grader


def found(rows: str, *, most: int, passing: int) -> tuple[list[str], object, int]:
    """The added text of every row, the counts, and how many rows were graded."""
    source, _ = open_source(io.BytesIO((HEADER + rows).encode()), "answers.csv", {})

    def render(row: GradedRow) -> str:
        return f"{row.status} {row.verdict} {row.read_as} {row.feedback}"

    known = Known(small_grader(), render, most_bytes=most, passing_bytes=passing)
    added = [one for batch in source.batches() for one in known.find(batch)]
    return added, known.tally.by_question(), known.graded_here


@given(st.lists(st.tuples(st.sampled_from(["kinds/say-it", "kinds/fixed-number", "kinds/x"]),
                          st.integers(0, 30)), max_size=40))  # fmt: skip
def test_forgetting_changes_no_row(answers: list[tuple[str, int]]) -> None:
    """With room for everything or for next to nothing, rows and counts are the same."""
    rows = "".join(f"s,{question},,{number}\n" * 8 for question, number in answers)
    everything = found(rows, most=10**9, passing=10**9)
    hardly_anything = found(rows, most=500, passing=500)
    assert hardly_anything[:2] == everything[:2]


def test_each_distinct_row_is_graded_once() -> None:
    """A thousand equal answers cost one grading."""
    rows = "".join(f"s{n},kinds/fixed-number,,{n % 7} GB\n" for n in range(1000))
    assert found(rows, most=10**9, passing=10**9)[2] == 7


@pytest.mark.parametrize("passing", [0, 10**6])
def test_what_comes_first_is_kept(passing: int) -> None:
    """Beyond the bound the first rows are still known; only later ones are graded again."""
    first = "".join(f"s,kinds/fixed-number,,{n} GB\n" for n in range(300))
    later = "".join(f"s,kinds/fixed-number,,{n} MB\n" for n in range(300))
    graded = found(first + later * 4 + first * 4, most=30_000, passing=passing)[2]
    assert graded < 300 + 4 * 300 + 300
