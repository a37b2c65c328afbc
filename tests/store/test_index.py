"""The compiled index gives what the sources give, and a start looks at nothing but `stat`."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quizkit.content import load, source
from quizkit.content.load import load_course
from quizkit.errors import ContentError
from quizkit.store import cache_file, listing, recompiling
from quizkit.store.index import Library, open_library
from tests.content.lessons import WHOLE
from tests.content.test_load import COURSE, FIRST, name_a_lesson_in_bytes, write_course

LONG_AGO = time.time_ns() - 3600 * 10**9


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course of two lessons whose files have been left alone for an hour."""
    folder = write_course(tmp_path / "course", a=WHOLE, b=FIRST)
    settle(folder)
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are parsed from here on."""
    seen: list[str] = []
    real = source.read_source

    def counted(path: str, data: bytes, *, prose: frozenset[str]) -> object:
        if path.startswith(listing.HERE):  # read for the index
            seen.append(path.removeprefix(listing.HERE))
        return real(path, data, prose=prose)

    monkeypatch.setattr(load, "read_source", counted)
    return seen


def settle(folder: Path) -> None:
    """Let every file be old enough to be trusted by its time."""
    for path in folder.rglob("*.yaml"):
        os.utime(path, ns=(LONG_AGO, LONG_AGO))


def same_as_sources(library: Library, folder: Path) -> None:
    loaded = load_course(folder)
    assert loaded.course is not None
    assert [library.lesson(one.id) for one in loaded.course.lessons] == [*loaded.course.lessons]
    questions = [question for one in loaded.course.lessons for question in one.questions]
    assert [entry.ref for entry in library.entries] == [question.ref for question in questions]
    for entry, question in zip(library.entries, questions, strict=True):
        assert library.question(entry.ref) == question
        assert (entry.revision, entry.part, entry.tags) == (
            question.revision, question.part, question.tags,
        )  # fmt: skip
        assert question.place is not None
        assert (entry.path, entry.line) == (question.place.path, question.place.line)
    assert library.titles == {one.id: one.title for one in loaded.course.lessons}
    assert library.objectives == {one.id: one.objective for one in loaded.course.lessons}
    assert library.with_reps == tuple(one.id for one in loaded.course.lessons if one.reps)
    assert library.broken == loaded.findings


def test_everything_is_as_if_it_had_been_read_from_yaml(course: Path, cache: Path) -> None:
    """Questions, lessons, places, revisions and findings are equal, first time and after."""
    for _ in range(2):
        library = open_library([course], cache)
        same_as_sources(library, course)
        assert library.courses["small-course"].sources[0].title == "ZeRO"
        assert library.courses["small-course"].decimal_comma is True
        assert dict(library.lessons) == {"dp-memory": (), "zero-1-2": ("dp-memory",)}


def test_a_text_that_looks_like_a_rep_is_none(course: Path, cache: Path) -> None:
    """Which lessons hold reps is told by their rows, whatever their texts say."""
    lesson = course / "lessons" / "b.yaml"
    lesson.write_text(FIRST.replace("title: Memory", """title: '["Rep","a"]'"""))
    library = open_library([course], cache)
    assert library.titles["dp-memory"].startswith('["Rep",')
    assert library.with_reps == ("zero-1-2",)


def test_the_packed_course_is_the_same_compiled(cache: Path) -> None:
    """Every question of the real course survives the way through the index."""
    folder = Path(__file__).resolve().parents[2] / "content" / "llm-pretraining"
    open_library([folder], cache)
    same_as_sources(open_library([folder], cache), folder)


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


def test_an_unchanged_course_is_not_parsed_again(
    course: Path, cache: Path, parsed: list[str]
) -> None:
    """The second start parses nothing."""
    open_library([course], cache)
    assert sorted(parsed) == ["course.yaml", "lessons/a.yaml", "lessons/b.yaml"]
    parsed.clear()
    assert len(open_library([course], cache).entries) == 8
    assert parsed == []


def test_an_unchanged_start_opens_no_source_file(course: Path, cache: Path) -> None:
    """`stat` alone is asked, and YAML is not even imported."""
    open_library([course], cache)
    script = f"""
