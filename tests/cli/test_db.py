"""`quiz db`: the commands that look after the database."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from quizkit.store.statements import VERSION
from tests.cli.running import quiz
from tests.session.scenes import COURSE, ME, answer, open_store
from tests.store.filling import content, fill


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def path(home: Path) -> Path:
    return home / "progress.db"


def test_upgrade_makes_a_missing_database_and_then_has_nothing_to_do(path: Path) -> None:
    """It says which file it made; the second time that all is done."""
    first, second = quiz("db", "upgrade"), quiz("db", "upgrade")
    assert (first.returncode, first.stdout) == (0, f"{path} made, version {VERSION}\n")
    assert second.stdout == f"{path} has the tables of this quizkit already\n"
    assert first.stderr == second.stderr == ""


def test_upgrade_keeps_a_copy_of_an_older_database(path: Path, home: Path) -> None:
    """The sentence names the copy, which holds what the old file held."""
    fill(path)
    before = content(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION - 1}")
    kept = home / "backups" / f"progress-version-{VERSION - 1}.db"
    done = quiz("db", "upgrade")
    assert done.stdout == (
        f"{path} upgraded from version {VERSION - 1} to {VERSION}; the old file is kept as {kept}\n"
    )
    assert content(kept) == content(path) == before


def test_check_of_a_sound_a_missing_and_a_wrong_database(path: Path) -> None:
    """All is well: 0. Nothing there: 0, and nothing made. Findings: 1, on standard output."""
    missing = quiz("db", "check")
    assert (missing.returncode, missing.stdout) == (0, f"{path}: nothing there yet\n")
    assert not path.exists()
    answer(open_store(path), question="l/q")
    assert quiz("db", "check").stdout == f"{path}: all is well\n"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE cards SET ease = 999")
    wrong = quiz("db", "check", "--json")
    problem = f"l/q ({ME}, {COURSE}): the card is not what the log makes; quiz db rebuild mends it"
    assert wrong.returncode == 1
    assert json.loads(wrong.stdout) == {
        "schema": "quizkit.db-check/1",
        "database": str(path),
        "problems": [problem],
    }
    assert quiz("db", "rebuild").stdout == "cards and days made anew from the log; 1 changed\n"
    assert quiz("db", "check").returncode == 0


def test_backup_and_restore_go_there_and_back(path: Path, home: Path, tmp_path: Path) -> None:
    """A copy with a name, one without, and back again with what was there kept."""
    fill(path)
    before = content(path)
    named = quiz("db", "backup", str(tmp_path / "copy.db"))
    assert (named.returncode, named.stderr) == (0, "")
    assert named.stdout.endswith("rows of the log copied and read back\n")
    assert quiz("db", "backup").returncode == 0
    assert len(list((home / "backups").glob("progress-20*.db"))) == 1
    answer(open_store(path), question="l/since")
    back = quiz("db", "restore", str(tmp_path / "copy.db"))
    assert back.returncode == 0
    assert back.stderr == (
        f"what was there before is kept as {home / 'backups' / 'progress-before-restore.db'}\n"
    )
    assert content(path) == before


@pytest.mark.parametrize("command", ["check", "upgrade", "rebuild", "backup"])
def test_trouble_is_exit_4_with_a_sentence(home: Path, path: Path, command: str) -> None:
    """A file of another program is refused by every command, and stays as it is."""
    home.mkdir()
    path.write_text("dear diary")
    done = quiz("db", command)
    assert done.returncode == 4
    assert done.stdout == ""
    assert done.stderr == (
        f"quiz: {path} is not a database; it is left as it is. "
        "Name another file with QUIZ_DATABASE, or put a backup back with quiz db restore FILE\n"
    )
    assert path.read_text() == "dear diary"


def test_the_database_may_be_named_by_url(tmp_path: Path) -> None:
    """QUIZ_DATABASE overrides the usual place; what is no SQLite file is exit 2."""
    elsewhere = tmp_path / "elsewhere.db"
    url = {"QUIZ_DATABASE": f"sqlite:///{elsewhere}"}
    assert quiz("db", "upgrade", env=url).stdout == f"{elsewhere} made, version {VERSION}\n"
    wrong = quiz("db", "check", env={"QUIZ_DATABASE": "mysql://localhost/quiz"})
    assert wrong.returncode == 2
    assert "write sqlite:///FILE" in wrong.stderr
