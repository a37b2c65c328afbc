"""The review desk: equal texts together, one decision each, kept and used again."""

from __future__ import annotations

import csv
import os
import pty
import re
import shutil
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.autograde.classes import EXAM
from tests.cli.running import REPOSITORY, command, quiz, quiz_json
from tests.cli.screen import Terminal

HEADER = "learner,question,seed,response\n"
ROWS = """\
ann,midterm/why,1,because
bob,midterm/why,2,because
cy,midterm/why,3, because
di,midterm/why,4,half of it
ann,midterm/bytes,0,one and a half
bob,midterm/bytes,0,one and a half
cy,midterm/bytes,{other},one and a half
di,midterm/bytes,0,1.5
ann,midterm/collective,1,dunno
bob,midterm/collective,2,dunno
cy,midterm/collective,1,a or b
di,midterm/collective,2,a or b
"""


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"QUIZ_COURSE": str(EXAM), "QUIZ_HOME": str(tmp_path / "home")}


@pytest.fixture
def file(tmp_path: Path, env: dict[str, str]) -> str:
    other = next(
        seed
        for seed in range(1, 50)
        if quiz_json("show", f"midterm/bytes#{seed}", env=env)["drawn"]["devices"]["value"] != "8"
    )
    path = tmp_path / "answers.csv"
    path.write_text(HEADER + ROWS.format(other=other), encoding="utf-8")
    return str(path)


