"""`quiz grade` as staff run it: files, pipes, interruptions, exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.running import REPOSITORY, command, quiz, small
from tests.cli.screen import Terminal

HEADER = "learner,question,seed,response\n"
ROWS = (
    "ann,kinds/fixed-number,,120 GB\n"
    "bob,kinds/fixed-number,,dunno\n"
    "cy,kinds/fixed-number,,\n"
    "di,kinds/gone,,1\n"
)


def answers(folder: Path, text: str = HEADER + ROWS, name: str = "answers.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_graded_to_standard_output(tmp_path: Path) -> None:
    """Without -o the graded file is data on standard output, the counts talk on standard error."""
    done = quiz("grade", str(answers(tmp_path)), env=small())
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert done.returncode == 0
    assert [row["status"] for row in rows] == ["graded", "needs_review", "blank", "error"]
    first, *others = done.stderr.splitlines()
    assert re.fullmatch(r"4 rows: 1 graded, 1 needs_review, 1 blank, 1 error \([0-9.]+ s\)", first)
    assert others == [
        'first error: line 5: unknown question "kinds/gone"; did you mean "kinds/pick-one"?',
        "  (no known question): 1 error",
        "  kinds/fixed-number: 1 graded, 1 needs_review, 1 blank",
    ]


def test_a_file_of_questions_by_other_names_says_what_they_are_called(tmp_path: Path) -> None:
    """Where every row is an error the first one's sentence stands beside the counts."""
    path = answers(tmp_path, HEADER + "ann,Question 1,,120\nann,Question 2,,1\n")
    done = quiz("grade", str(path), "-o", str(tmp_path / "graded.csv"), env=small())
    assert done.returncode == 0
    assert done.stderr.splitlines()[1] == (
        'first error: line 2: unknown question "Question 1"; a question is named as in '
        '"kinds/recall-two"'
    )


def test_a_file_is_graded_into_another(tmp_path: Path) -> None:
    """With -o nothing goes to standard output; the ending says the format."""
    out = tmp_path / "graded.jsonl"
    done = quiz("grade", str(answers(tmp_path)), "-o", str(out), env=small())
    assert (done.returncode, done.stdout) == (0, "")
    assert [json.loads(line)["status"] for line in out.read_text().splitlines()] == [
        "graded", "needs_review", "blank", "error",
    ]  # fmt: skip
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "home") == [
        "answers.csv", "graded.jsonl",
    ]  # fmt: skip


def test_standard_input_is_graded(tmp_path: Path) -> None:
    """`-` reads what a pipe brings, CSV or JSON lines, and says so in messages."""
    done = quiz("grade", "-", lines=(HEADER + ROWS).splitlines(), env=small())
    assert done.stdout == quiz("grade", str(answers(tmp_path)), env=small()).stdout
    lines = ['{"learner": "a", "question": "kinds/say-it", "seed": null, "response": "one shard"}']
    assert '"status": "' in quiz("grade", "-", lines=lines, env=small()).stdout
    refused = quiz("grade", "-", lines=[], env=small())
    assert refused.returncode == 2
    assert refused.stderr == (
        "quiz: standard input is empty: its first line must name the columns\n"
    )


def test_a_file_may_not_be_graded_onto_itself(tmp_path: Path) -> None:
    """What was submitted is never replaced, by another name of the file neither."""
    path = answers(tmp_path)
    other = tmp_path / "link.csv"
    other.symlink_to(path)
    for name in (path, other):
        done = quiz("grade", str(path), "-o", str(name), env=small())
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"quiz: {name} is the submitted file itself; name another for -o\n"
    assert path.read_text() == HEADER + ROWS


def test_what_standard_input_and_output_stand_for_may_not_be_graded_onto_itself(
    tmp_path: Path,
) -> None:
    """A redirection from the file to be written, or behind the file that is read."""
    path = answers(tmp_path)
    for arguments, name in (
        (("-", "-o", str(path)), str(path)),
        ((str(path),), "standard output"),
        ((str(path), "-o", "-"), "standard output"),
        (("-",), "standard output"),
    ):
        with path.open("rb") as stdin, path.open("ab") as stdout:
            done = subprocess.run(
                command("grade", *arguments), stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
                cwd=REPOSITORY, env={**os.environ, **small()}, check=False,
            )  # fmt: skip
        assert done.returncode == 2
        assert done.stderr.decode() == (
            f"quiz: {name} is the submitted file itself; name another for -o\n"
        )
        assert path.read_text() == HEADER + ROWS


def test_a_file_without_seeds_is_graded_and_that_is_said_once(tmp_path: Path) -> None:
    """One sentence on standard error, none where --map says that it is meant."""
    path = answers(tmp_path, "learner,question,response\nann,kinds/fixed-number,120\n")
    done = quiz("grade", str(path), env=small())
    assert done.returncode == 0
    assert done.stderr.count('no column "seed", so rows have one only where they name') == 1
    meant = quiz("grade", str(path), "--map", "seed=", env=small())
    assert (meant.stdout, "seed" in meant.stderr) == (done.stdout, False)


