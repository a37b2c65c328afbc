"""`quiz schedule`: what a row of ratings brings."""

from __future__ import annotations

import pytest

from tests.cli.running import quiz, quiz_json


def test_schedule_prints_a_line_for_each_rating() -> None:
    """Each rating has a line with the ease, interval and repetitions after it."""
    done = quiz("schedule", "4,4,3,2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "rating   ease  interval (days)  repetitions\n"
        "     4   2.50                1            1\n"
        "     4   2.50                6            2\n"
        "     3   2.36               15            3\n"
        "     2   2.36                0            0\n"
    )


def test_schedule_as_json() -> None:
    """The JSON has the scheduler and its steps; 5,5,5,5,4 ends at 145 days, not at 146."""
    shape = quiz_json("schedule", "5,5,5,5,4")
    assert (shape["schema"], shape["scheduler"]) == ("quizkit.schedule/1", "sm2")
    assert [step["interval_days"] for step in shape["steps"]] == [1, 6, 17, 50, 145]
    assert shape["steps"][-1] == {
        "rating": 4,
        "ease": "2.90",
        "interval_days": 145,
        "repetitions": 5,
    }


def test_ratings_may_be_parted_by_blanks() -> None:
    """Commas, blanks and both part ratings."""
    assert quiz("schedule", "4, 4 3", "2").stdout == quiz("schedule", "4,4,3,2").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["4,6"], 'a rating is 0 to 5, not "6"; write them like 4,4,3,2'),
        (["44"], 'a rating is 0 to 5, not "44"; write them like 4,4,3,2'),
        (["4,,4"], 'a rating is 0 to 5, not ""; write them like 4,4,3,2'),
        (["٤"], 'a rating is 0 to 5, not "٤"; write them like 4,4,3,2'),
        (["4", "--scheduler", "fsrs"], 'there is no scheduler "fsrs"; there is sm2'),
    ],
)
def test_what_is_no_rating_is_refused(arguments: list[str], sentence: str) -> None:
    """Anything but the six ratings ends with a sentence and exit code 2."""
    done = quiz("schedule", *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"quiz: {sentence}\n")
