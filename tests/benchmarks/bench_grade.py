"""How fast `quiz grade` is beside a program that only copies the file. Run by hand, never by CI:

    python -m tests.benchmarks.bench_grade [--rows 1000000] [--rounds 3] [--scale]

Files are like those of a class: 60 % numbers, 30 % choices, 10 % texts, one row in twenty distinct,
and once with all rows distinct. Whole processes take turns; medians of wall and processor time, and
the peak of memory, are printed as a table, and what CSV takes beside Parquet. `--scale` shows
10,000 to 10,000,000 rows instead.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.timing import run_alone

REPOSITORY = Path(__file__).resolve().parents[2]
QUESTIONS = 50
SEEDS = 400

COPY = """
import csv, sys
with open(sys.argv[1], newline="", encoding="utf-8") as source:
    with open(sys.argv[2], "w", newline="", encoding="utf-8") as target:
        csv.writer(target).writerows(csv.reader(source))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one process took: seconds of wall and processor, MB at its peak."""

    wall: float
    cpu: float
    memory_mb: float


def write_course(folder: Path) -> None:
    """A course of fifty questions: numbers drawn by a calculator, choices and texts."""
    (folder / "lessons").mkdir(parents=True)
    small = (REPOSITORY / "tests/courses/small/course.yaml").read_text(encoding="utf-8")
    (folder / "course.yaml").write_text(small, encoding="utf-8")
    lines = [
        "id: bench", "number: 1", "title: Bench", "summary: Bench.", "objective: try-out",
        "sources: [nowhere]", "notes: |", "  Nothing.", "practice:",
    ]  # fmt: skip
    for number in range(QUESTIONS):
        lines.append(f"  - id: question-{number}")
        lines.append(f"    prompt: Question {number}?")
        if number % 10 < 6:
            lines += [
                "    given:",
                "      calculator: zero",
                "      ask: optimizer_bytes_per_param",
                "      values: {params: [1.5B, 7B, 13B], devices: [8, 16, 32, 64], stage: [1]}",
                "      example: {params: 7B, devices: 8, stage: 1}",
                "    answer: {kind: number, unit: bytes/param, tolerance: {rel: 0.5%}}",
                "    mistakes:",
                "      - {instead: {devices: 1}, say: That is the whole optimizer state.}",
            ]
        elif number % 10 < 9:
            lines += ["    answer:", "      kind: choice", "      options:"]
            for option in ("first", "second", "third", "fourth"):
                right = ", right: true" if option == "third" else ""
                say = f"You chose the {option} option, and this says why or why not."
                lines.append(
                    f"        - {{id: {option}, text: The {option} one{right}, say: {say!r}}}"
                )
        else:
            lines += ["    answer: {kind: text, accept: [reduce-scatter, all-gather]}"]
    (folder / "lessons" / "01-bench.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def responses(dice: random.Random) -> Iterator[tuple[str, int, str]]:
    """Endless distinct responses: question, seed, text."""
    numbers = ("{:.4g}", "{:.5g} bytes/param", "{:.3e}", "{:.6f}", "{:.3f} B/param")
    letters = ("{}", "{}", "({})", "{})", "{}.", "{} ", " {}", "{}:")
    options = ("first", "second", "third", "fourth", "The first one", "the third one")
    words = ("reduce-scatter", "all-gather", "Reduce-Scatter", "all gather", "broadcast", "scatter")
    while True:
        number, seed = dice.randrange(QUESTIONS), dice.randrange(SEEDS)
        if number % 10 < 6:
            value = (
                12 / dice.choice((1, 4, 8, 16, 32, 64)) if dice.random() < 0.6 else dice.random()
            )
            text = dice.choice(numbers).format(value * (1 + dice.random() * 1e-2))
        elif number % 10 < 9:
            letter = dice.choice(letters).format(dice.choice("abcdABCD"))
            text = dice.choice((letter, letter, dice.choice(options)))
        else:
            text = " ".join(dice.choices(words, k=dice.choice((1, 1, 2, 3))))
        yield f"bench/question-{number}", seed, text


def write_answers(path: Path, rows: int, distinct: float) -> None:
    """A file of submissions, of which about so large a share are distinct."""
    dice = random.Random(12)
    wanted = max(1, int(rows * distinct))
    seen: dict[tuple[str, int, str], None] = {}
    for one in responses(dice):
        seen[one] = None
        if len(seen) >= wanted:
            break
    pool = list(seen)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["learner", "question", "seed", "response"])
        for row in range(rows):
            one = pool[row] if distinct == 1 else dice.choice(pool)
            writer.writerow((f"s{dice.randrange(20_000):05d}", *one))


def run(command: Sequence[str], course: Path) -> Run:
    """Run a command to its end; everything it prints is dropped."""
    env = {**os.environ, "QUIZ_COURSE": str(course), "QUIZ_HOME": str(course / "home")}
    took, memory_mb = run_alone(command, env)
    return Run(wall=took.wall_ms / 1000, cpu=took.cpu_ms / 1000, memory_mb=memory_mb)


def compare(
    commands: dict[str, Sequence[str]], course: Path, rounds: int, rows: int
) -> dict[str, list[Run]]:
    """Let the commands take turns and print a table; the first is the measure of the others."""
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].append(run(command, course))
    print("| what | wall s | processor s | x first | rows/s | MB |")
    print("| --- | --- | --- | --- | --- | --- |")
    first = 0.0
    for name, own in runs.items():
        wall = statistics.median(one.wall for one in own)
        cpu = statistics.median(one.cpu for one in own)
        memory = max(one.memory_mb for one in own)
        first = first or cpu
        print(
            f"| {name} | {wall:.2f} | {cpu:.2f} | {cpu / first:.2f} | {rows / wall:,.0f} "
            f"| {memory:.0f} |"
        )
    sys.stdout.flush()
    return runs


def times(one: Sequence[Run], other: Sequence[Run]) -> str:
    """How many times as long one takes as the other: medians of the rounds."""
    wall = statistics.median(a.wall / b.wall for a, b in zip(one, other, strict=True))
    cpu = statistics.median(a.cpu / b.cpu for a, b in zip(one, other, strict=True))
    return f"{wall:.2f} x the wall time, {cpu:.2f} x the processor time"


def grading(source: Path, target: Path, *more: str) -> list[str]:
    """The command that grades one file into another."""
    return [sys.executable, "-m", "quizkit", "grade", str(source), "-o", str(target), *more]


def to_parquet(source: Path) -> Path:
    """The same submissions as Parquet, every column text."""
    import pyarrow
    from pyarrow import csv as arrow_csv
    from pyarrow import parquet

    texts = dict.fromkeys(("learner", "question", "seed", "response"), pyarrow.string())
    options = arrow_csv.ConvertOptions(column_types=texts)
    target = source.with_suffix(".parquet")
    parquet.write_table(arrow_csv.read_csv(source, convert_options=options), target)
    return target


def main() -> None:
    """Make the files, run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scale", action="store_true")
    chosen = parser.parse_args()
    os.chdir(REPOSITORY)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        course = folder / "course"
        write_course(course)
        if chosen.scale:
            for rows in (10**4, 10**5, 10**6, 10**7):
                source = folder / f"{rows}.csv"
                write_answers(source, rows, 50_000 / 10**6 if rows < 10**6 else 50_000 / rows)
                print(f"\n{rows:,} rows")
                compare(
                    {"quiz grade": grading(source, folder / "out.csv", "--jobs", "1")},
                    course, 1, rows,
                )  # fmt: skip
                source.unlink()
            return
        for title, distinct in (("one row in twenty distinct", 0.05), ("all rows distinct", 1.0)):
            source = folder / "answers.csv"
            write_answers(source, chosen.rows, distinct)
            columns = to_parquet(source)
            print(f"\n{chosen.rows:,} rows, {title}")
            runs = compare(
                {
                    "copy by csv": [
                        sys.executable, "-c", COPY, str(source), str(folder / "copy.csv"),
                    ],
                    "CSV to CSV, one process": grading(source, folder / "a.csv", "--jobs", "1"),
                    "CSV to CSV": grading(source, folder / "b.csv"),
                    "Parquet to Parquet, one process": grading(
                        columns, folder / "c.parquet", "--jobs", "1"
                    ),
                    "JSON lines from CSV": grading(source, folder / "d.jsonl", "--jobs", "1"),
                },
                course, chosen.rounds, chosen.rows,
            )  # fmt: skip
            by_csv = runs["CSV to CSV, one process"]
            by_parquet = runs["Parquet to Parquet, one process"]
            print(f"\nCSV beside Parquet: {times(by_csv, by_parquet)}")


if __name__ == "__main__":
    main()
