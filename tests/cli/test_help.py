"""Help texts: examples to copy, whole sentences, at any width."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from quizkit.cli.main import quiz as command
from tests.cli.running import quiz

ROOT = click.Context(command, info_name="quiz")


def commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    """Every command below a group, with what is typed for it."""
    for name in group.list_commands(ROOT):
        found = group.get_command(ROOT, name)
        assert found is not None
        yield f"{path} {name}", found
        if isinstance(found, click.Group):
            yield from commands(found, f"{path} {name}")


COMMANDS = dict(commands(command, "quiz"))


def help_text(typed: str, columns: int) -> str:
    return click.Context(COMMANDS[typed], info_name=typed, terminal_width=columns).get_help()


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("typed", COMMANDS)
def test_an_example_stands_in_one_line(typed: str, columns: int) -> None:
    """However narrow the terminal, what is to be copied is not broken, least of all in a path."""
    written = (COMMANDS[typed].help or "").splitlines()
    examples = [line for line in written if line.startswith("Example: ")]
    lines = [line.strip() for line in help_text(typed, columns).splitlines()]
    assert examples, f"{typed} has no example"
    assert all(line in lines for line in examples)


@pytest.mark.parametrize(
    "typed", [name for name, one in COMMANDS.items() if hasattr(one, "commands")]
)
def test_a_group_says_in_whole_sentences_what_its_commands_do(typed: str) -> None:
    """Nothing is cut off with dots."""
    assert "..." not in help_text(typed, 60).partition("Commands:")[2]


def test_the_settings_are_explained_whole() -> None:
    """As it is run: the longest of these sentences ends, in a line of its own if need be."""
    text = " ".join(quiz("config", "--help").stdout.split())
    assert "Change one setting in quiz.toml; comments and everything else in it stay." in text


def test_read_takes_h_alone_as_a_wish_for_help() -> None:
    """A minus that stands before an answer is part of it; -h beside other words is text."""
    assert quiz("read", "-h").stdout == quiz("read", "--help").stdout
    assert quiz("read", "-1.5").stdout == "value: -1.5\n"
    for typed in (("--", "-h"), ("-h", "3"), ("-half",)):
        assert quiz("read", *typed).stdout.startswith("unreadable: ")
