"""Histories of one question: mended again and again, graded again after some mends and not others.

What each grading has to come to is worked out from what the learner meant: an option, pairs, an
amount. Where it stands today, what it is called and in which unit it is asked makes no difference.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from quizkit.autograde.attempts import Attempt
from quizkit.autograde.batch import by_name
from quizkit.autograde.regrade import Regrader
from quizkit.content.model import Answer, ChoiceAnswer, Exact, MatchAnswer, NumberAnswer, Option
from tests.autograde.regrading import kept, score, then
from tests.variants.questions import question

WORDS = tuple(f"{first}{second}" for first in ("al", "be", "ga", "de") for second in ("pha", "ta"))
FACTORS = {"B": 1, "kB": 1000, "MB": 10**6, "GB": 10**9}
seeds = st.sampled_from(["0", "5", "77"])


def judged(before: Attempt, today: Answer, revision: int, points: object, *, keep: bool) -> Attempt:
    """The attempt as it is in force after the question was mended; None as points is an error."""
    mended = by_name([replace(question("qq", today), revision=f"{revision:012x}")])
    found = Regrader(mended).regrade(kept(before))
    if points is None:
        assert (found.effect, found.after) == ("error", None)
        return before
    assert found.after is not None, found.why
    assert score(found.after) == points
    assert Regrader(mended).regrade(kept(found.after)).after == found.after
    return found.after if keep else before


@given(st.data(), seeds | st.just(""))
def test_an_option_is_what_was_chosen(data: st.DataObject, seed: str) -> None:
    """Moved, reworded, right or wrong by now, among others, in a fixed order or a shuffled one."""
    options = [Option(id=f"o-{n}", text=WORDS[n], right=not n) for n in range(3)]
    fixed, ids = not seed or data.draw(st.booleans()), count(3)
    first = ChoiceAnswer(options=tuple(options), fixed=fixed)
    place = data.draw(st.integers(0, 2))
    before = then(first, seed, "abc"[place])
    shown = before.showing["options"]
    for revision in range(1, data.draw(st.integers(2, 7))):
        at = data.draw(st.integers(0, len(options) - 1))
        match data.draw(st.sampled_from(["right", "move", "reword", "fixed", "insert"])):
            case "right":
                options = [replace(one, right=n == at) for n, one in enumerate(options)]
            case "move":
                options = data.draw(st.permutations(options))
            case "reword":
                options[at] = replace(options[at], text=f"word {next(ids)}")
            case "fixed":
                fixed = not fixed
            case "insert":
                options.insert(at, Option(id=f"o-{next(ids)}", text=f"word {revision}"))
        (right,) = (one.id for one in options if one.right)
        points = int(shown[place] == right) if right in shown else None
        today = ChoiceAnswer(options=tuple(options), fixed=fixed)
        before = judged(before, today, revision, points, keep=data.draw(st.booleans()))


@given(st.data(), seeds)
def test_pairs_are_what_was_matched(data: st.DataObject, seed: str) -> None:
    """Whichever order they stand in by now; a side that was reworded is that side."""
    lefts, rights = list(WORDS[:3]), list(WORDS[3:6])
    belongs = [0, 1, 2]  # by numbers of texts, so that a text may change
    order, texts = [0, 1, 2], iter(f"text {n}" for n in count())

    def asked() -> MatchAnswer:
        return MatchAnswer(pairs=tuple((lefts[n], rights[belongs[n]]) for n in order))

    chosen = data.draw(st.permutations(range(3)))
    response = ", ".join(f"{n + 1}-{'abc'[chosen[n]]}" for n in range(3))
    before = then(asked(), seed, response)
    said = [rights.index(before.showing["rights"][chosen[n]]) for n in range(3)]
    for revision in range(1, data.draw(st.integers(2, 7))):
        keep, at = data.draw(st.booleans()), data.draw(st.integers(0, 2))
        match data.draw(st.sampled_from(["move", "exchange", "left", "right"])):
            case "move":
                order = data.draw(st.permutations(order))
            case "exchange":
                belongs = data.draw(st.permutations(belongs))
            case "left":
                lefts[at], keep = next(texts), True  # two at once cannot be told apart
            case "right":
                rights[at], keep = next(texts), True
        points = Fraction(sum(said[n] == belongs[n] for n in range(3)), 3)
        before = judged(before, asked(), revision, points, keep=keep)


@given(st.data(), seeds | st.just(""), st.sampled_from(["", " kB", " GB"]))
def test_an_amount_is_what_was_typed(data: st.DataObject, seed: str, written: str) -> None:
    """In the unit that was asked for then, or in the one that was written; mended keys aside."""
    units, amounts = st.sampled_from(sorted(FACTORS)), st.sampled_from([7, 7000, 7 * 10**9])

    def asked() -> NumberAnswer:
        value = Fraction(data.draw(amounts), FACTORS[unit := data.draw(units)])
        return NumberAnswer(unit=unit, value=value, tolerance=Exact())

    first = asked()
    before = then(first, seed, f"7{written}")
    amount = 7 * FACTORS[written.strip() or first.unit]
    for revision in range(1, data.draw(st.integers(2, 6))):
        today = asked()
        assert today.value is not None
        points = int(today.value * FACTORS[today.unit] == amount)
        before = judged(before, today, revision, points, keep=data.draw(st.booleans()))
