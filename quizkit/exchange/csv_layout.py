"""How the rows of one CSV file are laid out, and what makes a row of cells."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from quizkit.exchange.columns import Columns, settled
from quizkit.exchange.formulas import as_typed
from quizkit.exchange.known import NO_LEARNER
from quizkit.exchange.rows import LONGEST_ROW, Batch, Triple
from quizkit.nouns import plural

NOTHING_THERE = "the row is empty: no cell of it holds anything"
"""What is wrong with a row of delimiters alone, as spreadsheets leave below and between tables."""

NAMED_AGAIN = "the line names the columns once more, as where two files were joined; delete it"
"""What is wrong with the first line of a table that was put below another."""

SEPARATOR = "\x1f"
"""Stands between the cells of a key; rows that hold it are read by another way."""

_AROUND = "\ufeff \t"  # the byte-order mark of a file that was put below another


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a CSV file is written; its graded form is written likewise.

    `lead` is what comes before the column names: the byte-order mark, or a line `sep=;`. `spaced`
    is a file with a blank after each delimiter, as people type it.
    """

    delimiter: str = ","
    line_end: str = "\n"
    lead: str = ""
    spaced: bool = False

    def reader(self, lines: Iterable[str], *, strict: bool = True) -> Iterator[list[str]]:
        """The rows of cells in the lines; raises csv.Error for quotes that make no sense."""
        # The module's own bound, which all of its users share, is less than an essay may have.
        if csv.field_size_limit() < LONGEST_ROW:
            csv.field_size_limit(LONGEST_ROW)
        return csv.reader(
            lines, delimiter=self.delimiter, strict=strict, skipinitialspace=self.spaced
        )


@dataclass(frozen=True, kw_only=True)
class Layout:
    """A manner and the columns: where what is graded stands, and the learner."""

    manner: Manner
    names: Sequence[str]
    columns: Columns

    @cached_property
    def picked(self) -> tuple[int, ...]:
        """The places of question, seed and variant (if the file has them) and response."""
        columns = self.columns
        wanted = (columns.question, columns.seed, columns.variant, columns.response)
        return tuple(self.names.index(name) for name in wanted if name is not None)

    @cached_property
    def learner(self) -> int | None:
        """The place of the learner, if the file has one."""
        name = self.columns.learner
        return None if name is None else self.names.index(name)

    def key(self, row: Sequence[str]) -> str:
        """The key of a row of cells."""
        picked = tuple(row[place] for place in self.picked)
        joined = SEPARATOR.join(picked)
        # Answers that hold the separator could join to the same text; `repr` never holds it.
        return joined if joined.count(SEPARATOR) < len(picked) else repr(picked)

    def triple(self, picked: Sequence[str]) -> Triple | str:
        """Question, seed (blank where the file has none) and response of the picked cells.

        Or what is wrong with them: a column's name is no question's, since that has a slash.
        """
        if picked[0].strip(_AROUND) == self.columns.question and self._are_names(picked):
            return NAMED_AGAIN
        if "'" in "".join(picked):
            picked = [as_typed(cell) for cell in picked]
        question, seed = picked[0], "" if self.columns.seed is None else picked[1]
        if self.columns.variant is not None:
            question = settled(question, picked[-2])
        return question, seed, picked[-1]

    def _are_names(self, picked: Sequence[str]) -> bool:
        """Whether the picked cells of a row are the names of their columns."""
        return [cell.strip(_AROUND) for cell in picked] == [self.names[at] for at in self.picked]

    def fitted(self, row: list[str]) -> tuple[list[str], str]:
        """A row with one cell for each column, free of NUL, and what was wrong with it."""
        columns, wrong = len(self.names), ""
        if len(row) != columns:
            wrong = f"the row has {plural(len(row), 'cell')}, the file {plural(columns, 'column')}"
            if len(row) < columns:
                wrong += "; a column without a value needs an empty cell"
            elif not any(map(str.strip, row[columns:])):
                wrong += "; what is too many is empty: take the delimiters at its end away"
            else:
                wrong += "; a cell that holds the delimiter needs quotes round it"
            if len(row) > columns:
                row = [*row[: columns - 1], self.manner.delimiter.join(row[columns - 1 :])]
            row = [*row, *[""] * (columns - len(row))]
        holed = [name for name, cell in zip(self.names, row, strict=True) if "\0" in cell]
        if holed:
            wrong = wrong or f'the cell of column "{holed[0]}" holds a NUL byte (shown as ␀)'
            row = [cell.replace("\0", "␀") for cell in row]
        return row, wrong


class RowsBatch(Batch):
    """A batch whose rows have been taken apart."""

    __slots__ = ("_layout", "_rows")

    def __init__(
        self,
        rows: list[list[str]],
        layout: Layout,
        keys: list[str | None],
        lines: Sequence[int],
        *,
        refused: dict[int, str] | None = None,
        raw: list[str | None] | None = None,
    ) -> None:
        super().__init__(keys, lines, refused=refused, raw=raw)
        self._rows = rows
        self._layout = layout
        self._refuse_nobody()

    def _refuse_nobody(self) -> None:
        place = self._layout.learner
        if place is None:
            return
        learners = [row[place] for row in self._rows]
        if all(map(str.strip, learners)):
            return
        for at, learner in enumerate(learners):
            if at not in self.refused and not learner.strip():
                said = any(map(str.strip, self._rows[at]))
                self.refused[at] = NO_LEARNER if said else NOTHING_THERE
                self.keys[at] = None

    def row(self, at: int) -> list[str]:
        """The submitted cells of one row, by column."""
        return self._rows[at]

    def triple(self, at: int) -> Triple | str:
        """Question, seed and response of one row."""
        row = self._rows[at]
        return self._layout.triple([row[place] for place in self._layout.picked])
