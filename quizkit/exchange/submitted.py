"""Turn a file of submissions into attempts, row by row, or into why a row is none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from quizkit.autograde.attempts import Attempt, AttemptMaker
from quizkit.autograde.batch import named
from quizkit.autograde.rows import GradedRow
from quizkit.exchange.columns import find_columns
from quizkit.exchange.formulas import as_typed
from quizkit.exchange.jsonl_rows import JsonlSource
from quizkit.exchange.rows import Cell, Number, Source

_WHOLE = re.compile(r"(-?[0-9]+)\.0+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Submitted:
    """A row of a file: where it stands, counted from 1, and its attempt or its error."""

    line: int
    attempt: Attempt | GradedRow


def attempts_in(
    source: Source, maker: AttemptMaker, mapping: Mapping[str, str], *, file: str
) -> Iterator[Submitted]:
    """Every row of the source, in order.

    Where the file has no learners (`mapping` says so), each row has its own: `line 17`. Raises
    UsageError where the file as a whole cannot be read.
    """
    if isinstance(source, JsonlSource):
        source.find_all_names()
    columns = find_columns(source.names, mapping, file)
    place = None if columns.learner is None else list(source.names).index(columns.learner)
    for batch in source.batches():
        for at, line in enumerate(batch.lines):
            where = f"{source.row_word} {line}"
            triple = batch.refused.get(at) or batch.triple(at)
            if isinstance(triple, str):
                row = GradedRow(status="error", feedback=triple)
                yield Submitted(line=line, attempt=named(row, where))
                continue
            learner = where if place is None else _named(batch.row(at)[place])
            found = maker.attempt(learner, *triple)
            if isinstance(found, GradedRow):
                found = named(found, where)
            yield Submitted(line=line, attempt=found)


def _named(cell: Cell) -> str:
    """The learner whom a cell names.

    A column of numbers that had gaps holds floats: 12.0 is the learner whom other files call 12. A
    text stays as it is.
    """
    text = as_typed(str(cell)).strip()
    whole = _WHOLE.fullmatch(text) if isinstance(cell, Number) else None
    return text if whole is None else whole[1]
