"""`quiz config` and the editing of quiz.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.cli.settings_file import changed, written
from quizkit.cli.settings_table import SETTINGS, Value
from quizkit.errors import UsageError
from tests.cli.running import REPOSITORY, quiz, quiz_json

FILE = Path("quiz.toml")
COMMENTED = """\
# What I like.

learner = 'ada'   # that is me
  new_per_day=5#slowly
"rollover_hour" = 0x3
# the end"""


def test_a_change_keeps_comments_order_and_spacing() -> None:
    """Only the value is another; what stands behind it and round it stays."""
    assert changed(FILE, COMMENTED, "new_per_day", 20) == COMMENTED.replace("=5#", "= 20#")
    assert changed(FILE, COMMENTED, "learner", "bob") == COMMENTED.replace("'ada'", '"bob"')
    assert changed(FILE, COMMENTED, "rollover_hour", 0) == COMMENTED.replace("0x3", "0")


def test_a_new_setting_stands_at_the_end() -> None:
    """On a line of its own, also where the last line had no end."""
    assert changed(FILE, COMMENTED, "timezone", "Asia/Tokyo") == (
        COMMENTED + '\ntimezone = "Asia/Tokyo"\n'
    )
    assert changed(FILE, "", "new_per_day", 3) == "new_per_day = 3\n"


def test_taking_out_leaves_the_rest() -> None:
    """The line goes; taking out what is not there changes nothing."""
    assert changed(FILE, COMMENTED, "learner", None) == COMMENTED.replace(
        "learner = 'ada'   # that is me\n", ""
    )
    assert changed(FILE, COMMENTED, "timezone", None) == COMMENTED


def test_line_ends_of_another_system_stay() -> None:
    """A file of Windows keeps its line ends, and new lines get them."""
    text = "new_per_day = 5\r\n# end\r\n"
    assert changed(FILE, text, "new_per_day", 6) == "new_per_day = 6\r\n# end\r\n"
    assert changed(FILE, text, "learner", "ada").endswith('# end\r\nlearner = "ada"\r\n')


def test_a_text_that_looks_like_a_setting_is_none() -> None:
    """What counts is what TOML reads, not how a line looks."""
    text = 'learner = """\\\nnew_per_day = 1"""\nnew_per_day = 2\n'
    assert changed(FILE, text, "new_per_day", 9) == text.replace("= 2", "= 9")
    assert changed(FILE, "learner = '# no comment' # one\n", "learner", "x") == (
        'learner = "x" # one\n'
    )


def test_a_fault_can_be_mended_by_setting_it_right() -> None:
    """A wrong value or an unknown name may be replaced or taken out; other faults are named."""
    assert changed(FILE, "new_per_day = 'x'\n", "new_per_day", 3) == "new_per_day = 3\n"
    assert changed(FILE, "lerner = 'x'\n", "lerner", None) == ""
    with pytest.raises(UsageError, match='unknown setting "lerner"'):
        changed(FILE, "lerner = 'x'\n", "new_per_day", 3)
    with pytest.raises(UsageError, match="not valid TOML"):
        changed(FILE, "new_per_day = \n", "new_per_day", 3)


VALUES: dict[str, st.SearchStrategy[Value]] = {
    "learner": st.text(min_size=1, max_size=20).filter(lambda text: text.isascii() or bool(text)),
    "new_per_day": st.integers(0, 9999),
    "daily_backup": st.booleans(),
}
SETS = st.sampled_from(sorted(VALUES)).flatmap(lambda name: st.tuples(st.just(name), VALUES[name]))


@given(st.lists(SETS, max_size=6), st.sampled_from(["", COMMENTED, "# one\r\n\r\n# two\r\n"]))
def test_what_is_set_is_what_is_read(sets: list[tuple[str, Value]], text: str) -> None:
    """After any changes the file reads as the last value of each, and every comment is there."""
    wanted = dict(tomllib.loads(text))
    comments = [part.strip() for part in text.split("#")[1:]]
    for name, value in sets:
        text = changed(FILE, text, name, value)
        wanted[name] = value
    assert tomllib.loads(text) == wanted
    assert all(comment.split("\n")[0].strip() in text for comment in comments)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_can_be_written(text: str) -> None:
    """Quotes, backslashes, controls and line breaks come back as they were."""
    assert tomllib.loads(f"learner = {written(text)}") == {"learner": text}


