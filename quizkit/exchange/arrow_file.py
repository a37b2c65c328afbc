"""Turn a Parquet or Arrow file into its graded form without making a Python object of every row.

Arrow finds the equal rows of a batch; each distinct one is graded once, and its cells are taken as
often as they occur.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, BinaryIO

from quizkit.autograde.rows import ADDED, GradedRow
from quizkit.autograde.tally import Tally
from quizkit.exchange.arrow_rows import ArrowSource
from quizkit.exchange.arrow_sink import ArrowWriter, columns_of
from quizkit.exchange.known import NO_LEARNER
from quizkit.exchange.workers import Workers

_MOST_KNOWN = 150_000
_FEEDBACK = ADDED.index("feedback")
_STATUS = ADDED.index("status")


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
        known.forget_if_many()
        told(len(rows))
    return known.tally


class _Known:
    """What has been graded so far: codes of keys, and by code the added cells, as Arrow arrays."""

    def __init__(self, arrow: Any, source: ArrowSource, workers: Workers) -> None:
        self._arrow = arrow
        self._source = source
        self._workers = workers
        self.tally = Tally()
        self._forget()

    def _forget(self) -> None:
        self._codes: dict[str | None, int] = {}
        self._rows: list[tuple[str, GradedRow]] = []
        self._columns: list[Any] = []
        self._errors: set[int] = set()

    def forget_if_many(self) -> None:
        """Forget everything once there is much of it, so that memory does not grow."""
        if len(self._rows) > _MOST_KNOWN:
            self._forget()

    def codes(self, keys: list[str | None]) -> list[int]:
        """The code of each key, new ones graded."""
        new = [key for key in keys if key not in self._codes]
        rows = self._graded(new)
        for key, (ref, row) in zip(new, rows, strict=True):
            self._codes[key] = len(self._rows)
            if row.status == "error":
                self._errors.add(len(self._rows))
            self._rows.append((ref, row))
        if new:
            columns = columns_of(self._arrow, [row for _, row in rows])
            if self._columns:
                pairs = zip(self._columns, columns, strict=True)
                columns = [self._arrow.concat_arrays([old, more]) for old, more in pairs]
            self._columns = columns
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
                graded.append((triple[0].strip().partition("#")[0] if row.revision else "", row))
        return graded

    def has_errors(self, codes: list[int]) -> bool:
        """Whether any of the codes is of an error row."""
        return not self._errors.isdisjoint(codes)

    def take(self, rows: Any) -> list[Any]:
        """The added columns for rows of these codes."""
        taken = []
        for column in self._columns:
            if self._arrow.types.is_string(column.type):
                # Few distinct texts: their numbers are taken, not the texts.
                encoded = column.dictionary_encode()
                taken.append(
                    self._arrow.DictionaryArray.from_arrays(
                        encoded.indices.take(rows), encoded.dictionary
                    )
                )
            else:
                taken.append(column.take(rows))
        return taken

    def count(self, rows: Any) -> None:
        """Count rows of these codes by status."""
        for pair in rows.value_counts().to_pylist():
            ref, row = self._rows[pair["values"]]
            self.tally.add(ref, row.status, pair["counts"])


def _named(arrow: Any, added: list[Any], done: int) -> Any:
    """The feedback, with the row's number before the sentence of each error."""
    compute = arrow.compute
    numbers = arrow.array(range(done + 1, done + 1 + len(added[_STATUS])), arrow.int64())
    names = compute.binary_join_element_wise("row ", numbers.cast(arrow.string()), ": ", "")
    is_error = compute.equal(added[_STATUS].dictionary_decode(), "error")
    feedback = added[_FEEDBACK].dictionary_decode()
    named = compute.binary_join_element_wise(names, feedback, "")
    return compute.if_else(is_error, named, feedback).dictionary_encode()
