"""Turn many triples into rendered rows in several processes; no process's death costs a row.

A worker that dies takes its part of the work with it, not the answers: the part is given to a new
worker, and after some deaths its rows are reported as errors. None is ever marked wrong.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic

from quizkit.autograde.batch import Grader
from quizkit.autograde.rows import GradedRow
from quizkit.exchange.known import Made, Plain, made, refused
from quizkit.exchange.rows import Rendered, Triple

if TYPE_CHECKING:  # loaded only by those who have workers
    from concurrent.futures import Future, ProcessPoolExecutor

WORTH_WORKERS = 40_000
"""So many rows are graded in this process before others are started, which costs half as much."""

WORTH_SHARE = 0.5
"""The share of rows that must be new for others to be started: looking up is done here alone."""

_PART = 400
_TRIES = 3
_LOST = "the process that graded this row died; grade the row again"


@dataclass(slots=True, kw_only=True)
class Part(Generic[Rendered]):
    """Some triples that are being graded, by which generation of workers."""

    triples: Sequence[Triple]
    future: Future[list[Plain]]
    generation: int


class Workers(Generic[Rendered]):
    """Processes that grade; a context that ends them. They are started at the first `submit`."""

    def __init__(self, grader: Grader, render: Callable[[GradedRow], Rendered], jobs: int) -> None:
        self._grader = grader
        self._render = render
        self.jobs = jobs
        self._graded_here = 0
        self._pool: ProcessPoolExecutor | None = None
        self._generation = 0

    def __enter__(self) -> Workers[Rendered]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def are_worth(self, new: int, of: int) -> bool:
        """Whether to submit so many new ones of so many rows; else count them as graded here."""
        if self.jobs > 1 and self._graded_here >= WORTH_WORKERS and new >= of * WORTH_SHARE:
            return True
        self._graded_here += new
        return False

    def submit(self, triples: Sequence[Triple]) -> list[Part[Rendered]]:
        """Begin to grade the triples, in parts."""
        return [
            self._submitted(triples[start : start + _PART])
            for start in range(0, len(triples), _PART)
        ]

    def results(self, parts: Iterable[Part[Rendered]]) -> list[Made[Rendered]]:
        """What the triples of all parts come to, in order."""
        return [one for part in parts for one in self._result(part)]

    def _result(self, part: Part[Rendered]) -> list[Made[Rendered]]:
        from concurrent.futures.process import BrokenProcessPool

        for _ in range(_TRIES):
            try:
                return [Made(*plain) for plain in part.future.result()]
            except BrokenProcessPool:
                self._replace_workers(part.generation)
                again = self._submitted(part.triples)
                part.future, part.generation = again.future, again.generation
        return [refused(_LOST) for _ in part.triples]

    def _submitted(self, triples: Sequence[Triple]) -> Part[Rendered]:
        from concurrent.futures.process import BrokenProcessPool

        try:
            future = self._running().submit(_graded, triples)
        except BrokenProcessPool:
            self._replace_workers(self._generation)
            future = self._running().submit(_graded, triples)
        return Part(triples=triples, future=future, generation=self._generation)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            # Spawned, not forked: a copy of a process with threads or an open database may hang.
            self._pool = ProcessPoolExecutor(
                self.jobs,
                get_context("spawn"),
                initializer=_begin,
                initargs=(self._grader, self._render),
            )
        return self._pool

    def _replace_workers(self, generation: int) -> None:
        if generation == self._generation and self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            self._generation += 1


# --- in a worker ------------------------------------------------------------------------------

_own: list[tuple[Grader, Callable[[GradedRow], Any]]] = []


def _begin(grader: Grader, render: Callable[[GradedRow], Any]) -> None:
    # Whoever interrupts the program means the parent, which ends its workers.
    from quizkit.content.side_by_side import end_with_parent

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    _own[:] = [(grader, render)]


def _graded(triples: Sequence[Triple]) -> list[Plain]:
    ((grader, render),) = _own
    return [made(grader, render, triple).plain() for triple in triples]
