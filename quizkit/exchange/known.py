"""Turn keys of rows into rendered graded rows, working each distinct one out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from sys import getsizeof
from typing import Generic

from quizkit.autograde.batch import Grader, named, no_learner
from quizkit.autograde.rows import GradedRow, Status
from quizkit.autograde.tally import Tally
from quizkit.exchange.rows import Batch, Rendered, Triple

NO_LEARNER = no_learner().feedback

_MOST_BYTES = 150_000_000
_PASSING_BYTES = 30_000_000
_ENTRY_BYTES = 110  # of the tables themselves, beside the two texts
_MOST_SAME = 20_000


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
        self._ahead: Mapping[str, GradedRow] = {}
        self._cut = ""
        self.graded_here = 0
        # A code for each key, and by code what was rendered and how it is counted. Equal rendered
        # rows of one question share a code, as far as they are looked for.
        self._codes: dict[str | None, int] = {}
        self._rendered: list[Rendered] = []
        self._counted: list[int] = []
        self._same: dict[tuple[str, Rendered], int] = {}
        self._bytes = 0
        self._passing: list[str] | None = None
        self._kept = 0

    def _forget_some(self) -> None:
        """Keep within the bound: from then on, forget again and again what has come since."""
        if self._passing is None:
            self._passing = []
            self._kept = len(self._rendered)
        elif self._bytes > self._most_bytes + self._passing_bytes:
            for key in self._passing:
                del self._codes[key]
            self._passing.clear()
            del self._rendered[self._kept :]
            del self._counted[self._kept :]
            self._bytes = self._most_bytes + 1

    @property
    def tally(self) -> Tally:
        """The statuses of every row found so far."""
        tally = Tally(cut=self._cut)
        counted = list(self._kinds)
        for kind, rows in self._used.items():
            tally.add(*counted[kind], rows)
        return tally

    def unknown(self, batches: Iterable[Batch], but: Container[str | None]) -> dict[str, Triple]:
        """Question, seed and response of every key in the batches that is new, but for some."""
        new: dict[str, Triple] = {}
        for batch in batches:
            for at, key in enumerate(batch.keys):
                if key is None or key in self._codes or key in new or key in but:
                    continue
                triple = batch.triple(at)
                if not isinstance(triple, str):
                    new[key] = triple
        return new

    def take_ahead(self, rows: Mapping[str, GradedRow]) -> None:
        """Use these rows, graded elsewhere, until the next call."""
        self._ahead = rows

    def find(self, batch: Batch) -> list[Rendered]:
        """What is added to each row of the batch, in order."""
        if self._bytes > self._most_bytes:
            self._forget_some()
        codes = list(map(self._codes.get, batch.keys))
        errors: dict[int, Rendered] = {}
        if None in codes:
            for at, code in enumerate(codes):
                if code is None:
                    # An earlier row of this very batch may have brought it.
                    codes[at] = self._codes.get(batch.keys[at])
                    if codes[at] is None:
                        codes[at] = self._new(batch, at, errors)
        return self._added(codes, errors)

    def _added(self, codes: Iterable[int | None], errors: dict[int, Rendered]) -> list[Rendered]:
        if not errors:
            self._used.update(map(self._counted.__getitem__, codes))  # type: ignore[arg-type]
            return list(map(self._rendered.__getitem__, codes))  # type: ignore[arg-type]
        added = []
        for at, code in enumerate(codes):
            if code is None:
                added.append(errors[at])
            else:
                self._used[self._counted[code]] += 1
                added.append(self._rendered[code])
        return added

    def _kind(self, ref: str, status: Status) -> int:
        """The number under which rows of this question and status are counted."""
        return self._kinds.setdefault((ref, status), len(self._kinds))

    def _graded(self, triple: Triple) -> GradedRow:
        self.graded_here += 1
        return self._grader.row(*triple)

    def _new(self, batch: Batch, at: int, errors: dict[int, Rendered]) -> int | None:
        """The code of a key that is new, or None: an error, whose sentence names this row alone."""
        triple = batch.refused.get(at) or batch.triple(at)
        if isinstance(triple, str):
            ref, row = "", GradedRow(status="error", feedback=triple)
        else:
            row = self._ahead.get(batch.keys[at] or "") or self._graded(triple)
            ref = triple[0].strip().partition("#")[0] if row.revision else ""
            if not self._cut and self._grader.looks_cut(triple[0], triple[2], row):
                self._cut = triple[2].strip()
        if row.status == "error":
            where = f"{self._row_word} {batch.lines[at]}"
            errors[at] = self._render(named(row, where))
            self._used[self._kind(ref, "error")] += 1
            return None
        rendered = self._render(row)
        same = (ref, rendered)  # which holds the status
        code = self._same.get(same)
        if code is None:
            code = len(self._rendered)
            self._rendered.append(rendered)
            self._counted.append(self._kind(ref, row.status))
            self._bytes += getsizeof(rendered)
            if len(self._same) < _MOST_SAME and self._passing is None:
                self._same[same] = code
        key = batch.keys[at]
        assert key is not None, "rows without a key are refused"
        self._codes[key] = code
        self._bytes += getsizeof(key) + _ENTRY_BYTES
        if self._passing is not None:
            self._passing.append(key)
        return code
