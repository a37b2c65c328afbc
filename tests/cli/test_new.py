"""`quiz new`: first texts that pass the check as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import REPOSITORY, quiz

ABROAD = {"PYTHONPATH": str(REPOSITORY)}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A new course."""
    folder = tmp_path / "my-course"
    done = quiz("new", "course", str(folder), "--title", "Sharding: all of it")
    assert done.returncode == 0, done.stderr
    return folder


def clean(folder: Path) -> None:
    done = quiz("check", str(folder))
    assert (done.returncode, done.stdout) == (0, "")


def test_a_new_course_is_clean_and_can_be_reviewed(course: Path) -> None:
    """Nothing is wrong with it, not even a warning, its schema is fresh and it asks."""
    clean(course)
    assert 'title: "Sharding: all of it"' in (course / "course.yaml").read_text(encoding="utf-8")
    schema = quiz("schema").stdout
    assert (course / "lesson.schema.json").read_text(encoding="utf-8") == schema
    asked = quiz("review", "--course", str(course), "--line", lines=[":g", "0", ":q"])
    assert "first-lesson/" in asked.stdout


def test_what_a_new_course_says_to_type_next_asks(tmp_path: Path) -> None:
    """The review that it names asks the questions of the first lesson."""
    folder = tmp_path / "my-course"
    done = quiz("new", "course", str(folder))
    named = f"quiz review --course {folder} --lesson first-lesson"
    assert done.stderr == f"next: quiz check {folder}, then {named}\n"
    asked = quiz(*named.split()[1:], "--line", lines=[":q"])
    assert asked.stdout.startswith("first-lesson/")


def test_a_new_lesson_comes_after_the_others(course: Path) -> None:
    """It takes the next number, inside the course's folder without any flag, and is clean."""
    done = quiz("new", "lesson", "ring-two", cwd=course, env=ABROAD)
    assert (done.returncode, done.stdout) == (0, "lessons/02-ring-two.yaml\n")
    assert "title: Ring two\n" in (course / "lessons/02-ring-two.yaml").read_text(encoding="utf-8")
    clean(course)
    flagged = quiz("new", "lesson", "ring-three", "--course", str(course), "--number", "9")
    assert flagged.stdout == f"{course / 'lessons' / '09-ring-three.yaml'}\n"
    clean(course)


@pytest.mark.parametrize("part", [(), ("--warm-up",)])
@pytest.mark.parametrize("kind", ["number", "choice", "text", "recall", "match"])
def test_a_new_question_is_clean_in_its_lesson(
    kind: str, part: tuple[str, ...], course: Path
) -> None:
    """Whatever its kind; every line of the lesson that was there stays."""
    path = course / "lessons" / "01-first-lesson.yaml"
    before = path.read_text(encoding="utf-8").splitlines()
    done = quiz("new", "question", str(path), "--kind", kind, *part)
    assert done.returncode == 0, done.stderr
    after = path.read_text(encoding="utf-8").splitlines()
    line = int(done.stdout.rpartition(":")[2])
    assert after[line - 1] == f"  - id: new-{kind}"
    kept = iter(after)
    assert all(row in kept for row in before)
    clean(course)


def test_a_new_question_gets_a_free_id(course: Path) -> None:
    """A second one of a kind has another id; an id that was asked for and is taken is refused."""
    path = course / "lessons" / "01-first-lesson.yaml"
    for _ in range(2):
        assert quiz("new", "question", str(path), "--kind", "text").returncode == 0
    assert "- id: new-text-2\n" in path.read_text(encoding="utf-8")
    taken = quiz("new", "question", str(path), "--kind", "text", "--id", "say-why")
    assert taken.returncode == 2
    assert 'has a question or rep "say-why" already' in taken.stderr


def test_without_a_lesson_a_question_is_printed() -> None:
    """It goes to standard output, to be pasted."""
    done = quiz("new", "question", "--kind", "recall", "--id", "why-so")
    assert done.returncode == 0
    assert "- id: why-so\n" in done.stdout


@pytest.mark.parametrize(
    "body",
    ["practice: [{id: one-two, prompt: x, answer: {kind: recall, model: y}}]\n", "practise: []\n"],
)
def test_a_lesson_that_cannot_take_a_question_stays(body: str, tmp_path: Path) -> None:
    """One in a line, one with faults: a sentence, and not a byte has changed."""
    path = tmp_path / "some.yaml"
    path.write_text(f"id: some-lesson\nnumber: 1\ntitle: Some\n{body}", encoding="utf-8")
    before = path.read_bytes()
    done = quiz("new", "question", str(path), "--kind", "text")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert path.read_bytes() == before


def test_what_is_there_is_not_replaced(course: Path, tmp_path: Path) -> None:
    """A folder with something in it, a lesson of that id, a number that is taken, a bad id."""
    for arguments, told in (
        (("course", str(course)), "is not empty"),
        (("lesson", "first-lesson", "--course", str(course)), "already"),
        (("lesson", "other-one", "--number", "1", "--course", str(course)), "already"),
        (("lesson", "Other", "--course", str(course)), "makes no id"),
        (("question", str(tmp_path / "no.yaml"), "--kind", "text"), "cannot be read"),
    ):
        done = quiz("new", *arguments)
        assert done.returncode == 2, arguments
        assert told in done.stderr


def test_a_lesson_needs_a_course(tmp_path: Path) -> None:
    """Outside a course and without a flag there is nothing to add to."""
    done = quiz("new", "lesson", "some-lesson", cwd=tmp_path, env=ABROAD)
    assert (done.returncode, done.stdout) == (2, "")
    assert "name the course with --course FOLDER" in done.stderr
