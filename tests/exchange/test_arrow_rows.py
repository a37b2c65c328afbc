"""Parquet and Arrow, in and out, and between them and the other formats."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

from quizkit.errors import UsageError
from tests.conftest import skip_or_fail
from tests.exchange.samples import HEADER, Graded, graded

try:
    import pyarrow as pa
    from pyarrow import ipc, parquet
except ImportError:  # pragma: no cover
    skip_or_fail("pyarrow is not installed")

ROWS: list[dict[str, Any]] = [
    {"learner": "ann", "question": "kinds/drawn-number", "seed": 0, "response": "3/2", "x": 1.5},
    {"learner": "bob", "question": "kinds/drawn-number", "seed": None, "response": "1", "x": None},
    {"learner": "cy", "question": "kinds/fixed-number", "seed": None, "response": "dunno", "x": 0},
    {"learner": "di", "question": "kinds/fixed-number", "seed": 3, "response": None, "x": 0},
    {"learner": None, "question": "kinds/fixed-number", "seed": 3, "response": "120", "x": 0},
    {"learner": "eve", "question": "kinds/gone", "seed": 3, "response": "120", "x": 0},
    {"learner": "fay", "question": "kinds/fixed-number", "seed": None, "response": "120", "x": 0},
]
STATUSES = ["graded", "error", "needs_review", "blank", "error", "error", "graded"]


def table(rows: list[dict[str, Any]] | None = None) -> Any:
    return pa.Table.from_pylist(ROWS if rows is None else rows)


def as_parquet(content: Any) -> bytes:
    sink = io.BytesIO()
    parquet.write_table(content, sink)
    return sink.getvalue()


def as_arrow(content: Any, *, stream: bool = False) -> bytes:
    sink = io.BytesIO()
    with (ipc.new_stream if stream else ipc.new_file)(sink, content.schema) as writer:
        writer.write_table(content)
    return sink.getvalue()


def from_parquet(content: Any, to: str | None = None) -> Graded:
    return graded(as_parquet(content), name="answers.parquet", to=to)


def read(result: Graded) -> Any:
    return parquet.read_table(io.BytesIO(result.data))


def test_parquet_keeps_submitted_columns_and_their_types() -> None:
    """Submitted columns come back as they are, ten columns stand behind them."""
    back = read(from_parquet(table()))
    assert back.select(table().column_names).equals(table())
    assert back.column_names[5:] == [
        "status", "verdict", "score", "read_as", "key", "mistake", "feedback", "revision",
        "key_exact", "score_exact",
    ]  # fmt: skip
    assert {str(field.type) for field in back.schema} == {"string", "int64", "double"}


@pytest.mark.parametrize(
    "odd",
    [{}, {"day": pa.array([0] * len(ROWS), pa.date64())}],
    ids=["texts and numbers", "a day too"],
)
@pytest.mark.parametrize("to", ["out.parquet", "out.arrow"])
def test_what_a_program_wrote_beside_its_table_comes_back(to: str, odd: dict[str, Any]) -> None:
    """Of pandas: which column is the index, and that whole numbers with gaps are no floats."""
    about = {b"pandas": b'{"index_columns": ["learner"]}', b"who": b"ann"}
    content = table()
    for name, column in odd.items():
        content = content.append_column(name, column)
    result = from_parquet(content.replace_schema_metadata(about), to)
    back = read(result) if to == "out.parquet" else ipc.open_file(result.data).read_all()
    assert back.schema.metadata == about
    assert back.schema.field("seed").type == pa.int64()
    assert {str(back.schema.field(name).type) for name in ("learner", "status")} == {"string"}


@pytest.mark.parametrize(
    "kind", [pa.large_string(), pa.dictionary(pa.int32(), pa.string())], ids=str
)
def test_what_is_added_is_read_as_texts_beside_columns_of_any_type(kind: Any) -> None:
    """No program could put another text into categories; what was submitted stays what it is."""
    content = table()
    learners = content["learner"].cast(kind)
    back = read(from_parquet(content.set_column(0, "learner", learners)))
    assert back.schema.field("learner").type == kind
    assert back["learner"].to_pylist() == content["learner"].to_pylist()
    added = {name: str(back.schema.field(name).type) for name in back.column_names[5:]}
    assert added.pop("score") == "double"
    assert set(added.values()) == {"string"}


@pytest.mark.parametrize("to", ["out.parquet", "out.arrow"])
def test_an_index_that_has_another_name_now_is_none(to: str) -> None:
    """Pandas would take the score that grading adds for the index that was called so."""
    about = {b"pandas": b'{"index_columns": [{"kind": "range"}, "score"]}', b"who": b"ann"}
    content = table().rename_columns(["learner", "question", "seed", "response", "score"])
    result = from_parquet(content.replace_schema_metadata(about), to)
    back = read(result) if to == "out.parquet" else ipc.open_file(result.data).read_all()
    assert back.schema.metadata == {b"who": b"ann"}
    assert back["submitted_score"].equals(content["score"])


def test_lists_of_options_are_refused_with_what_to_write() -> None:
    """A form writes a list where several options were ticked; staff write it as it is typed."""
    for kind in (pa.list_(pa.string()), pa.large_list(pa.string()), pa.list_(pa.string(), 2)):
        response = pa.array([["a", "c"]] * len(ROWS), kind)
        content = table().drop_columns(["response"]).append_column("response", response)
        with pytest.raises(UsageError) as refused:
            from_parquet(content)
        assert str(refused.value).startswith('answers.parquet: column "response" holds ')
        assert str(refused.value).endswith(
            '; it must hold texts or numbers: write each list as one text, as in "a, c"'
        )


def test_parquet_rows_are_graded_in_order() -> None:
    """One row for each, in order, with keys for people and exact ones for programs."""
    rows = read(from_parquet(table())).to_pylist()
    assert [row["status"] for row in rows] == STATUSES
    assert rows[0]["key"] == "1.5 bytes/param"
    assert (rows[0]["key_exact"], rows[0]["score"], rows[0]["score_exact"]) == ("3/2", 1.0, "1")
    assert rows[2]["score"] is rows[2]["verdict"] is None


def test_errors_name_their_rows() -> None:
    """Parquet has no lines: rows are counted from 1."""
    rows = read(from_parquet(table())).to_pylist()
    assert rows[1]["feedback"].startswith("row 2: kinds/drawn-number draws its numbers")
    assert rows[4]["feedback"] == "row 5: no learner is named"
    assert rows[5]["feedback"].startswith('row 6: unknown question "kinds/gone"')


@pytest.mark.parametrize("to", ["out.parquet", "out.csv"])
def test_the_first_error_is_told(to: str) -> None:
    """What is wrong with the first row that could not be graded stands beside the counts."""
    told = from_parquet(table(), to).tally.error
    assert told.startswith("row 2: kinds/drawn-number draws its numbers")


@pytest.mark.parametrize("to", ["out.parquet", "out.arrow", "out.csv", "out.jsonl"])
@pytest.mark.parametrize("name", ["answers.parquet", "answers.arrow", "answers.csv"])
def test_every_format_gives_the_same_rows(name: str, to: str) -> None:
    """Verdicts, keys and feedback do not depend on the formats between which they travel."""
    if name == "answers.csv":
        cells = [[row[column] for column in HEADER.strip().split(",")] for row in ROWS]
        lines = [",".join("" if one is None else str(one) for one in row) for row in cells]
        data = (HEADER + "\n".join(lines) + "\n").encode()
    else:
        data = as_parquet(table()) if name == "answers.parquet" else as_arrow(table())
    result = graded(data, name=name, to=to)
    rows: list[dict[str, Any]]
    if to == "out.parquet":
        rows = read(result).to_pylist()
    elif to == "out.arrow":
        rows = ipc.open_file(io.BytesIO(result.data)).read_all().to_pylist()
    else:
        rows = list(result.csv()) if to == "out.csv" else result.jsonl()
    assert [row["status"] for row in rows] == STATUSES
    assert [row["verdict"] or None for row in rows] == ["right", *[None] * 5, "right"]
    assert rows[0]["key"] == "1.5 bytes/param"
    assert result.tally.by_status() == {"graded": 2, "needs_review": 1, "blank": 1, "error": 3}


def test_an_arrow_stream_is_read_as_well() -> None:
    """A file of the streaming kind under the name .arrow."""
    result = graded(as_arrow(table(), stream=True), name="answers.arrow")
    rows = ipc.open_file(io.BytesIO(result.data)).read_all().to_pylist()
    assert [row["status"] for row in rows] == STATUSES


def test_numbers_and_categories_may_be_responses() -> None:
    """Columns of numbers, seeds that gaps made decimals, and dictionary columns are read."""
    content = pa.table(
        {
            "learner": pa.array([1, 2]),
            "question": pa.array(["kinds/drawn-number"] * 2).dictionary_encode(),
            "seed": pa.array([0.0, 0.0]),
            "response": pa.array([1.5, 12.0]),
        }
    )
    rows = read(from_parquet(content)).to_pylist()
    assert [row["verdict"] for row in rows] == ["right", "mistake"]


def test_truth_values_are_no_responses() -> None:
    """A column of true and false is refused as a whole, with its name."""
    content = table([{"learner": "a", "question": "q", "seed": 1, "response": True}])
    with pytest.raises(UsageError, match='column "response" holds bool'):
        from_parquet(content)


@pytest.mark.parametrize("name", ["answers.parquet", "answers.arrow"])
@pytest.mark.parametrize(
    "column",
    [
        pa.array([True, None]),
        pa.array([1, 2**63], pa.uint64()),
        pa.array([[1, 2], None]),
        pa.array([{"at": 1}, None]),
        pa.array([b"\xff", None]),
        pa.array(["a", "b"]).dictionary_encode(),
        pa.array([1, 1001], pa.timestamp("ns", "UTC")),
        pa.nulls(2),
    ],
    ids=lambda column: str(column.type),
)
def test_columns_of_any_type_pass_through(column: Any, name: str) -> None:
    """What grading does not look at may be of any type, comes back as it was, or as its text."""
    submitted = {
        "learner": ["ann", "bob"], "question": ["kinds/fixed-number"] * 2, "seed": [0, None],
        "response": ["120", "1"], "x": column,
    }  # fmt: skip
    content = pa.table(submitted)
    data = as_parquet(content) if name == "answers.parquet" else as_arrow(content)
    result = graded(data, name=name)
    if name == "answers.parquet":
        content, back = parquet.read_table(io.BytesIO(data)), read(result)
    else:
        back = ipc.open_file(io.BytesIO(result.data)).read_all()
    assert back.select(content.column_names).equals(content)
    assert back["status"].to_pylist() == ["graded", "graded"]
    assert len(graded(data, name=name, to="out.csv").csv()) == 2


def test_a_column_that_parquet_does_not_know_is_refused() -> None:
    """An Arrow file may hold what no Parquet file does; a sentence says what to write instead."""
    content = table().append_column("x", pa.nulls(len(ROWS), pa.month_day_nano_interval()))
    with pytest.raises(UsageError, match='Parquet cannot hold column "x_2"'):
        graded(as_arrow(content), name="answers.arrow", to="out.parquet")


@pytest.mark.parametrize("to", ["out.parquet", "out.csv", "out.jsonl"])
def test_a_separator_in_a_cell_moves_nothing(to: str) -> None:
    """A control character in one cell cannot pass for the border to the next, in any format."""
    rows = [
        {"learner": "a", "question": "kinds/fixed-number", "seed": "", "response": "1\x1f120"},
        {"learner": "a", "question": "kinds/fixed-number", "seed": "\x1f", "response": "120"},
        {"learner": "a", "question": "kinds/drawn-number\x1f0", "seed": "", "response": "1.5"},
        {"learner": "a", "question": "kinds/drawn-number", "seed": "0\x1f1.5", "response": ""},
        {"learner": "a", "question": " kinds/drawn-number\x1f", "seed": "0", "response": "1.5"},
        {"learner": "a\x1f", "question": "kinds/drawn-number", "seed": "0", "response": "1.5"},
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    expected = [row["status"] for row in graded(lines, name="answers.jsonl").jsonl()]
    assert expected == ["needs_review", "graded", "error", "error", "graded", "graded"]
    result = from_parquet(table(rows), to)
    if to == "out.parquet":
        found = [row["status"] for row in read(result).to_pylist()]
    else:
        found = result.statuses() if to == "out.csv" else [one["status"] for one in result.jsonl()]
    assert found == expected


def test_dictionaries_of_the_file_change_nothing() -> None:
    """Texts that come again and again are not read one by one; cells, nulls and types stay."""
    rows = [ROWS[at % len(ROWS)] | {"x": f"x{at % 3}"} for at in range(3000)]
    often = table(rows)
    as_texts = io.BytesIO()
    parquet.write_table(often, as_texts, use_dictionary=False)
    back = from_parquet(often)
    assert graded(as_texts.getvalue(), name="answers.parquet").tally == back.tally
    assert read(graded(as_texts.getvalue(), name="answers.parquet")).equals(read(back))
    assert read(back).select(often.column_names).equals(often)
    arrow = from_parquet(often, "out.arrow").data
    assert ipc.open_file(io.BytesIO(arrow)).read_all().equals(read(back))


def test_a_column_type_that_parquet_does_not_tell_keeps_texts_texts() -> None:
    """Where the file keeps its own account of types, no text becomes a category in it."""
    rows = [ROWS[at % len(ROWS)] for at in range(3000)]
    content = table(rows).append_column("day", pa.array(list(range(3000)), pa.uint64()))
    back = read(from_parquet(content))
    assert back.select(content.column_names).equals(content)


def test_a_large_arrow_batch_is_taken_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many rows a file holds in one piece, and however large its dictionaries are."""
    monkeypatch.setattr("quizkit.exchange.arrow_rows.BATCH_ROWS", 2)
    content = table(ROWS * 3)
    whole = content.set_column(
        1, "question", content["question"].combine_chunks().dictionary_encode()
    )
    result = graded(as_arrow(whole), name="answers.arrow")
    rows = ipc.open_file(io.BytesIO(result.data)).read_all().to_pylist()
    assert [row["status"] for row in rows] == STATUSES * 3


