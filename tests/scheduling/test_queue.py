"""The queue: order, limits, prerequisites, and how a running queue goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from quizkit.scheduling.queue import (
    Asked,
    Counts,
    after_answer,
    counts,
    in_drill,
    is_due,
    plan,
    practise,
    unmet,
)
from quizkit.scheduling.sm2 import NEW, State

TODAY = date(2028, 2, 29)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A card as the queue sees it."""

    state: State = NEW
    suspended: bool = False
    drill_day: date | None = None
    live_reviews: int = 0


def question(ref: str, *, requires: tuple[str, ...] = (), tags: tuple[str, ...] = ()) -> Asked:
    return Asked(ref=ref, lesson=ref.partition("/")[0], requires=requires, tags=tags)


def reviewed(due_in: int, *, repetitions: int = 1, drill: bool = False) -> Known:
    """A card that falls due so many days from today."""
    state = State(
        repetitions=repetitions,
        interval_days=repetitions,
        ease=250,
        due_day=TODAY + timedelta(days=due_in),
        lapses=0,
    )
    return Known(state=state, drill_day=TODAY if drill else None, live_reviews=1)


EIGHT = tuple(question(f"eight/q{n}") for n in range(3))
NINE = tuple(question(f"nine/q{n}", requires=("eight",)) for n in range(3))


def test_order_of_a_session() -> None:
    """What is left to relearn, then overdue, due, new in lesson order, and the drills last."""
    asked = [question(f"eight/{name}") for name in "abcdefg"]
    cards = {
        "eight/a": reviewed(1, drill=True),
        "eight/c": reviewed(0),
        "eight/d": reviewed(-3),
        "eight/e": reviewed(0, repetitions=0),
        "eight/f": reviewed(-40),
        "eight/g": reviewed(5),
    }
    assert plan(asked, cards, TODAY, new_left=10) == (
        "eight/e",
        "eight/f",
        "eight/d",
        "eight/c",
        "eight/b",
        "eight/a",
    )


def test_questions_of_one_lesson_are_spaced_within_a_day() -> None:
    """Cards due on one day come in lesson order, but no lesson follows itself while another can."""
    asked = [question(ref) for ref in ("eight/z", "eight/a", "nine/m", "nine/b", "ten/q")]
    cards = {one.ref: reviewed(-1) for one in reversed(asked)}
    assert plan(asked, cards, TODAY, new_left=0) == (
        "eight/z",
        "nine/m",
        "eight/a",
        "nine/b",
        "ten/q",
    )


def test_spacing_never_passes_over_an_older_day() -> None:
    """The most overdue comes first, even where two questions of a lesson then stand together."""
    asked = [question(ref) for ref in ("eight/a", "eight/b", "nine/c", "eight/d")]
    days = {"eight/a": -3, "eight/b": -2, "nine/c": -1, "eight/d": -1}
    cards = {ref: reviewed(day) for ref, day in days.items()}
    assert plan(asked, cards, TODAY, new_left=0) == ("eight/a", "eight/b", "nine/c", "eight/d")


def test_spacing_goes_on_from_the_day_before() -> None:
    """What is due next starts with another lesson than the last of the older day, if it can."""
    asked = [question(ref) for ref in ("eight/a", "eight/b", "nine/c")]
    cards = {"eight/a": reviewed(-2), "eight/b": reviewed(-1), "nine/c": reviewed(-1)}
    assert plan(asked, cards, TODAY, new_left=0) == ("eight/a", "nine/c", "eight/b")


@given(st.lists(st.sampled_from("abc"), max_size=12))
def test_no_arrangement_is_spaced_better(lessons: list[str]) -> None:
    """Two questions of a lesson stand together only as often as that cannot be helped."""
    asked = [question(f"lesson-{name}/q{n}") for n, name in enumerate(lessons)]
    cards = {one.ref: reviewed(-1) for one in asked}
    planned = plan(asked, cards, TODAY, new_left=0, order="random", dice="any")
    assert sorted(planned) == sorted(cards)
    shown = [ref.partition("/")[0] for ref in planned]
    together = sum(one == other for one, other in pairwise(shown))
    most = max((lessons.count(name) for name in lessons), default=0)
    assert together == max(0, most - (len(lessons) - most) - 1)


