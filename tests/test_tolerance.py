"""Tolerance rules: the worked vectors and the laws."""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quizkit.content.model import (
    Absolute,
    AbsoluteOrRelative,
    AnyOf,
    Exact,
    Factor,
    Places,
    Range,
    Relative,
    SigFigs,
    Tolerance,
)
from quizkit.content.notation import number, percentage
from quizkit.tolerance import within, within_twice
from quizkit.units import Quantity

GOLDEN = Path(__file__).parent / "golden" / "tolerance_vectors.csv"

PROSE = {
    "111.7587… (120 GB in GiB)": Quantity(Fraction(120), "GB").to("GiB").value,
    "0.3 written by author; calculator gave rational 3/10": Fraction(3, 10),
    "111.76 GiB (= 120.00138625024 GB)": Quantity(Fraction("111.76"), "GiB").to("GB").value,
    "111.75 GiB (= 119.990648832 GB)": Quantity(Fraction("111.75"), "GiB").to("GB").value,
    "120 GB": Fraction(120),
    "0.999… as text with 30 nines": Fraction("0." + 30 * "9"),
    "–": Fraction(0),  # a range looks at no key
}
"""Cells of the vectors that are prose, and the number each of them means."""


def figure(cell: str) -> Fraction:
    return PROSE[cell] if cell in PROSE else number(cell.strip().replace("−", "-"))


def rule(text: str) -> Tolerance:
    """The rule of a vector, such as `abs 0.5 and rel 1 %`."""
    both = re.fullmatch(r"abs (.+) and rel (.+)", text)
    if both:
        return AbsoluteOrRelative(number(both[1]), percentage(both[2]))
    name, _, rest = text.partition(" ")
    match name:
        case "exact":
            return Exact()
        case "abs":
            return Absolute(number(rest))
        case "rel":
            return Relative(percentage(rest))
        case "places":
            return Places(int(rest))
        case "sigfigs":
            return SigFigs(int(rest))
        case "factor":
            return Factor(number(rest))
    low, high = rest.strip("[]").split(", ")
    return Range(number(low), number(high))


def vectors() -> list[tuple[str, Tolerance, Fraction, Fraction, bool]]:
    """Each answer of each vector; its groups, right and wrong, are parted by ` / `."""
    found = []
    with GOLDEN.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["verdict"] == "load error":
                continue  # relative to a key of 0: refused where content is loaded
            groups = (
                [[row["answer"]]]
                if row["answer"] in PROSE
                else [re.split(r", | and ", group) for group in row["answer"].split(" / ")]
            )
            verdicts = re.sub(r" \(.*\)", "", row["verdict"]).split(" / ")
            for answers, verdict in zip(groups, verdicts, strict=True):
                right = verdict.split(", ")[0] in ("right", "both right")
                found += [
                    (
                        f"{row['n']}: {one}",
                        rule(row["rule"]),
                        figure(row["key"]),
                        figure(one),
                        right,
                    )
                    for one in answers
                ]
    return found


@pytest.mark.parametrize(
    ("rule", "key", "value", "right"),
    [pytest.param(*vector[1:], id=vector[0]) for vector in vectors()],
)
def test_worked_vectors(rule: Tolerance, key: Fraction, value: Fraction, right: bool) -> None:
    """Each worked vector gets its verdict, at the bound too, where floats give another."""
    assert within(rule, key, value) is right


def test_every_vector_is_used() -> None:
    """Every vector is judged, but for the one whose rule is refused where content is loaded."""
    with GOLDEN.open(newline="", encoding="utf-8") as file:
        numbers = {row["n"] for row in csv.DictReader(file)}
    assert numbers - {name.split(":")[0] for name, *_ in vectors()} == {"26"}


