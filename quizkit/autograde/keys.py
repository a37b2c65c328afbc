"""Turn a variant into its key as a graded file shows it: once for people, once exactly."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import assert_never

from quizkit.content.model import (
    ChoiceAnswer,
    MatchAnswer,
    NumberAnswer,
    RecallAnswer,
    TextAnswer,
)
from quizkit.numerals import decimal_places, exact, rounded
from quizkit.variants import Variant, is_shuffled, key_shown

_BARE_FRACTION = re.compile(r"-?[0-9]+/[0-9]+")


def key_text(variant: Variant, *, seeded: bool = True, decimal_comma: bool = False) -> str:
    """The key for people, with its unit: `1.5 bytes/param`, `c: Updated parameters`.

    Without a seed the letters of a shuffled question mean nothing and are left out. A fraction that
    has no unit gets its decimal as well, for a spreadsheet makes a date of a bare `3/2`.
    """
    answer = variant.question.answer
    lettered = seeded or not is_shuffled(variant.question)
    match answer:
        case NumberAnswer():
            text = key_shown(variant, decimal_comma=decimal_comma)
            return beside_decimal(variant, text) if _BARE_FRACTION.fullmatch(text) else text
        case ChoiceAnswer():
            return "; ".join(
                f"{option.letter}: {option.text}" if lettered else option.text
                for option in variant.options
                if option.right
            )
        case TextAnswer(accept=accept):
            return " | ".join(accept)
        case MatchAnswer(pairs=pairs):
            return pairs_text(pairs)
        case RecallAnswer(model=model):
            return model.strip()
        case _:
            assert_never(answer)


def pairs_text(pairs: Iterable[tuple[str, str]]) -> str:
    """Pairs for people: `stage 1 - optimizer state; stage 2 - gradients`."""
    return "; ".join(f"{left} - {right}" for left, right in pairs)


def beside_decimal(variant: Variant, text: str) -> str:
    """A bare fraction with its decimal: `1/3 (about 0.3333)`."""
    assert variant.key is not None, "only numbers are written as fractions"
    about = "" if decimal_places(variant.key) is not None else "about "
    return f"{text} ({about}{rounded(variant.key, 6)})"


def key_exact(variant: Variant) -> str:
    """The key for programs: a number in the asked unit as digits or a fraction; ids of options.

    Several ids, accepted texts or pairs are joined by a comma, ` | ` and `; ` as in `key_text`.
    """
    if variant.key is not None:
        return exact(variant.key)
    if variant.options:
        return ", ".join(sorted(option.id for option in variant.options if option.right))
    return key_text(variant, seeded=False)
