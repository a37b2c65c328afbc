"""A course to compile, where it is kept, and a look at what is parsed and what comes of it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from quizkit.content import load, source
from quizkit.content.load import load_course
from quizkit.store import listing
from quizkit.store.index import Library
from tests.content.lessons import WHOLE
from tests.content.test_load import FIRST, write_course

LONG_AGO = time.time_ns() - 3600 * 10**9


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course of two lessons whose files have been left alone for an hour."""
    folder = write_course(tmp_path / "course", a=WHOLE, b=FIRST)
    settle(folder)
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """The folder of the cache file, not there yet."""
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
    """Compare all that the library gives with what the sources give."""
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
