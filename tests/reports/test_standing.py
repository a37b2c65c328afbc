"""How questions stand, when they fall due, and what gives trouble."""

from __future__ import annotations

from datetime import date, timedelta

from quizkit.reports.standing import Counts, Known, by_lesson, forecast, together
from quizkit.reports.trouble import Mistake, hardest, recurring

TODAY = date(2028, 2, 29)


def card(
    question: str,
    *,
    due: int | None = 0,
    repetitions: int = 3,
    suspended: int = 0,
    missed: int = 0,
    reviews: int = 10,
    introduced: bool = True,
) -> Known:
    """A card that is due so many days from today, or never was answered (None)."""
    day = None if due is None else (TODAY + timedelta(days=due)).isoformat()
    begun = "2028-01-01" if introduced and day else None
    return Known(question, repetitions, 250, day, begun, 0, suspended, reviews, missed)


def test_each_question_is_in_one_state() -> None:
    """New, relearning, review or suspended; what is due is counted among them."""
    names = ("none", "reset", "missed", "known", "late", "shut", "planned")
    cards = {
        "l/reset": card("l/reset", due=None, repetitions=0),
        "l/missed": card("l/missed", repetitions=0),
        "l/known": card("l/known", due=5),
        "l/late": card("l/late", due=-5),
        "l/shut": card("l/shut", suspended=1, due=-5),
        "l/gone": card("l/gone"),
        "l/planned": card("l/planned", repetitions=0, introduced=False),  # by set-due
    }
    assert by_lesson({"l": [f"l/{name}" for name in names]}, cards, TODAY) == {
        "l": Counts(questions=7, new=3, relearning=1, review=2, suspended=1, due=3)
    }


def test_lessons_keep_their_order_and_sum_up() -> None:
    """The counts of all lessons together are those of all questions."""
    questions = {"b": ["b/one", "b/two"], "a": ["a/one"]}
    lessons = by_lesson(questions, {"b/two": card("b/two", due=1)}, TODAY)
    assert list(lessons) == ["b", "a"]
    assert together(lessons.values()) == Counts(questions=3, new=2, review=1)


def test_the_forecast_counts_each_card_once() -> None:
    """Overdue, each day from today without gaps, later; suspended and new cards never."""
    cards = [card("l/q", due=due) for due in (-3, -1, 0, 0, 2, 40)]
    cards += [card("l/shut", suspended=1), card("l/new", due=None)]
    found = forecast(cards, TODAY, 4)
    assert found.overdue == 2
    assert [due for _, due in found.days] == [2, 0, 1, 0]
    assert [day for day, _ in found.days][:2] == [date(2028, 2, 29), date(2028, 3, 1)]
    assert (found.later, found.total) == (1, 6)


def test_a_far_due_day_is_later() -> None:
    """An interval of 36,500 days is counted like any other."""
    assert forecast([card("l/q", due=36_500)], TODAY, 31).later == 1


def test_the_hardest_are_missed_again_and_again() -> None:
    """8 of 10 stands before 2 of 2, one miss is not named, and only so many are."""
    cards = [
        card("l/twice", missed=2, reviews=2),
        card("l/often", missed=8, reviews=10),
        card("l/once", missed=1, reviews=1),
        card("l/rarely", missed=2, reviews=40),
    ]
    assert [one.question for one in hardest(cards, 5)] == ["l/often", "l/twice", "l/rarely"]
    assert len(hardest(cards, 1)) == 1


def test_mistakes_of_all_courses_are_counted_by_name() -> None:
    """The same slip in two courses is one habit; a mistake made once is none."""
    made = [
        Mistake(name="sign", times=1, last_id=9),
        Mistake(name="unit", times=1, last_id=8),
        Mistake(name="sign", times=1, last_id=3),
        Mistake(name="devices=1", times=4, last_id=2),
    ]
    assert recurring(made, 5) == (
        Mistake(name="devices=1", times=4, last_id=2),
        Mistake(name="sign", times=2, last_id=9),
    )


def test_of_mistakes_made_as_often_the_newest_comes_first() -> None:
    """By the last row of the log that has it, in whichever course."""
    made = [
        Mistake(name="unit", times=2, last_id=5),
        Mistake(name="sign", times=1, last_id=4),
        Mistake(name="sign", times=1, last_id=7),
    ]
    assert [one.name for one in recurring(made, 5)] == ["sign", "unit"]
