"""Turn JSON lines into rows of submissions.

Numbers stay as their file writes them. A line that is no JSON object, names a member twice or holds
NaN is a row that is refused, with its line; what was submitted comes back as a text.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import BinaryIO, NoReturn

from quizkit.autograde.rows import Untyped
from quizkit.errors import UsageError
from quizkit.exchange.columns import all_named, find_columns, names_kept, settled
from quizkit.exchange.known import NO_LEARNER
from quizkit.exchange.rows import BATCH_SIZE, LONGEST_ROW, Batch, Cell, Number, Triple, json_text
from quizkit.exchange.whole_file import laid_aside, named_if_full

BATCH_ROWS = 256
_MARK = b"\xef\xbb\xbf"
_LOOKED_AT = 200
_MOST_NAMES = 2_000
_PIECE = 1 << 20
_SHOWN_OF_TOO_LONG = 1000
_DEEPEST = 200
_TOO_DEEP = "this JSON is nested too deeply"
_SEPARATOR = "\x1f"
_SURROGATE = re.compile("[\ud800-\udfff]")

Members = dict[str, Cell]
_Row = tuple[str, Triple | str, Sequence[Cell]]
"""The object open at its end, what it submits or why it does not, and its cells by column."""


class _Refused(ValueError):
    """A line that is no submission; the message says why."""


class JsonlSource:
    """Submissions in JSON lines; raises UsageError where none of the first has what is needed.

    A line that cannot be read is a row, even if no other can, as long as some line is an object by
    its start; of a single array, or an object over many lines, no line is a row.
    """

    row_word = "line"

    def __init__(self, stream: BinaryIO, file: str, mapping: Mapping[str, str]) -> None:
        self._file = file
        lines = _limited(stream)
        first = _some(lines, _LOOKED_AT)
        if first[0].startswith(_MARK):
            first[0] = type(first[0])(first[0][len(_MARK) :])
        self._lines: Iterator[bytes] = chain(first, lines)
        self.names: Sequence[str] = tuple(_names_of(first))
        if not self.names:
            if not any(map(_is_object_begun, first)):
                raise UsageError(_nameless(first, file))
            self.names = all_named(mapping)
        self.columns = find_columns(self.names, mapping, file, later=True)
        self._used = self.columns.used
        self._in_columns = False

    def find_all_names(self) -> None:
        """Read every line for the members it names, since columns must be known in advance."""
        kept = laid_aside(self)
        names = dict.fromkeys(self.names)
        too_long: set[int] = set()
        with named_if_full(tempfile.gettempdir()):
            for number, line in enumerate(self._lines):
                kept.write(line)
                if isinstance(line, _TooLong):
                    too_long.add(number)
                names |= _names_of([line])
                if len(names) > _MOST_NAMES:
                    raise UsageError(
                        f"{self._file} has more than {_MOST_NAMES} members; write a .jsonl file "
                        "instead"
                    )
            kept.seek(0)
        self._lines = iter(kept)
        if too_long:
            self._lines = (
                _TooLong(line) if number in too_long else line for number, line in enumerate(kept)
            )
        self.names = tuple(names)
        self._in_columns = True

    def batches(self) -> Iterator[Batch]:
        """The rows, some hundred at a time; blank lines are none."""
        number = 0
        while lines := _some(self._lines, BATCH_ROWS):
            rows: list[_Row] = []
            numbers: list[int] = []
            for line in lines:
                number += 1
                if line.strip():
                    numbers.append(number)
                    rows.append(self._row(line, number))
            if rows:
                yield _JsonBatch(rows, numbers)

    def _row(self, line: bytes, number: int) -> _Row:
        try:
            text, members = _parsed(line)
        except _Refused as refused:
            submitted = line.decode("utf-8", "replace").strip()
            members = {self.columns.response: submitted}
            start = f'{{"line": {number}, "submitted": {json_text(submitted)}, '
            triple: Triple | str = str(refused)
        else:
            start = _start(text, members, self._used)
            triple = self._triple(members)
        cells = [members.get(name) for name in self.names] if self._in_columns else []
        return start, triple, cells

    def _triple(self, members: Members) -> Triple | str:
        columns = self.columns
        try:
            if columns.learner is not None and not _text(members, columns.learner).strip():
                return NO_LEARNER
            if columns.response not in members:
                return f'there is no member "{columns.response}"'
            question = _text(members, columns.question)
            if columns.variant in members:
                question = settled(question, _text(members, columns.variant))
            return (
                question,
                "" if columns.seed is None else _text(members, columns.seed),
                _response(members, columns.response),
            )
        except _Refused as refused:
            return str(refused)


class _JsonBatch(Batch):
    """Rows that are objects; their cells are there only for writers that need columns."""

    __slots__ = ("_rows",)

    def __init__(self, rows: Sequence[_Row], numbers: Sequence[int]) -> None:
        super().__init__(
            keys=[None if isinstance(triple, str) else _key(triple) for _, triple, _ in rows],
            lines=numbers,
            refused={
                at: triple for at, (_, triple, _) in enumerate(rows) if isinstance(triple, str)
            },
            raw=[start for start, _, _ in rows],
        )
        self._rows = rows

    def row(self, at: int) -> Sequence[Cell]:
        """The submitted cells of one row, by column."""
        return self._rows[at][2]

    def triple(self, at: int) -> Triple | str:
        """Question, seed and response of one row, or why it cannot be graded."""
        return self._rows[at][1]


def _key(triple: Triple) -> str:
    # `repr` tells every two apart, but takes long, and is longer.
    joined = _SEPARATOR.join(triple)
    if joined.count(_SEPARATOR) > 2 or isinstance(triple[2], Untyped):
        return repr(triple)
    return joined


def _response(members: Members, name: str) -> str:
    cell = members.get(name)
    if isinstance(cell, list):
        raise _Refused(f'"{name}" is a list; write what is in it as one text, as in "a, c"')
    return Untyped(json_text(cell)) if isinstance(cell, bool) else _text(members, name)


def _text(members: Members, name: str) -> str:
    cell = members.get(name)
    match cell:
        case None:
            return ""
        case str():
            if not cell.isascii() and _SURROGATE.search(cell):
                raise _Refused(f'"{name}" holds half a character (a lone surrogate)')
            return cell
        case bool():
            what = json_text(cell)
        case list():
            what = "a list"
        case _:
            what = "an object"
    raise _Refused(f'"{name}" is {what}; it must be a text or a number')


class _TooLong(bytes):
    """The start of a line that is longer than a row may be."""

    __slots__ = ()


def _limited(stream: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is longer than a row may be, only the start."""
    while line := stream.readline(LONGEST_ROW):
        if len(line) == LONGEST_ROW and not line.endswith(b"\n"):
            while (more := stream.readline(_PIECE)) and not more.endswith(b"\n"):
                pass
            yield _TooLong(line[:_SHOWN_OF_TOO_LONG] + b"\n")
        else:
            yield line


