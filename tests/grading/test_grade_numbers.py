"""Grading of numbers: magnitude and unit apart, mistakes after the key, near misses named."""

from __future__ import annotations

from fractions import Fraction

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
from quizkit.grading.bounds import intervals, is_inside
from quizkit.grading.grade import Grade, grade
from quizkit.grading.reader import Value
from quizkit.tolerance import within
from quizkit.units import UNITS
from quizkit.variants import key_shown
from tests.grading.variants import exactly, judged, mistaken, number, verdict
from tests.strategies import responses

fractions = st.fractions(min_value=-1000, max_value=1000, max_denominator=1000)
positive = st.fractions(min_value=Fraction(1, 1000), max_value=10, max_denominator=1000)
simple_rules: st.SearchStrategy[Tolerance] = st.one_of(
    st.just(Exact()),
    st.builds(Absolute, positive),
    st.builds(Relative, positive),
    st.builds(AbsoluteOrRelative, positive, positive),
    st.builds(lambda low, width: Range(low, low + width), fractions, positive),
    st.builds(Places, st.integers(0, 4)),
    st.builds(SigFigs, st.integers(1, 5)),
    st.builds(Factor, st.fractions(min_value=1, max_value=20, max_denominator=50)),
)
rules = st.one_of(
    simple_rules,
    st.builds(AnyOf, st.lists(st.tuples(fractions, simple_rules), max_size=3).map(tuple)),
)


@given(rules, fractions, fractions, st.sampled_from([0, -1, 1]), st.integers(0, 6))
def test_intervals_are_the_tolerance(
    rule: Tolerance, key: Fraction, value: Fraction, side: int, places: int
) -> None:
    """A value is within the rule if and only if it lies in one of the rule's intervals."""
    near = key + side * Fraction(5, 10**places)
    for tried in (value, near, key, -key):
        assert is_inside(tried, intervals(rule, key)) == within(rule, key, tried)


@given(rules, fractions)
def test_the_ends_of_an_interval_are_inside(rule: Tolerance, key: Fraction) -> None:
    """Both ends of every interval are within the rule: no slack, and none lost."""
    for low, low_below, high, high_below in intervals(rule, key):
        assert within(rule, key, Fraction(low, low_below))
        assert within(rule, key, Fraction(high, high_below))


# --- right ----------------------------------------------------------------------------------------


@given(fractions, st.sampled_from(sorted(UNITS)), st.data())
def test_the_key_is_right_whatever_the_mistakes(
    key: Fraction, unit: str, data: st.DataObject
) -> None:
    """The key comes before every mistake: even one that declares the key itself."""
    assume(not (UNITS[unit].whole and key.denominator != 1))
    assume(key > 0)
    mistakes = (mistaken(str(key)), mistaken(str(key * 10)))
    asked = number(str(key), unit, Exact(), mistakes=mistakes)
    assert judged(asked, key_shown(asked)) == Grade(verdict="right", score=Fraction(1))


@given(responses, fractions, st.sampled_from(sorted(UNITS)), rules)
def test_a_value_within_the_tolerance_is_right_and_nothing_else_is(
    response: str, key: Fraction, unit: str, rule: Tolerance
) -> None:
    """The verdict `right` means: read as a value in the asked unit, within the tolerance."""
    assume(key != 0 and within(rule, key, key))
    graded = grade(number(str(key), unit, rule), response)
    reading = graded.reading
    if isinstance(reading, Value):
        is_right = reading.unit == unit and within(rule, key, reading.number)
        assert graded.grade is not None
        assert (graded.grade.verdict == "right") == is_right
        assert (graded.grade.score == 1) == is_right
        assert 0 <= graded.grade.score <= 1
    else:
        assert graded.grade is None


def test_trailing_zeros_and_forms_of_an_exact_key() -> None:
    """Under `exact` every way to write the key is right, and the smallest difference is not."""
    asked = exactly("16")
    assert {verdict(asked, typed) for typed in ("16", "16.0", "1.6e1", "32/2", "2^4")} == {"right"}
    assert verdict(asked, "15.999999999999999999") == "wrong"


# --- units ----------------------------------------------------------------------------------------


def test_the_right_number_in_a_unit_of_another_kind() -> None:
    """It is wrong, says that only the unit is, and earns the share that the author gives."""
    feedback = (
        "The number is right, its unit is not: GB is a unit of data; asked for is data per "
        "parameter, in bytes/param."
    )
    assert judged(number("1.5", "bytes/param"), "1.5 GB") == Grade(
        verdict="wrong", score=Fraction(0), feedback=feedback
    )
    shared = number("1.5", "bytes/param", wrong_unit_share="1/2")
    assert judged(shared, "1.5 GB") == Grade(
        verdict="partly", score=Fraction(1, 2), feedback=feedback
    )
    assert judged(shared, "7 GB").score == 0


@pytest.mark.parametrize(
    ("unit", "typed", "sentence"),
    [
        ("GB", "120-fold", "fold is what was given; asked for is data, in GB."),
        ("fold", "120 GB", "GB is a unit of data; asked for is fold."),
        ("elements", "120-fold", "fold is what was given; asked for is elements."),
    ],
)
def test_a_unit_that_is_its_own_kind_is_named_once(unit: str, typed: str, sentence: str) -> None:
    """`fold` is no unit of fold, and what is asked for as fold is not asked for in fold."""
    feedback = judged(number("120", unit), typed).feedback
    assert feedback == f"The number is right, its unit is not: {sentence}"


def test_zero_excuses_no_unit() -> None:
    """Zero of another kind is not right even where the key is zero."""
    assert verdict(exactly("0", "GB"), "0 tokens") == "wrong"
    assert verdict(exactly("0", "GB"), "0 TB") == "right"
    assert verdict(exactly("0", "GB"), "0 m/A") == "unreadable"


