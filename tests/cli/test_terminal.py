"""The gate: what is printed can be seen and does nothing."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.cli import terminal
from tests.cli.running import command, quiz, review, small


@given(st.text())
def test_nothing_that_moves_a_cursor_passes_the_gate(text: str) -> None:
    """Whatever the content, only tab and newline are left of what controls a terminal."""
    for character in terminal.visible(text):
        assert character in "\t\n" or (
            character.isprintable() or terminal.visible(character) == character
        )
        assert not ("\x00" <= character < " ") or character in "\t\n"
        assert character not in "\x1b\x7f\x9b\u202e\u2066\u200f"


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (0x00, 0x08), (0x0B, 0x1F), (0x7F, 0x9F), (0x061C, 0x061C), (0x200E, 0x200F),
        (0x2028, 0x202E), (0x2066, 0x2069), (0xFEFF, 0xFEFF), (0xD800, 0xDFFF),
    ],
)  # fmt: skip
def test_every_character_that_does_something_is_shown(first: int, last: int) -> None:
    """Controls, line and paragraph separators, bidirectional controls, the mark, surrogates."""
    for code in range(first, last + 1):
        assert terminal.visible(f"a{chr(code)}b") not in (f"a{chr(code)}b", "ab")


def test_a_machine_format_is_made_visible_for_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A pipe gets the bytes that were meant; a person sees what would drive the terminal."""
    for at_a_terminal, expected in ((False, "a\x9b31m\r\nb\n"), (True, "a<U+009B>31m\nb\n")):
        stream = io.StringIO()
        monkeypatch.setattr(stream, "isatty", lambda answer=at_a_terminal: answer)
        monkeypatch.setattr(sys, "stdout", stream)
        terminal.out_raw("a\x9b31m\r\nb")
        assert stream.getvalue() == expected


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
def test_a_machine_format_is_utf_8_whatever_the_locale_says(encoding: str) -> None:
    """What the learner typed comes back from the JSON, also where no locale is set up."""
    typed = "wörter → \U0001f680 \\xe4"
    review(typed, "4", ":q")
    done = subprocess.run(
        command("card", "kinds/recall-two", "--json"),
        capture_output=True,
        env={**os.environ, **small(PYTHONIOENCODING=encoding)},
        check=True,
    )
    assert json.loads(done.stdout.decode("utf-8"))["events"][0]["response"] == typed


@given(st.text(alphabet=st.characters(codec="ascii", categories=["L", "N", "P", "S", "Zs"])))
def test_plain_text_passes_unchanged(text: str) -> None:
    """Brackets, percent signs, backslashes and markup are text like any other."""
    assert terminal.visible(text) == text


def test_colour_is_refused_by_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR and TERM=dumb win over a terminal; --color always wins over both."""

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    assert terminal.paints(Screen())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not terminal.paints(Screen())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not terminal.paints(Screen())
    terminal.set_color("always")
    try:
        assert terminal.paints(Screen())
    finally:
        terminal.set_color("auto")


@given(st.text(alphabet="ab 日本e\u0301-", max_size=80), st.integers(4, 30))
def test_wrapping_loses_no_word(text: str, cells: int) -> None:
    """Wrapping changes blanks and line ends, never a word."""
    assert terminal.wrap(text, cells).split() == text.split()
    lines = text.replace("b", "\n")
    assert terminal.wrap(lines, cells, anew=True).split() == lines.split()


def test_a_paragraph_is_wrapped_anew_where_a_line_of_it_does_not_fit() -> None:
    """A list stays a list, a table a table, and what fits stays as its author broke it."""
    text = "a = 1\nb = 2\n\nA line that is long\nand goes on.\n- one point that is long\n| x | y |"
    assert terminal.wrap(text, 24, anew=True) == text
    assert terminal.wrap(text, 14, anew=True).split("\n") == [
        "a = 1", "b = 2", "", "A line that is", "long and goes", "on.",
        "- one point", "  that is long", "| x | y |",
    ]  # fmt: skip


def test_a_closed_pipe_ends_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Output that nobody reads is no error to talk about."""

    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Closed())
    with pytest.raises(terminal.ClosedOutput):
        terminal.out("anybody there?")


def test_help_lists_every_command_with_its_own_first_line() -> None:
    """The table that spares imports says the same as the commands themselves."""
    import click

    from quizkit.cli.main import COMMANDS
    from quizkit.cli.main import quiz as group

    context = click.Context(group)
    for name, (_, line) in COMMANDS.items():
        named = group.get_command(context, name)
        assert named is not None
        assert (named.help or "").split("\n")[0] == line, name


def test_a_value_that_is_taken_for_an_option_is_told_how_to_be_one() -> None:
    """Nobody who types a negative number means an option."""
    done = quiz("set-due", "kinds/fixed-number", "-1.5")
    assert done.returncode == 2
    assert done.stderr == (
        'quiz: "-1" was taken for an option; put -- before it if it is none\n'
        "try: quiz set-due --help\n"
    )


def test_an_unknown_command_is_answered_with_a_near_one() -> None:
    """A slip of the fingers costs one line."""
    done = quiz("reviw")
    assert done.returncode == 2
    assert done.stderr.startswith(
        'quiz: there is no command "reviw"; did you mean "quiz review"?\n'
    )