def test_the_order_random_depends_on_the_dice_alone() -> None:
    """Equal dice give the same order, others another; what is to be relearned stays first."""
    asked = [question(f"lesson-{n}/q") for n in range(30)]
    cards = {one.ref: reviewed(n - 40) for n, one in enumerate(asked)}
    cards["lesson-7/q"] = reviewed(0, repetitions=0)

    def planned(dice: str) -> tuple[str, ...]:
        return plan(asked, cards, TODAY, new_left=0, order="random", dice=dice)

    monday, tuesday = planned("me/2028-02-28"), planned("me/2028-02-29")
    assert planned("me/2028-02-28") == monday != tuesday
    assert sorted(monday) == sorted(tuesday) == sorted(cards)
    assert monday[0] == tuesday[0] == "lesson-7/q"
    assert list(monday) != [one.ref for one in asked]


def test_reviews_keep_to_what_is_left_of_their_limit() -> None:
    """The limit cuts due reviews alone, the most overdue stay; the rest counts for tomorrow."""
    asked = [question(f"eight/{name}") for name in "abcdef"]
    cards = {
        "eight/a": reviewed(-1),
        "eight/b": reviewed(-5),
        "eight/c": reviewed(0, repetitions=0),
        "eight/d": reviewed(9, drill=True),
        "eight/e": reviewed(-3),
    }
    assert plan(asked, cards, TODAY, new_left=1, reviews_left=2) == (
        "eight/c",
        "eight/b",
        "eight/e",
        "eight/f",
        "eight/d",
    )
    told = counts(asked, cards, TODAY, new_left=1, reviews_left=2)
    assert told == Counts(due=4, new=1, next_due_day=TODAY + timedelta(days=1))
    assert plan(asked, cards, TODAY, new_left=0, reviews_left=0) == ("eight/c", "eight/d")


def test_practice_takes_what_is_wanted_due_or_not() -> None:
    """Cards that are wanted and not suspended are asked once, questions of one lesson spaced."""
    asked = [question(ref) for ref in ("eight/a", "eight/b", "eight/c", "nine/d", "nine/e")]
    cards = {one.ref: reviewed(9) for one in asked} | {
        "eight/c": replace(reviewed(9), suspended=True)
    }
    wanted = {"eight/a", "eight/b", "eight/c", "nine/e", "gone/q"}
    assert practise(asked, cards, wanted) == ("eight/a", "nine/e", "eight/b")
    assert practise(asked, cards, wanted, lesson="nine") == ("nine/e",)
    assert practise(asked, cards, wanted, limit=1) == ("eight/a",)


def test_new_questions_keep_to_what_is_left_of_the_limit() -> None:
    """As many new questions as today's limit leaves; none once it is used up or overdrawn."""
    assert plan(EIGHT, {}, TODAY, new_left=2) == ("eight/q0", "eight/q1")
    assert plan(EIGHT, {}, TODAY, new_left=0) == ()
    assert plan(EIGHT, {}, TODAY, new_left=-4) == ()


def test_a_lesson_waits_for_its_prerequisites() -> None:
    """Questions of a lesson stay away until one question of each required lesson is reviewed."""
    asked = (*EIGHT, *NINE)
    assert plan(asked, {}, TODAY, new_left=10) == ("eight/q0", "eight/q1", "eight/q2")
    started = {"eight/q2": reviewed(3)}
    assert plan(asked, started, TODAY, new_left=10) == (
        "eight/q0",
        "eight/q1",
        "nine/q0",
        "nine/q1",
        "nine/q2",
    )


def test_every_prerequisite_must_be_met() -> None:
    """Of two required lessons one is not enough; `unmet` names the other."""
    ten = question("ten/q", requires=("eight", "nine"))
    asked = (*EIGHT, *NINE, ten)
    cards = {"eight/q0": reviewed(3)}
    assert "ten/q" not in plan(asked, cards, TODAY, new_left=10)
    assert unmet(asked, cards, ten.requires) == ("nine",)


def test_an_undone_review_meets_no_prerequisite() -> None:
    """A card undone back to new has no live review, so its lesson is not started."""
    assert unmet((*EIGHT, *NINE), {"eight/q0": Known()}, ("eight",)) == ("eight",)


def test_a_question_that_vanished_still_meets_its_prerequisite() -> None:
    """What was learnt counts, even if its question is missing from the lesson now."""
    assert unmet((*EIGHT, *NINE), {"eight/gone": reviewed(3)}, ("eight",)) == ()


