"""Turn a response into the words that quote it, on one line however much was typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quizkit.autograde.figures import Alike

_LONGEST = 200
_LINE_END = re.compile(r"[ \t]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])[ \t]*")


def named(one: Alike) -> str:
    """What a response means and how it was typed, once where that is the same."""
    typed = one.example.strip()
    if typed.casefold().split() == one.meaning.split():
        return quoted(typed)
    said = one.meaning if len(one.meaning) <= _LONGEST else f"{one.meaning[:_LONGEST]}…"
    return f"{said} ({quoted(one.example)})"


def quoted(text: str) -> str:
    """A response as typed, on one line; of a page of it the beginning, and how long it is.

    >>> quoted("x" * 1000)[-22:], quoted("one\\n- two")
    ('xx…" (1000 characters)', '"one ⏎ - two"')
    """
    shown = one_line(text)
    if len(shown) <= _LONGEST:
        return f'"{shown}"'
    return f'"{shown[:_LONGEST]}…" ({len(text)} characters)'


def one_line(text: str) -> str:
    r"""The text on one line, with a sign for each line end.

    >>> one_line("Doe, J\nJunior ")
    'Doe, J ⏎ Junior '
    """
    return _LINE_END.sub(" ⏎ ", text)