def test_a_number_that_a_spreadsheet_cut_is_said_once(tmp_path: Path) -> None:
    """One warning for the file; the rows are graded as they stand."""
    rows = "ann,kinds/fixed-number,,1.2E+02\nbob,kinds/fixed-number,,1.3E+02\n"
    done = quiz("grade", str(answers(tmp_path, HEADER + rows)), env=small())
    assert done.returncode == 0
    assert done.stderr.count("digits may have been cut") == 1
    assert '"1.2E+02" looks like a spreadsheet' in done.stderr


def test_a_comma_that_was_read_as_decimal_is_flagged_in_its_row(tmp_path: Path) -> None:
    """Marks of a spreadsheet that writes 18,5 are neither cut nor refused, right or wrong."""
    cells = ('"120,5"', '"118,5 GB"', "120.5", '"120,000"')
    rows = "".join(f"l{n},kinds/fixed-number,,{cell}\n" for n, cell in enumerate(cells))
    done = quiz("grade", str(answers(tmp_path, HEADER + rows)), env=small())
    first, second, *others = csv.DictReader(io.StringIO(done.stdout))
    assert (first["verdict"], first["read_as"]) == ("right", "120.5 GB")
    assert first["feedback"] == "The comma was read as a decimal point."
    assert (second["verdict"], second["read_as"]) == ("wrong", "118.5 GB")
    assert second["feedback"].startswith("The comma was read as a decimal point. ")
    assert not any("comma" in row["feedback"] for row in others)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("learner,question,seed\na,b,c\n", 'no column "response"'),
        ("PK\x03\x04", "is a spreadsheet"),
        ("", "is empty"),
    ],
)
def test_a_file_that_cannot_be_graded_leaves_the_old_output(
    tmp_path: Path, text: str, sentence: str
) -> None:
    """Exit 2 with a sentence, and nothing is written."""
    out = tmp_path / "graded.csv"
    out.write_text("old")
    done = quiz("grade", str(answers(tmp_path, text)), "-o", str(out), env=small())
    assert (done.returncode, done.stdout, out.read_text()) == (2, "", "old")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_late_fault_leaves_standard_output_empty(tmp_path: Path) -> None:
    """A byte that is not UTF-8 in the last line: no half file goes into a pipe."""
    path = tmp_path / "answers.csv"
    path.write_bytes((HEADER + ROWS * 2000).encode() + b"Zo\xeb,kinds/say-it,,x\n")
    done = quiz("grade", str(path), env=small())
    assert (done.returncode, done.stdout) == (2, "")
    assert "answers.csv:8002: byte 0xEB is not UTF-8" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no-such-file.csv"], "no-such-file.csv cannot be read: No such file or directory"),
        ([""], "the name of the submitted file is empty; name a file"),
        (["{file}", "-o", ""], "the name behind -o is empty; name a file"),
        (["."], ". cannot be read: Is a directory"),
        (["{file}", "-o", "out.xlsx"], "out.xlsx: the ending says what to write"),
        (["{file}", "-o", "."], ". is a folder; name a file"),
        (["{file}", "--map", "answer=x"], '--map "answer=x": write FIELD=COLUMN'),
        (["{file}", "--map", "response=x"], 'no column "x", which --map names'),
        (["{file}", "--encoding", "utf-99"], 'there is no encoding "utf-99"'),
    ],
)
def test_what_was_typed_wrong_is_said_and_exits_2(
    tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    """Each slip has its own sentence on standard error."""
    file = str(answers(tmp_path))
    done = quiz("grade", *(one.format(file=file) for one in arguments), env=small())
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_an_interrupted_run_leaves_nothing_half_written(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    """A signal in the middle: the old file stands, no temporary one is left, the code says why."""
    out = tmp_path / "out" / "graded.csv"
    out.parent.mkdir()
    out.write_text("old")
    running = subprocess.Popen(
        command("grade", "-", "-o", str(out)),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=REPOSITORY,
        env={**os.environ, **small()},
    )
    assert running.stdin is not None
    running.stdin.write((HEADER + ROWS * 5000).encode())
    running.stdin.flush()
    deadline = time.monotonic() + 60
    while not list(out.parent.glob(".*.part")) and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(number)
    _, talk = running.communicate(timeout=60)
    assert running.returncode == code
    assert b"Traceback" not in talk
    assert out.read_text() == "old"
    assert [path.name for path in out.parent.iterdir()] == ["graded.csv"]


def test_a_killed_run_leaves_the_old_output(tmp_path: Path) -> None:
    """kill -9 can leave a hidden part file, never half a graded one."""
    out = tmp_path / "out" / "graded.csv"
    out.parent.mkdir()
    out.write_text("old")
    running = subprocess.Popen(
        command("grade", "-", "-o", str(out)),
        stdin=subprocess.PIPE,
        cwd=REPOSITORY,
        env={**os.environ, **small()},
    )
    assert running.stdin is not None
    running.stdin.write((HEADER + ROWS * 5000).encode())
    running.stdin.flush()
    deadline = time.monotonic() + 60
    while not list(out.parent.glob(".*.part")) and time.monotonic() < deadline:
        time.sleep(0.02)
    running.kill()
    running.communicate(timeout=60)
    assert out.read_text() == "old"
    assert quiz("grade", str(answers(tmp_path)), "-o", str(out), env=small()).returncode == 0
    assert out.read_text().startswith(HEADER.strip() + ",status,")


HOSTILE = "\x1b[31m\x1b]0;title\x07\x9b5m\u202e"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Codes that drive a terminal in every cell of a file, in a column's name and in its own."""
    cells = [
        ["learner", "question", "seed", "response", f"note{HOSTILE}"],
        [f"ann{HOSTILE}", "kinds/fixed-number", "", f"120 GB{HOSTILE}", HOSTILE],
        [f"bob{HOSTILE}", "kinds/fixed-number", "", "120 GB", HOSTILE],
        ["cy", f"kinds/fixed-number{HOSTILE}", "", "1", ""],
        ["di", "kinds/say-it", f"0{HOSTILE}", "1", ""],
        ["ed", "kinds/say-it", "0", f"one shard{HOSTILE}", ""],
        ["fy", "kinds/pick-one", "0", f"a{HOSTILE}", ""],
        ["gy", "kinds/recall-two", "0", f"two halves{HOSTILE}", ""],
    ]
    path = tmp_path / "ans\x1b[31mwers.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(cells)
    return path


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["grade", "{file}"], "ann␛\\[31m␛\\]0;title␇<U\\+009B>5m<U\\+202E>,"),
        (["grade", "{file}", "-o", "{file}.jsonl"], 'unknown question "kinds/fixed-number␛'),
        (["grade", "{file}", "-o", "{file}.xlsx"], "ans␛\\[31mwers.csv.xlsx: the ending says"),
        (["grade", "{file}", "--map", "seed=\x1b]0;x\x07"], 'no column "␛\\]0;x␇"'),
        (["grade", "{file}", "--map", "response=no"], "columns are: .*note␛"),
        (["grade", "{file}", "--encoding", "\x1b[2J"], 'no encoding "␛'),
        (["items", "{file}"], 'the seed "0␛'),
        (["items", "{file}", "--question", "kinds/fixed-number"], "120 GB␛"),
        (["items", "{file}", "--question", "\x1b[2J"], 'nobody answered "␛'),
        (["items", "{file}", "--json"], "<U\\+009B>5m<U\\+202E>"),
    ],
)
def test_escape_codes_in_a_file_of_answers_never_reach_a_terminal(
    hostile: Path, words: list[str], shown: str
) -> None:
    """Cells, file names, options and sentences about them come with a stand-in for each code."""
    arguments = [word.format(file=hostile) for word in words]
    with Terminal(*arguments, env={"NO_COLOR": "1"}, columns=400) as screen:
        screen.look_for(shown)
        screen.end()
        assert not re.search("[\x07\x1b\x80-\x9f\u202e]", screen.transcript)


