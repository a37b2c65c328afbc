"""`quiz lesson`: what there is to read, how far one has come, and on to the questions."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.running import COURSE, FIRST_DAY, NEXT_DAY, both, quiz, quiz_json, reading
from tests.cli.screen import Terminal

LIST = """\
A course to read
  1  Rings
     Who sends what to whom.
     rings: 0 of 3 answered
  2  Shards
     Who keeps what.
     shards: 0 of 1 answered

To read one: quiz lesson L
"""

RINGS = """\
Lesson 1: Rings
===============
Who sends what to whom.

Objective: Know what an all-reduce is and say it in one line.
Source: Ring, Ringer (2009): Rings, https://example.org/rings
Questions: 1 to warm up, 2 of practice; 0 of 3 answered

How a ring works
----------------

Every device sends *one* piece to `rank + 1`. Formulas stay text:
$\\frac{N-1}{N}$ and <b>N_d</b>.

devices  steps
-------  -----
4            6

- pieces travel round
- and are summed

    for step in range(2 * (n - 1)): send(piece)

Real-world reps
---------------

[ ] rings/draw-a-ring (2 checks)
    Draw a ring of 4 devices and count its *steps*.
[ ] rings/think-ahead (due the day after practice begins)
    Before you read on, predict what sharding sends.

Going further
-------------

- More about rings: with pictures
  https://example.org/more

Not landing?
------------

- Go back to the source: Rings, https://example.org/rings
- Look a word up: quiz glossary TERM
- If the lesson itself is unclear, that is a defect of the lesson. Report it at
  https://example.org/reading/issues (quiz report rings prints a text to send).

0 questions due, 3 new. Type: quiz review --lesson rings
"""


def test_lessons_are_listed_with_number_title_and_progress() -> None:
    """Without a name: every lesson in order, and how far one has come."""
    done = quiz("lesson", env=reading())
    assert (done.stdout, done.stderr, done.returncode) == (LIST, "", 0)


def test_progress_counts_answered_and_due_questions() -> None:
    """What was answered today is due tomorrow, and counted then."""
    quiz("review", "--line", "--lesson", "rings", lines=["2", "6", ":q"], env=reading(**FIRST_DAY))
    today = quiz("lesson", env=reading(**FIRST_DAY)).stdout
    assert "rings: 2 of 3 answered\n" in today
    tomorrow = quiz("lesson", env=reading(**NEXT_DAY)).stdout
    assert "rings: 2 of 3 answered, 2 due\n" in tomorrow
    assert [
        (one["lesson"], one["questions"], one["answered"], one["due"])
        for one in quiz_json("lesson", env=reading(**NEXT_DAY))["lessons"]
    ] == [("rings", 3, 2, 2), ("shards", 1, 0, 0)]


def test_lessons_of_several_courses_stand_under_their_course() -> None:
    """Two courses are listed one after the other, each under its title."""
    shown = quiz("lesson", env=both()).stdout
    assert shown.index("A course to read") < shown.index("Rings") < shown.index("More\n")
    assert [one["course"] for one in quiz_json("lesson", env=both())["lessons"]] == [
        "reading", "reading", "more",
    ]  # fmt: skip


def test_a_lesson_in_a_pipe_is_plain_text_of_80_columns() -> None:
    """The whole page without a terminal, with the command to go on in its last line."""
    done = quiz("lesson", "rings", env=reading())
    assert (done.stdout, done.stderr, done.returncode) == (RINGS, "", 0)


def test_a_lesson_may_be_named_by_its_number() -> None:
    """`quiz lesson 1` is the lesson that the course calls 1."""
    assert quiz("lesson", "1", env=reading()).stdout == RINGS


def test_a_number_that_two_courses_use_is_not_guessed_at() -> None:
    """The sentence names the lessons that have it."""
    done = quiz("lesson", "1", env=both())
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr == "quiz: 2 lessons have the number 1: rings, one-more\n"


def test_prerequisites_say_whether_they_are_started() -> None:
    """One sees what a lesson builds on, and what of it is still to come."""
    assert (
        "Builds on: 1 Rings (rings, not started yet)"
        in quiz("lesson", "shards", env=reading()).stdout
    )
    quiz("review", "--line", "--lesson", "rings", lines=["2", ":q"], env=reading())
    assert "Builds on: 1 Rings (rings)\n" in quiz("lesson", "shards", env=reading()).stdout


def test_a_lesson_with_nothing_to_ask_says_when_there_is() -> None:
    """After the last question of the day the page ends with the next day."""
    quiz("review", "--line", "--lesson", "shards", lines=["25", ""], env=reading())
    assert "Nothing is due. Next review: tomorrow" in quiz("lesson", "shards", env=reading()).stdout


def test_a_lesson_as_json() -> None:
    """Programs get notes as they were written, and each question's state."""
    shown = quiz_json("lesson", "rings", env=reading())
    assert shown["schema"] == "quizkit.lesson/1"
    assert shown["notes"].startswith("## How a ring works\n")
    assert [(one["question"], one["part"], one["state"]) for one in shown["questions"]] == [
        ("rings/warm", "warm_up", "new"),
        ("rings/steps", "practice", "new"),
        ("rings/bytes", "practice", "new"),
    ]
    assert [one["rep"] for one in shown["reps"]] == ["rings/draw-a-ring", "rings/think-ahead"]
    assert shown["tracker"] == "https://example.org/reading/issues"


