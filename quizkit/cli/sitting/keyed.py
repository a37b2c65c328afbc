"""Turn single keys into answers and commands, where nothing needs to be typed.

This decorates the line-by-line conversation: the same words in the same order, and nothing on the
screen is drawn twice. What is typed (numbers, texts, pairs, several options) is an edited line in
which `:` commands work as they do everywhere.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from quizkit.cli.page.wording import RATING_WORDS, brings, say
from quizkit.cli.sitting.conversation import (
    AT_A_TERMINAL,
    HOW_TO_TYPE,
    Command,
    CommandName,
    End,
    Line,
    Prompt,
    Said,
    rating_words,
    read_line,
)
from quizkit.cli.sitting.keys import END, PASTE, nothing
from quizkit.cli.sitting.line_editor import forget_lines
from quizkit.cli.terminal import ClosedOutput, out, prompt_text, restart_line

if TYPE_CHECKING:
    from quizkit.cli.sitting.keys import Keyboard

COMMAND_KEYS: dict[str, CommandName] = {
    name: command for name, command in AT_A_TERMINAL.items() if not name.isdecimal()
}

KEYS = """\
a b c ...      choose an option
Space, Enter   show the model answer, take the offered rating, go on
0 to 5         rate a recall; + ticks points of its checklist (+1,3)
5, 3           after a right answer: it was easy, it was hard
h g u          hint, give up, undo
s e            suspend the question, edit it
? q            these keys, quit
Where a line is typed, and where the letter is an option, with a colon: :h"""

_GO_ON = (" ", "\n", "\r")
_END_OF_INPUT = (END, "\x04")  # Ctrl-D is a key like any other here


class Keyed:
    """A person at a terminal: keys, edited lines, and a pause after each verdict."""

    confirms = True

    def __init__(self, keyboard: Keyboard) -> None:
        self._keyboard = keyboard
        self._told_commands = False

    def next_question(self) -> None:
        self.forget_ahead()
        forget_lines()

    def forget_ahead(self) -> None:
        self._keyboard.forget_ahead()

    def place(self, asked: int, left: int) -> str:
        return f"{asked + 1} of {asked + left}"

    def invite(self, prompt: Prompt) -> None:
        match prompt.wants:
            case "response" if prompt.letters:
                say(f"{_span(prompt.letters)} answers; ? shows the keys.", role="dim")
            case "response" if not self._told_commands:
                self._told_commands = True
                say(HOW_TO_TYPE, role="dim")
            case "reveal":
                say("Answer in your own words, aloud or in your head, then compare.")
                say("Space shows the model answer; w lets you write yours first.", role="dim")
            case "rating":
                self.forget_ahead()  # a second Space would accept what was not yet read
                say(rating_words(prompt.points))
                offer = f"Enter takes {prompt.offered} ({RATING_WORDS[prompt.offered]})."
                say(f"{brings(prompt.outcomes)} {offer}".lstrip(), role="dim")
            case "after" if prompt.to_read:
                say(f"{brings(prompt.outcomes)} Enter goes on.".lstrip(), role="dim")
            case "closing":
                words = "u takes the last answer back; Enter ends."
                say(f"{brings(prompt.outcomes)} {words}".lstrip(), role="dim")
            case _:
                pass

    def hear(self, prompt: Prompt) -> Said:
        if prompt.wants == "after" and not prompt.to_read:
            return Line("")
        if prompt.wants == "response" and not prompt.letters:
            return self._typed()
        return self._pressed(prompt)

    def keys(self) -> str:
        return KEYS

    def lent(self) -> AbstractContextManager[None]:
        return self._keyboard.lent()

    def _pressed(self, prompt: Prompt) -> Said:
        """Wait for a key that means something here."""
        self._keyboard.again = _show_prompt
        _show_prompt()
        while True:
            try:
                key = self._keyboard.key()
            except OSError as error:
                raise ClosedOutput from error
            if key in _END_OF_INPUT:
                out()
                return End()
            if _begins_line(prompt, key):
                restart_line()
                return self._typed(begun=key)
            # Somebody who pastes `gradients` means the word, not `g` for giving up; and a line that
            # was pasted behind an answer means nothing at the prompts that take keys alone.
            text = PASTE if key == PASTE else self._keyboard.text_from(key)
            if text and prompt.wants in ("reveal", "response"):
                if text == PASTE:
                    continue  # the marked text follows
                restart_line()
                return self._typed(begun=text)
            if text:
                self.forget_ahead()
                if prompt.wants != "after":
                    out("\nA text does nothing here; ? shows the keys.", role="dim")
                    _show_prompt()
                continue
            if prompt.wants == "reveal" and key.lower() == "w":
                restart_line()
                return self._typed()
            said = self._meaning(prompt, key.lower())
            if said is not None:
                self.forget_ahead()
                out("" if key in _GO_ON else key)
                return said
            if key.isprintable() and prompt.wants != "after":
                # Whoever types a sentence here should lose one key, not spell commands.
                self.forget_ahead()
                out(f"{key}\n{key} does nothing here; ? shows the keys.", role="dim")
                _show_prompt()

    @staticmethod
    def _meaning(prompt: Prompt, key: str) -> Said | None:
        match prompt.wants:
            case "response" if key and key in prompt.letters:
                return Line(key)
            case "reveal" | "after" | "closing" if key in _GO_ON:
                return Line("")
            case "rating" if key in _GO_ON:
                return Line(str(prompt.offered))
            case "rating" if key and key in "012345":
                return Line(key)
            case "after" | "closing" if key.isdecimal() and key in map(str, prompt.outcomes):
                return Command(key, "easy" if key == "5" else "hard")
            case _:
                name = COMMAND_KEYS.get(key)
                return None if name is None else Command(key, name)

    def _typed(self, begun: str = "") -> Said:
        """An edited line, with commands after a colon."""
        self._keyboard.again = nothing  # the line editor shows its line by itself
        with self._keyboard.lent():
            text = read_line("> ", begun)
        self.forget_ahead()  # the lines that were pasted behind this one
        if text is None:
            return End()
        if text.startswith(":"):
            typed = text.strip()
            return Command(typed, AT_A_TERMINAL.get(typed[1:].strip().lower()))
        return Line(text)


def _begins_line(prompt: Prompt, key: str) -> bool:
    """Whether a key is the start of something typed: a command, or ticks."""
    return key == ":" or (key == "+" and prompt.wants == "rating" and prompt.points > 0)


def _show_prompt() -> None:
    prompt_text("> ")


def _span(letters: str) -> str:
    """Letters of options as one says them.

    >>> _span("abcd"), _span("ab")
    ('a to d', 'a or b')
    """
    return f"{letters[0]} {'or' if len(letters) == 2 else 'to'} {letters[-1]}"