def test_help_says_what_becomes_of_formulas() -> None:
    """The rule for cells that a spreadsheet would run is documented where it is met."""
    text = " ".join(quiz("grade", "--help").stdout.split())
    assert "a text that a spreadsheet would run as a formula" in text
    assert "numbers such as -1.5 stay numbers" in text


def test_grading_loads_no_database_library() -> None:
    """`quiz grade` needs neither SQLAlchemy nor Alembic."""
    script = (
        "import sys, quizkit.cli.grade, quizkit.exchange.graded_file, quizkit.autograde.batch;"
        "print([name for name in ('sqlalchemy', 'alembic', 'pyarrow') if name in sys.modules])"
    )
    done = subprocess.run(
        [command()[0], "-c", script], capture_output=True, text=True, check=True, cwd=REPOSITORY
    )
    assert done.stdout == "[]\n"


def test_grading_needs_no_store(tmp_path: Path) -> None:
    """A database of progress that cannot be read leaves decisions out, says so, and grades on."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "progress.db").write_bytes(b"not a database, whatever its name says" * 100)
    sheet = tmp_path / "answers.csv"
    sheet.write_text(
        "learner,question,seed,response\nzoe,kinds/fixed-number,0,120\n", encoding="utf-8"
    )
    done = quiz("grade", str(sheet), env=small(QUIZ_HOME=str(home)))
    assert done.returncode == 0
    assert ",graded,right,1," in done.stdout
    assert done.stderr.startswith("decisions on doubtful texts are left out: ")
