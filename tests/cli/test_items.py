"""`quiz items` as staff run it: the table, the JSON object, one page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path

import pytest
from wcwidth import wcswidth

from quizkit.autograde.attempts import Attempt
from quizkit.cli.context import Context
from quizkit.cli.submissions import recorded_attempts
from tests.autograde.classes import EXAM, exam_file
from tests.cli.running import REPOSITORY, command, quiz, quiz_json
from tests.cli.screen import Terminal
from tests.conftest import need

ENV = {"QUIZ_COURSE": str(EXAM)}
CHROMIUM = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture
def exam(tmp_path: Path) -> str:
    path = tmp_path / "exam.csv"
    path.write_text(exam_file(), encoding="utf-8")
    return str(path)


def test_what_is_doubtful_comes_first(exam: str) -> None:
    """Counts, alpha, what to look at, then every question in one line each."""
    done = quiz("items", exam, env=ENV)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "480 rows of 60 learners: 388 graded, 47 needs_review, 45 blank."
    assert lines[1] == (
        "Cronbach's alpha 0.59 (0.39 to 0.74) of 7 questions over 53 learners with a score in each"
        "; 7 left out"
    )
    assert lines[2] == (
        "mean 3.62 of 7, standard deviation 1.65, standard error of measurement 1.06"
    )
    assert lines[5].startswith("  midterm/wrong-key: the key looks wrong: ")
    assert any(
        re.fullmatch(r"midterm/narrow +60 +0\.18 \(0\.11–0\.30\) .* tolerance", line)
        for line in lines
    )
    assert '     34  GB-for-GiB ("68.7")  weak 4, middling 11, strong 19' in lines


def test_rows_after_a_first_graded_one_are_counted_as_nothing(tmp_path: Path) -> None:
    """In the singular too."""
    path = tmp_path / "answers.csv"
    row = "ann,midterm/word,0,one shard\n"
    for repeats, words in ((1, "1 row came"), (2, "2 rows came")):
        path.write_text(f"learner,question,seed,response\n{row * (1 + repeats)}", encoding="utf-8")
        first = quiz("items", str(path), env=ENV).stdout.splitlines()[0]
        assert first.partition(" graded. ")[2] == (
            f"{words} after a first graded one of the same learner and question and "
            f"{'counts' if repeats == 1 else 'count'} as nothing here."
        )


@pytest.mark.parametrize("option", [("--map", "learner=who"), ("--encoding", "cp1252")])
def test_what_was_recorded_has_no_columns(option: tuple[str, str], tmp_path: Path) -> None:
    """An option that would do nothing is refused."""
    done = quiz("items", "recorded", *option, env={**ENV, "QUIZ_HOME": str(tmp_path)})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("quiz: --map and --encoding go with a FILE, ")


def test_an_exam_that_few_sat_whole_says_how_few(tmp_path: Path) -> None:
    """The mean is of those with a score in each question; one learner alone does not deviate."""
    path = tmp_path / "answers.csv"
    path.write_text(
        "learner,question,seed,response\nann,midterm/word,0,one shard\n"
        "ann,midterm/wrong-key,0,64\nbob,midterm/word,0,two\ncy,midterm/wrong-key,0,1\n",
        encoding="utf-8",
    )
    lines = quiz("items", str(path), env=ENV).stdout.splitlines()
    assert lines[1:3] == [
        "no Cronbach's alpha: 1 learner of 3 with a score in each of 2 questions",
        "mean 2.00 of 2 over 1 learner",
    ]
    exam = quiz_json("items", str(path), env=ENV)["exam"]
    assert (exam["mean"], exam["deviation"], exam["error_of_measurement"]) == (2, None, None)


def test_one_question_shows_its_sets_of_numbers(exam: str) -> None:
    """With --question: every response, what needed review, each set of numbers."""
    done = quiz("items", exam, "--question", "midterm/bytes", env=ENV)
    assert done.returncode == 0
    assert '      8  devices=1 ("12")' in done.stdout
    assert 'needs review: "about a byte or two"' in done.stdout
    assert "  with devices 8, params 7B: facility 0.56 (0.27 to 0.81)" in done.stdout
    assert "wrong-key" not in done.stdout


def test_one_question_is_the_only_one_in_every_form(exam: str, tmp_path: Path) -> None:
    """The object and the page too; counts, alpha and totals are those of all that was read."""
    whole = quiz_json("items", exam, env=ENV)
    found = quiz_json("items", exam, "--question", "midterm/bytes", env=ENV)
    assert found["items"] == [one for one in whole["items"] if one["question"] == "midterm/bytes"]
    assert {**found, "items": []} == {**whole, "items": []}
    out = tmp_path / "one.html"
    done = quiz("items", exam, "--question", "midterm/bytes", "--html", str(out), env=ENV)
    assert done.returncode == 0
    text = out.read_text(encoding="utf-8")
    assert "midterm/bytes" in text
    assert "midterm/wrong-key" not in text


def test_a_question_is_found_by_a_former_name(exam: str, tmp_path: Path) -> None:
    """In a file and in the record, as for a regrade."""
    course = Path(shutil.copytree(EXAM, tmp_path / "course"))
    env = {"QUIZ_COURSE": str(course), "QUIZ_HOME": str(tmp_path / "home")}
    quiz("grade", exam, "-o", str(tmp_path / "graded.csv"), "--record", env=env)
    lesson = course / "lessons" / "midterm.yaml"
    text = lesson.read_text(encoding="utf-8")
    text = text.replace("- id: word\n", "- id: share\n    renamed_from: [word]\n")
    lesson.write_text(text, encoding="utf-8")
    for source in (exam, "recorded"):
        for name in ("midterm/word", "midterm/share"):
            found = quiz_json("items", source, "--question", name, env=env)
            assert [one["question"] for one in found["items"]] == ["midterm/share"]


def test_what_was_recorded_is_held_once(
    exam: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Equal texts of the attempts of a class are one object: a million of them must fit."""
    monkeypatch.setenv("QUIZ_COURSE", str(EXAM))
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path / "home"))
    quiz("grade", exam, "-o", str(tmp_path / "graded.csv"), "--record")
    found = list(recorded_attempts(Context()))
    assert len(found) == 480
    for field in fields(Attempt):
        held = [getattr(one, field.name) for one in found]
        if isinstance(held[0], str):
            assert len({id(one) for one in held}) == len(set(held)), field.name


