"""A wrong value that is told off at once is one that no mistake would have explained."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from quizkit.content.model import (
    Absolute,
    AbsoluteOrRelative,
    AnyOf,
    Exact,
    Factor,
    Mistake,
    NumberAnswer,
    Places,
    Question,
    Range,
    Relative,
    SigFigs,
    Tolerance,
)
from quizkit.errors import ContentError
from quizkit.grading.bounds import is_inside
from quizkit.grading.glance import Glanced
from quizkit.grading.grade import grade
from quizkit.grading.mistakes import recognised, shown
from quizkit.grading.number_keys import NumberKey
from quizkit.grading.reader import read_number, read_slowly
from quizkit.grading.readings import Expected, Value
from quizkit.grading.scale import down
from quizkit.grading.unexplained import is_twice_exact, near_key, near_mistakes, twice
from quizkit.tolerance import within, within_twice
from quizkit.units import UNITS
from quizkit.variants import MistakenValue, Variant, make_variant

UNIT_NAMES = st.sampled_from(sorted(UNITS))
SIZES = st.sampled_from([Fraction(n) for n in ("1/3", "3/2", "8", "64/15", "120", "7000000000")])
KEYS = st.builds(lambda size, sign: size * sign, SIZES, st.sampled_from([1, -1]))
SHARES = st.sampled_from([Fraction(1, 200), Fraction(1, 10), Fraction(3, 4)])
PLAIN: st.SearchStrategy[Tolerance] = st.one_of(
    st.just(Exact()),
    st.builds(Absolute, st.sampled_from([Fraction(1, 100), Fraction(50)])),
    st.builds(Relative, SHARES),
    st.builds(AbsoluteOrRelative, st.just(Fraction(1)), SHARES),
    st.builds(lambda low, wide: Range(low, low + wide), KEYS, SIZES),
    st.builds(Places, st.integers(0, 3)),
    st.builds(SigFigs, st.integers(1, 4)),
    st.builds(Factor, st.sampled_from([Fraction(11, 10), Fraction(2), Fraction(5)])),
)
RULES = PLAIN | st.builds(
    AnyOf, st.lists(st.tuples(KEYS, PLAIN), min_size=1, max_size=2).map(tuple)
)
FACTORS = st.sampled_from(
    [
        Fraction(n)
        for n in ("1/2", "2", "1", "8", "1/8", "1/100", "100", "1000", "1/1000", "-1", "3")
    ]
)
NUDGES = st.sampled_from(
    [Fraction(n) for n in ("1", "1.001", "0.996", "1.02", "0.5", "1.4", "2.9", "7/3")]
)


@given(
    key=KEYS, rule=RULES, unit=UNIT_NAMES, mistaken=KEYS, factor=FACTORS,
    nudge=NUDGES, figures=st.integers(1, 8), of_mistake=st.booleans(),
)  # fmt: skip
def test_what_is_not_explained_has_no_explanation(
    key: Fraction,
    rule: Tolerance,
    unit: str,
    mistaken: Fraction,
    factor: Fraction,
    nudge: Fraction,
    figures: int,
    of_mistake: bool,
) -> None:
    """Outside the ranges no mistake is recognised, nothing is rounded and nothing is near."""
    declared = (MistakenValue(name="m", value=mistaken, say="s", share=Fraction(0)),)
    typed = f"{float((mistaken if of_mistake else key) * factor * nudge):.{figures}g}"
    reading = read_number(typed, Expected(unit=unit))
    if not isinstance(reading, Value) or reading.unit != unit or within(rule, key, reading.number):
        return
    seen, value = shown(reading), reading.number
    mistake = recognised(seen, key, unit, declared)
    if mistake is not None:
        near = near_mistakes(key, unit, declared).of(down(value))
        assert mistake.name in [one.mistake.name for one in near]
    if within_twice(rule, key, value):
        assert is_inside(value, twice(rule, key))
    if is_twice_exact(rule) and is_inside(value, twice(rule, key)):
        assert within_twice(rule, key, value)
    if seen.rounds(key):
        assert is_near(value, key)


@given(
    key=KEYS, rule=RULES, unit=UNIT_NAMES, typed_unit=UNIT_NAMES, mistaken=KEYS, factor=FACTORS,
    nudge=NUDGES, figures=st.integers(1, 8), of_mistake=st.booleans(),
)  # fmt: skip
def test_whole_numbers_grade_as_fractions_do(
    key: Fraction,
    rule: Tolerance,
    unit: str,
    typed_unit: str,
    mistaken: Fraction,
    factor: Fraction,
    nudge: Fraction,
    figures: int,
    of_mistake: bool,
) -> None:
    """What is seen at a glance gets the grade that its value gets without a glance."""
    variant = keyed_variant(key, rule, unit, mistaken)
    assume(variant is not None)
    assert variant is not None
    size = (mistaken if of_mistake else key) * factor * nudge
    for after in ("", typed_unit):
        typed = f"{float(size):.{figures}g}{after}"
        seen, judged = NumberKey(variant).grade(typed)
        if isinstance(seen, Glanced):
            value = read_slowly(typed, Expected(unit=unit))
            assert seen.value == value
            assert isinstance(value, Value)
            assert judged == NumberKey(variant).grade_of(value)


def keyed_variant(key: Fraction, rule: Tolerance, unit: str, mistaken: Fraction) -> Variant | None:
    """A variant with that key and one declared mistake, if they go together."""
    question = Question(
        id="q-1",
        lesson="one",
        part="practice",
        prompt="?",
        answer=NumberAnswer(unit=unit, tolerance=rule, value=key),
        revision="0" * 12,
        mistakes=(Mistake(say="s", value=mistaken),),
    )
    try:
        return make_variant(question, 0)
    except ContentError:
        return None


def is_near(value: Fraction, key: Fraction) -> bool:
    low, high = near_key(key)
    return low <= down(value) <= high


def test_a_key_of_zero_has_no_mistakes_of_its_own() -> None:
    """Ranges round a key of 0 do not swallow every value."""
    assert not is_near(Fraction(1, 10**9), Fraction(0))
    assert not near_mistakes(Fraction(0), "plain", ()).of(down(Fraction(1)))


def test_a_mistake_is_still_recognised_by_its_rounded_value() -> None:
    """The ranges leave the last word to the mistakes: 2.91 stands for 2.9090..."""
    question = Question(
        id="q-1",
        lesson="one",
        part="practice",
        prompt="?",
        answer=NumberAnswer(unit="fold", tolerance=Exact(), value=Fraction(8)),
        revision="0" * 12,
        mistakes=(Mistake(say="Stage 1.", value=Fraction(32, 11)),),
    )
    graded = grade(make_variant(question, 0), "2.91")
    assert graded.grade is not None
    assert (graded.grade.verdict, graded.grade.feedback) == ("mistake", "Stage 1.")
