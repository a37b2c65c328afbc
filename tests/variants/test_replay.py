"""Old showings come back as their learners saw them, under today's key."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.content.load import load_course
from quizkit.content.model import (
    Absolute,
    AbsoluteOrRelative,
    AnyOf,
    ChoiceAnswer,
    Exact,
    Factor,
    MatchAnswer,
    NumberAnswer,
    Option,
    Places,
    Question,
    Range,
    Relative,
    SigFigs,
    Tolerance,
)
from quizkit.errors import ContentError
from quizkit.grading.grade import grade
from quizkit.variants import Variant, asked, make_variant, read_rule, replay
from quizkit.variants.replay import Asked
from tests.cli.running import COURSE
from tests.variants.questions import EXACT, drawn, question

_NUMBERS = st.fractions(min_value=0, max_value=1000)
_PLAIN_RULES = st.one_of(
    st.just(Exact()),
    st.builds(Absolute, _NUMBERS),
    st.builds(Relative, _NUMBERS),
    st.builds(AbsoluteOrRelative, _NUMBERS, _NUMBERS),
    st.builds(Range, _NUMBERS, _NUMBERS),
    st.builds(Places, st.integers(0, 9)),
    st.builds(SigFigs, st.integers(1, 9)),
    st.builds(Factor, _NUMBERS),
)
RULES = st.one_of(
    _PLAIN_RULES,
    st.builds(AnyOf, st.lists(st.tuples(_NUMBERS, _PLAIN_RULES), min_size=1).map(tuple)),
)


def stored(variant: Variant) -> Asked:
    """What the log holds of a showing, after its way through JSON."""
    back: Asked = json.loads(json.dumps(asked(variant)))
    return back


@given(RULES)
def test_a_stored_tolerance_is_read_back(rule: Tolerance) -> None:
    """Every kind of tolerance comes back from the log as the rule it was."""
    variant = replace(
        make_variant(question("q", NumberAnswer(unit="GB", value=Fraction(8), tolerance=EXACT)), 0),
        tolerance=rule,
    )
    assert read_rule(stored(variant)["tolerance"]) == rule


def test_what_is_no_tolerance_is_refused() -> None:
    """A row that was tampered with is not read as some tolerance."""
    with pytest.raises(ValueError, match="no tolerance is stored as"):
        read_rule({"about": "1"})


def test_a_showing_comes_back_whole() -> None:
    """Over the packed course, what the log stored makes the very variant that was shown."""
    course = load_course(COURSE).course
    assert course is not None
    for lesson in course.lessons:
        for one in lesson.questions:
            for seed in (0, 1, 99):
                variant = make_variant(one, seed)
                assert replay(one, seed, stored(variant)) == variant


SIZE = question(
    "size",
    NumberAnswer(unit="bytes/param", tolerance=EXACT),
    given=drawn(
        "optimizer_bytes_per_param",
        "params=7B,13B devices=8,16,32,64 stage=1",
        "params=7B devices=8 stage=1",
    ),
)
PICK = question(
    "pick",
    ChoiceAnswer(
        options=(
            Option(id="sum", text="the sum", right=True),
            Option(id="shard", text="a shard"),
            Option(id="copy", text="a copy"),
        )
    ),
)
PAIRS = question("pairs", MatchAnswer(pairs=(("one", "eins"), ("two", "zwei"), ("three", "drei"))))


def test_numbers_that_are_drawn_no_more_keep_their_showing() -> None:
    """A learner who saw 16 devices is judged for 16, whatever the seed draws today."""
    seed = next(n for n in range(1, 99) if make_variant(SIZE, n).drawn[1].shown == "16")
    today = replace(
        SIZE,
        given=drawn(
            "optimizer_bytes_per_param",
            "params=70B devices=128,256 stage=1",
            "params=70B devices=128 stage=1",
        ),
    )
    again = replay(today, seed, stored(make_variant(SIZE, seed)))
    assert {one.name: one.shown for one in again.drawn}["devices"] == "16"
    assert again.key == Fraction(12, 16)
    assert again.seed == seed


def test_an_input_with_one_value_may_have_been_added() -> None:
    """What is the same for everybody needs no showing; what varies does."""
    old = stored(make_variant(SIZE, 5))
    del old["drawn"]["stage"]
    assert replay(SIZE, 5, old).key == make_variant(SIZE, 5).key
    del old["drawn"]["devices"]
    with pytest.raises(ContentError) as caught:
        replay(SIZE, 5, old)
    assert str(caught.value) == "toys/size draws devices now, which was not shown then"


def test_letters_keep_the_order_in_which_they_were_shown() -> None:
    """`b` is the option that stood beside b, right or not by today's key."""
    seed = next(n for n in range(1, 99) if make_variant(PICK, n).options[1].id == "shard")
    assert isinstance(PICK.answer, ChoiceAnswer)
    mended = tuple(replace(one, right=one.id == "shard") for one in PICK.answer.options)
    options = (Option(id="late", text="added later"), *mended)
    today = replace(PICK, answer=replace(PICK.answer, options=options))
    again = replay(today, seed, stored(make_variant(PICK, seed)))
    assert [one.letter for one in again.options] == ["a", "b", "c"]
    graded = grade(again, "b").grade
    assert graded is not None
    assert graded.verdict == "right"


def test_a_reworded_side_of_a_pair_is_recognised() -> None:
    """One text that changed keeps its place among the sides shown."""
    assert isinstance(PAIRS.answer, MatchAnswer)
    today = replace(
        PAIRS, answer=MatchAnswer(pairs=(("two", "zwei"), ("three", "drei"), ("one", "Eins")))
    )
    variant = make_variant(PAIRS, 8)
    again = replay(today, 8, stored(variant))
    right = ", ".join(
        f"{n}-{'abc'[variant.rights.index(german)]}"
        for n, german in enumerate(("eins", "zwei", "drei"), 1)
    )
    graded = grade(again, right).grade
    assert graded is not None
    assert graded.score == 1


def _without(one: Question, id_: str) -> Question:
    assert isinstance(one.answer, ChoiceAnswer)
    options = tuple(option for option in one.answer.options if option.id != id_)
    return replace(one, answer=replace(one.answer, options=options))


def _newly_right(one: Question) -> Question:
    assert isinstance(one.answer, ChoiceAnswer)
    new = Option(id="all", text="all of them", right=True)
    return replace(one, answer=replace(one.answer, options=(*one.answer.options, new)))


FIXED = question("size", NumberAnswer(unit="bytes/param", value=Fraction(8), tolerance=EXACT))


@pytest.mark.parametrize(
    ("old", "today", "sentence"),
    [
        (SIZE, FIXED, "toys/size draws no params, devices, stage any more"),
        (FIXED, SIZE, "toys/size draws params now, which was not shown then"),
        (PICK, _without(PICK, "copy"), "toys/pick has no option copy any more"),
        (PICK, _newly_right(PICK), "toys/pick has the right option all now, which was not shown"),
        (PICK, FIXED, "toys/size asked for a choice then and asks for a number now"),
        (
            PAIRS,
            replace(PAIRS, answer=MatchAnswer(pairs=(("one", "uno"), ("two", "due")))),
            "toys/pairs has other pairs now than were shown",
        ),
    ],
)
def test_what_does_not_fit_any_more_is_said(old: Question, today: Question, sentence: str) -> None:
    """Nothing is guessed where today's question asks something else than was shown."""
    with pytest.raises(ContentError) as caught:
        replay(today, 3, stored(make_variant(old, 3)))
    assert str(caught.value) == sentence
