"""A review by single keys, in a real terminal: what each key does, and what it never does."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.cli.running import card, quiz_json, reviews, small
from tests.cli.screen import CTRL_Z, PROMPT, Terminal, reveal, skip_to
from tests.conftest import need


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
        reveal(screen)
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
    # Once, to a person: nobody could guess what leaves and what helps.
    assert said[0].count("Type it; :h shows a hint, :? all commands.") == 1


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
        reveal(screen)
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
