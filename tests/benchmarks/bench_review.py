"""How a review feels at a terminal. Run by hand, never by CI:

    python -m tests.benchmarks.bench_review [--rounds 9] [--answers 100]

A real pseudo-terminal: from the command to the first prompt beside the smallest click program that
opens SQLite, and from a key to what it brings, beside a bare commit with the same settings.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from time import perf_counter

from quizkit.store.connection import connect
from tests.benchmarks.timing import Took, by_turns, percentile, run, table, write_smallest
from tests.cli.running import small
from tests.cli.screen import PROMPT, Terminal

BARE, REVEALED, RATED = "bare commit", "Space to the model answer", "rating to the next prompt"


def to_first_prompt(*arguments: str, env: Mapping[str, str]) -> Took:
    """Start a session and wait for its first prompt."""
    before, start = _children_ms(), perf_counter()
    with Terminal("review", *arguments, env=env) as screen:
        screen.wait_for("recall-two#" + PROMPT)
        wall = (perf_counter() - start) * 1000
    return Took(wall_ms=wall, cpu_ms=_children_ms() - before)


def _children_ms() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1000


def keys(folder: Path, answers: int, env: Mapping[str, str]) -> dict[str, list[float]]:
    """Miss one recall again and again, by turns with bare commits of a row.

    Each rating is a commit and shows the question anew.
    """
    took: dict[str, list[float]] = {name: [] for name in (BARE, REVEALED, RATED)}
    path = folder / "bare.db"
    path.touch()
    with closing(connect(path)) as connection:
        connection.execute("CREATE TABLE rows (one TEXT)")
    with Terminal("review", "--limit", "1", env=env) as screen:
        screen.wait_for("Space shows" + PROMPT)
        for _ in range(answers):
            for key, job, shows in ((" ", REVEALED, "Enter takes 4"), ("1", RATED, "Space shows")):
                start = perf_counter()
                screen.type(key)
                screen.wait_for(shows + PROMPT)
                took[job].append((perf_counter() - start) * 1000)
            start = perf_counter()
            commit(path)
            took[BARE].append((perf_counter() - start) * 1000)
    return took


def commit(path: Path) -> None:
    """One row, in a connection of its own, with the store's settings."""
    with closing(connect(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO rows VALUES (?)", ("x" * 400,))
        connection.execute("COMMIT")


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--answers", type=int, default=100)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        # Compiled Python is kept, as in an installation.
        env = small(QUIZ_HOME=str(folder / "home"), PYTHONDONTWRITEBYTECODE="")
        smallest = write_smallest(folder)
        took = by_turns(
            {
                "smallest": lambda: run(smallest, os.environ),
                "first prompt, keys": lambda: to_first_prompt(env=env),
                "first prompt, --accessible": lambda: to_first_prompt("--accessible", env=env),
            },
            chosen.rounds,
        )
        print(table(took, {name: "smallest" for name in took if name != "smallest"}))
        print(f"\n{'':34} {'p50 ms':>9} {'p99 ms':>9}")
        for job, times in keys(folder, chosen.answers, env).items():
            print(f"{job:34} {percentile(times, 0.5):9.1f} {percentile(times, 0.99):9.1f}")


if __name__ == "__main__":
    main()
