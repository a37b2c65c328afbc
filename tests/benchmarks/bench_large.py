"""How the daily review fares beside a long past. Run by hand, never by CI:

    python -m tests.benchmarks.bench_large [--folder FOLDER] [--rounds 7] [--answers 2000]

40,000 questions, 100,000 cards, 1,000,000 events beside 200 questions, 500 cards, 5,000 events; the
same number is due in both. Then answers through the store beside bare commits of the same kind,
peak memory, and how the queue grows with what is due and with the past. With `--folder` what is
built (600 MB, in about a minute) stays there for the next time.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import sqlite3
import statistics
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from time import perf_counter

from quizkit.cli.counting import Sitting
from quizkit.scheduling.day import moment
from quizkit.session import Showing
from quizkit.store.connection import connect
from quizkit.store.index import open_library
from quizkit.store.store import Store
from tests.benchmarks.make_large import ASKED, COURSE, make, refs
from tests.benchmarks.timing import (
    by_turns,
    environment,
    percentile,
    quiz,
    run,
    run_alone,
    run_to_first_line,
    table,
)

DUE = 50
SIZES = {"small": (10, 500, 5_000), "large": (2_000, 100_000, 1_000_000)}


def starts(folder: Path, rounds: int) -> str:
    """First questions and counts of both stores by turns."""
    jobs, against = {}, {}
    for job, command, how in (
        ("quiz due", ["due"], run),
        ("first question", ["review", "--line"], run_to_first_line),
    ):
        for size in SIZES:
            environ = environment(
                QUIZ_HOME=str(folder / size / "home"), QUIZ_COURSE=str(folder / size / "course")
            )
            jobs[f"{job}, {size}"] = lambda how=how, command=command, environ=environ: how(
                [*quiz(), *command], environ
            )
        against[f"{job}, large"] = f"{job}, small"
    return table(by_turns(jobs, rounds), against)


def answers(folder: Path, count: int) -> str:
    """Answers through the store by turns with bare commits of one row and one update."""
    copy = folder / "answered.db"
    shutil.copyfile(folder / "large" / "home" / "progress.db", copy)
    os.sync()  # or the copy itself would still be on its way to the disk
    bare = folder / "bare.db"
    bare.unlink(missing_ok=True)
    bare.touch()
    with closing(connect(bare)) as connection:
        connection.execute("CREATE TABLE card (id INTEGER PRIMARY KEY, due TEXT)")
        connection.execute("CREATE TABLE review (id INTEGER PRIMARY KEY, card INTEGER, said TEXT)")
        connection.execute("INSERT INTO card VALUES (1, '')")
    store = Store.open_writing(copy, backups=folder, tell=print)
    now = moment(datetime.now(UTC), "Etc/UTC", 4)
    ours: list[float] = []
    theirs: list[float] = []
    with closing(connect(bare)) as connection:
        for number, ref in enumerate(refs(2_000)[: count * 7 : 7]):
            start = perf_counter()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO review (card, said) VALUES (1, ?)", (ASKED,))
            connection.execute("UPDATE card SET due = ?", (str(number),))
            connection.execute("COMMIT")
            theirs.append((perf_counter() - start) * 1000)
            shown = Showing(
                question=ref, seed=1, revision="0123456789ab", calculator=None, asked={"key": "1"},
                response="1", reading={"state": "value"}, verdict="right", score=Fraction(1),
                mistake=None, hint=False, elapsed_ms=1000,
                rows=store.card("me", COURSE, ref).rows,
            )  # fmt: skip
            start = perf_counter()
            store.answer(now, "me", COURSE, shown, 4)
            ours.append((perf_counter() - start) * 1000)
    copy.unlink()
    lines = []
    for words, share in (("p50", 0.5), ("p99", 0.99)):
        one, other = percentile(ours, share), percentile(theirs, share)
        lines.append(
            f"answer, {words}: {one:.1f} ms, bare commit {other:.1f} ms, {one - other:+.1f} ms"
        )
    return "\n".join(lines)


def memory(folder: Path) -> str:
    """Peak memory of a session that answers one question of the large store."""
    environ = environment(
        QUIZ_HOME=str(folder / "large" / "home"), QUIZ_COURSE=str(folder / "large" / "course")
    )
    _, peak_mb = run_alone([*quiz(), "review", "--line", "--limit", "3"], environ)
    return f"peak memory of a session: {peak_mb:.0f} MB"


def curve(folder: Path) -> str:
    """What planning costs when more is due, and when the past is longer."""
    lines = [f"{'events':>10} {'cards':>8} {'due':>6} {'plan ms':>8} {'rows of the log':>16}"]
    for size, (_, cards, events) in SIZES.items():
        database = folder / size / "home" / "progress.db"
        library = open_library([folder / size / "course"], folder / size / "home" / "cache")
        today = moment(datetime.now(UTC), "Etc/UTC", 4).study_day
        for later in (0, 2, 5, 10, 20):
            # The further the day, the more is due on it.
            now = Sitting(
                library=library, store=Store.open_reading(database), learner="me",
                today=today + timedelta(days=later), new_left=10, reviews_left=None,
                order="due", dice="", finished=database.with_name("cache") / "finished-curve.json",
            )  # fmt: skip
            planned = len(now.plan())
            took = statistics.median(_ms(now.plan) for _ in range(5))
            lines.append(
                f"{events:10,} {cards:8,} {planned - 10:6,} {took:8.1f} {_log(database):16,}"
            )
    return "\n".join(lines)


def _ms(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return (perf_counter() - start) * 1000


def _log(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        ((count,),) = connection.execute("SELECT max(id) FROM events").fetchall()
    return int(count)


def main() -> None:
    """Build what is missing and print the tables."""
    words = argparse.ArgumentParser(description="Measure the daily review beside a long past.")
    words.add_argument("--folder", type=Path)
    words.add_argument("--rounds", type=int, default=7)
    words.add_argument("--answers", type=int, default=2000)
    chosen = words.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = chosen.folder or Path(name)
        for size, (lessons, cards, events) in SIZES.items():
            make(folder / size, lessons=lessons, cards=cards, events=events, due=DUE)
        print(starts(folder, chosen.rounds))
        print(answers(folder, chosen.answers))
        print(memory(folder))
        print(curve(folder))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"(this benchmark itself took {peak} MB)")


if __name__ == "__main__":
    main()
