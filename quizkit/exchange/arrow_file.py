"""Turn a Parquet or Arrow file into its graded form without making a Python object of every row.

Arrow finds the equal rows of a batch; each distinct one is graded once, and its cells are taken as
often as they occur. While one batch is graded the next is read and the last is written.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any, BinaryIO

from quizkit.autograde.batch import Grader
from quizkit.autograde.keyed import Keyed
from quizkit.autograde.rows import ADDED, EXACT, GradedRow, Status
from quizkit.autograde.tally import Tally
from quizkit.exchange.arrow_keys import Keys, variant_of
from quizkit.exchange.arrow_rows import ArrowSource
from quizkit.exchange.arrow_sink import ArrowWriter
from quizkit.exchange.known import Made
from quizkit.exchange.later import Later
from quizkit.exchange.rows import Triple
from quizkit.exchange.workers import Workers
from quizkit.units import exact

_MOST_KNOWN = 100_000
_MOST_SCORES = 1000
_FEEDBACK = ADDED.index("feedback")
_STATUS = ADDED.index("status")
_READ_AS = ADDED.index("read_as")
_SCORE = ADDED.index("score")


def grade_arrow(
    source: ArrowSource,
    stream: BinaryIO,
    grader: Grader,
    jobs: int,
    *,
    parquet: bool,
    told: Callable[[int], None],
) -> Tally:
    """Grade every row of the source into a file in the stream, and count them by status."""
    import pyarrow

    writer = ArrowWriter(stream, source.schema, parquet=parquet, coded=source.coded)
    whole = False
    try:
        with Workers(grader, _itself, jobs) as workers:
            tally = _grade(pyarrow, source, writer, _Known(pyarrow, grader, workers), told)
        whole = True
    finally:
        writer.close(whole=whole)
    return tally


def _itself(row: GradedRow) -> GradedRow:
    return row


def _row_of(one: Made[GradedRow]) -> GradedRow:
    row = one.error or one.rendered
    assert row is not None, "only an error is not rendered"
    return row


def _refused(sentence: str) -> GradedRow:
    return GradedRow(status="error", feedback=sentence)


def _grade(
    pyarrow: Any,
    source: ArrowSource,
    writer: ArrowWriter,
    known: _Known,
    told: Callable[[int], None],
) -> Tally:
    done = 0
    tables = source.tables()
    reading = Later(partial(next, tables, None))
    writing = None
    try:
        while (table := reading.result()) is not None:
            reading = Later(partial(next, tables, None))
            rows = known.rows(source.picked(table), source.nobody(table))
            added = known.take(rows)
            if known.count(rows):
                added[_FEEDBACK] = _named(pyarrow, added, done)
                known.tally.error = known.tally.error or _first_error(pyarrow, added)
            if writing is not None:
                told(writing.result())
            writing = Later(partial(writer.write, table.columns, added))
            done += len(rows)
            known.forget_some()
        if writing is not None:
            told(writing.result())
    finally:  # nobody may use the files when whoever called goes on
        reading.wait()
        if writing is not None:
            writing.wait()
    return known.tally


class _Places(dict[str | float | None, int]):
    """The place of each distinct cell, given when it is first asked for; of nothing, -1."""

    __slots__ = ("cells",)

    def __init__(self) -> None:
        super().__init__({None: -1, "": -1})
        self.cells: list[str | float] = []

    def __missing__(self, cell: str | float) -> int:
        place = self[cell] = len(self.cells)
        self.cells.append(cell)
        return place


class _Column:
    """One added column by the row's place among the known ones, each distinct cell once."""

    __slots__ = ("_kept", "_made", "_places", "kind", "places")

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self.places = array("i")
        self._places = _Places()
        self._made: Any = None
        self._kept = (0, 0)

    def extend(self, cells: Iterable[str | float | None]) -> None:
        """The cells of the next rows."""
        self.places.extend(map(self._places.__getitem__, cells))

    def cells(self, arrow: Any) -> Any:
        """The distinct cells as an Arrow array."""
        cells = self._places.cells
        if self._made is None:
            self._made = arrow.array(cells, self.kind)
        elif len(self._made) < len(cells):
            more = arrow.array(cells[len(self._made) :], self.kind)
            self._made = arrow.concat_arrays([self._made, more])
        return self._made

    def keep(self) -> None:
        """What is there now is to stay."""
        self._kept = (len(self.places), len(self._places.cells))

    def forget(self) -> None:
        """Drop what is not to stay."""
        rows, cells = self._kept
        del self.places[rows:]
        for cell in self._places.cells[cells:]:
            del self._places[cell]
        del self._places.cells[cells:]
        if self._made is not None:
            self._made = self._made[:cells]


