"""A question that is renamed keeps its learners' memory; one that vanishes keeps its card."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import SMALL, quiz, quiz_json


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A copy of the small course, its first practice question answered right."""
    folder = tmp_path / "course"
    shutil.copytree(SMALL, folder)
    done = quiz("review", "--line", lines=["", "+all", "120", ":q"], env=env(folder))
    assert done.returncode == 0
    return folder


def env(folder: Path) -> dict[str, str]:
    return {"QUIZ_COURSE": str(folder)}


def card(folder: Path, question: str) -> Any:
    return quiz_json("card", question, env=env(folder))


def rewrite(folder: Path, old: str, new: str) -> None:
    """Change a lesson as an author would."""
    lesson = folder / "lessons" / "01-kinds.yaml"
    text = lesson.read_text(encoding="utf-8")
    assert text.count(old) == 1
    lesson.write_text(text.replace(old, new), encoding="utf-8")


def test_a_renamed_question_takes_over_its_card(course: Path) -> None:
    """The next review appends one rename event, and the new name has the old interval."""
    rewrite(course, "id: fixed-number", "id: gigabytes\n    renamed_from: [fixed-number]")
    assert card(course, "kinds/gigabytes")["repetitions"] == 1, "seen before it is written"
    for _ in range(2):
        quiz("review", "--line", lines=[":q"], env=env(course))
    shown = card(course, "kinds/gigabytes")
    assert (shown["state"], shown["repetitions"]) == ("review", 1)
    assert [event["kind"] for event in shown["events"]] == ["review", "rename"]
    assert quiz("db", "check", env=env(course)).returncode == 0


def test_a_question_that_vanishes_is_missing_and_comes_back_whole(course: Path) -> None:
    """Nothing is deleted: the card is missing while its question is, and as before afterwards."""
    before = card(course, "kinds/fixed-number")
    rewrite(course, "id: fixed-number", "id: another")
    gone = card(course, "kinds/fixed-number")
    assert (gone["state"], gone["next_variant"]) == ("missing", None)
    assert gone["events"] == before["events"]
    rewrite(course, "id: another", "id: fixed-number")
    assert card(course, "kinds/fixed-number") == before


def test_an_edit_keeps_the_history(course: Path) -> None:
    """A mended typo changes the revision, never the card."""
    before = card(course, "kinds/fixed-number")
    rewrite(course, "How many gigabytes are", "How many GB are")
    assert card(course, "kinds/fixed-number") == before


def test_a_broken_lesson_stops_only_itself(course: Path) -> None:
    """The other lessons go on, and one line says which file is left out."""
    rewrite(course, "number: 1", "number: one")
    done = quiz("due", env=env(course))
    assert (done.returncode, done.stdout) == (0, "0 due, 1 new\n")
    assert done.stderr == (
        f"1 file left out because of errors: {course}/lessons/01-kinds.yaml (see: quiz check)\n"
    )
    asked = quiz("review", "--line", "--lesson", "kinds", lines=[], env=env(course))
    assert asked.returncode == 3
    assert f"{course}/lessons/01-kinds.yaml:2:9" in asked.stderr