def desk(file: str, env: dict[str, str], *typed: str, more: tuple[str, ...] = ()) -> str:
    """What the desk prints when this is typed."""
    done = quiz("grade", file, "--review", "--line", *more, lines=typed, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def grades(file: str, tmp_path: Path, env: dict[str, str]) -> list[tuple[str, str, str]]:
    out = tmp_path / "graded.csv"
    assert quiz("grade", file, "-o", str(out), env=env).returncode == 0
    with out.open(encoding="utf-8") as rows:
        return [(row["status"], row["verdict"], row["score"]) for row in csv.DictReader(rows)]


def asked(text: str) -> list[str]:
    """The lines that name what is to be decided."""
    return [line for line in text.splitlines() if " of " in line and " row" in line]


def test_equal_texts_are_asked_about_once(file: str, env: dict[str, str]) -> None:
    """By question, frequent ones first; blanks at the ends do not count, numbers and orders do."""
    text = desk(file, env)
    assert text.splitlines()[0] == "8 texts in 11 rows to decide."
    text = desk(file, env, *["s"] * 8)
    assert asked(text) == [
        "1 of 8, 3 rows: because",
        "2 of 8, 1 row: half of it",
        "3 of 8, 2 rows: one and a half",
        "4 of 8, 1 row: one and a half",
        "5 of 8, 1 row: dunno",
        "6 of 8, 1 row: dunno",
        "7 of 8, 1 row: a or b",
        "8 of 8, 1 row: a or b",
    ]
    assert text.splitlines()[-1] == "0 texts decided (0 rows), 8 left."


def test_what_is_needed_to_judge_stands_before_the_text(file: str, env: dict[str, str]) -> None:
    """The variant, its prompt and options, the key, and why nobody could read it."""
    text = desk(file, env, "s", "s", "s", "s", "s", "s")
    assert "key: A reduce-scatter and an all-gather move what one all-reduce moves." in text
    assert "midterm/bytes#0\n7B parameters, ZeRO stage 1, 8 devices:" in text
    assert "key: 1.5 bytes/param" in text
    assert 'why: "one" ' in text
    assert "1 row with other numbers or another order says the same." in text
    assert "  a) " in text


def test_one_decision_grades_all_equal_ones_from_now_on(
    file: str, tmp_path: Path, env: dict[str, str]
) -> None:
    """Also in files that are graded later; other numbers wait for a decision of their own."""
    text = desk(file, env, "r", "p 1/3", "w", "s", "w*", "s", "s")
    assert text.splitlines()[-1] == "5 texts decided (8 rows), 3 left."
    found = grades(file, tmp_path, env)
    assert found[:3] == [("graded", "right", "1")] * 3
    assert found[3] == ("graded", "partly", "0.333333")
    assert found[4:6] == [("graded", "wrong", "0")] * 2
    assert found[6][0] == "needs_review"
    assert found[8:10] == [("graded", "wrong", "0")] * 2
    assert [status for status, _, _ in found[10:]] == ["needs_review"] * 2
    later = tmp_path / "later.csv"
    later.write_text(HEADER + "eve,midterm/why,77,because\n", encoding="utf-8")
    assert grades(str(later), tmp_path, env) == [("graded", "right", "1")]


@pytest.mark.parametrize(
    ("question", "one", "other", "response"),
    [
        ("pairs", "1", "2", "abc"),
        ("pairs", "1", "2", "1a2b"),
        ("pairs", "1", "2", "the first for all"),
        ("sharded", "1", "2", "ab"),
        ("collective", "1", "2", "the last one"),
        ("collective", "1", "", "a or b"),
        ("bytes", "0", "2", "one and a half"),
    ],
)
def test_a_decision_never_reaches_what_was_asked_otherwise(
    question: str, one: str, other: str, response: str, tmp_path: Path, env: dict[str, str]
) -> None:
    """Another order, an unknown one and other numbers wait for a decision of their own."""
    rows = [f"midterm/{question},{seed},{response}\n" for seed in (one, other)]
    file = tmp_path / "orders.csv"
    file.write_text(HEADER + "".join(f"l{n},{row}" for n, row in enumerate(rows)), "utf-8")
    out = str(tmp_path / "graded.csv")
    assert quiz("grade", str(file), "-o", out, "--record", env=env).returncode == 0
    assert asked(desk(str(file), env, "r", "q"))[0] == f"1 of 2, 1 row: {response}"
    later = tmp_path / "later.csv"
    later.write_text(HEADER + "".join(f"late{n},{row}" for n, row in enumerate(rows)), "utf-8")
    for handed_in in (file, later):
        found = grades(str(handed_in), tmp_path, env)
        assert found == [("graded", "right", "1"), ("needs_review", "", "")]
    assert quiz("regrade", "--apply", env=env).returncode == 0
    assert [row[3] for row in attempts(tmp_path)] == ["needs_review", "graded", "needs_review"]


def test_a_star_decides_whatever_numbers_were_asked(
    file: str, tmp_path: Path, env: dict[str, str]
) -> None:
    """The same text with other numbers is not asked about any more."""
    text = desk(file, env, "s", "s", "w*", "q")
    assert "4 of 8, 1 row: one and a half" not in asked(text)
    assert text.splitlines()[-1] == "2 texts decided (3 rows), 6 left."
    assert [row[0] for row in grades(file, tmp_path, env)[4:7]] == ["graded"] * 3


@pytest.mark.parametrize("typed", ["r*", "p 1/2*"])
def test_a_star_gives_no_points_where_other_numbers_have_another_key(
    typed: str, file: str, tmp_path: Path, env: dict[str, str]
) -> None:
    """One and a half is right with these devices alone: nothing is stored, and it asks again."""
    text = desk(file, env, "s", "s", typed, "r", "q")
    assert "Other numbers have another key" in text
    assert [line for line in asked(text) if "one and a half" in line][:3] == [
        "3 of 8, 2 rows: one and a half",
        "3 of 8, 2 rows: one and a half",
        "4 of 8, 1 row: one and a half",
    ]
    assert [row[0] for row in grades(file, tmp_path, env)[4:7]] == [
        "graded", "graded", "needs_review",
    ]  # fmt: skip


def test_what_is_decided_is_not_asked_again(file: str, env: dict[str, str]) -> None:
    """The next walk starts with what is left; when nothing is, it says so."""
    desk(file, env, "r", "q")
    assert desk(file, env).splitlines()[0] == "7 texts in 8 rows to decide."
    desk(file, env, *["w"] * 7)
    assert desk(file, env) == "Nothing needs review.\n"


def test_a_mind_can_be_changed(file: str, tmp_path: Path, env: dict[str, str]) -> None:
    """`b` asks about the one before again; the last decision counts, both are kept."""
    desk(file, env, "r", "b", "w", "q")
    assert grades(file, tmp_path, env)[0] == ("graded", "wrong", "0")
    with closing(sqlite3.connect(tmp_path / "home" / "progress.db")) as connection:
        kept = connection.execute("SELECT verdict, score FROM decisions ORDER BY id").fetchall()
    assert kept == [("right", "1"), ("wrong", "0")]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Type r for right, w for wrong"),
        ("x", "Type r for right, w for wrong"),
        ("p", "Type the share behind it, as in: p 1/2"),
        ("p 2", "The share is between 0 and 1"),
        ("p one", "is not a number"),
        ("?", "* after r, w or the share"),
    ],
)
def test_what_decides_nothing_is_asked_again(
    file: str, env: dict[str, str], typed: str, sentence: str
) -> None:
    """With what to type instead; nothing is stored for it."""
    text = desk(file, env, typed, "q")
    assert sentence in text
    assert text.splitlines()[-1] == "0 texts decided (0 rows), 8 left."


