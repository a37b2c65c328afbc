"""Turn lines of CSV into a batch without taking them apart, where that can be seen to be right.

Of a million answers nearly all are lines without quotes, and most of them have been met before.
Such a line is repeated as it stands, and the piece of it that holds question, seed and response is
looked up; its cells are made only if that piece is new.
"""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

from quizkit.exchange.csv_layout import SEPARATOR, Layout
from quizkit.exchange.formulas import formula_after, formula_finder
from quizkit.exchange.rows import Batch, Triple


class Quick:
    """What `batch` knows of one file's layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._run = _side_by_side(layout)
        cut = re.escape(layout.manner.delimiter)
        # A blank line, or one whose first cell, the learner, is blank.
        nobody = "" if layout.learner is None else rf"|[^\S\r\n{cut}]*{cut}"
        self._blanks = re.compile(rf"\n(?:[\r\n]{nobody})")
        # These, and first cells that may need `neutral`: what few blocks have is looked for once.
        self._starts = re.compile(rf'\n(?:[\r\n=+\-@\t＝＋－＠"]{nobody})')
        self._formulas = formula_finder(layout.manner.delimiter)
        self._formula = formula_after(layout.manner.delimiter, layout.manner.delimiter)

    def batch(self, block: str, lines: list[str], first: int) -> Batch | None:
        """The lines as a batch that starts at line `first`, or None where they need more care.

        `block` is the lines in one piece.
        """
        if self._run is None or "\0" in block or SEPARATOR in block:
            return None
        plain = self._starts.search("\n" + block) is None
        if not plain and self._blanks.search("\n" + block):
            return None
        texts = self._texts(block, lines)
        if texts is None:
            return None
        before, after = self._run
        cut = self._layout.manner.delimiter
        if before == 1:  # by far the most common: `partition` takes half the time of `split`
            pieces = [text.partition(cut)[2] for text in texts]
        else:
            pieces = [text.split(cut, before)[-1] for text in texts]
        if after:
            pieces = [piece.rsplit(cut, after)[0] for piece in pieces]
        # Where only the learner stands beside the picked cells, these are looked at for formulas
        # once for each distinct piece.
        looked_at = plain and self._run == (1, 0)
        raw = self._repeatable(block, texts, [] if looked_at else self._formulas(block))
        numbers = range(first, first + len(lines))
        batch = _QuickBatch(lines, pieces, self._layout, numbers, raw, self._formula)
        if '"' in block and not batch.read_quoted():
            return None
        return batch

    def raw(self, block: str, lines: list[str]) -> list[str | None] | None:
        """The lines without their ends, those left out that may not be repeated as they are."""
        texts = self._texts(block, lines)
        return None if texts is None else self._repeatable(block, texts, self._formulas(block))

    def _texts(self, block: str, lines: list[str]) -> list[str] | None:
        """The lines without their ends, or None if these differ."""
        end = self._layout.manner.line_end
        returns = block.count("\r")
        if not lines[-1].endswith(end) or returns != (0 if end == "\n" else len(lines)):
            return None
        texts = block.split(end)
        texts.pop()  # what follows the last end
        return texts

    def _repeatable(
        self, block: str, texts: list[str], formulas: Iterable[int]
    ) -> list[str | None]:
        raw: list[str | None] = [*texts]
        if '"' in block:
            raw = [None if '"' in text else text for text in texts]
        places = list(formulas)
        if places:
            width = len(self._layout.manner.line_end)
            starts = list(accumulate((len(text) + width for text in texts), initial=0))
            for place in places:
                raw[bisect_right(starts, place) - 1] = None
        return raw


def _side_by_side(layout: Layout) -> tuple[int, int] | None:
    """How many columns stand before and after the picked ones, if these can be cut out as one.

    That takes a run of columns in the order picked, after the learner in the first column.
    """
    picked = layout.picked
    first = picked[0]
    if layout.manner.spaced or layout.learner not in (0, None) or not first:
        return None
    if picked != tuple(range(first, first + len(picked))):
        return None
    return first, len(layout.names) - first - len(picked)


class _QuickBatch(Batch):
    """Lines that are one row each; what they hold is found out when it is asked for."""

    __slots__ = ("_formula", "_layout", "_lines", "_rows")

    def __init__(
        self,
        lines: list[str],
        pieces: list[str],
        layout: Layout,
        numbers: range,
        raw: list[str | None],
        formula: re.Pattern[str],
    ) -> None:
        super().__init__([*pieces], numbers, raw=raw)
        self._formula = formula
        self._lines = lines
        self._layout = layout
        self._rows: dict[int, list[str]] = {}

    def read_quoted(self) -> bool:
        """Take the lines with quotes apart; False if they are not one whole row each."""
        layout = self._layout
        quoted = [at for at, line in enumerate(self._lines) if '"' in line]
        try:
            rows = list(layout.manner.reader([self._lines[at] for at in quoted]))
        except csv.Error:
            return False
        if len(rows) != len(quoted) or set(map(len, rows)) != {len(layout.names)}:
            return False
        for at, row in zip(quoted, rows, strict=True):
            self._rows[at] = row
            self.keys[at] = SEPARATOR.join([row[place] for place in layout.picked])
            if layout.learner is not None and not row[layout.learner].strip():
                return False
        return True

    def is_odd(self, at: int) -> bool:
        """Whether the picked cells of this row may be formulas."""
        return self._formula.search(f"{self._layout.manner.delimiter}{self.keys[at]}") is not None

    def row(self, at: int) -> list[str]:
        """The submitted cells of one row, by column."""
        known = self._rows.get(at)
        if known is not None:
            return known
        manner = self._layout.manner
        return self._lines[at][: -len(manner.line_end)].split(manner.delimiter)

    def triple(self, at: int) -> Triple | str:
        """Question, seed and response of one row, or what is wrong with it."""
        layout = self._layout
        row = self._rows.get(at)
        if row is None:
            # A line with a cell too few or too many leaves a piece with too few or too many.
            picked = str(self.keys[at]).split(layout.manner.delimiter)
            if len(picked) == len(layout.picked):
                return layout.triple(picked)
            row, wrong = layout.fitted(self.row(at))
            if wrong:
                assert self.raw is not None, "a quick batch can be repeated"
                self.raw[at] = None
                self._rows[at] = row
                return wrong
        return layout.triple([row[place] for place in layout.picked])
