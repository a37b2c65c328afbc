"""The ways to show a number: exact, rounded, with its unit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.content.notation import number
from quizkit.numerals import count, decimal, decimal_places, exact, plain_number, rounded, shown
from quizkit.units import Quantity

values = st.fractions(max_denominator=10**9)


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
        ("123456789012000", "params", "123,456,789,012,000 params"),
        ("999999e12", "params", "999999T params"),
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
