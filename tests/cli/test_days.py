"""Study days, clocks and zones, with whole processes that believe in another time."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.cli.clocks import Clock
from tests.cli.running import REPOSITORY, command, quiz, quiz_json, small
from tests.cli.screen import Terminal
from tests.session.scenes import ME, at, open_store, showing

NUMBER = "kinds/fixed-number"


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    """Noon of a leap day in Greenwich."""
    return Clock(tmp_path / "clock", "2028-02-29T12:00:00Z")


def env(clock: Clock, **more: str) -> dict[str, str]:
    return small(**clock.env, **more)


def review(clock: Clock, *lines: str, more: Sequence[str] = ()) -> str:
    """One session by line; its transcript with what was said on standard error before it."""
    done = quiz("review", "--line", *more, lines=lines, env=env(clock))
    assert done.returncode == 0, done.stderr
    return done.stderr + done.stdout


def answer(clock: Clock, *responses: str, more: Sequence[str] = ()) -> str:
    """Ask the number question alone and give it these responses."""
    return review(clock, *responses, "", more=["--tag", "sizes", *more])


def card(clock: Clock, question: str = NUMBER) -> Any:
    return quiz_json("card", question, env=env(clock))


def days(clock: Clock) -> list[str]:
    """The study day of each row about the number question."""
    return [event["study_day"] for event in card(clock)["events"]]


@pytest.mark.parametrize(
    ("zone", "before", "after", "day"),
    [
        # In Paris the clocks went forward at 02:00 on 31 March and back at 03:00 on 27 October.
        ("Europe/Paris", "2024-03-31T01:59:59Z", "2024-03-31T02:00:00Z", "2024-03-31"),
        ("Europe/Paris", "2024-10-27T02:59:59Z", "2024-10-27T03:00:00Z", "2024-10-27"),
        ("Europe/Paris", "2024-06-15T01:59:59Z", "2024-06-15T02:00:00Z", "2024-06-15"),
        ("America/New_York", "2024-03-10T07:59:59Z", "2024-03-10T08:00:00Z", "2024-03-10"),
        # The Samoans had no 30 December 2011.
        ("Pacific/Apia", "2011-12-30T13:59:59Z", "2011-12-30T14:00:00Z", "2011-12-31"),
        ("Asia/Kathmandu", "2024-01-01T22:14:59Z", "2024-01-01T22:15:00Z", "2024-01-02"),
    ],
)
def test_the_study_day_begins_at_four_by_the_clock_on_the_wall(
    tmp_path: Path, zone: str, before: str, after: str, day: str
) -> None:
    """One second before 04:00 it is still the day before, also when clocks have just changed."""
    clock = Clock(tmp_path / "clock", before, zone)
    answer(clock, "120")
    clock.set(after)
    answer(clock, "120")
    first, second = days(clock)
    assert second == day
    assert first < day


def test_a_configured_zone_counts_wherever_the_machine_is(tmp_path: Path, clock: Clock) -> None:
    """`timezone` in quiz.toml stands above TZ, with its own changes of clocks."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "quiz.toml").write_text('timezone = "America/Los_Angeles"\n')
    clock.set("2024-11-03T11:59:59Z")  # 03:59:59 by standard time, an hour after the change
    answer(clock, "120")
    clock.set("2024-11-03T12:00:00Z")
    answer(clock, "120")
    assert days(clock) == ["2024-11-02", "2024-11-03"]


def test_late_at_night_is_still_today(tmp_path: Path) -> None:
    """01:00 at UTC-5 belongs to the evening before; 21:00 at UTC-8 to its own day."""
    clock = Clock(tmp_path / "clock", "2024-06-15T01:00:00-05:00", "Etc/GMT+5")
    answer(clock, "120")
    assert days(clock) == ["2024-06-14"]
    west = Clock(tmp_path / "west", "2024-06-15T21:00:00-08:00", "Etc/GMT+8")
    answer(west, "120")
    assert days(west) == ["2024-06-14", "2024-06-15"]


