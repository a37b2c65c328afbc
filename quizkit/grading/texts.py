"""Turn a text into the form in which two texts are compared.

Never an edit distance: a forgiven typo turns 12001 into 12000.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import decomposition, normalize

from quizkit.content.model import TextAnswer
from quizkit.grading.characters import without_invisible

_QUOTES = re.compile("[\"'`´‘’‚‛“”„‟‹›«»′″＂＇ʼ]")
_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣－", "-"))
# Between digits, and before one, a mark is part of a number.
_PUNCTUATION = re.compile(r"(?<![0-9])[-.,;:!?/()\[\]{}…](?![0-9])|(?<=[0-9])[.,;:!?](?![0-9])")
_NEEDLESS_BLANK = re.compile(r"(?<![0-9]) | (?![0-9])")
# What makes one emoji of several, or a picture of a sign, stands between them or behind it.
_EMOJI = "\u2190-\u2bff\U0001f000-\U0001faff"
_IN_EMOJI = re.compile(f"((?<=[{_EMOJI}])\ufe0f|(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}]))")


def tidy(text: str) -> str:
    """The text in composed form, without what cannot be seen, blanks in a row as one.

    >>> tidy(" all\u00a0 reduce\u200b ")
    'all reduce'
    """
    return " ".join(without_invisible(normalize("NFC", text)).split())


def tidy_lines(text: str) -> str:
    """The text with its blanks tidied and its line ends kept."""
    return "\n".join(tidy(line) for line in text.splitlines())


def legible(text: str) -> str:
    """The tidy text for a reader, who sees one emoji where several are joined.

    >>> legible(" a\u200b \U0001f469\u200d\U0001f680 ") == "a \U0001f469\u200d\U0001f680"
    True
    """
    if text.isascii():
        return tidy(text)
    pieces = _IN_EMOJI.split(normalize("NFC", text))
    pieces[::2] = map(without_invisible, pieces[::2])
    return " ".join("".join(pieces).split())


def shortened(text: str) -> str:
    """The legible text for a sentence, cut after 39 characters."""
    text = legible(text)
    return text if len(text) <= 40 else text[:39] + "…"


def loose(text: str) -> str:
    """The text as options are compared: tidy, in plain letters, without case and final full stop.

    Hyphens are of one kind.

    >>> loose("All\u2011Reduce.")
    'all-reduce'
    """
    text = tidy(text).casefold()
    if not text.isascii():
        text = plain_letters(text.translate(_HYPHENS)).casefold()
    return text.removesuffix(".").rstrip()


def plain_letters(text: str) -> str:
    """The text with letters of another shape, and full-width signs, as the common ones.

    What is raised or lowered stays: it means something else.

    >>> plain_letters("ｎｏ＿ｓｙｎｃ"), plain_letters("o\ufb00load"), plain_letters("2ⁿ½")
    ('no_sync', 'offload', '2ⁿ½')
    """
    if text.isascii():
        return text
    return normalize("NFC", "".join(char if char.isascii() else _plain(char) for char in text))


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    shape = decomposition(char).partition(" ")[0]
    if shape == "<wide>" or (char.isalpha() and shape in ("<narrow>", "<font>", "<compat>")):
        return normalize("NFKC", char)
    return char


# The same options stand beside every response to a question.
loose_option = lru_cache(maxsize=4096)(loose)
legible_option = lru_cache(maxsize=4096)(legible)


def comparable(text: str, answer: TextAnswer) -> str:
    """The text after the normalisations that the answer switches on.

    >>> comparable("Reduce Scatter", TextAnswer(accept=("reduce-scatter",)))
    'reducescatter'
    >>> comparable("1 000", TextAnswer(accept=("1000",)))
    '1 000'
    """
    text = plain_letters(tidy(text).translate(_HYPHENS))
    if answer.ignore_case:
        text = text.casefold()
    if answer.ignore_quotes:
        text = _QUOTES.sub("", text)
    if answer.ignore_punctuation:
        text = _PUNCTUATION.sub(" ", text)
    text = " ".join(text.split())
    return _NEEDLESS_BLANK.sub("", text) if answer.ignore_spaces else text
