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
# Not "none" and "no", which are answers to many a question.
_NO_ANSWERS = frozenset(
    (
        "n/a", "n.a", "idk", "dunno", "i dunno", "no idea", "i have no idea", "no clue",
        "i don't know", "i dont know", "i do not know", "don't know", "dont know", "do not know",
        "not sure", "i'm not sure", "im not sure", "i am not sure", "i forgot",
    )
)  # fmt: skip
_AROUND = re.compile(r"^\W+|\W+$")
_SPREADSHEET_ERROR = re.compile(r"#[A-Z]{1,5}(?:/[0A]!?|[!?])")
# As a web page's export leaves it in a cell.
_MARKUP = re.compile(
    r"&(?:[a-z]{2,6}|#x?[0-9a-f]{2,6});|</?(?:p|br|div|span|b|i|u|em|strong|code|pre|su[bp])\b[^<>]*>",
    re.IGNORECASE,
)
# What leaves open whether, or which of two, is the answer.
_OPEN = re.compile(
    r"[?¿؟]|(?<!\w)(?:i (?:think|guess|believe|suppose)|maybe|perhaps|probably|possibly"
    r"|not sure|unsure|(?<=\w )or(?= \w))(?!\w)"
)
# What makes one emoji of several, or a picture of a sign, stands between them or behind it.
_EMOJI = "\u2190-\u2bff\U0001f000-\U0001faff"
_IN_EMOJI = re.compile(f"((?<=[{_EMOJI}])\ufe0f|(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}]))")
_LONGEST_NO_ANSWER = 20
_APOSTROPHES = str.maketrans(dict.fromkeys("‘’`´ʼ", "'"))


def tidy(text: str) -> str:
    """The text in composed form, without what cannot be seen, blanks in a row as one.

    >>> tidy(" all\u00a0 reduce\u200b ")
    'all reduce'
    """
    return " ".join(without_invisible(normalize("NFC", text)).split())


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
    """The text as options are compared: tidy, without case and final full stop, one kind of hyphen.

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


def why_no_answer(text: str, answer: TextAnswer) -> str:
    """Why a legible text is no answer that could be wrong; nothing where it is one.

    Signs alone are none, words that say so and a spreadsheet's error are none, and neither is what
    leaves open whether it is meant; unless such a text is accepted.

    >>> why_no_answer("?", TextAnswer(accept=("reduce-scatter",)))
    '"?" holds no letter and no digit. Type an answer.'
    >>> why_no_answer("?", TextAnswer(accept=("->",)))
    ''
    >>> why_no_answer("none", TextAnswer(accept=("x",)))
    ''
    >>> why_no_answer("maybe x", TextAnswer(accept=("x",)))
    '"maybe" leaves open what is meant. Type the answer alone.'
    """
    if not any(map(str.isalnum, text)):
        if any(not any(map(str.isalnum, accepted)) for accepted in answer.accept):
            return ""
        return f'"{shortened(text)}" holds no letter and no digit. Type an answer.'
    reason = _unanswered(text) or _left_open(text, answer)
    if reason:
        typed = comparable(text, answer).removesuffix(".")
        for accepted in answer.accept:
            if comparable(accepted, answer).removesuffix(".") == typed:
                return ""
    return reason


def _unanswered(text: str) -> str:
    if len(text) > _LONGEST_NO_ANSWER:
        return ""
    if _SPREADSHEET_ERROR.fullmatch(text):
        return f'"{text}" is a spreadsheet\'s error, not an answer.'
    if _AROUND.sub("", loose(text)).translate(_APOSTROPHES) in _NO_ANSWERS:
        return f'"{text}" says that there is no answer. Type one.'
    return ""


def _left_open(text: str, answer: TextAnswer) -> str:
    """What says that it is a guess, a question or one of two, unless an accepted text says so.

    Markup is no text either, unless one is accepted.
    """
    markup = _MARKUP.search(text)
    if markup and not any(map(_MARKUP.search, answer.accept)):
        return f'"{markup[0]}" is markup, not text. Type the answer alone.'
    for found in _OPEN.finditer(plain_letters(text).casefold()):
        sign = found[0]
        if sign in "?¿؟" and answer.ignore_punctuation:
            continue
        if not any(sign in _OPEN.findall(accepted.casefold()) for accepted in answer.accept):
            return f'"{sign}" leaves open what is meant. Type the answer alone.'
    return ""
