"""A wrong value that is told off at once is one that no mistake would have explained."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
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
from quizkit.grading.bounds import is_inside
from quizkit.grading.grade import grade
from quizkit.grading.mistakes import recognised, shown
from quizkit.grading.reader import read_number
from quizkit.grading.readings import Expected, Value
from quizkit.grading.unexplained import near_key, near_mistakes, twice
from quizkit.tolerance import within, within_twice
from quizkit.units import UNITS
from quizkit.variants import MistakenValue, make_variant

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
    key=KEYS, rule=RULES, unit=st.sampled_from(sorted(UNITS)), mistaken=KEYS, factor=FACTORS,
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
    if recognised(seen, key, unit, declared) is not None:
        assert near_mistakes(key, unit, declared).has(value)
    if within_twice(rule, key, value):
        assert is_inside(value, twice(rule, key))
    if seen.rounds(key) or within_twice(rule, key, value):
        assert near_key(key, rule).has(value)


def test_a_key_of_zero_explains_what_is_near_it() -> None:
    """Ranges round a key of 0 do not swallow every value."""
    near = near_key(Fraction(0), Absolute(Fraction(1, 10)))
    assert near.has(Fraction(1, 5))
    assert not near.has(Fraction(1))
    assert not near_mistakes(Fraction(0), "plain", ()).has(Fraction(1))


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
