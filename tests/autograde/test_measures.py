"""The measures of test theory are what other programs and published data say they are."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.autograde.intervals import root
from quizkit.autograde.measures import (
    Estimate,
    alpha,
    alphas_without,
    deviation,
    discrimination,
    facility,
)
from quizkit.autograde.quantiles import f_quantile

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
PARTIAL = (
    (12, 6, 4, 0), (12, 12, 8, 3), (6, 6, 4, 0), (0, 3, 0, 0), (12, 12, 12, 12), (9, 6, 8, 6),
    (12, 9, 12, 6), (3, 0, 4, 3), (6, 12, 8, 9), (12, 12, 12, 9), (0, 6, 4, 6), (9, 3, 0, 0),
)  # fmt: skip

Columns = list[list[Fraction]]


def rows(name: str) -> Iterator[dict[str, str]]:
    with (GOLDEN / name).open(encoding="utf-8") as file:
        yield from csv.DictReader(file)


def columns(data: str) -> Columns:
    """The scores of each question, learners in one order."""
    if data == "partial":
        return [[Fraction(score, 12) for score in column] for column in zip(*PARTIAL, strict=True)]
    learners: list[list[Fraction]] = []
    for row in rows(f"{data}.csv"):
        pattern = [Fraction(row[name]) for name in row if name != "learners"]
        learners += [pattern] * int(row["learners"])
    return [list(column) for column in zip(*learners, strict=True)]


def measured(table: Columns, item: str, measure: str) -> Estimate | None:
    if not item:
        return alpha(table)
    at = int(item.removeprefix("item_")) - 1
    others = [column for place, column in enumerate(table) if place != at]
    match measure:
        case "facility":
            return facility(table[at])
        case "alpha_without":
            return alpha(others)
        case _:
            rests = [sum(scores, Fraction(0)) for scores in zip(*others, strict=True)]
            return discrimination(table[at], rests)


@pytest.mark.parametrize("data", ["lsat6", "partial", "easy_exam"])
def test_measures_are_those_of_other_programs(data: str) -> None:
    """On published data and on partial scores: value and interval, to ten decimal places."""
    table = columns(data)
    seen = 0
    for row in rows("items.csv"):
        if row["data"] != data:
            continue
        found = measured(table, row["item"], row["measure"])
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        for value, name in ((found.value, "value"), (found.low, "low"), (found.high, "high")):
            assert abs(value - Fraction(row[name])) < Fraction("2e-10"), (row, name)
        seen += 1
    assert seen > 8


@pytest.mark.parametrize("row", list(rows("f_quantiles.csv")), ids=str)
def test_quantiles_are_those_of_another_program(row: dict[str, str]) -> None:
    """From one degree of freedom to half a million."""
    found = f_quantile(Decimal(row["share"]), int(row["first"]), int(row["second"]))
    assert abs(found / Decimal(row["quantile"]) - 1) < Decimal("1e-10")


def test_alpha_is_exact() -> None:
    """Three parts of 1/3 are exactly 1, and alpha is a fraction."""
    third = Fraction(1, 3)
    found = alpha([[third, Fraction(0), third, Fraction(0)]] * 3)
    assert found is not None
    assert found.value == 1
    found = alpha([[Fraction(1), Fraction(0), third], [third, Fraction(0), Fraction(1)]])
    assert found is not None
    assert found.value == Fraction(1, 4)


scores = st.fractions(min_value=0, max_value=1, max_denominator=12)
tables = st.integers(2, 4).flatmap(
    lambda width: st.lists(
        st.lists(scores, min_size=width, max_size=width), min_size=2, max_size=12
    )
)


@given(tables)
def test_order_never_matters(table: list[list[Fraction]]) -> None:
    """Neither the order of learners nor that of questions changes alpha or a discrimination."""
    by_question = [list(column) for column in zip(*table, strict=True)]
    turned = [list(reversed(column)) for column in reversed(by_question)]
    assert alpha(by_question) == alpha(turned)
    assert discrimination(by_question[0], by_question[1]) == discrimination(turned[-1], turned[-2])


@given(tables)
def test_alphas_without_each_question_are_alphas_of_the_others(table: list[list[Fraction]]) -> None:
    """Worked out from the totals at once, they are what leaving out each question gives."""
    columns = [list(column) for column in zip(*table, strict=True)]
    expected = [alpha(columns[:at] + columns[at + 1 :]) for at in range(len(columns))]
    assert list(alphas_without(columns)) == expected


@given(tables)
def test_alpha_never_exceeds_1(table: list[list[Fraction]]) -> None:
    """It may be as low as it likes, and its interval holds it."""
    found = alpha([list(column) for column in zip(*table, strict=True)])
    if found is None or found.low is None or found.high is None:
        return
    assert found.low <= found.value <= found.high <= 1


@given(st.lists(scores, min_size=1, max_size=30))
def test_a_facility_lies_in_its_interval_within_0_and_1(own: list[Fraction]) -> None:
    """Also where everybody is right, or nobody."""
    found = facility(own)
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high


@given(st.lists(st.tuples(scores, scores), min_size=2, max_size=20))
def test_a_correlation_keeps_its_bounds_and_its_sign(
    pairs: list[tuple[Fraction, Fraction]],
) -> None:
    """Between -1 and 1; turned round, the same with the other sign."""
    one, other = [left for left, _ in pairs], [right for _, right in pairs]
    found = discrimination(one, other)
    turned = discrimination(one, [1 - right for right in other])
    if found is None or turned is None:
        assert len(set(one)) == 1 or len(set(other)) == 1
        return
    assert -1 <= found.value <= 1
    assert found.value == -turned.value
    assert found.low is None or found.high is None or found.low <= found.value <= found.high


@pytest.mark.parametrize(
    "found",
    [
        facility([]),
        discrimination([Fraction(1)], [Fraction(1)]),
        discrimination([Fraction(1), Fraction(1)], [Fraction(0), Fraction(1)]),
        alpha([]),
        alpha([[Fraction(1), Fraction(0)]]),
        alpha([[Fraction(1)], [Fraction(0)]]),
        alpha([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]),
    ],
)
def test_where_nothing_varies_there_is_no_measure(found: Estimate | None) -> None:
    """None rather than a division by zero or a not-a-number."""
    assert found is None


def test_three_learners_have_a_correlation_without_an_interval() -> None:
    """Fisher's interval needs a fourth."""
    own = [Fraction(0), Fraction(1), Fraction(1)]
    found = discrimination(own, [Fraction(0), Fraction(1), Fraction(1, 2)])
    assert found is not None
    assert (found.low, found.high) == (None, None)


def test_a_root_is_cut_and_a_deviation_is_over_one_less() -> None:
    """sqrt(2) to twelve places; 2, 4, 4, 4, 5, 5, 7, 9 deviate by the root of 32/7."""
    assert root(Fraction(2)) == Fraction("1.414213562373")
    assert deviation([Fraction(n) for n in (2, 4, 4, 4, 5, 5, 7, 9)]) == root(Fraction(32, 7))
