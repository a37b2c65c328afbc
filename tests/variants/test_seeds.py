"""The seed under which a learner meets a question next."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.content.model import NumberAnswer, Question
from quizkit.variants import HIGHEST_SEED, derive_seed, make_variant, next_seed
from tests.variants.questions import ALL, EXACT, OPTIMIZER_BYTES, drawn, question


@given(st.text(), st.text(), st.integers(0, 10**6))
def test_derived_seeds_are_seeds(learner: str, ref: str, reviews: int) -> None:
    """A derived seed is 1 to 2^31-1, never the example, and the same whenever it is derived."""
    seed = derive_seed(learner, ref, reviews)
    assert 1 <= seed <= HIGHEST_SEED
    assert seed == derive_seed(learner, ref, reviews)


def test_derived_seeds_differ_between_learners_questions_and_reviews() -> None:
    """A hundred thousand derived seeds hold hardly a repeat."""
    found = {
        derive_seed(f"learner-{who}", f"toys/{what}", reviews)
        for who in range(100)
        for what in range(10)
        for reviews in range(100)
    }
    # Among 100,000 fair draws from 2^31 about two are repeats.
    assert len(found) > 99_980


def met(one: Question, learner: str, times: int) -> list[object]:
    """What a learner is asked at so many showings in a row: key, or numbers where that is none."""
    variants = [make_variant(one, next_seed(one, learner, count)) for count in range(times)]
    return [one.key if one.key is not None else one.drawn for one in variants]


def on_eight(name: str, params: str) -> Question:
    """A question with the same key whatever the parameters are."""
    return question(
        name,
        NumberAnswer(unit="bytes/param", tolerance=EXACT),
        given=drawn(
            "optimizer_bytes_per_param",
            f"params={params} devices=8 stage=1",
            "params=7B devices=8 stage=1",
        ),
    )


@given(learner=st.text(max_size=5))
def test_the_key_that_was_just_seen_does_not_come_back_at_once(learner: str) -> None:
    """Whoever remembers the last figure has to work out another."""
    keys = met(OPTIMIZER_BYTES, learner, 8)
    assert all(before != after for before, after in pairwise(keys))


@given(learner=st.text(max_size=5))
def test_where_all_keys_are_the_same_the_numbers_change(learner: str) -> None:
    """What is given is new at least."""
    one = on_eight("level", "1.5B,7B")
    numbers = [make_variant(one, next_seed(one, learner, count)).drawn for count in range(8)]
    # Two combinations: one of a dozen tries comes to the other all but once in 4,096.
    changes = sum(a != b for a, b in pairwise(numbers))
    assert changes >= 6


def test_a_single_combination_comes_again_and_again() -> None:
    """There is nothing else to ask."""
    one = on_eight("single", "7B")
    assert len(set(met(one, "me", 10))) == 1


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
@given(learner=st.text(max_size=5), reviews=st.integers(0, 200))
def test_the_next_seed_is_always_the_same(one: Question, learner: str, reviews: int) -> None:
    """It depends on learner, question and count alone, so a session that was left can go on."""
    seed = next_seed(one, learner, reviews)
    assert seed == next_seed(one, learner, reviews)
    assert 1 <= seed <= HIGHEST_SEED
    if one.given is None:
        assert seed == derive_seed(learner, one.ref, reviews)
