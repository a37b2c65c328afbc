"""Turn a text into the form in which two texts are compared.

Never an edit distance: a forgiven typo turns 12001 into 12000.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import normalize

from quizkit.content.model import TextAnswer
from quizkit.grading.characters import without_invisible

_QUOTES = re.compile("[\"'`´‘’‚‛“”„‟‹›«»′″＂＇]")
_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣－", "-"))
# Between digits, and before one, a mark is part of a number.
_PUNCTUATION = re.compile(r"(?<![0-9])[-.,;:!?/()\[\]{}…](?![0-9])|(?<=[0-9])[.,;:!?](?![0-9])")
_NEEDLESS_BLANK = re.compile(r"(?<![0-9]) | (?![0-9])")


def tidy(text: str) -> str:
    """The text in composed form, without what cannot be seen, blanks in a row as one.

    >>> tidy(" all\u00a0 reduce\u200b ")
    'all reduce'
    """
    return " ".join(without_invisible(normalize("NFC", text)).split())


def loose(text: str) -> str:
    """The text as options are compared: tidy, without case and final full stop, one kind of hyphen.

    >>> loose("All\u2011Reduce.")
    'all-reduce'
    """
    text = tidy(text).casefold()
    if not text.isascii():
        text = text.translate(_HYPHENS)
    return text.removesuffix(".").rstrip()


# The same options stand beside every response to a question.
loose_option = lru_cache(maxsize=4096)(loose)
tidy_option = lru_cache(maxsize=4096)(tidy)


def comparable(text: str, answer: TextAnswer) -> str:
    """The text after the normalisations that the answer switches on.

    >>> comparable("Reduce Scatter", TextAnswer(accept=("reduce-scatter",)))
    'reducescatter'
    >>> comparable("1 000", TextAnswer(accept=("1000",)))
    '1 000'
    """
    text = tidy(text).translate(_HYPHENS)
    if answer.ignore_case:
        text = text.casefold()
    if answer.ignore_quotes:
        text = _QUOTES.sub("", text)
    if answer.ignore_punctuation:
        text = _PUNCTUATION.sub(" ", text)
    text = " ".join(text.split())
    return _NEEDLESS_BLANK.sub("", text) if answer.ignore_spaces else text
