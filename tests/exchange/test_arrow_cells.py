"""Columns of Parquet and Arrow files of every type there is, as cells of other formats."""

from __future__ import annotations

import datetime
import io
import json
import math
from typing import Any, NoReturn
from uuid import UUID

import pytest

from quizkit.errors import UsageError
from tests.conftest import skip_or_fail
from tests.exchange.samples import Graded, graded

try:
    import pyarrow as pa
    import pyarrow.compute
    from pyarrow import ipc, parquet

    from quizkit.exchange.arrow_cells import cells_of
except ImportError:  # pragma: no cover
    skip_or_fail("pyarrow is not installed")

NAN = math.nan
MAP = pa.map_(pa.string(), pa.int64())


def numbered(values: list[Any], kind: Any) -> Any:
    """Values of a type by the numbers that stand for them."""
    return pa.array(values, pa.int32() if kind.bit_width == 32 else pa.int64()).view(kind)


def not_utf8() -> Any:
    r"""The texts `\xff1` and `a`, of which the first is none."""
    places = b"\0\0\0\0\2\0\0\0\3\0\0\0"
    return pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(places), pa.py_buffer(b"\xff1a")]
    )


def coded(values: Any, numbers: list[int | None]) -> Any:
    return pa.DictionaryArray.from_arrays(pa.array(numbers, pa.int8()), values)


def in_arrow(**columns: Any) -> bytes:
    submitted = {
        "learner": ["ann", "bob"], "question": ["kinds/fixed-number"] * 2, "seed": [0, None],
        "response": ["120", "1"],
    }  # fmt: skip
    content = pa.table(submitted | columns)
    sink = io.BytesIO()
    with ipc.new_file(sink, content.schema) as writer:
        writer.write_table(content)
    return sink.getvalue()


def from_arrow(to: str, **columns: Any) -> Graded:
    return graded(in_arrow(**columns), name="answers.arrow", to=to)


def no_json(name: str) -> NoReturn:
    raise AssertionError(f"{name} is no JSON")


COLUMNS: list[tuple[Any, list[object]]] = [
    (pa.array([NAN, 1.5]), [None, 1.5]),
    (pa.array([math.inf, -math.inf]), ["inf", "-inf"]),
    (pa.array([NAN, 2.0], pa.float32()), [None, 2.0]),
    (pa.array([[NAN, math.inf], None]), [[None, "inf"], None]),
    (pa.array([{"at": NAN}, None]), [{"at": None}, None]),
    (coded(pa.array([NAN, 1.5]), [0, 1]), [None, 1.5]),
    (pa.array([[("k", 1), ("l", None)], None], MAP), [{"k": 1, "l": None}, None]),
    (pa.array([[], [("k", 1), ("k", 2)]], MAP), [{}, [["k", 1], ["k", 2]]]),
    (pa.array([[(7, NAN)], []], pa.map_(pa.int8(), pa.float64())), [[[7, None]], {}]),
    (pa.array([[[("k", 1)]], None], pa.list_(MAP)), [[{"k": 1}], None]),
    (pa.array([{"m": [("k", 1)]}, None], pa.struct([("m", MAP)])), [{"m": {"k": 1}}, None]),
    (coded(pa.array([[("k", 1)]], MAP), [0, None]), [{"k": 1}, None]),
    (pa.array([(1, 2, 3), None], pa.month_day_nano_interval()),
        [{"months": 1, "days": 2, "nanoseconds": 3}, None]),
    (numbered([1, None], pa.duration("s")), ["0:00:01", None]),
    (numbered([1, 2**63 - 1], pa.duration("s")), ["0:00:01", "9223372036854775807"]),
    (numbered([1001, None], pa.timestamp("ns")), ["1970-01-01 00:00:00.000001001", None]),
    (pa.array([[1001], []], pa.list_(pa.timestamp("ns"))), [["1970-01-01 00:00:00.000001001"], []]),
    (pa.array([{"at": 1001}, None], pa.struct([("at", pa.timestamp("ns"))])),
        [{"at": "1970-01-01 00:00:00.000001001"}, None]),
    (pa.array([0, None], pa.timestamp("us", "Mars/Base")), ["1970-01-01 00:00:00.000000Z", None]),
    (numbered([2**31 - 1, 0], pa.date32()), ["<value out of range: 2147483647>", "1970-01-01"]),
    (pa.array([datetime.date(2026, 3, 1), None]), ["2026-03-01", None]),
    (pa.StructArray.from_arrays([pa.array([1, 2]), pa.array([3, 4])], ["a", "a"]),
        [{"a": 1, "a_2": 3}, {"a": 2, "a_2": 4}]),
    (not_utf8(), [r"\xff1", "a"]),
    (pa.ListArray.from_arrays(pa.array([0, 1, 2], pa.int32()), not_utf8()), [[r"\xff1"], ["a"]]),
    (coded(not_utf8(), [0, 1]), [r"\xff1", "a"]),
    (pa.array(["1\x0020", "\0"]), ["1\x0020", "\0"]),
    (pa.array([b"\xff\0", b"a"]), ["\\xff\0", "a"]),
    (pa.RunEndEncodedArray.from_arrays(pa.array([1, 2], pa.int32()), pa.array(["a", None])),
        ["a", None]),
    (pa.ExtensionArray.from_storage(pa.json_(pa.string()), pa.array(['{"a": 1}', None])),
        ['{"a": 1}', None]),
    (pa.ExtensionArray.from_storage(pa.uuid(), pa.array([UUID(int=1).bytes] * 2, pa.binary(16))),
        [str(UUID(int=1))] * 2),
]  # fmt: skip


