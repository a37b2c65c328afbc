"""What differs in a folder is compiled again, and nothing else."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

import pytest

from quizkit.store import cache_file, recompiling
from quizkit.store.index import open_library
from tests.content.lessons import WHOLE
from tests.content.test_load import FIRST, name_a_lesson_in_bytes, write_course
from tests.store.conftest import LONG_AGO, same_as_sources, settle


def test_files_compiled_side_by_side_come_to_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several processes change nothing: neither what is found nor a row of the index."""
    lessons = {}
    for number in range(40):
        text = WHOLE.replace("number: 9", f"number: {number}").replace("zero-1-2", f"z-{number}")
        lessons[f"{number:02d}"] = text + ("strange: field\n" if number % 7 == 3 else "")
    folder = write_course(tmp_path / "course", a=FIRST, **lessons)
    settle(folder)
    rows, findings = [], []
    for worth in (0, 2**40):
        monkeypatch.setattr(recompiling, "WORTH_PROCESSES_BYTES", worth)
        findings.append(open_library([folder], tmp_path / str(worth)).broken)
        with sqlite3.connect(tmp_path / str(worth) / f"content-{cache_file.FORMAT}.db") as kept:
            rows.append([*kept.iterdump()])
        kept.close()
    assert rows[0] == rows[1]
    assert findings[0] == findings[1] != ()


def test_only_the_file_that_differs_is_parsed_again(
    course: Path, cache: Path, parsed: list[str]
) -> None:
    """An edit of one lesson leaves the rows of the others alone."""
    open_library([course], cache)
    parsed.clear()
    lesson = course / "lessons" / "b.yaml"
    lesson.write_text(
        FIRST + "practice: [{id: new-one, prompt: P, answer: {kind: recall, model: M}}]"
    )
    library = open_library([course], cache)
    assert parsed == ["lessons/b.yaml"]
    assert library.entries[0].ref == "dp-memory/new-one"
    same_as_sources(library, course)


def test_a_change_that_keeps_size_and_time_is_seen_while_the_file_is_young(
    course: Path, cache: Path
) -> None:
    """A file younger than 2 s when compiled is hashed at the next start, whatever its time."""
    lesson = course / "lessons" / "b.yaml"
    now = time.time_ns()
    os.utime(lesson, ns=(now, now))
    assert open_library([course], cache).lesson("dp-memory").title == "Memory"
    lesson.write_text(FIRST.replace("Memory", "Timing"))
    os.utime(lesson, ns=(now, now))
    assert open_library([course], cache).lesson("dp-memory").title == "Timing"


def test_a_file_that_was_only_touched_is_hashed_and_not_parsed(
    course: Path, cache: Path, parsed: list[str]
) -> None:
    """A new time with the same bytes costs a hash."""
    open_library([course], cache)
    parsed.clear()
    settled = LONG_AGO + 10**9
    os.utime(course / "lessons" / "b.yaml", ns=(settled, settled))
    open_library([course], cache)
    assert parsed == []


def test_new_and_vanished_files_are_noticed(course: Path, cache: Path) -> None:
    """A lesson that is gone has no entries, and a new one has."""
    open_library([course], cache)
    (course / "lessons" / "a.yaml").unlink()
    assert open_library([course], cache).entries == ()
    (course / "lessons" / "c.yaml").write_text(WHOLE)
    (course / "lessons" / "d.yml").write_text(WHOLE)
    library = open_library([course], cache)
    assert len(library.entries) == 8
    assert [finding.code for finding in library.broken] == ["QK307"]


def test_lessons_that_cannot_be_found_break_the_course_until_they_can(
    course: Path, cache: Path
) -> None:
    """A folder of lessons that goes away and comes back is seen at each start."""
    lessons, away = course / "lessons", course / "away"
    assert open_library([course], cache).lessons
    lessons.rename(away)
    for _ in range(2):
        library = open_library([course], cache)
        assert library.is_empty
        assert [(f.code, f.severity) for f in library.broken] == [("QK113", "error")]
    lessons.write_text("")
    (found,) = open_library([course], cache).broken
    assert "it is a file" in found.message
    lessons.unlink()
    away.rename(lessons)
    library = open_library([course], cache)
    assert not library.broken
    same_as_sources(library, course)


def test_a_lesson_whose_name_is_not_utf_8_stops_only_itself(course: Path, cache: Path) -> None:
    """The others are compiled and kept; the name is shown with its bytes."""
    before = set(open_library([course], cache).lessons)
    name_a_lesson_in_bytes(course)
    for _ in range(2):
        library = open_library([course], cache)
        assert set(library.lessons) == before
        assert [Path(f.path).name for f in library.broken] == ["b\\xff.yaml"]
