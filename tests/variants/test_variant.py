"""Variants: order of what is shuffled, names, what is stored, and the golden file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.content.model import ChoiceAnswer, Option, Question
from quizkit.errors import ContentError
from quizkit.variants import (
    HIGHEST_SEED,
    Variant,
    asked,
    is_shuffled,
    make_variant,
    make_variants,
    variant_maker,
)
from tests.variants.golden import GOLDEN, golden
from tests.variants.questions import (
    ALL,
    FOUR,
    MATCH,
    OPTIMIZER_BYTES,
    RECALL,
    STAGES,
    TEXT,
    TOTAL,
    question,
)

ROOT = Path(__file__).parents[2]
seeds = st.integers(1, HIGHEST_SEED)


def test_variants_are_those_of_the_golden_file() -> None:
    """The dice of today are those of the golden file: no learner's numbers have changed."""
    assert golden() == json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_no_process_has_dice_of_its_own(hash_seed: str) -> None:
    """Processes with different hash seeds make the same variants."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.variants.golden"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert made.stdout == GOLDEN.read_text(encoding="utf-8")


def test_a_variant_is_named_after_its_question_and_seed() -> None:
    """A variant's name is `lesson/question#seed`."""
    variant = make_variant(FOUR, 12)
    assert (variant.name, variant.ref, variant.kind) == ("toys/four#12", "toys/four", "choice")


def test_seed_0_keeps_the_authors_order() -> None:
    """Options and pairs of seed 0 stand as the author wrote them."""
    assert [option.id for option in make_variant(FOUR, 0).options] == ["aa", "bb", "cc", "dd"]
    assert make_variant(MATCH, 0).rights == ("nothing", "all-reduce", "gather")


@given(st.integers(0, HIGHEST_SEED))
def test_fixed_options_keep_the_authors_order(seed: int) -> None:
    """`fixed` options stand in the author's order under every seed."""
    ids = [option.id for option in make_variant(STAGES, seed).options]
    assert ids == ["stage-0", "stage-1", "stage-2", "stage-3"]


@given(seeds)
def test_an_order_holds_every_option_once_under_its_letter(seed: int) -> None:
    """Shuffling loses no option, and letters run from `a` in the order shown."""
    variant = make_variant(FOUR, seed)
    assert sorted(option.id for option in variant.options) == ["aa", "bb", "cc", "dd"]
    assert "".join(option.letter for option in variant.options) == "abcd"
    assert {option.id: option.right for option in variant.options} == {
        "aa": True,
        "bb": False,
        "cc": False,
        "dd": False,
    }
    assert sorted(make_variant(MATCH, seed).rights) == ["all-reduce", "gather", "nothing"]


@given(seeds)
def test_an_order_hangs_on_ids_alone(seed: int) -> None:
    """Rewording or re-sorting the options in the file leaves the order of a seed as it was."""
    answer = FOUR.answer
    assert isinstance(answer, ChoiceAnswer)
    turned = tuple(replace(option, text=option.text * 2) for option in reversed(answer.options))
    edited = replace(FOUR, answer=replace(answer, options=turned))
    before, after = (make_variant(one, seed).options for one in (FOUR, edited))
    assert [option.id for option in before] == [option.id for option in after]


def test_the_right_option_is_anywhere_equally_often() -> None:
    """Over 4,000 seeds the right option of four stands in each place about 1,000 times."""
    places = Counter(
        option.letter
        for variant in make_variants(FOUR, range(1, 4001))
        for option in variant.options
        if option.right
    )
    # Chi-square with 3 degrees of freedom is under 16.3 in 999 of 1000 fair samples.
    assert sum((places[letter] - 1000) ** 2 / 1000 for letter in "abcd") < 16.3


def test_all_orders_of_four_come_up() -> None:
    """The 24 orders of four options all occur, none of them a favourite."""
    orders = Counter(
        tuple(option.id for option in variant.options)
        for variant in make_variants(FOUR, range(1, 4801))
    )
    assert len(orders) == 24
    # Chi-square with 23 degrees of freedom is under 49.7 in 999 of 1000 fair samples.
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 49.7


def test_which_questions_are_shuffled() -> None:
    """A letter needs a seed in a match and in a choice that is not `fixed`, nowhere else."""
    shuffled = [one.id for one in ALL if is_shuffled(one)]
    assert shuffled == ["four", "match"]


def test_more_options_than_letters_are_refused() -> None:
    """Twenty-seven options cannot each have a letter."""
    options = tuple(Option(id=f"o-{n}", text=f"{n}", right=n == 0) for n in range(27))
    with pytest.raises(ContentError, match="toys/many: more options than the alphabet has letters"):
        make_variant(question("many", ChoiceAnswer(options=options)), 0)


def test_what_the_log_stores_of_a_number() -> None:
    """Numbers, key, unit and tolerance are stored as exact text, so the course may change."""
    assert asked(make_variant(OPTIMIZER_BYTES, 0)) == {
        "drawn": {
            "params": {"value": "7000000000", "unit": "params"},
            "devices": {"value": "8", "unit": "plain"},
            "stage": {"value": "1", "unit": "plain"},
        },
        "key": "3/2",
        "unit": "bytes/param",
        "tolerance": {"rel": "1/200"},
        "options": [],
        "rights": [],
    }


def test_what_the_log_stores_of_the_other_kinds() -> None:
    """Option order and right ids, accepted texts and pairs are stored; recall has no key."""
    choice = asked(make_variant(FOUR, 3))
    assert choice["key"] == ["aa"]
    assert choice["options"] == [option.id for option in make_variant(FOUR, 3).options]
    assert asked(make_variant(TEXT, 3))["key"] == ["all-reduce", "allreduce"]
    assert asked(make_variant(RECALL, 3))["key"] is None
    match = asked(make_variant(MATCH, 3))
    assert match["rights"] == list(make_variant(MATCH, 3).rights)
    assert isinstance(match["key"], list)
    assert ["h", "gather"] in match["key"]


@given(st.sampled_from(ALL), st.integers(0, HIGHEST_SEED))
def test_what_the_log_stores_is_json(one: Question, seed: int) -> None:
    """What is stored survives JSON unchanged."""
    stored = asked(make_variant(one, seed))
    assert json.loads(json.dumps(stored)) == stored


def test_ten_thousand_variants_share_their_combinations() -> None:
    """Many variants of one question are those made one by one."""
    many = list(make_variants(TOTAL, range(300)))
    assert many == [make_variant(TOTAL, seed) for seed in range(300)]


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_seeds_are_alike_if_their_variants_are(one: Question) -> None:
    """Seeds are alike if and only if their variants differ in nothing but the seed."""
    make = variant_maker(one)
    groups: dict[tuple[int, ...], list[Variant]] = {}
    for seed in range(120):
        groups.setdefault(make.alike(seed), []).append(replace(make(seed), seed=0))
    firsts = [own[0] for own in groups.values()]
    assert all(variant == own[0] for own in groups.values() for variant in own)
    assert all(a != b for a, b in combinations(firsts, 2))
