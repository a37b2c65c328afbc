"""Laws of the log, on a real file: whatever happens, the cards are the fold of the rows."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from quizkit.errors import UsageError
from quizkit.reports.days import NOTHING, fold_days
from quizkit.scheduling.sm2 import NEW, State, step
from quizkit.session import Card, Event, fold, histories
from quizkit.store.store import Store
from tests.session.scenes import COURSE, DAY, ME, at, open_store, showing

NAMES = ("l/one", "l/two", "l/three")


@contextmanager
def new_store() -> Iterator[Store]:
    """A store in a folder of its own; one per example, which a fixture would share."""
    with tempfile.TemporaryDirectory() as folder:
        yield open_store(Path(folder) / "progress.db")


# --- what may happen ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a learner does, some days after the one before."""

    what: str
    card: int = 0
    rating: int = 4
    days: int = 0


_CARDS = st.integers(0, len(NAMES) - 1)
_DAYS = st.sampled_from([0, 0, 0, 0, 1, 1, 2, 6, 40])

STEPS = st.one_of(
    st.builds(Step, st.just("answer"), _CARDS, st.integers(0, 4), _DAYS),
    st.builds(Step, st.just("answer"), _CARDS, st.integers(0, 4), _DAYS),
    st.builds(Step, st.just("rerate"), _CARDS, st.sampled_from([3, 5]), _DAYS),
    st.builds(Step, st.just("undo"), days=_DAYS),
    st.builds(Step, st.sampled_from(["suspend", "unsuspend", "reset", "rename", "tick"]), _CARDS),
    st.builds(Step, st.just("set_due"), _CARDS, days=_DAYS),
)


# --- a second opinion ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """A card as a reader of the rules would keep it; reviews are (day, role, rating)."""

    state: State = NEW
    suspended: bool = False
    reviews: tuple[tuple[date, str, int], ...] = ()

    def in_drill(self, day: date) -> bool:
        """The definition, word for word."""
        due = [at for at, (on, role, _) in enumerate(self.reviews) if on == day and role == "due"]
        if not due or self.reviews[due[-1]][2] != 3 or self.suspended:
            return False
        return not any(on == day and r >= 4 for on, _, r in self.reviews[due[-1] + 1 :])


def replayed(done: list[tuple[Step, date]]) -> dict[int, Plain]:
    """The cards after these things alone, as if nothing else had ever happened."""
    cards: dict[int, Plain] = {}
    for what, day in done:
        card = cards.get(what.card, Plain())
        match what.what:
            case "answer":
                is_due = card.state.due_day is None or card.state.due_day <= day
                role = "due" if is_due else "drill" if card.in_drill(day) else "ahead"
                state = step(card.state, what.rating, day) if is_due else card.state
                reviews = (*card.reviews, (day, role, what.rating))
                card = replace(card, state=state, reviews=reviews)
            case "suspend" | "unsuspend":
                card = replace(card, suspended=what.what == "suspend")
            case "reset":
                card = replace(card, state=NEW, reviews=())
            case "set_due":
                card = replace(card, state=replace(card.state, due_day=day))
        cards[what.card] = card
    return cards


def answered(done: list[tuple[Step, date]]) -> list[tuple[date, bool, bool]]:
    """Of each answer its day, whether it was the first of a new card, and whether it was a recall.

    A card is new until it is answered other than ahead; a recall is a due answer of a known card.
    """
    found = []
    for count, (what, day) in enumerate(done):
        if what.what == "answer":
            card = replayed(done[:count]).get(what.card, Plain())
            role = replayed(done[: count + 1])[what.card].reviews[-1][1]
            is_new = all(other == "ahead" for _, other, _ in card.reviews)
            is_recall = role == "due" and card.state.repetitions > 0
            found.append((day, is_new and role != "ahead", is_recall))
    return found


