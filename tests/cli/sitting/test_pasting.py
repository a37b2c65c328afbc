"""Text pasted into a real terminal: one line of it answers, and no character of it is a key."""

from __future__ import annotations

import os
from contextlib import suppress

import pytest

from tests.cli.running import card, reviews
from tests.cli.screen import PROMPT, Terminal, rate_first, reveal, skip_to

SECOND_LINES = ["u", "5", "suspend this", "q", "e", ":s", "120 GB\nu\nq", ""]


def events() -> list[str]:
    """What happened to the number, in order."""
    return [event["kind"] for event in card("kinds/fixed-number")["events"]]


@pytest.mark.parametrize("second", SECOND_LINES)
def test_a_second_line_presses_no_key(second: str) -> None:
    """What was pasted behind an answer is neither a key nor a command after its verdict."""
    with Terminal("review", env={"EDITOR": "false"}) as screen:
        rate_first(screen)
        screen.type(f"120\n{second}\n")
        screen.wait_for("Enter goes on" + PROMPT)
        screen.type("3")  # a key that comes later is one
        screen.wait_for("Rated 3")
        screen.wait_for(r"drawn-number#\d+" + PROMPT)
        screen.type(":q\n")
        screen.wait_for("2 answers saved: 1 right, 1 recalled; ")
        assert screen.end() == 0
    assert events() == ["review", "rerate"]


@pytest.mark.parametrize("second", ["u", "5", "\nu", ":u"])
@pytest.mark.parametrize("flags", [(), ("--accessible",)])
def test_nor_does_it_at_the_last_prompt(second: str, flags: tuple[str, ...]) -> None:
    """The same holds where the session is over: what takes the answer back comes later."""
    with Terminal("review", "--tag", "sizes", "--limit", "1", *flags) as screen:
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type(f"120\n{second}\n")
        screen.wait_for("takes the last answer back" + PROMPT)
        screen.type(":u\n")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type("120\n")
        screen.wait_for("takes the last answer back" + PROMPT)
        screen.type("\n")
        assert screen.end() == 0
    assert [undone for *_, undone in reviews("kinds/fixed-number")] == [True, False]


@pytest.mark.parametrize("flags", [(), ("--accessible",)])
@pytest.mark.parametrize("second", ["120", ":s"])
def test_nor_does_it_answer_where_the_first_could_not_be_read(
    second: str, flags: tuple[str, ...]
) -> None:
    """A question that is asked again is answered by what is typed then."""
    with Terminal("review", "--tag", "sizes", *flags) as screen:
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type(f"about so much\n{second}\n")
        screen.wait_for("answer again." + PROMPT)
        screen.type("120\n")
        screen.wait_for("Right.")
    assert reviews("kinds/fixed-number") == [("120", "right", 4, False)]


@pytest.mark.parametrize("flags", [(), ("--accessible",)])
def test_nor_does_it_rate_a_recall(flags: tuple[str, ...]) -> None:
    """A recall that is pasted in several lines waits for its rating."""
    with Terminal("review", *flags) as screen:
        screen.wait_for(r"recall-two#\d+[\s\S]*" + PROMPT)
        screen.type("two halves\n5\n1\n")
        screen.wait_for(r"Enter takes 4[\s\S]*> $" if not flags else "rating> $")
        screen.type("4" if not flags else "4\n")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
    assert reviews("kinds/recall-two") == [("two halves", "self", 4, False)]


@pytest.mark.parametrize("flags", [(), ("--accessible",)])
def test_a_paste_that_does_not_fit_into_the_terminal_at_once(flags: tuple[str, ...]) -> None:
    """Of many pages the first line answers, however many reads the others take."""
    with Terminal("review", *flags) as screen:
        screen.wait_for(r"recall-two#\d+[\s\S]*" + PROMPT)
        screen.type(":s\n")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        os.set_blocking(screen.master, False)
        left = b"120\n" + b"u\n5\n:s\nq\n12\n" * 2000
        while left:  # as terminals do: a piece whenever there is room
            with suppress(BlockingIOError):
                left = left[os.write(screen.master, left) :]
            screen.take_in(0)
        screen.wait_for(r"Enter goes on" + PROMPT if not flags else r"drawn-number#\d+" + PROMPT)
        screen.type("q" if not flags else ":q\n")
        screen.wait_for("1 answer saved: 1 right; ")
        assert screen.end() == 0
    assert reviews("kinds/fixed-number") == [("120", "right", 4, False)]
    assert card("kinds/drawn-number")["state"] == "new"


@pytest.mark.parametrize(
    "late", ["suspend this\n", "uu never\n", "\x1b[200~u\nq\x1b[201~", "3 of them\n", "quit"]
)
def test_a_piece_that_comes_late_presses_no_key(late: str) -> None:
    """The next line of a slow paste is a text by its coming at once: a key comes alone."""
    with Terminal("review", "--tag", "sizes", "--limit", "1") as screen:
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type("120\n")
        screen.wait_for("Enter ends." + PROMPT)
        screen.type(late)
        screen.wait_for("A text does nothing here" + PROMPT)
        screen.type("5")
        screen.wait_for("Rated 5")
        screen.wait_for(PROMPT)
        screen.type("\n")
        assert screen.end() == 0
    assert events() == ["review", "rerate"]


@pytest.mark.parametrize("text", ["where it is", "ssh", "a cat", "g is it", "eel", "\x1b[200~hm"])
def test_a_pasted_recall_is_kept_whole(text: str) -> None:
    """Whatever its first letters mean as keys, a text that comes at once begins an answer."""
    with Terminal("review") as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type(f"{text}\n")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("4")
        screen.wait_for("Rated 4")
    assert reviews("kinds/recall-two")[0][0] == text.removeprefix("\x1b[200~")


def test_a_text_rates_nothing() -> None:
    """`5 of them` at the question how it went is no rating."""
    with Terminal("review") as screen:
        reveal(screen)
        screen.type("5 of them\n")
        screen.wait_for("A text does nothing here" + PROMPT)
        screen.type("3")
        screen.wait_for("Rated 3")
    assert reviews("kinds/recall-two")[0][2] == 3


def test_a_key_with_enter_after_it_reaches_no_further() -> None:
    """Enter that came with the letter of an option does not skip the verdict."""
    with Terminal("review") as screen:
        skip_to(screen, "pick-one")
        screen.type("a\n")
        screen.wait_for("Enter goes on" + PROMPT)
        screen.type("u")
        screen.wait_for("pick-one#")
    assert [undone for *_, undone in reviews("kinds/pick-one")] == [True]


def test_line_mode_takes_every_line_in_its_turn() -> None:
    """`--line` is for scripts, at a terminal too: what is typed ahead answers what comes next."""
    with Terminal("review", "--line") as screen:
        screen.wait_for(r"recall-two#\d+[\s\S]*" + PROMPT)
        screen.type("halves\n4\n120\n:q\n")
        screen.wait_for("2 answers saved: 1 right, 1 recalled")
        assert screen.end() == 0
    assert reviews("kinds/fixed-number") == [("120", "right", 4, False)]