def test_a_lesson_with_nothing_to_ask_holds_nothing_up() -> None:
    """A required lesson that is broken, gone or wholly suspended could never be started."""
    assert unmet(NINE, {}, ("eight",)) == ()
    suspended = {one.ref: Known(suspended=True) for one in EIGHT}
    assert plan((*EIGHT, *NINE), suspended, TODAY, new_left=1) == ("nine/q0",)


def test_naming_a_lesson_ignores_its_prerequisites() -> None:
    """`--lesson` asks the lesson's own questions at once, and only those."""
    cards = {"eight/q0": reviewed(-1)}
    asked = (*EIGHT, *NINE)
    assert plan(asked, {}, TODAY, new_left=2, lesson="nine") == ("nine/q0", "nine/q1")
    assert plan(asked, cards, TODAY, new_left=2, lesson="eight") == (
        "eight/q0",
        "eight/q1",
        "eight/q2",
    )


def test_a_due_card_needs_no_prerequisite() -> None:
    """Prerequisites gate what is new; a card that was introduced comes back when it is due."""
    assert plan((*EIGHT, *NINE), {"nine/q1": reviewed(0)}, TODAY, new_left=0) == ("nine/q1",)


def test_naming_a_tag_keeps_to_it() -> None:
    """`--tag` asks only questions that carry the tag, due or new."""
    asked = [question("eight/a"), question("eight/b", tags=("ring",)), question("eight/c")]
    cards = {"eight/a": reviewed(0), "eight/c": reviewed(0)}
    assert plan(asked, cards, TODAY, new_left=5, tag="ring") == ("eight/b",)


def test_ahead_takes_what_is_not_due_yet() -> None:
    """`--ahead` practises cards that are not due, the soonest first, and introduces nothing."""
    asked = [question(f"eight/{name}") for name in "abcd"]
    cards = {"eight/a": reviewed(9), "eight/b": reviewed(0), "eight/c": reviewed(2)}
    assert plan(asked, cards, TODAY, new_left=5, ahead=True) == ("eight/c", "eight/a")


def test_limit_counts_everything() -> None:
    """`--limit` cuts the session, whatever its parts."""
    cards = {"eight/q2": reviewed(0)}
    assert plan(EIGHT, cards, TODAY, new_left=5, limit=2) == ("eight/q2", "eight/q0")
    assert plan(EIGHT, cards, TODAY, new_left=5, limit=0) == ()


def test_suspended_and_missing_are_never_asked() -> None:
    """A suspended card and a card whose question is gone stay away, due or not."""
    cards = {
        "eight/q0": replace(reviewed(-9), suspended=True),
        "eight/q1": Known(suspended=True),
        "eight/gone": reviewed(-9),
    }
    assert plan(EIGHT, cards, TODAY, new_left=5) == ("eight/q2",)
    assert plan(EIGHT, cards, TODAY, new_left=5, ahead=True) == ()
    assert counts(EIGHT, cards, TODAY, new_left=5) == Counts(due=0, new=1, next_due_day=None)


def test_a_drill_is_forgotten_at_rollover() -> None:
    """A card in drill yesterday is not asked today unless it is due."""
    card = replace(reviewed(3), drill_day=TODAY - timedelta(days=1))
    assert plan(EIGHT[:1], {"eight/q0": card}, TODAY, new_left=0) == ()


def test_counts_include_relearning_and_drills() -> None:
    """`due` counts what a session would ask again; `new` what the limit and prerequisites allow."""
    asked = (*EIGHT, *NINE, question("nine/q3", requires=("eight",)))
    cards = {
        "eight/q0": reviewed(0, repetitions=0),
        "eight/q1": reviewed(6, drill=True),
        "eight/q2": reviewed(2),
        "nine/q0": reviewed(-5),
    }
    tomorrow_or_later = TODAY + timedelta(days=2)
    assert counts(asked, cards, TODAY, new_left=2) == Counts(
        due=3, new=2, next_due_day=tomorrow_or_later
    )
    assert counts(asked, cards, TODAY, new_left=9).new == 3
    assert counts(asked, {}, TODAY, new_left=9) == Counts(due=0, new=3, next_due_day=None)


