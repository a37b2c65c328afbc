"""Which submitted columns a graded file keeps, and under which names, in every format."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.autograde.rows import ADDED, EXACT
from quizkit.exchange.columns import names_kept
from tests.conftest import skip_or_fail
from tests.exchange.samples import graded

try:
    import pyarrow as pa
    from pyarrow import parquet
except ImportError:  # pragma: no cover
    skip_or_fail("pyarrow is not installed")

FIELDS = ("learner", "question", "seed", "response")
ANN = ("ann", "kinds/drawn-number", "0", "3/2")


def submitted(names: tuple[str, ...], cells: tuple[str, ...], name: str) -> bytes:
    if name.endswith(".csv"):
        text = io.StringIO()
        csv.writer(text).writerows([names, cells])
        return text.getvalue().encode()
    row = dict(zip(names, cells, strict=True))
    if name.endswith(".jsonl"):
        return json.dumps(row).encode()
    sink = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist([row]), sink)
    return sink.getvalue()


def written(data: bytes, name: str) -> list[tuple[str, str | None]]:
    """The names and cells of the one row of a graded file, in order, none left out."""
    if name.endswith(".csv"):
        header, row = csv.reader(io.StringIO(data.decode(), newline=""))
        return list(zip(header, row, strict=True))
    if name.endswith(".jsonl"):
        pairs: list[tuple[str, str | None]] = json.loads(data, object_pairs_hook=list)
        return pairs
    table = parquet.read_table(io.BytesIO(data))
    return [
        (name, column.to_pylist()[0])
        for name, column in zip(table.column_names, table.columns, strict=True)
    ]


@pytest.mark.parametrize("to", ["out.csv", "out.jsonl", "out.parquet"])
@pytest.mark.parametrize("name", ["in.csv", "in.jsonl", "in.parquet"])
def test_no_name_stands_twice(name: str, to: str) -> None:
    """A column whose new name is taken gets another one; the one that has it keeps it."""
    names = (*FIELDS, "score", "submitted_score", "submitted_score_2")
    data = submitted(names, (*ANN, "7", "8", "9"), name)
    row = written(graded(data, name=name, to=to).data, to)
    assert max(Counter(name for name, _ in row).values()) == 1
    cells = dict(row)
    assert cells["submitted_score_3"] == "7"
    assert (cells["submitted_score"], cells["submitted_score_2"]) == ("8", "9")
    assert float(cells["score"] or 0) == 1


@pytest.mark.parametrize("to", ["out.csv", "out.jsonl", "out.parquet"])
@pytest.mark.parametrize("name", ["in.csv", "in.jsonl", "in.parquet"])
def test_a_graded_file_keeps_the_columns_that_are_graded(name: str, to: str) -> None:
    """Of the eight columns that are replaced, those that --map names are not."""
    mapping = {"learner": "status", "question": "verdict", "seed": "score", "response": "read_as"}
    cells = {**dict.fromkeys(ADDED, "old"), **dict(zip(mapping.values(), ANN, strict=True))}
    data = submitted(tuple(cells), tuple(cells.values()), name)
    result = graded(data, name=name, to=to, mapping=mapping)
    row = dict(written(result.data, to))
    assert tuple(row[f"submitted_{column}"] for column in mapping.values()) == ANN
    assert (row["status"], row["verdict"]) == ("graded", "right")
    assert "old" not in row.values()


@given(
    st.lists(st.sampled_from([*ADDED, *EXACT, "submitted_score", "submitted_score_2", "x"])),
    st.sets(st.sampled_from([*ADDED, *EXACT])),
)
def test_new_names_are_free(names: list[str], used: set[str]) -> None:
    """No column is written under a name that grading adds, nor anew under one that is there."""
    kept = names_kept(names, used)
    new = Counter(name for at, name in kept if name != names[at])
    assert not {*ADDED, *EXACT} & {name for _, name in kept}
    assert all(count == 1 and name not in names for name, count in new.items())
    dropped = set(names) - {names[at] for at, _ in kept}
    assert not dropped & used
