"""Run programs and functions by turns, and print their medians as a small table."""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

SMALLEST = """
import sqlite3, sys
import click
@click.command()
@click.argument("path")
def main(path):
    row = sqlite3.connect(path).execute("SELECT name FROM sqlite_master LIMIT 1").fetchone()
    click.echo(str(row))
main()
"""
"""The smallest click program that opens SQLite and prints one row."""


_LAUNCHER = """
import os, sys, time
silent = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0o600) for number in (0, 1, 2)]
began = time.perf_counter()
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=silent)
_, status, used = os.wait4(child, 0)
wall = time.perf_counter() - began
print(wall * 1000, (used.ru_utime + used.ru_stime) * 1000, used.ru_maxrss / 1024, status)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """Wall clock and processor time of one run."""

    wall_ms: float
    cpu_ms: float


def quiz() -> list[str]:
    """How the command is started: as it was installed beside this Python, else as a module."""
    found = shutil.which("quiz", path=sysconfig.get_path("scripts"))
    return [found] if found else [sys.executable, "-m", "quizkit"]


def environment(**changes: str) -> dict[str, str]:
    """This environment, with compiled Python kept as in an installation."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, **changes}


def run(command: Sequence[str], environ: Mapping[str, str]) -> Took:
    """Run a program to its end with no input; raises if it fails."""
    before, start = _children_ms(), perf_counter()
    subprocess.run(
        command, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True
    )
    return Took(wall_ms=(perf_counter() - start) * 1000, cpu_ms=_children_ms() - before)


def run_to_first_line(command: Sequence[str], environ: Mapping[str, str]) -> Took:
    """Run a program until its first line of output is there, then end it."""
    before, start = _children_ms(), perf_counter()
    with subprocess.Popen(
        command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        wall = (perf_counter() - start) * 1000
        running.kill()
        assert line, running.stderr.read() if running.stderr else ""
    return Took(wall_ms=wall, cpu_ms=_children_ms() - before)


def run_alone(command: Sequence[str], environ: Mapping[str, str]) -> tuple[Took, float]:
    """Run a program as `run` does; and its peak of memory in MB. Raises SystemExit if it fails.

    Started by a program that is itself small: a process counts what its parent held when it was
    started as memory of its own.
    """
    started = subprocess.run(
        [sys.executable, "-S", "-E", "-c", _LAUNCHER, *command],
        env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    wall, cpu, memory, status = started.stdout.split()
    if int(status):
        code = os.waitstatus_to_exitcode(int(status))
        raise SystemExit(f"{' '.join(command)} ended with {code}")
    return Took(wall_ms=float(wall), cpu_ms=float(cpu)), float(memory)


def _children_ms() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1000


def by_turns(jobs: Mapping[str, Callable[[], Took]], rounds: int) -> dict[str, Took]:
    """Each job's medians over so many rounds, after one that does not count."""
    got: dict[str, list[Took]] = {name: [] for name in jobs}
    for turn in range(rounds + 1):
        for name, job in jobs.items():
            took = job()
            if turn:
                got[name].append(took)
    return {
        name: Took(
            wall_ms=statistics.median(one.wall_ms for one in all_),
            cpu_ms=statistics.median(one.cpu_ms for one in all_),
        )
        for name, all_ in got.items()
    }


def table(took: Mapping[str, Took], against: Mapping[str, str]) -> str:
    """The medians, each beside how many times what it is held against it took."""
    lines = [f"{'':34} {'wall ms':>9} {'cpu ms':>9}"]
    for name, one in took.items():
        line = f"{name:34} {one.wall_ms:9.1f} {one.cpu_ms:9.1f}"
        if (other := against.get(name)) is not None:
            wall, cpu = one.wall_ms / took[other].wall_ms, one.cpu_ms / took[other].cpu_ms
            line += f"   {wall:.2f} x (cpu {cpu:.2f} x) {other}"
        lines.append(line)
    return "\n".join(lines)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed, by nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def write_smallest(folder: Path) -> list[str]:
    """The smallest program as a file and a database for it; how it is started."""
    import sqlite3

    program, database = folder / "smallest.py", folder / "smallest.db"
    program.write_text(SMALLEST, encoding="utf-8")
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE IF NOT EXISTS one (row TEXT)")
    connection.close()
    return [sys.executable, str(program), str(database)]
