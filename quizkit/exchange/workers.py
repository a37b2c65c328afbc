"""Turn many triples into rendered rows in several processes; no process's death costs a row.

A worker that dies takes its part of the work with it, not the answers: the part is given to a new
worker, and after some deaths its rows are reported as errors. None is ever marked wrong. Where no
worker can be started, this process grades alone.
"""

from __future__ import annotations

import pickle  # for processes of this program
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Generic

from quizkit.autograde.batch import Grader
from quizkit.autograde.rows import GradedRow
from quizkit.exchange.known import Made, Plain, made, refused
from quizkit.exchange.rows import Rendered, Triple

if TYPE_CHECKING:  # loaded only by those who have workers
    from concurrent.futures import Future, ThreadPoolExecutor

    from quizkit.exchange.worker_process import WorkerProcess

WORTH_WORKERS = 40_000
"""So many rows are graded in this process before others are started, which costs half as much."""

WORTH_SHARE = 0.5
"""The share of rows that must be new for others to be started: looking up is done here alone."""

_PART = 400
_TRIES = 3
_LOST = "the process that graded this row died; grade the row again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Generic[Rendered]):
    """Some triples that are being graded; what they come to is None where no worker could start."""

    triples: Sequence[Triple]
    future: Future[list[Plain] | None]


class Workers(Generic[Rendered]):
    """Processes that grade; a context that ends them. They are started at the first `submit`.

    A thread for each process hands it one part after another, and waits for it.
    """

    def __init__(self, grader: Grader, render: Callable[[GradedRow], Rendered], jobs: int) -> None:
        self._grader = grader
        self._render = render
        self.jobs = jobs
        self._graded_here = 0
        self._tools = b""
        self._threads: ThreadPoolExecutor | None = None
        self._own = threading.local()  # the worker of each thread
        self._lock = threading.Lock()
        self._alive: set[WorkerProcess] = set()
        self._over = False  # the context has ended
        self._alone = False  # no worker can be started

    def __enter__(self) -> Workers[Rendered]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._threads is None:
            return
        with self._lock:
            self._over = True
            for worker in self._alive:
                worker.kill()
        self._threads.shutdown(cancel_futures=True)
        for worker in [*self._alive]:
            self._forget(worker)

    def are_worth(self, new: int, of: int) -> bool:
        """Whether to submit so many new ones of so many rows; else count them as graded here."""
        if self.jobs > 1 and self._graded_here >= WORTH_WORKERS and new >= of * WORTH_SHARE:
            return True
        self._graded_here += new
        return False

    def submit(self, triples: Sequence[Triple]) -> list[Part[Rendered]]:
        """Begin to grade the triples, in parts."""
        if self._threads is None:
            from concurrent.futures import ThreadPoolExecutor

            self._tools = pickle.dumps((self._grader, self._render))
            self._threads = ThreadPoolExecutor(self.jobs)
        parts = (triples[start : start + _PART] for start in range(0, len(triples), _PART))
        return [
            Part(triples=part, future=self._threads.submit(self._by_worker, part)) for part in parts
        ]

    def results(self, parts: Iterable[Part[Rendered]]) -> list[Made[Rendered]]:
        """What the triples of all parts come to, in order."""
        return [one for part in parts for one in self._result(part)]

    def _result(self, part: Part[Rendered]) -> list[Made[Rendered]]:
        rows = part.future.result()
        if rows is None:
            return [made(self._grader, self._render, triple) for triple in part.triples]
        return [Made(*plain) for plain in rows] or [refused(_LOST) for _ in part.triples]

    # --- in a thread for each worker ------------------------------------------------------------

    def _by_worker(self, part: Sequence[Triple]) -> list[Plain] | None:
        """What this thread's worker makes of a part; nothing if it kills one worker after another.

        None if no worker can be started.
        """
        from quizkit.exchange.worker_process import WorkerDied

        for _ in range(_TRIES):
            worker = getattr(self._own, "worker", None) or self._started()
            if worker is None:
                return None
            try:
                return worker.graded(part)
            except WorkerDied:
                self._forget(worker)
        return []

    def _started(self) -> WorkerProcess | None:
        """A new worker that is ready, for this thread; None if one after another dies at once."""
        from quizkit.exchange.worker_process import WorkerDied, WorkerProcess

        for _ in range(_TRIES):
            with self._lock:
                if self._over or self._alone:
                    return None
                try:
                    worker = WorkerProcess()
                except WorkerDied:
                    continue
                self._alive.add(worker)
            try:
                worker.get_ready(self._tools)
            except WorkerDied:
                self._forget(worker)
            else:
                self._own.worker = worker
                return worker
        self._alone = True
        return None

    def _forget(self, worker: WorkerProcess) -> None:
        self._own.worker = None
        with self._lock:
            self._alive.discard(worker)
        worker.forget()
