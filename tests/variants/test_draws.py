"""Draws: the example, the dice, what is thrown again, and what an author is told."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.content.model import (
    Absolute,
    AnyOf,
    Exact,
    Factor,
    Given,
    Mistake,
    Question,
    Range,
    Relative,
    SigFigs,
    Tolerance,
)
from quizkit.errors import ContentError
from quizkit.tolerance import within_twice
from quizkit.variants import make_variant, make_variants
from quizkit.variants.draws import Dice
from tests.variants.questions import (
    CASES,
    OPTIMIZER_BYTES,
    TOTAL,
    drawn,
    numeric,
    one,
    question,
)


def toy(ask: str, allowed: str, example: str, **rest: object) -> Question:
    """A question on the toy calculator, asked in GB for its product and sum, else as a fold."""
    unit = "GB" if ask in ("product", "sum") else "fold"
    made = question("toy", numeric(unit), given=drawn(ask, allowed, example, "toy"))
    return replace(made, **rest)  # type: ignore[arg-type]


def refusal(faulty: Question, seed: int = 0) -> str:
    with pytest.raises(ContentError) as caught:
        make_variant(faulty, seed)
    return str(caught.value)


def test_seed_0_is_the_example() -> None:
    """Seed 0 has the author's own numbers, whatever the dice say."""
    variant = make_variant(OPTIMIZER_BYTES, 0)
    assert {one.name: one.value for one in variant.drawn} == one("params=7B devices=8 stage=1")
    assert variant.key == Fraction(3, 2)
    assert variant.calculator == "zero@1"


def test_the_dice_are_the_documented_hash() -> None:
    """A throw is 64 bits of blake2b over `question#seed/name/attempt`, on any machine."""
    dice = Dice("toys/total", ("params", "devices"))
    for seed, attempt in ((7, 0), (7, 2), (10**12, 99)):
        texts = [f"toys/total#{seed}/{name}/{attempt}" for name in ("params", "devices")]
        hashed = [blake2b(text.encode(), digest_size=8).digest() for text in texts]
        assert dice.thrown(seed, attempt) == hashed


@given(st.integers(0, 2**31 - 1))
def test_a_variant_made_twice_is_equal(seed: int) -> None:
    """The same question and seed give the same variant, alone or among others."""
    assert make_variant(TOTAL, seed) == make_variant(TOTAL, seed)
    assert list(make_variants(TOTAL, (5, seed)))[1] == make_variant(TOTAL, seed)


@given(st.integers(1, 2**31 - 1))
def test_draws_come_from_the_values(seed: int) -> None:
    """Every drawn value is one that the author allowed."""
    assert OPTIMIZER_BYTES.given is not None
    for value in make_variant(OPTIMIZER_BYTES, seed).drawn:
        assert value.value in OPTIMIZER_BYTES.given.values[value.name]


def test_a_case_is_drawn_whole() -> None:
    """`cases` never mix: each draw is one of the author's combinations, and each comes up."""
    prompts = {variant.prompt for variant in make_variants(CASES, range(1, 1000))}
    assert prompts == {"3 by 4", "5 by 6", "7 by 8"}


def test_every_combination_comes_up_about_equally_often() -> None:
    """Over 4,800 seeds the twelve combinations of two inputs stay near 400 each."""
    asked = toy("product", "left=2,3,5,7 right=11,17,19", "left=2 right=11")
    found = Counter(
        tuple(one.value for one in variant.drawn)
        for variant in make_variants(asked, range(1, 4801))
    )
    assert len(found) == 12
    # Chi-square with 11 degrees of freedom is under 31.3 in 999 of 1000 fair samples.
    assert sum((count - 400) ** 2 / 400 for count in found.values()) < 31.3


def test_a_refused_combination_is_thrown_again() -> None:
    """A draw that the calculator refuses never reaches a learner; the others still do."""
    asked = toy("product", "left=1,2 right=3,13", "left=1 right=3")
    found = {variant.drawn[1].value for variant in make_variants(asked, range(1, 200))}
    assert found == {3}


def test_an_output_without_a_value_is_thrown_again() -> None:
    """A draw for which there is no number to ask for is thrown again too."""
    asked = toy("limit", "left=1,2 right=3 mode=open,closed", "left=1 right=3 mode=closed")
    found = {variant.drawn[2].value for variant in make_variants(asked, range(1, 100))}
    assert found == {"closed"}


def test_a_draw_with_a_mistake_near_the_key_is_thrown_again() -> None:
    """2 and 2 have product and sum alike, so no learner is asked to tell them apart."""
    asked = toy(
        "product",
        "left=2,3 right=2,3",
        "left=3 right=2",
        prompt="{left} by {right}",
        mistakes=(Mistake(ask="sum", say="+"),),
    )
    found = {variant.prompt for variant in make_variants(asked, range(1, 200))}
    assert found == {"2 by 3", "3 by 2", "3 by 3"}