def test_flying_west_across_the_date_line_raises_no_doubt(tmp_path: Path) -> None:
    """A calendar that goes back a day with the traveller is no wrong clock, and loses nothing."""
    clock = Clock(tmp_path / "clock", "2028-03-02T09:00:00+09:00", "Asia/Tokyo")
    answer(clock, "120")
    home = Clock(tmp_path / "home-clock", "2028-03-01T18:00:00-08:00", "America/Los_Angeles")
    transcript = review(home, ":q")
    assert "clock" not in transcript
    assert card(home)["due_day"] == "2028-03-03"


def test_leap_days_are_days(clock: Clock) -> None:
    """28 and 29 February and 1 March follow one another."""
    clock.set("2028-02-28T12:00:00Z")
    assert "Next: tomorrow (2028-02-29)." in answer(clock, "120")
    clock.set("2028-02-29T12:00:00Z")
    assert "Next: in 6 days (2028-03-06)." in answer(clock, "120")
    clock.set("2028-03-01T12:00:00Z")
    assert "Practice; nothing moved. Next: in 5 days" in answer(clock, "120", more=["--ahead"])
    assert days(clock) == ["2028-02-28", "2028-02-29", "2028-03-01"]


def test_a_year_late_is_planned_from_the_day_of_the_answer(clock: Clock) -> None:
    """400 days overdue and then easy: the interval grows by the ease and no more."""
    for _ in range(3):
        answer(clock, "120")
        clock.move(days=card(clock)["interval_days"])
    assert card(clock)["interval_days"] == 15
    clock.move(days=400)
    transcript = answer(clock, "120", ":5")
    assert transcript.startswith("The clock here says 2029-04-26, 415 days after the last answer")
    shown = card(clock)
    assert (shown["interval_days"], shown["due_day"]) == (39, "2029-06-04")


def test_the_longest_interval_is_said_in_days_wherever_it_is_said(
    tmp_path: Path, clock: Clock
) -> None:
    """36,500 days: no seconds and no negative number come of it, in text, JSON or the database."""
    store = open_store(tmp_path / "home" / "progress.db")
    day = date(1922, 1, 30)
    for _ in range(11):
        shown = showing(store.card(ME, "small", NUMBER))
        due = store.answer(at(day), ME, "small", shown, 4).after.state.due_day
        assert due is not None
        day = due
    assert day == date(2028, 2, 29)
    assert "Next: in 36500 days (2128-02-05)." in answer(clock, "120")
    assert (card(clock)["interval_days"], card(clock)["due_day"]) == (36_500, "2128-02-05")
    said = {words: quiz(*words.split(), env=env(clock)).stdout for words in ("", "due", "stats")}
    said["card"] = quiz("card", NUMBER, env=env(clock)).stdout
    assert "Next review: in 36500 days (2128-02-05)." in said[""]
    assert "then due 2128-02-05, interval 36500 days, ease 2.50" in said["card"]
    assert "\n1 later. " in said["stats"]
    assert not [
        text for text in said.values() if re.search(r"(^|[ (])-[0-9]|\binf\b|\bnan\b", text)
    ]
    assert quiz_json("due", env=env(clock))["next_due_day"] == "2128-02-05"
    assert quiz_json("stats", env=env(clock))["forecast"]["later"] == 1
    assert quiz("db", "check", env=env(clock)).returncode == 0
    assert "Next: in 36500 days" in answer(clock, "120", more=["--ahead"])


def test_moving_the_rollover_moves_today_and_no_past_day(tmp_path: Path, clock: Clock) -> None:
    """Counts and review both follow a new rollover hour; rows keep the day they had."""
    clock.set("2028-02-29T03:00:00Z")
    answer(clock, "120")
    assert quiz_json("due", env=env(clock))["next_due_day"] == "2028-02-29"
    (tmp_path / "home" / "quiz.toml").write_text("rollover_hour = 2\n")
    assert quiz_json("due", env=env(clock))["due"] == 1
    assert "Next: in 6 days (2028-03-06)." in answer(clock, "120")
    assert days(clock) == ["2028-02-28", "2028-02-29"]
    assert quiz("db", "check", env=env(clock)).returncode == 0


