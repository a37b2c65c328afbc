"""A long run against the reader: `python -m tests.fuzz_reader 10000000 [SEED]`.

Strings are built by a grammar of answers, mutated, and drawn from Unicode. For each one nothing may
raise, nothing may take long, the second reader agrees where it has an opinion, the glance agrees
with the grammar, and the echo reads as the same value. Prints what it found; exit 1 if anything.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

from quizkit.grading.reader import Ambiguous, Expected, Unreadable, Value, read_number, read_slowly
from tests.grading.oracle import opinion
from tests.strategies import UNIT_NAMES, UNITS

STALL_S = 0.01
PIECES = list(" .,-−–+*/^()%xXeEBGMKToOl'_·×÷⁄:=~?½¾²³⁹⁻\u200b\u00a0\u202e\n٣٫٬１")
SIGNS = ["+", "-", "*", "/", " + ", " - ", " * ", " / ", "^", "×", "x", " ", "−", "–", "**", ":"]
BEFORE = ["", "", "", "", "", "~", "about ", "= ", "+", "-", "- ", " ", "ca. ", "x"]
MARKS = [",", ".", " ", "'", "_", "\u00a0", "٬"]
POWERS = ["e", "E", "e+", "e-", " e", "x10^", "×10^", "*10^", "·10^", " x 10", "e−"]


def decimal(dice: random.Random) -> str:
    text = str(dice.randrange(10 ** dice.randrange(1, 8)))
    if dice.random() < 0.5:
        text += "." + "".join(dice.choices("0123456789", k=dice.randrange(1, 6)))
    return text


def marked(dice: random.Random) -> str:
    groups = ["".join(dice.choices("0123456789", k=dice.randrange(1, 5))) for _ in range(3)]
    return dice.choice(MARKS).join(groups[: dice.randrange(2, 4)])


def grouped(dice: random.Random) -> str:
    text = f"{dice.randrange(1000, 10**10):,}".replace(",", dice.choice(MARKS))
    return text + dice.choice(["", "", ".5", ",5", ".25", ",125", ".000"])


def expression(dice: random.Random, depth: int = 0) -> str:
    roll = dice.random()
    if depth > 3 or roll < 0.4:
        return dice.choice([decimal(dice), str(dice.randrange(100)), "½", "10", "1", "1 1/2"])
    if roll < 0.5:
        return f"({expression(dice, depth + 1)})"
    return expression(dice, depth + 1) + dice.choice(SIGNS) + expression(dice, depth + 1)


def number(dice: random.Random) -> str:
    match dice.randrange(7):
        case 0 | 1:
            return decimal(dice)
        case 2:
            return marked(dice)
        case 3:
            return grouped(dice)
        case 4:
            mantissa = dice.choice([decimal, marked])(dice)
            return mantissa + dice.choice(POWERS) + str(dice.randrange(-20, 420))
        case 5:
            return f"{dice.randrange(100)}{dice.choice(['/', ' / ', '⁄'])}{dice.randrange(100)}"
    return expression(dice)


def response(dice: random.Random) -> str:
    if dice.random() < 0.05:
        roll = dice.random()
        if roll < 0.3:
            return "".join(dice.choices(PIECES, k=dice.randrange(220)))
        if roll < 0.7:  # long rows of the same, where searching back would be slow
            piece = "".join(dice.choices([*PIECES, *"0123456789"], k=dice.randrange(1, 5)))
            return (piece * 200)[: dice.randrange(180, 200)] + dice.choice(PIECES)
        return "".join(chr(dice.randrange(1, 0x2FFF)) for _ in range(dice.randrange(40)))
    text = dice.choice(BEFORE) + number(dice)
    text += dice.choice(["", " ", "\u00a0", "  "]) + dice.choice(UNIT_NAMES)
    while dice.random() < 0.3:
        at = dice.randrange(len(text) + 1)
        text = text[:at] + dice.choice([*PIECES, ""]) + text[at + dice.randrange(3) :]
    if dice.random() < 0.05:
        zero = ord(dice.choice("٠۰०０𝟎"))
        text = "".join(chr(zero + int(char)) if char in "0123456789" else char for char in text)
    return text


def processor_time(text: str, expected: Expected) -> float:
    """What reading the text takes; not by the wall, since on a busy machine everything stalls."""
    begin = time.process_time()
    read_number(text, expected)
    return time.process_time() - begin


def faults(text: str, expected: Expected) -> list[str]:
    """What is wrong with how this text is read."""
    reading = read_number(text, expected)
    took = processor_time(text, expected)
    if took > STALL_S:  # the collector of garbage has its turns too
        took = min(processor_time(text, expected) for _ in range(3))
    if took > STALL_S:
        return [f"took {took * 1000:.1f} ms of processor time"]
    found = []
    if read_slowly(text, expected) != reading:
        found.append("a glance differs from the grammar")
    if isinstance(reading, Value):
        again = read_number(reading.read_as, expected)
        same = isinstance(again, Value) and (again.number, again.unit, again.read_as) == (
            reading.number, reading.unit, reading.read_as,
        )  # fmt: skip
        if not same:
            found.append(f"the echo {reading.read_as!r} reads otherwise: {again}")
    if expected.unit_rule != "forbidden":
        simple = opinion(
            text,
            expected.unit,
            required=expected.unit_rule == "required",
            comma=expected.decimal_comma,
            figures=expected.written_sigfigs or 0,
        )
        own: object = "ask" if isinstance(reading, Ambiguous | Unreadable) else "blank"
        if isinstance(reading, Value):
            own = ("value", reading.number, reading.unit)
        if simple is not None and simple != own:
            found.append(f"the second reader says {simple}, the reader {own}")
    return found


def main(count: int, seed: int) -> int:
    dice = random.Random(seed)
    states: Counter[str] = Counter()
    bad = 0
    for done in range(count):
        text = response(dice)
        expected = Expected(
            unit=dice.choice(UNITS),
            unit_rule=dice.choice(["optional", "optional", "required", "forbidden"]),
            decimal_comma=dice.random() < 0.2,
            written_sigfigs=3 if dice.random() < 0.2 else None,
        )
        try:
            found = faults(text, expected)
            states[read_number(text, expected).state] += 1
        except Exception as error:
            found = [f"raised {type(error).__name__}: {error}"]
        for fault in found:
            bad += 1
            print(f"{text!r} under {expected}: {fault}", flush=True)
        if done % 100_000 == 99_999:
            print(f"{done + 1} strings, {bad} faults, {dict(states)}", file=sys.stderr, flush=True)
    print(f"{count} strings, {bad} faults, {dict(states)}")
    return 1 if bad else 0


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(given[0] if given else 100_000, given[1] if len(given) > 1 else 1))
