"""What the scores of a class say about the whole exam."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from quizkit.autograde.attempts import Attempt
from quizkit.autograde.exam import exam_of
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


def test_two_learners_deviate_and_one_does_not() -> None:
    """Over n-1: the totals 0 and 1 deviate by the root of a half."""
    both, _ = exam_of({"one": {"ann": Fraction(0), "bob": Fraction(1)}})
    alone, _ = exam_of({"one": {"ann": Fraction(1)}})
    assert both.deviation is not None
    assert round(both.deviation**2, 9) == Fraction(1, 2)
    assert (alone.learners, alone.deviation, alone.error) == (1, None, None)


def test_alpha_without_a_question_wants_two_others() -> None:
    """Of three questions each has it, of two none: one question alone has no alpha."""
    scores = {
        name: {learner: Fraction(score) for learner, score in zip("abcd", own, strict=True)}
        for name, own in (("one", (0, 0, 1, 1)), ("two", (0, 1, 1, 1)), ("three", (0, 0, 0, 1)))
    }
    _, without = exam_of(scores)
    assert list(without) == ["one", "two", "three"]
    assert all(found is not None for found in without.values())
    assert exam_of({name: scores[name] for name in ("one", "two")})[1] == {}