@pytest.mark.parametrize("star", ["", "*"])
def test_a_mended_key_takes_its_decisions_back(
    star: str, tmp_path: Path, env: dict[str, str]
) -> None:
    """With a star too: beside the new key the text needs review, and the desk shows it again."""
    course = Path(shutil.copytree(EXAM, tmp_path / "course"))
    env = {**env, "QUIZ_COURSE": str(course)}
    file = tmp_path / "answers.csv"
    rows = [f"ann,midterm/wrong-key,0,{word}\n" for word in ("sixty-four", "sixty-eight")]
    file.write_text(HEADER + "".join(rows), encoding="utf-8")
    desk(str(file), env, f"r{star}", f"w{star}", more=("-o", str(tmp_path / "o"), "--record"))
    assert [row[1] for row in grades(str(file), tmp_path, env)] == ["right", "wrong"]
    lesson = course / "lessons" / "midterm.yaml"
    text = lesson.read_text(encoding="utf-8")
    lesson.write_text(text.replace("value: 64, unit: GB", "value: 68, unit: GB"), encoding="utf-8")
    assert [row[0] for row in grades(str(file), tmp_path, env)] == ["needs_review"] * 2
    assert quiz_json("regrade", env=env)["counts"]["lower"] == 1
    assert desk(str(file), env, f"w{star}", f"r{star}").startswith("2 texts in 2 rows to decide.\n")
    assert [row[1] for row in grades(str(file), tmp_path, env)] == ["wrong", "right"]
    lesson.write_text(text, encoding="utf-8")
    assert [row[1] for row in grades(str(file), tmp_path, env)] == ["right", "wrong"]


def test_a_decision_can_be_corrected_later(file: str, tmp_path: Path, env: dict[str, str]) -> None:
    """With --again the decided texts are shown too, with what was decided; `s` leaves it so.

    What was decided with a star is left so for all numbers and orders at once.
    """
    out = str(tmp_path / "graded.csv")
    desk(file, env, "w", "p 1/3", "r", "s", "w*", more=("-o", out, "--record"))
    text = desk(file, env, "r", *["s"] * 6, more=("--again",))
    assert text.splitlines()[0] == "8 texts in 11 rows to decide, 5 of them again."
    notes = [line for line in text.splitlines() if "decided before" in line]
    assert notes == [
        "decided before: wrong; s leaves it so",
        "decided before: partly 1/3; s leaves it so",
        "decided before: right; s leaves it so",
        "decided before: wrong, whatever numbers or order were asked; s leaves it so",
    ]
    assert text.splitlines()[-1] == "1 text decided (3 rows), 3 left."
    found = grades(file, tmp_path, env)
    assert found[:4] == [("graded", "right", "1")] * 3 + [("graded", "partly", "0.333333")]
    assert found[4] == ("graded", "right", "1")
    assert quiz_json("regrade", env=env)["counts"]["higher"] == 3
    assert quiz("regrade", "--apply", env=env).returncode == 0
    assert [row[2:] for row in attempts(tmp_path) if row[0].strip() == "because"] == [
        ("recorded", "graded", "0", 1), ("decided", "graded", "1", 5),
    ] * 3  # fmt: skip
    assert quiz("regrade", "--check", env=env).returncode == 0