@pytest.mark.parametrize(
    ("column", "cells"), COLUMNS, ids=[str(column.type) for column, _ in COLUMNS]
)
def test_a_column_of_any_type_becomes_json(column: Any, cells: list[object]) -> None:
    """Each value is one that JSON has, and says the same: no NaN, and no Python in a text."""
    data = from_arrow("out.jsonl", x=column).data
    rows = [json.loads(line, parse_constant=no_json) for line in data.split(b"\n")[:-1]]
    assert [row["x"] for row in rows] == cells
    assert len(from_arrow("out.csv", x=column).csv()) == 2


@pytest.mark.parametrize("column", [column for column, _ in COLUMNS], ids=lambda one: str(one.type))
@pytest.mark.parametrize("to", ["out.arrow", "out.parquet"])
def test_a_column_of_any_type_is_written_as_it_is_or_refused(column: Any, to: str) -> None:
    """Parquet has fewer types than Arrow: the sentence names the column."""
    try:
        data = from_arrow(to, x=column).data
    except UsageError as error:
        refused = str(error)
    else:
        refused = ""
    if refused:
        assert to == "out.parquet"
        assert refused.startswith('Parquet cannot hold column "x" (')
        assert refused.endswith("); write an .arrow file instead")
        return
    if to == "out.arrow":
        assert ipc.open_file(io.BytesIO(data)).read_all()["status"].to_pylist() == ["graded"] * 2
    else:
        assert parquet.read_table(io.BytesIO(data))["status"].to_pylist() == ["graded"] * 2


@pytest.mark.parametrize(
    "values",
    [
        pa.array(["120", "7", None]),
        pa.array(["120", "7", None], pa.large_string()),
        pa.array([120.0, 7.0, None]),
        pa.array([b"120", b"7", None]),
    ],
    ids=lambda values: str(values.type),
)
def test_a_dictionary_that_holds_a_null_is_written_to_parquet(values: Any) -> None:
    """A row may be null by its number or by the value of it; both are null in the graded file."""
    column = coded(values, [2, 0])
    back = parquet.read_table(io.BytesIO(from_arrow("out.parquet", x=column).data))
    assert back["x"].to_pylist() == column.to_pylist()
    if not pa.types.is_binary(values.type):
        response = from_arrow("out.parquet", response=column)
        assert response.tally.by_status()["blank"] == 1
        assert response.tally.by_status()["graded"] == 1


def test_a_dictionary_of_lists_is_written_to_parquet_without_one() -> None:
    """Parquet has dictionaries of single values alone."""
    column = coded(pa.array([["a"], None]), [0, 1])
    back = parquet.read_table(io.BytesIO(from_arrow("out.parquet", x=column).data))
    assert back["x"].to_pylist() == [["a"], None]


def test_a_number_that_parquet_cannot_write_is_refused_by_name() -> None:
    """Hundreds as the unit of a decimal are known to Arrow alone."""
    column = pa.array([None, None], pa.decimal128(5, -2))
    with pytest.raises(UsageError, match=r'^Parquet cannot hold column "points" \('):
        from_arrow("out.parquet", points=column)


@pytest.mark.parametrize("to", ["out.arrow", "out.parquet", "out.csv", "out.jsonl"])
def test_not_a_number_is_nothing(to: str) -> None:
    """A gap in a column of numbers is no seed, no learner and a blank response."""
    gap = pa.array([NAN, NAN])
    assert from_arrow(to, seed=gap).tally.by_status()["graded"] == 2
    assert from_arrow(to, response=gap).tally.by_status()["blank"] == 2
    assert from_arrow(to, learner=gap).tally.error == "row 1: no learner is named"
    both = coded(pa.array([NAN, 120.0]), [0, 1])
    assert from_arrow(to, response=both).tally.by_status()["blank"] == 1


