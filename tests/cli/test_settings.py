"""quiz.toml, places and the learner's name."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizkit.cli.context import Context
from quizkit.cli.settings import Settings, read_settings
from quizkit.cli.settings_table import SETTINGS
from quizkit.errors import UsageError
from tests.cli.running import quiz, quiz_json


def test_no_file_means_defaults(tmp_path: Path) -> None:
    """A learner who sets nothing gets 10 new questions a day and a day that begins at 04:00."""
    assert read_settings(tmp_path / "quiz.toml") == Settings(rollover_hour=4, new_per_day=10)


def test_every_setting_says_what_it_is() -> None:
    """The table that reading goes by has a row for each field, and its default is admitted."""
    assert list(Settings._fields) == list(SETTINGS)
    for name, setting in SETTINGS.items():
        default = getattr(Settings(), name)
        assert default is None or setting.admits(default)
        assert setting.about


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rollover_hour = 24", "rollover_hour takes a whole number from 0 to 23"),
        ("rollover_hour = true", "rollover_hour takes a whole number from 0 to 23"),
        ("new_per_day = 1.5", "new_per_day takes a whole number from 0 to 9999"),
        ("learner = 3", "learner takes a text in quotes"),
        ("learner = ''", "learner takes a text in quotes"),
        ("daily_backup = 1", "daily_backup takes true or false"),
        ("lerner = 'x'", f'unknown setting "lerner"; there are {", ".join(sorted(SETTINGS))}'),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    """The message names the file, the setting and what it takes."""
    path = tmp_path / "quiz.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as refused:
        read_settings(path)
    assert str(refused.value) == f"{path}: {sentence}"


def test_an_older_file_gets_the_defaults_of_newer_settings(tmp_path: Path) -> None:
    """A file from before a setting existed means what it always meant."""
    path = tmp_path / "quiz.toml"
    path.write_text("rollover_hour = 5\n", encoding="utf-8")
    assert read_settings(path) == Settings(rollover_hour=5)


def test_a_flag_beats_the_variable_and_the_variable_beats_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Precedence: flag, variable, quiz.toml, default."""
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    assert Context().learner == "me"
    (tmp_path / "quiz.toml").write_text("learner = 'file'", encoding="utf-8")
    assert Context().learner == "file"
    monkeypatch.setenv("QUIZ_LEARNER", "variable")
    assert Context().learner == "variable"
    assert Context(learner_flag="flag").learner == "flag"


def test_quiz_home_holds_everything(tmp_path: Path) -> None:
    """One variable moves database, settings, backups and cache."""
    shown = quiz_json("paths", env={"QUIZ_HOME": str(tmp_path)})
    for name in ("database", "settings", "backups", "cache"):
        assert shown[name].startswith(str(tmp_path))
    assert not list(tmp_path.iterdir()), "asking where things are creates nothing"


def test_a_learner_with_a_line_break_is_refused() -> None:
    """A name that could not be shown on one line is refused with a sentence."""
    done = quiz("due", "--learner", "a\nb")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "quiz: a learner's name has 1 to 200 printable characters; "
        "choose another with --learner NAME\n"
    )


def test_a_course_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A folder without a course is a sentence and exit 3: nothing loads."""
    done = quiz("due", "--course", str(tmp_path))
    assert done.returncode == 3
    assert done.stderr == (
        f"quiz: {tmp_path}: no course.yaml in it or in a folder below; name a course folder\n"
    )


@pytest.mark.parametrize(
    "command", [("review", "--line"), ("lesson",), ("show", "a-1/b-1"), ("stats",), ()]
)
def test_a_course_folder_that_is_not_there_is_exit_3(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    """Whether a flag or a variable names it; nothing can be asked."""
    gone = str(tmp_path / "gone")
    sentence = f"quiz: {gone}: no course there (No such file or directory)\n"
    done = quiz(*command, env={"QUIZ_COURSE": gone})
    assert (done.returncode, done.stdout, done.stderr) == (3, "", sentence)
    flagged = quiz("--course", gone, *command)
    assert (flagged.returncode, flagged.stdout, flagged.stderr) == (3, "", sentence)
