"""A review by single keys, in a real terminal: what each key does, and what it never does."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.cli.running import quiz, quiz_json, small
from tests.cli.screen import CTRL_Z, Terminal
from tests.conftest import need

PROMPT = r"[\s\S]*\r\n> $"


def card(question: str) -> dict[str, object]:
    """What `quiz card` says of a question."""
    shown: dict[str, object] = quiz_json("card", question, env=small())
    return shown


def reviews(question: str) -> list[tuple[str, str, int, bool]]:
    """Response, verdict, rating and whether undone of each review of a question."""
    events = quiz_json("card", question, env=small())["events"]
    return [
        (event["response"], event["verdict"], event["rating"], event["undone"])
        for event in events
        if event["kind"] == "review"
    ]


def skip_to(screen: Terminal, question: str) -> None:
    """Suspend question after question until this one is on the screen."""
    while question not in screen.wait_for(r"kinds/[\w-]+#\d+" + PROMPT):
        screen.type("s" if "recall" in screen.transcript.rsplit("kinds/", 1)[1] else ":s\n")
        screen.wait_for(r"is suspended")


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
        screen.wait_for("Space shows the model answer" + PROMPT)
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
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


def test_a_letter_chooses_an_option() -> None:
    """One key answers a choice; a letter that is no option, and a digit, do nothing."""
    with Terminal("review") as screen:
        skip_to(screen, "pick-one")
        letter = re.findall(r"(\w)\) all-reduce", screen.transcript)[-1]
        screen.type("x")
        screen.wait_for(r"x does nothing here; \? shows the keys." + PROMPT)
        screen.type("1")
        screen.wait_for(r"1 does nothing here" + PROMPT)
        screen.type("\x1b[A")  # an arrow key is no letter A
        screen.type(letter.upper())
        screen.wait_for(r"Right.[\s\S]*Every device ends with the sum.")
        screen.wait_for("Enter goes on" + PROMPT)
    assert reviews("kinds/pick-one") == [(letter, "right", 4, False)]


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


def test_a_wrong_answer_waits_to_be_read_and_cannot_be_made_easy() -> None:
    """After a miss 5 does nothing; Enter goes on."""
    with Terminal("review") as screen:
        skip_to(screen, "fixed-number")
        screen.type("7\n")
        screen.wait_for(r"Key: 120 GB[\s\S]*Asked again later today.\r\n\S*Enter goes on" + PROMPT)
        screen.type("5")
        screen.type(" ")
        screen.wait_for(r"drawn-number#\d+")
    assert reviews("kinds/fixed-number") == [("7", "wrong", 1, False)]


def test_a_double_press_grades_nothing_else() -> None:
    """`44` in one write rates one recall; the second key is not the answer to the next card."""
    with Terminal("review", "--lesson", "kinds") as screen:
        screen.wait_for("Space shows the model answer" + PROMPT)
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("44\n44\n")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type(":q\n")
        screen.wait_for("1 answer saved: 1 recalled")
        assert screen.end() == 0
    assert reviews("kinds/fixed-number") == []


def test_a_double_space_does_not_rate_what_it_reveals() -> None:
    """The model answer is shown, and waits."""
    with Terminal("review") as screen:
        screen.wait_for("Space shows the model answer" + PROMPT)
        screen.type("  ")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("q")
        screen.wait_for("Nothing answered; nothing changed.")
        assert screen.end() == 0


def test_a_double_enter_in_plain_lines_grades_nothing_else() -> None:
    """The same holds for `--accessible`, where keys are lines."""
    with Terminal("review", "--accessible") as screen:
        screen.wait_for(PROMPT)
        screen.type("\n")
        screen.wait_for("rating> $")
        screen.type("4\n4\n")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type(":q\n")
        screen.wait_for("1 answer saved")
        assert screen.end() == 0


def test_a_key_that_means_nothing_here_says_so() -> None:
    """A slip is answered with the way to the keys, and changes nothing."""
    with Terminal("review") as screen:
        screen.wait_for("Space shows the model answer" + PROMPT)
        screen.type("z")
        screen.wait_for("z does nothing here" + PROMPT)
        screen.type("q")
        screen.wait_for("Nothing answered; nothing changed.")
        assert screen.end() == 0
    assert card("kinds/recall-two")["state"] == "new"


def test_hint_give_up_and_help_by_key() -> None:
    """`h`, `?` and `g` do at a key what `:h`, `:?` and `:g` do in a line."""
    with Terminal("review") as screen:
        screen.wait_for("Space shows the model answer" + PROMPT)
        screen.type("h")
        screen.wait_for(r"There is no hint here.\r\n> $")
        screen.type("?")
        screen.wait_for(r"h g u          hint, give up, undo[\s\S]*" + PROMPT)
        screen.type("g")
        screen.wait_for(r"Given up.\r\nModel answer: Reduce-scatter[\s\S]*Enter goes on" + PROMPT)
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
        screen.wait_for("Space shows" + PROMPT)
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("4")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type("120\n")
        screen.wait_for("Enter goes on" + PROMPT)
        screen.type("\n")
        screen.wait_for(r"drawn-number#\d+" + PROMPT)
        screen.type("12\n")
        screen.wait_for("Enter goes on" + PROMPT)
        screen.type("u")
        screen.wait_for(r"Taken back: the answer '12' to [\s\S]*drawn-number#\d+" + PROMPT)
        screen.type(":u\n")
        screen.wait_for(r"Taken back: the answer '120' to [\s\S]*fixed-number#\d+" + PROMPT)
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
        screen.wait_for("Space shows" + PROMPT)
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
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


def test_typed_lines_are_edited_with_the_keys_one_knows() -> None:
    """Backspace, arrows and the history of this question work, as in a shell."""
    with Terminal("review") as screen:
        skip_to(screen, "fixed-number")
        screen.type("19\x7f0\x1b[D2\n")  # 19, erase 9, 0, left, 2: 120
        screen.wait_for("Right.")
    assert reviews("kinds/fixed-number")[0][0] == "120"


def test_wide_and_combining_characters_survive_editing() -> None:
    """What is typed in any script is what is stored."""
    typed = "並列 naïve e\u0301 🙂"
    with Terminal("review", columns=40) as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type("w")
        screen.wait_for("> $")
        screen.type(f"{typed}\n")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("4")
        screen.wait_for("Rated 4")
    assert reviews("kinds/recall-two")[0][0] == typed


@pytest.mark.parametrize("typed", ["[/", "[type=x, v={'a[0]'}]", "[bold]120[/bold]", "%s {0}"])
def test_brackets_in_an_answer_are_printed_as_they_are(typed: str) -> None:
    """Nothing typed is markup."""
    with Terminal("review") as screen:
        skip_to(screen, "fixed-number")
        screen.type(f"{typed}\n")
        screen.wait_for("That cost nothing; answer again.")
        assert "Traceback" not in screen.transcript


def test_a_resize_while_a_key_is_waited_for_changes_nothing() -> None:
    """The window may change at any prompt; the next question is wrapped to the new width."""
    with Terminal("review", columns=80) as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.resize(40)
        screen.process.send_signal(signal.SIGWINCH)
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("4")
        screen.wait_for(r"fixed-number#\d+[\s\S]*> ")  # the line editor draws its prompt anew
        screen.resize(30)
        screen.process.send_signal(signal.SIGWINCH)
        screen.type("120\n")
        screen.wait_for("Right.")
        screen.wait_for(r"3 hard: 1 day,\S*\r\n\S*and again today. Enter goes\S*\r\n\S*on.")


def test_ctrl_z_gives_the_shell_its_terminal_and_takes_it_again() -> None:
    """Stopped at a key or in a line, the shell has its modes; brought back, the session goes on."""
    shell = [need("bash"), "--norc", "--noprofile", "--noediting", "-i"]
    env = {"PS1": "SHELL> ", "NO_COLOR": "1"}
    with Terminal(words=shell, env=env) as screen:
        screen.wait_for("SHELL> ")
        before = screen.modes
        screen.type(f"{sys.executable} -m quizkit review\n")
        screen.wait_for("Space shows" + PROMPT)
        assert screen.modes != before
        screen.type(CTRL_Z)
        screen.wait_for(r"Stopped[\s\S]*SHELL> ")
        assert screen.modes == before
        screen.type("fg\n")
        screen.wait_for(r"\r\n> ")
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("4")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type("12")
        screen.wait_for("12")
        screen.type(CTRL_Z)
        screen.wait_for(r"Stopped[\s\S]*SHELL> ")
        assert screen.modes == before
        screen.resize(40)  # the window may change while it is stopped
        screen.type("fg\n")
        screen.wait_for(r"> 12")
        screen.type("0\n")
        screen.wait_for("Right.")
        screen.wait_for("Enter goes on" + PROMPT)
        screen.type("q")
        screen.wait_for("2 answers saved: 1 right, 1 recalled")
        screen.wait_for("SHELL> ")
        assert screen.modes == before
        screen.type("exit\n")
    assert reviews("kinds/fixed-number") == [("120", "right", 4, False)]


@pytest.mark.parametrize(
    "env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "TERM=dumb"]
)
def test_no_escape_code_is_written_where_none_is_wanted(env: dict[str, str]) -> None:
    """Not by us, and not by the line editor."""
    with Terminal("review", env=env) as screen:
        screen.wait_for(PROMPT)
        screen.type("\n")
        screen.wait_for("rating> $" if "TERM" in env else "Enter takes 4" + PROMPT)
        screen.type("4\n")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type("120\n")
        screen.wait_for("Next: tomorrow")
        screen.wait_for(PROMPT)
        screen.type(":q\n")
        screen.wait_for("2 answers saved")
        assert screen.end() == 0
        assert "\x1b" not in screen.transcript


def test_accessible_is_the_plain_transcript() -> None:
    """`--accessible` in a terminal says the words of line mode, in their order, with no codes."""
    said = []
    for arguments in (("--accessible",), ("--line",)):
        home = os.environ["QUIZ_HOME"] + arguments[0]
        with Terminal("review", *arguments, env={"QUIZ_HOME": home}, columns=200) as screen:
            screen.wait_for(PROMPT)
            screen.type("halves\n")
            screen.wait_for("rating> $")
            screen.type("+all\n")
            screen.wait_for(r"fixed-number#\d+" + PROMPT)
            screen.type("120\n")
            screen.wait_for(r"drawn-number#\d+" + PROMPT)
            screen.type(":q\n")
            assert screen.end() == 0
            said.append(screen.transcript)
    assert "\x1b" not in said[0]
    assert re.sub(r"\x1b\[\d+m", "", said[1]) == said[0]


def test_output_into_a_file_is_no_terminal(tmp_path: Path) -> None:
    """With standard output in a file no key is waited for: the way to do it is named."""
    line = f"{sys.executable} -m quizkit review > {tmp_path / 'out'}"
    with Terminal(words=[need("sh"), "-c", line]) as screen:
        screen.wait_for("quiz review needs a terminal")
        assert screen.end() == 2


def test_a_text_that_comes_at_once_is_a_text() -> None:
    """A pasted `gradients` answers a recall; its first letter does not give up."""
    with Terminal("review") as screen:
        screen.wait_for("recall-two#[\\s\\S]*> ")
        screen.type("gradients and the rest\n")
        screen.wait_for("Model answer:[\\s\\S]*> ")
        screen.type("4")
        screen.wait_for("Rated 4")
        screen.type("\n")
        screen.wait_for("fixed-number#")
    (event,) = quiz_json("card", "kinds/recall-two", env=small())["events"]
    assert (event["response"], event["rating"]) == ("gradients and the rest", 4)


def test_three_keys_in_one_write_rate_one_recall() -> None:
    """However fast they come, the keys after the first are not for the next card."""
    with Terminal("review") as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("555")
        screen.wait_for("Rated 5")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type(":q\n")
        screen.wait_for("1 answer saved: 1 recalled; 5 questions left.")
        assert screen.end() == 0


def test_a_bracket_is_taken_at_every_prompt() -> None:
    """`[` means nothing to the program: as a key it says so, in a line it is an answer."""
    with Terminal("review") as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type("[")
        screen.wait_for(r"\[ does nothing here" + PROMPT)
        screen.type(" ")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("[")
        screen.wait_for(r"\[ does nothing here" + PROMPT)
        screen.type("4")
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type("[\n")
        screen.wait_for("That cost nothing; answer again." + PROMPT)
        screen.type(":[\n")
        screen.wait_for(r"There is no command :\[\.[\s\S]*> $")
        screen.type("120\n")
        screen.wait_for("Enter goes on" + PROMPT)
        screen.type("[ ")
        screen.wait_for(r"drawn-number#\d+" + PROMPT)
        screen.type(":q\n")
        assert screen.end() == 0


@pytest.mark.parametrize("flags", ["", "--line"])
@pytest.mark.parametrize(("name", "code"), [("TERM", 143), ("HUP", 129)])
def test_a_stopped_session_can_be_killed(flags: str, name: str, code: int) -> None:
    """`kill %1` after Ctrl-Z ends it, at a key and in a line, and leaves the shell its terminal."""
    shell = [need("bash"), "--norc", "--noprofile", "--noediting", "-i"]
    with Terminal(words=shell, env={"PS1": "SHELL> ", "NO_COLOR": "1"}) as screen:
        screen.wait_for("SHELL> ")
        before = screen.modes
        screen.type(f"{sys.executable} -m quizkit review {flags}\n")
        screen.wait_for("recall-two#" + PROMPT)
        screen.type(CTRL_Z)
        screen.wait_for(r"Stopped[\s\S]*SHELL> ")
        screen.type(f"kill -{name} %1\n")
        screen.wait_for("Nothing answered; nothing changed.")
        screen.type("sleep 0.5\n")  # the shell tells of its jobs at its next prompt
        screen.wait_for(rf"Exit {code}[\s\S]*SHELL> ")
        assert screen.modes == before
        screen.type("exit\n")
        assert "Traceback" not in screen.transcript


@pytest.mark.parametrize("flags", [(), ("--line",)])
def test_a_terminal_that_is_held_does_not_hold_the_end_up(flags: tuple[str, ...]) -> None:
    """Ctrl-S stops the output; a machine that shuts down does not wait for Ctrl-Q."""
    with Terminal("review", "--tag", "sizes", *flags) as screen:
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type("12")
        screen.wait_for("12")
        screen.type("\x13")
        screen.process.send_signal(signal.SIGTERM)
        screen.wait_for("Nothing answered; nothing changed.")
        assert screen.end() == 143
        assert screen.modes == screen.modes_before


@pytest.mark.parametrize("pasted", ["120\x1b[201~\n", "120", ""])
def test_a_marked_paste_is_what_it_holds(pasted: str) -> None:
    """Where a terminal marks what is pasted, the marks are no part of it and hold no signal up."""
    with Terminal("review", "--tag", "sizes") as screen:
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type(f"1\x7f\x1b[200~{pasted}")
        if "\n" in pasted:
            screen.wait_for("Right.")
        else:
            screen.wait_for(pasted or "1")
            screen.process.send_signal(signal.SIGTERM)
            assert screen.end() == 143
