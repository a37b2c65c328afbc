"""Turn a signal into an exception, so that the session can say its last line and leave in order."""

from __future__ import annotations

import signal
from types import FrameType
from typing import NoReturn


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


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    raise Stopped(number)