def test_the_page_never_replaces_the_file(exam: str, tmp_path: Path) -> None:
    """By another name of it, a link or a redirection, neither."""
    before = Path(exam).read_bytes()
    link, hard = tmp_path / "link.csv", tmp_path / "hard.csv"
    link.symlink_to(exam)
    hard.hardlink_to(exam)
    for name in (exam, str(link), str(hard), str(tmp_path / "." / "exam.csv")):
        done = quiz("items", exam, "--html", name, env=ENV)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            f"quiz: {name} is the submitted file itself; name another for --html\n"
        )
    with Path(exam).open("rb") as stdin:
        piped = subprocess.run(
            command("items", "-", "--html", exam), stdin=stdin, capture_output=True, check=False,
            cwd=REPOSITORY, env={**os.environ, **ENV},
        )  # fmt: skip
    assert piped.returncode == 2
    assert b"is the submitted file itself" in piped.stderr
    assert Path(exam).read_bytes() == before


def test_the_page_can_be_printed(exam: str, tmp_path: Path) -> None:
    """`-` is standard output, as everywhere; only one thing is printed there."""
    out = tmp_path / "items.html"
    quiz("items", exam, "--html", str(out), env=ENV)
    done = quiz("items", exam, "--html", "-", env=ENV)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == out.read_text(encoding="utf-8")
    both = quiz("items", exam, "--html", "-", "--json", env=ENV)
    assert (both.returncode, both.stdout) == (2, "")
    assert "would both be printed" in both.stderr


