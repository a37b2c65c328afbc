"""A new question in a lesson's text."""

from __future__ import annotations

import pytest

from quizkit.content.load import parse_lesson
from quizkit.content.model import Part
from quizkit.exchange.insertion import with_question
from quizkit.exchange.scaffolds import question_text

LESSON = """\
id: some-lesson
number: 1
title: Some
# What comes first.
notes: |
  Read this.

practice:
  - id: one-two
    prompt: Say it.
    answer: {kind: recall, model: It.}

# Tasks away from the program.
# They wait for a tick.
reps:
  - id: rep-one
    task: Do it.
"""
NEW = question_text("text", "new-text")


def added(text: str, part: Part) -> list[str]:
    return with_question("some.yaml", text, part, NEW).split("\n")


@pytest.mark.parametrize("part", ["practice", "warm_up"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_line_keeps_its_place_and_its_end(part: Part, end: str) -> None:
    """The new lines end as the others do, and the lesson loads."""
    longer = with_question("some.yaml", LESSON.replace("\n", end), part, NEW)
    assert longer.count("\n") == longer.count(end)
    kept = iter(longer.split(end))
    assert all(row in kept for row in LESSON.split("\n"))
    value = parse_lesson("some.yaml", longer.encode()).value
    assert value is not None
    assert [(one.id, one.part) for one in value.questions if one.id == "new-text"] == [
        ("new-text", part)
    ]


def test_a_comment_stays_with_the_field_below_it() -> None:
    """What is added goes above the comment, with an empty line on either side."""
    rows = added(LESSON, "practice")
    below = rows.index("# Tasks away from the program.")
    assert rows[below + 1 : below + 3] == ["# They wait for a tick.", "reps:"]
    assert rows[below - 2 : below] == ["      - {response: gradients, expect: wrong}", ""]
    above = rows.index("  - id: new-text") - 2
    assert rows[above].startswith("  # A word or two")
    assert rows[above - 2 : above] == ["    answer: {kind: recall, model: It.}", ""]


def test_a_first_warm_up_comes_before_the_notes() -> None:
    """It is what a learner meets first; its part is made where the lesson has none."""
    rows = added(LESSON, "warm_up")
    at = rows.index("warm_up:")
    assert rows[at - 2 : at] == ["title: Some", ""]
    assert rows[rows.index("notes: |") - 2 : rows.index("notes: |")] == ["", "# What comes first."]
    assert at < rows.index("notes: |")


def test_a_practice_that_is_not_there_stands_at_the_end() -> None:
    """However many empty lines end the lesson."""
    short = LESSON[: LESSON.index("practice:")] + "\n\n"
    rows = added(short, "practice")
    at = rows.index("practice:")
    assert rows[at - 2 : at] == ["  Read this.", ""]
    assert rows[-2:] == ["      - {response: gradients, expect: wrong}", ""]
