"""The line editor in a real terminal: what is typed is the answer, in any locale, and no more."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.autograde.classes import EXAM
from tests.cli.running import reading, reviews, small
from tests.cli.screen import CTRL_Z, PROMPT, Terminal
from tests.conftest import need

# What the line editor knows no characters in: C, and a locale that is not installed.
POOR = [{"LC_ALL": "C"}, {"LC_ALL": "xx_XX.UTF-8"}]
DUNNO = "learner,question,seed,response\nann,midterm/collective,1,dunno\n"
TYPED = ["é", "日本語", "−1.5 GB", "½ GB"]


def response(question: str) -> str:
    """The response of the only review of a question of the small course."""
    (only,) = reviews(question)
    return only[0]


@pytest.mark.parametrize("env", POOR, ids=["C", "not installed"])
@pytest.mark.parametrize("typed", TYPED)
def test_a_character_beyond_ascii_begins_an_answer(env: dict[str, str], typed: str) -> None:
    """It is text in every locale, not keys pressed with Alt: it is echoed, read and kept."""
    with Terminal("review", "--tag", "sizes", "--limit", "1", env=env) as screen:
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type(typed)
        screen.wait_for(typed)
        screen.type("\n")
        is_number = typed[0] in "−½"
        screen.wait_for("Key: 120 GB" if is_number else "That cost nothing; answer again." + PROMPT)
    if is_number:
        assert response("kinds/fixed-number") == typed


@pytest.mark.parametrize("typed", ["é", "日本語"])
@pytest.mark.parametrize("flag", ["", "--accessible", "--line"])
def test_a_recall_is_written_in_any_script(flag: str, typed: str) -> None:
    """Its words are kept as they were typed, or pasted, in the poorest locale."""
    with Terminal("review", *filter(None, [flag]), env=POOR[0]) as screen:
        screen.wait_for(r"recall-two#[\s\S]*" + PROMPT)
        if not flag:
            screen.type("w")
            screen.wait_for("> $")
        screen.type(f"{typed}\n")
        screen.wait_for("Model answer:[\\s\\S]*> $")
        screen.type("4" if not flag else "4\n")
        screen.wait_for("Rated 4")
    assert response("kinds/recall-two") == typed


def test_a_text_that_is_pasted_at_a_key_keeps_its_beginning() -> None:
    """What came before the line was begun stands in it, whatever the locale."""
    with Terminal("review", env=POOR[0]) as screen:
        screen.wait_for("Space shows" + PROMPT)
        screen.type("日本語 é\n")
        screen.wait_for("Enter takes 4" + PROMPT)
        screen.type("4")
        screen.wait_for("Rated 4")
    assert response("kinds/recall-two") == "日本語 é"


@pytest.mark.parametrize("env", POOR, ids=["C", "not installed"])
def test_a_character_is_erased_whole(env: dict[str, str]) -> None:
    """Backspace takes a character away and not one of its bytes; so do the arrows."""
    with Terminal("review", "--accessible", env=env) as screen:
        screen.wait_for(r"recall-two#[\s\S]*" + PROMPT)
        screen.type("日本\x7f語é\x1b[D\x7f文\n")
        screen.wait_for("rating> $")
        screen.type("4\n")
        screen.wait_for("Rated 4")
    assert response("kinds/recall-two") == "日文é"


@pytest.mark.parametrize("typed", ["日本語", "½ GB"])
def test_the_desk_and_the_checks_of_a_rep_read_characters_too(tmp_path: Path, typed: str) -> None:
    """A decision, and the answer to a check, are lines like any other."""
    path = tmp_path / "answers.csv"
    path.write_text(DUNNO, encoding="utf-8")
    env = {"QUIZ_COURSE": str(EXAM), "NO_COLOR": "1", **POOR[0]}
    with Terminal("grade", str(path), "--review", env=env) as screen:
        screen.wait_for(r"\?> $")
        screen.type(typed)
        screen.wait_for(typed)
        screen.type("\n")
        screen.wait_for(r"Type r for right[\s\S]*\?> $")
    with Terminal("reps", "ask", "rings/draw-a-ring", env=reading(**POOR[0])) as screen:
        screen.wait_for(PROMPT)
        screen.type(typed)
        screen.wait_for(typed)
        screen.type("\n")
        screen.wait_for(PROMPT)


@pytest.mark.parametrize(
    "keys",
    ["\x1b*", "\x1b=", "\x1b?", "\x1b#", "\x1b&", "\x1b~", "\x1b\t", "\x1b\x1b", "\x1b\r", "\x1b\n",
     "\t\t\x15", "\x18(7\x18)\x18e\x7f", "\x18e", "\x18\x12", "\x18*"],
    ids=ascii,
)  # fmt: skip
def test_no_key_does_what_it_does_for_a_shell(keys: str) -> None:
    """None puts in the names of files, comments the line out, plays keys or changes the editor."""
    with Terminal("review", "--tag", "sizes", "--limit", "1", env={"HOME": "/nowhere"}) as screen:
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type(f"{keys}12{keys[:2] if keys[0] == chr(27) else ''}0\n")
        screen.wait_for("Right.")
    assert response("kinds/fixed-number").strip("*") == "120"


@pytest.mark.parametrize("key", ["#", "*", "=", "&", "\\", "\x05"])
def test_nor_does_one_where_the_editor_is_like_vi(tmp_path: Path, key: str) -> None:
    """Who edits like vi has commands of one letter; these are not among them."""
    settings = tmp_path / "inputrc"
    settings.write_text("set editing-mode vi\nset keyseq-timeout 50\n")
    env = {"INPUTRC": str(settings)}
    with Terminal("review", "--tag", "sizes", "--limit", "1", env=env) as screen:
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type(f"12\x1b{key}a0\n")
        screen.wait_for("Right.")
    assert response("kinds/fixed-number") == "120"


def test_keys_that_somebody_has_bound_are_theirs(tmp_path: Path) -> None:
    """Their own settings of the editor hold; but no answer is completed, and none broken."""
    settings = tmp_path / "inputrc"
    settings.write_text('"\\e#": "20"\n"\\C-t": insert-completions\nset convert-meta on\n')
    env = {"INPUTRC": str(settings), "LC_ALL": "C"}
    with Terminal("review", "--tag", "sizes", "--limit", "1", env=env) as screen:
        screen.wait_for(r"fixed-number#\d+" + PROMPT)
        screen.type("\x14é\x7f1\x1b#\n")
        screen.wait_for("Right.")
    assert response("kinds/fixed-number") == "120"


@pytest.mark.parametrize("command", ["review", "review --line", "grade {file} --review"])
@pytest.mark.parametrize("begun", ["12", "a" * 100], ids=["a word", "two rows"])
def test_a_window_that_changes_while_the_program_is_stopped(
    tmp_path: Path, command: str, begun: str
) -> None:
    """Brought back into a narrower window, the line is drawn for it, and erased without a rest."""
    file = tmp_path / "answers.csv"
    file.write_text(DUNNO, encoding="utf-8")
    course = str(EXAM) if "grade" in command else small()["QUIZ_COURSE"]
    shell = [need("bash"), "--norc", "--noprofile", "--noediting", "-i"]
    env = {"PS1": "SHELL> ", "NO_COLOR": "1", "QUIZ_COURSE": course}
    with Terminal(words=shell, env=env) as screen:
        screen.wait_for("SHELL> ")
        before = screen.modes
        screen.type(f"{sys.executable} -m quizkit {command.format(file=file)}\n")
        screen.wait_for(r"> $")
        if command == "review":
            screen.type("w")  # stopped at a key first
            screen.wait_for("> $")
        screen.type(begun)
        screen.wait_for(f"{begun[-1]}$")
        screen.type(CTRL_Z)
        screen.wait_for(r"Stopped[\s\S]*SHELL> ")
        assert screen.modes == before
        screen.resize(40)
        screen.type("fg\n")
        screen.wait_for(rf"> {begun[0]}[\s\S]*{begun[-1]}$")
        screen.type("f" * 60)
        screen.wait_for("f{20}")
        screen.type("\x15")  # the cursor goes up from the last row to the first
        rows_up = len(f"> {begun}" + "f" * 60) // 40
        screen.wait_for(rf"(\x1b\[A[\s\S]*){{{rows_up}}}")
        screen.type(":q\n")
        screen.wait_for("SHELL> ")
        assert screen.modes == before
        screen.type("exit\n")
