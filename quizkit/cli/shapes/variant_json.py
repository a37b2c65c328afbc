"""Turn a variant and its key into the JSON that `quiz show` and `quiz sample` promise."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from quizkit.content.model import (
    ChoiceAnswer,
    MatchAnswer,
    NumberAnswer,
    RecallAnswer,
    TextAnswer,
)
from quizkit.numerals import exact
from quizkit.variants import LETTERS, key_shown

if TYPE_CHECKING:
    from quizkit.variants import Variant


def variant_json(variant: Variant) -> dict[str, object]:
    """What a learner is shown; numbers are exact texts, `unit` is null where there is none.

    A match has its two sides as well: `lefts` to be numbered, `rights` under their letters.
    """
    shape: dict[str, object] = {
        "variant": variant.name,
        "kind": variant.kind,
        "prompt": variant.prompt,
        "unit": variant.unit,
        "drawn": {
            one.name: {"value": str(one.value), "unit": one.unit, "shown": one.shown}
            for one in variant.drawn
        },
        "options": [
            {"id": option.id, "letter": option.letter, "text": option.text}
            for option in variant.options
        ],
    }
    if variant.kind == "match":
        shape["lefts"] = list(variant.lefts)
        shape["rights"] = [
            {"letter": letter, "text": right}
            for letter, right in zip(LETTERS, variant.rights, strict=False)
        ]
    return shape


def key_json(variant: Variant, *, decimal_comma: bool) -> object:
    """The key: a number and the text to type, ids, texts, pairs, or model and checklist."""
    match variant.question.answer:
        case NumberAnswer(unit=unit):
            assert variant.key is not None, "a number's variant has a key"
            return {
                "value": exact(variant.key),
                "unit": unit,
                "shown": key_shown(variant, decimal_comma=decimal_comma),
            }
        case ChoiceAnswer():
            return [option.id for option in variant.options if option.right]
        case TextAnswer(accept=accept):
            return list(accept)
        case MatchAnswer(pairs=pairs):
            return [list(pair) for pair in pairs]
        case RecallAnswer(model=model, checklist=checklist):
            return {"model": model.strip("\n"), "checklist": list(checklist)}
        case other:
            assert_never(other)
