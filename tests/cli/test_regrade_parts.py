"""Grading again in parts: a large record, and what is kept while the rest is still being read."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from quizkit.autograde.regrade import Regraded
from quizkit.cli.context import Context
from quizkit.cli.regrade import regrade
from quizkit.cli.shapes.regrade_shapes import csv_table
from tests.cli.running import quiz, quiz_json

MANY = 4_500


def hand_in(tmp_path: Path, responses: list[str], env: dict[str, str]) -> Path:
    """A file of answers to `word`, which is recorded."""
    answers = tmp_path / "answers.csv"
    lines = [f"l{number},midterm/word,0,{typed}\n" for number, typed in enumerate(responses)]
    answers.write_text("learner,question,seed,response\n" + "".join(lines), encoding="utf-8")
    graded = str(tmp_path / "graded.csv")
    done = quiz("grade", str(answers), "-o", graded, "--record", env=env)
    assert done.returncode == 0, done.stderr
    return answers


def test_what_is_kept_under_a_new_name_meanwhile_is_graded_once(
    tmp_path: Path, course: Path, env: dict[str, str]
) -> None:
    """Thousands of attempts, renamed and mended: by either name each is counted and kept once."""
    hand_in(tmp_path, [("one shard", "two shards", "sum")[n % 3] for n in range(MANY)], env)
    lesson = course / "lessons" / "midterm.yaml"
    text = lesson.read_text(encoding="utf-8")
    text = text.replace("- id: word\n", "- id: words\n    renamed_from: [word]\n")
    lesson.write_text(text.replace("accept: [one shard", "accept: [two shards"), encoding="utf-8")
    for name in ("word", "words"):
        seen = quiz_json("regrade", "--question", f"midterm/{name}", env=env)
        assert seen["graded_again"] == MANY
        assert {effect for effect, count in seen["counts"].items() if count} == {
            "lower", "higher", "same"
        }  # fmt: skip
    done = quiz_json("regrade", "--question", "midterm/words", "--apply", "--allow-lower", env=env)
    assert done["counts"] == seen["counts"]
    assert done["applied"] == len(done["changes"]) == 2 * MANY // 3
    with closing(sqlite3.connect(tmp_path / "home" / "progress.db")) as connection:
        counted = connection.execute(
            "SELECT ordinal, question, count(*) FROM attempts GROUP BY 1, 2 ORDER BY 1"
        ).fetchall()
    assert counted == [(1, "midterm/word", MANY), (2, "midterm/words", MANY)]
    assert quiz_json("regrade", env=env)["graded_again"] == 0


def test_attempts_come_back_with_a_rename_that_is_taken_back(
    tmp_path: Path, course: Path, env: dict[str, str]
) -> None:
    """Graded again under the new name, they are those of the old one, if that is as it was."""
    answers = hand_in(tmp_path, ["one shard", "two shards"], env)
    lesson = course / "lessons" / "midterm.yaml"
    old = lesson.read_text(encoding="utf-8")
    renamed = old.replace("- id: word\n", "- id: words\n    renamed_from: [word]\n")
    lesson.write_text(renamed.replace("[one shard", "[two shards, one shard"), encoding="utf-8")
    assert quiz_json("regrade", "--apply", env=env)["applied"] == 1
    graded = tmp_path / "again.csv"
    done = quiz("grade", str(answers), "-o", str(graded), "--record", env=env)
    assert done.stderr.splitlines()[-1] == "attempts: 0 recorded, 2 known already"
    lesson.write_text(old.replace("two words", "in two words"), encoding="utf-8")
    stands = quiz_json("regrade", env=env)
    assert [one["why"] for one in stands["changes"]] == [
        "there is no question midterm/words any more"
    ] * 2
    lesson.write_text(old, encoding="utf-8")
    found = quiz_json("regrade", env=env)
    assert found == quiz_json("regrade", "--question", "midterm/word", env=env)
    (lost,) = found["changes"]
    assert (lost["effect"], lost["learner"], lost["question"]) == ("lower", "l1", "midterm/word")
    assert quiz_json("regrade", "--apply", "--allow-lower", env=env)["applied"] == 1
    assert quiz_json("regrade", env=env)["graded_again"] == 0
    assert quiz("db", "check", env=env).returncode == 0


def test_what_was_kept_before_the_disk_was_full_is_said_and_stays(
    tmp_path: Path, course: Path, env: dict[str, str]
) -> None:
    """A trigger stands for the disk; with room again, the same command keeps the rest."""
    hand_in(tmp_path, ["two shards"] * 1_200, env)
    lesson = course / "lessons" / "midterm.yaml"
    text = lesson.read_text(encoding="utf-8")
    lesson.write_text(text.replace("[one shard", "[two shards"), encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "home" / "progress.db")) as connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE INSERT ON attempts WHEN (SELECT max(id) FROM attempts) > "
            "1900 BEGIN SELECT RAISE(ABORT, 'no more'); END"
        )
        failed = quiz("regrade", "--apply", env=env)
        assert (failed.returncode, failed.stdout) == (4, "")
        assert failed.stderr.splitlines()[0] == "500 new grades kept so far"
        assert connection.execute("SELECT count(*) FROM attempts").fetchone() == (1_700,)
        connection.execute("DROP TRIGGER full")
        assert quiz_json("regrade", "--apply", env=env)["applied"] == 700
        assert quiz_json("regrade", env=env)["graded_again"] == 0


def test_a_grade_that_rests_on_another_decision_now_is_not_due_for_ever(
    tmp_path: Path, env: dict[str, str]
) -> None:
    """Wrong whatever was asked, then wrong as asked: once that is kept, nothing is left."""
    answers = hand_in(tmp_path, ["??"], env)
    for typed, more in (("w*", []), ("w", ["--again"])):
        done = quiz("grade", str(answers), "--review", "--line", *more, lines=[typed], env=env)
        assert done.returncode == 0, done.stderr
        if not more:
            assert quiz_json("regrade", "--apply", env=env)["applied"] == 1
    counts = quiz_json("regrade", "--apply", env=env)["counts"]
    assert {effect: count for effect, count in counts.items() if count} == {"same": 1}
    assert quiz_json("regrade", env=env)["graded_again"] == 0
    with closing(sqlite3.connect(tmp_path / "home" / "progress.db")) as connection:
        kept = connection.execute("SELECT ordinal, cause, decision FROM attempts").fetchall()
    assert kept == [(1, "recorded", None), (2, "decided", 1), (3, "decided", 2)]


def test_nobody_loses_what_staff_decided_because_it_cannot_be_read(
    tmp_path: Path, env: dict[str, str]
) -> None:
    """Without the decisions nothing is graded again, and one sentence says what is wrong."""
    answers = hand_in(tmp_path, ["??"], env)
    done = quiz("grade", str(answers), "--review", "--line", "--record", lines=["r"], env=env)
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(tmp_path / "home" / "progress.db")) as connection:
        connection.execute("DROP TABLE decisions")
        before = connection.execute("SELECT * FROM attempts").fetchall()
        for more in ([], ["--apply", "--allow-lower"]):
            done = quiz("regrade", "--all", *more, env=env)
            assert (done.returncode, done.stdout) == (4, "")
            assert done.stderr.endswith(
                "has lost a table (no such table: decisions); put a backup back with quiz db "
                "restore FILE\n"
            )
            assert len(done.stderr.splitlines()) == 1
        assert connection.execute("SELECT * FROM attempts").fetchall() == before


STOPPED = """
import os, signal, sys
from quizkit.store.attempts import Attempts

