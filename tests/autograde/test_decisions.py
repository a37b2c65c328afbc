"""Decisions of staff: how long each holds, and which of several counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from quizkit.autograde.batch import by_name
from quizkit.autograde.decisions import (
    ANY_NUMBERS,
    DecidingGrader,
    Decision,
    Decisions,
    any_scope_of,
    scope_of,
)
from quizkit.content.model import (
    ChoiceAnswer,
    Given,
    MatchAnswer,
    Question,
    TextAnswer,
)
from quizkit.storable import storable
from quizkit.variants import asked, make_variant
from tests.autograde.classes import exam_questions

EXAM = exam_questions()
NEW = "0123456789ab"
TEXT = "dunno"

Change = Callable[[Question], Question]


def answer(**changes: Any) -> Change:
    return lambda one: replace(one, answer=replace(one.answer, **changes))


FIXED = answer(fixed=True)(EXAM["collective"])


def given(**changes: Any) -> Change:
    def changed(one: Question) -> Question:
        assert isinstance(one.given, Given)
        return replace(one, given=replace(one.given, **changes))

    return changed


def another_kind(one: Question) -> Question:
    """A choice whose right option has for its id what the text accepts."""
    assert isinstance(one.answer, TextAnswer)
    options = EXAM["collective"].answer.options  # type: ignore[union-attr]
    right = replace(options[0], id=one.answer.accept[0], text=one.answer.accept[0])
    return replace(one, answer=ChoiceAnswer(options=(right, *options[1:])))


def other_right(one: Question) -> Question:
    assert isinstance(one.answer, ChoiceAnswer)
    first, second, *others = one.answer.options
    options = (replace(first, right=False), replace(second, right=True), *others)
    return replace(one, answer=replace(one.answer, options=options))


def other_order(one: Question) -> Question:
    assert isinstance(one.answer, ChoiceAnswer)
    return replace(one, answer=replace(one.answer, options=one.answer.options[::-1]))


def other_pairs(one: Question) -> Question:
    assert isinstance(one.answer, MatchAnswer)
    (left, first), (other, second), *more = one.answer.pairs
    return replace(one, answer=MatchAnswer(pairs=((left, second), (other, first), *more)))


def showing(question: Question, seed: int | None) -> dict[str, Any]:
    return asked(make_variant(question, seed or 0))


def decision(
    question: Question, seed: int | None = 0, *, star: bool = False, **changes: Any
) -> Decision:
    """What staff decide about the text, in the question as it stands."""
    shown = showing(question, seed)
    scope = scope_of(question, shown, seeded=seed is not None)
    made = Decision(
        course="exam", question=question.ref, response=TEXT, verdict="wrong", score=Fraction(0),
        scope=any_scope_of(question, shown) if star else scope,
        revision=question.revision, message="", id=1,
    )  # fmt: skip
    return replace(made, **changes)


def older(question: Question, seed: int | None, scope: str) -> Decision:
    """A decision with a scope as early versions wrote it."""
    return decision(question, seed, scope=scope)


def holds(one: Decision, question: Question, seed: int | None = 0) -> bool:
    """Whether it decides about its text in this question as it stands."""
    found = Decisions([one]).find(
        question, showing(question, seed), one.response, seeded=seed is not None
    )
    return found is not None


MENDED = [
    ("wrong-key", answer(value=Fraction("68.7"))),
    ("wrong-key", answer(unit="GiB")),
    ("collective", other_right),
    ("sharded", answer(many=False, options=EXAM["collective"].answer.options)),  # type: ignore[union-attr]
    ("why", answer(model="Another one.")),
    ("pairs", other_pairs),
    ("bytes", given(ask="bytes_per_param")),
]


@pytest.mark.parametrize("star", [False, True])
@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize(("name", "mend"), MENDED)
def test_a_mended_key_ends_a_decision(name: str, mend: Change, seed: int, star: bool) -> None:
    """Of every kind, with a star and without: the key, its unit, the model answer."""
    question = EXAM[name]
    mended = replace(mend(question), revision=NEW)
    made = decision(question, seed, star=star)
    assert holds(made, question, seed)
    assert not holds(made, mended, seed)
    assert holds(made, replace(question, revision=NEW), seed), "the key again as it was"


@pytest.mark.parametrize("star", [False, True])
@pytest.mark.parametrize("seed", [None, 0, 3])
@pytest.mark.parametrize("name", sorted(EXAM))
def test_what_leaves_the_key_alone_ends_no_decision(
    name: str, seed: int | None, star: bool
) -> None:
    """A typo in the prompt, a hint, another explanation."""
    question = EXAM[name]
    if question.given is not None and seed is None:
        return
    made = decision(question, seed, star=star)
    assert holds(made, replace(question, prompt="Better said.", hint="So.", revision=NEW), seed)


@pytest.mark.parametrize("star", [False, True])
def test_another_kind_ends_a_decision(star: bool) -> None:
    """Even where the id of the right option is the text that was accepted."""
    question = replace(EXAM["word"], answer=TextAnswer(accept=("all-reduce",)))
    made = decision(question, star=star)
    assert holds(made, question)
    assert not holds(made, replace(another_kind(question), revision=NEW))
    number = replace(EXAM["wrong-key"], id="word", revision=NEW)
    assert not holds(made, number)
    assert not holds(decision(number, star=star), question)


def test_a_star_reaches_all_numbers_and_orders_of_its_question() -> None:
    """What is drawn, and in which order options stand, makes no difference to it."""
    for name in ("bytes", "collective", "pairs"):
        made = decision(EXAM[name], 0, star=True)
        assert all(holds(made, EXAM[name], seed) for seed in range(20))


@pytest.mark.parametrize(
    "changes",
    [
        {"values": {"params": (Fraction(7 * 10**9),), "devices": (Fraction(8),), "stage": (3,)}},
        {"example": {"params": Fraction(13 * 10**9), "devices": Fraction(8), "stage": Fraction(1)}},
        {"ask": "grads_bytes_per_param"},
    ],
)
def test_a_star_ends_with_what_keys_are_made_from(changes: dict[str, Any]) -> None:
    """Where each draw has its own key, other values or another output are other keys."""
    made = decision(EXAM["bytes"], 0, star=True)
    mended = replace(given(**changes)(EXAM["bytes"]), revision=NEW)
    assert Decisions([made]).find(mended, showing(EXAM["bytes"], 0), TEXT, seeded=True) is None


def test_a_star_names_the_calculator_with_its_version() -> None:
    """Another version may make other keys of the same numbers."""
    assert '"calculator":"zero@1"' in any_scope_of(EXAM["bytes"], showing(EXAM["bytes"], 0))


def test_a_star_does_not_mind_in_which_order_a_key_is_written() -> None:
    """Accepted texts, right options and pairs are the same key in any order."""
    pairs = EXAM["pairs"].answer
    assert isinstance(pairs, MatchAnswer)
    for question, turned in (
        (EXAM["word"], answer(accept=("a shard", "one shard"))),
        (EXAM["sharded"], other_order),
        (EXAM["pairs"], answer(pairs=pairs.pairs[::-1])),
    ):
        mended = replace(turned(question), revision=NEW)
        assert holds(decision(question, 0, star=True), mended)


def test_without_a_seed_a_fixed_order_is_known() -> None:
    """It is the author's: a decision is the same with a seed, and ends with the order."""
    assert scope_of(FIXED, showing(FIXED, None), seeded=False) == scope_of(
        FIXED, showing(FIXED, 5), seeded=True
    )
    made = decision(FIXED, None)
    assert holds(made, FIXED, None)
    assert holds(made, FIXED, 7)
    turned = replace(other_order(FIXED), revision=NEW)
    assert not holds(made, turned, None)
    assert not holds(made, turned, 7)


