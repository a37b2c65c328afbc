"""What went wrong in other programs of this kind, tried here with whole processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.running import REPOSITORY, SMALL, command, quiz, quiz_json, small
from tests.conftest import need


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A copy of the small course that may be edited."""
    return Path(shutil.copytree(SMALL, tmp_path / "course"))


def lesson_of(course: Path) -> Path:
    return next((course / "lessons").glob("*kinds*"))


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which `quiz` is this checkout's."""
    start = f'quiz() {{ {sys.executable} -m quizkit "$@"; }}; '
    return subprocess.run(
        [need("bash"), "-o", "pipefail", "-c", start + line],
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        env={**os.environ, **small()},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "line", ["quiz review <&-", "quiz review </dev/null", "echo 4 | quiz review"]
)
def test_keys_without_a_terminal_are_refused_with_the_way_to_do_it(line: str) -> None:
    """Closed, empty or piped input: one sentence, exit 2, nothing asked or made."""
    done = shell(line)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("quiz: quiz review needs a terminal;")
    assert not Path(os.environ["QUIZ_HOME"], "progress.db").exists()


def test_line_mode_with_closed_input_ends_well() -> None:
    """Standard input may be closed: that is the end of input."""
    done = shell("quiz review --line <&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Nothing answered; nothing changed.\n")


def test_a_reader_that_leaves_ends_the_session_silently() -> None:
    """`quiz review --line | head -1` leaves no traceback and no half-written answer."""
    done = shell("(sleep 1; echo; echo 4) | quiz review --line | head -1")
    assert done.stdout.startswith("kinds/recall-two#")
    assert (done.returncode, done.stderr) == (141, "")
    assert quiz("db", "check", env=small()).returncode == 0


