"""Attempts at one question that is another one today: every kind by every kind, seed or none.

A table says what each comes to. Nobody may win or lose a point because what was asked of him then
is forgotten; a mended key under the same question is what grading again is for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from quizkit.autograde.attempts import Attempt, AttemptMaker
from quizkit.autograde.batch import Grader, by_name
from quizkit.autograde.canonical import canonical
from quizkit.autograde.decisions import Decision, Decisions, scope_of
from quizkit.autograde.reasons import reasons
from quizkit.autograde.regrade import Regraded, Regrader
from quizkit.autograde.rows import Untyped
from quizkit.content.model import (
    Answer,
    ChoiceAnswer,
    Exact,
    MatchAnswer,
    NumberAnswer,
    Option,
    Question,
    RecallAnswer,
    TextAnswer,
)
from tests.autograde.test_regrade import kept
from tests.variants.questions import question

SEEDS = ("", "0", "5")

# Each kind as it was, and with another key under the same question.
ASKED: dict[str, tuple[Answer, Answer]] = {
    "number": (
        NumberAnswer(unit="plain", value=Fraction(1), tolerance=Exact()),
        NumberAnswer(unit="plain", value=Fraction(2), tolerance=Exact()),
    ),
    "choice": (
        ChoiceAnswer(
            fixed=True, options=(Option(id="one", text="x", right=True), Option(id="two", text="y"))
        ),
        ChoiceAnswer(
            fixed=True, options=(Option(id="one", text="x"), Option(id="two", text="y", right=True))
        ),
    ),
    "text": (TextAnswer(accept=("1", "a")), TextAnswer(accept=("2", "b"))),
    "match": (
        MatchAnswer(pairs=(("left", "x"), ("right", "y"))),
        MatchAnswer(pairs=(("left", "y"), ("right", "x"))),
    ),
    "recall": (RecallAnswer(model="1"), RecallAnswer(model="2")),
}
# Some are right, some are wrong and some are read by nobody, in each of the kinds.
RESPONSES = ("1", "2", "a", "b", "1-a, 2-b", "1-b, 2-a", "x", "dunno", "")
WANTED = {
    "number": "a number", "choice": "a choice", "text": "a text", "match": "pairs",
    "recall": "a recall",
}  # fmt: skip


def then(answer: Answer, seed: str, response: str) -> Attempt:
    made = maker(question("qq", answer)).attempt("ann", "toys/qq", seed, response)
    assert isinstance(made, Attempt), made
    return made


def maker(one: Question) -> AttemptMaker:
    named = by_name([one])
    return AttemptMaker(Grader(named), named, {"toys": "toys"})


def again(before: Attempt, *answers: Answer) -> Regraded:
    """The attempt graded again by each of these questions in turn, each time kept and gone on."""
    for number, answer in enumerate(answers):
        today = replace(question("qq", answer), revision=f"{number + 1:012x}")
        found = Regrader(by_name([today])).regrade(kept(before))
        before = found.after or before
        twice = Regrader(by_name([today])).regrade(kept(before))
        if found.after is not None:
            assert twice.effect == "same", "grading again twice is grading again once"
            assert twice.after == found.after
    return found


def decided(before: Attempt, answer: Answer) -> tuple[Attempt, Decisions]:
    """The attempt after staff decided that its text is right, and their decision."""
    one = question("qq", answer)
    decision = Decision(
        id=7, course="toys", question="toys/qq",
        scope=scope_of(one, before.showing, seeded=before.seed is not None),
        response=before.response, verdict="right", score=Fraction(1), revision=one.revision,
        message="",
    )  # fmt: skip
    graded = replace(before, status="graded", verdict="right", score=Fraction(1), decision=7)
    return graded, Decisions([decision])


def score(attempt: Attempt | None) -> object:
    return None if attempt is None else attempt.score or 0


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("today", list(ASKED))
@pytest.mark.parametrize("asked", list(ASKED))
def test_each_kind_after_each_kind(asked: str, today: str, seed: str) -> None:
    """Another kind is an error for every response; the same kind is graded by the mended key."""
    old, new = ASKED[asked][0], ASKED[today][1]
    for response in RESPONSES:
        before = then(old, seed, response)
        found = again(before, new)
        if asked != today:
            assert (found.effect, found.after) == ("error", None), response
            assert found.why == (
                f"toys/qq asked for {WANTED[asked]} then and asks for {WANTED[today]} now",
            )
            continue
        assert found.after is not None, found.why
        if asked == "match":  # both pairs were exchanged, under the order that was shown
            assert found.after.status == before.status
            assert before.score is None or found.after.score == 1 - before.score
            continue
        fresh = maker(question("qq", new)).attempt("ann", "toys/qq", seed, response)
        assert isinstance(fresh, Attempt)
        assert (found.after.status, found.after.score) == (fresh.status, fresh.score), response


@pytest.mark.parametrize("seed", SEEDS)
def test_a_mended_key_turns_points_round_in_every_kind(seed: str) -> None:
    """Who gave the old key loses what who gives the new one wins, if the response can be read."""
    turned = {"number": ("1", "2"), "choice": ("a", "b"), "text": ("1", "b")}
    for kind, (right, wrong) in turned.items():
        old, new = ASKED[kind]
        for response, effect in ((right, "lower"), (wrong, "higher")):
            assert again(then(old, seed, response), new).effect == effect
        assert again(then(old, seed, "dunno"), new).effect == "same"


# --- units ----------------------------------------------------------------------------------------


def number(value: str, unit: str) -> NumberAnswer:
    return NumberAnswer(unit=unit, value=Fraction(value), tolerance=Exact())


GB, MB = number("120", "GB"), number("120000", "MB")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("response", "points"),
    [("120", 1), ("120000", 0), ("120 GB", 1), ("120000 MB", 1), ("0.12", 0), ("120 MB", 0)],
)
def test_a_bare_number_keeps_the_unit_in_which_it_was_asked(
    seed: str, response: str, points: int
) -> None:
    """Through a change of the unit, a second mend after it, and a change back."""
    before = then(GB, seed, response)
    assert score(before) == points
    for mends in ([MB], [MB, MB], [MB, number("120000000", "kB"), MB], [MB, GB], [MB, GB, MB]):
        found = again(before, *mends)
        assert score(found.after) == points, mends
        assert found.effect in ("same", "other")
    won = again(before, number("125", "GB"), MB)
    assert score(won.after) == points, "what was lost on the way comes back"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_text_in_another_unit_is_no_number_of_that_unit(seed: str) -> None:
    """What cannot be converted is an error, `7B` too: 7 bytes then, 7 billion parameters now."""
    for response in ("7", "7B", "7 B", "dunno"):
        found = again(then(number("7", "B"), seed, response), number("7000000000", "params"))
        assert (found.effect, found.after) == ("error", None), response
        assert found.why[0].startswith("toys/qq was asked in B and is in params now")


@pytest.mark.parametrize("response", ["7B", "7 bytes", "7"])
def test_a_unit_that_says_something_else_today_does_not_speak_for_itself(response: str) -> None:
    """Bytes then are not bytes per parameter, though somebody asked for those may write so."""
    today = number("7", "bytes/param")
    assert then(today, "0", response).score == 1
    found = again(then(number("7", "B"), "0", response), today)
    assert (found.effect, found.after) == ("error", None)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_decision_about_a_text_in_one_unit_grades_none_in_another(seed: str) -> None:
    """`a hundred and twenty` was right of those asked in MB; ann was asked in GB."""
    today = number("120", "MB")
    _, decisions = decided(then(today, seed, "a hundred and twenty"), today)
    before = then(number("120", "GB"), seed, "a hundred and twenty")
    mended = question("qq", today)
    regrader = Regrader(by_name([mended]), decisions=decisions)
    found = regrader.regrade(kept(replace(before, revision="f" * 12)))
    assert found.effect == "same"
    assert found.after is not None
    assert not regrader.is_due(kept(found.after)), "nor is it looked at day after day"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_unit_that_was_written_speaks_for_itself(seed: str) -> None:
    """Asked plainly by mistake: who wrote `64 GB` said what is asked for now."""
    found = again(then(number("64", "plain"), seed, "64 GB"), number("64", "GB"))
    assert score(found.after) == 1


# --- the order of options -------------------------------------------------------------------------

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


def early(answer: Answer, response: str) -> Attempt:
    """As versions recorded it that said of no order whether it was known."""
    made = then(answer, "", response)
    showing = {name: one for name, one in made.showing.items() if name != "order_known"}
    return replace(made, asked=canonical(showing))


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


# --- what nobody typed ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_what_nobody_typed_stays_with_staff(seed: str) -> None:
    """JSON's `true` is kept as a text, and is not the text `true` when it is graded again."""
    answer = TextAnswer(accept=("true",))
    typed, untyped = then(answer, seed, "true"), then(answer, seed, Untyped("true"))
    assert (typed.status, untyped.status) == ("graded", "needs_review")
    assert again(untyped, answer).effect == "same"


# --- reasons --------------------------------------------------------------------------------------


def test_the_reason_for_another_kind_is_the_kind() -> None:
    """Nobody is told that the number 120 accepts no more 1, 2 and 0."""
    number_then = then(number("120", "plain"), "0", "7")
    text_now = then(TextAnswer(accept=("7",)), "0", "7")
    assert reasons(number_then, text_now) == ("kind number -> text",)
    assert reasons(text_now, number_then) == ("kind text -> number",)
