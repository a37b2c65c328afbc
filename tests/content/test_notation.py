"""The one notation in which authors write numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quizkit.content.notation import number, percentage
from quizkit.errors import NotationError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7B", 7 * 10**9),
        ("1.5e9", 1_500_000_000),
        ("67/16", Fraction(67, 16)),
        ("-3", -3),
        ("0.5%", Fraction(1, 200)),
        ("0.5 %", Fraction(1, 200)),
        ("010", 10),
        ("1e-3", Fraction(1, 1000)),
    ],
)
def test_authors_notation(text: str, value: Fraction) -> None:
    """An author's number is read from its text, exactly."""
    assert number(text) == value


@pytest.mark.parametrize(
    "text", ["", "1,5", ".inf", ".nan", "1/0", "1e401", "7 B", "0x10", "1" * 201, "½", "1e"]
)
def test_authors_notation_is_strict(text: str) -> None:
    """What an author could mean otherwise is refused."""
    with pytest.raises(NotationError):
        number(text)


def test_a_percentage_needs_its_sign() -> None:
    """A bare number where a share is asked for is refused with what to write."""
    with pytest.raises(NotationError, match=r'^"5" needs a percent sign: write 5%$'):
        percentage("5")
