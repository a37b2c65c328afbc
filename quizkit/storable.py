"""Turn a text into one that every database holds."""

from __future__ import annotations

import re

# Neither UTF-8 nor every database can hold these; a terminal in another encoding sends them.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    r"""The text with what no database holds (NUL, lone surrogates) replaced by U+FFFD.

    >>> storable("one\0") == "one\ufffd"
    True
    """
    return _UNSTORABLE.sub("\ufffd", text)
