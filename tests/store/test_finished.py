"""What is kept of finished lessons changes nothing of what is asked."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quizkit.store.index import Library, open_library
from quizkit.store.shortlist import LONG
from quizkit.store.store import Store
from tests.cli.running import quiz
from tests.session.scenes import at, open_store, showing
from tests.store.test_shortlist import (
    DAYS,
    ME,
    NAMES,
    QUESTIONS,
    happen,
    sitting_of,
)
from tests.store.test_shortlist import library as library  # the fixture of two small courses

LESSONS = LONG + 10


def answered(store: Store, course: str, ref: str) -> None:
    shown = showing(store.card(ME, course, ref), verdict="self", score=None, calculator=None)
    store.answer(at(DAYS[0]), ME, course, shown, 4)


whats = st.lists(
    st.tuples(
        st.sampled_from(["answer", "suspend", "unsuspend", "reset", "rename", "undo", "look"]),
        # The lessons that come first, for the most part.
        st.one_of(st.integers(0, 4), st.integers(0, 4), st.integers(0, len(NAMES) - 1)),
        st.sampled_from([0, 5, 6, 6]),
        st.integers(0, 5),
    ),
    max_size=12,
)


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(begun=st.integers(3, len(QUESTIONS)), happened=whats, new_left=st.integers(1, 12))
def test_what_is_kept_changes_no_plan(
    library: Library,
    monkeypatch: pytest.MonkeyPatch,
    begun: int,
    happened: list[tuple[str, int, int, int]],
    new_left: int,
) -> None:
    """However often it was looked before and whatever happened since, the plan is the same."""
    monkeypatch.setattr("quizkit.store.finished.LONG", 1)
    with tempfile.TemporaryDirectory() as name:
        store, file = open_store(Path(name) / "progress.db"), Path(name) / "finished.json"
        for course, ref in QUESTIONS[:begun]:
            answered(store, course, ref)
        now = sitting_of(library, store, new_left, None, file)
        first = sitting_of(library, store, new_left, None)
        for what in happened:
            if what[0] == "look":
                assert now.plan() == first.plan()
            else:
                happen(store, what)
        assert now.plan() == first.plan()
        assert now.count() == first.count()
        assert now.plan() == first.plan()


def lesson_text(number: int, *names: str) -> str:
    lines = [f"id: lesson-{number}", f"number: {number}", "title: T", "objective: aim", "practice:"]
    for name in names:
        lines += [f"  - id: {name}", "    prompt: P", "    answer: {kind: recall, model: M}"]
    return "\n".join(lines) + "\n"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course of enough lessons, each of one question."""
    folder = tmp_path / "course"
    (folder / "lessons").mkdir(parents=True)
    (folder / "course.yaml").write_text("id: long\ntitle: T\nobjectives: [{id: aim, text: Aim.}]\n")
    for number in range(1, LESSONS + 1):
        (folder / "lessons" / f"{number}.yaml").write_text(lesson_text(number, "one-one"))
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """All lessons but the last five are finished."""
    store = open_store(tmp_path / "progress.db")
    for number in range(1, LESSONS - 4):
        answered(store, "long", f"lesson-{number}/one-one")
    return store


def new_of(course: Path, store: Store, file: Path | None) -> list[str]:
    now = sitting_of(open_library([course], None), store, 10, 0, file)
    return [ref for ref in now.plan() if store.card(ME, "long", ref).is_new]


def test_a_long_row_of_finished_lessons_is_kept(course: Path, store: Store, tmp_path: Path) -> None:
    """The first look writes down how far it went; the next looks only beyond it."""
    file = tmp_path / "cache" / "finished.json"
    found = new_of(course, store, file)
    assert found == [f"lesson-{number}/one-one" for number in range(LESSONS - 4, LESSONS + 1)]
    assert json.loads(file.read_text())["kept"]["lessons"] == LESSONS - 5
    before = file.stat().st_mtime_ns
    assert new_of(course, store, file) == found
    assert file.stat().st_mtime_ns == before


def test_an_edited_lesson_is_looked_at_again(course: Path, store: Store, tmp_path: Path) -> None:
    """A question that takes another's place in a finished lesson is new."""
    file = tmp_path / "finished.json"
    new_of(course, store, file)
    (course / "lessons" / "3.yaml").write_text(lesson_text(3, "two-two"))
    assert new_of(course, store, file)[0] == "lesson-3/two-two"


HEAD = '{"schema": "quizkit.finished/'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        f'{HEAD}1", "kept": {{}}}}',
        f'{HEAD}1", "kept": {{"lessons": 3, "event": 1, "uid": "xyz", "names": ""}}}}',
        f'{HEAD}1", "kept": {{"lessons": -1, "event": 1, "uid": "00", "names": ""}}}}',
        f'{HEAD}2", "kept": {{"lessons": 60, "event": 1, "uid": "00", "names": ""}}}}',
    ],
)
def test_nonsense_in_the_file_is_ignored(
    course: Path, store: Store, tmp_path: Path, text: str
) -> None:
    """A file that was cut off, or that another program wrote, is as good as none."""
    file = tmp_path / "finished.json"
    file.write_text(text)
    assert new_of(course, store, file) == new_of(course, store, None)


def test_another_log_is_looked_through_anew(course: Path, store: Store, tmp_path: Path) -> None:
    """What was kept beside one log says nothing of another, though its rows have the same ids."""
    file = tmp_path / "finished.json"
    new_of(course, store, file)
    other = open_store(tmp_path / "other.db")
    for number in range(1, LESSONS + 1):
        if number != 2:
            answered(other, "long", f"lesson-{number}/one-one")
    assert new_of(course, other, file) == ["lesson-2/one-one"]


def test_rebuilding_forgets_what_was_kept(course: Path, store: Store, tmp_path: Path) -> None:
    """Cards that are made anew may be others than those that were looked at."""
    environ = {"QUIZ_HOME": str(tmp_path), "QUIZ_COURSE": str(course)}
    quiz("due", env=environ)
    assert len(list((tmp_path / "cache").glob("finished-*.json"))) == 1
    quiz("db", "rebuild", env=environ)
    assert not list((tmp_path / "cache").glob("finished-*"))
