"""`quiz check`, `explain` and `schema` as an instructor meets them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from quizkit.check.codes import CODES
from tests.cli.running import REPOSITORY, SMALL, quiz

TEN_FAULTS = """\
id: ten-faults
number: nine
title: Ten # faults
summary: One of each kind.
colour: red
practice:
  - id: twice
    prompt: How many?
    answer: {kind: number, value: 4, unit: gigs, tolerance: exact}
  - id: twice
    prompt: How many?
    answer: {kind: number, value: 4, unit: GB, tolerance: {rel: 1}}
  - id: x
    prompt: How many?
    answer: {kind: number, value: 4, unit: GB}
  - id: no-right-one
    prompt: Which?
    answer:
      kind: choice
      options:
        - {id: one, text: one}
        - {id: two, text: two}
  - id: no-such-kind
    prompt: Which?
    answer: {kind: guess}
  - id: no-answer
    prompt: What?
"""

PLACES = ["2:9", "3:8", "5:1", "9:44", "10:9", "12:65", "13:9", "15:13", "20:7", "25:20", "26:5"]


def test_every_structural_fault_of_a_file_comes_in_one_run(tmp_path: Path) -> None:
    """Each fault has its line and column, in order, and the exit code is 1."""
    path = tmp_path / "faults.yaml"
    path.write_text(TEN_FAULTS, encoding="utf-8")
    done = quiz("check", str(path), "--format", "concise")
    assert done.returncode == 1
    line = re.compile(re.escape(str(path)) + r":(\d+:\d+)  (QK\d{3})  \S.*")
    places = []
    for printed in done.stdout.splitlines():
        match = line.fullmatch(printed)
        assert match, printed
        assert match[2] in CODES
        places.append(match[1])
    assert places == PLACES
    assert done.stderr == "11 errors in 1 file\n"


def test_the_shipped_courses_are_clean() -> None:
    """Nothing is wrong with what is packed, and a clean run is silent on standard output."""
    done = quiz("check", "content")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "nothing found\n")


def test_without_a_path_the_course_in_use_is_checked() -> None:
    """`quiz check` alone looks at the packed course."""
    assert quiz("check").returncode == 0


def test_findings_as_json_have_the_promised_members(tmp_path: Path) -> None:
    """Programs get code, path, line, column, severity and message."""
    path = tmp_path / "faults.yaml"
    path.write_text(TEN_FAULTS, encoding="utf-8")
    shape = json.loads(quiz("check", str(path), "--format", "json").stdout)
    assert shape["schema"] == "quizkit.check/1"
    assert [f"{one['line']}:{one['column']}" for one in shape["findings"]] == PLACES
    for one in shape["findings"]:
        assert one["path"] == str(path)
        assert one["severity"] == "error"
        assert one["code"].startswith("QK")
        assert one["message"]


@pytest.mark.parametrize("form", ["github", "sarif"])
def test_findings_can_be_printed_for_other_programs(tmp_path: Path, form: str) -> None:
    """Annotations and SARIF carry every finding too."""
    path = tmp_path / "faults.yaml"
    path.write_text(TEN_FAULTS, encoding="utf-8")
    done = quiz("check", str(path), "--format", form)
    assert done.returncode == 1
    assert done.stdout.count("QK") >= len(PLACES)


@pytest.mark.parametrize("form", ["full", "concise", "json", "github", "sarif"])
def test_a_second_run_prints_what_the_first_did(tmp_path: Path, form: str) -> None:
    """What was kept from the first changes no byte, and lies in the cache alone."""
    lessons = tmp_path / "course" / "lessons"
    lessons.mkdir(parents=True)
    (lessons.parent / "course.yaml").write_text("id: faulty\ntitle: Faulty\n")
    (lessons / "a.yaml").write_text(TEN_FAULTS, encoding="utf-8")
    (lessons / "b.yaml").write_text(
        "id: bb\nnumber: 2\ntitle: B\nrequires: [ten-faults]\ntodo: more\n"
    )
    home = {"QUIZ_HOME": str(tmp_path / "home")}
    runs = [quiz("check", str(lessons.parent), "--format", form, env=home) for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stderr == runs[1].stderr
    assert runs[0].returncode == runs[1].returncode == 1
    kept = [path.name for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert kept == ["checked-1.db"]


def test_codes_can_be_selected_and_ignored(tmp_path: Path) -> None:
    """A code or its beginning picks findings; nothing left is a clean run."""
    path = tmp_path / "faults.yaml"
    path.write_text(TEN_FAULTS, encoding="utf-8")
    some = quiz("check", str(path), "--format", "concise", "--select", "QK302").stdout
    assert [line.split("  ")[1] for line in some.splitlines()] == ["QK302"]
    none = quiz("check", str(path), "--ignore", "QK")
    assert (none.returncode, none.stdout) == (0, "")
    wrong = quiz("check", str(path), "--select", "XX1")
    assert (wrong.returncode, wrong.stderr) == (
        2,
        'quiz: no rule has the code "XX1"; quiz explain lists them all\n',
    )


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A wrong path is a sentence and exit 2, not an empty clean run."""
    done = quiz("check", str(tmp_path / "nowhere"))
    assert done.returncode == 2
    assert str(tmp_path / "nowhere") in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_explained(code: str) -> None:
    """Why it matters, and an example of wrong and right where there can be one."""
    each = CODES[code]
    assert each.summary
    assert each.why.endswith(".")


def test_explain_shows_wrong_and_right() -> None:
    """One code comes with its examples; no code lists them all."""
    shown = quiz("explain", "qk203").stdout
    assert shown.startswith(f"QK203: {CODES['QK203'].summary}\n")
    assert "Wrong:\n" in shown
    assert "Right:\n" in shown
    assert len(quiz("explain").stdout.splitlines()) == len(CODES)


def test_the_schema_beside_the_course_is_fresh() -> None:
    """`lesson.schema.json` is what `quiz schema` prints now."""
    kept = REPOSITORY / "content" / "llm-pretraining" / "lesson.schema.json"
    assert quiz("schema").stdout == kept.read_text(encoding="utf-8")


def test_the_small_test_course_is_clean() -> None:
    """The course that these tests review has no fault of its own."""
    assert quiz("check", str(SMALL)).returncode == 0


@pytest.mark.parametrize("form", ["full", "concise", "github"])
def test_a_finding_is_one_line_whatever_its_file_is_called(form: str, tmp_path: Path) -> None:
    """Line ends, tabs and escapes in the name of a file can be seen, and begin no other line."""
    broken = tmp_path / "a\nb\tc\x1b[31m.yaml"
    broken.write_text("id: x\n", encoding="utf-8")
    done = quiz("check", str(broken), "--format", form)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout
    assert form == "github" or "\t" not in done.stdout
    heads = [line for line in done.stdout.splitlines() if "QK" in line]
    assert heads
    for head in heads:
        assert "a␊b␉c␛[31m.yaml" in head or "a%0Ab" in head
    if form != "full":
        assert heads == done.stdout.splitlines()


def test_a_lesson_left_out_is_named_in_one_line(tmp_path: Path) -> None:
    """So is a file that is left out, and the findings where nothing loads."""
    course = Path(shutil.copytree(SMALL, tmp_path / "course"))
    (course / "lessons" / "03-a\nb.yaml").write_text("id: x\n", encoding="utf-8")
    done = quiz("due", env={"QUIZ_COURSE": str(course)})
    assert done.stderr.count("\n") == 1
    assert "03-a␊b.yaml" in done.stderr
