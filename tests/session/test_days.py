"""What an answer is to a card, and how a card moves, by the rules of due, drill and ahead."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from quizkit.session import Card
from quizkit.store.store import Store
from tests.session.scenes import COURSE, DAY, ME, QUESTION, answer, at, open_store, showing

TOMORROW = DAY + timedelta(days=1)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "progress.db")


def roles(store: Store) -> list[str | None]:
    return [row.role for row in store.events(ME, COURSE, QUESTION) if row.kind == "review"]


def test_only_the_first_of_five_passes_in_a_day_moves_the_card(store: Store) -> None:
    """A card that is no longer due is practised ahead: logged, and moved nowhere."""
    first = answer(store, 4)
    cards = [answer(store, 4) for _ in range(4)]
    assert roles(store) == ["due", "ahead", "ahead", "ahead", "ahead"]
    assert {card.state for card in cards} == {first.state}
    assert first.state.repetitions == first.state.interval_days == 1


def test_a_miss_is_answered_again_the_same_day_and_moves_each_time(store: Store) -> None:
    """After 2, 2, 4, 4, 4 the first three answers moved the card, with no lapse of a new card."""
    for rating in (2, 2, 4, 4, 4):
        card = answer(store, rating)
    assert roles(store) == ["due", "due", "due", "ahead", "ahead"]
    assert (card.state.repetitions, card.state.interval_days, card.state.lapses) == (1, 1, 0)


def test_failing_a_learnt_card_is_one_lapse_however_often_it_fails_that_day(store: Store) -> None:
    """Only the first failure after a pass counts as a lapse."""
    answer(store, 4)
    for rating in (1, 1, 0):
        card = answer(store, rating, TOMORROW)
    assert card.state.lapses == 1
    assert card.state.due_day == TOMORROW
    assert card.state_name() == "relearning"


def test_a_three_is_drilled_until_a_four(store: Store) -> None:
    """A card rated exactly 3 is not due, yet in drill that day until it scores 4."""
    card = answer(store, 3)
    assert card.in_drill(DAY)
    assert not card.is_due(DAY)
    assert answer(store, 3).in_drill(DAY)
    assert answer(store, 2).in_drill(DAY)
    done = answer(store, 4)
    assert not done.in_drill(DAY)
    assert roles(store) == ["due", "drill", "drill", "drill"]
    assert done.state == card.state
    assert done.state.lapses == 0


def test_a_drill_is_forgotten_at_rollover(store: Store) -> None:
    """At 03:59 the card is in drill still; an answer at 04:00 is decided by the new day."""
    answer(store, 3)
    late = store.card(ME, COURSE, QUESTION)
    assert late.in_drill(at(DAY, hour=3).study_day)
    event = store.answer(at(TOMORROW, hour=4), ME, COURSE, showing(late), 4).event
    assert event.role == "due"
    assert event.study_day == TOMORROW


def test_an_answer_after_midnight_belongs_to_the_day_before(store: Store) -> None:
    """Failing at 03:59 with the rollover at 4 is a failure of the old study day."""
    answer(store, 4)
    card = store.card(ME, COURSE, QUESTION)
    event = store.answer(at(DAY, hour=3), ME, COURSE, showing(card, 1), 1).event
    assert (event.study_day, event.role) == (DAY, "ahead")


def test_a_late_review_counts_from_the_day_it_happens(store: Store) -> None:
    """After 400 days late a 4 brings the second interval, 6 days from that day."""
    answer(store, 4)
    late = DAY + timedelta(days=401)
    assert answer(store, 4, late).state.due_day == late + timedelta(days=6)


def test_the_role_is_decided_when_the_answer_is_written(store: Store) -> None:
    """A card shown before the rollover and answered after it is reviewed on the new day."""
    answer(store, 4)
    shown = store.card(ME, COURSE, QUESTION)
    assert not shown.is_due(DAY)
    assert store.answer(at(TOMORROW, 5), ME, COURSE, showing(shown), 4).event.role == "due"


def test_a_clock_that_was_set_back_makes_no_negative_interval(store: Store) -> None:
    """A review on an earlier day than the last one counts from its own day."""
    far = date(2099, 1, 1)
    answer(store, 4, far)
    back = answer(store, 4, DAY)
    assert roles(store) == ["due", "ahead"]
    assert back.state.due_day == far + timedelta(days=1)
    assert back.state.interval_days == 1
    assert store.check() == ()


@pytest.mark.parametrize(
    ("ratings", "name"), [((), "new"), ((1,), "relearning"), ((4,), "review"), ((3,), "review")]
)
def test_a_card_is_in_one_state_by_name(store: Store, ratings: tuple[int, ...], name: str) -> None:
    """A card failed at its first review is relearning already."""
    for rating in ratings:
        answer(store, rating)
    assert store.card(ME, COURSE, QUESTION).state_name() == name


def test_missing_and_suspended_come_before_the_other_names(store: Store) -> None:
    """A question that vanished is missing, whatever its card holds."""
    answer(store, 4)
    card = store.suspend(at(DAY), ME, COURSE, QUESTION).after
    assert card.state_name() == "suspended"
    assert card.state_name(present=False) == "missing"
    assert Card(question=QUESTION).state_name(present=False) == "missing"