@given(st.integers(0, 2**31 - 1))
def test_no_mistake_is_within_twice_the_tolerance(seed: int) -> None:
    """In every variant each mistake can be told from the key."""
    for asked in (OPTIMIZER_BYTES, TOTAL):
        variant = make_variant(asked, seed)
        assert variant.key is not None
        assert variant.tolerance is not None
        for mistake in variant.mistakes:
            assert not within_twice(variant.tolerance, variant.key, mistake.value)


def test_twice_the_tolerance_is_thrown_again_at_the_bound() -> None:
    """A mistake exactly at twice the bound is too near; a hair further it is not."""
    near, far = (
        question(
            "near",
            numeric("GB", Absolute(Fraction(1, 2)), "10"),
            mistakes=(Mistake(value=Fraction(text), say="?"),),
        )
        for text in ("11", "11.0001")
    )
    assert make_variant(far, 0).mistakes[0].value == Fraction("11.0001")
    assert refusal(near) == (
        'toys/near: the mistake "value=11" comes to 11, within twice the tolerance of the key 10'
    )


def test_an_example_that_fails_is_never_redrawn() -> None:
    """Seed 0 is the author's own: a bad example is an error, although other draws would do."""
    refused = toy("product", "left=1,2 right=3,13", "left=1 right=13")
    assert refusal(refused) == (
        "toys/toy#0: the example cannot be used: right is 13; it takes anything else"
    )
    near = toy(
        "product", "left=2,3 right=2,3", "left=2 right=2", mistakes=(Mistake(ask="sum", say="+"),)
    )
    assert refusal(near) == (
        'toys/toy#0: the example cannot be used: the mistake "ask=sum" comes to 4, '
        "within twice the tolerance of the key 4"
    )
    assert make_variant(near, 1).key != 4


def test_a_hundred_failures_are_an_error() -> None:
    """Where no draw can be used the author hears so, with the last reason."""
    hopeless = toy("product", "left=1,2 right=13", "left=1 right=3")
    assert make_variant(hopeless, 0).key == 3
    assert refusal(hopeless, seed=1) == (
        "toys/toy#1: 100 draws in a row cannot be used; "
        "the last: right is 13; it takes anything else"
    )


# --- mistakes ---------------------------------------------------------------------------------


def mistaken(*mistakes: Mistake, seed: int = 0) -> dict[str, Fraction]:
    """What these mistakes come to where the key is 6 by 4 = 24 GB."""
    asked = toy("product", "left=6 right=4", "left=6 right=4", mistakes=mistakes)
    return {one.name: one.value for one in make_variant(asked, seed).mistakes}


def test_mistakes_are_worked_out_from_the_variant() -> None:
    """`instead` changes inputs, `ask` the output, both together both, and `value` replaces them."""
    assert mistaken(
        Mistake(instead={"left": Fraction(2)}, say="?"),
        Mistake(ask="sum", say="?"),
        Mistake(instead={"left": Fraction(3)}, ask="sum", say="?"),
        Mistake(value=Fraction(5), say="?"),
    ) == {"left=2": 8, "ask=sum": 10, "left=3,ask=sum": 7, "value=5": 5}


def test_instead_may_change_an_input_that_is_not_drawn() -> None:
    """A mistake may set an input that `values` leaves at its default."""
    asked = toy(
        "limit",
        "left=6 right=4 mode=closed",
        "left=6 right=4 mode=closed",
        mistakes=(Mistake(instead={"left": Fraction(2), "mode": "closed"}, say="?"),),
    )
    assert make_variant(asked, 0).mistakes[0].value == 2
    without_mode = toy(
        "ratio",
        "left=6 right=4",
        "left=6 right=4",
        mistakes=(Mistake(instead={"mode": "closed"}, ask="limit", say="?"),),
    )
    assert make_variant(without_mode, 0).mistakes[0].value == 6


def test_a_mistakes_unit_is_the_right_number_of_another_unit() -> None:
    """`unit: GiB` is the right number of GiB, given as GB."""
    number_of_gib = Fraction(24 * 10**9, 2**30)
    assert mistaken(Mistake(unit="GiB", say="?")) == {"unit=GiB": number_of_gib}
    assert mistaken(Mistake(unit="MB", ask="sum", say="?")) == {"ask=sum,unit=MB": 10_000}
    assert mistaken(Mistake(unit="MB", value=Fraction(2), say="?")) == {"value=2,unit=MB": 2000}


def test_a_mistake_whose_inputs_are_refused_does_not_apply() -> None:
    """Refused inputs, or an output without a value, take the mistake out of that draw only."""
    assert mistaken(Mistake(instead={"right": Fraction(13)}, say="?")) == {}
    no_limit = toy(
        "ratio", "left=6 right=4", "left=6 right=4", mistakes=(Mistake(ask="limit", say="?"),)
    )
    assert make_variant(no_limit, 0).mistakes == ()


def test_keys_and_mistakes_are_in_the_asked_unit() -> None:
    """An output in another unit of the same kind is converted, exactly."""
    asked = question(
        "in-mib",
        numeric("MiB"),
        given=drawn("product", "left=6 right=4", "left=6 right=4", "toy"),
        mistakes=(Mistake(ask="sum", say="?"),),
    )
    variant = make_variant(asked, 0)
    assert variant.key == Fraction(24 * 10**9, 2**20)
    assert variant.mistakes[0].value == Fraction(10 * 10**9, 2**20)


