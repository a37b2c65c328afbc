"""Letters, positions and texts of options graded again: by the order that was shown, if any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from quizkit.autograde.batch import by_name
from quizkit.autograde.regrade import Regrader
from quizkit.content.model import (
    ChoiceAnswer,
    MatchAnswer,
    Option,
)
from tests.autograde.regrading import SEEDS, again, decided, early, kept, score, then
from tests.variants.questions import question

ALPHA = Option(id="o-alpha", text="alpha", right=True)
BETA, GAMMA = Option(id="o-beta", text="beta"), Option(id="o-gamma", text="gamma")


def choice(*options: Option, fixed: bool = True) -> ChoiceAnswer:
    return ChoiceAnswer(options=options, fixed=fixed)


def edits() -> Iterator[tuple[str, ChoiceAnswer]]:
    """What authors do to options of a fixed order without changing which is right."""
    yield "reordered", choice(BETA, ALPHA, GAMMA)
    yield "one inserted before", choice(Option(id="o-new", text="new"), ALPHA, BETA, GAMMA)
    yield "one added", choice(ALPHA, BETA, GAMMA, Option(id="o-new", text="new"))
    yield "reworded", choice(replace(ALPHA, text="the first letter"), BETA, GAMMA)
    yield "shuffled", choice(ALPHA, BETA, GAMMA, fixed=False)
    yield "shuffled and reordered", choice(GAMMA, BETA, ALPHA, fixed=False)


FIXED = choice(ALPHA, BETA, GAMMA)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("edit", "today"), list(edits()))
def test_a_letter_keeps_the_option_that_stood_beside_it(
    edit: str, today: ChoiceAnswer, seed: str
) -> None:
    """With a seed or without, nothing changes for anybody; a mended key goes by options too."""
    mended = replace(
        today,
        options=tuple(replace(one, right=one.id == "o-beta") for one in today.options),
    )
    for response in ("a", "b", "c", "2", "o-beta", "beta", "dunno", ""):
        before = then(FIXED, seed, response)
        assert again(before, today).effect == "same", (edit, response)
        points = 1 if response in ("b", "2", "o-beta", "beta") else 0
        assert score(again(before, mended).after) == points
        assert score(again(before, today, FIXED, mended).after) == points


@pytest.mark.parametrize("seed", SEEDS)
def test_a_letter_of_an_option_that_is_gone_is_an_error(seed: str) -> None:
    """For the others too: what they chose from is not what is asked today."""
    for response in ("a", "b"):
        found = again(then(FIXED, seed, response), choice(ALPHA, GAMMA))
        assert (found.after, found.why) == (None, ("toys/qq has no option o-beta any more",))


def test_a_letter_whose_order_was_never_known_stays_with_staff() -> None:
    """Shuffled then and without a seed: an order that is fixed today says nothing about it."""
    shuffled = choice(ALPHA, BETA, GAMMA, fixed=False)
    for response in ("a", "b", "2"):
        before = then(shuffled, "", response)
        assert before.status == "needs_review"
        for mends in (
            [FIXED],
            [FIXED, FIXED],
            [FIXED, shuffled, FIXED],
            [FIXED, choice(BETA, ALPHA, GAMMA)],
        ):
            found = again(before, *mends)
            assert found.effect == "same"
            assert found.after is not None
            assert found.after.status == "needs_review"
    assert score(again(then(shuffled, "", "alpha"), FIXED).after) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_a_decision_stands_while_the_order_is_as_it_was(seed: str) -> None:
    """Staff saw what `the first` named: that stays after a mended typo, a reordering, a shuffle."""
    for today in (FIXED, choice(BETA, ALPHA, GAMMA), choice(ALPHA, BETA, GAMMA, fixed=False)):
        before, decisions = decided(then(FIXED, seed, "the first"), FIXED)
        mended = replace(question("qq", today), revision="f" * 12)
        found = Regrader(by_name([mended]), decisions=decisions).regrade(kept(before))
        assert found.effect == "same"


def test_a_decision_about_a_known_order_grades_none_that_was_not_known() -> None:
    """Shuffled then and without a seed, `the first` is nobody's first of today."""
    _, decisions = decided(then(FIXED, "", "the first"), FIXED)
    before = then(choice(ALPHA, BETA, GAMMA, fixed=False), "", "the first")
    mended = replace(question("qq", FIXED), revision="f" * 12)
    found = Regrader(by_name([mended]), decisions=decisions).regrade(kept(before))
    assert found.effect == "same"


SHUFFLED, TURNED = choice(ALPHA, BETA, GAMMA, fixed=False), choice(BETA, ALPHA, GAMMA)


@pytest.mark.parametrize("response", ["a", "alpha", "the first"])
def test_records_of_early_versions_are_read_with_care(response: str) -> None:
    """A letter that was read is proof of a known order, no other response is."""
    for mends in ([TURNED], [SHUFFLED], [SHUFFLED, TURNED], [TURNED, FIXED]):
        assert again(early(FIXED, response), *mends).effect == "same"
        found = again(early(SHUFFLED, response), *mends)
        assert found.effect == "same"
        assert score(found.after) == (1 if response == "alpha" else 0)


def test_a_decision_of_an_early_version_stands_under_the_same_question() -> None:
    """Its order is fixed today and was the same question then, so it was fixed then."""
    before, decisions = decided(early(FIXED, "the first"), FIXED)
    regrader = Regrader(by_name([question("qq", FIXED)]), decisions=decisions)
    assert not regrader.is_due(kept(before))
    assert regrader.regrade(kept(before)).effect == "same"


