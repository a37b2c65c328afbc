"""Turn the text of a file into findings about characters that nobody sees or that move others."""

from __future__ import annotations

import re
from typing import Final

from quizkit.errors import Finding

# Unprintable by YAML's own rule, then separators that break lines, then direction marks.
UNWANTED: Final = re.compile(
    "[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
    "|[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""The characters that no file of a course may hold."""


PLAIN: Final = bytes([9, 10, 13, *range(0x20, 0x7F)])
"""Printable ASCII, of which nothing is unwanted."""


def unwanted_in(path: str, text: str) -> list[Finding]:
    """A finding for each unwanted character of a file, the first twenty."""
    findings = []
    for found in UNWANTED.finditer(text):
        line, column = place(text, found.start())
        findings.append(unwanted(path, line, column, found[0]))
        if len(findings) == 20:
            break
    return findings


def unwanted(path: str, line: int, column: int, character: str, escaped: str = "") -> Finding:
    """The finding for one unwanted character; `escaped` says how it was written, if not as such."""
    kind = "control" if character < "\xa0" or character in "\ufeff\ufffe\uffff" else "invisible"
    if character in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069":
        kind = "bidi"
    return Finding(
        path=path,
        line=line,
        column=column,
        code="QK108",
        message=f"{kind} character U+{ord(character):04X}{escaped} is not allowed",
        help="remove it",
    )


def place(text: str, index: int) -> tuple[int, int]:
    """Line and column, both from 1, of a character."""
    return text.count("\n", 0, index) + 1, index - (text.rfind("\n", 0, index) + 1) + 1
