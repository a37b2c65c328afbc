"""Turn a variant into what the log stores of its showing, and a stored tolerance back into one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, assert_never

from quizkit.content.model import (
    Absolute,
    AbsoluteOrRelative,
    AnyOf,
    ChoiceAnswer,
    Exact,
    Factor,
    MatchAnswer,
    NumberAnswer,
    Places,
    Range,
    RecallAnswer,
    Relative,
    SigFigs,
    TextAnswer,
    Tolerance,
)
from quizkit.variants.variant import Variant, is_shuffled


def asked(variant: Variant, *, seeded: bool = True) -> dict[str, object]:
    """What the log stores of a showing, for JSON: enough to judge the response without the course.

    Numbers are exact texts. `key` is a number's text, the ids of the right options, the accepted
    texts, or the pairs in the order of their left sides; None for recall. `options`, `rights` and
    those left sides are in the order shown. Where nobody says by which seed (`seeded`), a choice
    has `order_known` besides: whether it was fixed.
    """
    showing: dict[str, object] = {
        "drawn": {one.name: {"value": str(one.value), "unit": one.unit} for one in variant.drawn},
        "key": _key_asked(variant),
        "unit": variant.unit,
        "tolerance": None if variant.tolerance is None else _rule_asked(variant.tolerance),
        "options": [option.id for option in variant.options],
        "rights": list(variant.rights),
    }
    if variant.options and not seeded:
        showing["order_known"] = not is_shuffled(variant.question)
    return showing


def kind_of(showing: Mapping[str, Any]) -> str:
    """The kind of answer that was asked for: what is stored of each kind looks different."""
    if showing["options"]:
        return "choice"
    if showing["rights"]:
        return "match"
    if showing["key"] is None:
        return "recall"
    return "number" if showing["unit"] is not None else "text"


def read_rule(stored: Any) -> Tolerance:
    """The tolerance of a showing that `asked` stored, back from JSON.

    >>> read_rule({"rel": "1/100"})
    Relative(share=Fraction(1, 100))
    """
    match stored:
        case "exact":
            return Exact()
        case {"abs": bound, "rel": share}:
            return AbsoluteOrRelative(Fraction(bound), Fraction(share))
        case {"abs": bound}:
            return Absolute(Fraction(bound))
        case {"rel": share}:
            return Relative(Fraction(share))
        case {"range": [low, high]}:
            return Range(Fraction(low), Fraction(high))
        case {"places": digits}:
            return Places(digits)
        case {"sigfigs": figures}:
            return SigFigs(figures)
        case {"factor": bound}:
            return Factor(Fraction(bound))
        case {"any_of": members}:
            return AnyOf(
                tuple((Fraction(one["value"]), read_rule(one["tolerance"])) for one in members)
            )
        case _:
            raise ValueError(f"no tolerance is stored as {stored!r}")


def _key_asked(variant: Variant) -> object:
    match variant.question.answer:
        case NumberAnswer():
            return str(variant.key)
        case ChoiceAnswer():
            return [option.id for option in variant.options if option.right]
        case TextAnswer(accept=accept):
            return list(accept)
        case MatchAnswer(pairs=pairs):
            belongs = dict(pairs)
            # As shown: a replayed variant has kept the order that its numbers mean.
            return [[left, belongs[left]] for left in variant.lefts]
        case RecallAnswer():
            return None
        case other:
            assert_never(other)


def _rule_asked(rule: Tolerance) -> object:
    match rule:
        case Exact():
            return "exact"
        case Absolute(bound=bound):
            return {"abs": str(bound)}
        case Relative(share=share):
            return {"rel": str(share)}
        case AbsoluteOrRelative(bound=bound, share=share):
            return {"abs": str(bound), "rel": str(share)}
        case Range(low=low, high=high):
            return {"range": [str(low), str(high)]}
        case Places(digits=digits):
            return {"places": digits}
        case SigFigs(figures=figures):
            return {"sigfigs": figures}
        case Factor(bound=bound):
            return {"factor": str(bound)}
        case AnyOf(members=members):
            return {
                "any_of": [
                    {"value": str(value), "tolerance": _rule_asked(own)} for value, own in members
                ]
            }
        case _:
            assert_never(rule)