def test_settings_are_listed_with_where_they_come_from(tmp_path: Path) -> None:
    """Flag, variable, file and default are told apart; asking makes no file."""
    home = tmp_path / "home"
    first = quiz("config")
    assert first.returncode == 0
    assert "new_per_day = 10  [default]\n" in first.stdout
    assert first.stdout.endswith(f"in {home / 'quiz.toml'} (not there yet)\n")
    assert not home.exists()
    assert quiz("config", "set", "new_per_day", "15").returncode == 0
    found = quiz_json("config", env={"QUIZ_LEARNER": "ada"})
    assert found["schema"] == "quizkit.config/1"
    assert list(found["settings"]) == list(SETTINGS)
    assert found["settings"]["new_per_day"] == {
        "value": 15,
        "source": "quiz.toml",
        "default": 10,
        "takes": "a whole number from 0 to 9999",
        "about": SETTINGS["new_per_day"].about,
    }
    assert found["settings"]["learner"]["source"] == "QUIZ_LEARNER"
    assert quiz("config", "get", "new_per_day").stdout == "15\n"
    assert quiz("config", "get", "timezone").stdout == "\n"


def test_a_setting_is_set_and_taken_out(tmp_path: Path) -> None:
    """Each says what holds from now on; the file is there whole."""
    path = tmp_path / "home" / "quiz.toml"
    done = quiz("config", "set", "timezone", "Europe/Paris")
    assert (done.stdout, done.stderr) == (f"timezone is Europe/Paris from now on ({path})\n", "")
    assert path.read_text() == 'timezone = "Europe/Paris"\n'
    assert quiz("config", "unset", "timezone").stdout == f"timezone is taken out of {path}\n"
    assert path.read_text() == ""
    assert quiz("config", "unset", "timezone").stdout == f"timezone is not set in {path}\n"
    assert [child.name for child in path.parent.iterdir()] == ["quiz.toml"]


def test_a_link_to_the_settings_stays_a_link(tmp_path: Path) -> None:
    """Who keeps quiz.toml elsewhere finds the change there."""
    kept, home = tmp_path / "dotfiles.toml", tmp_path / "home"
    kept.write_text("new_per_day = 1\n")
    home.mkdir()
    (home / "quiz.toml").symlink_to(kept)
    assert quiz("config", "set", "new_per_day", "2").returncode == 0
    assert (home / "quiz.toml").is_symlink()
    assert kept.read_text() == "new_per_day = 2\n"


def test_a_course_is_kept_with_its_whole_path(tmp_path: Path) -> None:
    """A relative folder means the same one from everywhere."""
    done = quiz("config", "set", "course", "tests/courses/small", cwd=REPOSITORY)
    assert done.returncode == 0, done.stderr
    assert quiz("config", "get", "course", cwd=tmp_path).stdout == (
        f"{REPOSITORY / 'tests/courses/small'}\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("set new_per_day many", "new_per_day takes a whole number from 0 to 9999, not 'many'"),
        ("set rollover_hour 24", "rollover_hour takes a whole number from 0 to 23, not '24'"),
        ("set daily_backup yes", "daily_backup takes true or false, not 'yes'"),
        ("set timezone Ma/rs", 'timezone "Ma/rs" is not known here; write one like Europe/Paris'),
        ("set new_per_d 3", 'there is no setting "new_per_d"; did you mean "new_per_day"?'),
        ("get lerner", 'there is no setting "lerner"; did you mean "learner"?'),
    ],
)
def test_what_cannot_be_set_is_refused(arguments: str, sentence: str, tmp_path: Path) -> None:
    """A sentence, exit 2, and nothing is written."""
    done = quiz("config", *arguments.split())
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"quiz: {sentence}\n")
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("new_per_day = " + "9" * 5000, "Exceeds the limit (4300 digits) for integer string"),
        ("course = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
    ],
    ids=["digits", "nested"],
)
def test_a_file_that_cannot_be_read_is_not_changed(text: str, why: str) -> None:
    """Neither by setting nor by taking out, even what would take the fault away."""
    for value in (5, None):
        with pytest.raises(UsageError, match=re.escape(f"quiz.toml: not valid TOML: {why}")):
            changed(FILE, text, "new_per_day", value)
    inside = f'learner = """\nnew_per_day = {"9" * 5000}\n"""\nnew_per_day = 4\n'
    assert changed(FILE, inside, "new_per_day", 5) == inside.replace("= 4", "= 5")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """Where the home is a file, the sentence says so and nothing is lost."""
    home = tmp_path / "file"
    home.write_text("not a folder")
    done = quiz("config", "set", "new_per_day", "3", env={"QUIZ_HOME": str(home)})
    assert done.returncode != 0
    assert str(home) in done.stderr
    assert "Traceback" not in done.stderr
