"""The unit table, and quantities in its units."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.units import UNITS, Quantity, same_dimension

names = st.sampled_from(sorted(UNITS))
values = st.fractions(max_denominator=10**9)


def test_every_unit_that_the_command_line_names_is_in_the_table() -> None:
    """The names for the command line and for lessons are all there."""
    named = (
        "plain B kB MB GB TB PB KiB MiB GiB TiB bits B/s GB/s bytes/param params fold percent "
        "elements psi s days FLOP tokens"
    )
    assert set(named.split()) <= set(UNITS)


@given(values, names, names)
def test_converting_there_and_back_changes_nothing(value: Fraction, one: str, other: str) -> None:
    """Factors are exact, so a quantity comes back as it went; another kind is refused."""
    quantity = Quantity(value, one)
    if same_dimension(one, other):
        assert quantity.to(other).to(one) == quantity
    else:
        with pytest.raises(ValueError, match="measure different things"):
            quantity.to(other)


@pytest.mark.parametrize(
    ("one", "other", "factor"),
    [
        ("GB", "B", 10**9),
        ("GiB", "B", 2**30),
        ("B", "bits", 8),
        ("Gbit", "MB", 125),
        ("TiB/s", "GiB/s", 1024),
        ("days", "s", 86_400),
        ("plain", "percent", 100),
        ("bytes/param", "bits/param", 8),
        ("PFLOP", "FLOP", 10**15),
        ("MFLOP", "FLOP", 10**6),
    ],
)
def test_factors(one: str, other: str, factor: int) -> None:
    """One unit is a whole number of the other."""
    assert Quantity(Fraction(1), one).to(other).value == factor


@pytest.mark.parametrize("name", sorted(unit.name for unit in UNITS.values() if unit.twin))
def test_twins_are_taken_for_each_other(name: str) -> None:
    """A twin has the unit for its twin, and differs from it by less than a sixth."""
    twin = UNITS[UNITS[name].twin or ""]
    assert twin.twin == name
    assert twin.dimension == UNITS[name].dimension
    assert Fraction(5, 6) < UNITS[name].factor / twin.factor < Fraction(6, 5)


@pytest.mark.parametrize(
    ("unit", "value", "plausible"),
    [
        ("GB", "0", True),
        ("GB", "1000000", True),
        ("GB", "1000001", False),
        ("GB", "-1", False),
        ("bytes/param", "64", True),
        ("bytes/param", "64.5", False),
        ("params", "1", True),
        ("params", "0", False),
        ("params", "1.5", False),
        ("fold", "0", False),
        ("fold", "0.001", True),
        ("percent", "-500", True),
        ("plain", "1e9", True),
    ],
)
def test_plausible_ranges(unit: str, value: str, plausible: bool) -> None:
    """Both ends of a range are inside."""
    assert UNITS[unit].is_plausible(Fraction(value)) is plausible
