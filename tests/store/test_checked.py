"""What checking keeps from one run to the next, and that it never changes what is found."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quizkit.check import check_paths
from quizkit.errors import Finding
from quizkit.store import checked
from quizkit.store.checked import checked_before
from tests.check.broken_lessons import BROKEN, COURSE, EARLIER, GOOD

IGNORED = GOOD.replace(
    "    tags: [memory]\n",
    "    tags: [memory]\n    # quizkit: ignore QK602 -- next term\n    todo: more\n",
)
LESSONS = [GOOD, IGNORED, *(one.text for one in BROKEN)]


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course of two lessons without a fault."""
    folder = tmp_path / "course"
    (folder / "lessons").mkdir(parents=True)
    (folder / "course.yaml").write_text(COURSE)
    (folder / "lessons" / "08.yaml").write_text(EARLIER)
    (folder / "lessons" / "09.yaml").write_text(GOOD)
    return folder


def check(course: Path, cache: Path | None) -> tuple[Finding, ...]:
    with checked_before(cache) as kept:
        return check_paths([course], kept)


def looked_at(course: Path, cache: Path) -> int:
    """How many files were looked at anew."""
    with checked_before(cache) as kept:
        assert kept is not None
        check_paths([course], kept)
        return len(kept.new)


def test_an_unchanged_course_is_not_looked_at_again(course: Path, tmp_path: Path) -> None:
    """After the first run only what was edited is looked at."""
    cache = tmp_path / "cache"
    assert [looked_at(course, cache) for _ in range(3)] == [2, 0, 0]
    (course / "lessons" / "09.yaml").write_text(GOOD + "# edited\n")
    assert [looked_at(course, cache) for _ in range(2)] == [1, 0]


@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(edits=st.lists(st.tuples(st.sampled_from(LESSONS), st.booleans()), max_size=4))
def test_what_is_found_is_the_same_with_and_without_what_was_kept(
    course: Path, tmp_path: Path, edits: list[tuple[str, bool]]
) -> None:
    """Whatever was edited in between, of the lesson, its neighbour or the course."""
    cache = tmp_path / "cache"
    for text, neighbour_changes in edits:
        (course / "lessons" / "09.yaml").write_text(text, encoding="utf-8")
        later = EARLIER.replace("number: 8", "number: 10") if neighbour_changes else EARLIER
        (course / "lessons" / "08.yaml").write_text(later)
        comma = "locale: {decimal_comma: true}\n" if neighbour_changes else ""
        (course / "course.yaml").write_text(COURSE + comma)
        cold = check(course, None)
        assert check(course, cache) == cold
        assert check(course, cache) == cold  # now warm


def test_a_neighbour_that_moves_is_noticed_by_an_unchanged_lesson(
    course: Path, tmp_path: Path
) -> None:
    """What is wrong between files is worked out anew each time."""
    cache = tmp_path / "cache"
    assert check(course, cache) == ()
    (course / "lessons" / "08.yaml").write_text(EARLIER.replace("number: 8", "number: 10"))
    assert [finding.code for finding in check(course, cache)] == ["QK308"]


def test_the_locale_of_the_course_is_part_of_what_was_looked_at(
    course: Path, tmp_path: Path
) -> None:
    """A decimal comma changes how an author's tests are read."""
    cache = tmp_path / "cache"
    text = GOOD.replace('response: "1.5"', 'response: "1,500"')
    (course / "lessons" / "09.yaml").write_text(text)
    assert [finding.code for finding in check(course, cache)] == ["QK508"]
    (course / "course.yaml").write_text(COURSE + "locale: {decimal_comma: true}\n")
    assert check(course, cache) == ()


def test_another_quizkit_looks_again(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other code may find other things."""
    cache = tmp_path / "cache"
    assert looked_at(course, cache) == 2
    monkeypatch.setattr(checked, "_code", lambda: "another")
    assert [looked_at(course, cache) for _ in range(2)] == [2, 0]


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_damaged_file_is_made_anew(course: Path, tmp_path: Path, damage: bytes) -> None:
    """It holds nothing that cannot be found again."""
    cache = tmp_path / "cache"
    looked_at(course, cache)
    (file,) = cache.iterdir()
    file.write_bytes(damage)
    assert [looked_at(course, cache) for _ in range(2)] == [2, 0]


def test_a_row_of_nonsense_is_not_believed(course: Path, tmp_path: Path) -> None:
    """Whoever edits the file gets what the lessons say."""
    cache = tmp_path / "cache"
    broken = next(one for one in BROKEN if one.code == "QK601")
    (course / "lessons" / "09.yaml").write_text(broken.text)
    before = check(course, cache)
    (file,) = cache.iterdir()
    for row in ("", "[]", "null", '[null, null, [["x"]], [], []]', "[1, 2, 3, 4, 5]"):
        connection = sqlite3.connect(file)
        connection.execute("UPDATE checked SET row = ?", (row,))
        connection.commit()
        connection.close()
        assert check(course, cache) == before


def test_where_nothing_can_be_kept_all_is_looked_at(course: Path, tmp_path: Path) -> None:
    """A cache folder that cannot be made is no reason to stop."""
    (tmp_path / "file").write_text("")
    assert check(course, tmp_path / "file" / "cache") == ()
    assert check(course, None) == ()


def test_a_held_file_is_done_without(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another check that holds the file does not stop this one."""
    monkeypatch.setattr(checked, "PATIENCE_S", 0.01)
    cache = tmp_path / "cache"
    check(course, cache)
    (file,) = cache.iterdir()
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert check(course, cache) == ()
    holder.close()


def test_a_question_of_a_plugged_in_calculator_is_looked_at_each_time(
    course: Path, tmp_path: Path
) -> None:
    """What another package makes may change without a trace in the lesson."""
    cache = tmp_path / "cache"
    text = GOOD.replace("calculator: zero", "calculator: plugged")
    (course / "lessons" / "09.yaml").write_text(text)
    assert [looked_at(course, cache) for _ in range(2)] == [1, 0]
    assert [finding.code for finding in check(course, cache)] == ["QK501"]