def carry_out(
    store: Store, steps: list[Step], watch: Callable[[], None] = lambda: None
) -> tuple[list[tuple[Step, date]], list[str], date]:
    """Do the steps; what still stands of them, what the cards are called now, and the day.

    `watch` is called before each step.
    """
    names, today = list(NAMES), DAY
    done: list[tuple[Step, date]] = []
    # Rows that `undo` may take, newest last: which thing they are of, and the rating before.
    stack: list[tuple[int, int | None]] = []
    for number, what in enumerate(steps):
        today += timedelta(days=what.days)
        moment, name = at(today), names[what.card]
        watch()
        card = store.card(ME, COURSE, name)
        match what.what:
            case "answer" if not card.suspended:
                store.answer(moment, ME, COURSE, showing(card, what.rating), what.rating)
                stack.append((len(done), None))
                done.append((what, today))
            case "rerate":
                reviews = [row for row in store.events(ME, COURSE, name) if row.kind == "review"]
                if not reviews:
                    continue
                rows = len(store.events(ME, COURSE))
                try:
                    store.rerate(moment, ME, COURSE, reviews[-1].uid, what.rating)
                except UsageError:
                    continue
                if len(store.events(ME, COURSE)) > rows:
                    at_ = max(
                        i
                        for i, (d, _) in enumerate(done)
                        if (d.what, d.card) == ("answer", what.card)
                    )
                    stack.append((at_, done[at_][0].rating))
                    done[at_] = (replace(done[at_][0], rating=what.rating), done[at_][1])
            case "undo":
                undone = store.undo(moment, ME)
                assert (undone is None) == (not stack)
                if stack:
                    index, rating = stack.pop()
                    if rating is None:
                        del done[index]
                    else:
                        done[index] = (replace(done[index][0], rating=rating), done[index][1])
            case "rename":
                names[what.card] = f"l/renamed-{number}"
                changed = store.rename(moment, ME, COURSE, name, names[what.card])
                if changed.event is None:
                    names[what.card] = name
            case "tick":
                if store.tick_rep(moment, ME, COURSE, "l/a-rep") is not None:
                    stack.append((len(done), None))
                    done.append((replace(what, card=99), today))
            case "suspend" | "unsuspend" | "reset":
                if getattr(store, what.what)(moment, ME, COURSE, name).event is not None:
                    stack.append((len(done), None))
                    done.append((what, today))
            case "set_due":
                if store.set_due(moment, ME, COURSE, name, today).event is not None:
                    stack.append((len(done), None))
                    done.append((what, today))
    return done, names, today


# --- the laws -----------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.lists(STEPS, max_size=25))
def test_the_cards_are_the_fold_of_the_log(steps: list[Step]) -> None:
    """After anything at all, check finds nothing wrong and rebuild changes nothing."""
    with new_store() as store:
        carry_out(store, steps)
        cards = store.cards(ME, COURSE)
        assert store.check() == ()
        assert {name: fold(store.events(ME, COURSE, name), name) for name in cards} == cards
        assert store.days(ME, COURSE) == fold_days(store.events(ME, COURSE))
        assert store.rebuild() == 0
        assert store.cards(ME, COURSE) == cards


@settings(max_examples=60)
@given(st.lists(STEPS, max_size=25))
def test_what_was_undone_might_never_have_happened(steps: list[Step]) -> None:
    """Each card is what a plain replay of the things still standing makes of it."""
    with new_store() as store:
        done, names, today = carry_out(store, steps)
        plain = replayed(done)
        for index, name in enumerate(names):
            expected, card = plain.get(index, Plain()), store.card(ME, COURSE, name)
            assert card.state == expected.state
            assert card.suspended == expected.suspended
            assert card.in_drill(today) == expected.in_drill(today)


@settings(max_examples=60)
@given(st.lists(STEPS, max_size=25))
def test_days_count_what_still_stands(steps: list[Step]) -> None:
    """Each study day has the answers that were not taken back, with the ratings that count."""
    with new_store() as store:
        done, _, _ = carry_out(store, steps)
        answers = [(day, what.rating) for what, day in done if what.what == "answer"]
        days = store.days(ME, COURSE)
        assert {day: (one.reviews, one.recalled) for day, one in days.items()} == {
            day: (
                sum(on == day for on, _ in answers),
                sum(on == day and rating >= 3 for on, rating in answers),
            )
            for day, _ in answers
        }


@settings(max_examples=100)
@given(st.lists(STEPS, max_size=25))
def test_new_and_known_questions_of_a_day_are_those_that_still_stand(steps: list[Step]) -> None:
    """Statistics and what a limit of the day looks up count the same first answers and recalls."""
    with new_store() as store:
        done, _, today = carry_out(store, steps)
        answers = answered(done)
        days = store.days(ME, COURSE)
        with store.looking(ME, {COURSE: ()}) as shelves:
            for day in {today, *(day for day, _, _ in answers)}:
                introduced = sum(is_new for on, is_new, _ in answers if on == day)
                assert shelves[COURSE].introduced_on(day) == introduced
                assert days.get(day, NOTHING).introduced == introduced
                recalls = sum(is_recall for on, _, is_recall in answers if on == day)
                assert shelves[COURSE].recalls_on(day) == recalls


@settings(max_examples=30)
@given(st.lists(STEPS, max_size=20))
def test_the_log_only_grows(steps: list[Step]) -> None:
    """No row is changed or removed by what happens later; ids and ordinals count from 1."""
    with new_store() as store:
        seen: tuple[Event, ...] = ()

        def watch() -> None:
            nonlocal seen
            rows = store.events(ME, COURSE)
            assert rows[: len(seen)] == seen
            seen = rows

        carry_out(store, steps, watch)
        watch()
        assert [row.id for row in seen] == list(range(1, len(seen) + 1))
        for name in {row.question for row in seen}:
            ordinals = [row.ordinal for row in seen if row.question == name]
            assert ordinals == list(range(1, len(ordinals) + 1))


