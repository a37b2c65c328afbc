"""Turn an Arrow column of any type into cells, or into texts as one that is graded is read."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from math import isfinite, isnan
from typing import Any

from quizkit.exchange.columns import distinct
from quizkit.exchange.rows import Cell, Number


def cells_of(arrow: Any, column: Any) -> list[Cell]:
    """The values of a column as cells: numbers, dates and the like as their texts.

    Nothing raises here: what Python has no value for (a nanosecond, the year 10,000), or what is
    not UTF-8, comes as the text that Arrow or the bytes have for it.
    """
    if not _has_pairs(arrow, column.type):
        with suppress(*_no_value(arrow)):
            return list(map(_cell, column.to_pylist()))
    return _cells_by_parts(arrow, column)


def _no_value(arrow: Any) -> tuple[type[Exception], ...]:
    """What is raised where Python has no value; the last, where it does not know a time zone."""
    return ValueError, OverflowError, arrow.ArrowException, KeyError


def _has_pairs(arrow: Any, kind: Any) -> bool:
    """Whether there is a map in the type: its values would be lists of pairs like any others."""
    types = arrow.types
    if types.is_map(kind):
        return True
    if types.is_dictionary(kind):
        return _has_pairs(arrow, kind.value_type)
    if types.is_nested(kind):
        fields = (kind.field(at) for at in range(kind.num_fields))
        return any(_has_pairs(arrow, field.type) for field in fields)
    return False


def _cells_by_parts(arrow: Any, column: Any) -> list[Cell]:
    types, kind = arrow.types, column.type
    if isinstance(kind, arrow.BaseExtensionType):
        return cells_of(arrow, column.storage)
    if types.is_run_end_encoded(kind):
        return cells_of(arrow, arrow.compute.run_end_decode(column))
    if types.is_dictionary(kind):
        return cells_of(arrow, column.dictionary.take(column.indices))
    if not len(column):
        return []
    valid = column.is_valid().to_pylist()
    if types.is_map(kind):
        first, *ends = column.offsets.to_pylist()
        keys, items = (
            cells_of(arrow, part.slice(first, ends[-1] - first))
            for part in (column.keys, column.items)
        )
        pairs = iter(zip(keys, items, strict=True))
        return [
            _mapped(list(islice(pairs, end - start)), there=there)
            for there, start, end in zip(valid, [first, *ends], ends, strict=False)
        ]
    if types.is_struct(kind):
        names = distinct([kind.field(at).name for at in range(kind.num_fields)])
        parts = [cells_of(arrow, part) for part in column.flatten()]
        rows = zip(*parts, strict=True) if parts else ((),) * len(column)
        return [
            dict(zip(names, row, strict=True)) if there else None
            for there, row in zip(valid, rows, strict=True)
        ]
    if types.is_nested(kind) and not types.is_union(kind):
        return [cells_of(arrow, one.values) if one.is_valid else None for one in column]
    with suppress(*_no_value(arrow)):
        if not types.is_duration(kind):  # of which the words are the number alone
            return _in_words(arrow, column).to_pylist()  # type: ignore[no-any-return]
    return [_shown(arrow, column.slice(at, 1)) if one else None for at, one in enumerate(valid)]


def _mapped(pairs: list[tuple[Cell, Cell]], *, there: bool) -> Cell:
    """An object, or a list of pairs where the keys would not be the names of one."""
    if not there:
        return None
    named = {key: item for key, item in pairs if type(key) is str}
    return named if len(named) == len(pairs) else [[key, item] for key, item in pairs]


def _shown(arrow: Any, one: Any) -> Cell:
    """The one value of a column that cannot be shown as a whole."""
    for made in (_of_python, _in_words, _as_bytes, _as_utc):
        with suppress(*_no_value(arrow)):
            return _cell(made(arrow, one)[0].as_py())
    return f"(a value of the type {one.type})"


def _of_python(_arrow: Any, column: Any) -> Any:
    return column


def _in_words(arrow: Any, column: Any) -> Any:
    return column.cast(arrow.string())


def _as_bytes(arrow: Any, column: Any) -> Any:
    return column.cast(arrow.large_binary())


def _as_utc(arrow: Any, column: Any) -> Any:
    # In a zone that this machine does not know.
    return _in_words(arrow, column.cast(arrow.timestamp(column.type.unit, "UTC")))


def _cell(value: Any) -> Cell:
    """A Python value of an Arrow column as a cell."""
    match value:
        case None | bool() | str():
            return value
        case int():
            return Number(value)
        case float():
            if isfinite(value):
                return Number(repr(value))
            # JSON has neither: a gap in a column of numbers is NaN, and nothing is null.
            return None if isnan(value) else repr(value)
        case list():
            return [_cell(one) for one in value]
        case dict():
            return {str(name): _cell(one) for name, one in value.items()}
        case bytes():
            return value.decode("utf-8", "backslashreplace")
        case tuple():  # months, days and nanoseconds
            names = ("months", "days", "nanoseconds")
            return {name: _cell(one) for name, one in zip(names, value, strict=True)}
        case _:
            return str(value)


def plain(arrow: Any, column: Any) -> Any:
    """The column as one of texts or numbers, one value for each row, if it comes otherwise.

    A NaN is null: many programs have no other way to leave out a number.
    """
    types = arrow.types
    if types.is_run_end_encoded(column.type):
        column = arrow.compute.run_end_decode(column)
    if types.is_dictionary(column.type):
        # As plain texts first, since few functions take the other types of texts.
        values = plain(arrow, column.dictionary)
        if not types.is_floating(values.type):
            values = values.cast(arrow.string())
        return values.take(column.indices)
    if types.is_float16(column.type):
        column = column.cast(arrow.float32())
    if getattr(column.type, "extension_name", "") == "arrow.uuid":
        return arrow.array([_cell(one) for one in column.to_pylist()], arrow.string())
    if types.is_floating(column.type):
        gap = arrow.compute.is_nan(column)
        return arrow.compute.if_else(gap, arrow.scalar(None, column.type), column)
    return column


def kind_within(arrow: Any, kind: Any) -> Any:
    """The type of the values themselves, without how they are encoded."""
    types = arrow.types
    if types.is_dictionary(kind) or types.is_run_end_encoded(kind):
        return kind_within(arrow, kind.value_type)
    return kind


def without_null_values(arrow: Any, column: Any) -> Any:
    """A column with a dictionary that has no null among its values, only among its numbers."""
    if not column.dictionary.null_count:
        return column
    compute, kept = arrow.compute, column.dictionary.is_valid()
    place, places = 0, list[int | None]()
    for there in kept.to_pylist():
        places.append(place if there else None)
        place += there
    numbers = arrow.array(places, column.type.index_type).take(column.indices)
    return arrow.DictionaryArray.from_arrays(
        numbers, compute.filter(column.dictionary, kept), ordered=column.type.ordered
    )


def not_utf8(arrow: Any, texts: Any) -> str:
    """The first text that is not UTF-8, with its odd bytes spelt out; empty where all are."""
    try:
        texts.validate(full=True)
    except arrow.ArrowInvalid:
        as_bytes = texts.cast(arrow.large_binary()).to_pylist()
        shown = (text.decode("utf-8", "backslashreplace") for text in as_bytes if text is not None)
        return next((text for text in shown if "\\x" in text), "")
    return ""
