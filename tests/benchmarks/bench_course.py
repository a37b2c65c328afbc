"""How long a large course takes to load. Run by hand, never by CI:

    python -m tests.benchmarks.bench_course [--lessons 2000] [--rounds 3]

A course of lessons with twenty questions is compiled from nothing, opened unchanged, and opened
after one lesson was edited, by turns with libyaml composing the same files with positions.
"""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter

import yaml

from quizkit.store.index import open_library
from tests.benchmarks.make_large import write_course
from tests.benchmarks.timing import Took, by_turns, table


def compose(folder: Path) -> None:
    """Compose every lesson, keeping none: the nodes have line and column."""
    for path in sorted((folder / "lessons").iterdir()):
        yaml.compose(path.read_bytes(), yaml.CSafeLoader)


def took(call: Callable[[], object]) -> Took:
    """What one call takes, and the processes that it starts."""
    gc.collect()
    cpu, wall = _cpu_s(), perf_counter()
    call()
    return Took(wall_ms=(perf_counter() - wall) * 1000, cpu_ms=(_cpu_s() - cpu) * 1000)


def _cpu_s() -> float:
    mine, others = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + others.ru_utime + others.ru_stime


def main() -> None:
    """Print the table."""
    words = argparse.ArgumentParser(description="Measure how long a large course takes to load.")
    words.add_argument("--lessons", type=int, default=2000)
    words.add_argument("--rounds", type=int, default=3)
    chosen = words.parse_args()
    with tempfile.TemporaryDirectory() as name:
        course, cache, fresh = Path(name) / "course", Path(name) / "cache", Path(name) / "fresh"
        write_course(course, chosen.lessons)
        long_ago = time.time_ns() - 3600 * 10**9
        for path in course.rglob("*.yaml"):
            os.utime(path, ns=(long_ago, long_ago))
        open_library([course], cache)
        edited = course / "lessons" / "0007.yaml"
        times = iter(range(1, 1000))

        def first() -> Took:
            shutil.rmtree(fresh, ignore_errors=True)
            return took(lambda: open_library([course], fresh))

        def edit() -> Took:
            text = edited.read_text(encoding="utf-8")
            edited.write_text(text + f"# {next(times)}\n", encoding="utf-8")
            settled = long_ago + next(times)
            os.utime(edited, ns=(settled, settled))
            return took(lambda: open_library([course], cache))

        jobs = {
            "libyaml compose with positions": lambda: took(lambda: compose(course)),
            "first load": first,
            "one lesson edited": edit,
            "unchanged start": lambda: took(lambda: open_library([course], cache)),
        }
        base = "libyaml compose with positions"
        against = {name: base for name in jobs if name != base}
        print(table(by_turns(jobs, chosen.rounds), against))


if __name__ == "__main__":
    main()
