"""What is counted of a study day."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from quizkit.reports.days import NO_RETENTION, NOTHING, Day, add_days, fold_days, sum_days
from quizkit.store.store import Store
from tests.session.scenes import COURSE, DAY, ME, QUESTION, answer, at, open_store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "progress.db")


def days(store: Store) -> dict[date, Day]:
    """The days as the cache has them, which are those that the log makes."""
    found = store.days(ME, COURSE)
    assert found == fold_days(store.events(ME, COURSE))
    return found


def retained(**groups: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Retention with these groups, `first` being intervals of a day, `second` of up to seven."""
    return (
        groups.get("first", (0, 0)), groups.get("second", (0, 0)), *NO_RETENTION[2:],
    )  # fmt: skip


def test_a_first_answer_is_new_and_asks_for_no_recall(store: Store) -> None:
    """What was never known cannot be retained."""
    answer(store, 4)
    assert days(store) == {DAY: Day(reviews=1, recalled=1, introduced=1, elapsed_ms=4200)}


def test_a_first_answer_on_a_day_that_was_set_is_new(store: Store) -> None:
    """A day makes a card due, not known: its first answer counts once, and practice never."""
    store.set_due(at(DAY), ME, COURSE, QUESTION, DAY + timedelta(days=1))
    answer(store, 4)
    assert days(store)[DAY].introduced == 0
    answer(store, 1, DAY + timedelta(days=1))
    answer(store, 4, DAY + timedelta(days=1))
    assert days(store)[DAY + timedelta(days=1)].introduced == 1
    assert store.card(ME, COURSE, QUESTION).introduced_day == DAY + timedelta(days=1)
    assert store.check() == ()


def test_a_question_that_was_reset_is_new_again(store: Store) -> None:
    """Answered anew on the same day it counts twice, whatever day it was given in between."""
    answer(store, 4)
    store.reset(at(DAY), ME, COURSE, QUESTION)
    store.set_due(at(DAY), ME, COURSE, QUESTION, DAY)
    answer(store, 4)
    assert days(store)[DAY].introduced == 2
    store.undo(at(DAY), ME)
    assert days(store)[DAY].introduced == 1


def test_a_miss_is_a_review_that_was_not_recalled(store: Store) -> None:
    """Missing a new question is no lapse; answering it again on the same day is no recall."""
    answer(store, 1)
    answer(store, 4)
    assert days(store)[DAY] == Day(reviews=2, recalled=1, introduced=1, elapsed_ms=8400)


def test_a_known_question_that_is_due_asks_for_a_recall(store: Store) -> None:
    """Right counts for the interval that the card had; a miss is a lapse."""
    for day, rating in ((0, 4), (1, 4), (7, 1)):
        answer(store, rating, DAY + timedelta(days=day))
    found = days(store)
    assert found[DAY + timedelta(days=1)].retention == retained(first=(1, 1))
    missed = found[DAY + timedelta(days=7)]
    assert (missed.retention, missed.lapses) == (retained(second=(1, 0)), 1)


def test_drills_and_practice_ahead_are_reviews_and_no_recalls(store: Store) -> None:
    """They are counted with their time, and say nothing about retention."""
    answer(store, 3)
    answer(store, 4)
    answer(store, 4)
    assert days(store)[DAY] == Day(
        reviews=3, recalled=3, drills=1, ahead=1, introduced=1, elapsed_ms=12_600
    )


def test_a_re_rating_counts_on_the_day_of_its_review(store: Store) -> None:
    """Easy or hard is recalled all the same; the day it was said on gets nothing."""
    answer(store, 4)
    review = store.events(ME, COURSE)[0].uid
    store.rerate(at(DAY + timedelta(days=1)), ME, COURSE, review, 3)
    assert days(store) == {DAY: Day(reviews=1, recalled=1, introduced=1, elapsed_ms=4200)}


def test_a_day_on_which_nothing_is_left_has_no_row(store: Store) -> None:
    """Undoing the only answer of a day takes the day out, however much later it is undone."""
    answer(store, 4)
    store.undo(at(DAY + timedelta(days=3)), ME)
    assert days(store) == {}


def test_learners_and_courses_have_their_own_days(store: Store) -> None:
    """Another learner's answers are not mine."""
    answer(store, 4)
    assert store.days("ada", COURSE) == store.days(ME, "other") == {}


def test_days_add_up() -> None:
    """A day is a sum: of nothing, of several courses, and without what was taken away."""
    one = Day(reviews=2, recalled=1, lapses=1, elapsed_ms=5, retention=((2, 1), *NO_RETENTION[1:]))
    assert one + NOTHING == one
    assert (one + one) - one == one
    assert sum_days([one, one, one]).reviews == 6
    assert add_days({DAY: one}, {DAY: one, DAY + timedelta(days=1): one}) == {
        DAY: one + one,
        DAY + timedelta(days=1): one,
    }
