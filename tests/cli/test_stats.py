"""`quiz stats` as a learner types it: a new log, study days of one's own, pipes, plain outputs."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from tests.cli.clocks import Clock
from tests.cli.running import REPOSITORY, command, quiz, quiz_json, small


def test_an_empty_log_is_said_in_sentences(tmp_path: Path) -> None:
    """A new learner is told what to type; nothing is divided by nothing, nothing is made."""
    done = quiz("stats", env=small())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "Nothing was reviewed yet. Begin with: quiz review\n"
        "\n"
        "Due, the next 14 study days\n"
        "Nothing falls due: no question was answered yet.\n"
        "\n"
        "Questions by state\n"
        "questions  new  relearning  review  suspended  due\n"
        "---------  ---  ----------  ------  ---------  ---\n"
        "        7    7           0       0          0    0\n"
    )
    assert not (tmp_path / "home" / "progress.db").exists()


def test_an_empty_log_in_json() -> None:
    """Every field is there, shares are null."""
    found = quiz_json("stats", env=small())
    assert found["schema"] == "quizkit.stats/1"
    assert found["total"] == {
        "study_days": 0, "reviews": 0, "recalled": 0, "drills": 0, "ahead": 0, "introduced": 0,
        "lapses": 0, "elapsed_ms": 0,
    }  # fmt: skip
    assert found["streak"] == {"days": 0, "longest": 0, "studied_today": False}
    assert found["days"] == found["days_ahead_of_clock"] == found["hardest"] == []
    assert found["retention"]["all"] == {
        "asked": 0, "recalled": 0, "share": None, "low": None, "high": None,
    }  # fmt: skip
    assert len(found["retention"]["intervals"]) == 6
    assert found["cards"]["questions"] == found["cards"]["new"] == 7
    assert "NaN" not in json.dumps(found)


def test_a_day_is_the_learners_own(tmp_path: Path) -> None:
    """21:00 in Los Angeles is the next study day in Greenwich; the streak goes by the wall."""
    clock = Clock(tmp_path / "clock", "2028-02-29T05:00:00Z", "America/Los_Angeles")
    env = small(**clock.env)
    for instant in ("2028-02-29T05:00:00Z", "2028-03-01T05:00:00Z", "2028-03-02T05:00:00Z"):
        clock.set(instant)
        quiz("review", "--limit", "1", "--line", lines=["x", "2"], env=env)
    found = quiz_json("stats", env=env)
    assert [day["day"] for day in found["days"]] == ["2028-02-28", "2028-02-29", "2028-03-01"]
    assert found["streak"] == {"days": 3, "longest": 3, "studied_today": True}
    drawn = quiz("stats", env=env).stdout
    assert "\x1b" not in drawn
    assert "Streak: 3 study days, today included; the longest: 3.\n" in drawn


def test_another_rollover_changes_no_day_that_was(tmp_path: Path) -> None:
    """Days keep the study day they were written with; only today follows the new setting."""
    clock = Clock(tmp_path / "clock", "2028-02-29T03:00:00Z")
    env = small(**clock.env)
    quiz("review", "--limit", "1", "--line", lines=["x", "2"], env=env)
    assert quiz_json("stats", env=env)["today"] == "2028-02-28"
    quiz("config", "set", "rollover_hour", "2", env=env)
    found = quiz_json("stats", env=env)
    assert found["today"] == "2028-02-29"
    assert [day["day"] for day in found["days"]] == ["2028-02-28"]
    assert found["streak"] == {"days": 1, "longest": 1, "studied_today": False}


def test_ascii_stands_in_where_blocks_cannot_be_written() -> None:
    """An output that is not Unicode gets #, and no escape."""
    quiz("review", "--limit", "1", "--line", lines=["x", "2"], env=small())
    done = quiz("stats", env=small(PYTHONIOENCODING="ascii"))
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "\\" not in done.stdout
    assert "##" in done.stdout


def test_a_reader_that_leaves_early_ends_it_in_silence() -> None:
    """`quiz stats | head -1` says nothing on standard error."""
    quiz("review", "--limit", "1", "--line", lines=["x", "2"], env=small())
    done = subprocess.run(
        ["sh", "-c", f"{' '.join(command('stats'))} | head -1"],
        capture_output=True,
        text=True,
        env={**os.environ, **small()},
        timeout=60,
        check=False,
        cwd=REPOSITORY,
    )
    assert (done.stdout, done.stderr) == ("Done\n", "")
