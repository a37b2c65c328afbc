"""What readers and writers of files of submissions hand to each other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from quizkit.autograde.rows import GradedRow

Rendered = TypeVar("Rendered")


_LINE_ENDS = re.compile("[\x85\u2028\u2029]")


class Number(str):
    """A number as its file writes it: never a float, so that `0.10` stays `0.10`."""

    __slots__ = ()


Cell = str | bool | None | Number | list["Cell"] | dict[str, "Cell"]


@dataclass(slots=True, kw_only=True)
class Batch:
    """Some rows of a file, in order.

    `keys` are one text per row that stands for its question, seed and response: equal only if they
    are. It is None where `refused` says, by position, why the row cannot be graded. `cells` are the
    submitted cells by column. `raw` is each row's own text (None where it must be written anew) if
    the format has such and a writer of the same format may repeat it. `lines` say where the rows
    stand in the file, counted from 1. `triples` are what `Source.triple` answers, where the source
    has to know it anyway.
    """

    keys: list[str | None]
    lines: Sequence[int]
    cells: Sequence[Sequence[Cell]]
    raw: list[str | None] | None = None
    triples: list[tuple[str, str, str] | str] = field(default_factory=list)
    refused: dict[int, str] = field(default_factory=dict)


def json_text(cell: Cell) -> str:
    """A cell as JSON; numbers as they were written.

    >>> json_text({"at": Number("0.10"), "tags": ["a", None]})
    '{"at": 0.10, "tags": ["a", null]}'
    """
    match cell:
        case Number():
            return str(cell)
        case list():
            return f"[{', '.join(map(json_text, cell))}]"
        case dict():
            members = (f"{json_text(name)}: {json_text(one)}" for name, one in cell.items())
            return f"{{{', '.join(members)}}}"
        case _:
            text = json.dumps(cell, ensure_ascii=False)
            # Some readers take these for line ends, and JSON lines apart.
            return text if text.isascii() else _LINE_ENDS.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


class Source(Protocol):
    """A file of submissions that is read once, from its first row to its last."""

    names: Sequence[str]
    row_word: str
    """What a row's number counts: `line` or `row`."""

    def batches(self) -> Iterator[Batch]:
        """The rows, some hundred at a time."""
        ...

    def triple(self, batch: Batch, at: int) -> tuple[str, str, str] | str:
        """Question, seed and response of one row of the batch, or why it cannot be graded."""
        ...


class Sink(Protocol[Rendered]):
    """A file of graded rows that is written from its first row to its last."""

    def render(self, row: GradedRow) -> Rendered:
        """What is added to a submitted row that came to this; kept and used again."""
        ...

    def write(self, batch: Batch, added: Sequence[Rendered]) -> None:
        """Write the batch's rows with what is added to each."""
        ...

    def close(self, *, whole: bool) -> None:
        """Write what the format puts at its end, or let go of a file that failed half-way."""
        ...
