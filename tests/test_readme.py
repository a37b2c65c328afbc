"""The README says what is so: its Python runs, its commands exist, its rating table is the rule."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from quizkit.cli.main import COMMANDS
from quizkit.session import RATING_RULE, rating_for, recall_rating
from tests.cli.running import REPOSITORY, quiz

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


def block(marker: str) -> str:
    """The shell block that follows a marker comment."""
    found = re.search(rf"<!-- {marker} -->\n```sh\n(.*?)\n```", README, re.DOTALL)
    assert found, marker
    return found[1]


def test_the_two_commands_are_one_line_each() -> None:
    """One command sets up and reviews, another sets up and tests."""
    assert block("start command").count("\n") == 0
    assert block("start command").endswith("quiz review --lesson zero-1-2")
    assert block("test command").count("\n") == 0
    assert "pytest" in block("test command")


def test_every_command_that_is_named_exists() -> None:
    """What stands in code behind `quiz` is a command of this version."""
    named = set(re.findall(r"`quiz ([a-z][a-z-]*)", README))
    assert named
    assert named <= set(COMMANDS)


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)#:]+)\)", README))
def test_every_link_leads_to_a_file(path: str) -> None:
    """Links into the repository are not dead."""
    assert (REPOSITORY / path).exists()


@pytest.mark.parametrize("path", re.findall(r"`((?:quizkit|content|alembic)/[\w./-]*)`", README))
def test_every_path_that_is_named_exists(path: str) -> None:
    """The paths that say where a change goes are there."""
    assert (REPOSITORY / path).exists()


def test_the_python_example_runs_and_says_right() -> None:
    """The block of Python prints the prompt and the verdict that it promises."""
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code
    done = subprocess.run(
        [sys.executable, "-c", code[1]],
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        timeout=120,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "right"


def test_the_rating_table_is_the_rule() -> None:
    """The published rule and the one in force have the same name and the same figures."""
    assert f"rule `{RATING_RULE}`" in README
    assert rating_for("right", hint=False) == 4
    assert rating_for("right", hint=True) == 3
    assert rating_for("partly", hint=False) == rating_for("mistake", hint=False) == 2
    assert rating_for("wrong", hint=False) == 1
    assert rating_for("given_up", hint=False) == 0
    assert [recall_rating(ticked, 5) for ticked in (5, 4, 3, 0)] == [4, 3, 1, 0]


def test_the_example_of_the_schedule_is_true() -> None:
    """The row of ratings in the README ends at the interval that SM-2 gives in integers."""
    assert "145" in quiz("schedule", "5,5,5,5,4").stdout
