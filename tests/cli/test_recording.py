"""`quiz grade --record` where the same rows are attempts of something else, too."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.autograde.classes import EXAM
from tests.cli.running import REPOSITORY, command, quiz, quiz_json

ROWS = """\
learner,question,other,seed,response
ann,midterm/wrong-key,midterm/narrow,0,64
bob,midterm/wrong-key,midterm/narrow,0,sixty-four
"""


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"QUIZ_HOME": str(tmp_path / "home")}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "answers.csv"
    path.write_text(ROWS, encoding="utf-8")
    return str(path)


def course(tmp_path: Path, name: str) -> Path:
    """The exam as the course of that name."""
    folder = Path(shutil.copytree(EXAM, tmp_path / name))
    edit(folder / "course.yaml", "id: exam", f"id: {name}")
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def record(file: str, env: dict[str, str], *more: str) -> str:
    """The last line that recording says."""
    done = quiz("grade", file, "-o", "/dev/null", "--record", *more, env=env)
    return done.stderr.splitlines()[-1]


def recorded(env: dict[str, str]) -> int:
    return int(quiz_json("items", "recorded", env=env)["rows"])


def test_each_course_records_a_file_for_itself(
    tmp_path: Path, file: str, env: dict[str, str]
) -> None:
    """Two with lessons of one name: none is taken for the other's, and each is known once."""
    folders = [str(course(tmp_path, name)) for name in ("spring", "autumn")]
    for folder in folders:
        env["QUIZ_COURSE"] = folder
        assert record(file, env) == "attempts: 2 recorded"
        assert record(file, env) == "attempts: 0 recorded, 2 known already"
    for folder in folders:
        env["QUIZ_COURSE"] = folder
        assert recorded(env) == 2
    quiz("grade", file, "--review", "--line", lines=["r"], env=env)
    assert quiz_json("regrade", "--apply", env=env)["counts"]["higher"] == 1
    env["QUIZ_COURSE"] = folders[0]
    assert quiz_json("regrade", env=env)["changes"] == []
    assert quiz("db", "check", env=env).returncode == 0


def test_of_two_lessons_of_one_name_each_keeps_its_own(
    tmp_path: Path, file: str, env: dict[str, str]
) -> None:
    """One is left out while both courses are at hand: nothing of it goes to the other."""
    spring, autumn = (course(tmp_path, name) for name in ("spring", "autumn"))
    edit(autumn / "lessons" / "midterm.yaml", "value: 64, unit: GB", "value: 70, unit: GB")
    env["QUIZ_COURSE"] = str(autumn)
    record(file, env)
    quiz("grade", file, "--review", "--line", lines=["w*"], env=env)
    env["QUIZ_COURSE"] = f"{spring}:{autumn}"
    found = quiz_json("regrade", env=env)
    assert found["counts"] == {"lower": 0, "other": 0, "higher": 0, "error": 2, "same": 0}
    assert {one["why"] for one in found["changes"]} == {
        "the lesson midterm of autumn cannot be loaded (see: quiz check)"
    }
    assert quiz("items", "recorded", env=env).returncode == 2
    assert record(file, env) == "attempts: 2 recorded"
    assert recorded(env) == 2
    edit(spring / "lessons" / "midterm.yaml", "value: 64, unit: GB", "value: 70, unit: GB")
    done = quiz("grade", file, env=env)
    assert "bob,midterm/wrong-key,midterm/narrow,0,sixty-four,needs_review" in done.stdout


def test_a_lesson_that_moved_to_another_course_is_recorded_there(
    tmp_path: Path, file: str, env: dict[str, str]
) -> None:
    """Its old attempts are known while the old course is at hand, and recorded anew without it."""
    old, new = course(tmp_path, "spring"), course(tmp_path, "autumn")
    env["QUIZ_COURSE"] = str(old)
    assert record(file, env) == "attempts: 2 recorded"
    shutil.copy(old / "lessons" / "midterm.yaml", old / "lessons" / "other.yaml")
    (old / "lessons" / "midterm.yaml").unlink()
    edit(old / "lessons" / "other.yaml", "id: midterm", "id: other")
    env["QUIZ_COURSE"] = f"{old}:{new}"
    assert record(file, env) == "attempts: 0 recorded, 2 known already"
    assert recorded(env) == 2
    env["QUIZ_COURSE"] = str(new)
    assert record(file, env) == "attempts: 2 recorded"
    assert recorded(env) == 2


def test_another_column_of_questions_is_refused(
    tmp_path: Path, file: str, env: dict[str, str]
) -> None:
    """Like another column of learners: one row is one attempt, and is never dropped unsaid."""
    env["QUIZ_COURSE"] = str(course(tmp_path, "spring"))
    record(file, env)
    out = tmp_path / "graded.csv"
    done = quiz("grade", file, "-o", str(out), "--record", "--map", "question=other", env=env)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "quiz: line 2 of this file was recorded with the question 'midterm/wrong-key', which now "
        "is 'midterm/narrow'; name the columns as before (--map)"
    )
    assert not out.exists()


def test_a_renamed_question_records_nothing_twice(
    tmp_path: Path, file: str, env: dict[str, str]
) -> None:
    """Nor is it refused, after a regrade and after the name was taken back neither."""
    folder = course(tmp_path, "spring")
    lesson = folder / "lessons" / "midterm.yaml"
    env["QUIZ_COURSE"] = str(folder)
    record(file, env)
    before = lesson.read_text(encoding="utf-8")
    edit(lesson, "  - id: wrong-key\n", "  - id: better\n    renamed_from: [wrong-key]\n")
    known = "attempts: 0 recorded, 2 known already"
    assert record(file, env) == known
    assert quiz("regrade", "--apply", env=env).returncode == 0
    assert record(file, env) == known
    lesson.write_text(before, encoding="utf-8")
    assert record(file, env) == known


def test_rows_that_another_file_brought_are_spoken_of(
    tmp_path: Path, file: str, env: dict[str, str]
) -> None:
    """A file that was mended, or exported once more, is another one: its old rows count twice."""
    env["QUIZ_COURSE"] = str(course(tmp_path, "spring"))
    assert record(file, env) == "attempts: 2 recorded"
    Path(file).write_text(ROWS + "cy,midterm/wrong-key,midterm/narrow,0,64\n", encoding="utf-8")
    said = "attempts: 3 recorded, 2 of these recorded from another file too"
    assert record(file, env) == said
    assert record(file, env) == "attempts: 0 recorded, 3 known already"
    assert recorded(env) == 5


def test_what_was_recorded_is_said_though_the_graded_file_has_no_place(
    file: str, env: dict[str, str]
) -> None:
    """The record does not wait for the file, and whoever is told of the one is told of both."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command("grade", file, "--record"), stdout=full, stderr=subprocess.PIPE, text=True,
            cwd=REPOSITORY, env={**os.environ, **env, "QUIZ_COURSE": str(EXAM)}, check=False,
        )  # fmt: skip
    assert done.returncode == 4
    assert done.stderr.splitlines() == [
        "attempts: 2 recorded",
        "quiz: standard output: No space left on device",
    ]
    again = quiz("grade", file, "--record", env={**env, "QUIZ_COURSE": str(EXAM)})
    assert again.stderr.splitlines()[-1] == "attempts: 0 recorded, 2 known already"
