"""Turn the figures of a question into what staff should look at first, each in a sentence.

A flag is a question, not a verdict: what the class did makes the key, the tolerance or a set of
numbers doubtful.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Literal

from quizkit.autograde.figures import Alike, Figures
from quizkit.autograde.intervals import errors_from_0, root
from quizkit.autograde.items import Item
from quizkit.autograde.luck import luck
from quizkit.autograde.measures import Scatter
from quizkit.autograde.quoting import named, quoted
from quizkit.numerals import decimal

Name = Literal["key", "tolerance", "numbers", "reversed"]

_FEWEST = 3
_FEW_OF_STRONG = Fraction(1, 10)
_NEAR_SHARE = Fraction(1, 10)
_EXAMPLES = 3
# Of simulated classes of 30 with 20 sound questions (two-parameter logistic) 16 in 100 had a key
# blamed falsely, and 73 of 100 wrong keys were found; without these bounds 61, and 83. Each set of
# numbers is a further chance of a false alarm, so there it must be surer.
_BETTER, _BETTER_IN_SET = Fraction(1), Fraction(2)  # standard errors
_MORE_OF_STRONG = Fraction("2.5")
_CHANCE = Fraction(1, 100)  # of naming any of a question's sets of numbers if all are as hard


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

    It must also suit the class better than the key does: otherwise it is a trap that many fall
    into, or chance. A recall is graded by people, with no key.
    """
    if item.kind == "recall":
        return
    doubtful = _suspect(item.whole, _BETTER)
    if doubtful:
        yield Flag(name="key", sentence=doubtful)
        return
    for group in item.groups:
        doubtful = _suspect(group, _BETTER_IN_SET)
        if doubtful:
            yield Flag(name="key", sentence=f"with {numbers_words(group)}: {doubtful}")


def _suspect(figures: Figures, sure: Fraction) -> str:
    right = [one for one in figures.alike if one.is_right]
    strong_right = sum(one.thirds[2] for one in right if one.thirds)
    strong = sum(one.thirds[2] for one in figures.alike if one.thirds)
    # Where everybody says something else, some few always agree by chance.
    fewest = max(_FEWEST, ceil(_FEW_OF_STRONG * strong))
    for one in figures.alike:
        if one.is_right or one.near or one.thirds is None:
            continue
        if one.thirds[2] < fewest or one.thirds[2] <= strong_right:
            continue
        if _is_better(one, right, figures.standings, sure):
            return (
                f"the key looks wrong: of the {strong} strongest that answered, {one.thirds[2]} "
                f"gave {named(one)}, {strong_right} the key"
            )
    return ""


def _is_better(one: Alike, right: list[Alike], standings: Scatter | None, sure: Fraction) -> bool:
    """Whether a response as the key would tell the strong from the weak better than the key does.

    By so many standard errors: of the correlation of standings with what the two keys score
    differently (item analyses name a key where a wrong option correlates better than it), or else
    of how many of the strong gave each, if those who gave it do no worse elsewhere.
    """
    mine, mine_sum = _placed([one])
    keyed, keyed_sum = _placed(right)
    if standings is None:
        return False
    count = standings.count
    if mine == count:  # there is nobody who gave something else to tell them from
        return True
    tilt = Fraction(mine - keyed, count)
    covariance = (mine_sum - keyed_sum) / count - tilt * standings.mean
    if covariance <= 0:
        return False
    product = (Fraction(mine + keyed, count) - tilt * tilt) * standings.variance
    if errors_from_0(root(covariance * covariance / product), count) > sure:
        return True
    strong, strong_right = (
        sum(own.thirds[2] for own in group if own.thirds) for group in ([one], right)
    )
    return (strong - strong_right) ** 2 > _MORE_OF_STRONG**2 * (strong + strong_right) and (
        not keyed or mine_sum * keyed >= keyed_sum * mine
    )


def _placed(alike: list[Alike]) -> tuple[int, Fraction]:
    """How many in these groups have a standing, and the sum of these."""
    count, total = 0, Fraction(0)
    for one in alike:
        if one.thirds is not None and one.standing is not None:
            count += sum(one.thirds)
            total += one.standing * sum(one.thirds)
    return count, total


def _tolerance(figures: Figures) -> Iterator[Flag]:
    """Numbers that are all but right, graded otherwise, too many to be slips."""
    near = sum(count for _, count in figures.near)
    right = figures.verdicts["right"]
    if near >= _FEWEST and near >= _NEAR_SHARE * (near + right):
        examples = ", ".join(
            f"{quoted(text)} ({count})" for text, count in figures.near[:_EXAMPLES]
        )
        more = ", ..." if len(figures.near) > _EXAMPLES else ""
        yield Flag(
            name="tolerance",
            sentence=f"the tolerance rejects {near} that are all but right, beside {right} right: "
            f"{examples}{more}",
        )


def _numbers(item: Item) -> Iterator[Flag]:
    """Sets of numbers whose learners scored as luck hardly makes them score, beside the others."""
    known = [(group, group.facility) for group in item.groups if group.facility]
    points = sum((one.value * one.count for _, one in known), Fraction(0))
    learners = sum(one.count for _, one in known)
    for group, mine in known:
        count = learners - mine.count
        if not count:
            continue
        got, others_got = mine.value * mine.count, points - mine.value * mine.count
        others = others_got / count
        if mine.value > others:
            chance = luck(floor(got), mine.count, ceil(others_got), count)
        else:
            missed, others_missed = mine.count - got, count - others_got
            chance = luck(floor(missed), mine.count, ceil(others_missed), count)
        # Either way, and in any of the sets.
        if Fraction(chance) * 2 * len(known) <= _CHANCE:
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
