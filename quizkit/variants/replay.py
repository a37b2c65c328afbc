"""Turn a question as it is today, and what was stored of an old showing, into that variant again.

After a key was mended, a response is judged by the new key for the numbers that its learner saw,
and a letter still means the option that stood beside it. Where today's question no longer fits what
was shown, nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from quizkit.content.model import MatchAnswer, Question, Value
from quizkit.errors import ContentError
from quizkit.variants.draws import numbers_with
from quizkit.variants.record import kind_of
from quizkit.variants.variant import LETTERS, ShownOption, Variant, with_texts

Asked = Mapping[str, Any]
"""What `record.asked` made of a showing, back from JSON."""

_WANTED = {
    "number": "a number", "choice": "a choice", "text": "a text", "match": "pairs",
    "recall": "a recall",
}  # fmt: skip


def replay(question: Question, seed: int, asked: Asked) -> Variant:
    """The variant that was shown, with today's key, tolerance, mistakes and texts.

    Raises ContentError, in a sentence, where what was shown does not fit the question any more.

    >>> from quizkit.content.model import NumberAnswer, Exact
    >>> from quizkit.variants.record import asked
    >>> from quizkit.variants.variant import make_variant
    >>> answer = NumberAnswer(unit="GB", tolerance=Exact(), value=Fraction(120))
    >>> old = Question(id="size", lesson="l", part="practice", prompt="?", answer=answer,
    ...     revision="0" * 12)
    >>> mended = replace(old, answer=replace(answer, value=Fraction(128)))
    >>> replay(mended, 7, asked(make_variant(old, 7))).key
    Fraction(128, 1)
    """
    then, now = kind_of(asked), question.answer.kind
    if then != now:
        raise ContentError(
            f"{question.ref} asked for {_WANTED[then]} then and asks for {_WANTED[now]} now"
        )
    drawn = {name: _value(one) for name, one in asked["drawn"].items()}
    variant = replace(with_texts(question, numbers_with(question, drawn)), seed=seed)
    if variant.options:
        return replace(variant, options=_options(variant, asked["options"]))
    if isinstance(question.answer, MatchAnswer):
        return _paired(variant, question.answer, asked)
    return variant


def _value(stored: Mapping[str, str | None]) -> tuple[Value, str | None]:
    value, unit = stored["value"], stored["unit"]
    assert value is not None, "a drawn value is a number or a name"
    # A named choice has no unit.
    return (value if unit is None else Fraction(value)), unit


def _options(variant: Variant, shown: Sequence[str]) -> tuple[ShownOption, ...]:
    """Today's options of these ids in this order; one that was not shown had no letter."""
    today = {option.id: option for option in variant.options}
    gone = [id_ for id_ in shown if id_ not in today]
    if gone:
        raise ContentError(f"{variant.ref} has no option {', '.join(gone)} any more")
    right = [option.id for option in variant.options if option.right]
    if not set(right) <= set(shown):
        unseen = ", ".join(id_ for id_ in right if id_ not in shown)
        raise ContentError(f"{variant.ref} has the right option {unseen} now, which was not shown")
    return tuple(
        replace(today[id_], letter=letter) for letter, id_ in zip(LETTERS, shown, strict=False)
    )


def _paired(variant: Variant, answer: MatchAnswer, asked: Asked) -> Variant:
    """The sides in the order shown, each under its text of today."""
    old_lefts = [left for left, _ in asked["key"]]
    lefts = _renamed(variant.ref, old_lefts, [left for left, _ in answer.pairs])
    rights = _renamed(variant.ref, asked["rights"], variant.rights)
    return replace(
        variant,
        lefts=tuple(lefts[left] for left in old_lefts),
        rights=tuple(rights[right] for right in asked["rights"]),
    )


def _renamed(ref: str, old: Sequence[str], new: Sequence[str]) -> dict[str, str]:
    """Old text to new text; one text that was reworded is told by being the only one."""
    gone = [text for text in old if text not in new]
    come = [text for text in new if text not in old]
    if len(gone) > 1 or len(gone) != len(come):
        raise ContentError(f"{ref} has other pairs now than were shown")
    return {text: text for text in old} | dict(zip(gone, come, strict=True))
