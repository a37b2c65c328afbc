"""`quiz grade --record` and `quiz regrade` as staff run them, over a course that they mend."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from quizkit.cli.page.wording import plural
from tests.autograde.classes import exam_file
from tests.cli.running import command, quiz, quiz_json

LEARNERS = 30


@pytest.fixture
def exam(tmp_path: Path) -> str:
    path = tmp_path / "exam.csv"
    path.write_text(exam_file(LEARNERS), encoding="utf-8")
    return str(path)


@pytest.fixture
def recorded(exam: str, tmp_path: Path, env: dict[str, str]) -> Path:
    done = quiz("grade", exam, "-o", str(tmp_path / "graded.csv"), "--record", env=env)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "attempts: 240 recorded"
    return tmp_path / "home" / "progress.db"


def mend(course: Path, old: str, new: str) -> None:
    """Edit the course as its author would."""
    file = course / "lessons" / "midterm.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def mend_key(course: Path) -> None:
    mend(course, "value: 64, unit: GB", "value: 68.719476736, unit: GB")


def rows(database: Path) -> list[tuple[Any, ...]]:
    """Every row of the record but for its times."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(
            "SELECT id, file, line, ordinal, cause, learner, question, seed, response, asked,"
            " reading, status, verdict, score, mistake, revision FROM attempts ORDER BY id"
        ).fetchall()


# --- record ---------------------------------------------------------------------------------------


def test_recording_again_adds_nothing(
    recorded: Path, exam: str, tmp_path: Path, env: dict[str, str]
) -> None:
    """The same bytes under another name, or through a pipe, are the same file."""
    before = rows(recorded)
    copied = tmp_path / "copy.csv"
    shutil.copy(exam, copied)
    done = quiz("grade", str(copied), "-o", str(tmp_path / "g.csv"), "--record", env=env)
    assert done.stderr.splitlines()[-1] == "attempts: 0 recorded, 240 known already"
    lines = Path(exam).read_text(encoding="utf-8").splitlines()
    done = quiz("grade", "-", "--record", lines=lines, env=env)
    assert done.stderr.splitlines()[-1].startswith("attempts: ")
    assert rows(recorded)[:240] == before


def test_a_graded_file_takes_its_place_only_once_every_attempt_is_kept(
    recorded: Path, exam: str, tmp_path: Path, env: dict[str, str]
) -> None:
    """Where the record fails half-way there is no file that looks finished; run again, it ends."""
    other = tmp_path / "resit.csv"
    other.write_text(Path(exam).read_text(encoding="utf-8") + "zoe,midterm/wrong-key,,64 GB\n")
    with closing(sqlite3.connect(recorded)) as connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE INSERT ON attempts WHEN new.line > 200"
            " BEGIN SELECT RAISE(ABORT, 'no more'); END"
        )
    out = tmp_path / "resit-graded.csv"
    failed = quiz("grade", str(other), "-o", str(out), "--record", env=env)
    assert failed.returncode == 4, failed.stderr
    assert not out.exists()
    with closing(sqlite3.connect(recorded)) as connection:
        connection.execute("DROP TRIGGER full")
    done = quiz("grade", str(other), "-o", str(out), "--record", env=env)
    assert done.returncode == 0, done.stderr
    assert len(list(csv.reader(io.StringIO(out.read_text(encoding="utf-8"))))) == 242
    assert len(rows(recorded)) == 240 + 241


def test_ten_thousand_rows_recorded_twice_at_once_are_each_kept_once(
    tmp_path: Path, env: dict[str, str]
) -> None:
    """Rows of one instant, many of them equal, and two programs that record them together."""
    path = tmp_path / "answers.csv"
    lines = [f"learner-{n % 7},midterm/wrong-key,,{n % 3} GB\n" for n in range(10_000)]
    path.write_text("learner,question,seed,response\n" + "".join(lines), encoding="utf-8")
    running = [
        subprocess.Popen(
            command("grade", str(path), "-o", str(tmp_path / name), "--record"),
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **env},
        )
        for name in ("one.csv", "two.csv")
    ]
    talks = [process.communicate(timeout=300)[1] for process in running]
    assert [process.returncode for process in running] == [0, 0], talks
    said = [talk.splitlines()[-1] for talk in talks]
    assert sum(map(int, re.findall("([0-9]+) recorded", " ".join(said)))) == 10_000
    assert sum(map(int, re.findall("([0-9]+) known", " ".join(said)))) == 10_000
    kept = rows(tmp_path / "home" / "progress.db")
    assert len({row[0] for row in kept}) == len(kept) == 10_000
    assert sorted((row[2], row[5], row[8]) for row in kept) == [
        (line, f"learner-{n % 7}", f"{n % 3} GB") for line, n in enumerate(range(10_000), 2)
    ]
    assert quiz("db", "check", env=env).returncode == 0