def test_a_question_that_nobody_answered_is_named(exam: str) -> None:
    """Exit 2, with the questions that there are."""
    done = quiz("items", exam, "--question", "midterm/bits", env=ENV)
    assert done.returncode == 2
    assert done.stderr.startswith(
        'quiz: nobody answered "midterm/bits"; there are midterm/bytes, midterm/collective, '
    )


def test_the_json_object_holds_every_figure(exam: str) -> None:
    """Exact values as texts beside numbers, each with its interval and its count."""
    found = quiz_json("items", exam, env=ENV)
    assert found["schema"] == "quizkit.items/1"
    assert (found["rows"], found["learners"], found["repeats"]) == (480, 60, 0)
    assert found["exam"]["alpha"]["count"] == 53
    by_name = {one["question"]: one for one in found["items"]}
    wrong = by_name["midterm/wrong-key"]
    assert wrong["facility"] == {
        "value": 0.2, "exact": "1/5", "low": 0.118285, "high": 0.317818, "count": 60
    }  # fmt: skip
    assert [flag["flag"] for flag in wrong["flags"]] == ["key", "reversed"]
    assert wrong["mistakes"][0] == {"mistake": "GB-for-GiB", "count": 34}
    assert by_name["midterm/collective"]["options"][3] == {
        "option": "scatter", "right": False, "count": 0, "weak": 0, "middling": 0, "strong": 0
    }  # fmt: skip
    assert len(by_name["midterm/bytes"]["groups"]) == 6
    assert by_name["midterm/bytes"]["needs_review"][0]["response"] == "about a byte or two"
    assert by_name["midterm/why"]["facility"] is None


def test_rows_that_are_errors_are_named_and_left_out(tmp_path: Path) -> None:
    """By line on standard error; with nothing else in the file, exit 2."""
    path = tmp_path / "a.csv"
    path.write_text("learner,question,seed,response\nann,midterm/gone,,1\n", encoding="utf-8")
    done = quiz("items", str(path), env=ENV)
    assert (done.returncode, done.stdout) == (2, "")
    assert 'line 2: unknown question "midterm/gone"' in done.stderr
    assert "1 row left out because of errors" in done.stderr
    assert "there is no response that could be graded" in done.stderr
    with path.open("a", encoding="utf-8") as file:
        file.write("ann,midterm/wrong-key,,64\n")
    done = quiz("items", str(path), env=ENV)
    assert done.returncode == 0
    assert done.stdout.startswith("1 row of 1 learner: 1 graded.")


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_other_formats_give_the_same_figures(tmp_path: Path, exam: str, ending: str) -> None:
    """JSON lines and Parquet, as quiz grade writes them, hold the same learners."""
    other = tmp_path / f"exam.{ending}"
    assert quiz("grade", exam, "-o", str(other), env=ENV).returncode == 0
    found, again = (quiz_json("items", name, env=ENV) for name in (exam, str(other)))
    assert {**found, "source": ""} == {**again, "source": ""}


def test_a_file_without_learners_still_has_facilities(tmp_path: Path) -> None:
    """Each row is a learner of its own, of whom nothing else is known."""
    path = tmp_path / "a.csv"
    rows = "".join(f"midterm/wrong-key,,{text}\n" for text in ("64", "64", "70"))
    path.write_text("question,seed,response\n" + rows, encoding="utf-8")
    (only,) = quiz_json("items", str(path), "--map", "learner=", env=ENV)["items"]
    assert (only["facility"]["exact"], only["discrimination"]) == ("2/3", None)


