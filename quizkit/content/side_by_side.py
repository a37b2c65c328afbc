"""Turn many pieces of work into their results, in order, on every processor there is.

A process that dies, or that cannot be started, costs time alone: what it leaves undone is done
here.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, suppress
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:  # loaded only by those who have much to do
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

T = TypeVar("T")
R = TypeVar("R")

MOST_PROCESSES: Final = 8
"""Whoever takes the results keeps no more of them busy."""

_AHEAD: Final = 2**20
"""So many bytes of results a process may be ahead; what Linux lets anybody have."""

_PARTS: Final = 16
"""So many parts are what is just worth it: the last ones end at nearly the same time, and whoever
interrupts the work waits for no more than one or two."""


def side_by_side(
    work: Callable[[T], R], pieces: Sequence[T], weights: Sequence[int], *, worth: int
) -> Generator[R, None, None]:
    """What `work` makes of each piece, in order; close it if you stop before its end.

    Pieces that weigh less than `worth` together are done here: to start processes takes time too.
    `work` is a function of a module; what it takes and gives can be pickled.
    """
    done = 0
    enough = len(pieces) > 1 and sum(weights) >= worth
    if enough and (processes := _processes()) > 1:
        for result in _by_others(work, _parts(pieces, weights, worth / _PARTS), processes):
            done += 1
            yield result
    for piece in pieces[done:]:
        yield work(piece)


def _processes() -> int:
    """How many processes could run at once; 1 where a copy of this one could hang."""
    # Elsewhere a process starts as a new program, and system libraries may not stand a copy.
    if sys.platform != "linux" or threading.active_count() > 1:
        return 1
    return min(len(os.sched_getaffinity(0)), MOST_PROCESSES)


def _parts(pieces: Sequence[T], weights: Sequence[int], most: float) -> list[Sequence[T]]:
    """Neighbours together, up to about that weight."""
    parts: list[Sequence[T]] = []
    start = heavy = 0
    for end, weight in enumerate(weights, 1):
        heavy += weight
        if heavy >= most or end == len(pieces):
            parts.append(pieces[start:end])
            start, heavy = end, 0
    return parts


def _by_others(
    work: Callable[[T], R], parts: Sequence[Sequence[T]], processes: int
) -> Generator[R, None, None]:
    """The results as far as other processes come to them.

    Each takes every so manieth part, and has a pipe of its own: when it dies, at whatever moment,
    its pipe ends. With what the processes of a pool share, one that dies in the middle of a result
    leaves the others, and whoever waits for them, waiting for ever.
    """
    from multiprocessing import get_context

    # A copy has all that is imported. Nothing else runs here that a copy could wait for, and a
    # database that is open here is neither used nor closed in it.
    context = get_context("fork")
    with ExitStack() as running:
        pipes = []
        try:
            for first in range(processes):
                hears, tells = context.Pipe(duplex=False)
                _widen(tells)
                running.enter_context(hears)
                with tells:
                    theirs = parts[first::processes]
                    one = context.Process(target=_tell, args=(tells, work, theirs), daemon=True)
                    one.start()
                running.callback(_end, one)
                pipes.append(hears)
            for at in range(len(parts)):
                yield from pipes[at % processes].recv()
        except (OSError, EOFError, UnpicklingError, AssertionError):
            # One has died, none can be started, or this is one of a pool that must not start any.
            return


def _widen(pipe: Connection) -> None:
    """Let a process be a few results ahead of whoever takes them, rather than wait with each."""
    from fcntl import F_SETPIPE_SZ, fcntl

    with suppress(OSError):  # more than whoever runs this may have
        fcntl(pipe.fileno(), F_SETPIPE_SZ, _AHEAD)


def _end(process: BaseProcess) -> None:
    process.kill()
    process.join()


# --- in the other processes ---------------------------------------------------------------------


def _tell(tells: Connection, work: Callable[[T], R], parts: Sequence[Sequence[T]]) -> None:
    _begin()
    # What the work itself raises comes again when it is done in the first process.
    with suppress(Exception):
        for part in parts:
            tells.send([work(piece) for piece in part])


def _begin() -> None:
    # Whoever interrupts the program means the first process, which then ends these.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(name, signal.SIG_DFL)
    # Else it would wait for ever, after the first process is killed, for what it tells to be heard.
    threading.Thread(target=_end_after_parent, daemon=True).start()


def _end_after_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
