"""Which attempts of a class count, and for how much."""

from __future__ import annotations

from fractions import Fraction

from quizkit.autograde.items import analyse
from tests.autograde.exam_attempts import attempt


def test_a_blank_counts_as_0_and_a_doubtful_response_as_nothing() -> None:
    """Three learners: right, blank, and unread; the facility is 1/2 over two."""
    rows = [
        attempt("ann", "wrong-key", "64"),
        attempt("bob", "wrong-key", ""),
        attempt("cy", "wrong-key", "many"),
    ]
    (only,) = analyse(rows).items
    assert only.whole.facility is not None
    assert (only.whole.facility.value, only.whole.facility.count) == (Fraction(1, 2), 2)
    assert [(one.response, one.count) for one in only.whole.unread] == [("many", 1)]


def test_the_first_graded_response_counts() -> None:
    """A doubtful one before it uses nothing up, a later one is a repeat."""
    rows = [
        attempt("ann", "wrong-key", "many"),
        attempt("ann", "wrong-key", "64"),
        attempt("ann", "wrong-key", "12"),
    ]
    analysis = analyse(rows)
    (only,) = analysis.items
    assert only.whole.facility is not None
    assert only.whole.facility.value == 1
    assert (analysis.rows, analysis.repeats) == (3, 2)