def test_lessons_are_found_by_what_they_mention() -> None:
    """The search knows no case and no line ends."""
    shown = quiz("lesson", "--find", "PIECES  travel", env=reading()).stdout
    assert "Rings" in shown
    assert "Shards" not in shown
    done = quiz("lesson", "--find", "quasar", env=reading())
    assert (done.stdout, done.returncode) == ('No lesson mentions "quasar".\n', 0)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("ring", 'there is no lesson "ring"; did you mean "rings"?'),
        ("77", 'there is no lesson "77"; there are rings, shards'),
    ],
)
def test_a_wrong_name_gets_a_sentence(name: str, sentence: str) -> None:
    """Exit 2, and the name that was meant."""
    done = quiz("lesson", name, env=reading())
    assert (done.stdout, done.stderr, done.returncode) == ("", f"quiz: {sentence}\n", 2)


def test_a_broken_lesson_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    """Whoever asks for a lesson that cannot be loaded gets its findings, and exit 3."""
    lessons = tmp_path / "lessons"
    lessons.mkdir()
    (tmp_path / "course.yaml").write_text("id: c-1\ntitle: C\n", encoding="utf-8")
    good = "id: good\nnumber: 1\ntitle: G\npractice:\n  - id: q-1\n    prompt: 1 + 1?\n"
    good += "    answer: {kind: number, value: 2, unit: plain, tolerance: exact}\n"
    (lessons / "01-good.yaml").write_text(good, encoding="utf-8")
    (lessons / "02-bad.yaml").write_text("id: bad\nnumber: 2\n", encoding="utf-8")
    done = quiz("lesson", "bad", "--course", str(tmp_path))
    assert done.returncode == 3
    assert "02-bad.yaml:1:1" in done.stderr
    assert "title" in done.stderr
    assert quiz("lesson", "good", "--course", str(tmp_path)).returncode == 0


@pytest.mark.parametrize(
    "bad",
    ["id: bad\nnumber: 2\n", "id: bad\nnumber: 2\n: [\n", "number: 2 # two\nid: 'bad'\n\tx: 1\n"],
)
@pytest.mark.parametrize(
    "command",
    [
        ("lesson", "bad"),
        ("lesson", "2"),
        ("reps", "ask", "--line", "bad/r-1"),
        ("show", "bad/q-1"),
        ("review", "--line", "--lesson", "bad"),
    ],
    ids=" ".join,
)
def test_a_broken_lesson_that_is_asked_for_is_exit_3(
    command: tuple[str, ...], bad: str, tmp_path: Path
) -> None:
    """Whatever is wrong with it, syntax too, its findings say so; another name is exit 2."""
    lessons = tmp_path / "lessons"
    lessons.mkdir()
    (tmp_path / "course.yaml").write_text("id: c-1\ntitle: C\n", encoding="utf-8")
    good = "id: good\nnumber: 1\ntitle: G\npractice:\n  - id: q-1\n    prompt: 1 + 1?\n"
    good += "    answer: {kind: number, value: 2, unit: plain, tolerance: exact}\n"
    (lessons / "01-good.yaml").write_text(good, encoding="utf-8")
    (lessons / "02-bad.yaml").write_text(bad, encoding="utf-8")
    done = quiz(*command, "--course", str(tmp_path))
    assert done.returncode == 3
    named = "2" if command == ("lesson", "2") else "bad"
    said = f"lesson {named} cannot be loaded until that is mended; no answer is lost"
    assert done.stderr.endswith(f"\nquiz: {said}\n")
    assert "02-bad.yaml:" in done.stderr
    other = [part.replace("bad", "bath").replace("2", "3") for part in command]
    assert quiz(*other, "--course", str(tmp_path)).returncode == 2


