"""Changes of mind: re-rating, undoing, suspending, resetting, moving the due day."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from quizkit.errors import UsageError
from quizkit.scheduling.sm2 import NEW, step
from quizkit.session import counting
from quizkit.store.backup import backup, restore
from quizkit.store.store import Store
from tests.session.scenes import COURSE, DAY, ME, QUESTION, answer, at, open_store, showing

OTHER = "zero-1-2/five-costs"
TOMORROW = DAY + timedelta(days=1)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "progress.db")


def newest(store: Store) -> bytes:
    return store.events(ME, COURSE, QUESTION)[-1].uid


@pytest.mark.parametrize("rating", [3, 5])
def test_a_right_answer_may_be_made_easy_or_hard(store: Store, rating: int) -> None:
    """The state becomes the step from before the review, by the new rating."""
    answer(store, 4)
    after = store.rerate(at(DAY), ME, COURSE, newest(store), rating).after
    assert after.state == step(NEW, rating, DAY)
    assert after.in_drill(DAY) is (rating == 3)


def test_a_re_rating_counts_from_the_reviews_own_day(store: Store) -> None:
    """A key pressed after the rollover does not move the review to the next study day."""
    answer(store, 4)
    after = store.rerate(at(TOMORROW), ME, COURSE, newest(store), 5).after
    assert after.state == step(NEW, 5, DAY)


def test_the_last_of_several_re_ratings_counts(store: Store) -> None:
    """First 5, then 3: the review counts as 3, and each undo brings back the rating before."""
    answer(store, 4)
    review = newest(store)
    store.rerate(at(DAY), ME, COURSE, review, 5)
    assert store.rerate(at(DAY), ME, COURSE, review, 3).after.state.ease == 236
    eases = []
    for _ in range(3):
        undone = store.undo(at(DAY), ME)
        assert undone is not None
        assert undone.card is not None
        eases.append(undone.card.state.ease)
    assert eases == [260, 250, 250]
    assert store.card(ME, COURSE, QUESTION).state == NEW


def test_the_same_rating_again_writes_nothing(store: Store) -> None:
    """A key pressed twice is one re-rating."""
    answer(store, 4)
    review = newest(store)
    first = store.rerate(at(DAY), ME, COURSE, review, 5)
    again = store.rerate(at(DAY), ME, COURSE, review, 5)
    assert again.event == first.event
    assert again.after == first.after
    assert len(store.events(ME, COURSE)) == 2


def test_re_rating_practice_moves_nothing(store: Store) -> None:
    """An ahead answer made hard stays practice: no drill, no new due day."""
    answer(store, 4)
    card = answer(store, 4)
    after = store.rerate(at(DAY), ME, COURSE, newest(store), 3).after
    assert after.state == card.state
    assert not after.in_drill(DAY)


def test_a_drill_answer_made_hard_stays_in_drill(store: Store) -> None:
    """The drill asks for 4, and a 3 in its place is none."""
    answer(store, 3)
    assert not answer(store, 4).in_drill(DAY)
    assert store.rerate(at(DAY), ME, COURSE, newest(store), 3).after.in_drill(DAY)


@pytest.mark.parametrize("rating", [0, 1, 2, 4])
def test_only_easy_and_hard_can_be_chosen(store: Store, rating: int) -> None:
    """A verdict cannot be talked away."""
    answer(store, 4)
    with pytest.raises(UsageError, match=r"^an answer can be changed to 5 \(easy\) or 3 \(hard\)$"):
        store.rerate(at(DAY), ME, COURSE, newest(store), rating)


@pytest.mark.parametrize("rating", [0, 1, 2, 3])
def test_only_a_plain_right_answer_can_be_re_rated(store: Store, rating: int) -> None:
    """Neither a wrong answer nor one after the hint becomes easy."""
    answer(store, rating)
    with pytest.raises(UsageError, match="only an answer that was right without a hint"):
        store.rerate(at(DAY), ME, COURSE, newest(store), 5)
    assert len(store.events(ME, COURSE)) == 1


def test_a_recall_is_rated_by_the_learner_and_stays(store: Store) -> None:
    """A recall takes any rating once; its verdict is `self` and it has no score."""
    card = store.card(ME, COURSE, OTHER)
    shown = showing(card, verdict="self", score=None)
    recalled = store.answer(at(DAY), ME, COURSE, shown, 5)
    assert recalled.after.state == step(NEW, 5, DAY)
    with pytest.raises(UsageError, match="only an answer that was right"):
        store.rerate(at(DAY), ME, COURSE, recalled.event.uid, 3)


def test_an_answer_that_something_followed_cannot_be_re_rated(store: Store) -> None:
    """Once the card has gone on, its earlier answers are settled."""
    answer(store, 4)
    review = newest(store)
    store.set_due(at(DAY), ME, COURSE, QUESTION, DAY)
    with pytest.raises(UsageError, match="has changed since that answer"):
        store.rerate(at(DAY), ME, COURSE, review, 5)
    store.undo(at(DAY), ME)
    assert store.rerate(at(DAY), ME, COURSE, review, 5).after.state == step(NEW, 5, DAY)


def test_an_undone_answer_cannot_be_re_rated(store: Store) -> None:
    """What was taken back is not there to be changed."""
    answer(store, 4)
    review = newest(store)
    store.undo(at(DAY), ME)
    for uid in (review, bytes(16)):
        with pytest.raises(UsageError, match="that answer is not there any more"):
            store.rerate(at(DAY), ME, COURSE, uid, 5)


@pytest.mark.parametrize("question", [QUESTION, OTHER])
def test_an_answer_that_took_the_place_of_another_is_not_re_rated(
    store: Store, tmp_path: Path, question: str
) -> None:
    """After a restore a row may have the id of an answer that is gone; it stays as it is."""
    path, copy = tmp_path / "progress.db", tmp_path / "copy.db"
    answer(store, question="zero-1-2/before")
    backup(path, copy)
    answer(store)
    gone = store.events(ME, COURSE)[-1]
    restore(path, copy, backups=tmp_path)
    answer(store, question=question)
    events = store.events(ME, COURSE)
    assert events[-1].id == gone.id
    with pytest.raises(UsageError, match="that answer is not there any more"):
        store.rerate(at(DAY), ME, COURSE, gone.uid, 5)
    assert store.events(ME, COURSE) == events


def test_a_rating_that_the_verdict_does_not_give_is_refused(store: Store) -> None:
    """Nothing is written for a caller that rates a wrong answer as easy."""
    card = store.card(ME, COURSE, QUESTION)
    with pytest.raises(ValueError, match="wrong is not rated 5"):
        store.answer(at(DAY), ME, COURSE, showing(card, 1), 5)
    assert store.events(ME, COURSE) == ()


def test_undo_goes_back_step_by_step(store: Store) -> None:
    """Three undos take back three answers, the newest first, and each card is as it was before."""
    days = (DAY, TOMORROW, TOMORROW + timedelta(days=6))
    cards = [store.card(ME, COURSE, QUESTION), *(answer(store, 4, day) for day in days)]
    for earlier in reversed(cards[:-1]):
        undone = store.undo(at(DAY), ME)
        assert undone is not None
        assert undone.card is not None
        assert undone.card.state == earlier.state
    assert store.undo(at(DAY), ME) is None
    assert store.card(ME, COURSE, QUESTION).state_name() == "new"
    assert store.check() == ()


def test_an_undo_is_never_undone_itself(store: Store) -> None:
    """The second undo takes the answer before, not the first undo."""
    answer(store, 4)
    answer(store, 4, question=OTHER)
    taken = [store.undo(at(DAY), ME) for _ in range(3)]
    questions = [undone.taken_back.question if undone else None for undone in taken]
    assert questions == [OTHER, QUESTION, None]


def test_undone_reviews_still_count_for_the_next_variant(store: Store) -> None:
    """Their key has been seen, so the numbers must change."""
    answer(store, 4)
    store.undo(at(DAY), ME)
    card = store.card(ME, COURSE, QUESTION)
    assert (card.reviews, card.live_reviews) == (1, 0)


def test_an_undone_introduction_gives_the_place_back(store: Store) -> None:
    """Today's new cards are those whose first answer of today still stands."""
    answer(store, 4)
    assert answer(store, 4, question=OTHER).introduced_day == DAY
    store.undo(at(DAY), ME)
    cards = store.cards(ME, COURSE)
    assert [name for name in cards if cards[name].introduced_day == DAY] == [QUESTION]


