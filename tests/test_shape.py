"""The tree keeps its shape: what stands at the top, what is no package, who imports whom."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from quizkit.cli.main import COMMANDS
from tests.cli.running import REPOSITORY

TOP = {
    "quizkit", "content", "tests", "alembic", "pyproject.toml", "README.md", "CHANGELOG.md",
    "LICENSE",
}  # fmt: skip


def tracked() -> list[Path]:
    """The files that git keeps; everything below the top where there is no git."""
    if (REPOSITORY / ".git").exists():
        done = subprocess.run(
            ["git", "ls-files", "-z"], capture_output=True, text=True, cwd=REPOSITORY, check=True
        )
        return [Path(name) for name in done.stdout.split("\0") if name]
    return [path.relative_to(REPOSITORY) for path in REPOSITORY.rglob("*") if path.is_file()]


def test_nothing_new_stands_at_the_top() -> None:
    """The visible top level is fixed; hidden files may come and go."""
    top = {path.parts[0] for path in tracked() if not path.parts[0].startswith(".")}
    assert top <= TOP


def test_alembic_is_a_folder_and_no_package() -> None:
    """An `__init__.py` there would shadow the library of that name."""
    assert not list((REPOSITORY / "alembic").rglob("__init__.py"))


def test_imports_point_one_way() -> None:
    """The layers of the design hold, and the core reaches neither database, terminal nor dice."""
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [str(program), "--no-cache"], capture_output=True, text=True, cwd=REPOSITORY, check=False
    )
    assert done.returncode == 0, done.stdout


def test_a_command_lives_in_the_file_of_its_name() -> None:
    """Whoever looks for `quiz due` finds quizkit/cli/due.py; small changes share one file."""
    shared = {"suspend", "unsuspend", "reset", "set-due"}
    for name, (module, _) in COMMANDS.items():
        if name not in shared:
            assert module.rstrip("_") == name.replace("-", "_"), name
