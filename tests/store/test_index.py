"""The library gives what the sources give, and guesses what was meant."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from quizkit.errors import ContentError
from quizkit.store.index import open_library
from tests.content.lessons import WHOLE
from tests.content.test_load import COURSE, FIRST, write_course
from tests.store.conftest import same_as_sources


def test_everything_is_as_if_it_had_been_read_from_yaml(course: Path, cache: Path) -> None:
    """Questions, lessons, places, revisions and findings are equal, first time and after."""
    for _ in range(2):
        library = open_library([course], cache)
        same_as_sources(library, course)
        assert library.courses["small-course"].sources[0].title == "ZeRO"
        assert library.courses["small-course"].decimal_comma is True
        assert dict(library.lessons) == {"dp-memory": (), "zero-1-2": ("dp-memory",)}


def test_the_packed_course_is_the_same_compiled(cache: Path) -> None:
    """Every question of the real course survives the way through the index."""
    folder = Path(__file__).resolve().parents[2] / "content" / "llm-pretraining"
    open_library([folder], cache)
    same_as_sources(open_library([folder], cache), folder)


def test_a_broken_lesson_stops_only_itself(course: Path, cache: Path) -> None:
    """It has no entries; its findings and its id are there, at the next start too."""
    (course / "lessons" / "a.yaml").write_text(WHOLE.replace("number: 9", "number:"))
    (course / "lessons" / "b.yaml").write_text(
        FIRST + "practice: [{id: new-one, prompt: P, answer: {kind: recall, model: M}}]"
    )
    for _ in range(2):
        library = open_library([course], cache)
        assert [entry.ref for entry in library.entries] == ["dp-memory/new-one"]
        assert [(f.code, f.line) for f in library.broken] == [("QK204", 3)]
        assert library.broken_lessons == {"zero-1-2"}
        assert not library.has("zero-1-2/five-costs")


def test_two_courses_share_one_index(course: Path, cache: Path, tmp_path: Path) -> None:
    """Entries come course by course; an id of the first is broken in the second."""
    other = write_course(
        tmp_path / "other",
        COURSE.replace("small-course", "other-course"),
        a=FIRST,
        b=FIRST.replace("dp-memory", "other-lesson").replace("8", "9"),
    )
    library = open_library([course, other], cache)
    assert [*library.courses] == ["small-course", "other-course"]
    assert [*library.lessons] == ["dp-memory", "zero-1-2", "other-lesson"]
    assert [finding.code for finding in library.broken] == ["QK302"]
    assert library.broken_lessons == frozenset()


def test_rows_that_are_nonsense_are_not_believed(
    course: Path, cache: Path, parsed: list[str]
) -> None:
    """A file that SQLite can read and we cannot is made anew too."""
    open_library([course], cache)
    (file,) = cache.iterdir()
    connection = sqlite3.connect(file)
    connection.execute("UPDATE folders SET listing = '[1, 2]'")
    connection.commit()
    connection.close()
    same_as_sources(open_library([course], cache), course)
    parsed.clear()
    open_library([course], cache)
    assert parsed == []


def test_a_lesson_that_changes_under_a_running_program_says_so(course: Path, cache: Path) -> None:
    """What was listed and is gone asks for a new start instead of failing in riddles."""
    library = open_library([course], cache)
    (course / "lessons" / "a.yaml").write_text(WHOLE.replace("five-costs", "six-costs"))
    open_library([course], cache)
    with pytest.raises(ContentError, match="has just been changed; start again"):
        library.question("zero-1-2/five-costs")


def test_a_question_that_is_not_there_is_guessed(course: Path, cache: Path) -> None:
    """A typing error gets the name that was probably meant."""
    library = open_library([course], cache)
    with pytest.raises(ContentError) as refused:
        library.question("zero-1-2/five-cost")
    assert str(refused.value) == (
        'there is no question "zero-1-2/five-cost"; did you mean "zero-1-2/five-costs"?'
    )
    assert library.near("nothing/like-it") == ""


def test_rows_damaged_after_the_start_are_made_again_from_the_sources(
    course: Path, cache: Path
) -> None:
    """What a start has not looked at may be nonsense: then the sources serve."""
    library = open_library([course], cache)
    (file,) = cache.iterdir()
    connection = sqlite3.connect(file)
    connection.execute("UPDATE questions SET row = '[1]', made = '{'")
    connection.commit()
    connection.close()
    assert library.entry("zero-1-2/five-costs").kind == "recall"
    same_as_sources(open_library([course], cache), course)


def test_a_lesson_is_looked_up_without_the_others(course: Path, cache: Path) -> None:
    """The names of questions come from the listing, the rest by lesson."""
    library = open_library([course], cache)
    by_lesson = [
        entry for lesson in library.lessons for entry in library.of_lesson(lesson).values()
    ]
    assert tuple(by_lesson) == library.entries
    for lesson in library.lessons:
        own = [entry.ref for entry in library.entries if entry.lesson == lesson]
        assert library.refs(lesson) == own
    assert library.refs("no-such-lesson") == []
    assert not library.is_empty
