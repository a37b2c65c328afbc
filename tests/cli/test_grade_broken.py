"""Files that are broken in many ways: each gets a sentence, its exit code, and all or nothing."""

from __future__ import annotations

import csv
import gzip
import json
import os
import re
import resource
import subprocess
import threading
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.running import command, quiz, small
from tests.conftest import skip_or_fail

HEADER = "learner,question,seed,response\n"
GOOD = "007,kinds/fixed-number,,120 GB\n"
LINE = {"learner": "007", "question": "kinds/fixed-number", "seed": None, "response": "120 GB"}
PACKED = b"PK\x03\x04" + bytes(range(256))

# Name, bytes, and what is said: nothing is graded and nothing is written.
NOTHING_GRADED: dict[str, tuple[str, bytes, str]] = {
    "empty": ("a.csv", b"", "a.csv is empty: its first line must name the columns"),
    "blank lines": ("a.csv", b"\n\r\n  \n", "a.csv is empty"),
    "blank first line": ("a.csv", ("\n" + HEADER).encode(), "a.csv:1: this line is blank"),
    "no header": ("a.csv", (GOOD * 2).encode(), "If that is an answer already, put a line before"),
    "title first": ("a.csv", ("Week 3,,,\n" + HEADER).encode(), "a.csv: line 2 seems to name the"),
    "header twice": ("a.csv", b"learner,question,seed,response,response\n", "2 columns are named"),
    "colons": ("a.csv", HEADER.replace(",", ":").encode(), "all in one column; columns are parted"),
    "workbook": ("a.csv", PACKED, "is a spreadsheet (or another zip file); save it as CSV (UTF-8)"),
    "zip": ("answers.zip", PACKED, "is a spreadsheet (or another zip file)"),
    "gzip": ("a.csv", gzip.compress(HEADER.encode()), "is compressed; unpack it first"),
    "pdf": ("a.csv", b"%PDF-1.7\n", "is a PDF; export the table as CSV"),
    "picture": ("a.csv", b"\x89PNG\r\n\x1a\n", "is a picture; save the table itself as CSV"),
    "web page": ("a.xls", b"<html><table>", "is a web page or XML; export the table as CSV"),
    "NUL bytes": ("a.csv", bytes(4096), "holds NUL bytes only: it was not saved whole"),
    "cp1252": ("a.csv", (HEADER + GOOD).encode() + b"Zo\xeb,x,,1\n", "a.csv:3: byte 0xEB is not"),
    "UTF-16 without a mark": ("a.csv", HEADER.encode("utf-16-le"), "--encoding utf-16-le"),
    "half a character": ("a.csv", (HEADER + GOOD).encode("utf-16")[:-1], "or the file is cut off"),
    "JSON as CSV": ("a.csv", json.dumps(LINE).encode(), "belongs in a .jsonl file"),
    "CSV as JSON": ("a.jsonl", (HEADER + GOOD).encode(), "a.jsonl:1: this is not JSON"),
    "an array": ("a.json", json.dumps([LINE]).encode(), "write one object per line instead"),
    "an object over lines": ("a.jsonl", json.dumps(LINE, indent=1).encode(), "a.jsonl:1: this is"),
    "CSV as Parquet": ("a.parquet", (HEADER + GOOD).encode(), "does not begin as a Parquet file"),
    "CSV as Arrow": ("a.feather", (HEADER + GOOD).encode(), "does not begin as an Arrow file does"),
    "not Arrow": ("a.arrow", b"ARROW1\0\0" + bytes(64), "a.arrow cannot be read"),
}

