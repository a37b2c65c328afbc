"""What commands do in a session: hint, giving up, undo, and another rating, by key."""

from __future__ import annotations

import pytest

from tests.cli.running import card, reviews
from tests.cli.screen import PROMPT, Terminal, rate_first, reveal, skip_to


@pytest.mark.parametrize(
    ("key", "rating", "ease"), [("5", 5, "2.60"), ("3", 3, "2.36"), ("\n", None, "2.50")]
)
def test_after_a_right_answer_a_key_changes_the_rating(
    key: str, rating: int | None, ease: str
) -> None:
    """5 makes it easy, 3 hard, Enter leaves it good; each goes on to the next question."""
    with Terminal("review") as screen:
        skip_to(screen, "fixed-number")
        screen.type("120\n")
        screen.wait_for(r"5 easy: 1 day; 3 hard: 1 day, and again today. Enter goes on." + PROMPT)
        screen.type(key)
        if rating is not None:
            screen.wait_for(f"Rated {rating} ")
        screen.wait_for(r"drawn-number#\d+")
    assert card("kinds/fixed-number")["ease"] == ease


def test_hint_give_up_and_help_by_key() -> None:
    """`h`, `?` and `g` do at a key what `:h`, `:?` and `:g` do in a line."""
    with Terminal("review") as screen:
        screen.wait_for("Space shows the model answer" + PROMPT)
        screen.type("h")
        screen.wait_for(r"There is no hint here.\r\n> $")
        screen.type("?")
        screen.wait_for(r"h g u          hint, give up, undo[\s\S]*" + PROMPT)
        screen.type("g")
        screen.wait_for(
            r"Given up.\r\n\S*Model answer:\S*\r\n  Reduce-scatter[\s\S]*Enter goes on" + PROMPT
        )
        screen.type(" ")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type(":h\n")
        screen.wait_for("Hint: Giga is a billion." + PROMPT)
    assert reviews("kinds/recall-two") == [("", "given_up", 0, False)]


def test_a_colon_starts_a_command_at_a_key() -> None:
    """Where a letter is an option, the command has a colon; it works everywhere."""
    with Terminal("review") as screen:
        screen.wait_for("Space shows the model answer" + PROMPT)
        screen.type(":")
        screen.wait_for("> :$")
        screen.type("q\n")
        screen.wait_for("Nothing answered")
        assert screen.end() == 0


def test_undo_thrice_from_the_end_screen() -> None:
    """The summary takes `u` as often as there are answers; each is asked again in its turn."""
    with Terminal("review", "--limit", "3") as screen:
        rate_first(screen)
        screen.type("120\n")
        screen.wait_for("Enter goes on" + PROMPT)
        screen.type("\n")
        screen.wait_for(r"drawn-number#\d+" + PROMPT)
        screen.type("12\n")
        screen.wait_for("Enter goes on" + PROMPT)
        screen.type("u")
        screen.wait_for(r'Taken back: the answer "12" to [\s\S]*drawn-number#\d+' + PROMPT)
        screen.type(":u\n")
        screen.wait_for(r'Taken back: the answer "120" to [\s\S]*fixed-number#\d+' + PROMPT)
        screen.type(":u\n")
        screen.wait_for(r"Taken back: the answer to kinds/recall-two")
        screen.wait_for(r"recall-two#\d+  \(new; 1 of 3\)" + PROMPT)
        screen.type("q")
        screen.wait_for("Nothing answered; nothing changed.")
        assert screen.end() == 0
    for question in ("recall-two", "fixed-number", "drawn-number"):
        assert card(f"kinds/{question}")["state"] == "new"


def test_the_end_screen_sums_up_and_takes_changes_of_mind() -> None:
    """After the last question the summary stands there; `u` takes the last answer back."""
    with Terminal("review", "--limit", "1") as screen:
        reveal(screen)
        screen.type("0")
        screen.wait_for("Asked again later today")
        screen.wait_for(r"recall-two#\d+  \(again; 2 of 2\)" + PROMPT)
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("1")
        screen.wait_for(r"\(again; 3 of 3\)" + PROMPT)
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("4")
        screen.wait_for("3 answers saved: 1 recalled, 2 forgotten.")
        screen.wait_for("u takes the last answer back; Enter ends." + PROMPT)
        screen.type("u")
        screen.wait_for(r"Taken back[\s\S]*\(again; 3 of 3\)" + PROMPT)
        screen.type("q")
        screen.wait_for("2 answers saved: 2 forgotten; 1 question left.")
        assert screen.end() == 0


def test_hard_at_the_end_screen_asks_once_more() -> None:
    """A last answer that was hard is drilled before the session ends."""
    with Terminal("review", "--limit", "1", "--tag", "sizes") as screen:
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type("120\n")
        screen.wait_for("1 answer saved: 1 right.")
        screen.wait_for(r"3 hard: 1 day, and again today[\s\S]*Enter ends." + PROMPT)
        screen.type("3")
        screen.wait_for(r"Rated 3 \(hard\)[\s\S]*fixed-number#\d+" + PROMPT)
        screen.type("120\n")
        screen.wait_for(r"Enter ends." + PROMPT)
        screen.type("\n")
        assert screen.end() == 0
    assert [rating for _, _, rating, _ in reviews("kinds/fixed-number")] == [4, 4]
    assert card("kinds/fixed-number")["ease"] == "2.36"
