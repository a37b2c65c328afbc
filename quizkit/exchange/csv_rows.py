"""Turn a CSV file into rows of submissions.

Delimiter, byte-order mark and line ends are found. Every cell stays the text it is. A broken row
(other cell count, NUL, a quote that never ends) is a row that is refused, with its line.
"""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import accumulate, islice
from operator import itemgetter
from typing import BinaryIO, overload

from quizkit.errors import UsageError
from quizkit.exchange.columns import FIELDS, find_columns
from quizkit.exchange.formulas import as_typed, formula_finder
from quizkit.exchange.known import NO_LEARNER
from quizkit.exchange.rows import Batch

# Few enough that what one step makes is still in the processor's cache for the next: batches of
# 4,096 rows took half as long again.
BATCH_ROWS = 256
MARK = "\ufeff"
_DELIMITERS = ",;\t|"
_SEPARATOR = "\x1f"
_UNDECODED = re.compile("[\ud800-\udfff]")
_EXCEL_HINT = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a CSV file is written; its graded form is written likewise.

    `lead` is what comes before the column names: the byte-order mark, or a line `sep=;`.
    """

    delimiter: str = ","
    line_end: str = "\n"
    lead: str = ""


class CsvSource:
    """Submissions in a CSV file; raises UsageError where the file as a whole cannot be read."""

    row_word = "line"

    def __init__(
        self,
        stream: BinaryIO,
        file: str,
        mapping: Mapping[str, str],
        *,
        encoding: str = "utf-8",
        delimiter: str | None = None,
    ) -> None:
        self._file = file
        self._encoding = encoding
        # Bytes that do not fit become surrogates first, so that the message can name their line.
        self._text: Iterator[str] = iter(
            TextIOWrapper(stream, encoding, errors="surrogateescape", newline="")
        )
        self._waiting: deque[str] = deque()
        self._line = 1
        self.manner = self._find_manner(delimiter, mapping)
        self.names: Sequence[str] = self._header()
        columns = find_columns(self.names, mapping, file)
        self._pick = tuple(
            self.names.index(name)
            for name in (columns.question, columns.seed, columns.response)
            if name is not None
        )
        self._learner = None if columns.learner is None else self.names.index(columns.learner)
        self._run = self._side_by_side()
        # A blank line, or one whose first cell, the learner, is blank.
        cut = re.escape(self.manner.delimiter)
        nobody = "" if self._learner is None else rf"|[^\S\r\n{cut}]*{cut}"
        self._blanks = re.compile(rf"\n(?:[\r\n]{nobody})")
        self._formulas = formula_finder(self.manner.delimiter)

    def batches(self) -> Iterator[Batch]:
        """The rows, some hundred at a time."""
        while lines := self._take(BATCH_ROWS):
            block = "".join(lines)
            if not block.isascii() and _UNDECODED.search(block):
                self._refuse_undecoded(lines)
            batch = self._quick(block, lines) or self._plain(block, lines) or self._careful(lines)
            if batch.keys:
                yield batch

    def triple(self, batch: Batch, at: int) -> tuple[str, str, str] | str:
        """Question, seed (blank where the file has none) and response of one row."""
        if isinstance(batch.cells, _Split):
            row, wrong = self._fitted(batch.cells[at])
            if wrong:
                batch.cells.put(at, row)
                if batch.raw is not None:
                    batch.raw[at] = None
                return wrong
        cells = [as_typed(str(batch.cells[at][place])) for place in self._pick]
        return cells[0], cells[1] if len(cells) == 3 else "", cells[-1]

    # --- the first lines ----------------------------------------------------------------------

    def _find_manner(self, delimiter: str | None, mapping: Mapping[str, str]) -> Manner:
        first = self._first_line()
        lead = MARK if first.startswith(MARK) or self._encoding.startswith("utf-16") else ""
        first = first.removeprefix(MARK)
        hint = _EXCEL_HINT.fullmatch(first)
        if hint:
            lead += first
            delimiter = delimiter or hint[1]
            self._line += 1
            first = self._first_line()
        self._spaced = False
        if delimiter is None:
            delimiter = _delimiter(first, [mapping.get(field, field) for field in FIELDS])
        # A hand-made `learner, question, ...`: without this its quotes would not be quotes.
        self._spaced = delimiter != "\t" and (
            0 < first.count(delimiter) == first.count(delimiter + " ")
        )
        self._waiting.appendleft(first)
        line_end = "\r\n" if first.endswith("\r\n") else "\n"
        return Manner(delimiter=delimiter, line_end=line_end, lead=lead)

    def _first_line(self) -> str:
        line = "".join(self._take(1))
        self._refuse_undecoded([line])
        if not line.strip(MARK + " \t\r\n"):
            raise UsageError(f"{self._file} is empty: its first line must name the columns")
        return line

    def _header(self) -> list[str]:
        _, cells, wrong = next(self._records())
        if wrong:
            raise UsageError(f"{self._file}: the line that names the columns is broken: {wrong}")
        return [cell.replace("\0", "␀").strip() for cell in cells]

    def _side_by_side(self) -> tuple[int, int] | None:
        """How many columns stand before and after the picked ones, if `_quick` can cut them out.

        That takes one run of columns in the order picked, after the learner in the first column.
        """
        first, picked = self._pick[0], self._pick
        if self._spaced or self._learner not in (0, None) or not first:
            return None
        if picked != tuple(range(first, first + len(picked))):
            return None
        return first, len(self.names) - first - len(picked)

    # --- lines --------------------------------------------------------------------------------

    def _take(self, most: int) -> list[str]:
        if not self._waiting:
            return list(islice(self._text, most))
        return [self._waiting.popleft() for _ in range(min(most, len(self._waiting)))]

    def _refuse_undecoded(self, lines: Iterable[str]) -> None:
        for at, line in enumerate(lines, self._line):
            odd = _UNDECODED.search(line)
            if odd:
                raise UsageError(
                    f"{self._file}:{at}: byte 0x{ord(odd[0]) & 0xFF:02X} is not "
                    f'{self._encoding.upper()}; save the file as "CSV UTF-8", or name its '
                    "encoding: --encoding cp1252"
                )

    # --- rows ---------------------------------------------------------------------------------

    def _reader(self, lines: Iterable[str]) -> Iterator[list[str]]:
        return csv.reader(
            lines, delimiter=self.manner.delimiter, strict=True, skipinitialspace=self._spaced
        )

    def _quick(self, block: str, lines: list[str]) -> Batch | None:
        """The batch if each line is one row and hardly any has quotes; or None.

        The picked columns, if they stand side by side, are cut out in one piece as the key; the
        other cells are not even looked at. A row with too few or too many cells yields a piece
        that is no question, seed and response, and `triple` finds it out.
        """
        odd = "\0" in block or _SEPARATOR in block
        if self._run is None or odd or self._blanks.search("\n" + block):
            return None
        raw = self._raw(block, lines)
        if raw is None:
            return None
        before, after = self._run
        cut = self.manner.delimiter
        if before == 1:  # by far the most common: `partition` takes half the time of `split`
            keys: list[str | None] = [line.partition(cut)[2] for line in lines]
        else:
            keys = [line.split(cut, before)[-1] for line in lines]
        if after:
            keys = [key.rsplit(cut, after)[0] for key in keys if key is not None]
        cells = _Split(lines, cut, len(self.manner.line_end))
        if '"' in block and not self._put_quoted(lines, keys, cells):
            return None
        first, self._line = self._line, self._line + len(lines)
        return Batch(keys=keys, lines=range(first, self._line), cells=cells, raw=raw)

    def _put_quoted(self, lines: list[str], keys: list[str | None], cells: _Split) -> bool:
        """Read the lines with quotes properly; or say that they are not one whole row each."""
        quoted = [at for at, line in enumerate(lines) if '"' in line]
        try:
            rows = list(self._reader([lines[at] for at in quoted]))
        except csv.Error:
            return False
        if len(rows) != len(quoted) or set(map(len, rows)) != {len(self.names)}:
            return False
        for at, row in zip(quoted, rows, strict=True):
            cells.put(at, row)
            keys[at] = _SEPARATOR.join([row[place] for place in self._pick])
            if self._learner is not None and not row[self._learner].strip():
                return False
        return True

    def _plain(self, block: str, lines: list[str]) -> Batch | None:
        """The batch if each line is one whole row; otherwise None."""
        if "\0" in block or _SEPARATOR in block:
            return None
        try:
            rows = list(self._reader(lines))
        except csv.Error:
            return None
        if len(rows) != len(lines) or set(map(len, rows)) != {len(self.names)}:
            return None
        first, self._line = self._line, self._line + len(lines)
        batch = Batch(
            keys=list(map(_SEPARATOR.join, map(itemgetter(*self._pick), rows))),
            lines=range(first, self._line),
            cells=rows,
            raw=self._raw(block, lines),
        )
        self._refuse_nobody(batch)
        return batch

    def _raw(self, block: str, lines: list[str]) -> list[str | None] | None:
        """The lines without their ends, those left out that may not be repeated as they are."""
        end = self.manner.line_end
        returns = block.count("\r")
        if not lines[-1].endswith(end) or returns != (0 if end == "\n" else len(lines)):
            return None
        raw: list[str | None] = [line[: -len(end)] for line in lines]
        if '"' in block:
            raw = [None if '"' in line else line for line in raw if line is not None]
        formulas = list(self._formulas(block))
        if formulas:
            starts = list(accumulate(map(len, lines), initial=0))
            for place in formulas:
                raw[bisect_right(starts, place) - 1] = None
        return raw

    def _careful(self, lines: list[str]) -> Batch:
        """The same, row by row: rows of several lines, blank lines, and rows that are broken."""
        self._waiting.extendleft(reversed(lines))
        past = self._line + len(lines)
        keys: list[str | None] = []
        rows: list[list[str]] = []
        numbers: list[int] = []
        refused: dict[int, str] = {}
        for line, found, quoting in self._records():
            if found:
                cells, fault = self._fitted(found)
                wrong = quoting or fault
                if wrong:
                    refused[len(keys)] = wrong
                keys.append(None if wrong else self._careful_key(cells))
                rows.append(cells)
                numbers.append(line)
            if self._line >= past:
                break
        batch = Batch(keys=keys, lines=numbers, cells=rows, refused=refused)
        self._refuse_nobody(batch)
        return batch

    def _careful_key(self, cells: list[str]) -> str:
        picked = tuple(cells[place] for place in self._pick)
        joined = _SEPARATOR.join(picked)
        # Answers that hold the separator could join to the same text; `repr` never holds it.
        return joined if joined.count(_SEPARATOR) < len(self._pick) else repr(picked)

    def _records(self) -> Iterator[tuple[int, list[str], str]]:
        """Each record's first line and cells, and what is wrong with its quotes.

        A blank line has no cells. Of a record with broken quotes only the first line is taken as
        broken: what a stray quote swallowed is read again.
        """
        read: list[str] = []

        def lines() -> Iterator[str]:
            while taken := self._take(1):
                read.append(taken[0])
                yield taken[0]

        reader = self._reader(lines())
        while True:
            read.clear()
            start = self._line
            try:
                cells, wrong = next(reader), ""
                self._line += len(read)
            except StopIteration:
                return
            except csv.Error as error:
                cells, wrong = self._as_it_stands(read[0]), _quoting(error)
                self._waiting.extendleft(reversed(read[1:]))
                self._line += 1
                reader = self._reader(lines())
            yield start, cells, wrong

    def _as_it_stands(self, line: str) -> list[str]:
        try:
            return next(csv.reader([line], delimiter=self.manner.delimiter), [])
        except csv.Error:  # longer than any cell may be
            return [line.rstrip("\r\n")]

    def _fitted(self, cells: list[str]) -> tuple[list[str], str]:
        """The cells, one for each column and free of NUL, and what was wrong with them."""
        columns, wrong = len(self.names), ""
        if len(cells) != columns:
            wrong = f"the row has {_many(len(cells), 'cell')}, the file {_many(columns, 'column')}"
            if len(cells) > columns:
                wrong += "; a cell that holds the delimiter needs quotes round it"
                cells = [
                    *cells[: columns - 1], self.manner.delimiter.join(cells[columns - 1 :])
                ]  # fmt: skip
            cells = [*cells, *[""] * (columns - len(cells))]
        holed = [name for name, cell in zip(self.names, cells, strict=True) if "\0" in cell]
        if holed:
            wrong = wrong or f'the cell of column "{holed[0]}" holds a NUL byte (shown as ␀)'
            cells = [cell.replace("\0", "␀") for cell in cells]
        return cells, wrong

    def _refuse_nobody(self, batch: Batch) -> None:
        if self._learner is None:
            return
        learners = list(map(itemgetter(self._learner), batch.cells))
        if all(map(str.strip, learners)):
            return
        for at, learner in enumerate(learners):
            if at not in batch.refused and not str(learner).strip():
                batch.refused[at] = NO_LEARNER
                batch.keys[at] = None


class _Split(Sequence[list[str]]):
    """The cells of lines that hold nothing but cells and delimiters, split when asked for."""

    def __init__(self, lines: list[str], delimiter: str, end: int) -> None:
        self._lines = lines
        self._delimiter = delimiter
        self._end = end
        self._put: dict[int, list[str]] = {}

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, at: int) -> list[str]: ...
    @overload
    def __getitem__(self, at: slice) -> list[list[str]]: ...
    def __getitem__(self, at: int | slice) -> list[str] | list[list[str]]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        if at in self._put:
            return self._put[at]
        return self._lines[at][: -self._end].split(self._delimiter)

    def put(self, at: int, cells: list[str]) -> None:
        """Replace the cells of a row, made to fit."""
        self._put[at] = cells


def _delimiter(header: str, wanted: Sequence[str]) -> str:
    """The delimiter under which the header has most of the wanted names, then most names."""

    def fit(delimiter: str) -> tuple[int, int]:
        names = next(csv.reader([header], delimiter=delimiter, skipinitialspace=True), [])
        plain = {name.strip().casefold() for name in names}
        return sum(name.casefold() in plain for name in wanted), len(names)

    # `max` takes the first of equals: the comma.
    return max(_DELIMITERS, key=fit)


def _quoting(error: csv.Error) -> str:
    message = str(error)
    if "unexpected end" in message or "field limit" in message:
        return "a quote opens a cell and nothing closes it"
    if "expected after" in message:
        return 'text follows the quote that closes a cell; a quote inside a cell is written ""'
    return f"the row is not CSV: {message}"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
