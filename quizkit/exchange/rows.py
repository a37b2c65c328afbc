"""What readers and writers of files of submissions hand to each other."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from json.encoder import encode_basestring
from typing import Protocol, TypeVar

from quizkit.autograde.rows import GradedRow
from quizkit.exchange.columns import Columns

Rendered = TypeVar("Rendered")
Triple = tuple[str, str, str]
"""Question, seed and response, as submitted; the seed is blank where there is none."""

LONGEST_ROW = 1 << 27
"""Characters of a row of CSV, or bytes of a line of JSON; what is longer is an error row.

Without a bound, a file that is no table, or one stray quote, could fill the memory.
"""

BATCH_SIZE = 1 << 22
"""Characters or bytes after which no more rows are taken together."""

_LINE_ENDS = re.compile("[\x85\u2028\u2029]")


class Number(str):
    """A number as its file writes it: never a float, so that `0.10` stays `0.10`."""

    __slots__ = ()


Cell = str | bool | None | Number | list["Cell"] | dict[str, "Cell"]


class Batch(ABC):
    """Some rows of a file, in order.

    `keys` are one text per row that stands for its question, seed and response: equal only if they
    are. It is None where `refused` says, by position, why the row cannot be graded. `lines` say
    where the rows stand in the file, counted from 1. `raw` is each row's own text (None where it
    must be written anew) if the format has such and a writer of the same format may repeat it.
    """

    __slots__ = ("keys", "lines", "raw", "refused")

    def __init__(
        self,
        keys: list[str | None],
        lines: Sequence[int],
        *,
        refused: dict[int, str] | None = None,
        raw: list[str | None] | None = None,
    ) -> None:
        self.keys = keys
        self.lines = lines
        self.refused = refused or {}
        self.raw = raw

    def __len__(self) -> int:
        return len(self.keys)

    def is_odd(self, at: int) -> bool:  # noqa: ARG002  # others look
        """Whether no row with this row's key may be repeated as it stands, whatever `raw` says."""
        return False

    def write_anew(self, at: int) -> None:
        """Let the row's own text not be repeated."""
        if self.raw is not None:
            self.raw[at] = None

    @abstractmethod
    def row(self, at: int) -> Sequence[Cell]:
        """The submitted cells of one row, by column."""

    @abstractmethod
    def triple(self, at: int) -> Triple | str:
        """Question, seed and response of one row, or why it cannot be graded."""


class Source(Protocol):
    """A file of submissions that is read once, from its first row to its last."""

    names: Sequence[str]
    columns: Columns
    row_word: str
    """What a row's number counts: `line` or `row`."""

    def batches(self) -> Iterator[Batch]:
        """The rows, some hundred at a time."""
        ...


class Sink(Protocol[Rendered]):
    """A file of graded rows that is written from its first row to its last."""

    @property
    def render(self) -> Callable[[GradedRow], Rendered]:
        """What is added to a submitted row that came to this; other processes call it too."""
        ...

    def write(self, batch: Batch, added: Sequence[Rendered]) -> None:
        """Write the batch's rows with what is added to each."""
        ...

    def close(self, *, whole: bool) -> None:
        """Write what the format puts at its end, or let go of a file that failed half-way."""
        ...


def json_text(cell: Cell) -> str:
    """A cell as JSON; numbers as they were written.

    >>> json_text({"at": Number("0.10"), "tags": ["a", None]})
    '{"at": 0.10, "tags": ["a", null]}'
    """
    if type(cell) is str:  # nearly every one
        return _string(cell)
    match cell:
        case Number():
            return str(cell)
        case list():
            return f"[{', '.join(map(json_text, cell))}]"
        case dict():
            members = (f"{json_text(name)}: {json_text(one)}" for name, one in cell.items())
            return f"{{{', '.join(members)}}}"
        case str():
            return _string(cell)
        case _:
            return json.dumps(cell)


def _string(text: str) -> str:
    # What `json.dumps` calls, which first makes an encoder each time.
    text = encode_basestring(text)
    # Some readers take these for line ends, and JSON lines apart.
    return text if text.isascii() else _LINE_ENDS.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
