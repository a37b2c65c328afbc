"""Turn many triples into graded rows in several processes, so that no process's death costs a row.

A worker that dies takes its part of the work with it, not the answers: the part is given to a new
worker, and after some deaths its rows are reported as errors. None is ever marked wrong.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING

from quizkit.autograde.batch import Grader
from quizkit.autograde.rows import GradedRow
from quizkit.exchange.rows import Triple

if TYPE_CHECKING:  # loaded only by those who have workers
    from concurrent.futures import Future, ProcessPoolExecutor

WORTH_WORKERS = 5_000
"""So many rows are graded in this process before others are started: to start costs as much."""

_PART = 400
_TRIES = 3


@dataclass(slots=True, kw_only=True)
class Part:
    """Some triples that are being graded, by which generation of workers."""

    triples: Sequence[Triple]
    future: Future[list[GradedRow]]
    generation: int


class Workers:
    """Processes that grade; a context that ends them. They are started at the first `submit`."""

    def __init__(self, grader: Grader, jobs: int) -> None:
        self.grader = grader
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._generation = 0

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def rows(self, triples: Sequence[Triple]) -> list[GradedRow]:
        """The row of each triple, in order; graded here where few are asked for."""
        if self.jobs == 1 or len(triples) < WORTH_WORKERS:
            return [self.grader.row(*triple) for triple in triples]
        return self.results(self.submit(triples))

    def submit(self, triples: Sequence[Triple]) -> list[Part]:
        """Begin to grade the triples, in parts."""
        return [
            self._submitted(triples[start : start + _PART])
            for start in range(0, len(triples), _PART)
        ]

    def results(self, parts: Iterable[Part]) -> list[GradedRow]:
        """The rows of all parts, one for each triple and in order."""
        return [row for part in parts for row in self._result(part)]

    def _result(self, part: Part) -> list[GradedRow]:
        from concurrent.futures.process import BrokenProcessPool

        for _ in range(_TRIES):
            try:
                return part.future.result()
            except BrokenProcessPool:
                self._replace_workers(part.generation)
                again = self._submitted(part.triples)
                part.future, part.generation = again.future, again.generation
        return [_lost() for _ in part.triples]

    def _submitted(self, triples: Sequence[Triple]) -> Part:
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
                self.jobs, get_context("spawn"), initializer=_begin, initargs=(self.grader,)
            )
        return self._pool

    def _replace_workers(self, generation: int) -> None:
        if generation == self._generation and self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            self._generation += 1


def _lost() -> GradedRow:
    return GradedRow(
        status="error", feedback="the process that graded this row died; grade the row again"
    )


# --- in a worker ------------------------------------------------------------------------------

_own: list[Grader] = []


def _begin(grader: Grader) -> None:
    # Whoever interrupts the program means the parent, which ends its workers.
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    _own[:] = [grader]


def _end_with_parent() -> None:
    """Without this, the workers of a parent that was killed would wait for work for ever."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _graded(triples: Sequence[Triple]) -> list[GradedRow]:
    (grader,) = _own
    return [grader.row(*triple) for triple in triples]
