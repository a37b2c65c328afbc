"""A review in a real terminal: every way to end keeps what was answered, and the modes."""

from __future__ import annotations

import signal

import pytest

from tests.cli.running import quiz, quiz_json, small
from tests.cli.screen import CTRL_BACKSLASH, CTRL_C, CTRL_D, Terminal


def answer_one(screen: Terminal) -> None:
    """Answer the first question, a recall, and wait for the second."""
    screen.wait_for(r"recall-two#[\s\S]*> ")
    screen.type(" ")
    screen.wait_for(r"Enter takes 4[\s\S]*> ")
    screen.type(" ")
    screen.wait_for(r"fixed-number#[\s\S]*> ")


def kept() -> bool:
    """Whether the first answer is in the log, and the log sound."""
    assert quiz("db", "check", env=small()).returncode == 0
    return bool(quiz_json("card", "kinds/recall-two", env=small())["repetitions"] == 1)


def test_quitting_by_command() -> None:
    """`:q` where a line is typed ends with the summary and exit 0."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.type(":q\n")
        screen.wait_for("1 answer saved: 1 recalled")
        assert screen.end() == 0
        assert screen.modes == screen.modes_before
    assert kept()


def test_ctrl_d_ends_like_quitting() -> None:
    """The end of input is an end like any other."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.type(CTRL_D)
        screen.wait_for("1 answer saved: 1 recalled")
        assert screen.end() == 0
        assert screen.modes == screen.modes_before
    assert kept()


@pytest.mark.parametrize(
    ("key", "code"), [(CTRL_C, 130), (CTRL_BACKSLASH, 131)], ids=["Ctrl-C", "Ctrl-backslash"]
)
def test_an_interrupt_ends_with_the_summary(key: str, code: int) -> None:
    """Ctrl-C in the middle of a line loses nothing that was answered."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.type("12" + key)
        screen.wait_for("\r\n1 answer saved: 1 recalled")
        assert screen.end() == code
        assert screen.modes == screen.modes_before
    assert kept()


@pytest.mark.parametrize("arguments", [(), ("--accessible",), ("--line",)])
def test_an_interrupt_before_the_first_answer(arguments: tuple[str, ...]) -> None:
    """Ctrl-C at the first prompt, keys or lines, gives the terminal back and changes nothing."""
    with Terminal("review", *arguments) as screen:
        screen.wait_for(r"recall-two#[\s\S]*> ")
        screen.type(CTRL_C)
        screen.wait_for("\r\nNothing answered; nothing changed.")
        assert screen.end() == 130
        assert screen.modes == screen.modes_before


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_with_the_summary_and_its_code(number: signal.Signals, code: int) -> None:
    """A terminated session says what it kept."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.process.send_signal(number)
        screen.wait_for("1 answer saved: 1 recalled")
        assert screen.end() == code
        assert screen.modes == screen.modes_before
    assert kept()


def test_a_closed_terminal_loses_nothing() -> None:
    """A connection that breaks ends the session; what was answered is there."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.hang_up()
        assert screen.process.wait(60) in (129, 141, 0)
    assert kept()


def test_a_terminal_closed_at_a_key_loses_nothing() -> None:
    """The same where a key is waited for rather than a line."""
    with Terminal("review") as screen:
        screen.wait_for(r"recall-two#[\s\S]*> ")
        screen.type(" ")
        screen.wait_for(r"Enter takes 4[\s\S]*> ")
        screen.hang_up()
        assert screen.process.wait(60) in (129, 141, 0)
    assert quiz_json("card", "kinds/recall-two", env=small())["events"] == []


def test_kill_9_loses_nothing() -> None:
    """Whatever was shown as answered survives even SIGKILL, and the next start needs no hand."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.process.kill()
        assert screen.end() == -signal.SIGKILL
    assert kept()
    with Terminal("review") as screen:
        screen.wait_for("Resuming today's session: 5 questions left.")
        screen.wait_for(r"fixed-number#")


def test_escape_codes_in_an_answer_do_nothing() -> None:
    """What is typed comes back made visible, never as codes for the terminal."""
    done = quiz(
        "review", "--line", lines=["", "+all", "\x1b[31m12\u202e", "[/]", ":q"], env=small()
    )
    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr
    assert "\u202e" not in done.stdout + done.stderr
