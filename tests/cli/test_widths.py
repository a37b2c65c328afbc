"""What a session prints fits the terminal, counted in cells, and no content drives the terminal."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from wcwidth import wcswidth

from quizkit.cli.terminal import wrap
from tests.cli.running import SMALL, quiz
from tests.cli.screen import PROMPT, Terminal

WIDE = (
    "並列 計算 で は 勾配 を 全 て の 装置 で 足す 🙂 の です か ? e\u0301te\u0301 na\u0308iv " * 3
)
HOSTILE = "[/] [bold]x[/bold] {{x}} %s \\x1b[31m ]0;title $(rm) `x` <b>&amp; [type=x, v={{'a[0]'}}]"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """The small course with a prompt in wide characters, and one full of brackets."""
    course = Path(shutil.copytree(SMALL, tmp_path / "course"))
    lesson = next((course / "lessons").glob("*kinds*"))
    text = lesson.read_text("utf-8")
    text = text.replace("Name the two halves of an all-reduce.", f"'{WIDE.strip()}'")
    text = text.replace(
        "How many gigabytes are 120 billion bytes?", "'" + HOSTILE.replace("'", "''") + "'"
    )
    lesson.write_text(text, "utf-8")
    return course


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_no_line_is_wider_than_the_terminal(course: Path, columns: int) -> None:
    """At 40, 80 and 200 columns each line that has a space to break at fits, wide or combining."""
    env = {"QUIZ_COURSE": str(course), "NO_COLOR": "1"}
    with Terminal("review", env=env, columns=columns) as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type("?")
        screen.wait_for("these keys" + PROMPT)
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("4")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type("120\n")
        screen.wait_for("Enter goes" + PROMPT)
        screen.type("q")
        screen.wait_for("2 answers saved")
        assert screen.end() == 0
        lines = screen.lines()
    too_wide = [line for line in lines if wcswidth(line) > columns and " " in line.strip()]
    assert too_wide == []
    printed = " ".join(" ".join(lines).split())
    assert " ".join(WIDE.split()) in printed
    assert " ".join(HOSTILE.replace("{{", "{").replace("}}", "}").split()) in printed


def test_a_pipe_gets_whole_lines(course: Path) -> None:
    """What is not a terminal is not wrapped: a line of content is a line."""
    env = {"QUIZ_COURSE": str(course)}
    done = quiz("review", "--line", lines=[":q"], env=env)
    assert WIDE.strip() in done.stdout.splitlines()


@pytest.mark.parametrize("cells", [20, 40, 88])
def test_wrapping_counts_cells(cells: int) -> None:
    """Two cells for a wide character, none for a combining one; no word is lost or cut."""
    wrapped = wrap(WIDE, cells, "  ")
    assert all(0 <= wcswidth(line) <= cells for line in wrapped.split("\n"))
    assert wrapped.split() == WIDE.split()


def test_what_fits_is_left_as_it_was_written() -> None:
    """Spaces inside a line are kept where the line fits: tables and code stand in prompts."""
    assert wrap("a   b\n  c    d", 40) == "a   b\n  c    d"
    assert wrap("one   two", 5) == "one\ntwo"


def test_escape_codes_in_content_never_reach_a_terminal(course: Path) -> None:
    """A lesson with a control character is refused by the loader; nothing of it is printed raw."""
    lesson = next((course / "lessons").glob("*kinds*"))
    text = lesson.read_text("utf-8").replace("Giga is a billion.", '"\\e]9;calc\\a Giga"')
    lesson.write_text(text, "utf-8")
    done = quiz("review", "--line", lines=[":q"], env={"QUIZ_COURSE": str(course)})
    assert not re.search("[\x07\x1b]", done.stdout + done.stderr)
    assert "1 file left out because of errors" in done.stderr


@pytest.mark.parametrize("columns", [40, 120])
def test_talk_is_wrapped_like_data(columns: int) -> None:
    """What goes wrong is said in whole words at a terminal, and in one line to a pipe."""
    words = ("card", "kinds/nothing-of-the-kind", "--course", str(SMALL))
    with Terminal(*words, columns=columns) as screen:
        assert screen.end() == 2
        lines = screen.lines()
    (said, *_) = quiz(*words).stderr.splitlines()
    assert len(said) > 40
    assert all(len(line) <= columns or " " not in line for line in lines)
    assert said in " ".join(lines)
    assert (said in lines) is (len(said) <= columns)
