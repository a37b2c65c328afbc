"""Which texts staff decide about, and how many rows each stands for."""

from __future__ import annotations

from quizkit.autograde.doubtful import doubtful
from tests.autograde.exam_attempts import QUESTIONS, attempt


def test_equal_texts_stand_together_the_frequent_first() -> None:
    """By question as these come; what was said where other numbers were asked is counted apart."""
    attempts = [
        attempt("ann", "wrong-key", "sixty"),
        attempt("bob", "bytes", "about a byte", seed="1"),
        attempt("cy", "bytes", "a byte or two", seed="1"),
        attempt("di", "bytes", " a byte or two ", seed="1"),
        attempt("ed", "bytes", "a byte or two", seed="5"),
        attempt("fay", "bytes", "1.5", seed="1"),
    ]
    found = doubtful(attempts, QUESTIONS)
    assert [(one.question, one.attempt.learner, one.rows, one.others) for one in found] == [
        ("midterm/wrong-key", "ann", 1, 0),
        ("midterm/bytes", "cy", 2, 1),
        ("midterm/bytes", "bob", 1, 0),
        ("midterm/bytes", "ed", 1, 2),
    ]
    assert found[1].scope != found[3].scope
    assert found[1].any_scope == found[3].any_scope
    assert all(one.message for one in found)