@settings(max_examples=40)
@given(st.lists(st.tuples(_CARDS, st.integers(0, 4), st.integers(-400, 400)), max_size=15))
def test_days_in_any_order_keep_every_law(answers: list[tuple[int, int, int]]) -> None:
    """A clock set back or far ahead brings no negative interval and no card that does not fold."""
    with new_store() as store:
        for index, rating, days in answers:
            card = store.card(ME, COURSE, NAMES[index])
            moment = at(DAY + timedelta(days=days))
            after = store.answer(moment, ME, COURSE, showing(card, rating), rating).after
            assert after.state.interval_days >= 0
            assert after.state.ease >= 130
        assert store.check() == ()


# --- examples -----------------------------------------------------------------------------------


def test_a_renamed_question_keeps_its_history(tmp_path: Path) -> None:
    """The new name has the old card; the old name is as new; ordinals of both go on."""
    store = open_store(tmp_path / "progress.db")
    card = Card(question="l/old")
    old = store.answer(at(DAY), ME, COURSE, showing(card), 4).after
    new = store.rename(at(DAY), ME, COURSE, "l/old", "l/new").after
    assert new.state == old.state
    assert store.cards(ME, COURSE).keys() == {"l/new"}
    assert store.card(ME, COURSE, "l/old").state_name() == "new"
    assert [row.kind for row in store.events(ME, COURSE, "l/new")] == ["review", "rename"]
    undone = store.undo(at(DAY), ME)
    assert undone is not None
    assert (undone.event.question, undone.event.ordinal) == ("l/old", 2)
    assert undone.card == store.card(ME, COURSE, "l/new")
    assert undone.card is not None
    assert undone.card.state_name() == "new"
    assert store.check() == ()


def test_an_old_name_may_be_given_to_another_question(tmp_path: Path) -> None:
    """Rows written under a name before the rename belong to the renamed card, later ones do not."""
    store = open_store(tmp_path / "progress.db")
    store.answer(at(DAY), ME, COURSE, showing(Card(question="l/old")), 4)
    store.rename(at(DAY), ME, COURSE, "l/old", "l/new")
    again = store.answer(at(DAY), ME, COURSE, showing(Card(question="l/old"), 1), 1)
    assert again.event.ordinal == 2
    assert again.after.live_reviews == 1
    shared = histories(store.events(ME, COURSE))
    assert {name: len(rows) for name, rows in shared.items()} == {"l/new": 2, "l/old": 1}
    assert store.check() == ()


def test_a_rename_never_takes_over_a_card_that_has_a_history(tmp_path: Path) -> None:
    """Where both names were answered, each keeps what it has."""
    store = open_store(tmp_path / "progress.db")
    for name in ("l/old", "l/new"):
        store.answer(at(DAY), ME, COURSE, showing(Card(question=name)), 4)
    assert store.rename(at(DAY), ME, COURSE, "l/old", "l/new").event is None
    assert store.cards(ME, COURSE).keys() == {"l/old", "l/new"}


def test_a_card_moves_once(tmp_path: Path) -> None:
    """A card under a former name is named as one to move; once it is moved, nothing is."""
    store = open_store(tmp_path / "progress.db")
    store.answer(at(DAY), ME, COURSE, showing(Card(question="l/older")), 4)
    names = [("l/new", ("l/old", "l/older")), ("l/fresh", ("l/nowhere",))]
    for moving in ({"l/older": "l/new"}, {}):
        with store.looking(ME, {COURSE: names}) as shelves:
            found = dict(shelves[COURSE].moving)
        assert found == moving
        for old, new in moving.items():
            assert store.rename(at(DAY), ME, COURSE, old, new).after.question == new


def test_ticks_of_reps_are_rows_that_move_no_card(tmp_path: Path) -> None:
    """A rep is ticked on a study day, can be cleared and undone, and is never among the cards."""
    store = open_store(tmp_path / "progress.db")
    assert store.tick_rep(at(DAY), ME, COURSE, "l/build") is not None
    assert store.tick_rep(at(DAY), ME, COURSE, "l/build") is None
    assert store.reps(ME, COURSE) == {"l/build": DAY}
    assert store.untick_rep(at(DAY), ME, COURSE, "l/build") is not None
    assert store.reps(ME, COURSE) == {}
    undone = store.undo(at(DAY), ME)
    assert undone is not None
    assert undone.card is None
    assert store.reps(ME, COURSE) == {"l/build": DAY}
    assert store.cards(ME, COURSE) == {}
    assert store.check() == ()
