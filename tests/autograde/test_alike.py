"""What responses have in common, and how near they are to the key."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from quizkit.autograde.alike import is_near, meaning
from quizkit.autograde.canonical import canonical
from tests.autograde.exam_attempts import attempt


@pytest.mark.parametrize(
    ("question", "response", "said"),
    [
        ("bytes", "1.5", "the key"),
        ("bytes", "12", "devices=1"),
        ("bytes", "1.8", "1.2 of the key"),
        ("bytes", "7 GB", "7 GB"),
        ("wrong-key", "70", "70 GB"),
        ("collective", "all-gather", "all-gather"),
        ("sharded", "parameters, optimizer", "optimizer + parameters"),
        ("word", "The  Sum", "the sum"),
        ("pairs", "1-b, 2-a, 3-c", "stage 1 - gradients; stage 2 - optimizer state"),
    ],
)
def test_responses_that_say_the_same_are_alike(question: str, response: str, said: str) -> None:
    """A response is named by what it says, whatever the numbers or the order shown."""
    assert meaning(attempt("ann", question, response)) == said


@pytest.mark.parametrize(
    ("question", "response", "near"),
    [
        ("narrow", "4.27", True),  # the key, rounded
        ("narrow", "4.3", True),  # to two figures
        ("narrow", "4", False),  # one figure is too few
        ("narrow", "64/15", False),  # right
        ("narrow", "4.30", True),  # within 1 %
        ("narrow", "4.4", False),
        ("bytes", "1.514", True),  # within twice the tolerance
        ("bytes", "12", False),  # a known mistake
        ("bytes", "7 GB", False),  # another unit
        ("word", "the sum", False),
    ],
)
def test_what_is_all_but_right_is_near(question: str, response: str, near: bool) -> None:
    """Twice the tolerance, 1 %, or the key rounded to two figures or more."""
    assert is_near(attempt("ann", question, response)) is near


@pytest.mark.parametrize(
    ("tolerance", "key", "response", "near"),
    [
        ({"rel": "1/10"}, "64", "72", False),  # an eighth off is not all but right
        ({"factor": "2"}, "64", "150", False),  # nor is more than twice the key
        ({"rel": "3/100"}, "64", "66.5", True),
        ({"places": 0}, "3", "4", False),
        ({"abs": "1/10"}, "0", "0.15", True),  # of a key of 0 there is no share
    ],
)
def test_twice_a_wide_tolerance_is_not_near(
    tolerance: dict[str, object], key: str, response: str, near: bool
) -> None:
    """What lies further off than 5 % is wrong, and not for a tolerance that is too narrow."""
    made = attempt("ann", "wrong-key", "70")
    asked = canonical({**made.showing, "tolerance": tolerance, "key": key})
    reading = canonical({**made.understood, "value": str(Fraction(response))})
    assert is_near(replace(made, asked=asked, reading=reading, response=response)) is near
