"""The page about an exam can be read by everybody, whatever its learners typed."""

from __future__ import annotations

import re
from itertools import pairwise

from quizkit.autograde.items import analyse
from quizkit.reports.items_page import page
from tests.autograde.exam_attempts import attempt, the_class


def made() -> str:
    """The page of the whole class."""
    return page(analyse(the_class()), source="exam.csv")


def test_headings_stand_in_order() -> None:
    """One of the page, then no level is left out: each question is a heading to jump to."""
    text = made()
    levels = [int(level) for level in re.findall(r"<h([1-6])>", text)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert "<h3>2. midterm/wrong-key</h3>" in text


def test_every_heading_of_a_table_says_what_it_heads() -> None:
    """A column, several, or the row of a question or a response."""
    text = made()
    heads = re.findall(r"<th[ >][^>]*", text)
    assert len(heads) > 30
    assert all(re.search(r'scope="(col|colgroup|row)"', head) for head in heads)


def test_links_of_the_map_can_be_followed() -> None:
    """What is inside an image is hidden from screen readers, so the map is none."""
    text = made()
    pictures = re.findall(r"<svg .*?</svg>", text, re.DOTALL)
    linked = [one for one in pictures if "<a " in one]
    assert len(linked) == 1
    assert all('role="group"' in one for one in linked)
    assert all('role="img"' in one for one in pictures if one not in linked)


def test_doubt_is_never_told_by_colour_alone() -> None:
    """A square in the map, a named mark in table and list."""
    text = made()
    assert len(re.findall(r'<rect class="doubtful"', text)) == 2
    assert "●" not in text
    assert len(re.findall(r'role="img" aria-label="doubtful">■<', text)) == 4


def test_what_may_be_too_wide_can_be_moved_by_keyboard() -> None:
    """Each box that scrolls has a name and takes the focus."""
    text = made()
    boxes = re.findall(r'<div class="scroll"[^>]*>', text)
    assert len(boxes) > 5
    assert all('role="region" aria-label="' in box and 'tabindex="0"' in box for box in boxes)


def test_a_long_response_is_cut_and_its_length_told() -> None:
    """A page of text pasted as an answer stretches no table."""
    text = page(analyse([attempt("ann", "word", "x" * 5000)]), source="a.csv")
    assert "x" * 201 not in text
    assert "…&quot; (5000 characters)</bdi>" in text


def test_what_was_typed_turns_round_nothing_beside_it() -> None:
    """A text from right to left is set apart where a sentence quotes it."""
    rows = []
    for number in range(12):
        rows.append(attempt(f"l{number}", "word", "שבר"))
        rows.append(attempt(f"l{number}", "collective", "a" if number % 2 else "all-gather", ""))
        rows.append(attempt(f"l{number}", "wrong-key", "64" if number % 2 else "7"))
    text = page(analyse(rows), source="a.csv")
    assert "gave <bdi>&quot;שבר&quot;</bdi>, 0 the key" in text


def test_a_text_that_is_its_own_meaning_stands_once() -> None:
    """As it was typed; a mistake or an option stands before what was typed for it."""
    rows = [attempt("ann", "word", "The Sum"), attempt("bob", "wrong-key", "68.7")]
    text = page(analyse(rows), source="a.csv")
    assert "<bdi>&quot;The Sum&quot;</bdi>" in text
    assert "<bdi>GB-for-GiB (&quot;68.7&quot;)</bdi>" in text
