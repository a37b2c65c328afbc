"""Turn the cells of distinct graded rows into Arrow columns of any rows that are equal to them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any


def ints(arrow: Any, numbers: array[int]) -> Any:
    """The numbers as an Arrow array, which shares their memory: it must go before they grow."""
    return arrow.Array.from_buffers(arrow.int32(), len(numbers), [None, arrow.py_buffer(numbers)])


class Coded:
    """A column of texts that come again and again, each once: numbers into a dictionary."""

    __slots__ = ("_arrow", "_kept", "_made", "_numbers", "_places", "_texts")

    def __init__(self, arrow: Any) -> None:
        self._arrow = arrow
        self._places = array("i")
        self._texts = _Places()
        # Both as Arrow arrays, made when they are asked for; a place is null for nothing.
        self._numbers: Any = None
        self._made = arrow.array([], arrow.string())
        self._kept = (0, 0)

    def extend(self, cells: Iterable[str | None]) -> None:
        """The cells of the next distinct rows; a blank text is nothing."""
        self._numbers = None
        self._places.extend(map(self._texts.__getitem__, cells))

    def take(self, rows: Any) -> Any:
        """The column of the rows at these places."""
        arrow, compute = self._arrow, self._arrow.compute
        if self._numbers is None:
            places = ints(arrow, self._places)
            nothing = compute.less(places, 0)
            if compute.any(nothing).as_py():
                self._numbers = compute.if_else(nothing, arrow.scalar(None, places.type), places)
            else:
                self._numbers = compute.add(places, 0)  # which shares no memory
        if len(self._made) < len(self._texts.known):
            more = arrow.array(self._texts.known[len(self._made) :], arrow.string())
            self._made = arrow.concat_arrays([self._made, more])
        return arrow.DictionaryArray.from_arrays(self._numbers.take(rows), self._made)

    def keep(self) -> None:
        """What is there now is to stay."""
        self._kept = (len(self._places), len(self._texts.known))

    def forget(self) -> None:
        """Drop what is not to stay."""
        rows, texts = self._kept
        self._numbers = None
        del self._places[rows:]
        for text in self._texts.known[texts:]:
            del self._texts[text]
        del self._texts.known[texts:]
        self._made = self._made[:texts]


class Plain:
    """A column whose cells differ too much for a dictionary to pay, or are numbers."""

    __slots__ = ("_arrow", "_cells", "_kept")

    def __init__(self, arrow: Any, kind: Any) -> None:
        self._arrow = arrow
        self._cells = arrow.array([], kind)
        self._kept = 0

    def extend(self, cells: Iterable[str | float | None]) -> None:
        """The cells of the next distinct rows; a blank text is nothing."""
        more = [None if cell == "" else cell for cell in cells]
        self._cells = self._arrow.concat_arrays(
            [self._cells, self._arrow.array(more, self._cells.type)]
        )

    def take(self, rows: Any) -> Any:
        """The column of the rows at these places."""
        return self._cells.take(rows)

    def keep(self) -> None:
        """What is there now is to stay."""
        self._kept = len(self._cells)

    def forget(self) -> None:
        """Drop what is not to stay."""
        self._cells = self._cells[: self._kept]


class _Places(dict[str | None, int]):
    """The place of each distinct text, given when it is first asked for; of nothing, -1."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        super().__init__({None: -1, "": -1})
        self.known: list[str] = []

    def __missing__(self, text: str) -> int:
        place = self[text] = len(self.known)
        self.known.append(text)
        return place
