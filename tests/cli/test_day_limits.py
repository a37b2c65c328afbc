"""What uses up `new_per_day` and `reviews_per_day`, the limits of a study day, and what not."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from quizkit.store.store import Store
from tests.cli.clocks import Clock
from tests.cli.running import quiz, quiz_json, small
from tests.session.scenes import at, open_store, showing

TODAY = date(2028, 2, 29)
RECALL, NUMBER, CHOICE, OTHER = (
    "kinds/recall-two", "kinds/fixed-number", "kinds/pick-one", "kinds/drawn-number",
)  # fmt: skip


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """A small course of which three questions are due on the leap day and one is not."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "quiz.toml").write_text("reviews_per_day = 2\nnew_per_day = 2\n")
    store = open_store(home / "progress.db")
    for question in (RECALL, NUMBER, CHOICE, OTHER):
        answer(store, question, TODAY - timedelta(days=1))
    store.set_due(at(TODAY - timedelta(days=1)), "me", "small", OTHER, TODAY + timedelta(days=9))
    return small(**Clock(tmp_path / "clock", "2028-02-29T12:00:00Z").env)


def answer(store: Store, question: str, day: date) -> None:
    card = store.card("me", "small", question)
    store.answer(at(day), "me", "small", showing(card), 4)


def left(env: dict[str, str], *more: str) -> tuple[int, int]:
    """How many due and new questions the day still holds."""
    found = quiz_json("due", *more, env=env)
    return found["due"], found["new"]


def type_in(env: dict[str, str], *lines: str, more: tuple[str, ...] = ()) -> None:
    done = quiz("review", "--line", "--new", "0", *more, lines=lines, env=env)
    assert done.returncode == 0, done.stderr


def test_practice_takes_no_place_of_a_due_question(env: dict[str, str]) -> None:
    """What is answered ahead of its day moves nothing: as many are due as before."""
    assert left(env) == (2, 2)
    type_in(env, ":g", ":q", more=("--ahead", "--limit", "1"))
    assert quiz_json("card", OTHER, env=env)["events"][-1]["role"] == "ahead"
    assert left(env) == (2, 2)


def test_a_drill_and_another_answer_after_a_miss_take_no_place(env: dict[str, str]) -> None:
    """A due question takes one place, however often it is answered on that day."""
    type_in(env, "", "1", ":q", more=("--limit", "1"))
    assert left(env) == (2, 2)  # one to relearn, beyond the limit, and one more
    type_in(env, "", "3", "", "4", ":q", more=("--limit", "1"))
    roles = [event["role"] for event in quiz_json("card", RECALL, env=env)["events"]]
    assert roles == ["due", "due", "due", "drill"]
    assert left(env) == (1, 2)


def test_a_miss_that_was_reset_keeps_its_place(env: dict[str, str]) -> None:
    """It was due and was asked; answered anew as a new question it takes a place among those."""
    type_in(env, "", "1", ":q", more=("--limit", "1"))
    quiz("reset", RECALL, env=env)
    assert left(env) == (1, 2)
    quiz("review", "--line", "--lesson", "kinds", "--new", "1", "--missed", "--limit", "1",
         lines=["", "4", ""], env=env)  # fmt: skip
    assert left(env) == (1, 1)


def test_what_is_taken_back_gives_its_place_back(env: dict[str, str]) -> None:
    """Undo knows what it takes back: a due answer frees a place, practice has none to free."""
    type_in(env, "", "4", ":q", more=("--limit", "1"))
    type_in(env, ":g", ":q", more=("--ahead", "--limit", "1"))
    assert left(env) == (1, 2)
    quiz("undo", env=env)
    assert left(env) == (1, 2)
    quiz("undo", env=env)
    assert left(env) == (2, 2)


def test_another_learner_has_limits_of_their_own(env: dict[str, str]) -> None:
    """My answers take nobody else's places."""
    type_in(env, "", "4", "120", ":q")
    assert left(env) == (0, 2)
    assert left(env, "--learner", "zoë") == (0, 2)


def test_a_first_answer_on_a_day_that_was_set_counts_in_both_places(env: dict[str, str]) -> None:
    """`quiz stats` and the day's limit tell of the same new questions, also after a reset."""
    planned = "kinds/say-it"
    quiz("set-due", planned, TODAY.isoformat(), env=env)
    type_in(env, ":g", ":q", more=("--limit", "1"))
    assert quiz_json("card", planned, env=env)["state"] == "relearning"

    def counted() -> tuple[int, int]:
        days = quiz_json("stats", env=env)["days"]
        return days[-1]["introduced"], quiz_json("due", env=env)["new"]

    assert counted() == (1, 1)
    quiz("reset", planned, env=env)
    assert counted() == (1, 1)
