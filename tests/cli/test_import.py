"""`quiz import lesson`: Markdown in, a lesson file out."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

from tests.cli.running import COURSE, REPOSITORY, command, quiz

MARKDOWN = REPOSITORY / "tests" / "exchange" / "lessons" / "09-zero-stages.md"


def test_a_lesson_goes_into_its_course(tmp_path: Path) -> None:
    """Written into a course, it names what the course has and passes the check with warnings."""
    lessons = tmp_path / "lessons"
    lessons.mkdir()
    (tmp_path / "course.yaml").write_bytes((COURSE / "course.yaml").read_bytes())
    for name in ("07-data-parallelism.yaml", "08-dp-memory.yaml"):
        (lessons / name).write_bytes((COURSE / "lessons" / name).read_bytes())
    target = lessons / "09-zero-stages.yaml"
    done = quiz("import", "lesson", str(MARKDOWN), "-o", str(target))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == (
        f"lesson zero-stages in {target}: 2 warm-up questions, 3 practice questions, 3 reps, "
        f"3 links; 2 left to do (see: quiz check {target})\n"
    )
    text = target.read_text(encoding="utf-8")
    assert "requires: [dp-memory]\nsources: [zero-paper]\n" in text
    checked = quiz("check", str(tmp_path), "--format", "concise")
    assert checked.returncode == 0
    assert {line.split()[1] for line in checked.stdout.splitlines()} == {"QK602"}
    assert sorted(path.name for path in lessons.iterdir()) == [
        "07-data-parallelism.yaml",
        "08-dp-memory.yaml",
        "09-zero-stages.yaml",
    ]


def test_what_cannot_be_asked_as_it_stands_is_an_error(tmp_path: Path) -> None:
    """A question without an answer keeps a course from learners; other things to do do not."""
    source, target = tmp_path / "03-rings.md", tmp_path / "03-rings.yaml"
    source.write_text("# Rings\n\n## Practice\n\n1. What is a ring?\n", encoding="utf-8")
    assert quiz("import", "lesson", str(source), "-o", str(target)).returncode == 0
    checked = quiz("check", str(target), "--format", "concise")
    assert checked.returncode == 1
    path = f"{target}:"
    assert checked.stdout.replace(path, "") == (
        "11:14  QK608  this text is not written yet; learners would be shown the words that say "
        "so\n12:11  QK602  warning: left to do: The lesson holds no answer; write the model "
        "answer.\n"
    )
    text = target.read_text(encoding="utf-8")
    target.write_text(text.replace('"(not written yet)"', "Devices in a row."), encoding="utf-8")
    assert quiz("check", str(target)).returncode == 0


def test_without_a_file_it_goes_to_standard_output() -> None:
    """The YAML is data, what was found is talk."""
    done = quiz("import", "lesson", str(MARKDOWN), "--id", "other-id", "--number", "12")
    assert done.returncode == 0
    assert "\nid: other-id\nnumber: 12\n" in done.stdout
    assert done.stderr.startswith("lesson other-id: 2 warm-up questions")


def test_a_file_is_not_replaced_unless_asked(tmp_path: Path) -> None:
    """The file that is there stays; --force replaces it."""
    target = tmp_path / "there.yaml"
    target.write_text("mine\n", encoding="utf-8")
    done = quiz("import", "lesson", str(MARKDOWN), "-o", str(target))
    assert done.returncode == 2
    assert done.stderr == f"quiz: {target} is there already; --force replaces it\n"
    assert target.read_text(encoding="utf-8") == "mine\n"
    assert quiz("import", "lesson", str(MARKDOWN), "-o", str(target), "--force").returncode == 0
    assert target.read_text(encoding="utf-8") != "mine\n"


def test_of_two_imports_at_once_one_is_there_whole_and_the_other_says_so(tmp_path: Path) -> None:
    """Both saw that the file was not there; the later one replaces nothing and leaves nothing."""
    target = tmp_path / "lessons" / "there.yaml"
    target.parent.mkdir()
    running = []
    for name in ("first-one", "second-one"):
        process = subprocess.Popen(
            command("import", "lesson", "-", "-o", str(target), "--id", name),
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        running.append(process)
        assert process.stdin is not None
        # More than a pipe holds: once it is written, somebody reads, and has looked at the target.
        process.stdin.write(MARKDOWN.read_bytes() + (b" " * 99 + b"\n") * 1_000)
        process.stdin.flush()
    assert not target.exists()
    talks = [process.communicate(timeout=60)[1].decode() for process in running]
    assert [process.returncode for process in running] == [0, 2], talks
    assert talks[1] == f"quiz: {target} is there already; --force replaces it\n"
    assert "\nid: first-one\n" in target.read_text(encoding="utf-8")
    assert quiz("check", str(target)).returncode == 0
    assert os.listdir(target.parent) == ["there.yaml"]


def test_what_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    """A missing file is a usage error, one that is no lesson another; nothing is written."""
    target = tmp_path / "out.yaml"
    missing = quiz("import", "lesson", str(tmp_path / "no.md"), "-o", str(target))
    assert missing.returncode == 2
    assert "no.md cannot be read: No such file or directory" in missing.stderr
    empty = tmp_path / "no-lesson.md"
    empty.write_text("Just a letter.\n", encoding="utf-8")
    refused = quiz("import", "lesson", str(empty), "-o", str(target))
    assert refused.returncode == 3
    assert "no section of a lesson is in it" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert not target.exists()


def test_a_name_left_blank_and_a_closed_input_are_told() -> None:
    """What is missing is named, with what to do about it."""
    refused = quiz("import", "lesson", str(MARKDOWN), "-o", "")
    assert (refused.returncode, refused.stderr) == (
        2, "quiz: the name behind -o is empty; name a file\n",
    )  # fmt: skip
    shell = shlex.join(command("import", "lesson", "-")) + " <&-"
    closed = subprocess.run(
        shell, shell=True, cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert (closed.returncode, closed.stderr) == (
        2, "quiz: standard input is closed; name a file\n",
    )  # fmt: skip
