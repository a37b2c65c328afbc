"""Turn keys of rows into rendered graded rows, working each distinct one out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from sys import getsizeof
from typing import Any, Generic

from quizkit.autograde.batch import Grader, named, no_learner
from quizkit.autograde.rows import GradedRow, Status
from quizkit.autograde.tally import Tally
from quizkit.exchange.rows import Batch, Rendered, Triple

NO_LEARNER = no_learner().feedback

_MOST_BYTES = 150_000_000
_PASSING_BYTES = 30_000_000
_ENTRY_BYTES = 170  # of the tables themselves, beside the two texts
_MOST_SAME = 20_000
_NEW = (None, 0)


Plain = tuple[str, Status, bool, Any, GradedRow | None]


@dataclass(slots=True)
class Made(Generic[Rendered]):
    """What is to be added to a row, by whatever process: not yet rendered if it is an error.

    `ref` is the question under which it is counted, and `cut` whether its response looks cut.
    """

    ref: str
    status: Status
    cut: bool
    rendered: Rendered | None
    error: GradedRow | None = None

    def plain(self) -> Plain:
        """The values alone, which are handed to another process in a third of the time."""
        return self.ref, self.status, self.cut, self.rendered, self.error


def made(grader: Grader, render: Callable[[GradedRow], Rendered], triple: Triple) -> Made[Rendered]:
    """Grade a triple and render what it comes to."""
    row = grader.row(*triple)
    question, _, response = triple
    ref = grader.ref_of(question) if row.revision else ""
    if row.status == "error":
        return Made(ref, "error", False, None, row)
    return Made(ref, row.status, grader.looks_cut(question, response, row), render(row))


def refused(sentence: str) -> Made[Any]:
    """What is added to a row that cannot be graded."""
    return Made("", "error", False, None, GradedRow(status="error", feedback=sentence))


class Known(Generic[Rendered]):
    """What has been graded so far, within a bound on memory.

    What comes first is kept. Once that is much, what comes later is kept for a while only: a file
    in any order still finds its first rows again, and one sorted by question its latest.
    """

    def __init__(
        self,
        grader: Grader,
        render: Callable[[GradedRow], Rendered],
        row_word: str = "line",
        most_bytes: int = _MOST_BYTES,
        passing_bytes: int = _PASSING_BYTES,
    ) -> None:
        self._grader = grader
        self._render = render
        self._row_word = row_word
        self._most_bytes = most_bytes
        self._passing_bytes = passing_bytes
        self._kinds: dict[tuple[str, Status], int] = {}
        self._used: Counter[int] = Counter()
        self._ahead: Mapping[str, Made[Rendered]] = {}
        self._cut = ""
        self._error = ""
        self.graded_here = 0
        # By key what was rendered and how it is counted: one look for each row, since it is the
        # looks into large tables that take the time. Equal rendered rows of one question are one
        # object, as far as they are looked for. `_odd` has the keys whose rows are written anew.
        self._found: dict[str | None, tuple[Rendered, int]] = {}
        self._odd: dict[str | None, tuple[Rendered, int]] = {}
        self._same: dict[tuple[str, Rendered], tuple[Rendered, int]] = {}
        self._bytes = 0
        self._passing: list[str] | None = None

    def _forget_some(self) -> None:
        """Keep within the bound: from then on, forget again and again what has come since."""
        if self._passing is None:
            self._passing = []
        elif self._bytes > self._most_bytes + self._passing_bytes:
            for key in self._passing:
                if self._found.pop(key, None) is None:
                    del self._odd[key]
            self._passing.clear()
            self._bytes = self._most_bytes + 1

    @property
    def tally(self) -> Tally:
        """The statuses of every row found so far."""
        tally = Tally(cut=self._cut, error=self._error)
        counted = list(self._kinds)
        for kind, rows in self._used.items():
            tally.add(*counted[kind], rows)
        return tally

    def unknown(self, batches: Iterable[Batch], but: Container[str | None]) -> dict[str, Triple]:
        """Question, seed and response of every key in the batches that is new, but for some."""
        new: dict[str, Triple] = {}
        for batch in batches:
            places = dict(zip(batch.keys, range(len(batch)), strict=True))
            for key in places.keys() - self._found.keys():
                if key is None or key in self._odd or key in new or key in but:
                    continue
                triple = batch.triple(places[key])
                if not isinstance(triple, str):
                    new[key] = triple
        return new

    def take_ahead(self, made_elsewhere: Mapping[str, Made[Rendered]]) -> None:
        """Use these until the next call."""
        self._ahead = made_elsewhere

    def find(self, batch: Batch) -> Sequence[Rendered]:
        """What is added to each row of the batch, in order."""
        if self._bytes > self._most_bytes:
            self._forget_some()
        rendered, kinds = zip(*map(self._found.get, batch.keys, repeat(_NEW)), strict=True)
        if None in rendered:
            rendered, kinds = zip(*self._with_new(batch, rendered, kinds), strict=True)
        self._used.update(kinds)
        return rendered

    def _with_new(
        self, batch: Batch, rendered: Iterable[Rendered | None], kinds: Iterable[int]
    ) -> Iterator[tuple[Rendered, int]]:
        """What `find` found, and what was not there yet."""
        for at, (known, kind) in enumerate(zip(rendered, kinds, strict=True)):
            if known is not None:
                yield known, kind
                continue
            key = batch.keys[at]
            # An earlier row of this very batch may have brought it.
            found = self._found.get(key)
            if found is None:
                found = self._odd.get(key)
                odd = found is not None or batch.is_odd(at)
                found = found or self._new(batch, at, odd=odd)
                if odd:
                    batch.write_anew(at)
            yield found

    def _kind(self, ref: str, status: Status) -> int:
        """The number under which rows of this question and status are counted."""
        return self._kinds.setdefault((ref, status), len(self._kinds))

    def _made(self, batch: Batch, at: int) -> Made[Rendered]:
        triple = batch.refused.get(at) or batch.triple(at)
        if isinstance(triple, str):
            return refused(triple)
        one = self._ahead.get(batch.keys[at] or "")
        if one is None:
            self.graded_here += 1
            one = made(self._grader, self._render, triple)
        if one.cut and not self._cut:
            self._cut = triple[2].strip()
        return one

    def _new(self, batch: Batch, at: int, *, odd: bool) -> tuple[Rendered, int]:
        """What is added to a row whose key is new; kept unless its sentence names this row."""
        one = self._made(batch, at)
        kind = self._kind(one.ref, one.status)
        rendered = one.rendered
        if rendered is None:
            assert one.error is not None, "only an error is not rendered"
            row = named(one.error, f"{self._row_word} {batch.lines[at]}")
            self._error = self._error or row.feedback
            return self._render(row), kind
        same = (one.ref, rendered)  # which holds the status
        found = self._same.get(same)
        if found is None:
            found = rendered, kind
            self._bytes += getsizeof(rendered)
            if len(self._same) < _MOST_SAME and self._passing is None:
                self._same[same] = found
        key = batch.keys[at]
        assert key is not None, "rows without a key are refused"
        (self._odd if odd else self._found)[key] = found
        self._bytes += getsizeof(key) + _ENTRY_BYTES
        if self._passing is not None:
            self._passing.append(key)
        return found
