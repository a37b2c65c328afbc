"""What an author hears who has made one mistake: one finding, at its place, with its code."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizkit.check import check_paths
from quizkit.errors import Finding
from tests.check.broken_lessons import BROKEN, COURSE, EARLIER, GOOD, Broken


def found_in(folder: Path, lesson: bytes) -> list[Finding]:
    """What is found in a course whose second lesson has these bytes."""
    (folder / "lessons").mkdir()
    (folder / "course.yaml").write_text(COURSE)
    (folder / "lessons" / "08.yaml").write_text(EARLIER)
    (folder / "lessons" / "09.yaml").write_bytes(lesson)
    return list(check_paths([folder]))


def test_the_lesson_without_a_fault_is_clean(tmp_path: Path) -> None:
    """Whatever is found in the others comes of their one fault."""
    assert found_in(tmp_path, GOOD.encode()) == []


@pytest.mark.parametrize("broken", BROKEN, ids=[one.name for one in BROKEN])
def test_one_fault_is_one_finding_at_its_place(broken: Broken, tmp_path: Path) -> None:
    """No fault hides, none brings a second, and none is found somewhere else."""
    found = found_in(tmp_path, broken.text.encode())
    assert [(f.code, f"{f.line}:{f.column}") for f in found] == [(broken.code, broken.place)]
    assert found[0].message


@pytest.mark.parametrize(
    ("lesson", "code", "place"),
    [
        (b"", "QK110", "1:1"),
        (b"\n\n", "QK110", "1:1"),
        (b"# nothing but\n# comments\n", "QK110", "1:1"),
        (b"---\n", "QK110", "1:1"),
        (b"\xef\xbb\xbf", "QK110", "1:1"),
        (GOOD.replace("what", "wh\u00e4t").encode("latin-1"), "QK102", "5:18"),
        (GOOD.encode("utf-16"), "QK102", "1:1"),
        (GOOD.replace("what", "what\0").encode(), "QK108", "5:20"),
        (b"\0" * 100, "QK108", "1:1"),
        (b"- id: zero-1-2\n", "QK201", "1:1"),
        (b"just a text\n", "QK201", "1:1"),
        (b"x" * (2**20 + 1), "QK101", "1:1"),
        (b"a: " + b"[" * 60 + b"]" * 60, "QK101", "1:53"),
    ],
)
def test_a_file_that_is_no_lesson_at_all_is_said_to_be_none(
    lesson: bytes, code: str, place: str, tmp_path: Path
) -> None:
    """Empty, another encoding, another shape: a finding and no traceback."""
    first = found_in(tmp_path, lesson)[0]
    assert (first.code, f"{first.line}:{first.column}") == (code, place)


@pytest.mark.parametrize(
    "lesson",
    [
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.encode().rstrip(),
        b"# a comment\n\n" + GOOD.encode() + b"\n# another\n",
    ],
    ids=["byte order mark", "CRLF", "no last line end", "comments"],
)
def test_what_editors_do_to_a_file_is_no_fault(lesson: bytes, tmp_path: Path) -> None:
    """A byte order mark, line ends of Windows and comments change nothing."""
    assert found_in(tmp_path, lesson) == []


def test_the_place_is_the_same_under_windows_line_ends(tmp_path: Path) -> None:
    """Neither CR nor a byte order mark is a column."""
    broken = next(one for one in BROKEN if one.code == "QK601")
    lesson = b"\xef\xbb\xbf" + broken.text.replace("\n", "\r\n").encode()
    (finding,) = found_in(tmp_path, lesson)
    assert f"{finding.line}:{finding.column}" == broken.place


def test_two_questions_run_together_are_one_fault(tmp_path: Path) -> None:
    """Where a dash was forgotten, the fields of both stand in one: only the first is said."""
    merged = GOOD.replace("  - id: which-stage", "    id: which-stage")
    (finding,) = found_in(tmp_path, merged.encode())
    assert (finding.code, finding.line, finding.column) == ("QK107", 55, 5)
