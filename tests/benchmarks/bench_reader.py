"""How fast one answer is read and graded. Run by hand, never by CI:

    python -m tests.benchmarks.bench_reader [--rounds 15]

Beside each other in one run: `Fraction(text)` for plain decimals (the floor: an exact number and
nothing else), reading and grading the same decimals, the answers that people really type, pint
(only if it is installed), thousands of different numbers as other programs' graders are measured
with, and the slowest strings of 200 characters that are known. Medians over rounds, of processor
time.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from quizkit.autograde.batch import Grader
from quizkit.content.model import NumberAnswer, Question, Relative
from quizkit.grading.grade import grade
from quizkit.grading.reader import Expected, read_number
from quizkit.variants import Variant, make_variant

GOLDEN = Path(__file__).parents[1] / "golden" / "answer_strings.csv"
LOOPS = 200
DISTINCT = 5_000
DECIMALS = ("1.5", "31.40625", "120", "4.1875", "0.375", "48.75", "7", "208", "1.4583", "16")
WORST = {
    "digits": "9" * 200,
    "points": "1." * 100,
    "grouped": "1" + " 000" * 49 + ",5",
    "brackets": "(" * 20 + "1" + ")" * 20 + "*(" * 30,
    "powers": "+".join(["9^400", "1/7^400", "3^800"] * 10)[:199],
    "long fractions": "+".join(f"1/{prime}^99" for prime in (3, 7, 11, 13, 17, 19, 23, 29) * 3)[
        :199
    ],
    "products": "*".join(["1.234567e-99"] * 15)[:199],
    "sums": "1+" * 99 + "1",
    "large and small": "1e400+1e-400*" * 15 + "1",
    "superscripts": "2" + "⁹" * 199,
    "letters": "1 " + "e" * 198,
    "units": "1 " + "B/param " * 24,
    "echo": "1 GB (= " + "(= " * 60 + ")",
    "blanks": "1" + " " * 197 + "GB",
    "dates": "may " * 50,
    "unicode": "１" * 200,
    "signs": "-" * 200,
    "a second line": "1" * 198 + "\n2",
}


def variant(unit: str, key: str) -> Variant:
    answer = NumberAnswer(unit=unit, tolerance=Relative(Fraction(1, 200)), value=Fraction(key))
    return make_variant(
        Question(
            id="q1", lesson="bench", part="practice", prompt="?", answer=answer, revision="0" * 12
        ),
        0,
    )


def microseconds(work: Callable[[], object], rounds: int, loops: int = LOOPS) -> float:
    """The median over rounds of what one call takes."""
    taken = []
    for _ in range(rounds):
        begin = time.process_time()
        for _ in range(loops):
            work()
        taken.append((time.process_time() - begin) / loops)
    return statistics.median(taken) * 1e6


def real_answers() -> list[tuple[Variant, str]]:
    """Every agreed answer that is read as a value, with a question that has it for its key."""
    with GOLDEN.open(newline="", encoding="utf-8") as file:
        return [
            (variant(row["unit"], row["value"]), row["typed"])
            for row in csv.DictReader(file)
            if row["state"] == "value" and not row["setting"]
        ]


def distinct_numbers(count: int, kinds: str, seed: int = 1) -> list[str]:
    """Different numbers from -1000 to 1000, times 10^-8 to 10^8 where they are written with one.

    `kinds` has a letter for each part of them: integers, four figures, scientific, with a unit.
    """
    dice = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        kind, size = dice.choice(kinds), dice.uniform(-1000, 1000)
        if kind == "i":
            text = str(int(size * 1000))
        elif kind == "f":
            text = f"{size:.6g}"
        elif kind == "s":
            text = f"{size * 10 ** dice.randint(-8, 8):.3e}"
        else:
            text = f"{size:.4g} {dice.choice(('MB', 'GB', 'kB', 'MiB'))}"
        found[text] = None
    return list(found)


def distinct_rows(count: int, rounds: int) -> Iterator[tuple[str, float]]:
    """What one of many different numbers takes: as an exact number, for the terminal, in bulk."""
    for title, kinds, unit in (
        ("plain numbers", "iiiiffffss", "plain"),
        ("one in ten with a unit", "iiiifffssu", "MB"),
        ("all with a unit", "u", "MB"),
    ):
        texts = distinct_numbers(count, kinds)
        asked = variant(unit, "981/100")
        ways: dict[str, Callable[[str], object]] = {
            "graded for the terminal": partial(grade, asked),
            "graded in bulk": partial(Grader({asked.ref: asked.question}).row, asked.ref, "1"),
        }
        if unit == "plain":
            ways = {"Fraction(text)": Fraction, **ways}
        for way, work in ways.items():
            yield f"{way}, {title}", microseconds(partial(each, work, texts), rounds, 1) / count


def each(work: Callable[[str], object], texts: Sequence[str]) -> None:
    for text in texts:
        work(text)


def pint_answer() -> Callable[[str], object] | None:
    """What pint does for one answer with a unit: parse, look at the kind, convert."""
    try:
        pint: Any = importlib.import_module("pint")
    except ImportError:
        return None
    registry = pint.UnitRegistry()

    def work(text: str) -> object:
        quantity = registry.Quantity(text)
        return quantity.check("[]") and quantity.to("gigabyte").magnitude

    return work


def row(name: str, taken: float, floor: float, wanted: str = "") -> None:
    print(f"{name:46} {taken:9.2f} us {taken / floor:8.2f} x  {wanted}")


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args(argv).rounds

    gigabytes, expected = variant("GB", "120"), Expected(unit="GB")
    floors, reads, grades = [], [], []
    for text in DECIMALS:
        floors.append(microseconds(lambda text=text: Fraction(text), rounds))  # type: ignore[misc]
        reads.append(
            microseconds(lambda text=text: read_number(text, expected), rounds)  # type: ignore[misc]
        )
        grades.append(
            microseconds(lambda text=text: grade(gigabytes, text), rounds)  # type: ignore[misc]
        )
    floor = statistics.median(floors)
    row("Fraction(text), plain decimals", floor, floor)
    row("read_number, plain decimals", statistics.median(reads), floor)
    row("read and graded, plain decimals", statistics.median(grades), floor, "at most 3 x")

    answers = real_answers()
    taken = {
        text: microseconds(lambda text=text, asked=asked: grade(asked, text), rounds, 50)  # type: ignore[misc]
        for asked, text in answers
    }
    row(f"median of {len(answers)} real answers, graded", statistics.median(taken.values()), floor,
        "at most 6 x")  # fmt: skip
    slowest = max(taken, key=lambda text: taken[text])
    row(f"slowest of them: {slowest}", taken[slowest], floor)

    pint = pint_answer()
    sizes = [f"{text} GB" for text in DECIMALS]
    ours = microseconds(lambda: [grade(gigabytes, text) for text in sizes], rounds, 20) / 10
    row("decimals with a unit, graded", ours, floor)
    if pint is None:
        print("pint is not installed: no comparison")
    else:
        theirs = microseconds(lambda: [pint(text) for text in sizes], rounds, 2) / 10
        row("pint: parsed, checked, converted", theirs, floor)
        print(f"{'':46} {theirs / ours:9.1f} times our time; at least 10 wanted")

    print(f"\n{DISTINCT:,} different numbers")
    for title, taken_each in distinct_rows(DISTINCT, rounds):
        row(title, taken_each, floor)
    print()

    worst = {
        name: microseconds(lambda text=text: read_number(text[:199], expected), 3, 3)  # type: ignore[misc]
        for name, text in WORST.items()
    }
    name = max(worst, key=lambda name: worst[name])
    row(f"slowest of {len(worst)} hostile strings: {name}", worst[name], floor, "under 10 000 us")


if __name__ == "__main__":
    main()