def test_undo_reaches_over_courses_but_not_over_learners(store: Store) -> None:
    """It takes the learner's newest row wherever that was, and nobody else's."""
    answer(store, 4)
    card = store.card(ME, "another", QUESTION)
    store.answer(at(DAY), ME, "another", showing(card), 4)
    store.answer(at(DAY), "ada", COURSE, showing(card), 4)
    undone = store.undo(at(DAY), ME)
    assert undone is not None
    assert undone.event.course == undone.taken_back.course == "another"
    assert store.card("ada", COURSE, QUESTION).live_reviews == 1


def test_reset_makes_a_card_new_and_keeps_its_history(store: Store) -> None:
    """State and lapses are those of a new card; the log and the number of reviews stay."""
    answer(store, 4)
    answer(store, 1, TOMORROW)
    card = store.reset(at(TOMORROW), ME, COURSE, QUESTION).after
    assert card.state == NEW
    assert card.state_name() == "new"
    assert card.reviews == 2
    assert answer(store, 4, TOMORROW).state == step(NEW, 4, TOMORROW)


def test_reset_ends_a_drill(store: Store) -> None:
    """A new card is introduced, not drilled."""
    answer(store, 3)
    assert not store.reset(at(DAY), ME, COURSE, QUESTION).after.in_drill(DAY)


