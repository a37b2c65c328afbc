"""Turn the figures of a question into what staff should look at first, each in a sentence.

A flag is a question, not a verdict: what the class did makes the key, the tolerance or a set of
numbers doubtful.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from quizkit.autograde.alike import KEY
from quizkit.autograde.figures import Alike, Figures
from quizkit.autograde.items import Item
from quizkit.autograde.measures import wilson
from quizkit.numerals import decimal

Name = Literal["key", "tolerance", "numbers", "reversed"]

_FEWEST = 3
_NEAR_SHARE = Fraction(1, 10)
_EXAMPLES = 3
_SURE = Fraction(3)  # standard errors: among fifty sets of numbers, two would miss those of 95 %


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """What is doubtful: the `key`, the `tolerance`, some `numbers`, or the order of learners."""

    name: Name
    sentence: str


def flags(item: Item) -> tuple[Flag, ...]:
    """Everything doubtful about a question, the key first."""
    found = [*_key(item), *_tolerance(item.whole), *_numbers(item), *_reversed(item.whole)]
    return tuple(found)


def _key(item: Item) -> Iterator[Flag]:
    """A response that is not right, which more of the strong third gave than the right one.

    Those who gave it must also do better elsewhere than those who did not: otherwise it is a trap
    that many fall into, the strong less than the weak. A recall is graded by people, with no key.
    """
    if item.kind == "recall":
        return
    doubtful = _suspect(item.whole)
    if doubtful:
        yield Flag(name="key", sentence=doubtful)
        return
    for group in item.groups:
        doubtful = _suspect(group)
        if doubtful:
            yield Flag(name="key", sentence=f"with {numbers_words(group)}: {doubtful}")


def _suspect(figures: Figures) -> str:
    right = [one for one in figures.alike if one.is_right]
    strong_right = sum(one.thirds[2] for one in right if one.thirds)
    strong = sum(one.thirds[2] for one in figures.alike if one.thirds)
    for one in figures.alike:
        if one.is_right or one.near or one.thirds is None or one.standing is None:
            continue
        if one.thirds[2] < _FEWEST or one.thirds[2] <= strong_right:
            continue
        others = _standing([other for other in figures.alike if other is not one])
        if others is None or one.standing > others:
            return (
                f"the key looks wrong: of the {strong} strongest that answered, {one.thirds[2]} "
                f"gave {_named(one)}, {strong_right} the key"
            )
    return ""


def _standing(alike: list[Alike]) -> Fraction | None:
    """The mean standing of everybody in these groups."""
    known = [(one.standing, one.count) for one in alike if one.standing is not None]
    count = sum(count for _, count in known)
    return (
        sum((standing * count for standing, count in known), Fraction(0)) / count if count else None
    )


def _tolerance(figures: Figures) -> Iterator[Flag]:
    """Numbers that are all but right, graded otherwise, too many to be slips."""
    near = sum(count for _, count in figures.near)
    right = figures.verdicts["right"]
    if near >= _FEWEST and near >= _NEAR_SHARE * (near + right):
        examples = ", ".join(f'"{text}" ({count})' for text, count in figures.near[:_EXAMPLES])
        more = ", ..." if len(figures.near) > _EXAMPLES else ""
        yield Flag(
            name="tolerance",
            sentence=f"the tolerance rejects {near} that are all but right, beside {right} right: "
            f"{examples}{more}",
        )


def _numbers(item: Item) -> Iterator[Flag]:
    """Sets of numbers whose facility lies apart from that of all the others together."""
    known = [one.facility for one in item.groups if one.facility]
    points = sum((one.value * one.count for one in known), Fraction(0))
    learners = sum(one.count for one in known)
    for group in item.groups:
        mine = group.facility
        if mine is None or mine.count == learners:
            continue
        count = learners - mine.count
        others = (points - mine.value * mine.count) / count
        low, high = wilson(mine.value, mine.count, _SURE)
        if not low <= others <= high:
            word = "harder" if mine.value < others else "easier"
            yield Flag(
                name="numbers",
                sentence=f"{word} with {numbers_words(group)}: facility {decimal(mine.value, 2)} "
                f"({mine.count}) against {decimal(others, 2)} ({count})",
            )


def _reversed(figures: Figures) -> Iterator[Flag]:
    found = figures.discrimination
    if found is not None and found.high is not None and found.high < 0:
        yield Flag(
            name="reversed",
            sentence=f"the weak do better here than the strong: discrimination "
            f"{decimal(found.value, 2)}, at most {decimal(found.high, 2)}",
        )


def numbers_words(figures: Figures) -> str:
    """The numbers of a group in words: `params 7B, devices 8`."""
    return ", ".join(f"{name} {value}" for name, value in figures.numbers)


def _named(one: Alike) -> str:
    same = one.example.strip().casefold() == one.meaning
    return f'"{one.meaning}"' if same or one.meaning == KEY else f'{one.meaning} ("{one.example}")'
