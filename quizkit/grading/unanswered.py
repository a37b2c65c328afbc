"""Turn a text into the reason why it is no answer that could be wrong, if it is none.

Only its form is looked at, and whether an accepted text has the same: never whether it is right.
"""

from __future__ import annotations

import re

from quizkit.content.model import TextAnswer
from quizkit.grading.texts import comparable, loose, plain_letters, shortened

# Not "none" and "no", which are answers to many a question.
_NO_ANSWERS = frozenset(
    (
        "n/a", "n.a", "idk", "dunno", "i dunno", "no idea", "i have no idea", "no clue",
        "i don't know", "i dont know", "i do not know", "don't know", "dont know", "do not know",
        "not sure", "i'm not sure", "im not sure", "i am not sure", "i forgot",
    )
)  # fmt: skip
# What R and pandas write where there is nothing. "Na" may be sodium, and "null" be meant.
_MISSING = frozenset(("NA", "<NA>", "NaN", "nan"))
_AROUND = re.compile(r"^\W+|\W+$")
_SPREADSHEET_ERROR = re.compile(r"#[A-Z]{1,5}(?:/[0A]!?|[!?])")
# As a web page's export leaves it in a cell, or a notebook.
_MARKUP = re.compile(
    r"&(?:[a-z]{2,6}|#x?[0-9a-f]{2,6});|</?(?:p|br|div|span|b|i|u|em|strong|code|pre|su[bp])\b[^<>]*>"
    r"|\A\*\*(?=\S.*\*\*\Z)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:(?:the|my) )?(?:answer(?: is)?|ans) ?[:=]|the answer is(?= )")
# What leaves open whether, or which of two, is the answer.
_OPEN = re.compile(
    r"[?¿؟]|(?<!\w)(?:i (?:think|guess|believe|suppose)|maybe|perhaps|probably|possibly"
    r"|not sure|unsure|(?<=\w )or(?= \w))(?!\w)"
)
_LONGEST_NO_ANSWER = 20
_APOSTROPHES = str.maketrans(dict.fromkeys("‘’`´ʼ", "'"))


def why_no_answer(text: str, answer: TextAnswer) -> str:
    """Why a legible text is no answer that could be wrong; nothing where it is one.

    Signs alone are none, words that say so and a spreadsheet's error are none, and neither is what
    holds markup or a label, or leaves open whether it is meant; unless such a text is accepted.

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
    reason = _unanswered(text) or _not_alone(text, answer) or _left_open(text, answer)
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
    if text in _MISSING:
        return f'"{text}" is what a program writes where there is no answer. Type one.'
    if _AROUND.sub("", loose(text)).translate(_APOSTROPHES) in _NO_ANSWERS:
        return f'"{text}" says that there is no answer. Type one.'
    return ""


def _not_alone(text: str, answer: TextAnswer) -> str:
    """The markup in it or the label before it, unless an accepted text has some too."""
    markup = _MARKUP.search(text)
    if markup and not any(map(_MARKUP.search, answer.accept)):
        return f'"{markup[0]}" is markup, not text. Type the answer alone.'
    label = _LABEL.match(_said(text))
    if label and not any(_LABEL.match(accepted.casefold()) for accepted in answer.accept):
        return f'"{_typed(text, label)}" is no part of an answer. Type the answer alone.'
    return ""


def _left_open(text: str, answer: TextAnswer) -> str:
    """What says that it is a guess, a question or one of two, unless an accepted text says so."""
    for found in _OPEN.finditer(_said(text)):
        sign = found[0]
        if sign in "?¿؟" and answer.ignore_punctuation:
            continue
        if not any(sign in _OPEN.findall(accepted.casefold()) for accepted in answer.accept):
            return f'"{_typed(text, found)}" leaves open what is meant. Type the answer alone.'
    return ""


def _typed(text: str, found: re.Match[str]) -> str:
    """What was found in what was said, as it stands in the text where that has its length."""
    typed = text[found.start() : found.end()]
    return typed if _said(typed) == found[0] else found[0]


def _said(text: str) -> str:
    return plain_letters(text).casefold()
