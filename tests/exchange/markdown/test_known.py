"""Which lesson, source and objective of the course a text means."""

from __future__ import annotations

import pytest

from quizkit.content.course import Source
from quizkit.exchange.markdown.known import Known, KnownLesson, Link, find_source, lesson_ids

KNOWN = Known(
    sources=(
        Source(id="zero-paper", title="ZeRO: Memory Optimizations", url="https://arxiv.org/abs/1"),
        Source(id="short-one", title="GPT-2", url="https://example.org/gpt"),
    ),
    lessons=(
        KnownLesson(id="dp-memory", number=7, title="What data parallelism costs", stem="07-dp"),
        KnownLesson(id="ring-steps", number=8, title="Rings", stem="08-ring-steps"),
    ),
)


@pytest.mark.parametrize(
    ("link", "source"),
    [
        (Link(title="paper", url="http://www.arxiv.org/pdf/1", around=""), ""),
        (Link(title="paper", url="http://arxiv.org/abs/1#page=2", around=""), "zero-paper"),
        (Link(title="zero, memory optimizations", url="https://x.org", around=""), "zero-paper"),
        (Link(title="See ZeRO: memory optimizations, 2020", url="", around=""), "zero-paper"),
        (Link(title="More about GPT-2", url="", around=""), ""),
        (Link(title="short-one", url="", around=""), ""),
    ],
)
def test_a_source_is_known_by_address_title_or_id(link: Link, source: str) -> None:
    """A long title also inside other words; a short one would be found everywhere."""
    assert find_source(KNOWN, link) == source


@pytest.mark.parametrize(
    ("text", "ids", "strange"),
    [
        ("[before](../ring-steps/README.md)", ["ring-steps"], []),
        ("[before](../08-ring-steps/index.html)", ["ring-steps"], []),
        ("Lesson 7: whatever it is called", ["dp-memory"], []),
        ("lessons 7 and 8", ["dp-memory", "ring-steps"], []),
        ("lesson 9, Rings", ["ring-steps"], ["lesson 9"]),
        ("none", [], []),
    ],
)
def test_a_lesson_is_known_by_file_folder_title_or_number(
    text: str, ids: list[str], strange: list[str]
) -> None:
    """What the course does not have comes apart."""
    assert lesson_ids(KNOWN, text) == (ids, strange)
