"""How fast `quiz stats` is, and how it grows with the log. Run by hand, never by CI:

    python -m tests.benchmarks.bench_stats [--questions 40000] [--events 10000,100000,1000000]

One learner has a card of every question; others have half as many again. Whole processes take
turns with the smallest program that opens a SQLite file and prints a row; medians are printed.
"""

from __future__ import annotations

import argparse
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from quizkit.reports.days import NO_RETENTION, NOTHING, Day, interval_group
from quizkit.store.database import SqliteFile, make_room
from quizkit.store.rows import day_parameters
from quizkit.store.statements import CARD_COLUMNS, EVENT_COLUMNS, WRITE_DAY

REPOSITORY = Path(__file__).resolve().parents[2]
PER_LESSON = 20
YEARS_DAYS = 3 * 365
COURSE = "bench"

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

STATE = '{"due_day":"2027-01-01","ease":236,"interval_days":15,"lapses":0,"repetitions":3}'
ASKED = '{"key":"3/2","shown":["7B","8"],"tolerance":{"rel":"1/200"},"unit":"bytes/param"}'


def write_course(folder: Path, questions: int) -> None:
    """A course of so many plain questions, twenty to a lesson."""
    (folder / "lessons").mkdir(parents=True)
    header = [f"id: {COURSE}", "title: Bench", "objectives:"]
    header += [f"  - {{id: objective-{number}, text: An objective.}}" for number in range(20)]
    (folder / "course.yaml").write_text("\n".join(header) + "\n", encoding="utf-8")
    for lesson in range(questions // PER_LESSON):
        lines = [
            f"id: lesson-{lesson:04d}", f"number: {lesson + 1}", f"title: Lesson {lesson}",
            f"objective: objective-{lesson % 20}", "practice:",
        ]  # fmt: skip
        for number in range(PER_LESSON):
            lines += [
                f"  - id: question-{number:02d}",
                f"    prompt: How many is {number}?",
                f"    answer: {{kind: number, value: {number}, unit: plain, tolerance: exact}}",
            ]
        path = folder / "lessons" / f"{lesson:04d}.yaml"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def refs(questions: int) -> list[str]:
    """The questions of that course."""
    return [
        f"lesson-{number // PER_LESSON:04d}/question-{number % PER_LESSON:02d}"
        for number in range(questions)
    ]


def fill(path: Path, names: list[str], events: int, today: date) -> None:
    """Rows as a learner of three years leaves them, written past the log's own door for speed."""
    make_room(path)
    with SqliteFile(path).writing():
        pass
    dice = random.Random(7)
    days: dict[date, Day] = {}
    first = today - timedelta(days=YEARS_DAYS)

    def rows() -> Iterator[tuple[object, ...]]:
        ordinals: dict[str, int] = {}
        for number in range(events):
            day = first + timedelta(days=number * YEARS_DAYS // events)
            name = names[dice.randrange(len(names))]
            ordinal = ordinals[name] = ordinals.get(name, 0) + 1
            right, interval = dice.random() < 0.85, dice.choice((1, 6, 15, 36, 90, 220, 400))
            mistake = dice.choice(("sign", "devices=1", "power-of-ten")) if not right else None
            retention = list(NO_RETENTION)
            retention[interval_group(interval)] = (1, int(right))
            took = dice.randint(2000, 60_000)
            days[day] = days.get(day, NOTHING) + Day(
                reviews=1, recalled=int(right), elapsed_ms=took, retention=tuple(retention)
            )
            at_ms = int(datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp()) * 1000
            yield (
                number + 1, number.to_bytes(16, "big"), "me", COURSE, name, ordinal, "review", None,
                day.isoformat(), at_ms, 0, "Etc/UTC", 4, 4 if right else 2, "rating/1", "sm2",
                STATE, STATE, None, number, "0123456789ab", None, ASKED, "1.5",
                '{"state":"value","value":"3/2"}', "right" if right else "mistake",
                "1" if right else "0", mistake, 0, "due", took,
            )  # fmt: skip

    def cards(learner: str, some: list[str]) -> Iterator[tuple[object, ...]]:
        for name in some:
            due = today + timedelta(days=dice.randint(-3, 200))
            misses = dice.choice((0, 0, 1, 2, 5))
            yield (
                learner, COURSE, name, 3, 15, 236, due.isoformat(), misses // 2, 0, None,
                first.isoformat(), today.isoformat(), 25, 25, misses, 25, 1,
            )  # fmt: skip

    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        marks = ", ".join("?" * len(EVENT_COLUMNS))
        connection.executemany(f"INSERT INTO events VALUES ({marks})", rows())
        marks = ", ".join("?" * len(CARD_COLUMNS))
        connection.executemany(f"INSERT INTO cards VALUES ({marks})", cards("me", names))
        others = int(len(names) * 1.5)
        for learner in range(3):
            part = names[: others // 3]
            connection.executemany(
                f"INSERT INTO cards VALUES ({marks})", cards(f"l{learner}", part)
            )
        connection.executemany(
            WRITE_DAY, (day_parameters(done, "me", COURSE, day) for day, done in days.items())
        )
        connection.commit()


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
    parser.add_argument("--questions", type=int, default=40_000)
    parser.add_argument("--events", default="10000,100000,1000000")
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    os.chdir(REPOSITORY)
    today = datetime.now(UTC).date()
    print("| events | what | wall s | processor s | x smallest |")
    print("| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as place:
        course = Path(place) / "course"
        write_course(course, chosen.questions)
        for events in map(int, chosen.events.split(",")):
            home = Path(place) / f"home-{events}"
            home.mkdir()
            fill(home / "progress.db", refs(chosen.questions), events, today)
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


if __name__ == "__main__":
    main()
