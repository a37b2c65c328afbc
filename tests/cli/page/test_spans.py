"""How many cells of a terminal a text takes."""

from __future__ import annotations

import sys

from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from quizkit.cli.page.spans import cells_of


@given(st.text(alphabet=st.sampled_from("a ~·█▏░│─字e\u0301\u200d\x1b"), max_size=12))
def test_cells_are_those_of_the_library(text: str) -> None:
    """Whether it is asked or not; what has no width by it takes none."""
    assert cells_of(text) == max(0, wcswidth(text))


def test_every_single_character_takes_the_cells_of_the_library() -> None:
    """The ones that are counted without it too."""
    for number in range(sys.maxunicode + 1):
        character = chr(number)
        assert cells_of(character) == max(0, wcswidth(character)), hex(number)
