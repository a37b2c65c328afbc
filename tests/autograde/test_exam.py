"""What the scores of a class say about the whole exam."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from quizkit.autograde.attempts import Attempt
from quizkit.autograde.items import analyse
from tests.autograde.exam_attempts import attempt, item, the_class


def test_what_nobody_graded_takes_no_part_in_the_exam() -> None:
    """Recall waits for staff: its blanks are no zeros, and alpha is that of the others."""
    analysis = analyse(the_class())
    assert item(analysis, "why").whole.facility is None
    assert analysis.exam.questions == 7
    assert (analysis.exam.learners, analysis.exam.left_out) == (53, 7)


def test_three_parts_of_a_third_are_one() -> None:
    """Totals are exact: no 0.9999999 among them."""
    rows: Iterable[Attempt] = [
        made
        for learner in ("ann", "bob")
        for made in (
            attempt(learner, "pairs", "1-a, 2-c, 3-b"),
            attempt(learner, "sharded", "a" if learner == "ann" else "b"),
        )
    ]
    analysis = analyse(rows)
    assert analysis.exam.totals == (Fraction(5, 6), Fraction(5, 6))
