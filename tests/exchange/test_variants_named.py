"""Rows that name their variant in one cell, in two or in three, in one file and in every format."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest

from tests.exchange.samples import graded

COLUMNS = ("learner", "question", "seed", "variant", "response")
DRAWN = "kinds/drawn-number"
HINT = "leave one of them blank, or say --map variant= if that is another column"
# Question, seed, variant; the verdict of 1.5, or the sentence why there is none.
ROWS = (
    (DRAWN, "0", "", "right"),
    ("", "", f"{DRAWN}#0", "right"),
    ("", "0", f"{DRAWN}#0", "right"),
    ("", "0", DRAWN, "right"),
    (DRAWN, "0", f"{DRAWN}#0", "right"),
    (DRAWN, "", f"{DRAWN}#0", "right"),
    (DRAWN, "0", DRAWN, "right"),
    (f"{DRAWN}#0", "", DRAWN, "right"),
    (
        DRAWN, "1", f"{DRAWN}#0",
        f'the variant "{DRAWN}#0" is not of seed "1"',
    ),
    (
        DRAWN, "0", "kinds/fixed-number#0",
        f'question "{DRAWN}" and variant "kinds/fixed-number#0" contradict each other; {HINT}',
    ),
    (
        f"{DRAWN}#1", "", f"{DRAWN}#0",
        f'question "{DRAWN}#1" and variant "{DRAWN}#0" contradict each other; {HINT}',
    ),
    ("", "", "", "no question is named"),
)  # fmt: skip


def cells(order: tuple[str, ...]) -> list[list[str]]:
    named = [
        {"learner": "ann", "question": one, "seed": seed, "variant": variant, "response": "1.5"}
        for one, seed, variant, _ in ROWS
    ]
    return [[row[name] for name in order] for row in named]


def as_csv(order: tuple[str, ...]) -> bytes:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([order, *cells(order)])
    return file.getvalue().encode()


def as_jsonl(*, absent: bool) -> bytes:
    rows = (dict(zip(COLUMNS, row, strict=True)) for row in cells(COLUMNS))
    kept = [{name: cell for name, cell in row.items() if cell or not absent} for row in rows]
    return "".join(json.dumps(row) + "\n" for row in kept).encode()


def as_arrow(name: str, *, coded: bool = False) -> bytes:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = [list(column) for column in zip(*cells(COLUMNS), strict=True)]
    texts = [arrow.array([cell or None for cell in column]) for column in columns]
    if coded:
        texts = [text.fill_null("").dictionary_encode() for text in texts]
    table = arrow.table(dict(zip(COLUMNS, texts, strict=True)))
    sink = io.BytesIO()
    if name.endswith(".parquet"):
        parquet.write_table(table, sink)
    else:
        with arrow.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
    return sink.getvalue()


FILES: dict[str, Callable[[], tuple[str, bytes]]] = {
    "side by side": lambda: ("a.csv", as_csv(COLUMNS)),
    "far apart": lambda: (
        "a.csv", as_csv(("variant", "learner", "response", "question", "seed")),
    ),
    "objects": lambda: ("a.jsonl", as_jsonl(absent=False)),
    "objects with gaps": lambda: ("a.jsonl", as_jsonl(absent=True)),
    "parquet": lambda: ("a.parquet", as_arrow("a.parquet")),
    "arrow": lambda: ("a.arrow", as_arrow("a.arrow")),
    "coded": lambda: ("a.arrow", as_arrow("a.arrow", coded=True)),
}  # fmt: skip


def check(rows: list[dict[str, str]], first: int, word: str) -> None:
    for place, (row, (*named, outcome)) in enumerate(zip(rows, ROWS, strict=True), first):
        if outcome == "right":
            assert (row["status"], row["verdict"]) == ("graded", "right"), named
        else:
            assert (row["status"], row["feedback"]) == ("error", f"{word} {place}: {outcome}")


@pytest.mark.parametrize("file", FILES)
def test_each_row_says_how_it_names_its_variant(file: str) -> None:
    """What is blank or absent is not used, what agrees is one name, what contradicts is named."""
    name, data = FILES[file]()
    word = "line" if name.endswith(("csv", "jsonl")) else "row"
    rows = graded(data, name=name, to="out.csv").csv()
    check(rows, 2 if name.endswith("csv") else 1, word)


@pytest.mark.parametrize("file", ["parquet", "arrow", "coded"])
def test_rows_of_an_arrow_table_are_looked_at_in_the_same_way(file: str) -> None:
    """No format may differ: a table that stays one comes to the same rows."""
    name, data = FILES[file]()
    parquet = pytest.importorskip("pyarrow.parquet")
    result = graded(data, name=name, to="out.parquet")
    check(parquet.read_table(io.BytesIO(result.data)).to_pylist(), 1, "row")


def test_a_column_variant_of_another_kind_can_be_waived() -> None:
    """An exam has variants A and B, too; --map variant= says that these are not meant."""
    text = f"learner,question,seed,variant,response\nann,{DRAWN},0,A,1.5\n"
    assert graded(text).statuses() == ["error"]
    assert graded(text, mapping={"variant": ""}).statuses() == ["graded"]
