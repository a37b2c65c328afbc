"""How likely a group's points are by luck alone."""

from __future__ import annotations

from decimal import Decimal
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from quizkit.autograde.luck import luck


@st.composite
def groups(draw: st.DrawFn) -> tuple[int, int, int, int]:
    group, others = draw(st.integers(1, 40)), draw(st.integers(1, 60))
    return draw(st.integers(0, group)), group, draw(st.integers(0, others)), others


@given(groups())
def test_luck_is_the_share_of_the_ways_to_be_as_lucky(case: tuple[int, int, int, int]) -> None:
    """Counted out in whole numbers: of all groups of that size, those with as many points."""
    points, group, others_points, others = case
    total = points + others_points
    lucky = sum(
        comb(group, got) * comb(others, total - got)
        for got in range(points, min(group, total) + 1)
        if total - got <= others
    )
    expected = Decimal(lucky) / comb(group + others, total)
    assert abs(luck(*case) / expected - 1) < Decimal("1e-9")


def test_luck_of_a_large_class_is_worked_out_at_once() -> None:
    """Half a million learners; the expected number or more comes every other time."""
    assert Decimal("0.5") < luck(125_000, 250_000, 125_000, 250_000) < Decimal("0.502")
    assert luck(0, 10, 5, 20) > Decimal("0.999999")
