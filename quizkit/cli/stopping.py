"""Turn a signal into an exception, so that the session can say its last line and leave in order."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_BEAT_S = 0.25

_first = 0  # the number of the first signal that asked for the end
_asked = 0  # how often the end has been asked for
_frame: FrameType | None = None  # where the last exception was raised, and at which step there
_step = 0
_is_known = False  # to a beat: whatever was received before it was dropped, if the wait goes on
_waits = False


class Stopped(BaseException):
    """A signal asked the program to end; `number` is the signal's.

    Not an `Exception`: nothing that mends errors may swallow it.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def listen_for_signals() -> None:
    """Raise `Stopped` on SIGINT, SIGTERM, SIGHUP and SIGQUIT (Ctrl-\\).

    An ignored signal stays ignored: nohup and background jobs rely on it.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)
    sys.unraisablehook = _dropped


def _dropped(what: sys.UnraisableHookArgs) -> None:
    """Say nothing of a `Stopped` that was raised where Python drops exceptions: it comes again."""
    if not issubclass(what.exc_type, Stopped):
        sys.__unraisablehook__(what)


@contextmanager
def hearing_signals() -> Iterator[None]:
    """Let a signal that comes just before a wait for input be heard in it.

    Python notes a signal at once but acts on it between two of its own steps. One that comes after
    the last step and before the wait would be acted on with the next key, for which a machine that
    shuts down does not wait. A timer ends the wait of the system call, not that of the program.
    """
    heed()
    timed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not timed or signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
        yield
        heed()
        return
    signal.signal(signal.SIGALRM, _beat)
    signal.setitimer(signal.ITIMER_REAL, _BEAT_S, _BEAT_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    heed()


def _beat(_number: int, _frame: FrameType | None) -> None:
    """Be called, which is all that it takes, or raise what was dropped in the middle of a wait.

    Not at the first beat after the signal: where one beat wakes the wait, Python acts on the signal
    and on the beat in one go, and what the signal has raised is still on its way. To raise another
    exception meanwhile, or to call anything that is not Python, is a SystemError.
    """
    global _is_known
    if _is_known:
        heed()
    elif _first:
        _is_known = True


def received() -> int | None:
    """The signal that asked the program to end, if one did.

    An exception that is raised in a callback from C can be dropped on its way; the signal was sent
    all the same.
    """
    return _first or None


def heed() -> None:
    """Raise `Stopped` again where it was dropped before; called before every wait for input."""
    if _first:
        raise Stopped(_first)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let a signal wait until what is begun in here is done, and then be raised.

    What is being committed is either kept or not: raised in the middle, the signal would leave the
    program not knowing which.
    """
    global _waits
    _waits = True
    try:
        yield
    finally:
        _waits = False
    heed()


def _stop(number: int, frame: FrameType | None) -> None:
    """Raise `Stopped`, once: the second signal is only noted, so that the last line is said whole.

    From the third on it is raised again for whoever insists, as when the last line cannot be
    written; but not while the one before is on its way out of what is not Python, where nothing
    that is not Python may even be called.
    """
    global _first, _asked, _frame, _step
    _asked += 1
    if not _first:
        _first = number
    elif _asked == 2 or (frame is not None and frame is _frame and frame.f_lasti == _step):
        return
    _frame, _step = frame, -1 if frame is None else frame.f_lasti
    _clear_the_way()
    if not _waits:
        raise Stopped(_first)


def _clear_the_way() -> None:
    """See that no terminal keeps the program from ending.

    One that Ctrl-S holds prints again. One that is another program's by now (`kill %1` after
    Ctrl-Z) is let go of: setting its modes back would stop this program for good.
    """
    with suppress(OSError, AttributeError, ImportError):  # no terminal, or another system
        if os.tcgetpgrp(0) == os.getpgrp():
            import termios

            with suppress(termios.error):
                termios.tcflow(0, termios.TCOOFF)  # the system lets go only of what it holds itself
                termios.tcflow(0, termios.TCOON)
        else:
            os.dup2(os.open(os.devnull, os.O_RDWR), 0)
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # the line editor wakes its output, too
