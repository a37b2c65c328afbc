"""The format of a file by its name and first bytes."""

from __future__ import annotations

import pytest

from quizkit.errors import UsageError
from quizkit.exchange.formats import Format, output_format


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("graded.TSV", "tsv"),
        ("graded.pq", "parquet"),
        ("graded", "csv"),
        ("/dev/fd/3.x", "csv"),
        ("out/results.json", "gradescope"),
    ],
)
def test_the_ending_says_what_is_written(name: str, written: Format) -> None:
    """Without one, and on a device, what was submitted."""
    assert output_format(name, "csv") == written


def test_an_ending_of_nothing_that_is_written_is_refused() -> None:
    """With those that are."""
    with pytest.raises(UsageError) as refused:
        output_format("graded.xlsx", "csv")
    assert str(refused.value) == (
        "graded.xlsx: the ending says what to write; use .csv, .tsv, .jsonl, .parquet or .arrow"
    )
