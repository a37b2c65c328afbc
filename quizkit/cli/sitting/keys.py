"""Turn a terminal into single keys, and give it back as it was on every way out.

The modes of the terminal are set for a session, not for a key, so that a key pressed while
something is printed does not show up in the middle of it. Ctrl-Z gives the terminal back to the
shell and takes it again afterwards.
"""

from __future__ import annotations

import codecs
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Any

from quizkit.cli.stopping import hearing_signals

try:
    import termios
except ImportError:  # Windows
    _HAS_KEYS = False
else:
    _HAS_KEYS = True

_SEQUENCE_S = 0.05  # the bytes of one escape sequence come together; those of two keys do not
_QUIET_S = 0.1  # the pieces of one pasted text come closer together, over a network as well

_PIECE_BYTES = 4096  # as much as a terminal holds

PASTE = "\x1b[200~"
"""What begins a pasted text, where a terminal marks it."""

END = ""
"""What is read at the end of input."""

_Modes = list[Any]  # what termios gives and takes


def has_keys() -> bool:
    """Whether single keys can be read on this system."""
    return _HAS_KEYS


def forget_typed_ahead() -> None:
    """Drop what was typed but not yet read: it was meant for what was asked before.

    A long text that is pasted comes in pieces, the next one when there is room for it again, so
    where anything waits all is dropped that follows it at once.
    """
    if not _HAS_KEYS:
        return
    with suppress(termios.error, OSError, ValueError):
        terminal = sys.stdin.fileno()
        more = _waits(terminal, 0)
        termios.tcflush(terminal, termios.TCIFLUSH)
        while more and _waits(terminal, _QUIET_S):
            if not os.read(terminal, _PIECE_BYTES):
                break  # the end of input, which waits for ever
            termios.tcflush(terminal, termios.TCIFLUSH)


def _waits(terminal: int, patience_s: float) -> bool:
    ready, _, _ = select.select([terminal], [], [], patience_s)
    return bool(ready)


class Guard:
    """Keeps a terminal's modes safe through stops and ends; `again` shows the prompt again."""

    def __init__(self) -> None:
        self._terminal = sys.stdin.fileno()
        self._before: _Modes | None = None
        self._handlers: dict[int, Any] = {}
        self.again: Callable[[], None] = nothing

    def __enter__(self) -> Guard:
        self._before = self._modes()
        if self._before is not None:
            stop = signal.getsignal(signal.SIGTSTP)
            if stop is signal.SIG_DFL:  # where a shell has no jobs, it is ignored
                self._handlers[signal.SIGTSTP] = stop
                signal.signal(signal.SIGTSTP, self._stop)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._handlers.clear()
        self._set(self._before)

    @contextmanager
    def lent(self) -> Iterator[None]:
        """The terminal as it was before, for another program or for editing a line."""
        modes = self._modes()
        self._set(self._before)
        try:
            yield
        finally:
            self._set(modes)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        """Stop as Ctrl-Z asks, with the terminal as the shell knows it; go on as it was."""
        modes = self._modes()
        self._set(self._before)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        # Here the program sleeps until it is continued.
        signal.signal(signal.SIGTSTP, self._stop)
        self._set(modes)
        self.again()
        # The window may be another by now, which only the program in front is told; the line editor
        # draws its line anew.
        signal.raise_signal(signal.SIGWINCH)

    def _modes(self) -> _Modes | None:
        if not _HAS_KEYS:
            return None
        try:
            return termios.tcgetattr(self._terminal)
        except (termios.error, OSError):
            return None

    def _set(self, modes: _Modes | None) -> None:
        if modes is not None:
            # At once: waiting for the output to drain would wait for ever on a stopped terminal.
            with suppress(termios.error, OSError):
                termios.tcsetattr(self._terminal, termios.TCSANOW, modes)


class Keyboard(Guard):
    """A guarded terminal that hands over each key as it is pressed and echoes none."""

    def __init__(self) -> None:
        super().__init__()
        self._put_back: list[str] = []

    def __enter__(self) -> Keyboard:
        super().__enter__()
        if self._before is not None:
            modes = [*self._before]
            modes[3] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
            modes[6] = [*modes[6]]
            modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
            self._set(modes)
        return self

    def key(self) -> str:
        """The next key; END at the end of input. What is no character comes with its ESC."""
        if self._put_back:
            return self._put_back.pop(0)
        with hearing_signals():
            first = self._character()
        return first + self._rest_of_sequence() if first == "\x1b" else first

    def text_from(self, key: str) -> str:
        """The beginning of a text that came at once and begins with this key; else nothing.

        A text holds two characters that differ, before any Enter: a key that is pressed twice is
        none, and neither is one with a blank or Enter after it.
        """
        came = [key] if key.strip() else []
        while came and came[-1] and came[-1].isprintable():
            if came[-1].strip() and came[-1] != key:
                return "".join(came)
            if not self._more_waits():
                break
            came.append(self.key())
        self._put_back[:0] = came[1:]
        return ""

    def forget_ahead(self) -> None:
        """Drop every key that was pressed but not yet taken."""
        self._put_back.clear()
        forget_typed_ahead()

    def _more_waits(self) -> bool:
        return bool(self._put_back) or _waits(self._terminal, _SEQUENCE_S)

    def _character(self) -> str:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while True:
            byte = os.read(self._terminal, 1)
            if not byte:
                return END
            if text := decoder.decode(byte):
                return text

    def _rest_of_sequence(self) -> str:
        """What follows an ESC at once: an arrow or function key, or a key pressed with Alt."""
        kind = self._soon()
        if kind == "O":
            return kind + self._soon()
        sequence = kind
        while kind == "[":
            byte = self._soon()
            sequence += byte
            if not byte or "@" <= byte <= "~":
                break
        return sequence

    def _soon(self) -> str:
        return self._character() if _waits(self._terminal, _SEQUENCE_S) else ""


def nothing() -> None:
    """Show nothing."""
