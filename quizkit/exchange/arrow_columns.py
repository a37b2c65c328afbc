"""Turn the cells of distinct graded rows into Arrow columns of any rows that are equal to them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from quizkit.autograde.rows import ADDED, EXACT, GradedRow

_READ_AS = ADDED.index("read_as")
_SCORE = ADDED.index("score")


def ints(arrow: Any, numbers: array[int]) -> Any:
    """The numbers as an Arrow array, which shares their memory: it must go before they grow."""
    return arrow.Array.from_buffers(arrow.int32(), len(numbers), [None, arrow.py_buffer(numbers)])


class Distinct:
    """The added cells of distinct graded rows, in the order in which these came.

    Nearly all rows of a question differ in what was read alone: the other cells are kept once for
    all rows that share them.
    """

    __slots__ = ("_arrow", "_held", "_kept", "_others", "_places", "_read_as", "_shared")

    def __init__(self, arrow: Any) -> None:
        self._arrow = arrow
        self._read_as = Plain(arrow, arrow.string())
        self._others: list[Coded | Plain] = [Coded(arrow) for _ in range(len(ADDED + EXACT) - 1)]
        self._others[_SCORE] = Plain(arrow, arrow.float64())  # it stands before what was read
        # The number of what each row shares with others; and what has which number. A score is told
        # by its identity, as fractions are slow to compare; it is held so that no other gets that.
        self._places = array("i")
        self._shared: dict[tuple[object, ...], int] = {}
        self._held: list[tuple[tuple[object, ...], Fraction | None]] = []
        self._kept = (0, 0)

    def __len__(self) -> int:
        return len(self._places)

    def extend(self, questions: Iterable[int], rows: Sequence[GradedRow]) -> list[int]:
        """The next distinct rows with their questions; the places of those that share no cells.

        Only rows of one question share any.
        """
        shared, held = self._shared, self._held
        new: list[int] = []
        for at, (question, row) in enumerate(zip(questions, rows, strict=True)):
            status, verdict, score, _, key, mistake, feedback, revision, exact = row
            cells = (
                question, status, verdict, id(score), key, mistake, feedback, revision, exact,
            )  # fmt: skip
            place = shared.get(cells)
            if place is None:
                place = shared[cells] = len(held)
                held.append((cells, score))
                new.append(at)
            self._places.append(place)
        self._read_as.extend([row.read_as for row in rows])
        if new:
            self._extend_others([rows[at] for at in new])
        return new

    def _extend_others(self, rows: Sequence[GradedRow]) -> None:
        cells: list[Any] = list(zip(*rows, strict=True))
        cells[_SCORE] = [None if row.score is None else float(row.score) for row in rows]
        cells.append([row.score_exact for row in rows])
        del cells[_READ_AS]
        for column, own in zip(self._others, cells, strict=True):
            column.extend(own)

    def shared(self, rows: Any) -> Any:
        """For the rows at these places, the number of what each shares with others."""
        return ints(self._arrow, self._places).take(rows)

    def take(self, rows: Any) -> list[Any]:
        """The added columns of the rows at these places."""
        shared = self.shared(rows)
        columns = [column.take(shared) for column in self._others]
        columns.insert(_READ_AS, self._read_as.take(rows))
        return columns

    def keep(self) -> None:
        """What is there now is to stay."""
        self._kept = (len(self._places), len(self._held))
        for column in (self._read_as, *self._others):
            column.keep()

    def forget(self) -> None:
        """Drop what is not to stay."""
        rows, shared = self._kept
        del self._places[rows:]
        for cells, _ in self._held[shared:]:
            del self._shared[cells]
        del self._held[shared:]
        for column in (self._read_as, *self._others):
            column.forget()


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
