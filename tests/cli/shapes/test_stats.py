"""What is said of a past: the lines for people and the object for programs."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from wcwidth import wcswidth

from quizkit.cli.shapes.stats_json import shape
from quizkit.cli.shapes.stats_text import lines
from quizkit.cli.stats import gather
from quizkit.cli.terminal import laid_out
from quizkit.store.index import Library, open_library
from quizkit.store.store import Store
from tests.cli.running import SMALL
from tests.session.scenes import DAY, ME, at, open_store, showing

COURSE = "small"
FIRST_OF_MARCH = date(2028, 3, 1)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "progress.db")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return open_library([SMALL], tmp_path / "cache")


def answer(store: Store, rating: int, day: date, question: str, learner: str = ME) -> int:
    """Answer a question of the small course on a day; the id of the row."""
    card = store.card(learner, COURSE, question)
    shown = showing(card, rating)
    return store.answer(at(day), learner, COURSE, shown, rating).event.id


def said(library: Library, store: Store, today: date) -> str:
    """What is printed where the output is no terminal."""
    return laid_out(lines(gather(library, store, ME, today)), paint=False)


def test_reviews_of_one_day_say_that_history_is_missing(store: Store, library: Library) -> None:
    """After the first day there is nothing to say of retention, and that is said."""
    answer(store, 1, DAY, "kinds/fixed-number")
    answer(store, 4, DAY, "kinds/fixed-number")
    text = said(library, store, DAY)
    assert "Not enough history: no question that was known has come back yet." in text
    assert "Streak: 1 study day, today included; the longest: 1." in text


def test_a_leap_day_is_studied_drawn_and_counted(store: Store, library: Library) -> None:
    """28 and 29 February and 1 March are three days in a row, each with its numbers."""
    for back, question in enumerate(("fixed-number", "pick-one", "say-it")):
        for _ in range(back + 1):
            answer(store, 1, FIRST_OF_MARCH - timedelta(days=back), f"kinds/{question}")
    text = said(library, store, FIRST_OF_MARCH)
    assert "Streak: 3 study days, today included; the longest: 3." in text
    assert "2028-02-28     3      13 s  " in text
    assert "2028-02-29     2       8 s  " in text
    assert "2028-02 ···························█▓   5" in text
    assert "2028-03 ▒                               1" in text


def test_numbers_of_a_past_in_json(store: Store, library: Library) -> None:
    """What was done, what is retained, what falls due and what gives trouble, each once."""
    for day, rating in ((0, 4), (1, 4), (7, 2), (7, 4), (8, 2), (8, 4)):
        answer(store, rating, DAY + timedelta(days=day), "kinds/drawn-number")
    answer(store, 4, DAY + timedelta(days=8), "kinds/pick-one")
    answer(store, 4, DAY, "kinds/pick-one", learner="ada")
    store.suspend(at(DAY), ME, COURSE, "kinds/say-it")
    answer(store, 4, DAY, "kinds/once-upon-a-time")
    found = shape(gather(library, store, ME, DAY + timedelta(days=8)))
    # What others read is JSON.
    found = json.loads(json.dumps(found))
    assert [day["reviews"] for day in found["days"]] == [2, 1, 2, 3]
    assert found["total"]["reviews"] == 8
    assert found["total"]["lapses"] == 2
    assert found["streak"] == {"days": 2, "longest": 2, "studied_today": True}
    assert found["retention"]["all"] == {
        "asked": 3, "recalled": 1, "share": "1/3", "low": "0.0615", "high": "0.7923",
    }  # fmt: skip
    assert [one["asked"] for one in found["retention"]["intervals"]] == [2, 1, 0, 0, 0, 0]
    assert found["cards"] == {
        "questions": 7, "new": 4, "relearning": 0, "review": 2, "suspended": 1, "due": 0,
        "missing": 1,
    }  # fmt: skip
    assert found["forecast"]["overdue"] == 0
    assert {day["day"]: day["due"] for day in found["forecast"]["days"] if day["due"]} == {
        "2028-03-08": 2
    }
    assert found["lessons"][0]["lesson"] == "kinds"
    assert found["objectives"] == [
        {"course": COURSE, "objective": "try-out", **_counted(found["cards"])}
    ]
    assert found["hardest"] == [
        {"question": "kinds/drawn-number", "missed": 2, "reviews": 6, "lapses": 2, "ease": "2.50"}
    ]
    assert found["mistakes"] == [
        {
            "mistake": "devices=1",
            "times": 2,
            "last_day": "2028-03-07",
            "questions": [{"question": "kinds/drawn-number", "times": 2}],
        }
    ]


def _counted(cards: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in cards.items() if name != "missing"}


def test_what_was_taken_back_is_not_counted(store: Store, library: Library) -> None:
    """Undone answers, their mistakes and their misses are gone from every number."""
    answer(store, 4, DAY, "kinds/pick-one")
    before = shape(gather(library, store, ME, DAY))
    for _ in range(3):
        answer(store, 2, DAY, "kinds/drawn-number")
    assert shape(gather(library, store, ME, DAY)) != before
    for _ in range(3):
        store.undo(at(DAY), ME)
    assert shape(gather(library, store, ME, DAY)) == before


def test_days_of_a_clock_that_was_ahead_are_kept_and_named(store: Store, library: Library) -> None:
    """A review of 2099 is not counted among the last days and makes nothing negative."""
    answer(store, 4, DAY, "kinds/pick-one")
    answer(store, 4, date(2099, 1, 1), "kinds/say-it")
    text = said(library, store, DAY)
    assert (
        "The study day 2099-01-01 lies after today: the clock was ahead when it was\n"
        "  written. It is kept and not counted here.\n"
    ) in text
    found = gather(library, store, ME, DAY)
    assert found.summary.total.reviews == 1
    assert found.summary.ahead_of_clock == (date(2099, 1, 1),)
    assert found.summary.forecast.later == 1


def test_only_days_of_a_clock_that_was_ahead_are_no_empty_log(
    store: Store, library: Library
) -> None:
    """It is not said that nothing was reviewed, above the day on which something was."""
    answer(store, 4, date(2099, 1, 1), "kinds/say-it")
    text = said(library, store, DAY)
    assert text.startswith(
        "Nothing was reviewed up to today.\n\nThe study day 2099-01-01 lies after"
    )
    store.reset(at(DAY), ME, COURSE, "kinds/say-it")
    assert "no question was answered yet" not in said(library, store, DAY)


@pytest.mark.parametrize("what", ["reset", "suspend", "missing"])
def test_answered_questions_that_fall_due_no_more_are_not_forgotten(
    store: Store, library: Library, what: str
) -> None:
    """Where each card lost its day, it is not said that no question was answered."""
    question = "kinds/gone" if what == "missing" else "kinds/pick-one"
    answer(store, 4, DAY, question)
    if what != "missing":
        getattr(store, what)(at(DAY), ME, COURSE, question)
    assert (
        "Nothing falls due: what was answered is new again, suspended or in no lesson any\n"
        "  more.\n"
    ) in said(library, store, DAY)


def test_a_lesson_whose_answers_were_reset_is_said_to_be_new(
    store: Store, library: Library
) -> None:
    """It was begun once; what can be said is that its questions are new."""
    answer(store, 4, DAY, "kinds/pick-one")
    answer(store, 4, DAY, "after/later")
    store.reset(at(DAY), ME, COURSE, "after/later")
    assert "1 lesson with new questions alone.\n" in said(library, store, DAY)


def test_an_interval_of_a_century_is_counted(store: Store, library: Library) -> None:
    """36,500 days from now is a day like others, far ahead."""
    answer(store, 4, DAY, "kinds/pick-one")
    far = DAY + timedelta(days=36_500)
    store.set_due(at(DAY), ME, COURSE, "kinds/pick-one", far)
    assert gather(library, store, ME, DAY).summary.forecast.later == 1


def test_a_renamed_question_keeps_its_mistakes(store: Store, library: Library) -> None:
    """A mistake made under an old name is told under the new one."""
    for _ in range(2):
        answer(store, 2, DAY, "kinds/old-name")
    store.rename(at(DAY), ME, COURSE, "kinds/old-name", "kinds/drawn-number")
    found = gather(library, store, ME, DAY)
    assert found.made["devices=1"].questions == (("kinds/drawn-number", 2),)
    assert [card.question for card in found.summary.hardest] == ["kinds/drawn-number"]
    assert found.summary.missing == 0


@pytest.mark.parametrize("cells", [40, 80])
def test_nothing_is_wider_than_the_terminal(
    store: Store, library: Library, cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 40 and at 80 columns no line runs over; tables become sentences where they must."""
    monkeypatch.setattr("quizkit.cli.shapes.stats_text.width", lambda: cells)
    for day in (0, 1, 7, 7, 7, 30, 60):
        for question in ("drawn-number", "pick-one", "say-it"):
            answer(store, 2 if day == 7 else 4, DAY + timedelta(days=day), f"kinds/{question}")
    text = said(library, store, DAY + timedelta(days=60))
    assert max(map(wcswidth, text.split("\n"))) <= cells
    assert ("kinds: questions 6" in text) == (cells == 40)