@pytest.mark.parametrize("to", ["out.arrow", "out.csv"])
@pytest.mark.parametrize(
    "column",
    [
        pa.RunEndEncodedArray.from_arrays(pa.array([1, 2], pa.int32()), pa.array(["120", "1"])),
        pa.RunEndEncodedArray.from_arrays(pa.array([1, 2], pa.int16()), pa.array([120.0, NAN])),
        coded(pa.array(["120", None], pa.string_view()), [0, 1]),
        pa.array(["120", "1"], pa.large_string()),
    ],
    ids=lambda column: str(column.type),
)
def test_a_response_is_read_however_it_is_encoded(column: Any, to: str) -> None:
    """Runs, dictionaries and views of texts and numbers are texts and numbers."""
    counts = from_arrow(to, response=column).tally.by_status()
    assert counts["graded"] + counts["blank"] == 2


@pytest.mark.parametrize("to", ["out.arrow", "out.csv"])
def test_a_learner_may_be_a_uuid(to: str) -> None:
    """Whatever its bytes are."""
    bytes_ = pa.array([UUID(int=2**128 - 1).bytes, None], pa.binary(16))
    result = from_arrow(to, learner=pa.ExtensionArray.from_storage(pa.uuid(), bytes_))
    assert result.tally.by_status() == {"graded": 1, "needs_review": 0, "blank": 0, "error": 1}


def test_truth_values_of_any_encoding_are_no_responses() -> None:
    """They are refused by name, as plain ones are."""
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([2], pa.int32()), pa.array([True]))
    bytes_ = pa.ExtensionArray.from_storage(pa.bool8(), pa.array([1, 0], pa.int8()))
    for column in (runs, bytes_):
        with pytest.raises(UsageError, match=r'column "response" holds .*; it must hold texts or'):
            from_arrow("out.csv", response=column)


@pytest.mark.parametrize("to", ["out.arrow", "out.parquet", "out.csv", "out.jsonl"])
@pytest.mark.parametrize("field", ["learner", "question", "response", "seed"])
@pytest.mark.parametrize("column", [not_utf8(), coded(not_utf8(), [0, 1])], ids=["plain", "coded"])
def test_a_text_that_is_not_utf_8_is_refused_with_its_column(
    column: Any, field: str, to: str
) -> None:
    """Arrow looks at no text when it reads a file."""
    with pytest.raises(UsageError) as refused:
        from_arrow(to, **{field: column})
    assert str(refused.value) == (
        f'answers.arrow: column "{field}" holds the text "\\xff1", which is not UTF-8; '
        "have the program that wrote the file write it again"
    )


def behind_the_end() -> Any:
    """Two texts, of which the first is said to end behind all bytes."""
    places = b"\0\0\0\0\x99\3\0\0\3\0\0\0"
    return pa.Array.from_buffers(pa.string(), 2, [None, pa.py_buffer(places), pa.py_buffer(b"120")])


def no_such_value() -> Any:
    return pa.DictionaryArray.from_arrays(pa.array([0, 77]), pa.array(["120"]), safe=False)


@pytest.mark.parametrize("to", ["out.arrow", "out.parquet", "out.csv", "out.jsonl"])
@pytest.mark.parametrize("field", ["learner", "response", "note"])
@pytest.mark.parametrize("column", [behind_the_end(), no_such_value()], ids=["place", "number"])
def test_a_column_that_points_out_of_itself_is_refused(column: Any, field: str, to: str) -> None:
    """Arrow trusts a file that it reads, and would take what is beside it in memory."""
    with pytest.raises(UsageError, match=r"^answers\.arrow cannot be read: .*out of bounds"):
        from_arrow(to, **{field: column})


@pytest.mark.parametrize(
    "kind",
    [
        MAP,
        pa.list_(MAP),
        pa.list_(MAP, 2),
        pa.large_list(MAP),
        pa.struct([("m", MAP), ("at", pa.timestamp("ns"))]),
    ],
    ids=str,
)
def test_a_part_of_a_column_has_the_cells_of_its_rows(kind: Any) -> None:
    """Rows are looked at some hundred at a time, wherever in the file they stand."""

    def value(at: int) -> Any:
        pairs = [(f"k{number}", at) for number in range(at % 4)]
        if pa.types.is_struct(kind):
            return {"m": pairs, "at": 1000 + at}
        return pairs if kind == MAP else [pairs, None]

    column = pa.array([None if at % 5 == 0 else value(at) for at in range(40)], kind)
    whole = cells_of(pa, column)
    assert [cell is None for cell in whole] == [at % 5 == 0 for at in range(40)]
    parts = [cells_of(pa, column.slice(start, 7)) for start in range(0, 40, 7)]
    assert [cell for part in parts for cell in part] == whole
    assert cells_of(pa, column.slice(0, 0)) == []