class _Known:
    """What has been graded so far: keys, and the added cells of each.

    What comes first is kept; once that is much, what comes later is kept for one batch only. Keys
    are looked up by Arrow, so that a row that is known makes no Python object.
    """

    def __init__(self, arrow: Any, grader: Grader, workers: Workers[GradedRow]) -> None:
        self._arrow = arrow
        self._grader = grader
        self._workers = workers
        self.tally = Tally()
        self._texts = Keys(arrow)
        self._keys = arrow.array([], arrow.int64())
        self._variants: dict[int, Keyed | GradedRow] = {}
        self._scores: dict[int, tuple[Fraction | None, float | None, str]] = {}
        # How rows of a key are counted, by the number of a question and a status.
        self._counted = array("i")
        self._kinds: dict[tuple[str, Status], int] = {}
        texts, numbers = arrow.string(), arrow.float64()
        self._columns = [
            _Column(numbers if at == _SCORE else texts) for at in range(len((*ADDED, *EXACT)))
        ]
        self._kept: int | None = None

    def forget_some(self) -> None:
        """Keep within the bound, so that memory does not grow with the file."""
        if self._kept is not None:
            self._keys = self._keys[: self._kept]
            del self._counted[self._kept :]
            for column in self._columns:
                column.forget()
            self._texts.forget()
            self._variants.clear()
        elif max(len(self._counted), len(self._texts)) > _MOST_KNOWN:
            self._kept = len(self._counted)
            for column in self._columns:
                column.keep()
            self._texts.keep()

    def rows(self, picked: list[Any], nobody: Any) -> Any:
        """The place of each row's key among the known ones, new ones graded."""
        arrow, compute = self._arrow, self._arrow.compute
        keys = self._texts.of(picked, nobody)
        rows = compute.index_in(keys, value_set=self._keys)
        if not rows.null_count:
            return rows
        unknown = keys.filter(compute.is_null(rows))
        new = unknown.unique()
        places = compute.index_in(unknown, value_set=new)
        first = arrow.scalar(len(self._keys), arrow.int32())
        rows = compute.replace_with_mask(rows, compute.is_null(rows), compute.add(places, first))
        self._add(new.to_pylist(), len(keys))
        self._keys = arrow.concat_arrays([self._keys, new])
        return rows

    def _add(self, keys: list[int], of: int) -> None:
        """Grade what these keys stand for, new ones of so many rows."""
        triples = self._texts.triples(keys)
        graded = self._graded(keys, triples, of)
        kinds = self._kinds
        refs: dict[str, str] = {}
        for triple, row in zip(triples, graded, strict=True):
            ref = ""
            if row.revision:
                assert not isinstance(triple, str), "a refused row has no question"
                question, _, response = triple
                known = refs.get(question)
                if known is None:
                    known = refs[question] = question.strip().partition("#")[0]
                ref = known
                if (
                    "E" in response
                    and not self.tally.cut
                    and self._grader.looks_cut(question, response, row)
                ):
                    self.tally.cut = response.strip()
            self._counted.append(kinds.setdefault((ref, row.status), len(kinds)))
        cells: list[Any] = list(zip(*graded, strict=True))
        scores = [self._scores.get(id(score)) or self._new_score(score) for score in cells[_SCORE]]
        cells[_SCORE] = [number for _, number, _ in scores]
        cells.append([text for _, _, text in scores])
        for column, own in zip(self._columns, cells, strict=True):
            column.extend(own)

    def _graded(self, keys: list[int], triples: list[Triple | str], of: int) -> list[GradedRow]:
        """What each key comes to."""
        if self._workers.are_worth(len(keys), of):
            asked = [triple for triple in triples if not isinstance(triple, str)]
            made = iter(self._workers.results(self._workers.submit(asked)))
            return [
                _refused(triple) if isinstance(triple, str) else _row_of(next(made))
                for triple in triples
            ]
        grader, variants = self._grader, self._variants
        graded = []
        for key, triple in zip(keys, triples, strict=True):
            if isinstance(triple, str):
                graded.append(_refused(triple))
                continue
            question, seed, response = triple
            variant = variant_of(key)
            keyed = variants.get(variant)
            if keyed is None:
                keyed = variants[variant] = grader.keyed(question, seed)
            row = grader.answered(keyed, response)
            if row.status == "needs_review":
                row = grader.reviewed(question, seed, response, row)
            graded.append(row)
        return graded

    def _new_score(self, score: Fraction | None) -> tuple[Fraction | None, float | None, str]:
        """A score with its cells; kept by its identity, since fractions are slow to compare."""
        if len(self._scores) >= _MOST_SCORES:
            self._scores.clear()
        cells = "" if score is None else exact(score)
        found = score, None if score is None else float(score), cells
        self._scores[id(score)] = found
        return found

    def take(self, rows: Any) -> list[Any]:
        """The added columns for rows of these places."""
        arrow, compute = self._arrow, self._arrow.compute
        taken = []
        for at, column in enumerate(self._columns):
            places = self._ints(column.places).take(rows)
            nothing = compute.less(places, 0)
            if compute.any(nothing).as_py():
                places = compute.if_else(nothing, arrow.scalar(None, arrow.int32()), places)
            cells = column.cells(arrow)
            if at in (_SCORE, _READ_AS):  # readings differ too much for a dictionary to pay
                taken.append(cells.take(places))
            else:
                taken.append(arrow.DictionaryArray.from_arrays(places, cells))
        return taken

    def count(self, rows: Any) -> bool:
        """Count rows of these places by status; whether any is an error."""
        kinds = list(self._kinds)
        errors = False
        for pair in self._ints(self._counted).take(rows).value_counts().to_pylist():
            ref, status = kinds[pair["values"]]
            self.tally.add(ref, status, pair["counts"])
            errors |= status == "error"
        return errors

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


def _first_error(arrow: Any, added: list[Any]) -> str:
    at = arrow.compute.index(added[_STATUS].dictionary_decode(), "error").as_py()
    return str(added[_FEEDBACK][at].as_py())