@pytest.mark.parametrize("words", ["stats", "due --json", "lesson kinds", "show kinds/say-it"])
def test_a_reader_that_has_left_before_is_not_told(words: str) -> None:
    """The end of a pipe that nobody reads: the code of a broken pipe and not a word."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        command(*words.split()),
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=REPOSITORY,
        env={**os.environ, **small()},
        timeout=120,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_ten_counts_at_once_all_succeed() -> None:
    """A status bar may count as often as it likes, also before there is a file."""
    for _ in range(2):
        running = [
            subprocess.Popen(
                command("due", "--json"),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=REPOSITORY,
                env={**os.environ, **small()},
            )
            for _ in range(10)
        ]
        counted = {process.communicate(timeout=120) for process in running}
        assert len(counted) == 1
        assert counted.pop()[1] == ""
        quiz("review", "--line", "--limit", "1", lines=["", "4", ""], env=small())


def test_killed_after_seven_of_ten_answers_resumes_at_the_eighth() -> None:
    """Seven rows are there, and the next session begins with what was not answered."""
    process = subprocess.Popen(
        command("review", "--line"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=REPOSITORY,
        env={**os.environ, "QUIZ_COURSE": str(REPOSITORY / "content")},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    saved = 0
    asked: list[str] = []
    process.stdin.write(":g\n")
    process.stdin.flush()
    for line in process.stdout:
        if "#" in line and "(new;" in line:
            asked.append(line.split("#")[0])
        if line.startswith("Given up."):
            saved += 1
            if saved == 7:
                break
            process.stdin.write(":g\n")
            process.stdin.flush()
    process.kill()
    process.communicate()
    env = {"QUIZ_COURSE": str(REPOSITORY / "content")}
    for ref in asked[:7]:
        assert len(quiz_json("card", ref, env=env)["events"]) == 1
    counted = quiz_json("due", env=env)
    assert (counted["due"], counted["new"]) == (7, 3)
    assert quiz("db", "check", env=env).returncode == 0


def test_a_broken_lesson_keeps_its_cards(course: Path) -> None:
    """While its file cannot be read a card is missing; mended, it is back as it was."""
    env = {"QUIZ_COURSE": str(course)}
    quiz("review", "--line", lines=["", "4", "120", ":q"], env=env)
    before = quiz_json("card", "kinds/fixed-number", env=env)
    text = lesson_of(course).read_text("utf-8")
    lesson_of(course).write_text(text + "\nnonsense: [\n", "utf-8")
    done = quiz("review", "--line", lines=["4", ""], env=env)
    assert "1 file left out because of errors" in done.stderr
    assert quiz_json("card", "kinds/fixed-number", env=env)["state"] == "missing"
    lesson_of(course).write_text(text, "utf-8")
    assert quiz_json("card", "kinds/fixed-number", env=env) == before


def test_lines_above_a_question_and_another_file_name_change_nothing(course: Path) -> None:
    """A card goes by the ids that the author wrote, not by where they stand."""
    env = {"QUIZ_COURSE": str(course)}
    quiz("review", "--line", lines=["", "4", "120", ":q"], env=env)
    before = quiz_json("card", "kinds/fixed-number", env=env)
    old = lesson_of(course)
    text = "# a comment\n" * 10 + old.read_text("utf-8")
    old.unlink()
    (course / "lessons" / "77-elsewhere.yaml").write_text(text, "utf-8")
    assert quiz_json("card", "kinds/fixed-number", env=env) == before


def test_an_edit_while_a_question_stands_there_does_not_change_its_key(course: Path) -> None:
    """An answer is graded by what was shown, and the log says what that was."""
    env = {**os.environ, "QUIZ_COURSE": str(course)}
    process = subprocess.Popen(
        command("review", "--line", "--tag", "sizes"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=REPOSITORY,
        env=env,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("How many gigabytes"):
            break
    text = lesson_of(course).read_text("utf-8").replace("value: 120", "value: 999")
    lesson_of(course).write_text(text, "utf-8")
    rest, _ = process.communicate("120\n\n", timeout=60)
    assert process.returncode == 0
    assert "Right." in rest


def test_undo_in_a_new_session_takes_back_the_last_one() -> None:
    """`:u` goes on into the session before; what this one answered is counted by itself."""
    first = quiz("review", "--line", lines=["", "4", "120", ":q"], env=small())
    assert "2 answers saved" in first.stdout
    typed = ["0.1", ":u", ":u", ":u", ":q"]
    second = quiz("review", "--line", "--limit", "1", lines=typed, env=small())
    assert second.stdout.count("Taken back: ") == 3
    assert 'the answer "120" to kinds/fixed-number#' in second.stdout
    assert second.stdout.endswith("Nothing answered; 2 earlier answers taken back.\n")
    for name in ("recall-two", "fixed-number", "drawn-number"):
        assert quiz_json("card", f"kinds/{name}", env=small())["state"] == "new"
    assert quiz("db", "check", env=small()).returncode == 0


def test_an_answer_undone_from_another_session_is_not_taken_off_this_ones_count() -> None:
    """Two answers now and one taken back of before are still two answers now."""
    quiz("review", "--line", "--limit", "1", lines=["", "4", ""], env=small())
    quiz("suspend", "kinds/say-it", env=small())
    typed = ["120", ":u", ":u", ":u", "120", ":q"]
    done = quiz("review", "--line", lines=typed, env=small())
    assert "Taken back: suspend of kinds/say-it." in done.stdout
    assert "Taken back: the answer to kinds/recall-two" in done.stdout
    assert "1 answer saved: 1 right" in done.stdout


def test_a_course_switch_keeps_both(course: Path) -> None:
    """Two courses in one file of progress: each session asks and counts its own."""
    other = (course / "course.yaml").read_text("utf-8").replace("id: small", "id: other")
    (course / "course.yaml").write_text(other, "utf-8")
    quiz("review", "--line", lines=["", "4", ":q"], env=small())
    done = quiz("review", "--line", lines=[":q"], env={"QUIZ_COURSE": str(course)})
    assert "recall-two#" in done.stdout
    assert "(new; 6 questions left)" in done.stdout
    again = quiz("review", "--line", lines=[":q"], env=small())
    assert again.stdout.startswith("kinds/fixed-number#")


def test_a_lesson_that_was_copied_is_named_and_only_it_is_left_out(course: Path) -> None:
    """Two files of one lesson id: `check` names both places, the first one is asked."""
    first = lesson_of(course)
    copy = course / "lessons" / "99-copy.yaml"
    shutil.copy(first, copy)
    found = quiz("check", str(course), "--format", "concise")
    assert found.returncode == 1
    assert f'{copy}:1:5  QK302  the lesson id "kinds" stands twice; the first is in {first}:1' in (
        found.stdout
    )
    done = quiz("review", "--line", lines=["", "4", "120", ":q"], env={"QUIZ_COURSE": str(course)})
    assert f"1 file left out because of errors: {copy}" in done.stderr
    assert "2 answers saved: 1 right, 1 recalled; 4 questions left." in done.stdout


def test_what_is_left_is_counted_down_to_nothing() -> None:
    """Misses and right answers by turns: each question counts itself, and the end counts none."""
    typed = ["", "1", "120", ":g", "z", "a", "nothing", ":g", *["", "4", ":g"] * 3]
    done = quiz("review", "--line", lines=typed, env=small())
    left = [int(line.split("; ")[1].split()[0]) for line in done.stdout.splitlines() if "#" in line]
    assert min(left) >= 1
    assert all(after >= before - 1 for before, after in pairwise(left))
    assert done.returncode == 0


@pytest.mark.parametrize(
    "words", ["", "due", "stats", "lesson", "lesson kinds", "reps", "glossary", "paths", "config",
              "card kinds/recall-two", "show kinds/say-it --key", "check", "schedule 4,4,3",
              "calc zero params=7B devices=8 stage=1", "read 12GB --unit GB"],
)  # fmt: skip
def test_nothing_that_is_redirected_has_an_escape(words: str) -> None:
    """Only a terminal is painted, whatever it is called."""
    quiz("review", "--line", "--limit", "1", lines=["", "4", ""], env=small())
    done = quiz(*words.split(), env=small(TERM="xterm-256color", COLORTERM="truecolor"))
    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr


def test_a_reset_asks_nothing_and_is_taken_back() -> None:
    """With no input at all it is done whole; `quiz undo` is the way back."""
    quiz("review", "--line", "--limit", "1", lines=["", "4", ""], env=small())
    done = shell("quiz reset kinds/recall-two <&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert quiz_json("card", "kinds/recall-two", env=small())["state"] == "new"
    quiz("undo", env=small())
    assert quiz_json("card", "kinds/recall-two", env=small())["state"] == "review"
