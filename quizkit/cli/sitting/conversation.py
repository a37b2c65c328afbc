"""Turn typed lines into answers and commands, one line per prompt.

A line that starts with `:` is a command; every other line is the response. Nothing here decides
anything about cards: it asks, shows, and hands what was said to the review. Lines are the base that
`keyed` decorates where a person sits at a terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from quizkit.cli.page.wording import say
from quizkit.cli.stopping import hearing_signals
from quizkit.cli.terminal import ClosedOutput, is_interactive, prompt_text

CommandName = Literal["hint", "give up", "undo", "suspend", "quit", "easy", "hard", "keys", "edit"]

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

HOW_TO_TYPE = "Type it; :h shows a hint, :? all commands."

# An editor needs the terminal for itself, so this is no command of line mode.
AT_A_TERMINAL: dict[str, CommandName] = {**COMMANDS, "e": "edit"}


# A named tuple, as every start makes the class: a dataclass takes eight times as long to make.
class Command(NamedTuple):
    """A line that was a command; `name` is None for one that does not exist."""

    typed: str
    name: CommandName | None


class Line(NamedTuple):
    """A line that was a response; it may be empty."""

    text: str


@dataclass(frozen=True, slots=True)
class End:
    """There is no more input."""


Said = Command | Line | End

Wanted = Literal["response", "reveal", "rating", "after", "closing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What a session waits for.

    `response`: the answer to a question; `letters` are the options of which one key chooses one.
    `reveal`: a recall's answer, before the model answer; `rating`: how well it was recalled, with
    `points` in the checklist and an `offered` rating. `after`: a look at the verdict, if there is
    anything `to_read`; `closing`: the last word of a session. `outcomes` says, per rating that may
    be given, what it brings ("15 days"); after an answer only those that it may be changed to.
    """

    wants: Wanted
    letters: str = ""
    points: int = 0
    offered: int = 4
    outcomes: Mapping[int, str] = field(default_factory=dict)
    to_read: bool = True


class Conversation(Protocol):
    """How a session hears from a learner."""

    @property
    def confirms(self) -> bool:
        """Whether ticks are an offer that the learner may still change."""
        ...

    def next_question(self) -> None:
        """Get ready for another question: what was typed ahead answers nothing."""
        ...

    def forget_ahead(self) -> None:
        """Drop what a person typed ahead: it was meant for what was asked before."""
        ...

    def place(self, asked: int, left: int) -> str:
        """Where in the session a question stands: so many `asked` before, so many `left`."""
        ...

    def invite(self, prompt: Prompt) -> None:
        """Say how to answer, once."""
        ...

    def hear(self, prompt: Prompt) -> Said:
        """Wait for what is said."""
        ...

    def keys(self) -> str:
        """What can be said."""
        ...

    def lent(self) -> AbstractContextManager[None]:
        """The terminal, for another program to use."""
        ...


class Lines:
    """One line per prompt: for pipes, scripts and screen readers, and the base of everything."""

    confirms = False

    def __init__(self, *, at_a_terminal: bool = False) -> None:
        self._commands = AT_A_TERMINAL if at_a_terminal else COMMANDS
        self._at_a_terminal = at_a_terminal
        self._told_commands = False

    def next_question(self) -> None:
        self.forget_ahead()

    def forget_ahead(self) -> None:
        if self._at_a_terminal:
            from quizkit.cli.sitting.keys import forget_typed_ahead

            forget_typed_ahead()

    def place(self, asked: int, left: int) -> str:
        del asked
        return f"{left} question{'' if left == 1 else 's'} left"

    def invite(self, prompt: Prompt) -> None:
        match prompt.wants:
            case "reveal":
                say(
                    "Answer in your own words, then compare (an empty line shows the model answer)."
                )
            case "rating":
                say(rating_words(prompt.points))
            case "after" if prompt.outcomes:
                say(":5 if that was easy, :3 if it was hard.", role="dim")
            case "closing":
                say("That was the last question. Enter ends; :u takes the last answer back.")
            case _:
                pass
        if not self._told_commands and is_interactive():  # a script knows what it types
            self._told_commands = True
            say(HOW_TO_TYPE, role="dim")

    def hear(self, prompt: Prompt) -> Said:
        if prompt.wants == "after":
            return Line("")
        said = listen("rating> " if prompt.wants == "rating" else "> ", self._commands)
        self.forget_ahead()  # the lines that were pasted behind this one
        return said

    def keys(self) -> str:
        return KEYS + ("   :e edit the question" if self._at_a_terminal else "")

    def lent(self) -> AbstractContextManager[None]:
        return nullcontext()


def rating_words(points: int) -> str:
    """How to rate a recall whose checklist has so many points."""
    if points:
        return "Tick what you had (+1,3; + for none; +all), or rate it 0 to 5."
    return "Rate it 0 (forgotten) to 5 (easy)."


def listen(prompt: str = "> ", commands: Mapping[str, CommandName] = COMMANDS) -> Said:
    """The next line. The prompt shows only to a person: in a pipe it would be noise in the data."""
    text = read_line(prompt)
    if text is None:
        return End()
    if text.startswith(":"):
        typed = text.strip()
        return Command(typed, commands.get(typed[1:].strip().lower()))
    return Line(text)


def read_line(prompt: str, begun: str = "") -> str | None:
    """One line without its end, or None if there is no more; a person can edit it.

    `begun` is what stands in the line already, at a terminal.
    """
    if sys.stdin is None or sys.stdin.closed:
        return None
    if is_interactive():
        from quizkit.cli.sitting.keys import Guard
        from quizkit.cli.sitting.line_editor import edited_line

        try:
            with Guard(), hearing_signals():
                return edited_line(prompt, begun)
        except EOFError:
            prompt_text("\n")
            return None
        except OSError as error:
            raise ClosedOutput from error
    with hearing_signals():
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