def test_a_miss_goes_to_the_end() -> None:
    """A missed question comes again after all others; a passed one does not."""
    missed = {"a/a": reviewed(0, repetitions=0)}
    passed = {"a/a": reviewed(1)}
    assert after_answer(("a/a", "a/b", "a/c"), missed, TODAY) == ("a/b", "a/c", "a/a")
    assert after_answer(("a/a", "a/b", "a/c"), passed, TODAY) == ("a/b", "a/c")
    assert after_answer(("a/a",), missed, TODAY) == ("a/a",)


def test_drills_come_after_the_misses() -> None:
    """A card rated 3 goes to the very end; a miss goes before the drills that wait there."""
    cards = {
        "a/a": reviewed(0, repetitions=0),
        "a/d": reviewed(1, drill=True),
        "a/e": reviewed(1, drill=True),
    }
    assert after_answer(("a/a", "a/b", "a/d", "a/e"), cards, TODAY) == (
        "a/b",
        "a/a",
        "a/d",
        "a/e",
    )
    assert after_answer(("a/d", "a/a", "a/e"), cards, TODAY) == ("a/a", "a/e", "a/d")


def test_a_suspended_question_leaves_the_queue() -> None:
    """Suspending the question at hand drops it, even when it was missed before."""
    cards = {"a/a": replace(reviewed(0, repetitions=0), suspended=True)}
    assert after_answer(("a/a", "a/b"), cards, TODAY) == ("a/b",)


LESSONS = ("one", "two", "three")


@st.composite
def situations(draw: st.DrawFn) -> tuple[tuple[Asked, ...], Mapping[str, Known], int]:
    """Some lessons, cards in every state, and what is left of the limit."""
    asked = tuple(
        question(f"{lesson}/q{n}", requires=LESSONS[:index])
        for index, lesson in enumerate(LESSONS)
        for n in range(draw(st.integers(0, 4)))
    )
    card = st.builds(
        replace,
        st.builds(reviewed, st.integers(-3, 3), repetitions=st.integers(0, 3), drill=st.booleans()),
        suspended=st.booleans(),
    )
    cards = draw(st.dictionaries(st.sampled_from([one.ref for one in asked] + ["two/gone"]), card))
    return asked, cards, draw(st.integers(0, 6))


@given(situations(), st.none() | st.integers(0, 4))
def test_plan_and_counts_agree(
    situation: tuple[tuple[Asked, ...], Mapping[str, Known], int], reviews_left: int | None
) -> None:
    """A session asks exactly as many due and new questions as `quiz due` promised, each once."""
    asked, cards, new_left = situation
    planned = plan(asked, cards, TODAY, new_left=new_left, reviews_left=reviews_left)
    told = counts(asked, cards, TODAY, new_left=new_left, reviews_left=reviews_left)
    new = [ref for ref in planned if ref not in cards]
    assert len(set(planned)) == len(planned)
    assert (len(planned) - len(new), len(new)) == (told.due, told.new)
    assert len(new) <= new_left


@given(situations())
def test_everything_asked_is_due_new_or_in_drill(
    situation: tuple[tuple[Asked, ...], Mapping[str, Known], int],
) -> None:
    """Nothing is asked that today does not call for, and drills never come before the rest."""
    asked, cards, new_left = situation
    planned = plan(asked, cards, TODAY, new_left=new_left)
    drills = [ref in cards and in_drill(cards[ref], TODAY) for ref in planned]
    assert drills == sorted(drills)
    for ref in planned:
        assert ref not in cards or is_due(cards[ref], TODAY) or in_drill(cards[ref], TODAY)


@given(situations(), st.data())
def test_a_running_queue_ends_when_everything_is_passed(
    situation: tuple[tuple[Asked, ...], Mapping[str, Known], int], data: st.DataObject
) -> None:
    """A question leaves the queue once passed and comes again as often as it is missed."""
    asked, known, new_left = situation
    cards = dict(known)
    queue = plan(asked, cards, TODAY, new_left=new_left)
    refs, misses = queue, 0
    while queue:
        ref = queue[0]
        passed = misses >= 20 or data.draw(st.booleans())
        misses += not passed
        cards[ref] = reviewed(1) if passed else reviewed(0, repetitions=0)
        before = len(queue)
        queue = after_answer(queue, cards, TODAY)
        assert len(queue) == before - passed
    assert all(not is_due(cards[ref], TODAY) for ref in refs)
