"""`quiz reps`: tasks away from the program, their boxes, and their days."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import FIRST_DAY, NEXT_DAY, both, quiz, quiz_json, reading

LIST = """\
1  Rings
[ ] rings/draw-a-ring (2 checks)
    Draw a ring of 4 devices and count its *steps*.
[ ] rings/think-ahead (due the day after practice begins)
    Before you read on, predict what sharding sends.

2 listed, 0 done, 0 due.
quiz reps tick L/R ticks one, quiz reps ask L/R asks its checks.
"""


def practise(env: dict[str, str], *lines: str) -> str:
    """Answer the questions of the first lesson; the transcript."""
    done = quiz("review", "--line", "--lesson", "rings", lines=[*lines, ":q"], env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def due(env: dict[str, str]) -> list[str]:
    """The reps that are due."""
    return [one["rep"] for one in quiz_json("reps", "--due", env=env)["reps"]]


def test_reps_are_listed_with_boxes_and_tasks() -> None:
    """Every rep under its lesson, with what is known of its day."""
    done = quiz("reps", env=reading())
    assert (done.stdout, done.stderr, done.returncode) == (LIST, "", 0)


def test_a_tick_is_kept_and_can_be_cleared() -> None:
    """Ticked, the box shows it and the day; cleared, it is as before."""
    assert quiz("reps", "tick", "rings/draw-a-ring", env=reading()).stdout == (
        "[x] rings/draw-a-ring\n"
    )
    assert "[x] rings/draw-a-ring (done 2" in quiz("reps", env=reading()).stdout
    assert quiz("reps", "untick", "rings/draw-a-ring", env=reading()).stdout == (
        "[ ] rings/draw-a-ring\n"
    )
    assert quiz("reps", env=reading()).stdout == LIST


def test_ticking_twice_says_so_and_writes_once() -> None:
    """What is ticked already stays ticked, and one undo clears it."""
    quiz("reps", "tick", "rings/draw-a-ring", env=reading())
    again = quiz("reps", "tick", "rings/draw-a-ring", env=reading())
    assert (again.stdout, again.returncode) == ("[x] rings/draw-a-ring  (it was already)\n", 0)
    assert "the tick of rings/draw-a-ring" in quiz("undo", env=reading()).stdout
    assert quiz("reps", env=reading()).stdout == LIST


def test_ticks_belong_to_one_learner() -> None:
    """What one learner has done, another has still to do."""
    quiz("reps", "tick", "rings/draw-a-ring", "--learner", "ada", env=reading())
    assert quiz("reps", env=reading()).stdout == LIST
    assert "[x] rings/draw-a-ring" in quiz("reps", env=reading(QUIZ_LEARNER="ada")).stdout


def test_a_next_day_rep_falls_due_the_day_after_the_first_practice_answer() -> None:
    """Not on the day itself, but from the next study day on, until it is ticked."""
    practise(reading(**FIRST_DAY), "2", "6")
    assert due(reading(**FIRST_DAY)) == []
    assert "rings/think-ahead (due tomorrow" in quiz("reps", env=reading(**FIRST_DAY)).stdout
    assert due(reading(**NEXT_DAY)) == ["rings/think-ahead"]
    assert "rings/think-ahead (due now" in quiz("reps", env=reading(**NEXT_DAY)).stdout
    quiz("reps", "tick", "rings/think-ahead", env=reading(**NEXT_DAY))
    assert due(reading(**NEXT_DAY)) == []


def test_a_warm_up_answer_starts_no_day() -> None:
    """Warm-ups look back at earlier lessons: only practice counts."""
    practise(reading(**FIRST_DAY), "2")
    assert due(reading(**NEXT_DAY)) == []


def test_an_answer_taken_back_starts_no_day() -> None:
    """Undone, the answer was not given."""
    practise(reading(**FIRST_DAY), "2", "6", ":u")
    assert due(reading(**NEXT_DAY)) == []


def test_quiz_names_the_reps_that_are_due() -> None:
    """The line is there on the next day, beside what else is due, and gone with the tick."""
    practise(reading(**FIRST_DAY), "2", "6")
    line = "Rep to do today: rings/think-ahead. Type: quiz reps --due\n"
    assert line not in quiz(env=reading(**FIRST_DAY)).stdout
    assert line in quiz(env=reading(**NEXT_DAY)).stdout
    quiz("reps", "tick", "rings/think-ahead", env=reading(**NEXT_DAY))
    assert line not in quiz(env=reading(**NEXT_DAY)).stdout


def test_a_review_ends_with_the_reps_that_are_due() -> None:
    """After the summary one more line names them."""
    practise(reading(**FIRST_DAY), "2", "6")
    assert practise(reading(**NEXT_DAY), "2").endswith(
        "1 answer saved: 1 right; 2 questions left.\n"
        "Rep to do today: rings/think-ahead. Type: quiz reps --due\n"
    )


def test_reps_of_one_lesson_and_of_several_courses() -> None:
    """`--lesson` chooses; several courses are told apart by their titles."""
    assert quiz("reps", "--lesson", "rings", env=both()).stdout.startswith(
        "1  Rings  (A course to read)\n"
    )
    assert [one["course"] for one in quiz_json("reps", env=both())["reps"]] == [
        "reading", "reading", "more",
    ]  # fmt: skip
    quiz("reps", "tick", "one-more/rest", env=both())
    assert "[x] one-more/rest" in quiz("reps", env=both()).stdout


def test_checks_leave_nothing_behind(tmp_path: Path) -> None:
    """Neither listing nor asking makes a database."""
    env = reading(QUIZ_HOME=str(tmp_path))
    quiz("reps", env=env)
    quiz("reps", "ask", "rings/draw-a-ring", "--line", lines=["6", "a"], env=env)
    quiz(env=env)
    assert [one.name for one in tmp_path.iterdir()] == ["cache"]


def test_a_rep_without_checks_says_so() -> None:
    """There is nothing to ask, only something to do."""
    done = quiz("reps", "ask", "rings/think-ahead", "--line", env=reading())
    assert (done.stdout, done.returncode) == (
        "rings/think-ahead has no checks.\nWhen it is done: quiz reps tick rings/think-ahead\n",
        0,
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("tick", "rings/draw-ring"),
            'there is no rep "rings/draw-ring"; did you mean "rings/draw-a-ring"?',
        ),
        (
            ("untick", "draw-a-ring"),
            'there is no rep "draw-a-ring"; did you mean "rings/draw-a-ring"?',
        ),
        (
            ("tick", "rings"),
            "rings is a lesson; its reps are rings/draw-a-ring, rings/think-ahead",
        ),
        (("ask", "shards/any", "--line"), "lesson shards has no reps"),
        (("--lesson", "ring"), 'there is no lesson "ring"; did you mean "rings"?'),
        (
            ("ask", "rings/draw-a-ring"),
            (
                "quiz reps ask needs a terminal; for pipes and scripts use quiz reps ask --line, "
                "which reads one answer per line"
            ),
        ),
    ],
)
def test_a_wrong_name_gets_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    """Exit 2, and what was meant."""
    done = quiz("reps", *arguments, env=reading())
    assert (done.stdout, done.stderr, done.returncode) == ("", f"quiz: {sentence}\n", 2)


def test_one_wrong_name_among_several_ticks_nothing() -> None:
    """All names are looked at before the first box is touched."""
    done = quiz("reps", "tick", "rings/draw-a-ring", "rings/nothing", env=reading())
    assert done.returncode == 2
    assert quiz("reps", env=reading()).stdout == LIST
