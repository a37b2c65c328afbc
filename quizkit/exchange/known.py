"""Turn keys of rows into rendered graded rows, working each distinct one out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Generic

from quizkit.autograde.batch import Grader, named, no_learner
from quizkit.autograde.rows import GradedRow, Status
from quizkit.autograde.tally import Tally
from quizkit.exchange.rows import Batch, Rendered, Triple

NO_LEARNER = no_learner().feedback

_MOST_BYTES = 120_000_000
_ENTRY_BYTES = 220  # of the tables themselves, beside the two texts


class Known(Generic[Rendered]):
    """What has been graded so far, within a bound on memory: beyond it, everything is forgotten."""

    def __init__(
        self,
        grader: Grader,
        render: Callable[[GradedRow], Rendered],
        row_word: str = "line",
        most_bytes: int = _MOST_BYTES,
    ) -> None:
        self._grader = grader
        self._render = render
        self._row_word = row_word
        self._most_bytes = most_bytes
        self._kinds: dict[tuple[str, Status], int] = {}
        self._used: Counter[int] = Counter()
        self._ahead: Mapping[str, GradedRow] = {}
        self.graded_here = 0
        self._forget()

    def _forget(self) -> None:
        # A code for each key, and by code what was rendered and how it is counted. Equal rendered
        # rows of one question share a code.
        self._codes: dict[str | None, int] = {}
        self._rendered: list[Rendered] = []
        self._counted: list[int] = []
        self._same: dict[tuple[str, Rendered], int] = {}
        self._bytes = 0

    @property
    def tally(self) -> Tally:
        """The statuses of every row found so far."""
        tally = Tally()
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
            self._forget()
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
        if row.status == "error":
            where = f"{self._row_word} {batch.lines[at]}"
            errors[at] = self._render(named(row, where))
            self._used[self._kind(ref, "error")] += 1
            return None
        rendered = self._render(row)
        same = (ref, rendered)  # which holds the status
        code = self._same.get(same)
        if code is None:
            code = self._same[same] = len(self._rendered)
            self._rendered.append(rendered)
            self._counted.append(self._kind(ref, row.status))
            self._bytes += len(str(rendered)) + _ENTRY_BYTES
        key = batch.keys[at]
        assert key is not None, "rows without a key are refused"
        self._codes[key] = code
        self._bytes += len(key) + _ENTRY_BYTES
        return code
