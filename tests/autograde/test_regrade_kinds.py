"""Attempts at one question that is another one today: every kind by every kind, seed or none.

A table says what each comes to. Nobody may win or lose a point because what was asked of him then
is forgotten; a mended key under the same question is what grading again is for.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from quizkit.autograde.attempts import Attempt
from quizkit.autograde.batch import by_name
from quizkit.autograde.reasons import reasons
from quizkit.autograde.regrade import Regrader
from quizkit.autograde.rows import Untyped
from quizkit.content.model import (
    Answer,
    ChoiceAnswer,
    Exact,
    MatchAnswer,
    NumberAnswer,
    Option,
    RecallAnswer,
    TextAnswer,
)
from quizkit.store.attempts import storable_attempt
from tests.autograde.regrading import SEEDS, again, decided, kept, maker, score, then
from tests.variants.questions import question

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


# --- what nobody typed ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_what_nobody_typed_stays_with_staff(seed: str) -> None:
    """JSON's `true` is kept as a text, and is not the text `true` when it is graded again."""
    answer = TextAnswer(accept=("true",))
    typed, untyped = then(answer, seed, "true"), then(answer, seed, Untyped("true"))
    assert (typed.status, untyped.status) == ("graded", "needs_review")
    assert again(untyped, answer).effect == "same"
    options = (Option(id="one", text="true", right=True), Option(id="two", text="y"))
    named = ChoiceAnswer(options=options)
    unnamed = ASKED["choice"][0]
    before = then(unnamed, seed, Untyped("true"))
    assert before.status == "needs_review"
    for mends in ([unnamed], [named], [unnamed, named], [named, unnamed]):
        assert again(before, *mends).effect == "same", "whatever options are called later"


# --- what no database holds -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", list(ASKED))
@pytest.mark.parametrize("lost", ["\0", "\ud800"])
def test_a_lost_character_is_not_read_when_it_was_not(lost: str, kind: str, seed: str) -> None:
    """NUL and half characters are kept as U+FFFD, which says as little as they did."""
    for response in ("1", "a", "1-a, 2-b", "x", ""):
        for typed in (response + lost, lost + response, f"{response} {lost} {response}"):
            before = storable_attempt(then(ASKED[kind][0], seed, typed))
            assert "\ufffd" in before.response
            assert again(before, ASKED[kind][0]).effect == "same"


# --- reasons --------------------------------------------------------------------------------------


def test_the_reason_for_another_kind_is_the_kind() -> None:
    """Nobody is told that the number 120 accepts no more 1, 2 and 0."""
    number_then = then(number("120", "plain"), "0", "7")
    text_now = then(TextAnswer(accept=("7",)), "0", "7")
    assert reasons(number_then, text_now) == ("kind number -> text",)
    assert reasons(text_now, number_then) == ("kind text -> number",)
