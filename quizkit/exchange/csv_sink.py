"""Turn graded rows into a CSV file for people, written as the submitted one was."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence, Set
from fractions import Fraction
from typing import TYPE_CHECKING, BinaryIO

from quizkit.autograde.rows import ADDED, GradedRow
from quizkit.exchange.columns import names_kept
from quizkit.exchange.csv_layout import Manner
from quizkit.exchange.formulas import neutral
from quizkit.exchange.rows import Batch, Cell, json_text

if TYPE_CHECKING:
    from _csv import Writer

_CSV_END = "\r\n"
_MOST_CELLS = 10_000
# Neither a formula nor in need of quotes, whatever the delimiter.
_SIMPLE = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9 ._/%-]*)?")
_WRAP = re.compile(r"(?<!\n)\n(?!\n|[-*+] |[0-9]+[.)] |\|)")


class CsvEnds:
    """What makes the ends of the lines of a graded CSV file."""

    def __init__(self, manner: Manner) -> None:
        self._manner = manner
        self._end = manner.line_end
        self._between = manner.delimiter
        self._cells: dict[str, str] = {}
        self._around: dict[tuple[object, ...], tuple[str, str, Fraction | None]] = {}
        self._lines: list[str] = []
        self._writer = _writer(self._lines, manner)

    def __reduce__(self) -> tuple[object, ...]:
        """Another process makes its own, and the same."""
        return CsvEnds, (self._manner,)

    def __call__(self, row: GradedRow) -> str:
        """The added cells as they stand at the end of a line, with the delimiter before them."""
        # Nearly all rows differ in what was read alone. A score is told by its identity, since
        # fractions are slow to compare; it is kept beside what it stands for.
        status, verdict, score, read_as, key, mistake, feedback, revision, _ = row
        others = status, verdict, id(score), key, mistake, feedback, revision
        around = self._around.get(others)
        if around is None:
            if len(self._around) >= _MOST_CELLS:
                self._around.clear()
            around = self._around[others] = (*self._made_around(row), score)
        before, after, _ = around
        return f"{before}{self._cell(read_as)}{after}"

    def _made_around(self, row: GradedRow) -> tuple[str, str]:
        """The added cells before the one that says what was read, and those after it."""
        cell = self._cell
        before = "", row.status, row.verdict or "", row.score_text, ""
        after = "", cell(row.key), cell(row.mistake), cell(row.feedback), row.revision + self._end
        return self._between.join(before), self._between.join(after)

    def _cell(self, text: str) -> str:
        """A text as a cell: prose unwrapped, formulas neutralised, quoted where it must be."""
        if _SIMPLE.fullmatch(text):
            return text
        known = self._cells.get(text)
        if known is None:
            if len(self._cells) >= _MOST_CELLS:
                self._cells.clear()
            # A row of one empty cell would be quoted; with another before it none is in vain.
            known = self._row(["", neutral(unwrapped(text))])[len(self._between) :]
            self._cells[text] = known
        return known

    def _row(self, cells: Sequence[str]) -> str:
        self._writer.writerow(cells)
        return self._lines.pop()[: -len(_CSV_END)]


class CsvSink:
    """A graded CSV file. `repeats` says that raw rows come from a CSV file of the same manner.

    `used` are the columns in which what is graded stands.
    """

    def __init__(
        self,
        stream: BinaryIO,
        names: Sequence[str],
        manner: Manner,
        *,
        used: Set[str],
        repeats: bool,
    ) -> None:
        self._stream = stream
        self.render = CsvEnds(manner)
        self._lines: list[str] = []
        self._writer = _writer(self._lines, manner)
        kept = names_kept(names, used)
        self._kept = tuple(at for at, _ in kept)
        self._repeats = repeats and len(kept) == len(names)
        self._writer.writerow([*(neutral(name) for _, name in kept), *ADDED])
        header = self._lines.pop()[: -len(_CSV_END)]
        self._put(manner.lead + header + manner.line_end)

    def write(self, batch: Batch, added: Sequence[str]) -> None:
        """Write the batch's rows with what is added to each."""
        starts = batch.raw if self._repeats else None
        if starts is None:
            starts = list(self._starts(map(batch.row, range(len(batch)))))
        elif None in starts:
            anew = [at for at, start in enumerate(starts) if start is None]
            written = self._starts(map(batch.row, anew))
            for at, start in zip(anew, written, strict=True):
                starts[at] = start
        pieces = [""] * (2 * len(starts))
        pieces[::2] = starts  # type: ignore[assignment]  # none is None any more
        pieces[1::2] = added
        self._put("".join(pieces))

    def _starts(self, rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
        """The submitted cells of each row as they stand at the start of a line."""
        self._writer.writerows([neutral(_text(row[at])) for at in self._kept] for row in rows)
        for line in self._lines:
            yield line[: -len(_CSV_END)]
        self._lines.clear()

    def close(self, *, whole: bool) -> None:
        """Nothing ends a CSV file."""

    def _put(self, text: str) -> None:
        self._stream.write(text.encode("utf-8", "replace"))


def unwrapped(text: str) -> str:
    r"""Prose without the line ends at which its author wrapped it; lists and paragraphs stay.

    >>> unwrapped("one\ntwo\n\n- three\n- four\n")
    'one two\n\n- three\n- four'
    """
    return _WRAP.sub(" ", text.strip())


def _writer(lines: list[str], manner: Manner) -> Writer:
    # Always the standard line end: the module quotes a cell that holds a character of it.
    return csv.writer(_Lines(lines), delimiter=manner.delimiter, lineterminator=_CSV_END)


class _Lines:
    """A list as the file that the csv module writes to."""

    __slots__ = ("write",)

    def __init__(self, lines: list[str]) -> None:
        self.write = lines.append


def _text(cell: Cell) -> str:
    match cell:
        case str():
            return cell.replace("\0", "␀")
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case _:
            return json_text(cell)
