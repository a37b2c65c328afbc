"""Keys as text: what is shown as a key is read as a value and graded right."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quizkit.content.model import Exact, NumberAnswer, Question, Relative, SigFigs
from quizkit.grading.grade import grade
from quizkit.units import UNITS
from quizkit.variants import HIGHEST_SEED, key_shown, make_variant
from quizkit.variants.keys import number_shown
from tests.variants.questions import ALL, FOUR, MATCH, RECALL, STAGES, TEXT, question


@pytest.mark.parametrize(
    ("key", "unit", "text"),
    [
        (Fraction(3, 2), "bytes/param", "1.5 bytes/param"),
        (Fraction(64, 15), "fold", "64/15-fold"),
        (Fraction(8), "fold", "8-fold"),
        (Fraction(1, 3), "fold", "2/6-fold"),
        (Fraction(1, 8), "fold", "0.125-fold"),
        (Fraction(7 * 10**9), "params", "7B params"),
        (Fraction(6_738_415_616), "params", "6738415616 params"),
        (Fraction(176_160_768), "elements", "176160768 elements"),
        (Fraction(75), "percent", "75 %"),
        (Fraction(3), "psi", "3 Ψ"),
        (Fraction(-3, 4), "plain", "-0.75"),
        (Fraction(1, 3), "GB", "1/3 GB"),
    ],
)
def test_how_a_number_is_written(key: Fraction, unit: str, text: str) -> None:
    """A key is exact and carries its unit; where the reader would ask, another form is taken."""
    assert number_shown(key, NumberAnswer(unit=unit, tolerance=Exact())) == text


@pytest.mark.parametrize(
    ("key", "figures", "text"),
    [
        (Fraction(3, 2), 3, "1.50 GB"),
        (Fraction(8), 2, "8.0 GB"),
        (Fraction(1, 2), 3, "0.500 GB"),
        (Fraction(31_406_250_000), 3, "31406250000 GB"),
        (Fraction(112), 3, "112 GB"),
        (Fraction(67, 16), 3, "4.1875 GB"),
        (Fraction(64, 15), 3, "64/15 GB"),
        (Fraction(0), 3, "0 GB"),
    ],
)
def test_a_key_is_written_to_the_figures_asked_for(key: Fraction, figures: int, text: str) -> None:
    """Where an answer asks for figures, its key has at least those, and is exact none the less."""
    answer = NumberAnswer(unit="GB", tolerance=Exact(), written_sigfigs=figures)
    assert number_shown(key, answer) == text


def test_a_decimal_comma_keeps_points_out_of_doubt() -> None:
    """Where a comma is the decimal mark, a point before three digits could be a group mark."""
    answer = NumberAnswer(unit="GB", tolerance=Exact())
    assert number_shown(Fraction(15, 8), answer) == "1.875 GB"
    assert number_shown(Fraction(15, 8), answer, decimal_comma=True) == "1.8750 GB"
    assert number_shown(Fraction(5, 4), answer, decimal_comma=True) == "1.25 GB"


def test_a_forbidden_unit_is_left_out() -> None:
    """Where a unit must not be typed, the key has none."""
    answer = NumberAnswer(unit="GB", tolerance=Exact(), unit_rule="forbidden")
    assert number_shown(Fraction(3, 2), answer) == "1.5"


def test_keys_of_the_other_kinds() -> None:
    """A choice shows letters, a text the first accepted, a match its pairs, recall the model."""
    assert key_shown(make_variant(FOUR, 0)) == "a"
    assert key_shown(make_variant(STAGES, 0)) == "c, d"
    assert key_shown(make_variant(TEXT, 0)) == "all-reduce"
    assert key_shown(make_variant(MATCH, 0)) == "1-a, 2-b, 3-b, 4-a, 5-c"
    assert key_shown(make_variant(RECALL, 0)) == "Because."


@pytest.mark.parametrize("asked", [one for one in ALL if one is not RECALL], ids=lambda one: one.id)
@pytest.mark.parametrize("decimal_comma", [False, True])
@given(seed=st.integers(0, HIGHEST_SEED))
def test_a_shown_key_is_graded_right(asked: Question, decimal_comma: bool, seed: int) -> None:
    """Typing the key that is shown gets the verdict right, in every variant and locale."""
    variant = make_variant(asked, seed)
    text = key_shown(variant, decimal_comma=decimal_comma)
    graded = grade(variant, text, decimal_comma=decimal_comma)
    assert graded.grade is not None
    assert graded.grade.verdict == "right"


keys = st.one_of(
    st.fractions(min_value=Fraction(1, 256), max_value=10**6, max_denominator=360),
    st.integers(1, 10**15).map(Fraction),
    st.decimals(min_value="0.001", max_value=10**9, places=3).map(Fraction),
)


@given(
    keys,
    st.sampled_from(sorted(UNITS)),
    st.sampled_from([Exact(), Relative(Fraction(1, 100)), SigFigs(3)]),
    st.sampled_from([None, 2, 3, 4]),
    st.sampled_from(["required", "optional"]),
    st.booleans(),
)
def test_any_key_can_be_typed_back(
    key: Fraction,
    unit: str,
    tolerance: Exact | Relative | SigFigs,
    figures: int | None,
    unit_rule: str,
    decimal_comma: bool,
) -> None:
    """Whatever the unit and the rules for writing, the shown key is a value and right."""
    assume(not (unit == "plain" and unit_rule == "required"))
    if UNITS[unit].whole:
        assume(key.denominator == 1)
    answer = NumberAnswer(
        unit=unit,
        tolerance=tolerance,
        value=key,
        unit_rule=unit_rule,  # type: ignore[arg-type]
        written_sigfigs=figures,
    )
    variant = make_variant(question("q", answer), 1)
    text = key_shown(variant, decimal_comma=decimal_comma)
    graded = grade(variant, text, decimal_comma=decimal_comma)
    assert graded.grade is not None, (text, graded.reading)
    assert graded.grade.verdict == "right"
