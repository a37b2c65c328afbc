"""Turn rows of texts into the CSV table that a command prints."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def csv_text(rows: Iterable[Sequence[str]]) -> str:
    r"""The table, each of its lines ended by a line feed.

    >>> csv_text([["learner", "response"], ["ada", "a, b"]])
    'learner,response\nada,"a, b"\n'
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