@pytest.mark.parametrize("typed", ["0.12 TB", "120000 MB", "120e9 B", "960 Gbit", "120 GB", "120"])
def test_every_unit_of_the_kind_is_one_factor_away(typed: str) -> None:
    """Equal quantities are equally right, whichever unit of the kind they are typed in."""
    assert verdict(exactly("120", "GB"), typed) == "right"


# --- mistakes -------------------------------------------------------------------------------------


def test_declared_mistakes_come_in_order_and_before_the_built_in_ones() -> None:
    """The first declared mistake that fits wins, with its share, its sentence and its name."""
    asked = number(
        "1.5",
        "bytes/param",
        mistakes=(mistaken("12", "all of it", "1/4", "first"), mistaken("12", name="second")),
    )
    assert judged(asked, "12") == Grade(
        verdict="mistake", score=Fraction(1, 4), feedback="all of it", mistake="first"
    )
    twice = number("1.5", "bytes/param", mistakes=(mistaken("3", name="declared"),))
    assert judged(twice, "3").mistake == "declared"


@pytest.mark.parametrize(
    ("typed", "recognised"),
    [
        ("64/15", True),
        ("4.2667", True),
        ("4.267", True),
        ("4.27", True),
        ("4.26", False),
        ("4.3", False),
        ("4.2700", False),
        ("4.2668", False),
    ],
)
def test_a_mistake_may_be_rounded_as_it_is_written(typed: str, recognised: bool) -> None:
    """A value is that mistake if rounding to the figures written, three at least, leads to it."""
    asked = number("8", "fold", mistakes=(mistaken("64/15"),))
    assert (judged(asked, typed).mistake == "declared") is recognised


@pytest.mark.parametrize(
    ("key", "unit", "typed", "mistake"),
    [
        ("120", "GB", "120 GiB", "GB-for-GiB"),
        ("120", "GB", "128.849", "GB-for-GiB"),
        ("120", "GB", "111.76", "GiB-for-GB"),
        ("120", "GiB", "120 GB", "GiB-for-GB"),
        ("120000000000", "B", "120 GiB", "GB-for-GiB"),
        ("120000000000", "B", "111.76 GB", "GiB-for-GB"),
        ("120000", "MB", "120 GiB", "GB-for-GiB"),
        ("900", "GB/s", "900 GiB/s", "GB/s-for-GiB/s"),
        ("31.4", "GB", "3.14", "power-of-ten"),
        ("31.40625", "plain", "31406.25", "power-of-ten"),
        ("7000000000", "params", "7M", "power-of-ten"),
        ("7000000000", "params", "7", "power-of-ten"),
        ("48", "GB", "24", "factor-2"),
        ("48", "GB", "96", "factor-2"),
        ("-3", "plain", "3", "sign"),
        ("0.13", "plain", "13", "percent-for-fraction"),
        ("13", "percent", ".13", "fraction-for-percent"),
        ("120", "GB", "960", "bits-for-bytes"),
        ("120", "GB", "120 Gbit", "bytes-for-bits"),
        ("8", "fold", "0.125", "reciprocal"),
        ("64/15", "fold", "0.234", "reciprocal"),
    ],
)
def test_built_in_mistakes(key: str, unit: str, typed: str, mistake: str) -> None:
    """The slips that need no author are recognised, and score nothing."""
    seen = judged(number(key, unit), typed)
    assert (seen.verdict, seen.mistake) == ("mistake", mistake)
    assert seen.score == 0
    assert seen.feedback.endswith(".")


@pytest.mark.parametrize(
    ("key", "unit", "typed", "feedback"),
    [
        (
            "120", "GB", "111.76",
            "That is the right number of GiB, taken for GB: 1 GiB is 1.073741824 GB.",
        ),
        ("120", "GB", "120 GiB", "Here GB and GiB are mixed up: 1 GiB is 1.073741824 GB."),
        (
            "31.4", "plain", "3.14",
            "Out by a factor of 10: too small. Check the decimal point and the powers of ten.",
        ),
        ("13", "percent", ".13", "You gave a fraction; percent are asked for."),
    ],
)  # fmt: skip
def test_the_words_of_built_in_mistakes(key: str, unit: str, typed: str, feedback: str) -> None:
    """Each built-in mistake is worded for a learner and does not tell the key."""
    assert judged(number(key, unit), typed).feedback == feedback


def test_a_key_of_zero_has_no_built_in_mistakes() -> None:
    """Nothing is a power of ten or twice of nothing."""
    assert judged(exactly("0"), "5") == Grade(verdict="wrong", score=Fraction(0))


# --- near misses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "feedback"),
    [
        ("4.3", "Near, but rounded too far: give more figures."),
        ("4", "Near, but rounded too far: give more figures."),
        ("4.30", "Near, but just outside what counts as right: check the last steps."),
        ("5.5", ""),
    ],
)
def test_near_misses_are_named(typed: str, feedback: str) -> None:
    """A wrong value that is the key rounded too far, or barely outside, is told so."""
    asked = number("64/15", "fold", Relative(Fraction(5, 1000)))
    assert judged(asked, typed) == Grade(verdict="wrong", score=Fraction(0), feedback=feedback)


def test_a_course_with_decimal_comma_is_graded_with_it() -> None:
    """The locale reaches the reader through the grader."""
    assert grade(exactly("1.5"), "1,500", decimal_comma=True).grade == Grade(
        verdict="right", score=Fraction(1)
    )
    assert verdict(exactly("1500"), "1,500") == "right"