def test_missing_columns_and_damaged_files_are_refused() -> None:
    """A sentence for a file without the columns, cut short, or of another kind."""
    with pytest.raises(UsageError, match='no column "response"'):
        from_parquet(table().drop_columns(["response"]))
    with pytest.raises(UsageError, match=r"answers\.parquet cannot be read"):
        graded(as_parquet(table())[:-20], name="answers.parquet")
    with pytest.raises(UsageError, match="does not begin as a Parquet file does"):
        graded(b"learner,question", name="answers.parquet")
    with pytest.raises(UsageError, match=r"answers\.arrow cannot be read: .*[a-z]; have the "):
        graded(as_arrow(table())[:-30], name="answers.arrow")
    with pytest.raises(UsageError, match="is an encrypted Parquet file; write it without"):
        graded(b"PARE" + as_parquet(table())[4:-4] + b"PARE", name="answers.parquet")
    with pytest.raises(UsageError, match='no columns "learner"'):
        graded(b"PARENT,a,b\n")


def test_many_batches_are_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are numbered through all batches, and what is known may be forgotten between them."""
    monkeypatch.setattr("quizkit.exchange.arrow_rows.BATCH_ROWS", 2)
    monkeypatch.setattr("quizkit.exchange.arrow_file._MOST_KNOWN", 3)
    rows = read(from_parquet(table(ROWS * 3))).to_pylist()
    assert [row["status"] for row in rows] == STATUSES * 3
    assert rows[12]["feedback"].startswith("row 13: unknown")


def test_many_batches_with_dictionaries_are_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same where the file has its texts once, though its batches end within its parts."""
    monkeypatch.setattr("quizkit.exchange.arrow_rows.CODED_ROWS", 100)
    monkeypatch.setattr("quizkit.exchange.arrow_file._MOST_KNOWN", 3)
    sink = io.BytesIO()
    parquet.write_table(table([ROWS[at % len(ROWS)] | {"seed": "0"} for at in range(2800)]), sink)
    result = graded(sink.getvalue(), name="answers.parquet")
    rows = read(result).to_pylist()
    assert parquet.ParquetFile(io.BytesIO(result.data)).num_row_groups == 28
    assert [row["status"] for row in rows[:7]] == [row["status"] for row in rows[2793:]]
    assert rows[2798]["feedback"].startswith("row 2799: unknown")


def test_a_graded_file_is_graded_anew_and_not_widened() -> None:
    """All of the added columns there already: they are replaced."""
    once = from_parquet(table())
    again = graded(once.data, name="answers.parquet")
    assert read(again).equals(read(once))


def test_without_the_extra_a_sentence_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parquet is an extra: who has not installed it is told how."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError) as refused:
        graded(HEADER, to="out.parquet")
    assert str(refused.value) == (
        'out.parquet: Parquet and Arrow need more packages; pip install "quizkit[arrow]"'
    )


@pytest.mark.parametrize("name", ["answers.parquet", "answers.arrow", "answers.feather"])
def test_an_empty_file_that_is_no_text_is_not_asked_for_a_first_line(name: str) -> None:
    """What a program left without a byte is to be written again, not to be edited."""
    with pytest.raises(UsageError) as caught:
        graded(b"", name=name)
    assert str(caught.value) == (
        f"{name} is empty: have the program that wrote the file write it again"
    )
