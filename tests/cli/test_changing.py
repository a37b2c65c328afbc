"""Changes of mind: each an event, each taken back by undo."""

from __future__ import annotations

import pytest

from tests.cli.running import quiz, quiz_json, small

QUESTION = "kinds/fixed-number"


def answered() -> None:
    """Answer the question right once."""
    done = quiz("review", "--line", lines=["", "+all", "120", ":q"], env=small())
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "sentence", "state"),
    [
        (["suspend"], f"is suspended; quiz unsuspend {QUESTION} brings it back", "suspended"),
        (["reset"], "starts anew; quiz undo takes that back", "new"),
        (["set-due", "2031-05-06"], "is due on 2031-05-06", "review"),
    ],
)
def test_a_change_is_said_shown_and_undone(arguments: list[str], sentence: str, state: str) -> None:
    """What a change did is said, seen in the card, and taken back by one undo."""
    answered()
    before = quiz_json("card", QUESTION, env=small())
    name, *rest = arguments
    assert quiz(name, QUESTION, *rest, env=small()).stdout == f"{QUESTION} {sentence}.\n"
    assert quiz_json("card", QUESTION, env=small())["state"] == state
    quiz("undo", env=small())
    after = quiz_json("card", QUESTION, env=small())
    assert {**after, "events": []} == {**before, "events": []}
    assert quiz("db", "check", env=small()).returncode == 0


def test_a_suspended_question_is_not_asked_until_it_is_let_in_again() -> None:
    """Suspending takes a question out of the counts; unsuspending brings it back."""
    quiz("suspend", QUESTION, env=small())
    assert quiz_json("due", env=small())["new"] == 5
    assert quiz("suspend", QUESTION, env=small()).stdout.endswith("is suspended already.\n")
    quiz("unsuspend", QUESTION, env=small())
    assert quiz_json("due", env=small())["new"] == 6


def test_an_unknown_question_gets_a_near_one() -> None:
    """A slip is answered with what was meant, and creates nothing."""
    done = quiz("suspend", "kinds/fixed-numbr", env=small())
    assert (done.returncode, done.stderr) == (
        2,
        'quiz: there is no question "kinds/fixed-numbr"; did you mean "kinds/fixed-number"?\n',
    )


@pytest.mark.parametrize("day", ["2028-02-30", "soon", "+x", "+99999999999", "-1"])
def test_a_day_that_is_none_is_refused(day: str) -> None:
    """The message shows the ways to write a day."""
    done = quiz("set-due", QUESTION, "--", day, env=small())
    assert done.returncode == 2
    assert done.stderr.startswith(f'quiz: "{day}" is no day; write 2028-02-29, today,')


def test_a_day_set_for_a_question_never_asked_keeps_it_new() -> None:
    """It waits for that day, is due on it, and undoing brings it back among the new ones."""
    first = small(TZ="AAA12")
    assert quiz("set-due", QUESTION, "tomorrow", env=first).returncode == 0
    assert quiz_json("card", QUESTION, env=first)["state"] == "new"
    counts = quiz_json("stats", env=first)["cards"]
    assert (counts["new"], counts["relearning"]) == (7, 0)
    assert quiz_json("due", env=first)["new"] == 5
    following = small(TZ="BBB-12")
    counted = quiz_json("due", env=following)
    assert (counted["due"], counted["new"]) == (1, 5)
    done = quiz("review", "--line", "--limit", "1", lines=["120", ""], env=following)
    assert done.stdout.startswith(f"{QUESTION}#")
    assert "(new; 1 question left)" in done.stdout
    assert quiz_json("card", QUESTION, env=following)["state"] == "review"
    for _ in range(2):
        quiz("undo", env=following)
    assert quiz_json("due", env=following)["new"] == 6
    assert quiz("db", "check", env=following).returncode == 0