def test_a_star_corrects_what_was_decided_without_one(
    file: str, tmp_path: Path, env: dict[str, str]
) -> None:
    """The text on show gets what is typed; what was decided for other numbers stays."""
    desk(file, env, "s", "s", "r", "p 1/2", "q")
    text = desk(file, env, "s", "s", "w*", "q", more=("--again",))
    assert "4 of 8, 1 row: one and a half" in asked(text)
    found = grades(file, tmp_path, env)
    assert found[4:7] == [("graded", "wrong", "0")] * 2 + [("graded", "partly", "0.5")]
    desk(file, env, "s", "s", "r", "b", "w*", "q", more=("--again",))
    assert grades(file, tmp_path, env)[4:7] == found[4:7]


def test_decisions_are_kept_one_by_one(file: str, env: dict[str, str]) -> None:
    """Input that ends in the middle loses nothing that was decided."""
    assert desk(file, env, "r", "w").splitlines()[-1] == "2 texts decided (4 rows), 6 left."
    assert desk(file, env).splitlines()[0] == "6 texts in 7 rows to decide."


def test_a_signal_ends_with_what_was_decided(file: str, env: dict[str, str]) -> None:
    """SIGTERM at the third text: the two before are kept and counted."""
    with subprocess.Popen(
        command("grade", file, "--review", "--line"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY,
        env={**os.environ, **env},
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("r\nw\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith("3 of 8"):
                break
        process.send_signal(signal.SIGTERM)
        last = process.stdout.read().splitlines()[-1]
        assert last.endswith("2 texts decided (4 rows), 6 left.")
    assert process.returncode == 143
    assert desk(file, env).splitlines()[0] == "6 texts in 7 rows to decide."


def test_review_grade_and_record_go_together(
    file: str, tmp_path: Path, env: dict[str, str]
) -> None:
    """Decide, then write the graded file and keep the attempts with their decisions."""
    out = tmp_path / "graded.jsonl"
    text = desk(file, env, "p 50%", "q", more=("-o", str(out), "--record"))
    assert "status" not in text, "the graded file goes to -o alone"
    assert out.read_text(encoding="utf-8").count('"score_exact": "1/2"') == 3
    assert attempts(tmp_path)[0] == ("because", 1, "recorded", "graded", "1/2", 1)


def test_a_file_recorded_before_takes_its_decisions_later(
    file: str, tmp_path: Path, env: dict[str, str]
) -> None:
    """By recording it again, or by regrading; the first grading stays in the record."""
    out = str(tmp_path / "graded.csv")
    quiz("grade", file, "-o", out, "--record", env=env)
    desk(file, env, "r", "w", "q")
    found = quiz_json("regrade", env=env)
    assert found["counts"] == {"lower": 0, "other": 1, "higher": 3, "error": 0, "same": 0}
    assert {one["why"] for one in found["changes"]} == {"decided by staff"}
    done = quiz("grade", file, "-o", out, "--record", env=env)
    assert done.stderr.splitlines()[-1] == (
        "attempts: 0 recorded, 12 known already, 4 of these decided since"
    )
    assert [row[1:] for row in attempts(tmp_path) if row[0] == "half of it"] == [
        (1, "recorded", "needs_review", None, None),
        (2, "decided", "graded", "0", 2),
    ]
    assert quiz("regrade", "--check", env=env).returncode == 0


def attempts(tmp_path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(tmp_path / "home" / "progress.db")) as connection:
        return connection.execute(
            "SELECT response, ordinal, cause, status, score, decision FROM attempts"
            " ORDER BY line, ordinal"
        ).fetchall()


def test_the_desk_asks_at_a_terminal(file: str, env: dict[str, str]) -> None:
    """Without --line a person sits there: prompts, a decision, the way out."""
    main, child = pty.openpty()
    running = subprocess.Popen(
        command("grade", file, "--review"),
        stdin=child, stdout=child, stderr=child, cwd=REPOSITORY,
        env={**os.environ, **env, "TERM": "dumb"},
    )  # fmt: skip
    os.close(child)
    os.write(main, b"r\nq\n")
    seen = b""
    while True:
        try:
            piece = os.read(main, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(main)
    assert running.wait(timeout=60) == 0
    assert b"r, w, p SHARE, s, b, q, ?> " in seen
    assert b"1 text decided (3 rows), 7 left." in seen


def test_decisions_come_from_standard_input_and_the_file_does_not(env: dict[str, str]) -> None:
    """`-` cannot be both."""
    done = quiz("grade", "-", "--review", "--line", lines=["learner"], env=env)
    assert done.returncode == 2
    assert "--review reads decisions from standard input; name a FILE" in done.stderr


def test_only_where_options_are_put_in_order_is_their_order_missed(
    tmp_path: Path, env: dict[str, str]
) -> None:
    """A blank seed is told to the staff where it leaves a doubt, and nowhere else."""
    path = tmp_path / "answers.csv"
    for name, missed in (("why", 0), ("wrong-key", 0), ("collective", 1), ("pairs", 1)):
        path.write_text(f"{HEADER}ann,midterm/{name},,a or b\n", encoding="utf-8")
        done = quiz("grade", str(path), "--review", "--line", lines=["s"], env=env)
        assert "1 text in 1 row to decide." in done.stdout
        assert done.stderr.count("the order of options that was shown is not known") == missed


def test_an_order_that_is_missed_is_said_once_for_its_question(
    tmp_path: Path, env: dict[str, str]
) -> None:
    """Beside its prompt, which is shown again after the same one with a seed."""
    path = tmp_path / "answers.csv"
    rows = ("0,a or b", "0,a or b", ",a or b", ",dunno")
    path.write_text(HEADER + "".join(f"l,midterm/collective,{row}\n" for row in rows), "utf-8")
    done = quiz("grade", str(path), "--review", "--line", lines=["s"] * 3, env=env)
    assert len(asked(done.stdout)) == 3
    assert done.stderr.count("the order of options that was shown is not known") == 1
    assert done.stdout.count("Which collective leaves the sum everywhere?") == 2


def test_escape_codes_to_decide_about_never_reach_the_terminal(
    tmp_path: Path, env: dict[str, str]
) -> None:
    """What could not be read is shown with a stand-in for each code, and so is what is typed."""
    codes = "\x1b[31m\x1b]0;title\x07\x9b5m\u202e"
    path = tmp_path / f"{codes[:5]}.csv"
    rows = [
        f'{who}{codes},midterm/{name},1,"it{codes}"' for who in "ab" for name in ("why", "word")
    ]
    path.write_text("\n".join([HEADER.strip(), *rows]) + "\n", encoding="utf-8")
    with Terminal("grade", str(path), "--review", env={**env, "NO_COLOR": "1"}) as screen:
        screen.wait_for(r"1 of \d, 2 rows: it␛\[31m␛\]0;title␇<U\+009B>5m<U\+202E>[\s\S]*> $")
        screen.type("w\n")
        screen.wait_for(r"2 of \d, 2 rows: it␛[\s\S]*> $")
        screen.type("q\n")
        assert screen.end() == 0
        seen = screen.transcript
    done = quiz("grade", str(path), "--review", "--line", lines=[codes, "r"], env=env)
    assert done.stdout.endswith("1 text decided (2 rows), 0 left.\n")
    assert not re.search("[\x07\x1b\x80-\x9f\u202e]", seen + done.stdout + done.stderr)
