"""When a check states the key of a choice, and what it says to each option."""

from __future__ import annotations

import pytest

from quizkit.exchange.markdown.keys import tell

OPTIONS = [("A", "2x"), ("B", "4x"), ("C", "Only the owner needs them"), ("D", "8x")]


@pytest.mark.parametrize(
    ("check", "right"),
    [
        ("**C.** Each shard has one owner.", "C"),
        ("C", "C"),
        ("(c)", "C"),
        ("c) the owner", "C"),
        ("**C**, because each has one owner.", "C"),
        ("**Answer: C.** Because.", "C"),
        ("**Answer:** C - the owner", "C"),
        ("The correct answer is **C**.", "C"),
        ("Option C. It is the owner.", "C"),
        ("It's C.", "C"),
        ("✅ C", "C"),
        ("C ✅ the owner", "C"),
        ("**C — only the owner.** Each shard has one.", "C"),
        ("**Only the owner needs them.** Each shard has one.", "C"),
        ("C is right because each shard has one owner.", "C"),
        ("A is not correct. C is correct.", "C"),
        ("C. the owner. A. zero. B. one. D. all.", "C"),
        ("- A: no, that is the limit\n- C: yes, the owner", "C"),
        ("(C) — the owner. (A) is the limit.", "C"),
        ("**A and C.** Both.", "AC"),
        ("A, B and D.", "ABD"),
        ("**A**, **C**", "AC"),
        ("A & D", "AD"),
    ],
)
def test_a_key_that_is_stated_is_taken(check: str, right: str) -> None:
    """However it is dressed: a letter, several, the words of one option."""
    assert "".join(tell(check, OPTIONS).right) == right


@pytest.mark.parametrize(
    "check",
    [
        "A: zero. B: one. C: the owner. D: all.",
        "**A.** zero\n**B.** one\n**C.** the owner",
        "A — zero\nB — one\nC — the owner",
        "B: wrong, that is stage 1. D: divides all.",
        "A and C are wrong.",
        "B, C is wrong because it divides.",
        "A or B.",
        "A ring all-reduce moves two halves.",
        "a reduce-scatter",
        "B bytes per element.",
        "Not A.",
        "The answer is not A.",
        "Neither A nor B; D.",
        "None of them.",
        "E.",
        "See the notes.",
        "",
    ],
)
def test_a_key_is_never_guessed(check: str) -> None:
    """Where the text does not say which option is right, there is no key, and no word is lost."""
    told = tell(check, OPTIONS)
    assert told.right == ()
    assert told.explanation == check


@pytest.mark.parametrize(
    "check",
    [
        "**C.** The owner. A describes the limit; B forgets the gradients.",
        "**C.** The owner.\n\n- **A**: describes the limit\n- **B** forgets the gradients",
        "C\n\nWhy the others fail:\n- A) describes the limit\n- B) forgets the gradients",
        "**C.** *Why not A?* It describes the limit. *Why not B?* It forgets the gradients.",
        "✅ C. ❌ A: describes the limit. ❌ B: forgets the gradients.",
        "**C.** (If you answered **A**, it describes the limit.) Option B forgets the gradients.",
    ],
)
def test_remarks_go_to_the_options_that_they_name(check: str) -> None:
    """Sentences and bullets that begin with a letter are what that option says."""
    told = tell(check, OPTIONS)
    assert told.right == ("C",)
    assert "escribes the limit" in told.says["A"]
    assert "orgets the gradients" in told.says["B"]
    assert "limit" not in told.explanation
    assert "D" not in told.says


def test_a_remark_makes_sense_without_its_letter() -> None:
    """Options are shuffled: the letter becomes "This", and what follows a mark a sentence."""
    told = tell("**C.** The owner. A mixes two things. B: the limit.", OPTIONS)
    assert told.says == {"A": "This mixes two things.", "B": "The limit."}
    assert told.explanation == "The owner."
    you = tell("**C.** The owner. If you said **B**, you stopped early.", OPTIONS)
    assert you.says == {"B": "You stopped early."}


def test_ticked_boxes_are_a_key() -> None:
    """Boxes ticked among the options say what is right where the check does not."""
    assert tell("Two of them shard.", OPTIONS, ["B", "D"]).right == ("B", "D")
    assert tell("", OPTIONS, ["A", "B", "C", "D"]).right == ()
