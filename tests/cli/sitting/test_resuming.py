"""A session that was left goes on with the same queue, on the same study day."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.cli.sitting.resuming import Left, Memory, Plan, left_over
from tests.cli.running import quiz, quiz_json, small
from tests.cli.screen import CTRL_C, PROMPT, Terminal, rate_first, reveal

RESUMED = "Resuming today's session: "


def plan(day: str = "2028-02-29", learner: str = "me", **flags: object) -> Plan:
    return Plan(learner=learner, study_day=day, courses=("small",), flags=flags)


@given(
    st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9) | st.none()), min_size=1, max_size=12),
)
def test_what_was_noted_is_what_is_left(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], moves: list[tuple[int, int | None]]
) -> None:
    """However questions moved in the queue, the file gives back the queue as it was last."""
    folder = tmp_path_factory.mktemp("state")
    queue = [f"lesson/{name}" for name in names]
    memory = Memory.of(folder, plan(), queue)
    for which, to in moves:
        ref = queue.pop(which % len(queue)) if queue else "lesson/new"
        if to is not None:
            queue.insert(min(to, len(queue)), ref)
        memory.note(ref, queue)
    memory.close()
    left = left_over(folder, plan())
    assert left.queue == tuple(queue)
    if queue:
        assert {*left.queue, *left.done} >= {f"lesson/{name}" for name in names}
        assert not {*left.queue} & {*left.done}


def test_a_session_in_which_nothing_happened_leaves_nothing(tmp_path: Path) -> None:
    """A queue that is as planned needs no resuming."""
    Memory.of(tmp_path, plan(), ["l/a", "l/b"]).close()
    assert left_over(tmp_path, plan()) == Left()


def test_another_day_learner_course_or_choice_starts_afresh(tmp_path: Path) -> None:
    """Only the very same session is resumed."""
    memory = Memory.of(tmp_path, plan(lesson=None), ["l/a", "l/b"])
    memory.note("l/a", ["l/b"])
    memory.close()
    assert left_over(tmp_path, plan(lesson=None)) == Left(queue=("l/b",), done=("l/a",))
    assert left_over(tmp_path, plan(day="2028-03-01", lesson=None)) == Left()
    assert left_over(tmp_path, plan(learner="you", lesson=None)) == Left()
    assert left_over(tmp_path, plan(lesson="l")) == Left()


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("{", "[", 1),
        lambda text: text + '["l/a", "x"]\n',
        lambda text: text + "[1]\n",
        lambda text: text + "\x00\udcff\n",
        lambda text: "[" * 100_000 + "\n\n",
        lambda text: "null\nnull\n",
        lambda text: text.replace('"queue": ["l/a", "l/b", "l/c"]', '"queue": 7'),
        lambda text: text.replace('"queue": ["l/a", "l/b", "l/c"]', '"queue": [7]'),
    ],
)
def test_a_damaged_file_is_ignored(tmp_path: Path, damage: Callable[[str], str]) -> None:
    """Whatever stands in the file, a session starts."""
    memory = Memory.of(tmp_path, plan(), ["l/a", "l/b", "l/c"])
    memory.note("l/a", ["l/b", "l/c"])
    memory.close()
    (file,) = tmp_path.iterdir()
    text = damage(file.read_text("utf-8"))
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert left_over(tmp_path, plan()) == Left()


def test_a_line_that_was_cut_off_is_not_there(tmp_path: Path) -> None:
    """A program killed while it wrote leaves half a line; what stood before holds."""
    memory = Memory.of(tmp_path, plan(), ["l/a", "l/b", "l/c"])
    memory.note("l/a", ["l/b", "l/c"])
    memory.close()
    (file,) = tmp_path.iterdir()
    file.write_text(file.read_text("utf-8") + '["l/b", nu', "utf-8")
    assert left_over(tmp_path, plan()).queue == ("l/b", "l/c")


def test_a_folder_that_cannot_be_made_remembers_nothing(tmp_path: Path) -> None:
    """A session goes on without a memory."""
    (tmp_path / "file").write_text("")
    memory = Memory.of(tmp_path / "file", plan(), ["l/a"])
    memory.note("l/a", [])
    memory.close()
    assert left_over(tmp_path / "file", plan()) == Left()


def answer_two(screen: Terminal) -> None:
    """Rate the recall 1, answer the number right, and stand at the third question."""
    rate_first(screen, "1")
    screen.type("120\n")
    screen.wait_for("Enter goes on" + PROMPT)
    screen.type(" ")
    screen.wait_for(r"drawn-number#\d+" + PROMPT)


@pytest.mark.parametrize("way", ["quit", "interrupt", "kill", "hang up"])
def test_a_session_that_was_left_goes_on(way: str) -> None:
    """However it ended, the next one asks the rest in the same order: the miss comes last again."""
    with Terminal("review") as screen:
        answer_two(screen)
        shown = screen.transcript.rpartition("drawn-number#")[2].split()[0]
        match way:
            case "quit":
                screen.type(":q\n")
            case "interrupt":
                screen.type(CTRL_C)
            case "kill":
                screen.process.send_signal(signal.SIGKILL)
            case _:
                screen.hang_up()
        screen.process.wait(60)
    with Terminal("review") as screen:
        screen.wait_for(RESUMED + "5 questions left.")
        # The same variant: leaving and coming back is no way to other numbers.
        screen.wait_for(rf"drawn-number#{shown}  \(new; 1 of 5\)" + PROMPT)
        for _ in range(4):
            screen.type(":s\n")
            screen.wait_for("is suspended" + PROMPT)
        assert "recall-two#" in screen.transcript.rpartition("is suspended")[2]


def test_another_choice_starts_afresh_and_line_mode_always_does() -> None:
    """Other flags make another session; a script's session depends on the log alone."""
    with Terminal("review") as screen:
        answer_two(screen)
        screen.type(":q\n")
        assert screen.end() == 0
    done = quiz("review", "--line", lines=[":q"], env=small())
    assert RESUMED not in done.stdout
    assert done.stdout.startswith("kinds/recall-two#")  # what is left to relearn comes first
    with Terminal("review", "--lesson", "kinds") as screen:
        screen.wait_for(r"recall-two#\d+  \(again; 1 of 5\)")
        assert RESUMED not in screen.transcript


