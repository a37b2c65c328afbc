"""Two sessions of one learner at once: every answer kept, no card answered twice, no failure."""

from __future__ import annotations

import os
import re
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cli.racing import nothing_lost, race
from tests.cli.running import REPOSITORY, command, quiz, quiz_json, small
from tests.cli.screen import PROMPT, Terminal, rate_first, reveal


def reviews(question: str) -> list[tuple[str, int, str]]:
    return [
        (event["response"], event["rating"], event["role"])
        for event in quiz_json("card", question, env=small())["events"]
        if event["kind"] == "review"
    ]


def at_once(typed: str, *arguments: str, learners: tuple[str, str]) -> list[tuple[int, str, str]]:
    """Two sessions in line mode that read the same lines at once: exit code, output, errors."""
    with ExitStack() as stack:
        running = [
            stack.enter_context(
                subprocess.Popen(
                    command("review", "--line", *arguments),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                    cwd=REPOSITORY,
                    env={**os.environ, **small(), "QUIZ_LEARNER": learner},
                )
            )
            for learner in learners
        ]
        for process in running:
            assert process.stdin is not None
            process.stdin.write(typed)
            process.stdin.close()
            process.stdin = None
        ended = []
        for process in running:
            output, errors = process.communicate(timeout=300)
            ended.append((process.returncode, output, errors))
        return ended


def test_a_question_answered_in_the_other_terminal_is_skipped_with_a_word() -> None:
    """Before it is shown, or after: one answer counts and the other is told so."""
    with Terminal("review") as one, Terminal("review") as other:
        for screen in (one, other):
            screen.look_for(r"recall-two#" + PROMPT)
        rate_first(one)
        one.type("120\n")
        one.wait_for("Enter goes on" + PROMPT)
        reveal(other)
        other.type("1")
        other.wait_for("kinds/recall-two: answered elsewhere in the meantime; this answer was not")
        other.wait_for("kinds/fixed-number: answered elsewhere in the meantime; skipped.")
        other.wait_for(r"drawn-number#\d+  \(new; 1 of 4\)" + PROMPT)
        other.type(":s\n")
        other.wait_for(r"pick-one#" + PROMPT)
        one.type(" ")
        one.wait_for(r"drawn-number: answered elsewhere in the meantime; skipped.")
        one.wait_for(r"pick-one#" + PROMPT)  # keys pressed before it are forgotten
        one.type("q")
        assert one.end() == 0
        other.type("q")
        other.wait_for("Nothing answered; 1 question suspended.")
        assert other.end() == 0
    assert reviews("kinds/recall-two") == [("", 4, "due")]
    assert reviews("kinds/fixed-number") == [("120", 4, "due")]


def test_an_answer_changed_elsewhere_cannot_be_re_rated() -> None:
    """A key that comes too late is answered with a sentence."""
    with Terminal("review", "--tag", "sizes") as screen:
        screen.wait_for(r"fixed-number#" + PROMPT)
        screen.type("120\n")
        screen.wait_for("Enter ends" + PROMPT)
        quiz("set-due", "kinds/fixed-number", "+3", env=small())
        screen.type("5")
        screen.wait_for("has changed since that answer; it can no longer be re-rated.")
        screen.type("q")
        assert screen.end() == 0


def test_an_answer_lost_by_a_restore_is_not_taken_for_the_one_in_its_place(tmp_path: Path) -> None:
    """Neither re-rating nor undo nor the summary mixes up two answers of one number in the log."""
    copy = str(tmp_path / "copy.db")
    quiz("suspend", "kinds/match-up", env=small())
    assert quiz("db", "backup", copy, env=small()).returncode == 0
    with Terminal("review", "--tag", "sizes") as screen:
        screen.wait_for(r"fixed-number#" + PROMPT)
        screen.type("120\n")
        screen.wait_for("Enter ends" + PROMPT)
        assert quiz("db", "restore", copy, env=small()).returncode == 0
        quiz("review", "--line", "--tag", "sizes", lines=["120"], env=small())
        screen.type("5")
        screen.wait_for("that answer is not there any more; there is nothing to re-rate.")
        assert reviews("kinds/fixed-number") == [("120", 4, "due")]
        screen.type("u")
        screen.wait_for(r"Taken back: [\s\S]*" + PROMPT)
        screen.type(":q\n")
        screen.wait_for("1 answer saved: 1 right")
        assert screen.end() == 0
    assert quiz("db", "check", env=small()).returncode == 0


def test_two_sessions_of_two_hundred_answers_each_lose_nothing() -> None:
    """Both answer the same cards as fast as they can; what each was told is what the log holds."""
    lines = "\n".join(["", "1"] * 200) + "\n"
    told = []
    for code, output, errors in at_once(lines, "--limit", "1", learners=("ada", "zoë")):
        assert (code, errors) == (0, "")
        told.append(output.count("Rated 1"))
    assert told == [200, 200]
    for learner in ("ada", "zoë"):
        shown = quiz_json("card", "kinds/recall-two", "--learner", learner, env=small())
        assert len(shown["events"]) == 200
    assert quiz("db", "check", env=small()).returncode == 0


def test_two_sessions_of_one_learner_share_the_cards() -> None:
    """Of two sessions over the same queue, each answer counts once, whoever was first."""
    typed = "\n".join(["", "4", "120", "0.375", "b", "one shard", "1-a, 2-b, 3-c", "4"] * 3) + "\n"
    saved = 0
    for code, output, errors in at_once(typed, learners=("me", "me")):
        assert code == 0
        # The later of the two resumes, if the earlier has answered by then.
        assert re.fullmatch(r"(Resuming today's session: \d questions? left\.\n)?", errors)
        summary = output.strip().splitlines()[-1]
        saved += int(summary.split()[0]) if summary[0].isdigit() else 0
    questions = ("recall-two", "fixed-number", "drawn-number", "pick-one", "say-it", "match-up")
    kept = [reviews(f"kinds/{name}") for name in questions]
    kept.append(reviews("after/later"))
    assert sum(map(len, kept)) == saved
    assert quiz("db", "check", env=small()).returncode == 0


@pytest.mark.parametrize("styles", [("key", "key"), ("line", "key")])
def test_two_terminals_that_race_for_the_same_questions(
    styles: tuple[str, str], tmp_path: Path
) -> None:
    """Each answer is stored once, or its terminal says that it was not counted; no third way."""
    told, events = race(tmp_path, styles, 15)
    nothing_lost(told, events, 15)
    assert sum(len(one.elsewhere) for one in told) > 0  # both answered the first question
