"""When an answer cannot be saved: it is shown for entering again, all earlier ones are kept."""

from __future__ import annotations

import ctypes
import os
import re
import resource
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.cli.running import REPOSITORY, command, quiz, quiz_json, small

_PR_CAPBSET_DROP = 24
_CAPABILITIES_THAT_IGNORE_MODES = (1, 2, 3)  # DAC_OVERRIDE, DAC_READ_SEARCH, FOWNER


def obey_modes() -> None:
    """Let read-only be read-only for whoever is root as well; runs between fork and exec."""
    libc = ctypes.CDLL(None)
    for capability in _CAPABILITIES_THAT_IGNORE_MODES:
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)


class Open:
    """A session by line in which the first question has been answered."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            command("review", "--line"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=REPOSITORY,
            env={**os.environ, **small()},
            preexec_fn=obey_modes,
        )
        self.say("all of it", "4")
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("How many gigabytes"):
                break

    def say(self, *lines: str) -> None:
        """Type lines."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def end(self) -> tuple[int, str, str]:
        """Exit code, and what was still printed on the two outputs."""
        output, errors = self.process.communicate(timeout=120)
        return self.process.returncode, output, errors


@pytest.fixture
def home() -> Path:
    return Path(os.environ["QUIZ_HOME"])


@pytest.fixture
def session() -> Iterator[Open]:
    session = Open()
    yield session
    session.process.kill()
    session.process.communicate()


def refused(session: Open, response: str) -> str:
    """Give a response that cannot be saved; what the store says of it."""
    session.say(response)
    code, output, errors = session.end()
    assert code == 4
    first, second = errors.splitlines()
    variant = re.escape("kinds/fixed-number#")
    assert re.fullmatch(
        rf"{variant}\d+: this answer was NOT saved; enter it again later: {re.escape(response)}",
        first,
    )
    assert "Right." not in output  # no verdict without a commit
    assert "1 answer saved: 1 recalled" in output
    return second


def nothing_lost() -> None:
    """The first answer is there, the second can be given, and the log is sound."""
    assert quiz_json("card", "kinds/recall-two", env=small())["repetitions"] == 1
    assert quiz_json("card", "kinds/fixed-number", env=small())["events"] == []
    done = quiz("review", "--line", lines=["120", ":q"], env=small())
    resuming = "Resuming today's session: 6 questions left.\n"
    assert (done.returncode, done.stderr) == (0, resuming)
    assert "Right." in done.stdout
    assert quiz("db", "check", env=small()).returncode == 0


def test_a_full_disk(session: Open) -> None:
    """A file that cannot grow any more refuses the answer; with room again the next one goes in."""
    resource.prlimit(session.process.pid, resource.RLIMIT_FSIZE, (512, 512))
    said = refused(session, "120 GB")
    assert said.endswith("see whether the disk is full or failing")
    nothing_lost()


def test_a_folder_that_becomes_read_only(session: Open, home: Path) -> None:
    """A journal that cannot be made refuses the answer."""
    home.chmod(0o555)
    try:
        said = refused(session, "120")
    finally:
        home.chmod(0o755)
    assert str(home / "progress.db") in said
    nothing_lost()


def test_a_file_that_becomes_read_only(session: Open, home: Path) -> None:
    """So does a file that may not be written."""
    (home / "progress.db").chmod(0o444)
    try:
        said = refused(session, "1.2e2 GB")
    finally:
        (home / "progress.db").chmod(0o644)
    assert "is read-only; make both writable" in said
    nothing_lost()


def test_a_read_only_folder_is_said_before_anything_is_asked(home: Path) -> None:
    """A session that could save nothing does not begin."""
    quiz("review", "--line", lines=["", "4", ":q"], env=small())
    home.chmod(0o555)
    try:
        done = subprocess.run(
            command("review", "--line"),
            input="120\n",
            capture_output=True,
            text=True,
            cwd=REPOSITORY,
            env={**os.environ, **small()},
            preexec_fn=obey_modes,
            check=False,
        )
    finally:
        home.chmod(0o755)
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.count("\n") == 1


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program that holds the file for itself."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@pytest.mark.slow
def test_a_file_locked_for_longer_than_the_timeout(session: Open, home: Path) -> None:
    """After ten seconds of waiting the answer is handed back; the next try works."""
    with locked(home / "progress.db"):
        said = refused(session, "120")
    assert "is in use by another program for more than 10 s" in said
    nothing_lost()


def test_a_file_locked_for_a_moment(session: Open, home: Path) -> None:
    """A lock that is let go in time only makes the answer wait."""
    let_go = threading.Event()
    held = threading.Event()

    def hold() -> None:
        with locked(home / "progress.db"):
            held.set()
            let_go.wait(60)

    other = threading.Thread(target=hold)
    other.start()
    held.wait(60)
    session.say("120")
    threading.Timer(1.0, let_go.set).start()
    code, output, errors = session.end()
    other.join()
    assert (code, errors) == (0, "")
    assert "Right." in output


def test_a_file_that_is_taken_away(session: Open, home: Path) -> None:
    """An answer never goes into a new, empty file in the place of the old one."""
    (home / "progress.db").rename(home / "elsewhere.db")
    said = refused(session, "120")
    assert "cannot be opened" in said
    assert not (home / "progress.db").exists()
    (home / "elsewhere.db").rename(home / "progress.db")
    nothing_lost()


def test_what_was_given_up_and_rated_is_handed_back_too(home: Path) -> None:
    """The words say what to enter: a rating, or that it was given up."""
    for lines, said in ((["two halves", "3"], "two halves (rated 3)"), ([":g"], "given up")):
        process = subprocess.Popen(
            command("review", "--line"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=REPOSITORY,
            env={**os.environ, **small()},
        )
        assert process.stdout is not None
        process.stdout.readline()
        (home / "progress.db").rename(home / "elsewhere.db")
        _, errors = process.communicate("\n".join(lines) + "\n", timeout=60)
        assert process.returncode == 4
        assert errors.splitlines()[0].endswith(f"enter it again later: {said}")
        (home / "elsewhere.db").rename(home / "progress.db")


@pytest.mark.parametrize(
    "words", ["due", "review --line", "undo", "reps", "config", "config set order due", "db backup"]
)
def test_a_home_that_cannot_be_read_is_trouble_with_the_store(words: str, home: Path) -> None:
    """Whatever file a command looks for first, progress or settings: exit 4 and its name."""
    home.mkdir(mode=0o000)
    try:
        done = subprocess.run(
            command(*words.split()),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            cwd=REPOSITORY,
            env={**os.environ, **small()},
            preexec_fn=obey_modes,
            timeout=120,
            check=False,
        )
    finally:
        home.chmod(0o755)
    assert (done.returncode, done.stdout) == (4, "")
    assert re.match(rf"quiz: {re.escape(str(home))}/(progress\.db|quiz\.toml): ", done.stderr)
    assert "Permission denied" in done.stderr
