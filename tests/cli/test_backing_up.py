"""The copy that each study day's first change begins with."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from quizkit.cli import backing_up
from quizkit.cli.context import Context
from quizkit.store.store import Store
from tests.cli.running import FIRST_DAY, NEXT_DAY, quiz, small
from tests.store.filling import content

QUESTION = "kinds/pick-one"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def copies(home: Path) -> list[Path]:
    """The daily copies, oldest first."""
    return sorted((home / "backups").glob("*daily*"))


def test_the_first_change_of_a_day_copies_what_was_before_it(home: Path) -> None:
    """A new learner has nothing to copy; then each day has one copy, made before its changes."""
    assert quiz("suspend", QUESTION, env=small(**FIRST_DAY)).returncode == 0
    assert copies(home) == []
    before = content(home / "progress.db")
    for command in ("unsuspend", "suspend", "undo"):
        arguments = [command] if command == "undo" else [command, QUESTION]
        done = quiz(*arguments, env=small(**FIRST_DAY))
        assert (done.returncode, done.stderr) == (0, "")
    (first,) = copies(home)
    assert content(first) == before
    later = content(home / "progress.db")
    quiz("unsuspend", QUESTION, env=small(**NEXT_DAY))
    assert [content(copy) for copy in copies(home)] == [before, later]


def test_an_empty_database_beside_copies_begins_anew_and_says_so(home: Path) -> None:
    """One line on standard error names the newest copy and the command; without copies none."""
    quiz("suspend", QUESTION, env=small(**FIRST_DAY))
    quiz("unsuspend", QUESTION, env=small(**FIRST_DAY))
    (copy,) = copies(home)
    (home / "progress.db").write_bytes(b"")
    done = quiz("suspend", QUESTION, env=small(**FIRST_DAY))
    assert (done.returncode, done.stdout) == (
        0,
        f"{QUESTION} is suspended; quiz unsuspend {QUESTION} brings it back.\n",
    )
    assert done.stderr == (
        f"{home / 'progress.db'} is empty, and a new log begins in it; "
        f"quiz db restore {copy} puts the newest copy back\n"
    )
    assert quiz("db", "restore", str(copy)).returncode == 0


def test_a_database_that_is_gone_beside_copies_is_missed(home: Path) -> None:
    """Whatever looks or begins anew names the newest copy; what looks begins nothing."""
    quiz("suspend", QUESTION, env=small(**FIRST_DAY))
    for command in ("unsuspend", "suspend"):
        quiz(command, QUESTION, env=small(**NEXT_DAY))
    (copy,) = copies(home)
    database = home / "progress.db"
    rest = f"quiz db restore {copy} puts the newest copy back\n"
    for lost, how in (("is not there", database.unlink), ("is empty", database.touch)):
        how()
        for look in (
            [],
            ["due"],
            ["due", "--json"],
            ["stats"],
            ["card", QUESTION],
            ["db", "check"],
        ):
            done = quiz(*look, env=small(**NEXT_DAY))
            assert (done.returncode, done.stderr) == (0, f"{database} {lost}; {rest}")
            assert copy.name not in done.stdout
    database.unlink()
    done = quiz("review", "--line", lines=[":q"], env=small(**NEXT_DAY))
    anew = f"{database} is not there, and a new log is begun; {rest}"
    assert (done.returncode, done.stderr) == (0, anew)
    assert quiz("due", env=small(**NEXT_DAY)).stderr == ""
    assert quiz("db", "restore", str(copy)).returncode == 0
    assert quiz("due", env=small(**NEXT_DAY)).stderr == ""


def test_the_newest_copy_is_not_one_of_a_clock_that_was_ahead(home: Path) -> None:
    """A copy dated in the future holds less than the ones made since."""
    quiz("suspend", QUESTION, env=small())
    quiz("unsuspend", QUESTION, env=small())
    (copy,) = copies(home)
    future = copy.rename(copy.with_name("progress-daily-2099-01-01.db"))
    quiz("suspend", QUESTION, env=small())
    assert copies(home) == [copy, future]
    (home / "progress.db").unlink()
    assert f"quiz db restore {copy} puts" in quiz("due", env=small()).stderr


def test_nothing_is_missed_where_there_never_was_anything(home: Path) -> None:
    """A first start says nothing of copies, nor do those of another database make it."""
    other = small(QUIZ_DATABASE=f"sqlite:///{home.parent / 'other.db'}")
    for command in ("suspend", "unsuspend"):
        quiz(command, QUESTION, env=other)
    assert len(copies(home)) == 1
    assert quiz("due", env=small()).stderr == ""
    assert quiz("suspend", QUESTION, env=small()).stderr == ""


def test_reading_commands_copy_nothing(home: Path) -> None:
    """Looking is no change."""
    quiz("suspend", QUESTION, env=small())
    for command in (["due"], ["stats"], ["card", QUESTION], ["db", "check"]):
        quiz(*command, env=small())
    assert copies(home) == []


def test_it_can_be_switched_off(home: Path) -> None:
    """`daily_backup = false` makes no copies."""
    quiz("suspend", QUESTION, env=small())
    assert quiz("config", "set", "daily_backup", "false").returncode == 0
    quiz("unsuspend", QUESTION, env=small())
    assert copies(home) == []


def test_a_backup_that_fails_is_a_warning(home: Path) -> None:
    """Where the folder of backups cannot be made, the change is written all the same."""
    quiz("suspend", QUESTION, env=small())
    assert not (home / "backups").exists()
    (home / "backups").write_text("in the way")
    done = quiz("unsuspend", QUESTION, env=small())
    assert (done.returncode, done.stdout) == (0, f"{QUESTION} is asked again.\n")
    assert done.stderr.startswith("no backup was made today: ")
    assert str(home / "backups") in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_zone_that_is_not_known_is_said_once(home: Path) -> None:
    """It is the setting that is wrong, not the backup."""
    quiz("suspend", QUESTION, env=small())
    (home / "quiz.toml").write_text('timezone = "Europe"\n')  # a folder of zones
    done = quiz("unsuspend", QUESTION, env=small())
    sentence = 'quiz: timezone "Europe" is not known here; write one like Europe/Paris\n'
    assert (done.returncode, done.stderr) == (2, sentence)


def test_databases_of_one_name_do_not_share_copies(home: Path, tmp_path: Path) -> None:
    """A database named by QUIZ_DATABASE has copies under a name of its own."""
    for folder in ("one", "two"):
        env = small(QUIZ_DATABASE=f"sqlite:///{tmp_path / folder / 'progress.db'}")
        for command in ("suspend", "unsuspend"):
            assert quiz(command, QUESTION, env=env).returncode == 0
    assert len(copies(home)) == 2


def test_a_large_database_is_copied_when_the_command_is_over(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for the first question; the copy has today's answers in it."""
    quiz("suspend", QUESTION, env=small())
    monkeypatch.setattr(backing_up, "LARGE_BYTES", 0)
    context = Context()
    with click.Context(click.Command("review"), obj=context):
        store = context.store(writes=True)
        assert isinstance(store, Store)
        assert copies(home) == []
        store.undo(context.moment(), context.learner)
    (copy,) = copies(home)
    assert content(copy) == content(home / "progress.db")
