"""Turn a CSV file into rows of submissions.

Delimiter, byte-order mark and line ends are found. Every cell stays the text it is. A broken row
(other cell count, NUL, a quote that never ends) is a row that is refused, with its line.
"""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from io import TextIOWrapper
from itertools import islice
from operator import itemgetter
from typing import BinaryIO
from weakref import finalize

from quizkit.errors import UsageError
from quizkit.exchange.columns import FIELDS, find_columns
from quizkit.exchange.csv_layout import SEPARATOR, Layout, Manner, RowsBatch
from quizkit.exchange.csv_quick import Quick
from quizkit.exchange.rows import Batch

# Few enough that what one step makes is still in the processor's cache for the next: batches of
# 4,096 rows took half as long again.
BATCH_ROWS = 256
MARK = "\ufeff"
_DELIMITERS = ",;\t|"
_LINES_LOOKED_AT = 100
_UNDECODED = re.compile("[\ud800-\udfff]")
_EXCEL_HINT = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


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
        text = TextIOWrapper(stream, encoding, errors="surrogateescape", newline="")
        finalize(self, _let_go, text)
        self._text: Iterator[str] = iter(text)
        self._waiting: deque[str] = deque()
        self._line = 1
        self._ahead = 0  # lines of the record that is being read
        self.manner = self._find_manner(delimiter, mapping)
        self.names: Sequence[str] = self._header()
        self.columns = find_columns(self.names, mapping, file)
        self._layout = Layout(manner=self.manner, names=self.names, columns=self.columns)
        self._quick = Quick(self._layout)

    def batches(self) -> Iterator[Batch]:
        """The rows, some hundred at a time."""
        while lines := self._take(BATCH_ROWS):
            block = "".join(lines)
            if not block.isascii() and _UNDECODED.search(block):
                self._refuse_undecoded(lines)
            batch = self._quick.batch(block, lines, self._line) or self._plain(block, lines)
            if batch is not None:
                self._line += len(lines)
                yield batch
            else:
                careful = self._careful(lines)
                if len(careful):
                    yield careful

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
        if delimiter is None:
            delimiter = _delimiter(first, [mapping.get(field, field) for field in FIELDS])
        self._waiting.appendleft(first)
        return Manner(
            delimiter=delimiter,
            line_end="\r\n" if first.endswith("\r\n") else "\n",
            lead=lead,
            # A hand-made `learner, question, ...`: without this its quotes would not be quotes.
            spaced=delimiter != "\t" and 0 < first.count(delimiter) == first.count(delimiter + " "),
        )

    def _first_line(self) -> str:
        line = "".join(self._take(1))
        self._refuse_undecoded([line])
        if not line.strip(MARK + " \t\r\n"):
            if any(more.strip() for more in self._take(_LINES_LOOKED_AT)):
                raise UsageError(
                    f"{self._file}:{self._line}: this line is blank; it must name the columns"
                )
            raise UsageError(f"{self._file} is empty: its first line must name the columns")
        return line

    def _header(self) -> list[str]:
        _, cells, wrong = next(self._records())
        if wrong:
            raise UsageError(f"{self._file}: the line that names the columns is broken: {wrong}")
        return [cell.replace("\0", "␀").strip() for cell in cells]

    # --- lines --------------------------------------------------------------------------------

    def _take(self, most: int) -> list[str]:
        if not self._waiting:
            lines: list[str] = []
            try:
                lines.extend(islice(self._text, most))
            except UnicodeError as error:
                raise self._undecodable(error, self._line + self._ahead + len(lines)) from error
            return lines
        return [self._waiting.popleft() for _ in range(min(most, len(self._waiting)))]

    def _undecodable(self, error: UnicodeError, line: int) -> UsageError:
        """What to say where the bytes are not even nearly of the encoding, as of half a UTF-16."""
        odd = ""
        if isinstance(error, UnicodeDecodeError):
            # The piece that was being decoded starts in this line. In the other byte order, which
            # only the file's first piece tells, a line feed reads as U+0A00, which is no character.
            before = error.object[: error.start].decode(self._encoding, "ignore")
            line += before.count("\n") + before.count("\u0a00")
            odd = f"byte 0x{error.object[error.start]:02X} "
        return UsageError(
            f"{self._file}:{line}: {odd or 'this '}is not {self._encoding.upper()}, or the file "
            'is cut off here; save it as "CSV UTF-8", or name its encoding: --encoding cp1252'
        )

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

    def _plain(self, block: str, lines: list[str]) -> Batch | None:
        """The batch if each line is one whole row; otherwise None."""
        if "\0" in block or SEPARATOR in block:
            return None
        try:
            rows = list(self.manner.reader(lines))
        except csv.Error:
            return None
        if len(rows) != len(lines) or set(map(len, rows)) != {len(self.names)}:
            return None
        return RowsBatch(
            rows,
            self._layout,
            keys=list(map(SEPARATOR.join, map(itemgetter(*self._layout.picked), rows))),
            lines=range(self._line, self._line + len(lines)),
            raw=self._quick.raw(block, lines),
        )

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
                row, fault = self._layout.fitted(found)
                wrong = quoting or fault
                if wrong:
                    refused[len(keys)] = wrong
                keys.append(None if wrong else self._layout.key(row))
                rows.append(row)
                numbers.append(line)
            if self._line >= past:
                break
        return RowsBatch(rows, self._layout, keys, numbers, refused=refused)

    def _records(self) -> Iterator[tuple[int, list[str], str]]:
        """Each record's first line and cells, and what is wrong with its quotes.

        A blank line has no cells. Of a record with broken quotes only the first line is taken as
        broken: what a stray quote swallowed is read again.
        """
        read: list[str] = []

        def lines() -> Iterator[str]:
            while taken := self._take(1):
                read.append(taken[0])
                self._ahead = len(read)
                yield taken[0]

        reader = self.manner.reader(lines())
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
                reader = self.manner.reader(lines())
            self._ahead = 0
            yield start, cells, wrong

    def _as_it_stands(self, line: str) -> list[str]:
        try:
            return next(csv.reader([line], delimiter=self.manner.delimiter), [])
        except csv.Error:  # longer than any cell may be
            return [line.rstrip("\r\n")]


def _let_go(text: TextIOWrapper) -> None:
    """Leave the stream below open: it belongs to whoever opened it."""
    with suppress(ValueError):  # closed already
        text.detach()


def _delimiter(header: str, wanted: Sequence[str]) -> str:
    """The delimiter under which the header has most of the wanted names, then most names."""

    def fit(delimiter: str) -> tuple[int, int]:
        manner = replace(Manner(), delimiter=delimiter, spaced=True)
        try:
            names = next(manner.reader([header]), [])
        except csv.Error:
            return 0, 0
        plain = {name.strip().casefold() for name in names}
        return sum(name.casefold() in plain for name in wanted), len(names)

    # `max` takes the first of equals: the comma.
    return max(_DELIMITERS, key=fit)


def _quoting(error: csv.Error) -> str:
    message = str(error)
    if "unexpected end" in message:
        return "a quote opens a cell and nothing closes it"
    if "field limit" in message:
        return f"a cell is longer than {csv.field_size_limit()} characters, or a quote has no end"
    if "expected after" in message:
        return 'text follows the quote that closes a cell; a quote inside a cell is written ""'
    return f"the row is not CSV: {message}"
