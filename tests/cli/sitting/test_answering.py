"""What is typed is graded once it can be read; what cannot be read costs nothing."""

from __future__ import annotations

from tests.cli.running import review, reviews


def test_a_text_that_cannot_be_read_costs_nothing() -> None:
    """Blank, unreadable and ambiguous responses are asked again and leave no review."""
    transcript = review("", "+all", "", "what?", "120 Gb", "120", ":q")
    assert transcript.count("That cost nothing") == 2
    assert "Nothing was typed" in transcript
    assert reviews("kinds/fixed-number") == [("120", "right", 4, False)]


def test_giving_up_shows_the_key() -> None:
    """`:g` is rated 0 and answers the question for the learner."""
    transcript = review("", "+all", ":g", ":q")
    assert "Key: 120 GB" in transcript
    assert reviews("kinds/fixed-number") == [("", "given_up", 0, False)]


def test_a_line_that_is_just_q_is_an_answer() -> None:
    """Only a colon makes a command: `q` is read like any response."""
    transcript = review("", "+all", "q")
    assert "That cost nothing" in transcript


def test_a_text_and_a_match_are_answered_in_line_mode() -> None:
    """Every kind can be answered without a terminal."""
    review("", "+all", ":s", ":s", "all-reduce", " One  Shard ", ":q")
    assert reviews("kinds/pick-one") == [("all-reduce", "right", 4, False)]
    assert reviews("kinds/say-it") == [(" One  Shard ", "right", 4, False)]
