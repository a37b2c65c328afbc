"""What TAB brings: asked of the real shells and of the protocol between them and click."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from quizkit.cli.main import COMMANDS
from tests.cli.running import REPOSITORY, command, quiz, small
from tests.cli.test_startup import loaded
from tests.conftest import need


def complete(line: str, env: Mapping[str, str] | None = None) -> list[str]:
    """What the line completes to at its end, as bash is told: values alone."""
    words = line.split(" ")
    asked = {
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
        "_QUIZ_COMPLETE": "bash_complete",
    }
    done = quiz(env={**small(), **asked, **(env or {})})
    assert (done.returncode, done.stderr) == (0, "")
    return [row.partition(",")[2] for row in done.stdout.splitlines() if row]


def test_commands_complete() -> None:
    """All of them, and those that begin as typed."""
    assert complete("quiz ") == list(COMMANDS)
    assert complete("quiz un") == ["undo", "unsuspend"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("quiz lesson k", ["kinds"]),
        ("quiz review --lesson ", ["kinds", "after"]),
        ("quiz review --tag ", ["sizes"]),
        ("quiz card kinds/f", ["kinds/fixed-number"]),
        ("quiz card a", ["after/later"]),
        ("quiz suspend kinds/p", ["kinds/pick-one"]),
        ("quiz show kinds/d", ["kinds/drawn-number"]),
        ("quiz report kinds/s", ["kinds/say-it"]),
        ("quiz set-due kinds/pick-one ", ["today", "tomorrow"]),
        ("quiz config set new", ["new_per_day"]),
        ("quiz config set daily_backup ", ["true", "false"]),
        ("quiz calc zero-", ["zero-r"]),
        ("quiz calc zero dev", ["devices="]),
        ("quiz read 5 --unit GiB", ["GiB", "GiB/s"]),
        ("quiz explain QK201", ["QK201"]),
        ("quiz completion f", ["fish"]),
        ("quiz --col", ["--color"]),
        ("quiz card nowhere/", []),
    ],
)
def test_arguments_complete(line: str, expected: list[str]) -> None:
    """Lessons, questions, tags, settings, calculators, units: each where it belongs."""
    assert complete(line) == expected


def test_a_command_that_does_not_exist_is_no_trouble() -> None:
    """TAB behind a slip of the finger says nothing on standard error."""
    assert "--help" in complete("quiz nonsense --")


def test_the_course_of_a_flag_is_the_one_that_completes() -> None:
    """A course named on the line counts before the variable."""
    line = f"quiz --course {REPOSITORY / 'content' / 'llm-pretraining'} lesson zero-1"
    assert complete(line) == ["zero-1-2"]


def test_trouble_completes_to_nothing(tmp_path: Path) -> None:
    """A folder without a course, a broken quiz.toml: no word, no traceback, no file made."""
    assert complete("quiz card ", {"QUIZ_COURSE": str(tmp_path)}) == []
    home = tmp_path / "home"
    home.mkdir()
    (home / "quiz.toml").write_text("= nonsense")
    assert complete("quiz card ", {"QUIZ_COURSE": ""}) == []
    assert [child.name for child in home.iterdir()] == ["quiz.toml"]


def test_an_older_database_is_left_alone(tmp_path: Path) -> None:
    """Completing never opens the progress, so it never upgrades it."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "progress.db").write_text("not a database")
    assert complete("quiz card kinds/f") == ["kinds/fixed-number"]
    assert (home / "progress.db").read_text() == "not a database"


def test_completing_loads_no_heavy_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """A TAB must not cost seconds: no SQLAlchemy, no YAML, and no command but the one typed."""
    complete("quiz card ")  # compiles the course
    for name, value in {
        "COMP_WORDS": "quiz card ", "COMP_CWORD": "2", "_QUIZ_COMPLETE": "bash_complete",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    assert not loaded() & {"sqlalchemy", "alembic", "yaml", "rich", "platformdirs"}


# --- the shells themselves ----------------------------------------------------------------------


@pytest.fixture
def path_with_quiz(tmp_path: Path) -> dict[str, str]:
    """An environment in which `quiz` is this checkout's."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "quiz"
    script.write_text(f'#!/bin/sh\nexec {" ".join(command())} "$@"\n')
    script.chmod(0o755)
    return {
        **os.environ,
        **small(),
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(REPOSITORY),
    }


def run(shell: str, script: str, env: dict[str, str]) -> list[str]:
    """The lines that a script of that shell prints."""
    done = subprocess.run(
        [need(shell), *(["-f"] if shell == "zsh" else []), "-c", script],
        capture_output=True, text=True, env=env, timeout=60, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.splitlines()


BASH = """
eval "$(quiz completion bash)"
COMP_WORDS=({words}); COMP_CWORD={last}; COMP_LINE="${{COMP_WORDS[*]}}"; COMP_POINT=${{#COMP_LINE}}
_quiz_completion quiz
printf '%s\\n' "${{COMPREPLY[@]}}"
complete -p quiz
"""


@pytest.mark.parametrize(
    ("words", "last", "expected"),
    [
        ('quiz card "kinds/f"', 2, ["kinds/fixed-number"]),
        ('quiz review --lesson ""', 3, ["kinds", "after"]),
        ('quiz review --tag "s"', 3, ["sizes"]),
        ('quiz sus', 1, ["suspend"]),
    ],
)  # fmt: skip
def test_bash_completes(
    words: str, last: int, expected: list[str], path_with_quiz: dict[str, str]
) -> None:
    """The printed script, evaluated by bash, registers itself and brings what belongs there."""
    *found, registered = run("bash", BASH.format(words=words, last=last), path_with_quiz)
    assert found == expected
    assert registered == "complete -o nosort -F _quiz_completion quiz"


def test_fish_completes(path_with_quiz: dict[str, str]) -> None:
    """fish shows the title of a lesson beside its name."""
    script = "quiz completion fish | source; complete --do-complete 'quiz lesson k'"
    assert run("fish", script, path_with_quiz) == ["kinds\tKinds of answers"]


def test_zsh_takes_the_script(path_with_quiz: dict[str, str]) -> None:
    """zsh loads the script without a word and knows the function."""
    script = (
        'autoload -Uz compinit; compinit -D -u; eval "$(quiz completion zsh)"; '
        "whence -w _quiz_completion"
    )
    assert run("zsh", script, path_with_quiz) == ["_quiz_completion: function"]