# --- keys without a calculator ----------------------------------------------------------------


def test_a_fixed_key_needs_no_given() -> None:
    """A fixed `value` is the key of every seed."""
    fixed = question(
        "fixed", numeric("fold", value="8"), mistakes=(Mistake(value=Fraction(4), say="?"),)
    )
    assert [variant.key for variant in make_variants(fixed, (0, 1, 99))] == [8, 8, 8]
    assert make_variant(fixed, 5).mistakes[0].value == 4


def test_a_range_or_a_list_says_its_key_by_itself() -> None:
    """Without a `value` the key of a range is its middle, and of `any_of` its first member."""
    assert make_variant(question("r", numeric("GB", Range(Fraction(1), Fraction(2)))), 0).key == (
        Fraction(3, 2)
    )
    members = AnyOf(((Fraction(7), Exact()), (Fraction(9), Exact())))
    assert make_variant(question("a", numeric("GB", members)), 0).key == 7


def test_given_without_values_asks_the_example_again() -> None:
    """A `given` that allows no other values has one variant under every seed."""
    still = question(
        "still",
        numeric("GB"),
        given=Given(calculator="toy", ask="product", example=one("left=2 right=3")),
    )
    assert {variant.key for variant in make_variants(still, range(20))} == {6}


# --- what an author is told -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faulty", "sentence"),
    [
        (
            question("q", numeric("GB")),
            "toys/q: there is no key; give the answer a `value` or the question a `given`",
        ),
        (
            toy("quotient", "left=1 right=2", "left=1 right=2"),
            'toys/toy: toy has no output "quotient"; it has product, sum, ratio, limit',
        ),
        (
            toy("sum", "left=1 right=2", "left=1 right=2", mistakes=(Mistake(ask="x", say="?"),)),
            'toys/toy: toy has no output "x"; it has product, sum, ratio, limit',
        ),
        (
            toy("sum", "left=1 wrong=2", "left=1 wrong=2"),
            'toys/toy: toy has no input "wrong"; it has left, right, mode',
        ),
        (
            toy(
                "sum",
                "left=1 right=2",
                "left=1 right=2",
                mistakes=(Mistake(instead={"rigth": Fraction(1)}, say="?"),),
            ),
            'toys/toy: toy has no input "rigth"; it has left, right, mode',
        ),
        (
            toy("sum", "left=1", "left=1 right=2"),
            (
                "toys/toy: the example names left, right, but what is drawn names left; "
                "name the same inputs in both"
            ),
        ),
        (
            question("q", numeric("fold"), given=drawn("sum", "", "left=1 right=2", "toy")),
            "toys/q: what is asked for is 3 GB, which cannot be given in fold",
        ),
        (
            toy(
                "sum",
                "left=1 right=2",
                "left=1 right=2",
                mistakes=(Mistake(ask="ratio", say="?"),),
            ),
            'toys/toy: the mistake "ask=ratio" is 0.5-fold, which cannot be given in GB',
        ),
        (
            question("q", numeric("GB", value="5"), mistakes=(Mistake(ask="sum", say="?"),)),
            'toys/q: the mistake "ask=sum" needs a `given` to work with; use `value`',
        ),
        (
            toy("limit", "left=1 right=2", "left=1 right=2"),
            "toys/toy#0: the example cannot be used: what is asked for has no value: no limit",
        ),
        (
            question("q", numeric("GB", Range(Fraction(1), Fraction(2)), "5")),
            "toys/q: the key 5 is outside its own tolerance",
        ),
    ],
)
def test_what_an_author_is_told(faulty: Question, sentence: str) -> None:
    """Whatever cannot be used is refused in a sentence that names the question and the way out."""
    assert refusal(faulty) == sentence


def test_an_unknown_calculator_is_named() -> None:
    """A calculator that does not exist is named together with the ones that do."""
    unknown = question("q", numeric("GB"), given=drawn("sum", "", "left=1", "abacus"))
    assert refusal(unknown).startswith('toys/q: there is no calculator "abacus"; there are ')


@pytest.mark.parametrize(
    "rule", [Relative(Fraction(1, 100)), SigFigs(3), Factor(Fraction(2))], ids=str
)
def test_a_key_of_0_needs_an_absolute_bound(rule: Tolerance) -> None:
    """Nothing can be measured against a key of 0: such an example is refused, a draw not used."""
    told = "the key is 0, which nothing can be measured against; use `exact` or `abs`"
    assert refusal(question("q", numeric("GB", rule, "0"))) == f"toys/q: {told}"
    asked = question(
        "q",
        numeric("GB", rule),
        given=drawn("product", "left=0,1 right=2", "left=1 right=2", "toy"),
    )
    assert {variant.key for variant in make_variants(asked, range(50))} == {2}


def test_seeds_start_at_0() -> None:
    """A negative seed names no variant."""
    with pytest.raises(ValueError, match="a seed is 0 or above, not -1"):
        make_variant(TOTAL, -1)
