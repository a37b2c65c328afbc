"""The checks of a rep: a short conversation, graded like a review and never logged."""

from __future__ import annotations

from quizkit.cli.sitting.checks import check_variant
from quizkit.content.model import NumberAnswer, TextAnswer
from quizkit.grading.grade import grade
from quizkit.store.index import open_library
from quizkit.variants import Variant, key_shown
from tests.cli.running import COURSE, quiz, reading
from tests.cli.screen import Terminal


def test_checks_are_asked_graded_and_shown() -> None:
    """Right and wrong are judged as in a review, and the key and its reason are shown."""
    done = quiz("reps", "ask", "rings/draw-a-ring", "--line", lines=["6", "a-shard"], env=reading())
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.startswith(
        "Draw a ring of 4 devices and count its *steps*.\n"
        "\n"
        "rings/draw-a-ring  (check 1 of 2)\n"
        "How many steps?\n"
        "Right.\n"
        "  2 times 3.\n"
        "\n"
        "rings/draw-a-ring  (check 2 of 2)\n"
        "What does each device end with?\n"
    )
    assert "Wrong.\n  That is half the way.\nKey: " in done.stdout
    assert done.stdout.endswith(
        "2 checks answered: 1 right, 1 wrong. Nothing is kept.\n"
        "When it is done: quiz reps tick rings/draw-a-ring\n"
    )


def test_a_check_that_cannot_be_read_is_asked_again() -> None:
    """Blank and unreadable responses cost nothing here either; `:g` gives up, `:q` leaves."""
    done = quiz(
        "reps", "ask", "rings/draw-a-ring", "--line", lines=["", "what?", ":g", ":q"], env=reading()
    )
    assert "Nothing was typed" in done.stdout
    assert "Given up.\nKey: 6\n" in done.stdout
    assert "1 check answered: 1 given up." in done.stdout


def test_checks_in_a_terminal() -> None:
    """The same conversation with a person."""
    with Terminal("reps", "ask", "rings/draw-a-ring", env=reading()) as screen:
        screen.wait_for(r"check 1 of 2\)[\s\S]*> ")
        screen.type("6\n")
        screen.wait_for(r"Right[\s\S]*check 2 of 2\)[\s\S]*> ")
        screen.type("\x04")
        screen.wait_for(r"1 check answered: 1 right. Nothing is kept.\r\n")
        assert screen.end() == 0


def test_every_packed_check_takes_its_own_key() -> None:
    """What a check's key says is read and graded right, so that no task ends in a quarrel."""
    library = open_library([COURSE], None)
    asked = 0
    for lesson in library.lessons:
        for rep in library.outline(lesson).reps:
            for number in range(1, len(rep.checks) + 1):
                variant = check_variant(rep, number, "me")
                for key in _keys(variant):
                    graded = grade(variant, key)
                    assert graded.grade is not None, (rep.id, key)
                    assert graded.grade.verdict == "right", (rep.id, key)
                    asked += 1
    assert asked >= 8


def _keys(variant: Variant) -> tuple[str, ...]:
    """Every text that must be right."""
    match variant.question.answer:
        case NumberAnswer():
            return (key_shown(variant),)
        case TextAnswer(accept=accept):
            return accept
        case _:
            return (",".join(option.letter for option in variant.options if option.right),)
