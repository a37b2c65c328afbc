"""A recall: the response, the model answer, and how well it was recalled, by key and by line."""

from __future__ import annotations

import pytest

from tests.cli.running import card, quiz, review, reviews, small
from tests.cli.screen import PROMPT, Terminal, reveal


def test_space_shows_the_model_answer_and_takes_the_offered_rating() -> None:
    """A recall takes two keys: one to compare, one to accept what is offered."""
    with Terminal("review") as screen:
        screen.wait_for(r"recall-two#\d+  \(new; 1 of 6\)")
        screen.wait_for("Space shows the model answer" + PROMPT)
        screen.type(" ")
        screen.wait_for("Model answer:\x1b\\[0m\r\n  Reduce-scatter and all-gather.")
        screen.wait_for(r"Enter takes 4 \(good\)" + PROMPT)
        screen.type("\n")
        screen.wait_for(r"Rated 4 \(good\).\r\nNext: tomorrow")
        screen.wait_for(r"fixed-number#\d+  \(new; 2 of 6\)")
    assert reviews("kinds/recall-two") == [("", "self", 4, False)]


def test_a_digit_rates_a_recall() -> None:
    """Any rating is one key."""
    with Terminal("review") as screen:
        reveal(screen)
        screen.type("2")
        screen.wait_for(r"Rated 2 \(nearly\).\r\nAsked again later today.")
        screen.wait_for(r"fixed-number#\d+  \(new; 2 of 7\)")
    assert reviews("kinds/recall-two") == [("", "self", 2, False)]


def test_a_written_recall_and_ticks_that_offer_a_rating() -> None:
    """`w` lets the answer be written; `+1` offers the rating of one point of two, to be changed."""
    with Terminal("review") as screen:
        screen.wait_for("Space shows the model answer" + PROMPT)
        screen.type("w")
        screen.wait_for("> $")
        screen.type("two halves\n")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("+")
        screen.wait_for(r"> \+$")
        screen.type("1\n")
        screen.wait_for(r"Enter takes 3 \(hard\), a digit another rating." + PROMPT)
        screen.type(" ")
        screen.wait_for(r"Rated 3 \(hard\)")
    assert reviews("kinds/recall-two") == [("two halves", "self", 3, False)]


def test_what_each_rating_brings_is_said_and_comes_true() -> None:
    """The preview and the card after the answer agree; they are one computation."""
    for _ in range(2):
        done = quiz("review", "--line", "--limit", "1", lines=["", "4", ""], env=small())
        assert "1 answer saved" in done.stdout
        quiz("set-due", "kinds/recall-two", "today", env=small())
    with Terminal("review", "--limit", "1", columns=200, env={"NO_COLOR": "1"}) as screen:
        screen.wait_for(PROMPT)
        screen.type(" ")
        told = screen.wait_for("0 forgotten" + PROMPT).replace("\r\n", " ")
        assert "1 wrong, 2 nearly: again today; 3 hard: 15 days, and again today" in told
        # Where two ratings bring the same they stand together, on lines of at most 88 cells.
        assert "4 good: 15 days; 5 easy: 16 days. Enter takes 4 (good)." in told
        screen.type("5")
        screen.wait_for("Next: in 16 days")
    assert card("kinds/recall-two")["interval_days"] == 16


def test_recall_without_a_rating_leaves_no_review() -> None:
    """Input that ends after the model answer was shown commits nothing."""
    transcript = review("something")
    assert "Reduce-scatter and all-gather." in transcript
    assert "Nothing answered; nothing changed." in transcript
    assert card("kinds/recall-two")["events"] == []


@pytest.mark.parametrize(
    ("typed", "rating"), [("5", 5), ("0", 0), ("+", 0), ("+1", 3), ("+1,2", 4), ("+all", 4)]
)
def test_recall_takes_a_digit_or_ticks(typed: str, rating: int) -> None:
    """A digit is the rating itself; ticks give all 4, all but one 3, none 0."""
    review("", "9", "+7", typed, ":q")
    assert reviews("kinds/recall-two") == [("", "self", rating, False)]
