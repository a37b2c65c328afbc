"""`quiz card`: everything that happened to a question, and what was asked each time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.clocks import Clock
from tests.cli.running import quiz, quiz_json, small

DRAWN = "kinds/drawn-number"


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    """Noon of a leap day in Greenwich."""
    return Clock(tmp_path / "clock", "2028-02-29T12:00:00Z")


def only(env: dict[str, str], name: str) -> None:
    """Suspend every question of the lesson but one."""
    for other in ("recall-two", "fixed-number", "drawn-number", "pick-one", "say-it", "match-up"):
        if other != name:
            assert quiz("suspend", f"kinds/{other}", env=env).returncode == 0


def test_the_history_says_what_was_asked(clock: Clock) -> None:
    """Drawn numbers, key, reading, what followed, and what was taken back: each on its line."""
    env = small(**clock.env)
    only(env, "drawn-number")
    quiz("review", "--lesson", "kinds", "--line", lines=["nonsense", "12", ":q"], env=env)
    quiz("set-due", DRAWN, "2028-03-05", env=env)
    quiz("undo", env=env)
    found = quiz_json("card", DRAWN, env=env)
    (review, moved, undo) = found["events"]
    asked = review["asked"]
    assert set(asked["drawn"]) == {"params", "devices", "stage"}
    assert asked["unit"] == "bytes/param"
    assert (review["response"], review["read_as"]) == ("12", "12 bytes/param")
    assert review["calculator"] == "zero@1"
    assert review["after"]["due_day"] == "2028-02-29"
    assert (moved["kind"], moved["day"], moved["undone"]) == ("set_due", "2028-03-05", True)
    assert (undo["kind"], undo["refers_to"]) == ("undo", moved["id"])
    said = quiz("card", DRAWN, env=env).stdout.splitlines()
    assert said[3] == (
        f"  2028-02-29 12:00  review  {review['variant']}  {review['verdict']}, "
        f"rated {review['rating']} (due): 12 (read as 12 bytes/param)"
    )
    devices = asked["drawn"]["devices"]["value"]
    assert said[4].startswith(f"      devices {devices}, params ")
    assert "; key " in said[4]
    assert said[4].endswith(" bytes/param")
    assert said[5] == "      then due 2028-02-29, interval 0 days, ease 2.50"
    assert said[6] == "  2028-02-29 12:00  set due day 2028-03-05  (taken back)"


def test_options_are_those_that_were_shown(clock: Clock) -> None:
    """A choice shows its options in the order of that showing, and which one was right."""
    env = small(**clock.env)
    only(env, "pick-one")
    quiz("review", "--lesson", "kinds", "--line", lines=["all-gather", ":q"], env=env)
    (review,) = quiz_json("card", "kinds/pick-one", env=env)["events"]
    options = review["asked"]["options"]
    assert sorted(options) == ["all-gather", "all-reduce", "broadcast"]
    said = quiz("card", "kinds/pick-one", env=env).stdout.splitlines()
    assert said[4] == f"      {', '.join(options)}; key all-reduce"


def test_a_row_that_moved_nothing_has_one_line(clock: Clock) -> None:
    """A change of mind is told with the time on the wall."""
    env = small(**clock.env)
    quiz("suspend", "kinds/pick-one", env=env)
    said = quiz("card", "kinds/pick-one", env=env).stdout.splitlines()
    assert said == [
        "kinds/pick-one",
        "state suspended, due when introduced",
        "ease 2.50, interval 0 days, repetitions 0, lapses 0",
        "  2028-02-29 12:00  suspend",
    ]


def test_a_question_never_answered_has_no_history() -> None:
    """It is new, and its next variant is named."""
    found = quiz_json("card", "kinds/pick-one", env=small())
    assert found["events"] == []
    assert json.dumps(found["state"]) == '"new"'
