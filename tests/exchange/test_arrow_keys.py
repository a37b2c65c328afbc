"""Keys of rows: equal if and only if question, seed and response are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.exchange.arrow_keys import Keys
from quizkit.exchange.known import NO_LEARNER
from tests.conftest import skip_or_fail

try:
    import pyarrow as pa
    import pyarrow.compute  # from here on an attribute of the module
except ImportError:  # pragma: no cover
    skip_or_fail("pyarrow is not installed")

Row = tuple[str, str, str]
ROWS = st.lists(st.tuples(*[st.sampled_from(["", "a", "b", "ab", "1"])] * 3), max_size=12)


def keys_of(keys: Keys, rows: list[Row]) -> list[int]:
    columns = [[row[at] for row in rows] for at in range(3)]
    picked = [pa.array(column, pa.string()).dictionary_encode() for column in columns]
    return keys.of(picked, None).to_pylist()  # type: ignore[no-any-return]


@given(st.lists(ROWS, max_size=4))
def test_a_key_stands_for_its_row(tables: list[list[Row]]) -> None:
    """Through all tables, a key gives back the very texts, and equal rows have equal keys."""
    keys = Keys(pa)
    found = [key for rows in tables for key in keys_of(keys, rows)]
    rows = [row for rows in tables for row in rows]
    assert keys.triples(found) == rows
    assert len(set(found)) == len(set(rows))


@given(ROWS, ROWS, ROWS)
def test_what_is_kept_keeps_its_key(kept: list[Row], passing: list[Row], later: list[Row]) -> None:
    """What comes after `keep` is forgotten, and its numbers are given anew."""
    keys = Keys(pa)
    first = keys_of(keys, kept)
    keys.keep()
    keys_of(keys, passing)
    keys.forget()
    found = keys_of(keys, later)
    assert keys.triples(found) == later
    assert keys_of(keys, kept) == first


def test_rows_that_cannot_be_graded() -> None:
    """A row without a learner is none; what stands between cells elsewhere is a character here."""
    keys = Keys(pa)
    picked = [
        pa.array(["q", "q"]).dictionary_encode(),
        pa.array(["1", "1\x1f"]).dictionary_encode(),
    ]
    found = keys.of(picked, pa.array([True, False])).to_pylist()
    assert keys.triples(found) == [NO_LEARNER, ("q", "", "1\x1f")]


@pytest.mark.parametrize("rows", [0, 3])
def test_without_a_column_of_seeds_they_are_blank(rows: int) -> None:
    """Question and response alone."""
    keys = Keys(pa)
    column = pa.array(["a"] * rows, pa.string()).dictionary_encode()
    assert keys.triples(keys.of([column, column], None).to_pylist()) == [("a", "", "a")] * rows