def test_reading_creates_no_progress(tmp_path: Path) -> None:
    """The list and a page leave no database behind."""
    env = reading(QUIZ_HOME=str(tmp_path))
    quiz("lesson", env=env)
    quiz("lesson", "rings", env=env)
    assert [one.name for one in tmp_path.iterdir()] == ["cache"]


@pytest.mark.parametrize("lesson", [str(number) for number in range(7, 15)])
def test_every_packed_lesson_reads_within_80_columns(lesson: str) -> None:
    """No line of a lesson is wider than a usual terminal, and no markup is left over."""
    from wcwidth import wcswidth

    done = quiz("lesson", lesson, "--course", str(COURSE))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.split("\n")
    assert [line for line in lines if wcswidth(line) > 80] == []
    assert [line for line in lines if line.startswith(("#", "|", "```")) or "**" in line] == []


# --- on a terminal ----------------------------------------------------------------------------

PAGER = """\
import sys
text = sys.stdin.read()
print(text.replace("Lesson 1", "PAGED 1"), flush=True)
"""


def test_enter_goes_on_to_the_questions() -> None:
    """After the notes, Enter starts the lesson's warm-up and questions."""
    with Terminal("lesson", "rings", env=reading(PAGER="")) as screen:
        screen.wait_for("How a ring works")
        screen.wait_for(r"3 new. Enter starts its questions, q leaves.\r\n[\s\S]*> ")
        screen.type("\n")
        screen.wait_for(r"rings/warm#[\s\S]*> ")
        screen.type("2\n")
        screen.wait_for(r"Right[\s\S]*Enter goes on[\s\S]*> ")
        screen.type("\n")
        screen.wait_for(r"rings/steps#[\s\S]*> ")
        screen.type(":q\n")
        screen.wait_for("1 answer saved: 1 right")
        assert screen.end() == 0


def test_q_leaves_without_a_question() -> None:
    """Whoever only wanted to read asks nothing and keeps nothing."""
    with Terminal("lesson", "rings", env=reading(PAGER="cat")) as screen:
        screen.wait_for(r"q leaves.\r\n[\s\S]*> ")
        screen.type("q\n")
        assert screen.end() == 0
    assert "rings/warm" not in screen.seen


def test_long_notes_go_through_the_pager(tmp_path: Path) -> None:
    """On a terminal the pager of the learner's choice shows what is longer than the screen."""
    script = tmp_path / "pager.py"
    script.write_text(PAGER, encoding="utf-8")
    pager = f"'{sys.executable}' '{script}'"
    with Terminal("lesson", "rings", env=reading(PAGER=pager)) as screen:
        screen.wait_for("PAGED 1: Rings")
        screen.wait_for(r"q leaves.\r\n[\s\S]*> ")
        screen.type("q\n")
        assert screen.end() == 0
    with Terminal("lesson", "rings", "--no-pager", env=reading(PAGER=pager)) as screen:
        screen.wait_for("Lesson 1: Rings")


@pytest.mark.parametrize("pager", ["no-such-pager", "'unfinished"])
def test_a_pager_that_does_not_exist_stops_nobody(pager: str) -> None:
    """The text is printed instead."""
    with Terminal("lesson", "rings", env=reading(PAGER=pager)) as screen:
        screen.wait_for("Lesson 1: Rings")
        screen.wait_for("q leaves")


def test_a_terminal_decorates_and_drops_the_signs() -> None:
    """Stress shows as stress, with no star left."""
    with Terminal("lesson", "rings", env=reading(PAGER="")) as screen:
        assert "*" not in screen.wait_for(r"sends \x1b\[3mone\x1b\[0m piece to \x1b\[36mrank \+ 1")
