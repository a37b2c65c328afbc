"""A review in a real terminal: every way to end keeps what was answered."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Mapping
from types import TracebackType

import pytest

from tests.cli.running import REPOSITORY, command, quiz, quiz_json, small


class Terminal:
    """A `quiz` process behind a pseudo-terminal."""

    def __init__(self, *arguments: str, env: Mapping[str, str] | None = None) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            command(*arguments),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            cwd=REPOSITORY,
            env={**os.environ, "TERM": "xterm", **small(), **(env or {})},
            preexec_fn=_take_terminal,
        )
        os.close(slave)
        self.seen = ""

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
        if self.master >= 0:
            os.close(self.master)

    def type(self, text: str) -> None:
        """Press these keys."""
        os.write(self.master, text.encode())

    def wait_for(self, pattern: str, patience: float = 60) -> str:
        """Read the screen until the pattern shows; fails with what was there instead."""
        end = time.monotonic() + patience
        while not re.search(pattern, self.seen):
            if time.monotonic() > end:
                pytest.fail(f"{pattern!r} never showed; there was:\n{self.seen}")
            if not self._read():
                break
        found = re.search(pattern, self.seen)
        assert found, f"{pattern!r} never showed before the end; there was:\n{self.seen}"
        self.seen = self.seen[found.end() :]
        return found[0]

    def _read(self) -> bool:
        ready, _, _ = select.select([self.master], [], [], 1)
        if not ready:
            return True
        try:
            piece = os.read(self.master, 65536)
        except OSError:
            return False
        self.seen += piece.decode("utf-8", "replace")
        return bool(piece)

    def end(self) -> int:
        """Wait for the process to end, reading what it still prints; its exit code."""
        while self.process.poll() is None and self._read():
            pass
        return self.process.wait(60)

    def hang_up(self) -> None:
        """Close the terminal, as a lost connection does."""
        os.close(self.master)
        self.master = -1


def _take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def answer_one(screen: Terminal) -> None:
    """Answer the first question, a recall, and wait for the second."""
    screen.wait_for("recall-two#.*\r\n")
    screen.type("halves\n")
    screen.wait_for("rating> ")
    screen.type("+all\n")
    screen.wait_for(r"fixed-number#[\s\S]*> ")


def kept() -> bool:
    """Whether the first answer is in the log, and the log sound."""
    assert quiz("db", "check", env=small()).returncode == 0
    return bool(quiz_json("card", "kinds/recall-two", env=small())["repetitions"] == 1)


def test_quitting_by_command() -> None:
    """`:q` ends with the summary and exit 0."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.type(":q\n")
        screen.wait_for("1 answer saved: 1 recalled")
        assert screen.end() == 0
    assert kept()


def test_ctrl_d_ends_like_quitting() -> None:
    """The end of input is an end like any other."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.type("\x04")
        screen.wait_for("1 answer saved: 1 recalled")
        assert screen.end() == 0
    assert kept()


def test_ctrl_c_ends_with_the_summary_and_130() -> None:
    """Ctrl-C in the middle of a question loses nothing that was answered."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.type("12\x03")
        screen.wait_for("1 answer saved: 1 recalled")
        assert screen.end() == 130
    assert kept()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_with_the_summary_and_its_code(number: signal.Signals, code: int) -> None:
    """A terminated session says what it kept."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.process.send_signal(number)
        screen.wait_for("1 answer saved: 1 recalled")
        assert screen.end() == code
    assert kept()


def test_a_closed_terminal_loses_nothing() -> None:
    """A connection that breaks ends the session; what was answered is there."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.hang_up()
        assert screen.process.wait(60) in (129, 141, 0)
    assert kept()


def test_kill_9_loses_nothing() -> None:
    """Whatever was shown as answered survives even SIGKILL, and the next start needs no hand."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.process.kill()
        assert screen.end() == -signal.SIGKILL
    assert kept()
    with Terminal("review") as screen:
        screen.wait_for(r"fixed-number#")


def test_escape_codes_in_an_answer_do_nothing() -> None:
    """What is typed comes back made visible, never as codes for the terminal."""
    done = quiz(
        "review", "--line", lines=["", "+all", "\x1b[31m12\u202e", "[/]", ":q"], env=small()
    )
    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr
    assert "\u202e" not in done.stdout + done.stderr
