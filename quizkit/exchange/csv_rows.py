"""Turn a CSV file into rows of submissions.

Delimiter, byte-order mark and line ends are found. Every cell stays the text it is. A broken row
(other cell count, NUL, a quote that never ends) is a row that is refused, with its line.
"""

from __future__ import annotations

import csv
import re
from codecs import lookup
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import BinaryIO

from quizkit.errors import UsageError
from quizkit.exchange.column_names import FIELDS, fields_called, shown
from quizkit.exchange.columns import Columns, find_columns
from quizkit.exchange.csv_layout import SEPARATOR, Layout, Manner, RowsBatch
from quizkit.exchange.csv_lines import UNDECODED, Lines
from quizkit.exchange.csv_quick import Quick
from quizkit.exchange.csv_records import Records
from quizkit.exchange.formats import Format, format_of_name
from quizkit.exchange.rows import BATCH_SIZE, LONGEST_ROW, Batch

# Few enough that what one step makes is still in the processor's cache for the next: batches of
# 4,096 rows took half as long again.
BATCH_ROWS = 256
MARK = "\ufeff"
_DELIMITERS = ",;\t|"
_LINES_LOOKED_AT = 100
_LONGEST_HEADER = 1 << 24
_EXCEL_HINT = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


class CsvSource:
    """Submissions in a CSV file; raises UsageError where the file as a whole cannot be read.

    Its `format` is that of a table with tabs, unless its name says that it is a CSV file.
    """

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
        self._lines = Lines(stream, file, encoding)
        self.manner = self._find_manner(delimiter, mapping)
        is_tsv = self.manner.delimiter == "\t" and format_of_name(file) != "csv"
        self.format: Format = "tsv" if is_tsv else "csv"
        self.names: Sequence[str] = self._header()
        self.columns = self._find_columns(mapping)
        self._layout = Layout(manner=self.manner, names=self.names, columns=self.columns)
        self._quick = Quick(self._layout)
        self._records = Records(self._lines, self.manner, layout=self._layout)

    def batches(self) -> Iterator[Batch]:
        """The rows, some hundred at a time."""
        most = 1
        while lines := self._lines.take(most):
            block = "".join(lines)
            # As many as one more batch of such lines may have: long ones are few together.
            most = min(BATCH_ROWS, 4 * most, max(1, len(lines) * BATCH_SIZE // len(block)))
            if not block.isascii() and UNDECODED.search(block):
                self._lines.refuse_undecoded(lines, self._lines.number)
            batch = None
            if len(block) <= LONGEST_ROW or max(map(len, lines)) <= LONGEST_ROW:
                first = self._lines.number
                batch = self._quick.batch(block, lines, first) or self._plain(block, lines)
            if batch is not None:
                self._lines.number += len(lines)
                yield batch
            else:
                careful = self._careful(lines)
                if len(careful):
                    yield careful

    # --- the first lines ----------------------------------------------------------------------

    def _find_manner(self, delimiter: str | None, mapping: Mapping[str, str]) -> Manner:
        first = self._first_line()
        # The graded file is UTF-8, which the programs of other encodings tell by the mark alone.
        is_other = lookup(self._encoding).name != "utf-8"
        lead = MARK if first.startswith(MARK) or is_other else ""
        first = first.lstrip(MARK)  # a program that adds one does so without looking
        hint = _EXCEL_HINT.fullmatch(first)
        if hint:
            lead += first
            delimiter = delimiter or hint[1]
            self._lines.number += 1
            first = self._first_line()
        # A table under the name of one with tabs may have none: its program has but one export.
        if delimiter is None or (delimiter not in first and not hint):
            delimiter = _delimiter(first, _wanted(mapping))
        self._lines.put_back([first])
        return Manner(
            delimiter=delimiter,
            line_end="\r\n" if first.endswith("\r\n") else "\n",
            lead=lead,
            # A hand-made `learner, question, ...`: without this its quotes would not be quotes.
            spaced=delimiter != "\t" and 0 < first.count(delimiter) == first.count(delimiter + " "),
        )

    def _first_line(self) -> str:
        line = "".join(self._lines.take(1))
        self._lines.refuse_undecoded([line], self._lines.number)
        if not line.strip(MARK + " \t\r\n"):
            if any(more.strip() for more in self._lines.take(_LINES_LOOKED_AT)):
                place = f"{self._file}:{self._lines.number}"
                raise UsageError(f"{place}: this line is blank; it must name the columns")
            raise UsageError(f"{self._file} is empty: its first line must name the columns")
        return line

    def _header(self) -> list[str]:
        records = Records(self._lines, self.manner, longest=_LONGEST_HEADER)
        _, cells, wrong = next(iter(records))
        if wrong:
            raise UsageError(f"{self._file}: the line that names the columns is broken: {wrong}")
        return [cell.replace("\0", "␀").strip() for cell in cells]

    def _find_columns(self, mapping: Mapping[str, str]) -> Columns:
        try:
            return find_columns(self.names, mapping, self._file)
        except UsageError as error:
            # A title or remarks above a table are for people. What to leave out, they must say.
            number, names = self._named_later(mapping)
            if not number:
                raise
            raise UsageError(
                f"{self._file}: line {number} seems to name the columns ({shown(names)}), which "
                "the first line must do: delete the lines before it"
            ) from error

    def _named_later(self, mapping: Mapping[str, str]) -> tuple[int, Sequence[str]]:
        """The first line that names more fields than the first, and two at least; or 0."""
        most, size = max(1, fields_called(self.names, mapping)), 0
        for number in range(self._lines.number, self._lines.number + _LINES_LOOKED_AT):
            line = "".join(self._lines.take(1))
            size += len(line)
            if not line or size > BATCH_SIZE:
                break
            names = _cells(line, _delimiter(line, _wanted(mapping)))
            if fields_called(names, mapping) > most and not UNDECODED.search(line):
                return number, names
        return 0, ()

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
            lines=range(self._lines.number, self._lines.number + len(lines)),
            raw=self._quick.raw(block, lines),
        )

    def _careful(self, lines: list[str]) -> Batch:
        """The same, row by row: rows of several lines, blank lines, and rows that are broken."""
        self._lines.put_back(lines)
        past = self._lines.number + len(lines)
        keys: list[str | None] = []
        rows: list[list[str]] = []
        numbers: list[int] = []
        refused: dict[int, str] = {}
        for line, found, quoting in self._records:
            if found:
                row, fault = self._layout.fitted(found)
                wrong = quoting or fault
                if wrong:
                    refused[len(keys)] = wrong
                keys.append(None if wrong else self._layout.key(row))
                rows.append(row)
                numbers.append(line)
            if self._lines.number >= past:
                break
        return RowsBatch(rows, self._layout, keys, numbers, refused=refused)


def _wanted(mapping: Mapping[str, str]) -> Sequence[str]:
    return [mapping.get(field, field) for field in FIELDS]


def _delimiter(header: str, wanted: Sequence[str]) -> str:
    """The delimiter under which the header has most of the wanted names, then most names."""

    def fit(delimiter: str) -> tuple[int, int]:
        names = _cells(header, delimiter)
        plain = {name.strip().casefold() for name in names}
        return sum(name.casefold() in plain for name in wanted), len(names)

    # `max` takes the first of equals: the comma.
    return max(_DELIMITERS, key=fit)


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(Manner(delimiter=delimiter, spaced=True).reader([line], strict=False), [])
    except csv.Error:
        return []
