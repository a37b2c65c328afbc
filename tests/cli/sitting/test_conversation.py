"""Lines into answers and commands."""

from __future__ import annotations

import io
import sys

import pytest

from quizkit.cli.sitting.conversation import Command, End, Line, listen, ticks


def heard(text: str, monkeypatch: pytest.MonkeyPatch) -> object:
    """What one prompt hears from this input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    return listen()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("q\n", Line("q")),
        (":q\n", Command(":q", "quit")),
        (": Q \n", Command(": Q", "quit")),
        (":nonsense\n", Command(":nonsense", None)),
        ("\n", Line("")),
        (" 1.5 GB\r\n", Line(" 1.5 GB")),
        ("no line end", Line("no line end")),
        ("", End()),
    ],
)
def test_only_a_colon_makes_a_command(
    typed: str, said: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every line that does not start with a colon is the response, `q` included."""
    assert heard(typed, monkeypatch) == said


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("+", set()),
        ("+1,3", {1, 3}),
        ("+ 1 3", {1, 3}),
        ("+all", {1, 2, 3, 4, 5}),
        ("+1,1", {1}),
        ("+0", None),
        ("+6", None),
        ("+x", None),
        ("1,3", None),
        ("+²", None),
    ],
)
def test_ticks_start_with_a_plus(typed: str, points: set[int] | None) -> None:
    """Ticks name points of the checklist; anything else is asked again."""
    ticked = ticks(typed, 5)
    assert (None if ticked is None else set(ticked)) == points