def test_a_miss_just_before_the_rollover_is_one_lapse(clock: Clock) -> None:
    """Failed at 03:59 and answered at 04:01, a card has lapsed once and is no leech."""
    answer(clock, "120")
    clock.set("2028-03-02T03:59:00Z")
    transcript = answer(clock, "7", ":q")
    assert "Asked again later today." in transcript
    assert "leech" not in transcript.lower()
    clock.set("2028-03-02T04:01:00Z")
    answer(clock, "120")
    shown = card(clock)
    assert (shown["lapses"], shown["repetitions"], shown["due_day"]) == (1, 1, "2028-03-03")
    assert days(clock)[1:] == ["2028-03-01", "2028-03-02"]


@pytest.mark.parametrize(
    ("asked_again", "practised", "roles", "lapses"),
    [
        ("4", "4444", ["due", "ahead", "ahead", "ahead", "ahead"], 0),
        ("224", "44", ["due", "due", "due", "ahead", "ahead"], 1),
        ("34", "344", ["due", "drill", "ahead", "ahead", "ahead"], 0),
    ],
)
def test_one_day_moves_a_card_no_more_than_a_day(
    clock: Clock, asked_again: str, practised: str, roles: list[str], lapses: int
) -> None:
    """Five answers on one day: those that are not due are logged and move nothing."""
    ref = "kinds/recall-two"
    review(clock, "", "4", ":q", more=["--limit", "1"])  # so that a miss is a lapse
    clock.move(days=1)
    lines = [line for rating in asked_again for line in ("", rating)]
    review(clock, *lines, ":q", more=["--limit", "1"])
    moved = card(clock, ref)
    for rating in practised:
        review(clock, "", rating, ":q", more=["--ahead", "--lesson", "kinds"])
    shown = card(clock, ref)
    assert [event["role"] for event in shown["events"]][1:] == roles
    assert (shown["lapses"], shown["due_day"], shown["ease"]) == (
        lapses,
        moved["due_day"],
        moved["ease"],
    )


