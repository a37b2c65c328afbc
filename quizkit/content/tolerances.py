"""Turn the node of a `tolerance` into the rule it declares: `exact`, or one rule like `{rel: 1%}`.

What cannot be meant (a negative bound, a share without its percent sign, a relative bound on the
key 0) is refused here, at load.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from quizkit.content.kinds import Field, Got, Kind, need
from quizkit.content.model import (
    Absolute,
    AbsoluteOrRelative,
    AnyOf,
    Exact,
    Factor,
    Places,
    Range,
    Relative,
    SigFigs,
    Tolerance,
)
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode
from quizkit.content.notation import NUMBER_PATTERN, percentage
from quizkit.content.readers import (
    ListOf,
    Number,
    Whole,
)
from quizkit.content.walk import (
    BAD,
    Bad,
    JsonSchema,
    Walk,
    did_you_mean,
    listed,
)
from quizkit.errors import NotationError
from quizkit.numerals import plain_number

_percentage = lru_cache(maxsize=1024)(percentage)


def _bound(node: Node, walk: Walk) -> Fraction | Bad:
    """`abs`: how far off, in the asked unit."""
    if type(node) is ScalarNode and node.text.endswith("%"):
        return walk.wrong(
            "QK403",
            node,
            f"abs is a number in the asked unit, not {node.text}",
            help=f"a share of the key is rel: {node.text}",
        )
    return _above_zero("abs", Number().read(node, walk), node, walk)


def _percent(node: Node, walk: Walk) -> Fraction | Bad:
    """`rel`: how far off, as a share of the key, with its percent sign."""
    if type(node) is not ScalarNode or node.is_empty:
        return Number().read(node, walk)
    try:
        return _above_zero("rel", _percentage(node.text), node, walk)
    except NotationError as error:
        code = "QK206" if node.text.endswith("%") else "QK403"
        return walk.wrong(code, node, f"rel is a share of the key: {error}")


def _above_zero(name: str, value: Fraction | Bad, node: Node, walk: Walk) -> Fraction | Bad:
    if value is BAD or value > 0:
        return value
    if value < 0:
        return walk.wrong("QK402", node, f"{name} is below 0; a bound is above 0")
    return walk.wrong("QK402", node, f"{name}: 0 bounds nothing", help="write tolerance: exact")


def _range(node: Node, walk: Walk) -> Range | Bad:
    ends = ListOf(Number(), 2, 2).read(node, walk)
    if ends is BAD:
        return BAD
    low, high = ends
    if low > high:
        return walk.wrong(
            "QK405",
            node,
            "the range's ends are swapped",
            help=f"write [{plain_number(high)}, {plain_number(low)}]",
        )
    if low == high:
        return walk.wrong(
            "QK402", node, "the range holds one number", help="write tolerance: exact"
        )
    return Range(low, high)


def _factor(node: Node, walk: Walk) -> Factor | Bad:
    value = Number().read(node, walk)
    if value is BAD:
        return BAD
    if value <= 1:
        return walk.wrong("QK402", node, "factor is above 1: 2 means half to double the key")
    return Factor(value)


def _any_of(node: Node, walk: Walk) -> AnyOf | Bad:
    if type(node) is not SequenceNode or not node.items:
        return walk.wrong(
            "QK201",
            node,
            "any_of is a list",
            help="[8, {value: 64/15, tolerance: {rel: 1%}}]",
        )
    members = []
    for item in node.items:
        if isinstance(item, MappingNode):
            members.append(MEMBER.read(item, walk))
        else:
            value = Number().read(item, walk)
            members.append(BAD if value is BAD else (value, Exact()))
    good = tuple(member for member in members if member is not BAD)
    return AnyOf(good) if len(good) == len(members) else BAD


_RULES: Final = ("abs", "rel", "range", "places", "sigfigs", "factor", "any_of")
_MEANT: Final = {
    "absolute": "abs",
    "relative": "rel",
    "percent": "rel",
    "digits": "places",
    "decimals": "places",
    "sig_figs": "sigfigs",
    "significant": "sigfigs",
    "figures": "sigfigs",
}


@dataclass(frozen=True, slots=True)
class ToleranceForm:
    """`exact`, or a mapping with one rule (`abs` and `rel` may stand together)."""

    def read(self, node: Node, walk: Walk) -> Tolerance | Bad:
        if type(node) is ScalarNode:
            return self._word(node, walk)
        if not isinstance(node, MappingNode):
            return walk.wrong("QK401", node, "a tolerance is exact, or a rule like {rel: 1%}")
        rules: list[tuple[ScalarNode, Tolerance | Bad]] = []
        strange = False
        for key, value in node.entries:
            if key.text in _RULES:
                rules.append((key, self._rule(key, value, walk)))
            else:
                strange = True
                meant = _MEANT.get(key.text)
                hint = f'did you mean "{meant}"?' if meant else did_you_mean(key.text, _RULES)
                walk.wrong(
                    "QK203",
                    key,
                    f'unknown field "{key.text[:40]}"',
                    help=hint or f"a tolerance has one of {listed(_RULES)}",
                )
        if any(rule is BAD for _, rule in rules) or strange:
            return BAD
        if not rules:
            return walk.wrong("QK401", node, f"a tolerance has one of {listed(_RULES)}")
        first = rules[0][1]
        if len(rules) == 1:
            return first
        second = rules[1][1]
        if len(rules) == 2 and isinstance(first, Relative):
            first, second = second, first
        if len(rules) == 2 and isinstance(first, Absolute) and isinstance(second, Relative):
            return AbsoluteOrRelative(first.bound, second.share)
        return walk.wrong(
            "QK401",
            rules[1][0],
            "a tolerance is one rule; only abs and rel may stand together (the larger counts)",
        )

    def _word(self, node: ScalarNode, walk: Walk) -> Tolerance | Bad:
        if node.text == "exact":
            return Exact()
        if re.fullmatch(r"[0-9.]+ *%", node.text):
            hint = f"write {{rel: {node.text}}}"
        elif re.fullmatch(r"[0-9./e-]+", node.text):
            hint = f"write {{abs: {node.text}}} or {{rel: {node.text}%}}"
        else:
            hint = did_you_mean(node.text, ("exact",))
        return walk.wrong(
            "QK401",
            node,
            f'"{node.text[:40]}" is no tolerance: it is exact, or a rule like {{rel: 1%}}',
            help=hint,
        )

    def _rule(self, key: ScalarNode, node: Node, walk: Walk) -> Tolerance | Bad:
        if type(node) is ScalarNode and node.is_empty:
            return walk.wrong("QK204", key, f'"{key.text}" is missing its value')
        match key.text:
            case "abs":
                bound = _bound(node, walk)
                return BAD if bound is BAD else Absolute(bound)
            case "rel":
                share = _percent(node, walk)
                return BAD if share is BAD else Relative(share)
            case "range":
                return _range(node, walk)
            case "places":
                digits = Whole(0, 100, "QK402").read(node, walk)
                return BAD if digits is BAD else Places(digits)
            case "sigfigs":
                figures = Whole(1, 100, "QK402").read(node, walk)
                return BAD if figures is BAD else SigFigs(figures)
            case "factor":
                return _factor(node, walk)
            case _:
                return _any_of(node, walk)

    def schema(self) -> JsonSchema:
        return {"$ref": "#/definitions/tolerance"}

    def definition(self) -> JsonSchema:
        """The forms of a tolerance as JSON Schema."""
        above = {"type": ["number", "string"], "pattern": _ABOVE_ZERO, "exclusiveMinimum": 0}
        rules: dict[str, JsonSchema] = {
            "abs": {**above, "description": "how far off, in the asked unit"},
            "rel": {
                "type": "string",
                "pattern": r"^\+?(?=[^eE%]*[1-9])[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,4})? *%$",
                "description": "how far off, as a share of the key, with its percent sign: 0.5%",
            },
            "range": {
                **ListOf(Number(), 2, 2).schema(),
                "description": "[from, to], both inside, whatever the key",
            },
            "places": {
                **Whole(0, 100).schema(),
                "description": "within half of the last of so many decimal places",
            },
            "sigfigs": {
                **Whole(1, 100).schema(),
                "pattern": "^0*[1-9][0-9]*$",
                "description": "right to so many significant figures",
            },
            "factor": {
                **above,
                "exclusiveMinimum": 1,
                "description": "between key/factor and key*factor; above 1",
            },
            "any_of": {
                "type": "array",
                "minItems": 1,
                "items": {"anyOf": [Number().schema(), MEMBER.schema()]},
                "description": "any of these values, each exact or with a tolerance of its own",
            },
        }
        return {
            "description": "How far from the key a right answer may be.",
            "oneOf": [
                {"enum": ["exact"]},
                {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": rules,
                    "minProperties": 1,
                    "maxProperties": 2,
                    "anyOf": [{"maxProperties": 1}, {"required": ["abs", "rel"]}],
                },
            ],
        }


_ABOVE_ZERO: Final = NUMBER_PATTERN.replace("^[+-]?", r"^\+?(?=[^eE/]*[1-9])").replace("| *%", "")
"""A number above 0, without a percent sign."""


def _member(got: Got) -> tuple[Fraction, Tolerance] | Bad:
    rule, walk = got[_MEMBER_TOLERANCE], got.walk
    at = got.node(_MEMBER_TOLERANCE) or got.at
    if isinstance(rule, AnyOf):
        return walk.wrong("QK401", at, "any_of does not hold another any_of")
    if isinstance(rule, Range):
        return walk.wrong("QK401", at, "a range needs no value of its own; give it alone")
    return BAD if key_refuses(got[_MEMBER_VALUE], rule, at, walk) else (got[_MEMBER_VALUE], rule)


_MEMBER_VALUE = need("value", Number(), "the value, in the asked unit")
_MEMBER_TOLERANCE: Field[Tolerance] = need(
    "tolerance", ToleranceForm(), "how strictly this value is compared"
)
MEMBER = Kind(
    "a member of any_of",
    "One of several right values.",
    (_MEMBER_VALUE, _MEMBER_TOLERANCE),
    _member,
)


def key_refuses(key: Fraction, rule: Tolerance, node: Node, walk: Walk) -> bool:
    """Whether a fixed key makes the rule meaningless; then a finding at the rule says so."""
    if key == 0 and isinstance(rule, Relative):
        walk.wrong("QK404", node, "rel of the key 0 is 0", help="add abs beside it, or write exact")
        return True
    if key == 0 and isinstance(rule, SigFigs | Factor):
        name = "sigfigs" if isinstance(rule, SigFigs) else "factor"
        walk.wrong("QK404", node, f"{name} means nothing for the key 0", help="use abs or exact")
        return True
    if isinstance(rule, Range) and not rule.low <= key <= rule.high:
        walk.wrong("QK405", node, f"the key {plain_number(key)} lies outside the range")
        return True
    return False
