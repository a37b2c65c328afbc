"""The schema as an editor uses it: completion, hover, and what it underlines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quizkit.content.schema import schema_text
from tests.cli.running import COURSE
from tests.content.language_server import LanguageServer, installed

pytestmark = pytest.mark.slow

LESSON = """\
# yaml-language-server: $schema=../lesson.schema.json
id: some-lesson
number: 1
title: Some
practice:
  - id: some-number
    prompt: How many GB?
    answer: {kind: number, value: 120, unit: GB, tolerance: exact}
"""

MISSPELT = ("titel: Some", "tolerence: exact")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lessons folder of a course with a fresh schema beside it."""
    folder = tmp_path_factory.mktemp("course")
    (folder / "lesson.schema.json").write_text(schema_text(), encoding="utf-8")
    (folder / "lessons").mkdir()
    return folder / "lessons"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, course: Path) -> Iterator[LanguageServer]:
    """A server of this module's own."""
    running = LanguageServer(installed(tmp_path_factory.mktemp("npm")), course)
    yield running
    running.close()


def found(server: LanguageServer, path: Path, text: str) -> list[tuple[int, str]]:
    """The lines, from 1, that the editor underlines, and why."""
    path.write_text(text, encoding="utf-8")
    return [(one["range"]["start"]["line"] + 1, one["message"]) for one in server.open(path, text)]


@pytest.mark.parametrize("name", sorted(path.name for path in (COURSE / "lessons").iterdir()))
def test_the_packed_lessons_are_clean_in_an_editor(
    name: str, server: LanguageServer, course: Path
) -> None:
    """The server underlines nothing in a lesson that the loader takes."""
    text = (COURSE / "lessons" / name).read_text(encoding="utf-8")
    assert found(server, course / name, text) == []


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        ("number: 1", "number: nine", 3),
        ("id: some-lesson", "id: Some Lesson", 2),
        ("title: Some", "title: [Some]", 4),
        ("title: Some", "titel: Some", 4),
        ("practice:\n  - id", "practice:\n    id", 6),
        ("    prompt: How many GB?\n", "", 6),
        ("tolerance: exact", "tolerence: exact", 8),
        (", tolerance: exact", "", 8),
        ("tolerance: exact", "tolerance: {rel: 1}", 8),
        ("unit: GB", "unit: gigs", 8),
        ("kind: number", "kind: guess", 8),
        (
            "answer: {kind: number, value: 120, unit: GB, tolerance: exact}",
            "answer: {kind: choice, options: [{id: one-two, text: one, right: true}]}",
            8,
        ),
        (
            "answer: {kind: number, value: 120, unit: GB, tolerance: exact}",
            "answer: {kind: choice, options: [{id: aa, text: one}, {id: bb, text: two}]}",
            8,
        ),
    ],
)
def test_an_editor_underlines_structural_faults(
    right: str, wrong: str, line: int, server: LanguageServer, course: Path
) -> None:
    """One fault, one diagnostic, and in its line."""
    assert right in LESSON
    path = course / f"fault-{line}-{len(right)}-{len(wrong)}.yaml"
    lines = [where for where, _ in found(server, path, LESSON.replace(right, wrong, 1))]
    # A required field that is misspelt is missing as well: editors say both.
    assert line in lines
    assert len(lines) == (2 if wrong in MISSPELT else 1)


def test_an_editor_completes_fields(server: LanguageServer, course: Path) -> None:
    """In a question its fields are offered, with what they are for."""
    path = course / "completion.yaml"
    text = LESSON.replace("    answer:", "    \n    answer:")
    found(server, path, text)
    answer = server.at("textDocument/completion", path, 7, 4)
    items = answer["items"] if isinstance(answer, dict) else answer
    offered = {item["label"]: item for item in items}
    assert {"given", "hint", "explanation", "mistakes", "tags"} <= offered.keys()
    assert "shown on request" in str(offered["hint"].get("documentation"))


def test_an_editor_completes_values(server: LanguageServer, course: Path) -> None:
    """Where a unit belongs, the units of the table are offered."""
    path = course / "units.yaml"
    text = LESSON.replace("unit: GB, ", "").replace(
        "    answer: {kind: number, value: 120, tolerance: exact}",
        "    answer:\n      kind: number\n      value: 120\n      tolerance: exact\n      unit: ",
    )
    found(server, path, text)
    line = text.split("\n").index("      unit: ")
    answer = server.at("textDocument/completion", path, line, 12)
    items = answer["items"] if isinstance(answer, dict) else answer
    assert {"GB", "GiB", "bytes/param"} <= {item["label"] for item in items}


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("number: 1", "lessons go by number"),
        ("prompt", "what is asked"),
        ("tolerance", "How far from the key"),
    ],
)
def test_an_editor_explains_fields(
    word: str, told: str, server: LanguageServer, course: Path
) -> None:
    """Under the pointer stands the help text of the loader's own table."""
    path = course / f"hover-{word[:6]}.yaml"
    found(server, path, LESSON)
    before = LESSON[: LESSON.index(word)]
    line, character = before.count("\n"), len(before) - before.rfind("\n") - 1
    hover = server.at("textDocument/hover", path, line, character + 1)
    assert told in str(hover["contents"])