def test_of_a_long_exam_the_question_that_was_meant_is_named(tmp_path: Path) -> None:
    """Two hundred names would hide it; where none is alike, their number stands for them."""
    course = tmp_path / "course"
    shutil.copytree(EXAM, course)
    lesson = course / "lessons" / "midterm.yaml"
    word = "  - {{id: w{}, prompt: Which?, answer: {{kind: text, accept: [shard]}}}}\n"
    with lesson.open("a", encoding="utf-8") as file:
        file.write("".join(word.format(number) for number in range(100, 130)))
    path = tmp_path / "answers.csv"
    rows = "".join(f"ann,midterm/w{number},,shard\n" for number in range(100, 130))
    path.write_text("learner,question,seed,response\n" + rows, encoding="utf-8")
    env = {"QUIZ_COURSE": str(course)}
    done = quiz("items", str(path), "--question", "midtem/w117", env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'quiz: nobody answered "midtem/w117"; did you mean "midterm/w117"?\n'
    done = quiz("items", str(path), "--question", "zzz", env=env)
    assert done.stderr == (
        'quiz: nobody answered "zzz"; there are 30 others, such as midterm/w100\n'
    )


# --- in a terminal --------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_no_line_is_wider_than_the_terminal(exam: str, columns: int) -> None:
    """Counts, flags, table, responses in wide and in unbroken letters: all of it fits."""
    with Path(exam).open("a", encoding="utf-8") as file:
        for number, said in enumerate(("字" * 90, "x" * 3000, "a long text of many words " * 9)):
            file.write(f"guest-{number},midterm/word,0,{said}\n")
    for more in ((), ("--question", "midterm/word"), ("--question", "midterm/bytes")):
        with Terminal(
            "items", exam, *more, columns=columns, env={**ENV, "NO_COLOR": "1"}
        ) as screen:
            assert screen.end() == 0
            lines = screen.lines()
        assert [line for line in lines if wcswidth(line) > columns] == []
        assert len(lines) > 5


def test_a_question_has_one_line_in_a_terminal_of_80(exam: str) -> None:
    """Flags stand above the table and leave their room to the figures; one below 0 has no dash."""
    with Terminal("items", exam, env={**ENV, "NO_COLOR": "1"}) as screen:
        assert screen.end() == 0
        lines = screen.lines()
    at = next(at for at, line in enumerate(lines) if line.startswith("question  "))
    rows = [line for line in lines[at + 2 : at + 10] if line.startswith("midterm/")]
    assert len(rows) == 8
    assert any("-0.44 (-0.63 to -0.19)" in row for row in rows)
    assert any("0.20 (0.12–0.32)" in row for row in rows)


def test_one_question_says_what_is_doubtful_in_it(exam: str) -> None:
    """In sentences, as for all questions."""
    lines = quiz("items", exam, "--question", "midterm/narrow", env=ENV).stdout.splitlines()
    assert lines[2] == "Look at these first:"
    assert lines[3].startswith("  midterm/narrow: the tolerance rejects 24 ")


# --- the page -------------------------------------------------------------------------------------


class _Page(HTMLParser):
    """What a page fetches, runs, names and leaves open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetches: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag in ("script", "link", "iframe", "img", "object") or "src" in found:
            self.fetches.append(tag)
        if tag not in ("meta", "circle", "line", "rect"):
            self.open.append(tag)
        self.ids.add(found.get("id", ""))
        if found.get("href", "").startswith("#"):
            self.links.add(found["href"][1:])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("circle", "line", "rect")


HOSTILE = '<script>alert(1)</script>&"\u202etxet\x1b]0;title\x07\x9b5m'


@pytest.fixture
def page(tmp_path: Path, exam: str) -> Path:
    with Path(exam).open("a", encoding="utf-8") as file:
        quoted = HOSTILE.replace('"', '""')
        file.write(f'zed,midterm/wrong-key,,"{quoted}"\n')
        file.write(f'zed,midterm/word,,"{quoted}"\n')
        file.write(f"yan,midterm/word,,{'x' * 2000}\n")
    out = tmp_path / "items.html"
    done = quiz("items", exam, "--html", str(out), env=ENV)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"written to {out}\n"
    return out


def test_the_page_is_whole_and_needs_nothing_beside_it(page: Path) -> None:
    """Every tag is closed, every link leads somewhere, nothing is fetched, pictures are inside."""
    text = page.read_text(encoding="utf-8")
    parser = _Page()
    parser.feed(text)
    assert parser.open == []
    assert parser.fetches == []
    assert parser.links <= parser.ids
    assert text.count("<svg") > 10
    assert "http://" not in text
    assert "https://" not in text


def test_what_learners_typed_is_shown_and_never_run(page: Path) -> None:
    """Markup stays text, and what turns text round or drives a terminal is written out."""
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "txet&lt;U+001B&gt;]0;title" in text
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", text)


def test_a_browser_shows_the_page(page: Path, tmp_path: Path) -> None:
    """Headless Chromium lays the page out: headings, table rows and pictures are really there."""
    chromium = need("chromium")
    probe = tmp_path / "probe.html"
    probe.write_text(
        page.read_text(encoding="utf-8")
        .replace("default-src 'none'", "default-src 'none'; script-src 'unsafe-inline'")
        .replace(
            "</body>",
            """<script>
            const sizes = [...document.querySelectorAll("svg.figure, h1, tbody tr")]
              .map(one => one.getBoundingClientRect());
            document.title = JSON.stringify({
              seen: sizes.filter(one => one.width > 0 && one.height > 0).length,
              wide: document.documentElement.scrollWidth <= innerWidth,
              figures: document.querySelectorAll("main > .scroll > svg").length,
              small: [...document.querySelectorAll("main > .scroll > svg")]
                .filter(one => one.getBoundingClientRect().width < 500).length,
              stretched: [...document.querySelectorAll("table")]
                .filter(one => one.scrollWidth > 1000).length,
              open: document.querySelectorAll("details[open]").length});
            </script></body>""",
        ),
        encoding="utf-8",
    )
    done = subprocess.run(
        [
            chromium, *CHROMIUM, f"--user-data-dir={tmp_path / 'profile'}",
            "--window-size=420,900", "--dump-dom", probe.as_uri(),
        ],
        capture_output=True, text=True, encoding="utf-8", timeout=120, check=True,
    )  # fmt: skip
    title = re.search(r"<title>(\{.*?\})</title>", done.stdout)
    assert title is not None, done.stderr[-2000:]
    found = json.loads(title[1].replace("&quot;", '"'))
    assert found["figures"] == 2
    assert found["small"] == 0, "their words could not be read"
    assert found["stretched"] == 0
    assert found["open"] == 2
    assert found["seen"] > 15
    assert found["wide"]


def test_numbers_that_nobody_has_a_score_for_say_so(tmp_path: Path) -> None:
    """A set of numbers of which every row waits has no facility, and no gap where that stood."""
    path = tmp_path / "answers.csv"
    rows = ["ann,midterm/bytes,0,1.5", "bob,midterm/bytes,2,one and a half"]
    path.write_text("\n".join(["learner,question,seed,response", *rows]) + "\n", encoding="utf-8")
    lines = quiz("items", str(path), "--question", "midterm/bytes", env=ENV).stdout.splitlines()
    assert "  with devices 32, params 13B: no score yet, 1 row" in lines
    assert any(line.startswith("  with devices 8, params 7B: facility 1.00 (") for line in lines)
    page = tmp_path / "items.html"
    assert quiz("items", str(path), "--html", str(page), env=ENV).returncode == 0
    text = page.read_text(encoding="utf-8")
    assert "<title>1 point: 1 learner</title>" not in text, "one question has no picture of totals"
    assert "<b>1</b><span>learner with every score</span>" in text
    assert "<b>1</b><span>question</span>" in text


def test_counts_and_nouns_of_a_picture_agree(exam: str, tmp_path: Path) -> None:
    """One point and one learner are not points and learners."""
    page = tmp_path / "items.html"
    assert quiz("items", exam, "--html", str(page), env=ENV).returncode == 0
    text = page.read_text(encoding="utf-8")
    assert re.search(r"<title>1 point: \d+ learners</title>", text)
    assert not re.search(r"\b1 (points|learners|rows|questions|texts)\b", text)
    assert "by Feldt&#x27;s for alpha" in text or "by Feldt's for alpha" in text
