"""The units that a typed name may mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.grading.unit_names import find_unit
from quizkit.units import UNITS


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
