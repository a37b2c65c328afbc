"""Turn graded rows into JSON lines; submitted objects are repeated as they stand."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import BinaryIO

from quizkit.autograde.rows import ADDED, EXACT, GradedRow
from quizkit.exchange.columns import distinct, names_kept
from quizkit.exchange.rows import Batch, Cell, Number, json_text


class JsonlSink:
    """A graded file of JSON lines. `repeats` says that raw rows come from JSON lines.

    `used` are the columns in which what is graded stands.
    """

    def __init__(
        self, stream: BinaryIO, names: Sequence[str], *, used: Set[str], repeats: bool
    ) -> None:
        self._stream = stream
        self.render = json_end
        self._repeats = repeats
        kept = names_kept(names, used)
        self._kept = tuple(at for at, _ in kept)
        names = [
            json_text(name).replace("%", "%%") for name in distinct([name for _, name in kept])
        ]
        self._start = "{" + "".join(f"{name}: %s, " for name in names)

    def write(self, batch: Batch, added: Sequence[str]) -> None:
        """Write the batch's rows with what is added to each."""
        if self._repeats and batch.raw is not None:
            starts: Sequence[str | None] = batch.raw
        else:
            start, kept = self._start, self._kept
            starts = [
                start % tuple([json_text(row[at]) for at in kept])
                for row in map(batch.row, range(len(batch)))
            ]
        lines = "".join(f"{start}{end}" for start, end in zip(starts, added, strict=True))
        self._stream.write(lines.encode("utf-8", "backslashreplace"))

    def close(self, *, whole: bool) -> None:
        """Nothing ends JSON lines."""


def json_end(row: GradedRow) -> str:
    """The added members as they stand at the end of a line; what is not there is null."""
    cells: tuple[Cell, ...] = (
        row.status, row.verdict, Number(row.score_text) if row.score_text else None,
        row.read_as or None, row.key or None, row.mistake or None, row.feedback or None,
        row.revision or None, row.key_exact or None, row.score_exact or None,
    )  # fmt: skip
    members = zip((*ADDED, *EXACT), cells, strict=True)
    return ", ".join(f'"{name}": {json_text(cell)}' for name, cell in members) + "}\n"