@pytest.mark.parametrize("today", [FIXED, SHUFFLED, TURNED])
def test_one_regrader_for_all_versions_gives_what_one_for_each_gives(today: ChoiceAnswer) -> None:
    """What was asked looks alike where an order was known, was not, and nobody said."""
    mended = by_name([replace(question("qq", today), revision="f" * 12)])
    attempts = [
        make(answer, response)
        for response in ("a", "the first", "alpha")
        for answer in (FIXED, SHUFFLED)
        for make in (early, lambda answer, response: then(answer, "", response))
    ]
    for order in (attempts, attempts[::-1]):
        shared = Regrader(mended)
        for before in order:
            found = shared.regrade(kept(before))
            assert found == Regrader(mended).regrade(kept(before))
            assert found.effect == "same"


def test_a_new_wording_that_a_text_meets_needs_no_order() -> None:
    """Nobody could read `the sum` then; an option is called so today, wherever it stands."""
    reworded = choice(replace(ALPHA, text="the sum"), BETA, GAMMA, fixed=False)
    found = again(then(SHUFFLED, "", "the sum"), reworded)
    assert (found.effect, score(found.after)) == ("higher", 1)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("fixed", [True, False])
def test_a_text_that_names_another_option_now_is_an_error(seed: str, fixed: bool) -> None:
    """The texts of two options were exchanged: who wrote one of them did not mean the other."""
    exchanged = choice(replace(ALPHA, text="beta"), replace(BETA, text="alpha"), GAMMA, fixed=fixed)
    old = choice(ALPHA, BETA, GAMMA, fixed=fixed)
    found = again(then(old, seed, "alpha"), exchanged)
    assert found.after is None
    assert found.why == ("toys/qq: alpha named o-alpha then and names o-beta now",)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("fixed", [True, False])
def test_a_text_that_was_reworded_names_its_option_as_a_letter_does(seed: str, fixed: bool) -> None:
    """`alpha` is no text of today, or of two options: it was read when there was one."""
    old = choice(ALPHA, BETA, GAMMA, fixed=fixed)
    for texts in (("the first", "the second"), ("alpha", "alpha")):
        alpha, beta = (
            replace(one, text=text) for one, text in zip((ALPHA, BETA), texts, strict=True)
        )
        today = choice(alpha, beta, GAMMA, fixed=fixed)
        for response, points in (("alpha", 1), ("gamma", 0)):
            found = again(then(old, seed, response), today, today)
            assert (found.effect, score(found.after)) == ("same", points)


def test_a_mended_reader_reads_anew() -> None:
    """Under the very question, another option than was read then is what the response names."""
    before = then(FIXED, "0", "b")
    misread = replace(
        before, reading=before.reading.replace("o-beta", "o-alpha"), verdict="right",
        score=Fraction(1),
    )  # fmt: skip
    assert misread.reading != before.reading
    found = Regrader(by_name([question("qq", FIXED)])).regrade(kept(misread))
    assert (found.effect, found.after) == ("lower", before)


def test_several_texts_that_were_reworded_name_their_options() -> None:
    """A question that takes several; where it takes one today, several are not one."""
    old = ChoiceAnswer(options=(ALPHA, replace(BETA, right=True), GAMMA), many=True)
    reworded = tuple(replace(one, text=f"the {one.text}") for one in old.options)
    before = then(old, "5", "alpha, beta")
    assert before.score == 1
    assert again(before, replace(old, options=reworded)).effect == "same"
    found = again(before, ChoiceAnswer(options=(ALPHA, *reworded[1:])))
    assert found.after is not None
    assert found.after.status == "needs_review"


@pytest.mark.parametrize("fixed", [True, False])
def test_a_number_that_was_an_option_is_no_position_later(fixed: bool) -> None:
    """`2` was the text of the first option; today the options are words, and `2` is the second."""
    old = choice(replace(ALPHA, text="2"), replace(BETA, text="4"), fixed=fixed)
    words = choice(ALPHA, BETA, fixed=fixed)
    found = again(then(old, "0", "2"), words)
    assert found.why == ("toys/qq: 2 named o-alpha then and names o-beta now",)


@pytest.mark.parametrize("seed", ["0", "5"])
def test_a_number_keeps_the_left_side_that_it_stood_for(seed: str) -> None:
    """The pairs in another order, twice mended since: `1` is what it was in the order shown."""
    pairs = (("x", "one"), ("y", "two"), ("z", "three"))
    old = MatchAnswer(pairs=pairs)
    turned, round_ = (
        MatchAnswer(pairs=(pairs[1], pairs[0], pairs[2])),
        MatchAnswer(pairs=pairs[::-1]),
    )
    rewritten = MatchAnswer(pairs=(("z", "three"), ("the y", "two"), ("x", "one")))
    turned_anew = MatchAnswer(pairs=rewritten.pairs[::-1])
    for response in ("1-a, 2-b, 3-c", "1-b, 2-a, 3-c", "1-c, 2-b, 3-a", "2-a, 3-b, 1-c"):
        before = then(old, seed, response)
        assert before.status == "graded"
        for mends in ([turned], [turned, turned], [turned, old, round_], [rewritten, turned_anew]):
            found = again(before, *mends)
            assert (found.effect, score(found.after)) == ("same", before.score), mends
