"""The known name that an unknown one is most like."""

from __future__ import annotations

from difflib import get_close_matches

from hypothesis import example, given
from hypothesis import strategies as st

from quizkit.autograde.nearest import Nearest

names = st.text("abcd/-1", max_size=12)


@given(names, st.lists(names, max_size=8))
@example("", [""])
@example("a" * 300 + "b", ["a" * 290, "b" * 290])
@example("bcba", ["accbc", "cbca", "cbab"])  # the best may be one that shares no more letters
def test_it_is_the_one_that_difflib_finds(name: str, known: list[str]) -> None:
    """Whatever the names."""
    expected = [one for one in get_close_matches(name, known, 1, 0.6) if name or one]
    assert Nearest(known).to(name) == (expected[0] if expected else None)


def test_it_looks_closely_at_few() -> None:
    """What shares too few letters with the name is passed over, and so is a very long name."""
    known = [f"lesson-{at // 10}/question-{at}" for at in range(2000)]
    assert Nearest(known).to("lesson-77/qestion-777") == "lesson-77/question-777"
    assert Nearest(known).to("x" * 1_000_000) is None