def test_the_graded_file_is_the_same_with_and_without_recording(
    exam: str, tmp_path: Path, env: dict[str, str]
) -> None:
    """Recording looks on; it changes no verdict."""
    plain, kept = tmp_path / "plain.csv", tmp_path / "kept.csv"
    quiz("grade", exam, "-o", str(plain), env=env)
    quiz("grade", exam, "-o", str(kept), "--record", env=env)
    assert plain.read_bytes() == kept.read_bytes()


def test_rows_with_errors_are_left_out(tmp_path: Path, env: dict[str, str]) -> None:
    """They are no attempts; once the course has the question, the same file adds them."""
    path = tmp_path / "a.csv"
    path.write_text(
        "learner,question,seed,response\nann,midterm/word,1,one shard\nbob,midterm/new,1,2\n",
        encoding="utf-8",
    )
    done = quiz("grade", str(path), "-o", str(tmp_path / "g.csv"), "--record", env=env)
    assert done.stderr.splitlines()[-1] == "attempts: 1 recorded, 1 row with errors left out"
    mend(Path(env["QUIZ_COURSE"]), "- id: word\n", "- id: new\n    renamed_from: [word]\n")
    done = quiz("grade", str(path), "-o", str(tmp_path / "g.csv"), "--record", env=env)
    assert done.stderr.splitlines()[-1] == "attempts: 1 recorded, 1 known already"