keep = getattr(Attempts, sys.argv[1])

def stopped(*arguments, **named):
    kept = keep(*arguments, **named)
    os.kill(os.getpid(), signal.SIGTERM)
    return kept

setattr(Attempts, sys.argv[1], stopped)
del sys.argv[1]
from quizkit.__main__ import start
start()
"""


def test_what_was_kept_when_a_signal_came_is_counted(
    tmp_path: Path, course: Path, env: dict[str, str]
) -> None:
    """SIGTERM just as a part is on the disk: what is said to be kept is what the database has."""

    def stopped(method: str, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", STOPPED, method, *arguments],
            capture_output=True, text=True, env={**os.environ, **env}, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (143, "")
        return done.stderr

    def rows() -> list[tuple[int, int]]:
        with closing(sqlite3.connect(tmp_path / "home" / "progress.db")) as connection:
            return connection.execute(
                "SELECT ordinal, count(*) FROM attempts GROUP BY 1 ORDER BY 1"
            ).fetchall()

    answers = tmp_path / "answers.csv"
    lines = [f"l{number},midterm/word,0,two shards\n" for number in range(1_200)]
    answers.write_text("learner,question,seed,response\n" + "".join(lines), encoding="utf-8")
    assert stopped("record", "grade", str(answers), "--record") == "attempts: 500 recorded so far\n"
    assert rows() == [(1, 500)]
    hand_in(tmp_path, ["two shards"] * 1_200, env)
    lesson = course / "lessons" / "midterm.yaml"
    text = lesson.read_text(encoding="utf-8")
    lesson.write_text(text.replace("[one shard", "[two shards"), encoding="utf-8")
    assert stopped("add_gradings", "regrade", "--apply") == "500 new grades kept so far\n"
    assert rows() == [(1, 1_200), (2, 500)]
    assert quiz_json("regrade", "--apply", env=env)["applied"] == 700


def test_a_class_whose_attempts_all_change_is_held_once(
    tmp_path: Path, course: Path, env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Equal texts of what would change are one object, before and after."""
    hand_in(tmp_path, ["two shards"] * 40, env)
    lesson = course / "lessons" / "midterm.yaml"
    text = lesson.read_text(encoding="utf-8")
    lesson.write_text(text.replace("[one shard", "[two shards"), encoding="utf-8")
    held: list[Regraded] = []

    def table(changes: list[Regraded], applied: object) -> str:
        held.extend(changes)
        return csv_table(changes, None if applied is None else set())

    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("quizkit.cli.shapes.regrade_shapes.csv_table", table)
    assert CliRunner().invoke(regrade, ["--csv"], obj=Context()).exit_code == 0
    assert len(held) == 40
    texts = [
        text
        for one in held
        if one.after is not None
        for part in (one.before, one.before.attempt, one.after)
        for text in (getattr(part, field.name) for field in fields(part))
        if isinstance(text, str) and len(text) > 1
    ]
    assert len({id(text) for text in texts}) == len(set(texts))