def test_what_was_done_elsewhere_is_not_asked_when_resuming() -> None:
    """The rest of a session shrinks by what was answered or suspended in the meantime."""
    with Terminal("review") as screen:
        answer_two(screen)
        screen.type(":q\n")
        assert screen.end() == 0
    quiz("suspend", "kinds/drawn-number", env=small())
    quiz("review", "--line", "--limit", "1", lines=["", "4", ""], env=small())
    with Terminal("review") as screen:
        screen.wait_for(RESUMED + "3 questions left.")
        screen.wait_for(r"pick-one#\d+  \(new; 1 of 3\)")


def test_a_limit_holds_across_the_parts_of_a_session() -> None:
    """Ten questions are ten, be they asked in one go or in two."""
    with Terminal("review", "--limit", "3") as screen:
        answer_two(screen)
        screen.type(":q\n")
        assert screen.end() == 0
    with Terminal("review", "--limit", "3") as screen:
        screen.wait_for(RESUMED + "2 questions left.")


def test_a_session_that_was_finished_is_not_resumed() -> None:
    """After its last question the next session is planned anew."""
    with Terminal("review", "--limit", "1") as screen:
        reveal(screen)
        screen.type("4")
        screen.wait_for("Enter ends" + PROMPT)
        screen.type("\n")
        assert screen.end() == 0
    with Terminal("review", "--limit", "1") as screen:
        screen.wait_for(r"fixed-number#\d+  \(new; 1 of 1\)")
        assert RESUMED not in screen.transcript


