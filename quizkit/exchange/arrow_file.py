"""Turn a Parquet or Arrow file into its graded form without making a Python object of every row.

Arrow finds the equal rows of a batch; each distinct one is graded once, and its cells are taken as
often as they occur.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, BinaryIO

from quizkit.autograde.rows import ADDED, EXACT, GradedRow, Status
from quizkit.autograde.tally import Tally
from quizkit.exchange.arrow_rows import ArrowSource
from quizkit.exchange.arrow_sink import ArrowWriter, cells_of
from quizkit.exchange.known import NO_LEARNER
from quizkit.exchange.workers import Workers

_MOST_KNOWN = 100_000
_FEEDBACK = ADDED.index("feedback")
_STATUS = ADDED.index("status")
_READ_AS = ADDED.index("read_as")
_SCORE = ADDED.index("score")


def grade_arrow(
    source: ArrowSource,
    stream: BinaryIO,
    workers: Workers,
    *,
    parquet: bool,
    told: Callable[[int], None],
) -> Tally:
    """Grade every row of the source into a file in the stream, and count them by status."""
    import pyarrow

    writer = ArrowWriter(stream, source.schema, parquet=parquet)
    whole = False
    try:
        tally = _grade(pyarrow, source, writer, workers, told)
        whole = True
    finally:
        writer.close(whole=whole)
    return tally


def _grade(
    pyarrow: Any,
    source: ArrowSource,
    writer: ArrowWriter,
    workers: Workers,
    told: Callable[[int], None],
) -> Tally:
    known = _Known(pyarrow, source, workers)
    done = 0
    for table in source.tables():
        encoded = source.keys(table).dictionary_encode(null_encoding="encode")
        codes = known.codes(encoded.dictionary.to_pylist())
        rows = pyarrow.array(codes, pyarrow.int32()).take(encoded.indices)
        added = known.take(rows)
        if known.has_errors(codes):
            added[_FEEDBACK] = _named(pyarrow, added, done)
        writer.write(table.columns, added)
        done += len(rows)
        known.count(rows)
        known.forget_some()
        told(len(rows))
    return known.tally


class _Column:
    """One added column by code, each distinct cell once; nothing stands at place -1."""

    __slots__ = ("_kept", "_places", "cells", "rows")

    def __init__(self) -> None:
        self.cells: list[str | float] = []
        self.rows = array("i")
        self._places: dict[str | float | None, int] = {None: -1}
        self._kept = (0, 0)

    def add(self, cell: str | float | None) -> None:
        """The cell of the next code."""
        place = self._places.get(cell)
        if place is None:
            assert cell is not None, "nothing has its place"
            place = self._places[cell] = len(self.cells)
            self.cells.append(cell)
        self.rows.append(place)

    def keep(self) -> None:
        """What is there now is to stay."""
        self._kept = (len(self.rows), len(self.cells))

    def forget(self) -> None:
        """Drop what is not to stay."""
        rows, cells = self._kept
        del self.rows[rows:]
        for cell in self.cells[cells:]:
            del self._places[cell]
        del self.cells[cells:]


class _Known:
    """What has been graded so far: codes of keys, and by code the added cells.

    What comes first is kept; once that is much, what comes later is kept for one batch only.
    """

    def __init__(self, arrow: Any, source: ArrowSource, workers: Workers) -> None:
        self._arrow = arrow
        self._source = source
        self._workers = workers
        self.tally = Tally()
        self._codes: dict[str | None, int] = {}
        # How rows of a code are counted, by the number of a question and a status.
        self._counted = array("i")
        self._kinds: dict[tuple[str, Status], int] = {}
        self._columns = [_Column() for _ in (*ADDED, *EXACT)]
        self._errors: set[int] = set()
        self._passing: list[str | None] | None = None

    def forget_some(self) -> None:
        """Keep within the bound, so that memory does not grow with the file."""
        if self._passing is not None:
            kept = len(self._counted) - len(self._passing)
            for key in self._passing:
                self._errors.discard(self._codes.pop(key))
            self._passing.clear()
            del self._counted[kept:]
            for column in self._columns:
                column.forget()
        elif len(self._counted) > _MOST_KNOWN:
            self._passing = []
            for column in self._columns:
                column.keep()

    def codes(self, keys: list[str | None]) -> list[int]:
        """The code of each key, new ones graded."""
        new = [key for key in keys if key not in self._codes]
        for key, (ref, row) in zip(new, self._graded(new), strict=True):
            code = self._codes[key] = len(self._counted)
            kind = self._kinds.setdefault((ref, row.status), len(self._kinds))
            self._counted.append(kind)
            if row.status == "error":
                self._errors.add(code)
            for column, cell in zip(self._columns, cells_of(row), strict=True):
                column.add(cell)
        if self._passing is not None:
            self._passing += new
        return [self._codes[key] for key in keys]

    def _graded(self, keys: list[str | None]) -> list[tuple[str, GradedRow]]:
        """The name of the question and the row of each key."""
        triples = [NO_LEARNER if key is None else self._source.triple_of(key) for key in keys]
        asked = [triple for triple in triples if not isinstance(triple, str)]
        rows = iter(self._workers.rows(asked))
        graded = []
        for triple in triples:
            if isinstance(triple, str):
                graded.append(("", GradedRow(status="error", feedback=triple)))
            else:
                row = next(rows)
                if not self.tally.cut and self._workers.grader.looks_cut(triple[0], triple[2], row):
                    self.tally.cut = triple[2].strip()
                graded.append((triple[0].strip().partition("#")[0] if row.revision else "", row))
        return graded

    def has_errors(self, codes: list[int]) -> bool:
        """Whether any of the codes is of an error row."""
        return not self._errors.isdisjoint(codes)

    def take(self, rows: Any) -> list[Any]:
        """The added columns for rows of these codes."""
        arrow, compute = self._arrow, self._arrow.compute
        taken = []
        for at, column in enumerate(self._columns):
            places = self._ints(column.rows).take(rows)
            nothing = compute.less(places, 0)
            if compute.any(nothing).as_py():
                places = compute.if_else(nothing, arrow.scalar(None, arrow.int32()), places)
            kind = arrow.float64() if at == _SCORE else arrow.string()
            cells = arrow.array(column.cells, kind)
            if at in (_SCORE, _READ_AS):  # readings differ too much for a dictionary to pay
                taken.append(cells.take(places))
            else:
                taken.append(arrow.DictionaryArray.from_arrays(places, cells))
        return taken

    def count(self, rows: Any) -> None:
        """Count rows of these codes by status."""
        kinds = list(self._kinds)
        for pair in self._ints(self._counted).take(rows).value_counts().to_pylist():
            ref, status = kinds[pair["values"]]
            self.tally.add(ref, status, pair["counts"])

    def _ints(self, numbers: array[int]) -> Any:
        """The numbers as an Arrow array, which shares their memory."""
        # The buffer must be let go of before the array grows, so nothing keeps this for long.
        buffers = [None, self._arrow.py_buffer(numbers)]
        return self._arrow.Array.from_buffers(self._arrow.int32(), len(numbers), buffers)


def _named(arrow: Any, added: list[Any], done: int) -> Any:
    """The feedback, with the row's number before the sentence of each error."""
    compute = arrow.compute
    numbers = arrow.array(range(done + 1, done + 1 + len(added[_STATUS])), arrow.int64())
    names = compute.binary_join_element_wise("row ", numbers.cast(arrow.string()), ": ", "")
    is_error = compute.equal(added[_STATUS].dictionary_decode(), "error")
    feedback = added[_FEEDBACK].dictionary_decode()
    named = compute.binary_join_element_wise(names, feedback, "")
    return compute.if_else(is_error, named, feedback).dictionary_encode()
