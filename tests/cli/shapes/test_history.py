"""The words for what a showing asked, whatever the log holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.cli.shapes.history import asked_words

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
ASKED = st.dictionaries(st.sampled_from(["drawn", "options", "rights", "key", "unit"]), JSON)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"key": [["a", "1"], ["b", "2"]]}, "key a - 1, b - 2"),
        ({"key": [["a", "1"], "b"]}, "key ['a', '1'] or b"),
        ({"drawn": [1], "options": 5}, ""),
        ({"drawn": {"n": 5}}, "n 5"),
    ],
)
def test_what_is_no_showing_of_ours_is_said_as_it_stands(asked: dict[str, Any], words: str) -> None:
    """A drawn value that is no value, options that are none, a pair that is none."""
    assert asked_words(asked) == words


@given(ASKED)
def test_any_object_has_words(asked: dict[str, Any]) -> None:
    """Nothing that JSON can hold is tripped over."""
    assert isinstance(asked_words(asked), str)
