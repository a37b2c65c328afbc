"""Keys and readings as a graded file shows them, side by side."""

from __future__ import annotations

import pytest

from quizkit.autograde.batch import Grader, by_name
from tests.autograde.classes import exam_questions

GRADER = Grader(by_name(exam_questions().values()))


@pytest.mark.parametrize("seed", ["0", "1", "2", "3", "6"])
def test_pairs_are_read_in_the_words_of_the_key(seed: str) -> None:
    """Both say which sides go together, so that they can be compared whatever the letters were."""
    seen = GRADER.row("midterm/pairs", seed, "1-a, 2-b, 3-c")
    assert seen.key == "stage 1 - optimizer state; stage 2 - gradients; stage 3 - parameters"
    assert (seen.read_as == seen.key) is (seen.verdict == "right")
    assert seen.read_as.startswith("stage 1 - ")
