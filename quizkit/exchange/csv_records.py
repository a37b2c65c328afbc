"""Turn lines of CSV into records, one by one, and say what is wrong with the quotes of one.

However long a record is, and however its quotes stand, no line is looked at more than a few times.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from quizkit.exchange.column_names import is_question
from quizkit.exchange.csv_layout import Layout, Manner
from quizkit.exchange.csv_lines import Lines
from quizkit.exchange.rows import LONGEST_ROW

_ODD_SIZE = 1 << 17
_LINES_LOOKED_AT = 1000
_SHOWN_OF_TOO_LONG = 1000
_UNCLOSED = "a quote opens a cell and nothing closes it"


class Record(NamedTuple):
    """The line where a record begins, its cells (none of a blank line), and what is wrong."""

    line: int
    cells: list[str]
    wrong: str


class _Broken(Exception):
    """The record cannot be what was meant; the message says why."""


class _TooLong(Exception):
    """The record has more characters than a row may have."""


class Records:
    """The records of one file.

    Of one with broken quotes only the first line is taken as broken: what a stray quote swallowed
    is read again. `longest` is in characters; of a longer record only the start is kept. Without a
    `layout`, as for the line that names the columns, no line looks like a row.
    """

    def __init__(
        self,
        lines: Lines,
        manner: Manner,
        *,
        layout: Layout | None = None,
        longest: int = LONGEST_ROW,
    ) -> None:
        self._lines = lines
        self._manner = manner
        self._layout = layout
        self._longest = longest
        self._size = 0
        self._looked = False
        self._doomed_before = 0
        self._doom = ""

    def __iter__(self) -> Iterator[Record]:
        """The records from where the lines stand; whoever stops may start again."""
        lines, read = self._lines, list[str]()
        reader = self._manner.reader(self._fed(read))
        while True:
            read.clear()
            self._size, self._looked = 0, False
            start = lines.number
            try:
                cells, wrong = next(reader), ""
                lines.number += len(read)
            except StopIteration:
                return
            except _TooLong:
                cells = [cell[:_SHOWN_OF_TOO_LONG] for cell in self._as_it_stands(read[0])]
                wrong = self._pass_over(read)
                reader = self._manner.reader(self._fed(read))
            except (csv.Error, _Broken) as error:
                cells, wrong = self._as_it_stands(read[0]), _quoting(error)
                self._remember(read, wrong, seen_to_fail=isinstance(error, csv.Error))
                lines.put_back(read[1:])
                lines.number += 1
                reader = self._manner.reader(self._fed(read))
            lines.ahead = 0
            yield Record(start, cells, wrong)

    def _fed(self, read: list[str]) -> Iterator[str]:
        """The lines for the csv module, which are in `read` as long as their record is."""
        lines = self._lines
        while True:
            if read:  # a quote is open at the end of what the record has so far
                self._may_go_on(read)
            taken = lines.take(1)
            if not taken:
                return
            read += taken
            self._size += len(taken[0])
            if self._size > self._longest:
                raise _TooLong
            if not taken[0].isascii():
                lines.refuse_undecoded(taken, lines.number + lines.ahead)
            lines.ahead = len(read)
            yield taken[0]

    def _may_go_on(self, read: Sequence[str]) -> None:
        """Raise _Broken for a record that cannot have been meant to go on after these lines."""
        if self._lines.number + len(read) < self._doomed_before:
            raise _Broken(self._doom)
        if self._size > _ODD_SIZE and not self._looked:
            self._looked = True
            if self._are_rows(read[1:]):
                raise _Broken(f"{_UNCLOSED} before other rows")

    def _are_rows(self, swallowed: Sequence[str]) -> bool:
        """Whether most of what a quote has swallowed is rows rather than a long text."""
        if self._layout is None:
            return False
        delimiter, columns = self._manner.delimiter, len(self._layout.names)
        question = self._layout.picked[0]
        looked_at = list(islice(swallowed, _LINES_LOOKED_AT))
        rows = (line.split(delimiter) for line in looked_at)
        found = sum(len(row) == columns and is_question(row[question]) for row in rows)
        return found * 2 > len(looked_at)

    def _remember(self, read: Sequence[str], wrong: str, *, seen_to_fail: bool) -> None:
        """Let a record that opens in one of these lines fail without reading them all again.

        One that is still open where this one was open, too, reads what this one read, and fails
        where this one failed. If this one was given up, that goes for half of the lines only: such
        a record may be shorter, and closed soon after.
        """
        past = self._lines.number + (len(read) if seen_to_fail else len(read) // 2)
        if past > self._doomed_before:
            self._doomed_before, self._doom = past, wrong

    def _pass_over(self, read: Sequence[str]) -> str:
        """Pass over a record whose last line read was too much, now only by counting quotes."""
        is_open = len(read) > 1  # before that line
        taken = read[-1:]
        self._lines.number += len(read) - 1
        while taken:
            self._lines.number += 1
            is_open ^= taken[0].count('"') % 2 == 1
            taken = self._lines.take(1) if is_open else []
        if is_open:
            return f"{_UNCLOSED} within {self._longest} characters"
        return (
            f"the row is longer than {self._longest} characters, so only its start is kept; "
            "shorten its longest cell, or leave that column out"
        )

    def _as_it_stands(self, line: str) -> list[str]:
        if len(line) > self._longest:
            line = line[:_SHOWN_OF_TOO_LONG]
        return next(replace(self._manner, spaced=False).reader([line], strict=False), [])


def _quoting(error: Exception) -> str:
    message = str(error)
    if isinstance(error, _Broken):
        return message
    if "unexpected end" in message:
        return _UNCLOSED
    if "expected after" in message:
        return 'text follows the quote that closes a cell; a quote inside a cell is written ""'
    return f"the row is not CSV: {message}"