# Name, bytes, the statuses of the rows, and what the last one says.
SOME_GRADED: dict[str, tuple[str, bytes, list[str], str]] = {
    "separator line": (
        "a.csv", ("sep=;\r\n" + (HEADER + GOOD).replace(",", ";")).encode(), ["graded"], "",
    ),
    "old line ends": ("a.csv", (HEADER + GOOD).replace("\n", "\r").encode(), ["graded"], ""),
    "UTF-32": ("a.csv", (HEADER + GOOD).encode("utf-32"), ["graded"], ""),
    "blanks in the header": (
        "a.csv", (" Learner , QUESTION,Seed , response\n" + GOOD).encode(), ["graded"], "",
    ),
    "columns and lines at the end": (
        "a.csv", (HEADER.strip() + ",,\n" + GOOD.strip() + ",,\n\n\n").encode(), ["graded"], "",
    ),
    "a quoted line end": (
        "a.csv", (HEADER + '007,kinds/fixed-number,,"120\nGB"\n').encode(), ["graded"], "",
    ),
    "ragged": (
        "a.csv", (HEADER + GOOD + "b,kinds/fixed-number,,1,5\n").encode(), ["graded", "error"],
        (
            "line 3: the row has 5 cells, the file 4 columns; a cell that holds the delimiter "
            "needs quotes round it"
        ),
    ),
    "short": (
        "a.csv", (HEADER + GOOD + "b\n").encode(), ["graded", "error"],
        (
            "line 3: the row has 1 cell, the file 4 columns; a column without a value needs an "
            "empty cell"
        ),
    ),
    "NUL": (
        "a.csv", (HEADER + GOOD + "b,kinds/fixed-number,,1\0\n").encode(), ["graded", "error"],
        'line 3: the cell of column "response" holds a NUL byte (shown as ␀)',
    ),
    "an open quote": (
        "a.csv", (HEADER + GOOD + 'b,kinds/fixed-number,,"1\n').encode(), ["graded", "error"],
        "line 3: a quote opens a cell and nothing closes it",
    ),
    "a million figures": (
        "a.csv", (HEADER + GOOD + "b,kinds/fixed-number,," + "9" * 1_000_000 + "\n").encode(),
        ["graded", "needs_review"], "",
    ),
    "not a number": (
        "a.jsonl", (json.dumps(LINE) + '\n{"response": NaN}\n').encode(), ["graded", "error"],
        "line 2: NaN is no JSON number",
    ),
    "cut off": (
        "a.jsonl", (json.dumps(LINE) + '\n{"learner": "b", "ques').encode(), ["graded", "error"],
        "line 2: this is not JSON: unterminated string starting at (column 18)",
    ),
    "nested": (
        "a.jsonl", "\n".join(json.dumps({**LINE, "response": x}) for x in ("120", ["1"])).encode(),
        ["graded", "error"],
        'line 2: "response" is a list; write what is in it as one text, as in "a, c"',
    ),
    "endless": (
        "a.jsonl", (json.dumps(LINE) + "\n").encode() + b'{"learner": 7, "question": '
        b'"kinds/fixed-number", "seed": 1e400, "response": 1}\n', ["graded", "error"],
        'line 2: the seed "1e400" is not a whole number from 0',
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NOTHING_GRADED)
def test_what_cannot_be_graded_is_said_in_a_sentence(tmp_path: Path, name: str) -> None:
    """Exit 2, one line on standard error, and the old output as it was."""
    file, data, sentence = NOTHING_GRADED[name]
    if file.endswith(".arrow"):
        _need_pyarrow()
    (tmp_path / file).write_bytes(data)
    (tmp_path / "graded.csv").write_text("old")
    done = quiz("grade", file, "-o", "graded.csv", env=small(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.startswith("quiz: ")
    assert done.stderr.count("\n") == 1
    assert (tmp_path / "graded.csv").read_text() == "old"
    assert {one.name for one in tmp_path.iterdir() if one.is_file()} == {file, "graded.csv"}


@pytest.mark.parametrize("name", SOME_GRADED)
def test_what_is_broken_in_one_row_costs_that_row_alone(tmp_path: Path, name: str) -> None:
    """Exit 0; every row comes back, ids as they were, and the broken one says what is wrong."""
    file, data, statuses, sentence = SOME_GRADED[name]
    (tmp_path / file).write_bytes(data)
    done = quiz("grade", file, "-o", "graded.tsv", env=small(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert "Traceback" not in done.stderr
    with (tmp_path / "graded.tsv").open(encoding="utf-8-sig", newline="") as graded:
        csv.field_size_limit(2_000_000)
        rows = list(csv.DictReader(graded, delimiter="\t"))
    assert [row["status"] for row in rows] == statuses
    assert next(iter(rows[0].values())) == "007"
    if sentence:
        assert rows[-1]["feedback"] == sentence


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b'{"learner": "a", "question": "kinds/say-it", "response": NaN}', "NaN is no JSON number"),
        (b'{"seed": 1, "seed": 2}', 'the member "seed" stands twice'),
        (b'{"x":' + b"[" * 90_000, "this JSON is nested too deeply"),
    ],
)
def test_a_file_of_one_broken_line_comes_back_as_one_row(
    tmp_path: Path, line: bytes, sentence: str
) -> None:
    """Exit 0, as with a good line after it; the counts sum to the rows read."""
    (tmp_path / "a.jsonl").write_bytes(line)
    done = quiz("grade", "a.jsonl", "-o", "graded.jsonl", env=small(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert done.stderr.startswith("1 row: 0 graded, 0 needs_review, 0 blank, 1 error (")
    row = json.loads((tmp_path / "graded.jsonl").read_text())
    assert (row["status"], row["feedback"]) == ("error", f"line 1: {sentence}")


@pytest.mark.parametrize("ending", [".parquet", ".arrow"])
@pytest.mark.parametrize("cut", [0.9, 0.5, 0.05])
def test_half_a_columnar_file_is_refused(tmp_path: Path, ending: str, cut: float) -> None:
    """Wherever it was cut off: exit 2, a sentence, and nothing written."""
    _need_pyarrow()
    (tmp_path / "a.csv").write_text(HEADER + GOOD * 3, encoding="utf-8")
    env = small()
    assert quiz("grade", "a.csv", "-o", f"whole{ending}", env=env, cwd=tmp_path).returncode == 0
    whole = (tmp_path / f"whole{ending}").read_bytes()
    (tmp_path / f"half{ending}").write_bytes(whole[: int(len(whole) * cut)])
    done = quiz("grade", f"half{ending}", "-o", "out.csv", env=env, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"quiz: half{ending} ")
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out.csv").exists()


def test_a_pipe_with_a_name_is_read_to_its_end(tmp_path: Path) -> None:
    """`quiz grade <(program)`: no file that could be read twice."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(HEADER + GOOD, encoding="utf-8"))
    writer.start()
    done = quiz("grade", "pipe", "-o", "out.csv", env=small(), cwd=tmp_path)
    writer.join()
    assert done.returncode == 0, done.stderr
    assert "007,kinds/fixed-number,,120 GB,graded,right,1" in (tmp_path / "out.csv").read_text()


def _need_pyarrow() -> None:
    if find_spec("pyarrow") is None:
        skip_or_fail("pyarrow is not installed")


@pytest.mark.parametrize("more", [["-o", "graded.csv"], ["-o", "graded.arrow"], ["--record"]])
@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.parquet"])
def test_a_disk_that_becomes_full_is_said_in_a_sentence(
    tmp_path: Path, name: str, more: list[str]
) -> None:
    """Whatever was being written, exit 4 and one line that says where; nothing half-written."""
    if name.endswith(".parquet") or "graded.arrow" in more:
        _need_pyarrow()
    lines = [f"s{at},kinds/fixed-number,,120 GB,{sha256(b'%d' % at).hexdigest()}\n" for at in
             range(4_000)]  # fmt: skip
    (tmp_path / "all.csv").write_text(HEADER.strip() + ",note\n" + "".join(lines))
    if name != "a.csv":
        assert quiz("grade", "all.csv", "-o", name, env=small(), cwd=tmp_path).returncode == 0
    else:
        (tmp_path / "all.csv").rename(tmp_path / name)
    (tmp_path / "all.csv").unlink(missing_ok=True)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))

    with (tmp_path / name).open("rb") as stream:
        done = subprocess.run(
            command("grade", "-", *more),
            stdin=stream, capture_output=True, text=True, cwd=tmp_path, preexec_fn=limit,
            env={**os.environ, **small()}, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stdout) == (4, "")
    (said,) = [one for one in done.stderr.splitlines() if "no column" not in one]
    assert re.fullmatch(r"quiz: \S+: File too large", said)
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == [name]
