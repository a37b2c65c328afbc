"""How fast `quiz stats` is, and how it grows with the log. Run by hand, never by CI:

    python -m tests.benchmarks.bench_stats [--lessons 2000] [--events 10000,100000,1000000]

Whole processes take turns with the smallest program that opens a SQLite file and prints a row;
medians are printed. There is a card for every ten events, two fifths of them the learner's.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.make_large import make

REPOSITORY = Path(__file__).resolve().parents[2]

SMALLEST = """
import sqlite3, sys
import click
@click.command()
@click.argument("path")
def main(path):
    row = sqlite3.connect(path).execute("SELECT count(*) FROM days").fetchone()
    click.echo(str(row[0]))
main()
"""


def took(command: list[str], home: Path, course: Path) -> tuple[float, float]:
    """Run a command to its end: seconds of wall and of processor."""
    env = {**os.environ, "QUIZ_HOME": str(home), "QUIZ_COURSE": str(course)}
    silent = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0o600) for number in (0, 1)]
    began = time.perf_counter()
    process = os.posix_spawn(command[0], command, env, file_actions=silent)
    _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime


def main() -> None:
    """Make the files, run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lessons", type=int, default=2000)
    parser.add_argument("--events", default="10000,100000,1000000")
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    os.chdir(REPOSITORY)
    print("| events | what | wall s | processor s | x smallest |")
    print("| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as place:
        course = Path(place) / "course"
        for events in map(int, chosen.events.split(",")):
            folder = Path(place) / str(events)
            folder.mkdir()
            if course.exists():
                (folder / "course").symlink_to(course)
            home = make(folder, lessons=chosen.lessons, cards=events // 10, events=events, due=50)
            if not course.exists():
                (folder / "course").rename(course)
            quiz = [sys.executable, "-m", "quizkit"]
            commands = {
                "smallest": [sys.executable, "-c", SMALLEST, str(home / "progress.db")],
                "quiz stats": [*quiz, "stats"],
                "quiz stats --json": [*quiz, "stats", "--json"],
                "quiz due": [*quiz, "due"],
            }
            for command in commands.values():
                took(command, home, course)  # the first one compiles the course
            found: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
            for _ in range(chosen.rounds):
                for name, command in commands.items():
                    found[name].append(took(command, home, course))
            smallest = statistics.median(wall for wall, _ in found["smallest"])
            for name, runs in found.items():
                wall = statistics.median(one for one, _ in runs)
                cpu = statistics.median(one for _, one in runs)
                print(f"| {events:,} | {name} | {wall:.3f} | {cpu:.3f} | {wall / smallest:.2f} |")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
