"""Turn triples into rendered rows in another process, over two pipes that it shares with nobody.

Each end of a pipe is held by one process alone: when either process dies, at whatever moment, what
the other reads or writes ends, and so does its wait. The pools of the standard library share pipes
and locks between all processes; one that dies with a lock, or in the middle of a message, leaves
the others waiting for ever.
"""

from __future__ import annotations

import os
import pickle  # both ends are this program
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

from quizkit.exchange.known import Plain, made
from quizkit.exchange.rows import Triple

_PROGRAM = """\
import sys
sys.path[:] = {}
from quizkit.exchange.worker_process import serve
serve()
"""


class WorkerDied(Exception):
    """The process ended before it had answered."""


class WorkerProcess:
    """A process that grades; raises WorkerDied if it ends before it is ready.

    `tools` are its grader and what renders a row, as `pickle` writes them.
    """

    def __init__(self) -> None:
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _PROGRAM.format(ascii(sys.path))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # whoever interrupts the start of Python is told of it
                process_group=0,  # a terminal's Ctrl-C means the parent, which ends its workers
            )
        except OSError as error:
            raise WorkerDied from error

    @property
    def number(self) -> int:
        """The number of the process."""
        return self._process.pid

    def get_ready(self, tools: bytes) -> None:
        """Hand it what it grades with; raises WorkerDied."""
        try:
            stdin, stdout = self._process.stdin, self._process.stdout
            assert stdin is not None
            assert stdout is not None
            stdin.write(tools)
            stdin.flush()
            pickle.load(stdout)  # noqa: S301
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            raise WorkerDied from error

    def graded(self, triples: Sequence[Triple]) -> list[Plain]:
        """What the triples come to, in order; raises WorkerDied."""
        try:
            stdin, stdout = self._process.stdin, self._process.stdout
            assert stdin is not None
            assert stdout is not None
            pickle.dump(triples, stdin)
            stdin.flush()
            rows: list[Plain] = pickle.load(stdout)  # noqa: S301
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            raise WorkerDied from error
        return rows

    def kill(self) -> None:
        """End it at once, from any thread; who waits for it gets WorkerDied."""
        self._process.kill()

    def forget(self) -> None:
        """End it and let go of everything that belongs to it."""
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what it was never told
                    pipe.close()


def serve() -> None:
    """Grade what comes in until no more does, as it is when the first process has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A calculator may be anybody's: whatever one prints, or reads, is no part of the conversation.
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    with source, target, suppress(EOFError, BrokenPipeError):
        grader, render = pickle.load(source)  # noqa: S301
        pickle.dump(None, target)
        target.flush()
        while True:
            triples: Sequence[Triple] = pickle.load(source)  # noqa: S301
            pickle.dump([made(grader, render, triple).plain() for triple in triples], target)
            target.flush()
