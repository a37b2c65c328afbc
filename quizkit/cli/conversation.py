"""Turn typed lines into answers and commands, one line per prompt.

A line that starts with `:` is a command; every other line is the response. Nothing here decides
anything about cards: it asks, shows, and hands what was said to the review.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Literal

from quizkit.cli.terminal import ClosedOutput, is_interactive, prompt_text

CommandName = Literal["hint", "give up", "undo", "suspend", "quit", "easy", "hard", "keys"]

COMMANDS: dict[str, CommandName] = {
    "h": "hint",
    "g": "give up",
    "u": "undo",
    "s": "suspend",
    "q": "quit",
    "5": "easy",
    "3": "hard",
    "?": "keys",
}

KEYS = (
    ":h hint   :g give up   :u undo   :s suspend this question   :q quit\n"
    ":5 the last answer was easy   :3 it was hard   :? these commands"
)


@dataclass(frozen=True, slots=True)
class Command:
    """A line that was a command; `name` is None for one that does not exist."""

    typed: str
    name: CommandName | None


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was a response; it may be empty."""

    text: str


@dataclass(frozen=True, slots=True)
class End:
    """There is no more input."""


Said = Command | Line | End


def listen(prompt: str = "> ") -> Said:
    """The next line. The prompt shows only to a person: in a pipe it would be noise in the data."""
    text = _line(prompt)
    if text is None:
        return End()
    if text.startswith(":"):
        typed = text.strip()
        return Command(typed, COMMANDS.get(typed[1:].strip().lower()))
    return Line(text)


def _line(prompt: str) -> str | None:
    if sys.stdin is None or sys.stdin.closed:
        return None
    if is_interactive():
        import readline  # noqa: F401  (its import gives `input` line editing)

        try:
            return input(prompt)
        except EOFError:
            prompt_text("\n")
            return None
        except OSError as error:
            raise ClosedOutput from error
    line = sys.stdin.readline()
    return line.rstrip("\r\n") if line else None


def ticks(text: str, total: int) -> frozenset[int] | None:
    """Which of the checklist's points are ticked, counted from 1, or None if it says no such thing.

    >>> sorted(ticks("+1, 3", 5)), len(ticks("+all", 5)), len(ticks("+", 5)), ticks("+6", 5)
    ([1, 3], 5, 0, None)
    """
    if not text.startswith("+"):
        return None
    body = text[1:].strip().lower()
    if body == "all":
        return frozenset(range(1, total + 1))
    words = body.replace(",", " ").split()
    if not all(word.isascii() and word.isdecimal() and len(word) < 4 for word in words):
        return None
    ticked = frozenset(int(word) for word in words)
    return ticked if all(1 <= point <= total for point in ticked) else None