def test_set_due_moves_the_due_day_alone(store: Store) -> None:
    """Ease, interval, repetitions and lapses stay."""
    before = answer(store, 4)
    after = store.set_due(at(DAY), ME, COURSE, QUESTION, DAY).after
    assert after.state == replace(before.state, due_day=DAY)
    assert after.is_due(DAY)


def test_a_day_set_for_a_new_card_leaves_it_new(store: Store) -> None:
    """It is due on that day, and begins with its first answer that is no practice."""
    planned = store.set_due(at(DAY), ME, COURSE, QUESTION, TOMORROW).after
    assert (planned.state_name(), planned.state.due_day) == ("new", TOMORROW)
    practised = answer(store, 4)
    assert (practised.state_name(), practised.introduced_day) == ("new", None)
    assert practised.state == planned.state
    begun = answer(store, 1, TOMORROW)
    assert (begun.state_name(), begun.introduced_day) == ("relearning", TOMORROW)
    assert store.check() == ()
    store.undo(at(TOMORROW), ME)
    assert store.card(ME, COURSE, QUESTION).state_name() == "new"


def test_suspend_and_unsuspend_touch_no_state(store: Store) -> None:
    """A suspended card is not due, and comes back as it was."""
    before = answer(store, 1)
    suspended = store.suspend(at(DAY), ME, COURSE, QUESTION).after
    assert not suspended.is_due(DAY)
    assert suspended.state == before.state
    back = store.unsuspend(at(DAY), ME, COURSE, QUESTION).after
    assert back.is_due(DAY)


def test_a_change_that_changes_nothing_writes_nothing(store: Store) -> None:
    """Suspending twice, resetting a new card, or setting the day it has leave no row."""
    assert store.unsuspend(at(DAY), ME, COURSE, QUESTION).event is None
    assert store.reset(at(DAY), ME, COURSE, QUESTION).event is None
    answer(store, 1)
    assert store.set_due(at(DAY), ME, COURSE, QUESTION, DAY).event is None
    store.suspend(at(DAY), ME, COURSE, QUESTION)
    assert store.suspend(at(DAY), ME, COURSE, QUESTION).event is None
    assert len(store.events(ME, COURSE)) == 2


def test_every_change_can_be_undone(store: Store) -> None:
    """Suspend, unsuspend, reset and set-due go back one by one to the answer."""
    answered = answer(store, 4)
    store.suspend(at(DAY), ME, COURSE, QUESTION)
    store.unsuspend(at(DAY), ME, COURSE, QUESTION)
    store.set_due(at(DAY), ME, COURSE, QUESTION, DAY)
    store.reset(at(DAY), ME, COURSE, QUESTION)
    kinds = []
    for _ in range(4):
        undone = store.undo(at(DAY), ME)
        assert undone is not None
        kinds.append(undone.taken_back.kind)
    assert kinds == ["reset", "set_due", "unsuspend", "suspend"]
    card = store.card(ME, COURSE, QUESTION)
    assert card.state == answered.state
    assert not card.suspended
    assert card.introduced_day == DAY


def test_the_row_that_counts_for_a_review_is_its_last_live_re_rating(store: Store) -> None:
    """Readers of the log see the effective rating of every review."""
    answer(store, 4)
    review = newest(store)
    store.rerate(at(DAY), ME, COURSE, review, 5)
    row = counting(store.events(ME, COURSE), review)
    assert row is not None
    assert row.rating == 5
    store.undo(at(DAY), ME)
    row = counting(store.events(ME, COURSE), review)
    assert row is not None
    assert row.rating == 4
