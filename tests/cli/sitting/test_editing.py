"""`e` opens the question in the learner's editor at its line and asks what is saved."""

from __future__ import annotations

import shutil
import stat
import sys
from pathlib import Path

import pytest

from tests.cli.running import REPOSITORY, SMALL, quiz
from tests.cli.screen import PROMPT, Terminal


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A copy of the small course that may be edited."""
    return Path(shutil.copytree(SMALL, tmp_path / "course"))


def editor(tmp_path: Path, script: str, name: str = "vi") -> str:
    """An editor that carries out a shell script with the words it is given."""
    path = tmp_path / name
    path.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$*" >> {tmp_path}/called\n'
        f'for f in "$@"; do :; done\n{script}\n'
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def start(course: Path, program: str | None) -> Terminal:
    env = {"QUIZ_COURSE": str(course), "NO_COLOR": "1", "VISUAL": "", "EDITOR": program or ""}
    return Terminal("review", "--lesson", "kinds", env=env, columns=200)


def test_the_question_is_opened_at_its_line_and_read_again(tmp_path: Path, course: Path) -> None:
    """A mended prompt is asked at once, with the same numbers; the terminal is as it was."""
    program = editor(tmp_path, "sed -i 's/Name the two halves/Name both halves/' \"$f\"")
    with start(course, f"{program} -n") as screen:
        shown = screen.wait_for(r"recall-two#\d+").partition("#")[2]
        screen.wait_for("Space shows" + PROMPT)
        modes = screen.modes
        screen.type("e")
        screen.wait_for(
            rf"recall-two#{shown}  \(new; 1 of 6\)\r\nName both halves of an all-reduce."
        )
        screen.wait_for("Space shows" + PROMPT)
        assert screen.modes == modes
        screen.type("q")
        assert screen.end() == 0
    lesson = next((course / "lessons").glob("*kinds*"))
    line = lesson.read_text().splitlines().index("  - id: recall-two") + 1
    assert (tmp_path / "called").read_text() == f"-n +{line} {lesson}\n"


def test_whoever_edits_the_copy_that_came_with_the_program_is_told(tmp_path: Path) -> None:
    """What is written there goes with the next installation."""
    installed = tmp_path / "installed"
    shutil.copytree(REPOSITORY / "quizkit", installed / "quizkit")
    shutil.copytree(SMALL, installed / "quizkit" / "_course")
    program = editor(tmp_path, "true")
    env = {"QUIZ_COURSE": "", "PYTHONPATH": str(installed), "EDITOR": program, "VISUAL": ""}
    words = [sys.executable, "-P", "-m", "quizkit", "review"]
    with Terminal(words=words, env=env, columns=200) as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type("e")
        screen.wait_for("This copy came with quizkit, and an upgrade replaces it;")
        screen.wait_for("Space shows" + PROMPT)
        screen.type("q")
        assert screen.end() == 0
    assert "_course" in (tmp_path / "called").read_text()


def test_a_broken_edit_is_shown_and_opened_again(tmp_path: Path, course: Path) -> None:
    """Errors come with their place; Enter goes back to the editor, and nothing is lost."""
    script = (
        f"if [ -e {tmp_path}/once ]; then sed -i 's/promt:/prompt:/' \"$f\"; "
        f"else touch {tmp_path}/once; sed -i '0,/prompt: Name/s/prompt:/promt:/' \"$f\"; fi"
    )
    with start(course, editor(tmp_path, script)) as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type("e")
        screen.wait_for(r'lessons/\S+:\d+:\d+  \w+  .*"promt"')
        screen.wait_for("It cannot be asked like that. Enter opens the editor again" + PROMPT)
        screen.type("\n")
        screen.wait_for(r"recall-two#\d+  \(new; 1 of 6\)\r\nName the two halves")
        screen.wait_for("Space shows" + PROMPT)
        screen.type("q")
        assert screen.end() == 0
    assert quiz("check", str(course)).returncode == 0


def test_leaving_a_broken_edit_ends_with_everything_saved(tmp_path: Path, course: Path) -> None:
    """`q` ends the session; the lesson is left out until it is mended."""
    program = editor(tmp_path, "echo 'nonsense: [' >> \"$f\"")
    with start(course, program) as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("4")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type(":e\n")
        screen.wait_for("It cannot be asked like that." + PROMPT)
        screen.type("q")
        screen.wait_for("1 answer saved: 1 recalled; 5 questions left.")
        assert screen.end() == 0


def test_a_question_that_is_deleted_is_left_out(tmp_path: Path, course: Path) -> None:
    """The session goes on with the next one."""
    script = "sed -i '/id: fixed-number/,/tags:/d' \"$f\""
    with start(course, editor(tmp_path, script)) as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type("s")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type(":e\n")
        screen.wait_for(r"drawn-number#\d+  \(new; 1 of 4\)" + PROMPT)
        screen.type(":q\n")
        assert screen.end() == 0


def test_without_an_editor_the_place_is_named(course: Path) -> None:
    """Nobody is thrown into an editor that they did not choose."""
    with start(course, None) as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type("e")
        screen.wait_for(
            r"recall-two stands in\s+\S+kinds\S+:\d+;\s+set EDITOR to edit it from here."
        )
        screen.type("q")
        assert screen.end() == 0


@pytest.mark.parametrize("program", ["/nowhere/editor", "'open quote"])
def test_an_editor_that_cannot_be_started_is_named(course: Path, program: str) -> None:
    """The session goes on as before."""
    with start(course, program) as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type("e")
        screen.wait_for(r"cannot be started \(.*\); set EDITOR to another.")
        screen.wait_for("Space shows" + PROMPT)
        screen.type("q")
        assert screen.end() == 0


def test_an_interrupt_in_the_editor_is_the_editors(tmp_path: Path, course: Path) -> None:
    """Ctrl-C while the editor runs does not end the session behind it."""
    with start(
        course, editor(tmp_path, "trap 'exit 0' INT; echo ready; sleep 60 & wait")
    ) as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type("e")
        screen.wait_for("ready")
        screen.type("\x03")
        screen.wait_for("Space shows" + PROMPT)
        screen.type("q")
        screen.wait_for("Nothing answered")
        assert screen.end() == 0


def test_line_mode_has_no_editor(course: Path) -> None:
    """A script's session takes no command that needs a terminal."""
    done = quiz("review", "--line", lines=[":e", ":q"], env={"QUIZ_COURSE": str(course)})
    assert "There is no command :e." in done.stdout
    assert ":e" not in done.stdout.partition("There is no command :e.")[2]
