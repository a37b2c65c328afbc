"""Turn lines of Markdown into blocks: headings, paragraphs, lists, tables, code, quotes, rules.

CommonMark's rules as far as notes need them, with the tables of GitHub. What is no Markdown here is
text: TeX and HTML stay as they were written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizkit.cli.page.spans import BREAK
from quizkit.cli.page.tables import Align

_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 6."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text, its lines joined."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """Lines to be shown as they are."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Quoted blocks."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A list: `start` is its first number, None for bullets; `loose` ones have space between."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    loose: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table; every row has as many cells as the heading."""

    heading: tuple[str, ...]
    aligns: tuple[Align, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Heading | Paragraph | Code | Rule | Quote | Items | Table


_HEADING = re.compile(r" {0,3}(#{1,6})(?: +(.*?))?(?: +#+)? *$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+) *$")
_RULE = re.compile(r" {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$")
_FENCE = re.compile(r"( {0,3})(`{3,}|~{3,})([^`]*)$")
_QUOTE = re.compile(r" {0,3}> ?")
_ITEM = re.compile(r"( {0,3})([-*+]|[0-9]{1,9}[.)])( +|$)")
_TABLE_RULE = re.compile(r" {0,3}\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$")


def blocks(lines: Sequence[str], depth: int = 0) -> tuple[Block, ...]:
    """The blocks that these lines are."""
    return tuple(_Blocks(lines, depth).read())


class _Blocks:
    """One pass over lines; `at` is the next one."""

    def __init__(self, lines: Sequence[str], depth: int) -> None:
        self.lines, self.depth, self.at = lines, depth, 0

    def read(self) -> Iterator[Block]:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip():
                self.at += 1
            elif heading := _HEADING.match(line):
                self.at += 1
                yield Heading(len(heading[1]), (heading[2] or "").strip())
            elif _FENCE.match(line):
                yield self._fenced()
            elif line.startswith("    "):
                yield self._indented()
            elif _RULE.match(line):
                self.at += 1
                yield Rule()
            elif _QUOTE.match(line) and self.depth < _DEEPEST:
                yield self._quote()
            elif _ITEM.match(line) and self.depth < _DEEPEST:
                yield self._items()
            elif self._is_table():
                yield self._table()
            else:
                yield self._paragraph()

    def _interrupts(self, line: str) -> bool:
        """Whether a line cannot go on with the paragraph above it."""
        item = _ITEM.match(line)
        # A wrapped line may begin with a number: only a list from 1 starts without a blank line.
        starts_list = (
            item is not None and item[3] != "" and (item[2] in "-*+" or item[2][:-1] == "1")
        )
        return (
            not line.strip()
            or starts_list
            or any(one.match(line) for one in (_HEADING, _FENCE, _RULE, _QUOTE))
        )

    def _paragraph(self) -> Block:
        taken: list[str] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if taken and (underline := _UNDERLINE.match(line)):
                self.at += 1
                return Heading(1 if underline[1][0] == "=" else 2, _joined(taken))
            if taken and (self._interrupts(line) or self._is_table()):
                break
            taken.append(line)
            self.at += 1
        return Paragraph(_joined(taken))

    def _fenced(self) -> Code:
        opened = _FENCE.match(self.lines[self.at])
        assert opened is not None
        indent, mark = len(opened[1]), opened[2]
        closing = re.compile(rf" {{0,3}}{re.escape(mark[0])}{{{len(mark)},}} *$")
        taken: list[str] = []
        self.at += 1
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if closing.match(line):
                break
            taken.append(_dedented(line, indent))
        return Code(tuple(taken))

    def _indented(self) -> Code:
        taken: list[str] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip() and not line.startswith("    "):
                break
            taken.append(line[4:])
            self.at += 1
        while taken and not taken[-1].strip():
            taken.pop()
        return Code(tuple(taken))

    def _quote(self) -> Quote:
        taken: list[str] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            marked = _QUOTE.match(line)
            if marked is None and (not taken[-1].strip() or self._interrupts(line)):
                break
            taken.append(line[marked.end() :] if marked else line)
            self.at += 1
        return Quote(blocks(taken, self.depth + 1))

    def _items(self) -> Items:
        first = _ITEM.match(self.lines[self.at])
        assert first is not None
        kind = first[2][-1]
        items, loose = [], False
        while self.at < len(self.lines):
            item = _ITEM.match(self.lines[self.at])
            if item is None or item[2][-1] != kind or _RULE.match(self.lines[self.at]):
                break
            taken, ends_blank = self._item(item)
            after = _ITEM.match(self.lines[self.at]) if self.at < len(self.lines) else None
            inside = blocks(taken, self.depth + 1)
            spaced = len(inside) > 1 and any(not line.strip() for line in taken)
            loose = loose or spaced or (ends_blank and after is not None and after[2][-1] == kind)
            items.append(inside)
        start = int(first[2][:-1]) if first[2][:-1] else None
        return Items(tuple(items), start, loose)

    def _item(self, item: re.Match[str]) -> tuple[list[str], bool]:
        """The lines of one item, and whether blank lines follow it."""
        line = self.lines[self.at]
        gap = len(item[3]) if 1 <= len(item[3]) <= 4 else 1
        indent = len(item[1]) + len(item[2]) + gap
        taken = [line[indent:]]
        self.at += 1
        while self.at < len(self.lines):
            line = self.lines[self.at]
            lazy = taken[-1].strip() and not self._interrupts(line) and not _ITEM.match(line)
            if line.strip() and not line.startswith(" " * indent) and not lazy:
                break
            taken.append(_dedented(line, indent))
            self.at += 1
        ends_blank = not taken[-1].strip() and len(taken) > 1
        while len(taken) > 1 and not taken[-1].strip():
            taken.pop()
        return taken, ends_blank

    def _is_table(self) -> bool:
        if self.at + 1 >= len(self.lines) or "|" not in self.lines[self.at]:
            return False
        rule = self.lines[self.at + 1]
        return (
            _TABLE_RULE.match(rule) is not None
            and "-" in rule
            and len(_cells(self.lines[self.at])) == len(_cells(rule))
        )

    def _table(self) -> Table:
        heading = _cells(self.lines[self.at])
        aligns = tuple(_align(rule) for rule in _cells(self.lines[self.at + 1]))
        self.at += 2
        rows = []
        while self.at < len(self.lines) and not self._interrupts(self.lines[self.at]):
            row = _cells(self.lines[self.at])[: len(heading)]
            rows.append(row + ("",) * (len(heading) - len(row)))
            self.at += 1
        return Table(heading, aligns, tuple(rows))


def _joined(lines: Sequence[str]) -> str:
    """A paragraph's lines as one text; two blanks or a backslash at an end force a break."""
    parts = []
    for place, line in enumerate(lines):
        last = place == len(lines) - 1
        if not last and line.endswith(("  ", "\\")):
            parts.append(line.strip().removesuffix("\\").rstrip() + BREAK)
        else:
            parts.append(line.strip() + ("" if last else " "))
    return "".join(parts)


def _dedented(line: str, indent: int) -> str:
    own = len(line) - len(line.lstrip(" "))
    return line[min(own, indent) :]


def _cells(line: str) -> tuple[str, ...]:
    inner = line.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return tuple(cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner))


def _align(rule: str) -> Align:
    if rule.endswith(":"):
        return "center" if rule.startswith(":") else "right"
    return "left"
