"""What went wrong with seeds and shuffling elsewhere, one test per report."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from quizkit.content.model import ChoiceAnswer, Option, Question
from quizkit.grading.grade import grade
from quizkit.variants import Variant, asked, key_shown, make_variant, replay
from tests.variants.questions import question

SEEDS = range(1, 401)


def choice(name: str) -> Question:
    """A choice of four whose first option is right."""
    options = tuple(Option(id=one, text=f"text {one}", right=one == "aa") for one in IDS)
    return question(name, ChoiceAnswer(options=options))


IDS = ("aa", "bb", "cc", "dd")
ONE, OTHER = choice("one"), choice("other")


def right_at(variant: Variant) -> int:
    return [option.right for option in variant.options].index(True)


def test_two_questions_of_one_seed_do_not_keep_their_right_option_at_one_place() -> None:
    """edX 2652: each question has dice of its own, so places are independent."""
    together = Counter(
        (right_at(make_variant(ONE, seed)), right_at(make_variant(OTHER, seed))) for seed in SEEDS
    )
    # 16 cells of 25 each; chi-square with 15 degrees of freedom stays under 37.7 (p = 0.001).
    expected = len(SEEDS) / 16
    cells = [(one, other) for one in range(4) for other in range(4)]
    assert sum((together[cell] - expected) ** 2 / expected for cell in cells) < 37.7


def test_the_order_of_making_makes_no_difference() -> None:
    """edX 2652: no generator is shared, so an earlier draw cannot move a later one."""
    forth = [make_variant(one, 7) for one in (ONE, OTHER)]
    back = [make_variant(one, 7) for one in (OTHER, ONE)]
    assert forth == back[::-1]


def test_ten_questions_of_one_lesson_spread_their_right_options() -> None:
    """PrairieLearn 2258: over ten parts and many seeds each place is right about as often."""
    parts = [choice(f"part-{number}") for number in range(10)]
    places = Counter(right_at(make_variant(part, seed)) for part in parts for seed in range(1, 101))
    # 4 cells of 250 each; chi-square with 3 degrees of freedom stays under 16.3 (p = 0.001).
    assert sum((places[place] - 250) ** 2 / 250 for place in range(4)) < 16.3


def test_the_interpreters_own_dice_are_not_used() -> None:
    """pytest-randomly 210, PrairieLearn 10683: whoever seeds them changes nothing here."""
    state = random.getstate()
    try:
        random.seed(0)
        first = make_variant(ONE, 5)
        random.seed(1)
        before = random.getstate()
        assert make_variant(ONE, 5) == first
        assert random.getstate() == before
    finally:
        random.setstate(state)


def test_a_key_that_was_shown_is_right_when_it_is_graded_later() -> None:
    """pg 19: whoever grades makes the very variant that was shown."""
    for seed in SEEDS:
        shown = key_shown(make_variant(ONE, seed))
        graded = grade(make_variant(ONE, seed), shown).grade
        assert graded is not None
        assert graded.verdict == "right"


def test_a_letter_means_what_stood_beside_it_when_it_was_shown() -> None:
    """Numbas 313 and 961: the order is stored by id, and a stored choice keeps its meaning."""
    for seed in range(1, 21):
        variant = make_variant(ONE, seed)
        stored = asked(variant)
        assert sorted(stored["options"]) == sorted(IDS)  # type: ignore[call-overload]
        assert replay(ONE, seed, stored).options == variant.options


def test_reordered_options_are_told_by_id() -> None:
    """Numbas 1029: an author may move options about; what was shown stays what it was."""
    answer = ONE.answer
    assert isinstance(answer, ChoiceAnswer)
    moved = replace(ONE, answer=replace(answer, options=answer.options[::-1]))
    for seed in range(21):
        old = make_variant(ONE, seed)
        again = replay(moved, seed, asked(old))
        assert [option.id for option in again.options] == [option.id for option in old.options]
        assert right_at(again) == right_at(old)
