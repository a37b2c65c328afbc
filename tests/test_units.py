"""The unit table, the author's notation and the ways to show a number."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.errors import NotationError
from quizkit.units import (
    UNITS,
    Quantity,
    count,
    decimal,
    decimal_places,
    exact,
    find_unit,
    number,
    percentage,
    plain_number,
    rounded,
    same_dimension,
    shown,
)

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


@pytest.mark.parametrize("name", sorted(set(UNITS) - {"plain"}))
def test_a_unit_is_found_by_every_name_that_the_table_gives_it(name: str) -> None:
    """Name, symbol, aliases and words lead to the unit, and to it alone."""
    unit = UNITS[name]
    for typed in (name, *unit.aliases, *unit.words, *(word.title() for word in unit.words)):
        found = find_unit(typed)
        assert (found.candidates, found.is_clear) == ((name,), True), typed


def test_flops_in_capitals_may_be_a_rate() -> None:
    """`FLOPs` are many; `FLOPS` may be FLOP per second and is not clear."""
    assert find_unit("TFLOPs").is_clear
    assert not find_unit("TFLOPS").is_clear


@pytest.mark.parametrize("name", sorted(unit.name for unit in UNITS.values() if unit.twin))
def test_twins_are_taken_for_each_other(name: str) -> None:
    """A twin has the unit for its twin, and differs from it by less than a sixth."""
    twin = UNITS[UNITS[name].twin or ""]
    assert twin.twin == name
    assert twin.dimension == UNITS[name].dimension
    assert Fraction(5, 6) < UNITS[name].factor / twin.factor < Fraction(6, 5)


@pytest.mark.parametrize(
    ("typed", "candidates"),
    [
        ("Gb", ("Gbit", "GB")),
        ("kb", ("kB", "kbit")),
        ("mB", ("MB", "Mbit")),
        ("b", ("bits", "B")),
        ("G", ("GB", "GiB")),
        ("Gib", ("Gibit", "GiB")),
        ("Go", ("GB",)),
        ("Gbps", ("Gbit/s", "GB/s")),
        ("b per param", ("bits/param", "bytes/param")),
    ],
)
def test_what_case_and_habit_leave_open_is_not_clear(
    typed: str, candidates: tuple[str, ...]
) -> None:
    """A name with two meanings gives both, the first by the letter, and is marked."""
    found = find_unit(typed)
    assert (found.candidates, found.is_clear) == (candidates, False)


@pytest.mark.parametrize("typed", ["m/A", "GB/GPU", "foo", "plain", "", "GB GB", "/s", "kB/param"])
def test_an_unknown_name_is_no_unit(typed: str) -> None:
    """What the table does not hold has no candidates."""
    assert find_unit(typed).candidates == ()


@given(st.text(max_size=20))
def test_looking_for_a_unit_never_raises(typed: str) -> None:
    """Any text has candidates in the table, or none."""
    assert set(find_unit(typed).candidates) <= set(UNITS)


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


# --- author's notation ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7B", 7 * 10**9),
        ("1.5e9", 1_500_000_000),
        ("67/16", Fraction(67, 16)),
        ("-3", -3),
        ("0.5%", Fraction(1, 200)),
        ("0.5 %", Fraction(1, 200)),
        ("010", 10),
        ("1e-3", Fraction(1, 1000)),
    ],
)
def test_authors_notation(text: str, value: Fraction) -> None:
    """An author's number is read from its text, exactly."""
    assert number(text) == value


@pytest.mark.parametrize(
    "text", ["", "1,5", ".inf", ".nan", "1/0", "1e401", "7 B", "0x10", "1" * 201, "½", "1e"]
)
def test_authors_notation_is_strict(text: str) -> None:
    """What an author could mean otherwise is refused."""
    with pytest.raises(NotationError):
        number(text)


def test_a_percentage_needs_its_sign() -> None:
    """A bare number where a share is asked for is refused with what to write."""
    with pytest.raises(NotationError, match=r'^"5" needs a percent sign: write 5%$'):
        percentage("5")


# --- numbers as text ------------------------------------------------------------------------------


@given(values)
def test_a_number_as_text_reads_as_the_number(value: Fraction) -> None:
    """Exact texts are exact."""
    assert number(plain_number(value)) == number(exact(value)) == value


@given(values, st.integers(1, 8))
def test_rounding_is_nearest_and_bounded(value: Fraction, figures: int) -> None:
    """A rounded number has so many figures and lies within half a unit of the last one."""
    text = rounded(value, figures)
    assert len(text.lstrip("-0.").replace(".", "").rstrip("0")) <= figures
    assert abs(Fraction(text) - value) <= abs(value) * Fraction(1, 2) * Fraction(10) ** (
        1 - figures
    )


@given(values, st.integers(0, 8))
def test_decimals_are_nearest(value: Fraction, places: int) -> None:
    """A decimal of so many places lies within half of the last one."""
    assert abs(Fraction(decimal(value, places)) - value) <= Fraction(1, 2 * 10**places)


@given(st.integers(-(10**9), 10**9), st.integers(0, 12))
def test_decimal_places_are_as_few_as_write_it(digits: int, places: int) -> None:
    """A terminating decimal tells how many places write it."""
    value = Fraction(digits, 10**places)
    found = decimal_places(value)
    assert found is not None
    assert found <= places
    assert (value * 10**found).denominator == 1


@given(st.integers(1, 10**15))
def test_a_count_as_text_reads_as_the_count(value: int) -> None:
    """`7B` and `6,738,415,616` are the counts that they show."""
    assert number(count(Fraction(value)).replace(",", "")) == value


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        ("7e9", "params", "7B params"),
        ("31.40625", "GB", "31.40625 GB"),
        ("64/15", "fold", "64/15-fold"),
        ("75", "percent", "75 %"),
        ("3", "psi", "3 Ψ"),
        ("0.5", "plain", "0.5"),
    ],
)
def test_quantities_are_shown_as_people_write_them(value: str, unit: str, text: str) -> None:
    """A quantity is shown exactly, with its unit."""
    assert shown(Quantity(Fraction(value), unit)) == text
