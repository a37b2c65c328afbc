"""Run `quiz` behind a real pseudo-terminal: press keys, read the screen, look at the modes."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

import pytest

from tests.cli.running import REPOSITORY, command, small

PROMPT = r"[\s\S]*\r\n> $"
"""Whatever is on the screen, down to a prompt that waits: for the end of a pattern."""

CTRL_C, CTRL_D, CTRL_Z, CTRL_BACKSLASH = "\x03", "\x04", "\x1a", "\x1c"


class Terminal:
    """A process, `quiz` unless another is named, behind a pseudo-terminal of some width."""

    def __init__(
        self,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        columns: int = 80,
        rows: int = 30,
        words: Sequence[str] | None = None,
    ) -> None:
        self.master, slave = pty.openpty()
        self.resize(columns, rows)
        self.modes_before = termios.tcgetattr(slave)
        self.process = subprocess.Popen(
            words or command(*arguments),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            cwd=REPOSITORY,
            env={**os.environ, "TERM": "xterm", **small(), **(env or {})},
            preexec_fn=_take_terminal,
        )
        self._slave = slave  # kept open, so that its modes can be looked at after the end
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.seen = ""
        self.transcript = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        for descriptor in (self.master, self._slave):
            if descriptor >= 0:
                os.close(descriptor)

    def type(self, text: str) -> None:
        """Press these keys."""
        os.write(self.master, text.encode())

    def resize(self, columns: int, rows: int = 30) -> None:
        """Make the window so wide and high."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    @property
    def modes(self) -> list[Any]:
        """The terminal's modes at this moment."""
        return termios.tcgetattr(self._slave)

    def wait_for(self, pattern: str, patience: float = 60) -> str:
        """Read the screen until the pattern shows; fails with what was there instead."""
        found = self.look_for(pattern, patience)
        self.seen = self.seen[found.end() :]
        return found[0]

    def look_for(self, pattern: str, patience: float = 60) -> re.Match[str]:
        """The same, but what was read stays to be read."""
        end = time.monotonic() + patience
        while not re.search(pattern, self.seen):
            if time.monotonic() > end:
                pytest.fail(f"{pattern!r} never showed; there was:\n{self.seen}")
            if not self.take_in() and self.process.poll() is not None:
                break
        found = re.search(pattern, self.seen)
        assert found, f"{pattern!r} never showed before the end; there was:\n{self.seen}"
        return found

    def take_in(self, patience: float = 0.2) -> bool:
        """Take in what is on the screen; False if nothing came."""
        ready, _, _ = select.select([self.master], [], [], patience)
        if not ready:
            return False
        try:
            piece = os.read(self.master, 65536)
        except OSError:
            return False
        text = self._decoder.decode(piece)
        self.seen += text
        self.transcript += text
        return bool(piece)

    def end(self) -> int:
        """Wait for the process to end, reading what it still prints; its exit code.

        Fails after two minutes with what was on the screen.
        """
        deadline = time.monotonic() + 120
        while self.process.poll() is None:
            self.take_in()
            if time.monotonic() > deadline:
                pytest.fail(f"it never ended; there was:\n{self.seen}")
        while self.take_in(0):
            pass
        return self.process.wait(60)

    def hang_up(self) -> None:
        """Close the terminal, as a lost connection does."""
        os.close(self._slave)
        self._slave = -1
        os.close(self.master)
        self.master = -1

    def lines(self) -> list[str]:
        """What was printed so far, line by line."""
        return self.transcript.replace("\r\n", "\n").split("\n")


def reveal(screen: Terminal) -> None:
    """Show the model answer of a recall that waits for a key, up to the question how it went."""
    screen.wait_for("Space shows the model answer" + PROMPT)
    screen.type(" ")
    screen.wait_for("Enter takes 4" + PROMPT)


def rate_first(screen: Terminal, key: str = "4") -> None:
    """Rate the small course's first question, a recall, by a key, and stand at the second."""
    reveal(screen)
    screen.type(key)
    screen.wait_for(r"fixed-number#\d+" + PROMPT)


def skip_to(screen: Terminal, question: str) -> None:
    """Suspend question after question of the small course until this one is on the screen."""
    while question not in screen.wait_for(r"kinds/[\w-]+#\d+" + PROMPT):
        screen.type("s" if "recall" in screen.transcript.rsplit("kinds/", 1)[1] else ":s\n")
        screen.wait_for(r"is suspended")


def _take_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
