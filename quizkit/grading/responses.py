"""Turn a response into a reading, as the kind of the variant's answer asks.

Numbers are read by `reader`, options by `choices`; here are short texts and pairs. What is right is
not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from quizkit.content.model import (
    ChoiceAnswer,
    MatchAnswer,
    NumberAnswer,
    RecallAnswer,
    TextAnswer,
)
from quizkit.grading.characters import is_blank, to_ascii, unseen
from quizkit.grading.choices import read_choice
from quizkit.grading.reader import read_number
from quizkit.grading.readings import (
    Ambiguous,
    Blank,
    Expected,
    Matched,
    Reading,
    Said,
    Unreadable,
)
from quizkit.grading.texts import legible, shortened, tidy, tidy_lines
from quizkit.grading.unanswered import why_no_answer
from quizkit.variants import Variant

LONGEST_TEXT = 1000

_PAIR = re.compile(r"\(?([0-9]{1,2})\)? ?(?:[-–−:=.>]|->|=>|→)? ?\(?([a-z])\)?")
_BETWEEN_PAIRS = re.compile(r"(?:[ ,;\n.|/&]|and\b)*")


def read_response(variant: Variant, text: str, *, decimal_comma: bool = False) -> Reading:
    """Read a response as the variant's kind asks; raises ValueError for recall."""
    match variant.question.answer:
        case NumberAnswer() as answer:
            return read_number(text, expected_by(answer, decimal_comma=decimal_comma))
        case ChoiceAnswer(many=many):
            return _limited(text) or read_choice(
                variant.options, text, many=many, decimal_comma=decimal_comma
            )
        case TextAnswer() as answer:
            return _limited(text) or read_text(answer, text)
        case MatchAnswer():
            return _limited(text) or read_pairs(variant.lefts, variant.rights, text)
        case RecallAnswer():
            raise ValueError(f"{variant.name} is recall: its learner rates it")
        case other:
            assert_never(other)


def expected_by(answer: NumberAnswer, *, decimal_comma: bool = False) -> Expected:
    """What an answer declares to the reader: everything but the key."""
    return Expected(
        unit=answer.unit,
        unit_rule=answer.unit_rule,
        accept=answer.accept,
        written_sigfigs=answer.written_sigfigs,
        decimal_comma=decimal_comma,
    )


def _limited(text: str) -> Blank | Unreadable | None:
    if is_blank(text):
        return Blank()
    if len(text) > LONGEST_TEXT:
        return Unreadable(message=f"A response has at most {LONGEST_TEXT} characters.")
    stopped = unseen(text)
    return None if stopped is None else Unreadable(message=stopped.message)


# --- text ---------------------------------------------------------------------------------------


def read_text(answer: TextAnswer, text: str) -> Said | Unreadable:
    """The text, its blanks tidied, unless it is no answer that could be wrong.

    >>> read_text(TextAnswer(accept=("psi",)), "idk").message
    '"idk" says that there is no answer. Type one.'
    """
    read = legible(text)
    reason = why_no_answer(read, answer)
    return Unreadable(message=reason) if reason else Said(text=read, literal=read == text)


# --- match ------------------------------------------------------------------------------------


def read_pairs(lefts: Sequence[str], rights: Sequence[str], text: str) -> Reading:
    """The pairs that a response like `1-b, 2-a` names: every left side, each once.

    >>> read_pairs(("x", "y"), ("one", "two"), "1-b 2a").pairs
    (('x', 'two'), ('y', 'one'))
    """
    letters = {chr(ord("a") + index): right for index, right in enumerate(rights)}
    example = ", ".join(f"{index}-{letter}" for index, letter in enumerate(letters, 1))
    said = to_ascii(tidy_lines(text).casefold())
    found: dict[int, str] = {}
    at = 0
    while at < len(said):
        pair = _PAIR.match(said, at)
        if not pair or int(pair[1]) not in range(1, len(lefts) + 1) or pair[2] not in letters:
            return Unreadable(
                message=f'"{shortened(said[at:])}" is no pair here: type them as in {example}.'
            )
        left = int(pair[1])
        if left in found and found[left] != pair[2]:
            return Ambiguous(
                readings=(f"{left}-{found[left]}", f"{left}-{pair[2]}"),
                message=f"{left} stands in two pairs. Type each number once.",
            )
        found[left] = pair[2]
        between = _BETWEEN_PAIRS.match(said, pair.end())
        at = between.end() if between else pair.end()
    missing = [str(index) for index in range(1, len(lefts) + 1) if index not in found]
    if missing:
        return Ambiguous(
            readings=(_pairs_text(found),),
            message=f"No pair for {', '.join(missing)}. Type all of them, as in {example}.",
        )
    shown = _pairs_text(found)
    return Matched(
        pairs=tuple((left, letters[found[index]]) for index, left in enumerate(lefts, 1)),
        read_as=shown,
        literal=tidy(text) == shown,
    )


def _pairs_text(found: dict[int, str]) -> str:
    return ", ".join(f"{left}-{found[left]}" for left in sorted(found))