def test_recording_moves_no_card(recorded: Path, env: dict[str, str]) -> None:
    """The log stays empty, and the database is sound."""
    with closing(sqlite3.connect(recorded)) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (0,)
    assert quiz("db", "check", env=env).returncode == 0
    assert quiz_json("due", env=env)["due"] == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--record", "--map", "learner="], "--record needs learners"),
        (["--line"], "--line goes with --review"),
        (["--again"], "--again goes with --review"),
        (["--review"], "quiz grade --review needs a terminal"),
        (["--review", "--line", "-o", "-"], "--review asks on standard output; name a file"),
    ],
)
def test_what_does_not_go_together_is_said(
    exam: str, env: dict[str, str], arguments: list[str], sentence: str
) -> None:
    """Exit 2 before anything is graded."""
    done = quiz("grade", exam, *arguments, env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


# --- regrade --------------------------------------------------------------------------------------


def test_without_a_change_nothing_is_due(recorded: Path, env: dict[str, str]) -> None:
    """No attempt was graded under another revision."""
    done = quiz("regrade", "--check", env=env)
    assert (done.returncode, done.stdout) == (0, "nothing changes\n")
    assert done.stderr == ("0 attempts graded again: 0 lower, 0 other, 0 higher, 0 error, 0 same\n")


def test_a_mended_key_shows_who_changes_losers_first(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """By name, from what to what, and why; nothing is written."""
    before = rows(recorded)
    mend_key(course)
    done = quiz("regrade", env=env)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "6 attempts would lose points:"
    assert lines[1] == (
        '  learner-000  midterm/wrong-key#887  "64": right 1 -> mistake (GiB-for-GB) 0; '
        "key 64 GB -> 68.719476736 GB  (exam.csv:3)"
    )
    headings = [line.partition(" attempts ")[2] for line in lines if line[:1].isdigit()]
    assert headings == [
        "would lose points:",
        "would get another verdict for the same points:",
        "would win points:",
    ]
    assert done.stderr.startswith("30 attempts graded again: 6 lower, ")
    assert rows(recorded) == before
    assert quiz("regrade", "--check", env=env).returncode == 1


def test_applying_adds_rows_and_lowers_nobody(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """Winners win, losers keep their grade until --allow-lower; old rows stay as they were."""
    before = rows(recorded)
    mend_key(course)
    done = quiz("regrade", "--apply", env=env)
    assert done.returncode == 0
    assert "6 attempts would lose points and keep their old grade (--allow-lower lets them):" in (
        done.stdout
    )
    after = rows(recorded)
    assert after[:240] == before
    assert len(after) == 240 + 24
    left = quiz_json("regrade", env=env)
    assert left["counts"] == {"lower": 6, "other": 0, "higher": 0, "error": 0, "same": 0}
    assert quiz("regrade", "--apply", env=env).returncode == 0
    assert rows(recorded) == after
    done = quiz("regrade", "--apply", "--allow-lower", env=env)
    assert done.stderr.splitlines()[-1] == "6 new grades kept"
    assert len(rows(recorded)) == 270
    assert quiz("regrade", "--check", env=env).stdout == "nothing changes\n"
    assert quiz("db", "check", env=env).returncode == 0


def test_grades_that_were_kept_are_spoken_of_even_if_they_cannot_be_shown(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """Standard output may fail after the record was written; standard error says what is kept."""
    mend_key(course)
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no device that is always full")
    with full.open("w") as device:
        done = subprocess.run(
            command("regrade", "--apply", "--json"), stdout=device, stderr=subprocess.PIPE,
            env=os.environ | env, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert done.returncode not in (0, 1)
    assert "new grades kept" in done.stderr
    assert len(rows(recorded)) > 240


def test_items_of_the_record_follow_the_new_grades(
    recorded: Path, course: Path, exam: str, env: dict[str, str]
) -> None:
    """After all of them were applied, the record says what grading the file today says."""
    mend_key(course)
    quiz("regrade", "--apply", "--allow-lower", env=env)
    kept, fresh = quiz_json("items", "recorded", env=env), quiz_json("items", exam, env=env)
    assert {**kept, "source": ""} == {**fresh, "source": ""}


def test_the_table_and_the_object_say_the_same(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """CSV for people, JSON with exact scores; losers first in both."""
    mend_key(course)
    table = list(csv.DictReader(io.StringIO(quiz("regrade", "--csv", env=env).stdout)))
    found = quiz_json("regrade", env=env)
    assert found["schema"] == "quizkit.regrade/1"
    assert [row["learner"] for row in table] == [one["learner"] for one in found["changes"]]
    assert [row["effect"] for row in table][:6] == ["lower"] * 6
    first = found["changes"][0]
    assert first == {
        "effect": "lower", "learner": "learner-000", "course": "exam",
        "question": "midterm/wrong-key", "seed": 887, "response": "64",
        "status_before": "graded", "status_after": "graded", "verdict_before": "right",
        "verdict_after": "mistake", "score_before": "1", "score_after": "0",
        "mistake_before": None, "mistake_after": "GiB-for-GB",
        "revision_before": first["revision_before"], "revision_after": first["revision_after"],
        "why": "key 64 GB -> 68.719476736 GB", "kept": "old", "file": "exam.csv", "line": 3,
    }  # fmt: skip
    assert first["revision_before"] != first["revision_after"]


def test_attempts_are_chosen_by_question_and_revision(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """--question takes all of its attempts, --from all of a revision, --all everything."""
    assert quiz_json("regrade", "--question", "midterm/word", env=env)["graded_again"] == 30
    assert quiz_json("regrade", "--all", env=env)["graded_again"] == 240
    with closing(sqlite3.connect(recorded)) as connection:
        ((revision,),) = connection.execute(
            "SELECT DISTINCT revision FROM attempts WHERE question = 'midterm/word'"
        ).fetchall()
    mend_key(course)
    for start in (revision, revision[:6]):
        assert quiz_json("regrade", "--from", start, env=env)["graded_again"] == 30
    done = quiz("regrade", "--question", "midterm/words", env=env)
    assert done.returncode == 2
    assert done.stderr == (
        'quiz: there is no question "midterm/words"; did you mean "midterm/word"?\n'
    )
    assert quiz("regrade", "--from", "x", env=env).returncode == 2
    done = quiz("regrade", "--from", "dead", env=env)
    assert (done.returncode, done.stdout) == (0, "nothing changes\n")
    assert done.stderr.splitlines()[-1] == (
        "no attempt is graded under a revision that begins with dead"
    )


def test_where_nothing_was_recorded_that_is_said(env: dict[str, str]) -> None:
    """In the wrong folder, or before the first --record, "nothing changes" is half of the truth."""
    said = "no attempt is recorded in exam; record some with quiz grade FILE --record"
    done = quiz("regrade", env=env)
    assert (done.returncode, done.stdout) == (0, "nothing changes\n")
    assert done.stderr.splitlines()[0] == said
    assert said in quiz("regrade", "--history", env=env).stderr
    assert quiz_json("regrade", env=env)["changes"] == []
    done = quiz("regrade", "--question", "midterm/word", "--learner", "ann", env=env)
    assert done.stderr.splitlines()[0] == (
        'no attempt of "ann" at midterm/word is recorded in exam'
    )


@pytest.mark.parametrize("before", [True, False])
def test_of_one_learner_nobody_else_is_graded_again(
    before: bool, recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """Wherever --learner stands: who lowers one must not lower all."""
    mend_key(course)
    losers = [one["learner"] for one in quiz_json("regrade", env=env)["changes"][:6]]
    assert len(set(losers)) == 6
    whose = ("--learner", losers[2])
    words = (*whose, "regrade") if before else ("regrade", *whose)
    done = quiz(*words, "--apply", "--allow-lower", env=env)
    assert done.stdout.splitlines()[0] == "1 attempt loses points:"
    assert done.stderr.splitlines() == [
        "8 attempts graded again: 1 lower, 0 other, 0 higher, 0 error, 7 same",
        "1 new grade kept",
    ]
    left = [one["learner"] for one in quiz_json("regrade", env=env)["changes"][:5]]
    assert left == [one for one in losers if one != losers[2]]
    done = quiz("regrade", "--learner", "nobody", env=env)
    assert (done.returncode, done.stdout) == (0, "nothing changes\n")
    assert done.stderr.splitlines()[0] == 'no attempt of "nobody" is recorded in exam'


def test_the_history_says_when_and_why_a_grade_changed(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """Who asks why the grade is lower is shown the one before it, and what made the difference."""
    mend_key(course)
    done = quiz("regrade", "--history", env=env)
    assert (done.returncode, done.stdout) == (0, "no attempt was graded more than once\n")
    quiz("regrade", "--apply", "--allow-lower", env=env)
    before = rows(recorded)
    chosen = ("--learner", "learner-000", "--question", "midterm/wrong-key")
    said, old, new = quiz("regrade", "--history", *chosen, env=env).stdout.splitlines()
    assert said == 'learner-000  midterm/wrong-key#887  "64"  (exam.csv:3)'
    assert re.fullmatch(r"  [-0-9]{10} [0-9]{2}:[0-9]{2}  right 1; as recorded", old)
    assert new.partition("  mistake ")[2] == "(GiB-for-GB) 0; key 64 GB -> 68.719476736 GB"
    table = list(csv.DictReader(io.StringIO(quiz("regrade", "--history", "--csv", env=env).stdout)))
    assert [row["grading"] for row in table] == ["1", "2"] * 30
    assert [row["counts"] for row in table] == ["no", "yes"] * 30
    (found,) = quiz_json("regrade", "--history", *chosen, env=env)["attempts"]
    assert [one["score"] for one in found["gradings"]] == ["1", "0"]
    assert [one["cause"] for one in found["gradings"]] == ["recorded", "regraded"]
    assert rows(recorded) == before
    assert quiz("regrade", "--history", "--apply", env=env).returncode == 2


def test_the_history_of_all_has_every_grade_that_counts(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """Where losers kept their grade the file, graded today, says otherwise; the record says it."""
    mend_key(course)
    quiz("regrade", "--apply", env=env)
    printed = quiz("regrade", "--history", "--all", "--csv", env=env).stdout
    counted = [row for row in csv.DictReader(io.StringIO(printed)) if row["counts"] == "yes"]
    assert sorted(int(row["line"]) for row in counted) == list(range(2, 242))
    held = [one["line"] for one in quiz_json("regrade", env=env)["changes"]]
    assert len(held) == 6
    assert all(row["score"] == "1" for row in counted if int(row["line"]) in held)


def rename(course: Path, old: str, new: str, *, key: str) -> None:
    """Give the question of the fixed key another id, as its author would, and another key."""
    file = course / "lessons" / "midterm.yaml"
    text = file.read_text(encoding="utf-8")
    head, _, rest = text.partition(f"  - id: {old}\n")
    _, _, rest = rest.partition("    prompt: How many GB")
    assert rest
    head = f"{head}  - id: {new}\n    renamed_from: [{old}]\n    prompt: How many GB"
    file.write_text(head + re.sub("value: [0-9.]+, unit: GB", key, rest), encoding="utf-8")


def test_attempts_follow_their_question_through_two_renames(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """Graded again after the first, they are found under the second name and under each before."""

    def found(question: str) -> dict[str, Any]:
        answer: dict[str, Any] = quiz_json("regrade", "--question", f"midterm/{question}", env=env)
        return answer

    rename(course, "wrong-key", "gib-in-gb", key="value: 64, unit: GB")
    assert quiz("regrade", "--apply", env=env).stderr.splitlines()[-1] == "0 new grades kept"
    rename(course, "gib-in-gb", "gib-to-gb", key="value: 68.719476736, unit: GB")
    wanted = quiz_json("regrade", env=env)
    assert wanted["counts"]["lower"] == 6
    for name in ("gib-to-gb", "gib-in-gb", "wrong-key"):
        assert found(name) == wanted
    assert found("word")["graded_again"] == 30
    # Then it is taken out: what grading again speaks of is a name that --question takes.
    file = course / "lessons" / "midterm.yaml"
    text = file.read_text(encoding="utf-8")
    start, end = text.index("  - id: gib-to-gb"), text.index("  # The tolerance is too narrow")
    file.write_text(text[:start] + text[end:], encoding="utf-8")
    gone = quiz_json("regrade", env=env)
    assert {one["question"] for one in gone["changes"]} == {"midterm/gib-in-gb"}
    for name in ("gib-in-gb", "wrong-key"):
        assert found(name) == gone
    done = quiz("regrade", "--question", "midterm/gib-to-gb", env=env)
    assert done.returncode == 2


def test_three_programs_that_apply_at_once_say_what_each_has_kept(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """Together they keep every new grade once; who came later says that others were before."""
    mend_key(course)
    running = [
        subprocess.Popen(
            command("regrade", "--apply", "--allow-lower", "--json"), env=os.environ | env,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(3)
    ]  # fmt: skip
    done = [process.communicate(timeout=300) for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], done
    assert len(rows(recorded)) == 240 + 30
    assert sum(json.loads(out)["applied"] for out, _ in done) == 30
    for out, talk in done:
        told = json.loads(out)
        assert told["applied"] == sum(one["kept"] == "new" for one in told["changes"])
        assert plural(told["applied"], "new grade") + " kept" in talk.splitlines()


def test_what_was_graded_meanwhile_is_left_alone_and_said(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """A trigger that adds a grading at the first one's writing stands for the other program."""
    mend_key(course)
    with closing(sqlite3.connect(recorded)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(attempts)")][1:]
        others = ", ".join(columns)
        another = {"ordinal": "2", "cause": "'regraded'"}
        added = ", ".join(another.get(name, name) for name in columns)
        connection.execute(
            "CREATE TRIGGER meanwhile AFTER INSERT ON attempts WHEN"
            " (SELECT count(*) FROM attempts WHERE ordinal > 1) = 1 BEGIN"
            f" INSERT INTO attempts ({others}) SELECT {added} FROM attempts"
            " WHERE question = 'midterm/wrong-key' AND ordinal = 1"
            " AND NOT EXISTS (SELECT 1 FROM attempts AS later WHERE later.file = attempts.file"
            " AND later.line = attempts.line AND later.ordinal = 2);"
            " END"
        )
    done = quiz("regrade", "--apply", "--allow-lower", env=env)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-2:] == [
        "1 new grade kept",
        "29 attempts got another grade meanwhile and kept it; quiz regrade shows what is left",
    ]


def test_one_attempt_is_spoken_of_as_one(tmp_path: Path, course: Path, env: dict[str, str]) -> None:
    """Before and after, kept or changed: the heading's verb agrees with its number."""
    answers = tmp_path / "two.csv"
    answers.write_text(
        "learner,question,seed,response\nann,midterm/wrong-key,0,64\n"
        "bob,midterm/wrong-key,0,68.7\n",
        encoding="utf-8",
    )
    done = quiz("grade", str(answers), "-o", str(tmp_path / "g.csv"), "--record", env=env)
    assert done.returncode == 0, done.stderr
    mend_key(course)

    def headings(*arguments: str) -> list[str]:
        lines = quiz("regrade", *arguments, env=env).stdout.splitlines()
        return [line for line in lines if not line.startswith(" ")]

    assert headings() == ["1 attempt would lose points:", "1 attempt would win points:"]
    assert headings("--apply") == [
        "1 attempt would lose points and keep its old grade (--allow-lower lets it):",
        "1 attempt wins points:",
    ]
    assert headings("--apply", "--allow-lower") == ["1 attempt loses points:"]


@pytest.mark.parametrize(
    "arguments", [["--check", "--apply"], ["--csv", "--json"], ["--allow-lower"]]
)
def test_options_that_contradict_each_other_are_refused(
    arguments: list[str], env: dict[str, str]
) -> None:
    """Exit 2, one sentence, no database."""
    done = quiz("regrade", *arguments, env=env)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_broken_key_leaves_the_old_grades(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """A calculator that gives nothing, then a lesson that does not load: error, nothing written."""
    before = rows(recorded)
    mend(course, "stage: [1]}", "stage: [1], recipe: [mixed-adam, fp32-adam]}")
    mend(course, "stage: 1}", "stage: 1, recipe: mixed-adam}")
    mend(course, "{params} parameters, ", "{params} parameters, {recipe}, ")
    found = quiz_json("regrade", "--apply", env=env)
    assert found["counts"]["error"] == 30
    assert {one["why"] for one in found["changes"]} == {
        "midterm/bytes draws recipe now, which was not shown then"
    }
    assert rows(recorded) == before
    assert quiz("regrade", "--check", env=env).returncode == 1
    mend(course, "kind: recall", "kind: recal")
    done = quiz("regrade", "--apply", env=env)
    assert done.returncode == 3
    assert rows(recorded) == before


def test_a_lesson_that_does_not_load_costs_nobody_a_grade(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """With another lesson that does, the command goes on, and its attempts are errors."""
    other = (course / "lessons" / "midterm.yaml").read_text(encoding="utf-8")
    (course / "lessons" / "final.yaml").write_text(
        other.replace("id: midterm", "id: final").replace("number: 1", "number: 2"),
        encoding="utf-8",
    )
    mend(course, "kind: recall", "kind: recal")
    before = rows(recorded)
    found = quiz_json("regrade", "--apply", env=env)
    assert found["counts"]["error"] == 240
    assert found["changes"][0]["why"] == ("the lesson midterm cannot be loaded (see: quiz check)")
    assert rows(recorded) == before


def test_texts_that_a_spreadsheet_would_run_are_neutralised(
    tmp_path: Path, course: Path, env: dict[str, str]
) -> None:
    """The CSV table is for people; JSON keeps what was typed."""
    path = tmp_path / "a.csv"
    path.write_text(
        "learner,question,seed,response\n=1+1,midterm/word,1,=HYPERLINK(0)\n", encoding="utf-8"
    )
    quiz("grade", str(path), "-o", str(tmp_path / "g.csv"), "--record", env=env)
    mend(course, "accept: [one shard, a shard]", 'accept: ["=HYPERLINK(0)"]')
    table = list(csv.DictReader(io.StringIO(quiz("regrade", "--csv", env=env).stdout)))
    assert (table[0]["learner"], table[0]["response"]) == ("'=1+1", "'=HYPERLINK(0)")
    (change,) = quiz_json("regrade", env=env)["changes"]
    assert (change["learner"], change["response"]) == ("=1+1", "=HYPERLINK(0)")


def test_an_empty_record_has_nothing_to_grade(env: dict[str, str], tmp_path: Path) -> None:
    """No database is made for looking."""
    done = quiz("regrade", env=env)
    assert (done.returncode, done.stdout) == (0, "nothing changes\n")
    assert not (tmp_path / "home" / "progress.db").exists()
    done = quiz("items", "recorded", env=env)
    assert done.returncode == 2
    assert "no attempt is recorded" in done.stderr


def test_the_object_is_json_that_every_reader_takes(
    recorded: Path, course: Path, env: dict[str, str]
) -> None:
    """No NaN and no Infinity among its numbers."""
    mend_key(course)
    done = quiz("regrade", "--json", env=env)

    def refuse(name: str) -> None:
        raise AssertionError(name)

    json.loads(done.stdout, parse_constant=refuse)
