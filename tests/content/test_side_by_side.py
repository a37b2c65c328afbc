"""Work that is done in several processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path

import pytest

from quizkit.content.side_by_side import side_by_side

several = pytest.mark.skipif(
    sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2, reason="one processor"
)


def done(pieces: list[int], *, worth: int = 0) -> list[tuple[int, int]]:
    """Each piece doubled, and by which process."""
    with closing(side_by_side(doubled, pieces, [1] * len(pieces), worth=worth)) as results:
        return [*results]


def doubled(piece: int) -> tuple[int, int]:
    """Some work."""
    return piece * 2, os.getpid()


def doubled_with_luck(piece: int) -> tuple[int, int]:
    """Work of which one piece kills every process but the first."""
    if piece == 500 and os.getpid() != _FIRST:
        os.kill(os.getpid(), signal.SIGKILL)
    return doubled(piece)


def refused(piece: int) -> int:
    """Work that fails."""
    if piece == 70:
        raise OSError(f"not {piece}")
    return piece


_FIRST = os.getpid()


@several
@pytest.mark.parametrize("count", [2, 63, 1000])
def test_results_come_in_the_order_of_the_pieces(count: int) -> None:
    """Whichever process is done first, the first result is that of the first piece."""
    results = done([*range(count)])
    assert [result for result, _ in results] == [piece * 2 for piece in range(count)]
    assert os.getpid() not in {process for _, process in results}


def test_little_work_starts_no_process() -> None:
    """Starting processes takes longer than a little work."""
    assert done([1, 2, 3], worth=4) == [(2, os.getpid()), (4, os.getpid()), (6, os.getpid())]
    assert done([]) == []
    assert done([1]) == [(2, os.getpid())]


def test_a_process_with_threads_is_not_copied() -> None:
    """A copy could wait for ever for what another thread holds."""
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    try:
        assert {process for _, process in done([*range(100)])} == {os.getpid()}
    finally:
        end.set()
        thread.join()


@several
def test_a_process_that_dies_costs_no_result() -> None:
    """What it leaves undone is done by the first process."""
    pieces = [*range(1000)]
    results = [*side_by_side(doubled_with_luck, pieces, [1] * 1000, worth=0)]
    assert [result for result, _ in results] == [piece * 2 for piece in pieces]
    assert results[-1][1] == os.getpid()


HALF = """
import os, signal, subprocess
from quizkit.content.side_by_side import side_by_side
first = os.getpid()
def at_length(piece):
    if piece != 500 or os.getpid() == first:
        return b"short"
    # The first process hears nothing until this one has been killed in the middle of a word.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    subprocess.Popen(["sh", "-c", f"sleep 2; kill -CONT {first}"])
    os.kill(first, signal.SIGSTOP)
    signal.setitimer(signal.ITIMER_REAL, 1)
    return b"long" * 1_000_000
if __name__ == "__main__":
    print(len([*side_by_side(at_length, range(1000), [1] * 1000, worth=0)]))
"""


@several
def test_a_process_that_dies_in_the_middle_of_a_result_costs_none(tmp_path: Path) -> None:
    """Half a result is none, and nobody waits for the other half."""
    program = tmp_path / "program.py"
    program.write_text(HALF, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("1000\n", "")


@several
def test_an_error_of_the_work_comes_out() -> None:
    """It is raised at its piece, after the results before it."""
    results = side_by_side(refused, [*range(100)], [1] * 100, worth=0)
    assert [next(results) for _ in range(70)] == [*range(70)]
    with pytest.raises(OSError, match="not 70"):
        next(results)


@several
def test_stopping_early_ends_the_processes() -> None:
    """Whoever closes the results leaves no process behind."""
    results = side_by_side(doubled, [*range(1000)], [1] * 1000, worth=0)
    assert next(results)[0] == 0
    assert active_children()
    results.close()
    assert not active_children()


PROGRAM = """
import os, sys, time
from pathlib import Path
from quizkit.content.side_by_side import side_by_side
def slow(piece):
    Path(sys.argv[1], str(os.getpid())).touch()
    time.sleep(0.02)
    return piece
if __name__ == "__main__":
    for result in side_by_side(slow, range(2000), [1] * 2000, worth=0):
        pass
"""


@several
@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_no_process_outlives_the_first(tmp_path: Path, name: str) -> None:
    """However the first one is ended, the others are gone soon after it, without a word."""
    program, seen = tmp_path / "program.py", tmp_path / "seen"
    program.write_text(PROGRAM, encoding="utf-8")
    seen.mkdir()
    with subprocess.Popen(
        [sys.executable, program, seen], stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        while len([*seen.iterdir()]) < 2:
            time.sleep(0.01)
        if name == "SIGINT":
            os.killpg(running.pid, signal.SIGINT)  # as a terminal does at Ctrl-C
        else:
            running.send_signal(signal.Signals[name])
        # Ends when the last process that could write is gone.
        _, said = running.communicate(timeout=60)
    assert said.count("Traceback") == (1 if name == "SIGINT" else 0)
