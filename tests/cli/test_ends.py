"""Every way to end has its exit code, and nothing bad that a machine holds ends in a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.running import REPOSITORY, command, quiz, small
from tests.conftest import skip_or_fail


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which `$QUIZ` starts this checkout's command."""
    return subprocess.run(
        ["sh", "-c", line],
        input="",
        capture_output=True,
        text=True,
        timeout=120,
        cwd=REPOSITORY,
        env={**os.environ, **small(), "QUIZ": " ".join(command())},
        check=False,
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a=" + "[" * 100_000, "not valid TOML: nested too deeply"),
        ("new_per_day=" + "9" * 10_000, "not valid TOML: "),
        ("\x00", "not valid TOML: "),
    ],
    ids=["nested", "huge number", "NUL"],
)
def test_a_hostile_settings_file_is_a_sentence(text: str, said: str, tmp_path: Path) -> None:
    """Whatever quiz.toml holds, it is named with what is wrong, exit 2."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "quiz.toml").write_text(text, encoding="utf-8")
    done = quiz("review", "--line", env=small())
    assert done.returncode == 2
    assert done.stderr.startswith(f"quiz: {home / 'quiz.toml'}: {said}")


def test_a_pipe_in_the_place_of_the_settings_is_not_waited_for(tmp_path: Path) -> None:
    """A FIFO named quiz.toml is refused at once."""
    home = tmp_path / "home"
    home.mkdir()
    os.mkfifo(home / "quiz.toml")
    done = quiz("review", "--line", env=small())
    assert (done.returncode, done.stderr) == (2, f"quiz: {home / 'quiz.toml'}: is not a file\n")


def test_a_zone_a_day_away_is_a_sentence() -> None:
    """A TZ that no place on earth has is named."""
    done = quiz("due", env=small(TZ="UTC+24"))
    assert (done.returncode, done.stderr) == (
        2,
        'quiz: TZ "UTC+24" is a day or more from UTC; set it to a zone like Europe/Paris\n',
    )


def test_talk_that_nobody_hears_changes_no_exit_code(tmp_path: Path) -> None:
    """A full disk behind standard error leaves findings findings and success success."""
    broken = tmp_path / "broken.yaml"
    broken.write_text("id: x\n", encoding="utf-8")
    assert shell(f"$QUIZ check {broken} >/dev/null 2>/dev/full").returncode == 1
    assert shell("$QUIZ check >/dev/null 2>/dev/full").returncode == 0


def test_data_that_cannot_be_written_is_no_success() -> None:
    """A closed or full standard output is exit 4, and no answer is taken without a verdict."""
    for line in ("$QUIZ due --json >&-", "$QUIZ due --json >/dev/full"):
        done = shell(line)
        assert done.returncode == 4, line
        assert done.stderr.startswith("quiz: standard output"), line
    submitted = "'learner,question,seed,response\\na,kinds/fixed-number,,120\\n'"
    for end, why in ((">/dev/full", ": No space left on device"), (">&-", " is closed")):
        done = shell(f"printf {submitted} | $QUIZ grade - {end}")
        assert (done.returncode, done.stderr) == (4, f"quiz: standard output{why}\n")
    shell("printf '\\n4\\n120\\n' | $QUIZ review --line >&-")
    assert '"events": []' in shell("$QUIZ card kinds/recall-two --json").stdout


LAST = """
import atexit, os, sys
import pyarrow
atexit.register(os._exit, 99)
from quizkit.__main__ import start
start()
"""


def test_what_is_done_is_no_failure_because_of_how_a_library_ends() -> None:
    """Taking down Arrow while a thread of its begins aborts: it is left as it is, all written."""
    if find_spec("pyarrow") is None:
        skip_or_fail("pyarrow is not installed")
    for program, code in (("due", 0), ("no-such-command", 2)):
        done = subprocess.run(
            [sys.executable, "-c", LAST, program], capture_output=True, text=True,
            cwd=REPOSITORY, env={**os.environ, **small()}, check=False,
        )  # fmt: skip
        assert done.returncode == code
        assert done.stdout if code == 0 else done.stderr


def test_an_empty_choice_of_codes_is_refused() -> None:
    """An empty variable in a script must not make everything green."""
    done = quiz("check", "--select", "")
    assert done.returncode == 2
    assert done.stderr == (
        "quiz: --select and --ignore take codes, or beginnings of codes: QK2,QK401\n"
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_at_any_moment_of_a_start_has_its_code(number: signal.Signals) -> None:
    """From the first line of the program on a signal ends it by its code, without a traceback."""
    for delay_ms in range(60, 400, 40):
        with subprocess.Popen(
            command("review", "--line"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=REPOSITORY,
            env={**os.environ, **small()},
        ) as process:
            time.sleep(delay_ms / 1000)
            process.send_signal(number)
            process.wait(60)
            assert process.stdin is not None
            assert process.stderr is not None
            process.stdin.close()
            talk = process.stderr.read().decode()
        # Before the program's first line the interpreter itself dies of the signal, or of the
        # KeyboardInterrupt that it makes of it.
        died_before = () if ", in start" in talk else (-number, 1)
        assert process.returncode in (128 + number, *died_before), (delay_ms, talk)
        if process.returncode == 128 + number:
            assert "Traceback" not in talk


DROPPED = """
import os, signal
from quizkit.cli.stopping import Stopped, hearing_signals, listen_for_signals

class Ends:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        list(range(10))

listen_for_signals()
try:
    with hearing_signals():
        Ends()
        input()
except Stopped as stop:
    print(stop.number)
"""


def test_a_signal_that_python_drops_is_heard_all_the_same() -> None:
    """An exception in a finaliser is lost; the wait for input raises the signal again."""
    with subprocess.Popen(
        [sys.executable, "-c", DROPPED],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, cwd=REPOSITORY,
    ) as process:  # fmt: skip
        code = process.wait(60)  # while its input stays open
        assert process.stdout is not None
        assert process.stderr is not None
        assert (code, process.stdout.read(), process.stderr.read()) == (0, "15\n", "")


@pytest.mark.parametrize(
    "words",
    ["LONG", "--LONG", "due LONG", "card LONG", "card kinds/LONG", "show LONG#1", "lesson LONG",
     "review --line --lesson LONG", "review --line --tag LONG", "review --line --new LONG",
     "set-due kinds/say-it LONG", "reps tick kinds/LONG", "report LONG", "calc LONG",
     "calc zero LONG=1", "read 12 --unit LONG", "schedule 4 --scheduler LONG", "explain LONG",
     "config get LONG", "--course LONG due", "--course ./LONG/LONG due", "grade LONG"],
)  # fmt: skip
def test_a_name_too_long_to_be_one_is_cut(words: str) -> None:
    """Whatever is pasted where a name belongs, the sentence about it stays one that can be read."""
    for long in ("x" * 5000, "x y " * 1250):
        done = quiz(*(word.replace("LONG", long) for word in words.split()), env=small())
        assert done.returncode in (2, 4)
        assert done.stdout == ""
        assert done.stderr.startswith("quiz: ")
        assert len(done.stderr) < 2000


def test_a_long_path_stands_there_whole(tmp_path: Path) -> None:
    """What can be a file's name is never cut."""
    name = tmp_path / ("n" * 80) / ("m" * 80)
    done = quiz("due", env=small(QUIZ_COURSE=str(name)))
    assert str(name) in done.stderr