@pytest.mark.parametrize(
    ("rule", "key", "inside", "outside"),
    [
        (Exact(), "2", "2", "2.0000000001"),
        (Absolute(Fraction("0.1")), "4", "4.2", "4.2000000001"),
        (Relative(Fraction("0.01")), "-100", "-102", "-102.0000000001"),
        (AbsoluteOrRelative(Fraction("0.5"), Fraction("0.01")), "10", "11", "11.0000000001"),
        (AbsoluteOrRelative(Fraction("0.5"), Fraction("0.01")), "100", "98", "97.9999999999"),
        (Places(1), "3", "3.1", "3.1000000001"),
        (SigFigs(3), "111.7", "112.7", "112.7000000001"),
        (SigFigs(2), "10", "9.9", "9.8999999999"),
        (SigFigs(2), "0.1", "0.099", "0.0989999999"),
        (Factor(Fraction(2)), "8", "32", "32.0000000001"),
        (Factor(Fraction(2)), "-8", "-2", "-1.9999999999"),
        (Range(Fraction(1), Fraction(2)), "0", "2.5", "2.5000000001"),
        (Range(Fraction(1), Fraction(2)), "0", "0.5", "0.4999999999"),
    ],
)
def test_twice_a_rule(rule: Tolerance, key: str, inside: str, outside: str) -> None:
    """Twice doubles a bound, squares a factor and widens a range by half its width a side."""
    assert within_twice(rule, Fraction(key), Fraction(inside))
    assert not within_twice(rule, Fraction(key), Fraction(outside))


def test_any_of_judges_each_member_by_its_own_rule() -> None:
    """A value is within `any_of` if it is within one member's rule around that member's value."""
    rule = AnyOf(((Fraction(4), Exact()), (Fraction(8), Absolute(Fraction(1)))))
    key = Fraction(100)
    assert [n for n in range(12) if within(rule, key, Fraction(n))] == [4, 7, 8, 9]
    assert [n for n in range(12) if within_twice(rule, key, Fraction(n))] == [4, 6, 7, 8, 9, 10]


fractions = st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**6)
bounds = st.fractions(min_value=0, max_value=10, max_denominator=1000)
keyed = st.one_of(
    st.just(Exact()),
    st.builds(Absolute, bounds),
    st.builds(Relative, bounds),
    st.builds(AbsoluteOrRelative, bounds, bounds),
    st.builds(Places, st.integers(0, 9)),
    st.builds(SigFigs, st.integers(1, 9)),
    st.builds(Factor, bounds.map(lambda bound: bound + 1)),
)
ranges = st.tuples(fractions, fractions).map(lambda pair: Range(min(pair), max(pair)))


@st.composite
def near(draw: st.DrawFn) -> tuple[Tolerance, Fraction, Fraction]:
    """A rule, a key and a value that is often close to the key."""
    key = draw(fractions)
    value = draw(st.one_of(fractions, bounds.map(lambda bound: key + bound / 100), st.just(key)))
    return draw(st.one_of(keyed, ranges)), key, value


@given(near())
def test_within_is_within_twice(case: tuple[Tolerance, Fraction, Fraction]) -> None:
    """What a rule accepts, twice the rule accepts."""
    assume(within(*case))
    assert within_twice(*case)


@given(keyed, fractions)
def test_a_key_is_within_its_own_tolerance(rule: Tolerance, key: Fraction) -> None:
    """Every rule accepts the key itself, but for significant figures of 0: there are none."""
    assert within(rule, key, key) is not (key == 0 and isinstance(rule, SigFigs))


@given(keyed, fractions, fractions)
def test_signs_do_not_matter_when_both_are_turned(
    rule: Tolerance, key: Fraction, value: Fraction
) -> None:
    """Turning the signs of key and value leaves the verdict alone."""
    assert within(rule, key, value) is within(rule, -key, -value)


@given(st.builds(SigFigs, st.integers(1, 6)), fractions, fractions, st.integers(-9, 9))
def test_significant_figures_know_no_scale(
    rule: SigFigs, key: Fraction, value: Fraction, power: int
) -> None:
    """Significant figures judge 12.3 by 12.34 as they judge 0.00123 by 0.001234."""
    scale = Fraction(10) ** power
    assert within(rule, key, value) is within(rule, key * scale, value * scale)


@given(st.builds(SigFigs, st.integers(1, 6)), fractions, fractions)
def test_significant_figures_take_either_side_for_the_key(
    rule: SigFigs, one: Fraction, other: Fraction
) -> None:
    """By the smaller of the two units, it does not matter which of the two is the key."""
    assert within(rule, one, other) is within(rule, other, one)


@given(fractions, bounds.filter(bool))
def test_bounds_are_inclusive_and_have_no_slack(key: Fraction, bound: Fraction) -> None:
    """At the bound is within; past it by any amount at all is not."""
    hair = Fraction(1, 10**40)
    assert within(Absolute(bound), key, key + bound)
    assert not within(Absolute(bound), key, key + bound + hair)
    assert within(Relative(bound), key, key - bound * abs(key))
    assert not within(Relative(bound), key, key - bound * abs(key) - hair)