def test_without_a_seed_a_drawn_order_is_unknown() -> None:
    """What is decided then holds for no order, nor for the author's once it is fixed."""
    drawn = EXAM["collective"]
    made = decision(drawn, None)
    assert holds(made, drawn, None)
    assert not holds(made, drawn, 0)
    assert not holds(made, replace(FIXED, revision=NEW), None)
    assert not holds(decision(FIXED, None), replace(drawn, revision=NEW), None)


OLDER = [
    pytest.param(EXAM["wrong-key"], 0, ANY_NUMBERS, id="a star"),
    pytest.param(EXAM["bytes"], 3, ANY_NUMBERS, id="a star over drawn numbers"),
    pytest.param(
        EXAM["why"], 0, '{"drawn":{},"key":null,"unit":null}', id="a recall without its model"
    ),
    pytest.param(
        FIXED, None, '{"drawn":{},"key":["all-reduce"],"options":null,"unit":null}',
        id="a fixed order without a seed",
    ),
    pytest.param(
        EXAM["collective"], None, '{"drawn":{},"key":["all-reduce"],"options":null,"unit":null}',
        id="a drawn order without a seed",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("question", "seed", "scope"), OLDER)
def test_a_decision_that_leaves_its_key_open_holds_for_one_revision(
    question: Question, seed: int | None, scope: str
) -> None:
    """Nothing was mended since; afterwards nobody can tell, so the text is asked about again."""
    made = older(question, seed, scope)
    assert holds(made, question, seed)
    assert not holds(made, replace(question, revision=NEW), seed)


BYTES = (
    '{"drawn":{"devices":{"unit":"plain","value":"8"},"params":{"unit":"params",'
    '"value":"7000000000"},"stage":{"unit":"plain","value":"1"}},"key":"3/2","unit":"bytes/param"}'
)
COLLECTIVE = (
    '{"drawn":{},"key":["all-reduce"],'
    '"options":["all-reduce","all-gather","broadcast","scatter"],"unit":null}'
)


@pytest.mark.parametrize(
    ("name", "seed", "scope"),
    [
        ("wrong-key", None, '{"drawn":{},"key":"64","unit":"GB"}'),
        ("word", 4, '{"drawn":{},"key":["one shard","a shard"],"unit":null}'),
        ("bytes", 0, BYTES),
        ("collective", 0, COLLECTIVE),
    ],
)
def test_a_decision_that_says_its_key_holds_as_it_was_stored(
    name: str, seed: int | None, scope: str
) -> None:
    """Whatever the revision: what early versions stored is what is looked for today."""
    assert holds(older(EXAM[name], seed, scope), replace(EXAM[name], revision=NEW), seed)


def test_the_one_about_this_very_showing_counts_first() -> None:
    """Then one with a star; of several about the same, the last; of both ages, today's."""
    question, shown = EXAM["wrong-key"], showing(EXAM["wrong-key"], 0)
    star = decision(question, star=True, id=1)
    exact = decision(question, id=2)
    old = older(question, 0, ANY_NUMBERS)

    def found(*decisions: Decision) -> Decision | None:
        return Decisions(decisions).find(question, shown, f" {TEXT} ", seeded=True)

    assert found(exact, star) == exact
    assert found(exact, star, replace(exact, id=3)) == replace(exact, id=3)
    assert found(old, star) == star == found(star, old)
    assert found(replace(exact, response="other"), star) == star
    assert found() is None


@pytest.mark.parametrize("star", [False, True])
def test_the_grader_takes_a_decision_while_it_holds(star: bool) -> None:
    """Then what it could not read waits for staff again, as if nobody had decided."""
    question = EXAM["wrong-key"]
    decided = Decisions([decision(question, star=star, verdict="right", score=Fraction(1))])
    for one, status in (
        (question, "graded"),
        (replace(answer(value=Fraction(65))(question), revision=NEW), "needs_review"),
    ):
        row = DecidingGrader(by_name([one]), decisions=decided).row(question.ref, "0", TEXT)
        assert (row.status, row.score) == (status, 1 if status == "graded" else None)


def test_what_was_decided_for_one_seed_is_looked_up_for_all_that_are_alike() -> None:
    """A grader that has seen many rows gives each the one that it would get alone."""
    exam = {**EXAM, "fixed": replace(FIXED, id="fixed")}
    questions = by_name(exam.values())
    fixed = exam["fixed"]
    decisions = Decisions(
        [
            decision(EXAM["bytes"], 0),
            decision(EXAM["collective"], 3, verdict="right", score=Fraction(1)),
            decision(EXAM["collective"], None),
            decision(EXAM["pairs"], 2),
            decision(EXAM["why"], 1, star=True),
            older(fixed, None, '{"drawn":{},"key":["all-reduce"],"options":null,"unit":null}'),
        ]
    )
    many = DecidingGrader(questions, decisions=decisions)
    graded = 0
    for name in ("bytes", "collective", "pairs", "why", "fixed"):
        for seed in ("", *map(str, range(30))):
            row = many.row(f"midterm/{name}", seed, TEXT)
            alone = DecidingGrader(questions, decisions=decisions)
            assert row == alone.row(f"midterm/{name}", seed, TEXT)
            graded += row.status == "graded"
    assert many.row(fixed.ref, "", TEXT).status == "graded"
    assert many.row(fixed.ref, "1", TEXT).status == "needs_review"
    assert 40 < graded < 100


@pytest.mark.parametrize("typed", ["because\0", "be\ud800cause", "\0"])
def test_a_text_that_no_database_holds_is_decided_as_it_is_kept(typed: str) -> None:
    """Handed in again with its NUL, or read back from the record without, it is the same text."""
    kept = storable(typed)
    assert kept != typed
    decided = Decisions([decision(EXAM["why"], response=kept, verdict="right", score=Fraction(1))])
    grader = DecidingGrader(by_name(EXAM.values()), decisions=decided)
    for response in (typed, kept, f" {typed} "):
        assert grader.row("midterm/why", "0", response).score == 1
