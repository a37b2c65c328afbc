"""Turn rows of cells into the lines of a table that fits so many cells of a terminal.

Columns are as wide as they need to be; where that is too wide, the widest give way and their cells
wrap. Where even that does not fit, each row becomes a list of its cells under the headings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Literal

from quizkit.cli.page.spans import cells_of_line, longest_word, wrapped
from quizkit.cli.terminal import Line, Span

Align = Literal["left", "right", "center"]
Cell = tuple[Span, ...]

_GAP = 2
_LONGEST_WORD = 24


def table(
    heading: Sequence[Cell], rows: Sequence[Sequence[Cell]], aligns: Sequence[Align], cells: int
) -> list[Line]:
    """The lines of a table; every row has as many cells as the heading.

    >>> word = lambda text: ((text, None),)
    >>> for line in table([word("n"), word("size")], [[word("8"), word("1.5")]], ["left"] * 2, 40):
    ...     print("".join(text for text, _ in line))
    n  size
    -  ----
    8  1.5
    """
    columns = list(zip(heading, *rows, strict=True))
    widths = [max(map(cells_of_line, column)) for column in columns]
    least = [min(_LONGEST_WORD, max(map(longest_word, column))) for column in columns]
    room = cells - _GAP * (len(widths) - 1)
    while sum(widths) > room:
        spare = [(width, at) for at, width in enumerate(widths) if width > least[at]]
        if not spare:
            return list(_listed(heading, rows, cells))
        widths[max(spare)[1]] -= 1
    layout = list(zip(widths, aligns, strict=True))
    lines = _row([_painted(cell) for cell in heading], layout)
    lines.append((((" " * _GAP).join("-" * width for width in widths), "dim"),))
    bodies = [_row(row, layout) for row in rows]
    wraps = any(len(body) > 1 for body in bodies)
    for place, body in enumerate(bodies):
        if wraps and place:  # or nobody sees where a row ends
            lines.append(())
        lines += body
    return lines


def _row(row: Sequence[Cell], layout: Sequence[tuple[int, Align]]) -> list[Line]:
    """One row, in as many lines as its tallest cell."""
    columns = [
        wrapped(cell, width, split=True) for cell, (width, _) in zip(row, layout, strict=True)
    ]
    lines = []
    for parts in zip_longest(*columns, fillvalue=()):
        line: list[Span] = []
        blanks = 0
        for part, (width, align) in zip(parts, layout, strict=True):
            spare = width - cells_of_line(part)
            before = {"left": 0, "right": spare, "center": spare // 2}[align]
            filled = [span for span in part if span[0]]
            if filled:
                line += [(" " * (blanks + before), None), *filled]
                blanks = _GAP + spare - before
            else:
                blanks += _GAP + width
        lines.append(tuple(span for span in line if span[0]))
    return lines


def _listed(heading: Sequence[Cell], rows: Sequence[Sequence[Cell]], cells: int) -> Iterator[Line]:
    """Each row as `heading: cell` lines, with a blank line between rows."""
    for place, row in enumerate(rows or [[()] * len(heading)]):
        if place:
            yield ()
        for name, cell in zip(heading, row, strict=True):
            if cell or not rows:
                label = (*_painted(name), (": ", None)) if name else ()
                yield from wrapped((*label, *cell), cells, rest="  ")


def _painted(cell: Cell) -> Cell:
    return tuple((text, role or "strong") for text, role in cell)
