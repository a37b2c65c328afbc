"""A review in a real terminal: every way to end keeps what was answered, and the modes."""

from __future__ import annotations

import resource
import signal
from pathlib import Path
from time import sleep

import pytest

from tests.cli.clocks import customize
from tests.cli.running import quiz, quiz_json, small
from tests.cli.screen import CTRL_BACKSLASH, CTRL_C, CTRL_D, Terminal


def answer_one(screen: Terminal) -> None:
    """Answer the first question, a recall, and wait for the second."""
    screen.wait_for(r"recall-two#[\s\S]*> ")
    screen.type(" ")
    screen.wait_for(r"Enter takes 4[\s\S]*> ")
    screen.type(" ")
    screen.wait_for(r"fixed-number#[\s\S]*> ")


def send_at_once(screen: Terminal, *numbers: signal.Signals) -> None:
    """Let the session act on these signals in one go, with a beat of its wait among them."""
    status = Path(f"/proc/{screen.process.pid}/status")
    # The prompt stands there before the wait begins; until then a beat from outside would kill it.
    while status.exists() and not waits(status.read_text()):
        sleep(0.01)
    for number in (signal.SIGSTOP, *numbers, signal.SIGALRM, signal.SIGCONT):
        screen.process.send_signal(number)


def waits(status: str) -> bool:
    """Whether a process of this status sleeps and catches SIGALRM: it waits for input."""
    caught = int(status.partition("SigCgt:")[2].split()[0], 16)
    return "State:\tS" in status and bool(caught >> (signal.SIGALRM - 1) & 1)


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


@pytest.mark.parametrize("flag", ["--accessible", "--line"])
def test_an_interrupt_that_comes_with_a_beat_of_the_wait(flag: str) -> None:
    """Ctrl-C and the timer that ends a wait, acted on in one go, are no trouble to each other."""
    with Terminal("review", flag) as screen:
        screen.wait_for(r"recall-two#[\s\S]*> ")
        send_at_once(screen, signal.SIGINT)
        screen.wait_for("\r\nNothing answered; nothing changed.")
        assert screen.end() == 130
        assert screen.modes == screen.modes_before


@pytest.mark.parametrize("arguments", [(), ("--accessible",), ("--line",)])
def test_several_signals_at_once(arguments: tuple[str, ...]) -> None:
    """They end the session once, with the code of the first, and its last line is said whole."""
    with Terminal("review", *arguments) as screen:
        screen.wait_for(r"recall-two#[\s\S]*> ")
        send_at_once(screen, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
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


@pytest.mark.parametrize(("columns", "rows"), [(2, 1), (2, 30)])
def test_a_screen_too_narrow_for_a_line(columns: int, rows: int) -> None:
    """Where the line editor has no room the terminal itself edits, and the session goes on."""
    with Terminal("review", "--accessible", columns=columns, rows=rows) as screen:
        screen.wait_for("> ")
        screen.type("xyz\x7f\x7f\x7f:q\n")
        assert screen.end() == 0
        assert screen.modes == screen.modes_before


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


def test_a_full_disk_gives_the_answer_and_the_terminal_back() -> None:
    """A line that cannot be saved is shown for entering again; exit 4, modes as before."""
    with Terminal("review", columns=200) as screen:
        answer_one(screen)
        resource.prlimit(screen.process.pid, resource.RLIMIT_FSIZE, (512, 512))
        screen.type("120 GB\n")
        screen.wait_for(r"#\d+: this answer was NOT saved; enter it again later: 120 GB\r\n")
        screen.wait_for("1 answer saved: 1 recalled; 5 questions left.")
        assert screen.end() == 4
        assert screen.modes == screen.modes_before
        assert "Right." not in screen.transcript
    assert kept()
    with Terminal("review") as screen:
        screen.wait_for("Resuming today's session: 5 questions left.")
        screen.wait_for(r"fixed-number#")


def test_a_full_disk_at_a_key_gives_the_rating_back() -> None:
    """What was rated by key is said with its rating."""
    with Terminal("review", columns=200) as screen:
        screen.wait_for(r"recall-two#[\s\S]*> ")
        screen.type("w")
        screen.wait_for("> $")
        screen.type("two halves\n")
        screen.wait_for(r"Enter takes 4[\s\S]*> ")
        resource.prlimit(screen.process.pid, resource.RLIMIT_FSIZE, (512, 512))
        screen.type("5")
        screen.wait_for("NOT saved; enter it again later: two halves \\(rated 5\\)")
        assert screen.end() == 4
        assert screen.modes == screen.modes_before


def test_a_fault_in_the_program_gives_the_terminal_back(tmp_path: Path) -> None:
    """An exception that nobody foresaw leaves the modes as they were and the answer in the log."""
    customize(tmp_path, "quizkit.cli.sitting.tally", "del module.Tally.saved")
    with Terminal("review", env={"PYTHONPATH": str(tmp_path)}) as screen:
        screen.wait_for(r"recall-two#[\s\S]*> ")
        assert screen.modes != screen.modes_before
        screen.type(" ")
        screen.wait_for(r"Enter takes 4[\s\S]*> ")
        screen.type(" ")
        screen.wait_for("AttributeError")
        assert screen.end() == 1
        assert screen.modes == screen.modes_before
    assert kept()


def test_terminated_while_it_is_stopped_it_ends_when_it_goes_on() -> None:
    """SIGTERM after Ctrl-Z is heard with SIGCONT, and the terminal is given back."""
    with Terminal("review") as screen:
        answer_one(screen)
        screen.process.send_signal(signal.SIGSTOP)
        screen.process.send_signal(signal.SIGTERM)
        screen.process.send_signal(signal.SIGCONT)
        screen.wait_for("1 answer saved: 1 recalled")
        assert screen.end() == 143
        assert screen.modes == screen.modes_before
    assert kept()
