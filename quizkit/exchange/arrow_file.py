"""Turn a Parquet or Arrow file into its graded form without making a Python object of every row.

Arrow finds the equal rows of a batch; each distinct one is graded once, and its cells are taken as
often as they occur. While one batch is graded the next is read and the last is written.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, BinaryIO

from quizkit.autograde.batch import Grader
from quizkit.autograde.keyed import Keyed
from quizkit.autograde.rows import ADDED, GradedRow, Status
from quizkit.autograde.tally import Tally
from quizkit.exchange.arrow_columns import Distinct, ints
from quizkit.exchange.arrow_keys import Keys, question_of, variant_of
from quizkit.exchange.arrow_rows import ArrowSource
from quizkit.exchange.arrow_sink import ArrowWriter
from quizkit.exchange.known import Made
from quizkit.exchange.later import Later
from quizkit.exchange.rows import Triple
from quizkit.exchange.workers import Workers

_MOST_KNOWN = 100_000
_FEEDBACK = ADDED.index("feedback")
_STATUS = ADDED.index("status")
_ROWS_OF_PYTHON = 1 << 14


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

    writer = ArrowWriter(
        stream, source.schema, used=source.columns.used, parquet=parquet, coded=source.coded
    )
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


class _Kinds(dict[tuple[int, Status, bool], int]):
    """The number under which rows are counted, by question, status and whether that is known."""

    __slots__ = ("_grader", "_numbers", "_texts", "named")

    def __init__(self, grader: Grader, texts: Keys) -> None:
        super().__init__()
        self._grader = grader
        self._texts = texts
        self._numbers: dict[tuple[str, Status], int] = {}
        self.named: list[tuple[str, Status]] = []

    def __missing__(self, kind: tuple[int, Status, bool]) -> int:
        question, status, is_known = kind
        ref = self._grader.ref_of(self._texts.question(question)) if is_known else ""
        number = self._numbers.setdefault((ref, status), len(self.named))
        if number == len(self.named):
            self.named.append((ref, status))
        self[kind] = number
        return number


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
        self._distinct = Distinct(arrow)
        # How rows are counted, by the number of what they share: that of a question and a status.
        self._counted = array("i")
        self._kinds = _Kinds(grader, self._texts)
        self._kept: tuple[int, int] | None = None

    def forget_some(self) -> None:
        """Keep within the bound, so that memory does not grow with the file."""
        if self._kept is not None:
            self._keys = self._keys[: self._kept[0]]
            del self._counted[self._kept[1] :]
            self._distinct.forget()
            self._texts.forget()
            self._kinds.clear()
            self._variants.clear()
        elif max(len(self._distinct), len(self._texts)) > _MOST_KNOWN:
            self._kept = len(self._distinct), len(self._counted)
            self._distinct.keep()
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
        if self._workers.are_worth(len(keys), of):
            self._extend(keys, *self._graded_elsewhere(keys))
            return
        for start in range(0, len(keys), _ROWS_OF_PYTHON):
            part = keys[start : start + _ROWS_OF_PYTHON]
            self._extend(part, *self._graded_here(part))

    def _extend(
        self, keys: Iterable[int], triples: list[Triple | str], graded: list[GradedRow]
    ) -> None:
        """Know from now on what these keys come to."""
        questions = list(map(question_of, keys))
        for at in self._distinct.extend(questions, graded):
            row = graded[at]
            self._counted.append(self._kinds[questions[at], row.status, bool(row.revision)])
        if not self.tally.cut:
            self.tally.cut = self._first_cut(triples, graded)

    def _first_cut(self, triples: list[Triple | str], graded: list[GradedRow]) -> str:
        """The first response that looks as if a spreadsheet had cut it."""
        for triple, row in zip(triples, graded, strict=True):
            if "E" in triple[-1] and not isinstance(triple, str):
                question, _, response = triple
                if self._grader.looks_cut(question, response, row):
                    return response.strip()
        return ""

    def _graded_elsewhere(self, keys: list[int]) -> tuple[list[Triple | str], list[GradedRow]]:
        """What each key stands for and comes to, by other processes."""
        triples = self._texts.triples(keys)
        asked = [triple for triple in triples if not isinstance(triple, str)]
        made = iter(self._workers.results(self._workers.submit(asked)))
        graded = [
            _refused(triple) if isinstance(triple, str) else _row_of(next(made))
            for triple in triples
        ]
        return triples, graded

    def _graded_here(self, keys: list[int]) -> tuple[list[Triple | str], list[GradedRow]]:
        """What each key stands for and comes to, by this process."""
        triples = self._texts.triples(keys)
        grader, variants = self._grader, self._variants
        graded = []
        for variant, triple in zip(map(variant_of, keys), triples, strict=True):
            if isinstance(triple, str):
                graded.append(_refused(triple))
                continue
            question, seed, response = triple
            keyed = variants.get(variant)
            if keyed is None:
                keyed = variants[variant] = grader.keyed(question, seed)
            row = grader.answered(keyed, response)
            if row.status == "needs_review":
                row = grader.reviewed(question, seed, response, row)
            graded.append(row)
        return triples, graded

    def take(self, rows: Any) -> list[Any]:
        """The added columns for rows of these places."""
        return self._distinct.take(rows)

    def count(self, rows: Any) -> bool:
        """Count rows of these places by status; whether any is an error."""
        kinds = self._kinds.named
        errors = False
        counted = ints(self._arrow, self._counted).take(self._distinct.shared(rows))
        for pair in counted.value_counts().to_pylist():
            ref, status = kinds[pair["values"]]
            self.tally.add(ref, status, pair["counts"])
            errors |= status == "error"
        return errors


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