def test_a_question_that_is_gone_is_left_out() -> None:
    """The course may have changed since."""
    home = Path(os.environ["QUIZ_HOME"])
    with Terminal("review") as screen:
        answer_two(screen)
        screen.type(":q\n")
        assert screen.end() == 0
    (file,) = home.glob("session-*.jsonl")
    heading, *moves = file.read_text("utf-8").splitlines()
    planned = json.loads(heading)
    planned["queue"].append("kinds/gone")
    file.write_text("\n".join([json.dumps(planned), *moves, ""]), "utf-8")
    with Terminal("review") as screen:
        screen.wait_for(RESUMED + "5 questions left.")


def test_the_days_limits_hold_when_resuming() -> None:
    """New questions that another session introduced since are no longer in the rest."""
    env = small()
    with Terminal("review", "--new", "4") as screen:
        answer_two(screen)
        screen.type(":q\n")
        assert screen.end() == 0
    done = quiz("review", "--line", "--lesson", "after", "--new", "3", lines=["4", ""], env=env)
    assert "1 answer saved" in done.stdout
    with Terminal("review", "--new", "4") as screen:
        # One new question is left of four, and the one that was missed.
        screen.wait_for(RESUMED + "2 questions left.")
        screen.wait_for(r"drawn-number#\d+  \(new; 1 of 2\)")


@pytest.mark.parametrize("learner", ["a/b c", "../../out", "/tmp/x", "nul\u0131", "x" * 300, "CON"])
def test_any_name_of_a_learner_makes_a_safe_file_name(tmp_path: Path, learner: str) -> None:
    """The name itself is inside the file; nothing is written elsewhere, and no two share one."""
    folder = tmp_path / "home" / "state"
    for name in (learner, f"{learner} "):
        memory = Memory.of(folder, plan(learner=name), ["l/a", "l/b"])
        memory.note("l/a", ["l/b"])
        memory.close()
    made = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(made) == 2
    assert {path.parent for path in made} == {folder}
    assert all(path.name.isascii() and len(path.name) < 60 for path in made)
    assert left_over(folder, plan(learner=learner)).queue == ("l/b",)


def test_learners_do_not_share_a_session() -> None:
    """Another learner on the same machine begins at the beginning."""
    with Terminal("review") as screen:
        answer_two(screen)
        screen.type(":q\n")
        assert screen.end() == 0
    with Terminal("review", "--learner", "zoë") as screen:
        screen.wait_for(r"recall-two#\d+  \(new; 1 of 6\)")
    with Terminal("review") as screen:
        screen.wait_for(RESUMED)
    assert quiz_json("card", "kinds/fixed-number", env=small())["repetitions"] == 1


def test_what_was_taken_back_elsewhere_is_asked_when_resuming() -> None:
    """An answer of this session that is undone after it comes first again."""
    with Terminal("review") as screen:
        rate_first(screen)
        screen.type(":q\n")
        assert screen.end() == 0
    quiz("undo", env=small())
    with Terminal("review") as screen:
        screen.wait_for(f"{RESUMED}6 questions left.")
        screen.wait_for("recall-two#")


def test_a_session_that_was_resumed_and_left_at_once_goes_on() -> None:
    """A limit of two stays two, however often the session is left before the next answer."""
    with Terminal("review", "--limit", "2") as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type("g")
        screen.wait_for("Enter goes on" + PROMPT)
        screen.type("q")
        assert screen.end() == 0
    for _ in range(2):
        with Terminal("review", "--limit", "2") as screen:
            screen.wait_for(f"{RESUMED}2 questions left.")
            screen.wait_for(r"fixed-number#" + PROMPT)
            screen.type(":q\n")
            assert screen.end() == 0


def test_another_terminal_does_not_spoil_what_is_remembered() -> None:
    """Two sessions at once keep apart; the one that began last is the one that is resumed."""
    with Terminal("review") as one, Terminal("review") as other:
        for screen in (one, other):
            screen.wait_for("Space shows" + PROMPT)
        for screen in (one, other):
            screen.type("s")
            screen.wait_for(r"fixed-number#" + PROMPT)
        for screen in (one, other):
            screen.type(":q\n")
            assert screen.end() == 0
    with Terminal("review") as screen:
        screen.wait_for(f"{RESUMED}5 questions left.")
