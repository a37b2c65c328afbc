"""Turn Markdown notes into lines for a terminal that read well without any decoration.

The same lines come out for a terminal and for a pipe; only stress and code, which a terminal
decorates, keep their signs where nothing is decorated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from quizkit.cli.page.blocks import (
    Block,
    Code,
    Heading,
    Items,
    Paragraph,
    Quote,
    Rule,
    Table,
    blocks,
)
from quizkit.cli.page.spans import cells_of_line, spans, wrapped
from quizkit.cli.page.tables import table
from quizkit.cli.terminal import Line, visible

_NARROWEST = 20


def markdown(text: str, cells: int, *, marks: bool) -> tuple[Line, ...]:
    """The text in lines of at most `cells` cells (code and long words may be wider).

    >>> for line in markdown("## Sizes\\n\\n- a *GB*\\n  is decimal", 40, marks=True):
    ...     print("".join(piece for piece, _ in line))
    Sizes
    -----
    <BLANKLINE>
    - a *GB* is decimal
    """
    lines = visible(text).expandtabs(4).split("\n")
    return tuple(_laid_out(blocks(lines), max(cells, _NARROWEST), marks=marks))


def _laid_out(parts: Sequence[Block], cells: int, *, marks: bool) -> Iterator[Line]:
    for place, part in enumerate(parts):
        if place:
            yield ()
        yield from _block(part, cells, marks=marks)


def _block(block: Block, cells: int, *, marks: bool) -> Iterator[Line]:
    match block:
        case Heading():
            yield from _heading(block, cells)
        case Paragraph(text):
            yield from wrapped(spans(text, marks=marks), cells)
        case Code(lines):
            for text in lines:
                yield ((f"    {text.rstrip()}", "code"),) if text.strip() else ()
        case Rule():
            yield (("-" * min(cells, 20), "dim"),)
        case Quote(inside):
            for line in _laid_out(inside, cells - 2, marks=marks):
                yield (("| " if line else "|", "dim"), *line)
        case Items():
            yield from _items(block, cells, marks=marks)
        case Table(heading, aligns, rows):
            yield from table(
                [spans(cell, marks=marks) for cell in heading],
                [[spans(cell, marks=marks) for cell in row] for row in rows],
                aligns,
                cells,
            )
        case _:
            assert_never(block)


def _heading(heading: Heading, cells: int) -> Iterator[Line]:
    text = "".join(piece for piece, _ in spans(heading.text, marks=False))
    lines = wrapped([(text, "strong")], cells)
    yield from lines
    sign = {1: "=", 2: "-"}.get(heading.level, "~")
    yield ((sign * max(map(cells_of_line, lines)), "dim"),)


def _items(items: Items, cells: int, *, marks: bool) -> Iterator[Line]:
    numbers = items.start
    last = None if numbers is None else numbers + len(items.items) - 1
    for place, inside in enumerate(items.items):
        if place and items.loose:
            yield ()
        sign = "- " if numbers is None else f"{numbers + place}. ".rjust(len(f"{last}. "))
        lead = " " * len(sign)
        lines = list(_item(inside, max(_NARROWEST, cells - len(sign)), items.loose, marks=marks))
        for row, line in enumerate(lines or [()]):
            start = sign if row == 0 else lead
            yield ((start if line else start.rstrip(), None), *line) if line or row == 0 else ()


def _item(inside: Sequence[Block], cells: int, loose: bool, *, marks: bool) -> Iterator[Line]:
    """The blocks of one item; in a tight list no blank line parts text from the list below it."""
    for place, block in enumerate(inside):
        if place and (loose or not isinstance(block, Items)):
            yield ()
        yield from _block(block, cells, marks=marks)
