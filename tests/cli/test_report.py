"""`quiz report`: everything a maintainer needs, and nothing about the learner's machine."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from tests.cli.running import both, quiz, quiz_json, reading

REPORT = """\
Report it at: https://example.org/reading/issues

Question: rings/bytes
Variant: rings/bytes#3
Revision: {revision}
Calculator: zero@1
quizkit: {version}
Written in: reading/lessons/01-rings.yaml:30
Last answer: none yet

What is wrong:

"""

LESSON = """\
id: one
number: 1
title: One
practice:
  - id: q-1
    prompt: 1 + 1?
    answer: {kind: number, value: 2, unit: plain, tolerance: exact}
"""


def write_course(folder: Path) -> Path:
    """A course of one question, and its lesson's file."""
    (folder / "lessons").mkdir()
    (folder / "course.yaml").write_text("id: c-1\ntitle: C\n", encoding="utf-8")
    lesson = folder / "lessons" / "01-one.yaml"
    lesson.write_text(LESSON, encoding="utf-8")
    return lesson


def test_a_report_names_question_variant_revision_calculator_version_and_place() -> None:
    """The tracker first, then a text that can be sent as it is."""
    revision = quiz_json("report", "rings/bytes", env=reading())["revision"]
    done = quiz("report", "rings/bytes#3", env=reading())
    text = REPORT.format(revision=revision, version=version("quizkit"))
    assert (done.stdout, done.stderr, done.returncode) == (text, "", 0)


def test_the_last_answer_and_its_variant_are_in_the_text() -> None:
    """Without a seed the report is about what the learner met last."""
    transcript = quiz(
        "review", "--line", "--lesson", "rings", lines=["2", "6", "12", ":q"], env=reading()
    ).stdout
    seed = transcript.partition("rings/bytes#")[2].partition(" ")[0]
    shown = quiz("report", "rings/bytes", env=reading()).stdout
    assert f"Variant: rings/bytes#{seed}\n" in shown
    assert 'Last answer: "12", mistake devices=1\n' in shown
    assert quiz_json("report", "rings/bytes", env=reading())["last_answer"]["response"] == "12"


def test_an_answer_taken_back_is_not_reported() -> None:
    """What was undone was not answered."""
    quiz("review", "--line", "--lesson", "rings", lines=["2", ":u", ":q"], env=reading())
    assert "Last answer: none yet" in quiz("report", "rings/warm", env=reading()).stdout


def test_an_answer_to_an_earlier_revision_says_so(tmp_path: Path) -> None:
    """The question may have been mended since."""
    lesson = write_course(tmp_path)
    env = {"QUIZ_COURSE": str(tmp_path)}
    before = quiz_json("report", "one/q-1", env=env)["revision"]
    quiz("review", "--line", lines=["2", ""], env=env)
    lesson.write_text(LESSON.replace("1 + 1?", "What is 1 + 1?"), encoding="utf-8")
    after = quiz_json("report", "one/q-1", env=env)["revision"]
    assert before != after
    assert (
        f"Revision: {after} (answered at revision {before})\n"
        in quiz("report", "one/q-1", env=env).stdout
    )


def test_the_last_answer_under_a_former_name_is_in_the_text(tmp_path: Path) -> None:
    """A renamed question was answered all the same, if not since."""
    lesson = write_course(tmp_path)
    env = {"QUIZ_COURSE": str(tmp_path)}
    quiz("review", "--line", lines=["7", ":q"], env=env)
    lesson.write_text(
        LESSON.replace("id: q-1\n", "id: q-2\n    renamed_from: [q-1]\n"), encoding="utf-8"
    )
    assert 'Last answer: "7", wrong' in quiz("report", "one/q-2", env=env).stdout


def test_a_lesson_and_a_rep_can_be_reported_too() -> None:
    """An unclear lesson is a defect like any other."""
    lesson = quiz("report", "rings", env=reading()).stdout
    assert "Lesson: rings\n" in lesson
    assert "Variant" not in lesson
    assert "Rep: rings/think-ahead\n" in quiz("report", "rings/think-ahead", env=reading()).stdout


def test_a_course_without_a_tracker_says_whom_to_tell() -> None:
    """There is always somebody."""
    done = quiz("report", "one-more/only", env=both())
    assert done.stdout.startswith(
        "The course names no tracker; send this to whoever gave you the course.\n"
    )
    assert quiz_json("report", "one-more/only", env=both())["tracker"] is None


def test_the_text_holds_nothing_of_the_machine() -> None:
    """Neither the learner's name nor folders above the course: the text goes to a public place."""
    shown = quiz("report", "rings/warm", env=reading(QUIZ_LEARNER="ada")).stdout
    assert "ada" not in shown
    assert str(Path.cwd()) not in shown


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "rings/byte",
            'there is no question, rep or lesson "rings/byte"; did you mean "rings/bytes"?',
        ),
        ("ring", 'there is no question, rep or lesson "ring"; did you mean "rings"?'),
        (
            "rings/warm#x",
            'the seed "x" is not a whole number from 0 of at most 18 digits; write rings/warm#0',
        ),
    ],
)
def test_a_wrong_name_gets_a_sentence(name: str, sentence: str) -> None:
    """Exit 2, and what was meant."""
    done = quiz("report", name, env=reading())
    assert (done.stdout, done.stderr, done.returncode) == ("", f"quiz: {sentence}\n", 2)


def test_reporting_creates_no_progress(tmp_path: Path) -> None:
    """A report reads; it writes nothing and sends nothing."""
    quiz("report", "rings/warm", env=reading(QUIZ_HOME=str(tmp_path)))
    assert [one.name for one in tmp_path.iterdir()] == ["cache"]