def _some(lines: Iterator[bytes], most: int) -> list[bytes]:
    """The next lines: at most so many, and fewer if they are long."""
    taken: list[bytes] = []
    size = 0
    for line in lines:
        taken.append(line)
        size += len(line)
        if len(taken) == most or size > BATCH_SIZE:
            break
    return taken


def _is_object_begun(line: bytes) -> bool:
    """Whether the line is an object, or the start of one, rather than its brace alone."""
    line = line.strip()
    return line.startswith(b"{") and len(line) > 1


def _names_of(lines: Sequence[bytes]) -> dict[str, None]:
    names: dict[str, None] = {}
    for line in lines:
        if line.strip():
            try:
                names |= dict.fromkeys(_parsed(line)[1])
            except _Refused:
                continue
    return names


def _nameless(lines: Sequence[bytes], file: str) -> str:
    """What is wrong with the first line of a file in which none of the first is an object."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                _parsed(line)
            except _Refused as refused:
                return f"{file}:{number}: {refused}; each line must be a JSON object, in UTF-8"
    return f"{file} is empty: each line must be a JSON object"


def _parsed(line: bytes) -> tuple[str, Members]:
    """The line's text and members; raises _Refused."""
    if isinstance(line, _TooLong):
        raise _Refused(
            f"the line is longer than {LONGEST_ROW} bytes, so only its start is kept; "
            "shorten its longest member, or leave that out"
        )
    try:
        text = line.decode().strip()
    except UnicodeDecodeError as error:
        raise _Refused(f"byte 0x{line[error.start]:02X} is not UTF-8") from error
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        place = f"column {error.colno}"
        words = f"{error.msg.lower()} ({place}){_hint(text, error.pos)}"
        raise _Refused(f"this is not JSON: {words}") from error
    except RecursionError as error:
        raise _Refused(_TOO_DEEP) from error
    if not isinstance(value, dict):
        what = "an array" if isinstance(value, list) else "a single value"
        raise _Refused(f"a JSON object is needed on each line; this is {what}")
    if text.count("{") + text.count("[") > _DEEPEST and _is_deep(value):
        raise _Refused(_TOO_DEEP)
    return text, value


def _hint(text: str, at: int) -> str:
    """What may be meant, where JSON goes wrong there."""
    if "“" in text:
        return "; its quotes are curly: write straight ones"
    if text[at:] == ",":
        return "; leave out the comma behind the object"
    return ""


def _is_deep(value: Members) -> bool:
    """Whether lists and objects stand in each other deeper than whoever writes them can follow."""
    level: list[Mapping[str, Cell] | Sequence[Cell]] = [value]
    for _ in range(_DEEPEST):
        level = [
            one
            for outer in level
            for one in (outer.values() if isinstance(outer, Mapping) else outer)
            if isinstance(one, dict | list)
        ]
        if not level:
            return False
    return True


def _members(pairs: list[tuple[str, Cell]]) -> Members:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Refused(f'the member "{twice}" stands twice')
    return members


def _constant(name: str) -> NoReturn:
    raise _Refused(f"{name} is no JSON number")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_members, parse_float=Number, parse_int=Number, parse_constant=_constant
)


def _start(text: str, members: Members, used: frozenset[str]) -> str:
    """The object as it stands, open at its end for what is added."""
    kept = _names_kept(tuple(members), used)
    if kept is None:
        start = text[:-1].rstrip()
    else:
        cells = list(members.values())
        start = "{" + ", ".join(
            f"{json_text(name)}: {json_text(cells[at])}" for at, name in kept
        )  # fmt: skip
    return start if start == "{" else start + ", "


@lru_cache(maxsize=256)
def _names_kept(names: tuple[str, ...], used: frozenset[str]) -> tuple[tuple[int, str], ...] | None:
    """The members that are written, by place, and under which name; None if all are as they are."""
    kept = names_kept(names, used)
    return None if [name for _, name in kept] == list(names) else kept