class Piped:
    """A session by line that stays open between its lines."""

    def __init__(self, environment: Mapping[str, str], *arguments: str) -> None:
        import os

        self.process = subprocess.Popen(
            command("review", "--line", *arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            cwd=REPOSITORY,
            env={**os.environ, **environment},
        )

    def wait_for(self, pattern: str) -> None:
        """Read lines until one holds the pattern."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if re.search(pattern, line):
                return
        raise AssertionError(f"{pattern!r} never came")

    def say(self, *lines: str) -> None:
        """Type lines."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def end(self) -> str:
        """Close the input; the rest of the transcript."""
        rest, _ = self.process.communicate(timeout=60)
        assert self.process.returncode == 0, rest
        return rest


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_set_adds_nothing_to_the_time_of_an_answer(
    clock: Clock, hours: int
) -> None:
    """How long an answer took comes from a clock that nobody sets: not negative, not an hour."""
    session = Piped(env(clock), "--tag", "sizes")
    session.say("seven or eight")  # which is asked again: by then the time of the answer runs
    session.wait_for("That cost nothing")
    clock.move(hours=hours)
    session.say("120", "")
    session.end()
    (event,) = card(clock)["events"]
    assert 0 <= event["elapsed_ms"] < 600_000


def test_an_answer_counts_for_the_day_on_which_it_is_given(clock: Clock) -> None:
    """A question shown in the evening and answered the next morning belongs to the morning."""
    clock.set("2028-02-29T23:00:00Z")
    session = Piped(env(clock), "--tag", "sizes")
    session.wait_for("How many gigabytes")
    clock.set("2028-03-01T10:00:00Z")
    session.say("120", "")
    assert "Next: tomorrow (2028-03-02)." in session.end()
    assert days(clock) == ["2028-03-01"]


def test_the_rollover_in_the_middle_of_a_session(clock: Clock) -> None:
    """What the night changes is said; drills of the old day are over, the rest goes on."""
    review(clock, "", "4", ":q", more=["--limit", "1"])
    clock.set("2028-03-02T03:55:00Z")
    session = Piped(env(clock), "--limit", "3")
    session.say("", "3")
    session.wait_for("Asked again later today")
    clock.set("2028-03-02T04:05:00Z")
    session.say("120", "0.375", "")
    rest = session.end()
    assert "It is another study day now: 2028-03-02." in rest
    assert "kinds/recall-two: not due on this day; skipped." in rest
    shown = card(clock, "kinds/recall-two")
    assert [event["role"] for event in shown["events"]] == ["due", "due"]
    # Asked before the rollover, answered after it.
    assert days(clock) == ["2028-03-02"]
    assert quiz("db", "check", env=env(clock)).returncode == 0


def test_a_clock_far_ahead_is_reported_and_its_answers_are_held(clock: Clock) -> None:
    """Reviewed in 2099 and set back: the report names the day, nothing is due before it."""
    answer(clock, "120")
    clock.set("2099-01-01T12:00:00Z")
    ahead = answer(clock, "7", ":q")
    assert ahead.startswith(
        "The clock here says 2099-01-01, 25874 days after the last answer (2028-02-29). "
        "If it is wrong, set it right before answering: "
        "what is answered now counts from that day.\n"
    )
    clock.set("2028-03-02T12:00:00Z")
    held = (
        "The clock here says 2028-03-02, but 1 question was answered on a later day, up to "
        "2099-01-01. They are held until they fall due by that day; if it was wrong, quiz undo "
        "takes the newest answers back and quiz set-due Q today brings a question back.\n"
    )
    back = review(clock, ":q")
    assert back.startswith(held)
    assert NUMBER not in back.removeprefix(held)
    assert quiz(env=env(clock)).stderr == held
    assert card(clock)["due_day"] == "2099-01-01"
    assert quiz_json("due", env=env(clock))["next_due_day"] == "2099-01-01"
    # Practice before its day moves nothing, and no interval is ever negative.
    assert "Practice; nothing moved. Next: in 25872 days" in answer(clock, "120", more=["--ahead"])
    quiz("undo", env=env(clock))
    quiz("undo", env=env(clock))
    assert card(clock)["due_day"] == "2028-03-01"
    assert "The clock" not in review(clock, ":q")
    assert "Next: in 6 days" in answer(clock, "120")


def test_a_held_question_can_be_brought_back(clock: Clock) -> None:
    """`set-due` is the other way out that the report names."""
    clock.set("2099-01-01T12:00:00Z")
    answer(clock, "120")
    clock.set("2028-03-02T12:00:00Z")
    quiz("set-due", NUMBER, "today", env=env(clock))
    answer(clock, "120")
    shown = card(clock)
    assert (shown["interval_days"], shown["due_day"]) == (6, "2028-03-08")
    assert quiz("db", "check", env=env(clock)).returncode == 0


def test_the_end_of_the_calendar_stops_nothing(clock: Clock) -> None:
    """A clock at the end of the year 9999 still takes an answer."""
    clock.set("9999-12-31T12:00:00Z")
    assert "Right." in review(clock, "120", ":q", more=["--tag", "sizes"])
    assert card(clock)["due_day"] == "9999-12-31"


def test_a_session_of_yesterday_is_not_resumed(clock: Clock) -> None:
    """What was left at night is planned anew in the morning."""
    with Terminal("review", env=clock.env) as screen:
        screen.wait_for(r"recall-two#[\s\S]*> $")
        screen.type(" ")
        screen.wait_for(r"Enter takes 4[\s\S]*> $")
        screen.type("4")
        screen.wait_for(r"fixed-number#[\s\S]*> $")
        screen.type(":q\n")
        assert screen.end() == 0
    clock.move(days=1)
    with Terminal("review", env=clock.env) as screen:
        screen.wait_for(r"recall-two#\d+  \(again; 1 of 7\)")
        assert "Resuming" not in screen.transcript