import sys
from pathlib import Path
opened = []
sys.addaudithook(lambda event, found: event == "open" and opened.append(str(found[0])))
from quizkit.store.index import open_library
print(len(open_library([Path({str(course)!r})], Path({str(cache)!r})).entries))
print([path for path in opened if path.startswith({str(course)!r})], "yaml" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "8\n[] False\n"


ASKING = """
import sys
from pathlib import Path
from quizkit.store.index import open_library
library = open_library([Path(sys.argv[1])], Path(sys.argv[2]))
library.question("zero-1-2/five-costs")
library.outline("zero-1-2")
library.courses["small-course"]
print({"yaml", "quizkit.content.nodes", "quizkit.content.schema"} & sys.modules.keys())
"""


def test_what_is_compiled_is_read_without_what_reads_yaml(course: Path, cache: Path) -> None:
    """Whoever answers the first question does not wait for it, nor whoever opens a lesson."""
    open_library([course], cache)
    done = subprocess.run(
        [sys.executable, "-c", ASKING, course, cache], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"


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


def test_another_quizkit_compiles_anew(
    course: Path, cache: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of another version's code are not trusted; the same code in another place is."""
    open_library([course], cache)
    parsed.clear()
    monkeypatch.setattr(cache_file, "_stamp", lambda: "elsewhere")
    same_as_sources(open_library([course], cache), course)
    assert "lessons/a.yaml" not in parsed
    monkeypatch.setattr(cache_file, "_stamp", lambda: "upgraded")
    monkeypatch.setattr(cache_file, "_code", lambda: "another")
    same_as_sources(open_library([course], cache), course)
    assert "lessons/a.yaml" in parsed


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


def test_findings_are_called_as_the_folder_is_named_at_each_start(
    course: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same rows serve a relative and an absolute name of the folder."""
    (course / "lessons" / "c.yaml").write_text(FIRST)
    absolute = open_library([course], cache).broken
    assert {finding.path for finding in absolute} == {str(course / "lessons" / "c.yaml")}
    monkeypatch.chdir(course.parent)
    relative = open_library([Path("course")], cache).broken
    assert {finding.path for finding in relative} == {"course/lessons/c.yaml"}
    assert relative[0].message.endswith("the first is in course/lessons/b.yaml:1")
    monkeypatch.chdir(course)
    assert open_library([Path()], cache).broken[0].path == "lessons/c.yaml"


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


@pytest.mark.parametrize(
    "garbage", [b"", b"not a database at all", b"SQLite format 3\0" + b"x" * 5000]
)
def test_a_damaged_index_is_made_anew(course: Path, cache: Path, garbage: bytes) -> None:
    """It holds nothing that the sources do not."""
    open_library([course], cache)
    (file,) = cache.iterdir()
    file.write_bytes(garbage)
    same_as_sources(open_library([course], cache), course)


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


@pytest.mark.parametrize("kind", ["none", "a file", "missing parent that is a file"])
def test_an_index_that_cannot_be_written_is_kept_in_memory(
    course: Path, tmp_path: Path, kind: str
) -> None:
    """Everything works; the next start compiles again."""
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    where = {"none": None, "a file": blocked}.get(kind, blocked / "cache")
    same_as_sources(open_library([course], where), course)


def test_an_index_held_by_another_program_is_passed_over(
    course: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever finds it locked compiles in memory and goes on."""
    monkeypatch.setattr(cache_file, "PATIENCE_S", 0.05)
    open_library([course], cache)
    (file,) = cache.iterdir()
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    same_as_sources(open_library([course], cache), course)
    holder.close()


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
