"""Turn the node of an `answer` into the answer it declares: its kind, its key, how strictly.

Each kind of answer is one table; adding a kind is a table here, an entry in `KINDS` and a value in
`quizkit.content.model`. What cannot be meant (a negative bound, a share without its percent sign, a
relative bound on the key 0) is refused here, at load.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, cast

from quizkit import units
from quizkit.content.model import (
    Absolute,
    AbsoluteOrRelative,
    Answer,
    AnyOf,
    ChoiceAnswer,
    Exact,
    Factor,
    MatchAnswer,
    NumberAnswer,
    Option,
    Places,
    Range,
    RecallAnswer,
    Relative,
    SigFigs,
    TextAnswer,
    Tolerance,
)
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode, items_of
from quizkit.content.readers import (
    BAD,
    NOTATION,
    Bad,
    Boolean,
    Distinct,
    Field,
    Got,
    Ident,
    JsonSchema,
    Kind,
    Line,
    ListOf,
    Number,
    OneOf,
    Prose,
    Share,
    UnitName,
    Walk,
    Whole,
    did_you_mean,
    listed,
    may,
    need,
    short,
)
from quizkit.errors import NotationError

# --- tolerances -------------------------------------------------------------------------------


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
        return _above_zero("rel", units.percentage(node.text), node, walk)
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
            help=f"write [{units.plain_number(high)}, {units.plain_number(low)}]",
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


_ABOVE_ZERO: Final = NOTATION.replace("^[+-]?", r"^\+?(?=[^eE/%]*[1-9])")


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
        walk.wrong("QK405", node, f"the key {units.plain_number(key)} lies outside the range")
        return True
    return False


# --- number -----------------------------------------------------------------------------------


def _number(got: Got) -> NumberAnswer | Bad:
    unit, walk = got[UNIT], got.walk
    accept_node = got.node(ACCEPT_UNITS)
    if isinstance(accept_node, SequenceNode):
        for other, item in zip(got[ACCEPT_UNITS], accept_node.items, strict=True):
            if not units.same_dimension(unit, other):
                return walk.wrong("QK407", item, f"{other} does not measure what {unit} does")
    value = got[VALUE]
    tolerance_node = got.node(TOLERANCE)
    assert tolerance_node is not None, "a tolerance is required"
    if value is not None and key_refuses(value, got[TOLERANCE], tolerance_node, walk):
        return BAD
    written = got[WRITTEN]
    return NumberAnswer(
        unit=unit,
        tolerance=got[TOLERANCE],
        value=value,
        unit_rule=cast('Literal["required", "optional", "forbidden"]', got[UNIT_RULE]),
        accept=got[ACCEPT_UNITS],
        written_sigfigs=written,
        wrong_unit_share=got[WRONG_UNIT_SHARE],
    )


SIGFIGS = need("sigfigs", Whole(1, 50), "how many significant figures must be written")
WRITTEN_KIND = Kind(
    "written", "How the number must be written.", (SIGFIGS,), lambda got: got[SIGFIGS]
)

UNIT = need("unit", UnitName(), "the unit in which the answer is asked and the key is given")
TOLERANCE: Field[Tolerance] = need(
    "tolerance", ToleranceForm(), "exact, or a rule like {rel: 0.5%} or {abs: 0.1}"
)
VALUE = may("value", Number(), "the key, where no calculator makes it: 48.75, 64/15, 7B", None)
UNIT_RULE = may(
    "unit_rule",
    OneOf(("required", "optional", "forbidden")),
    "whether a unit must be typed; optional unless said",
    "optional",
)
ACCEPT_UNITS = may(
    "accept",
    Distinct(UnitName(), 1),
    "the units that may be typed; any of the kind unless said",
    (),
)
WRITTEN = may("written", WRITTEN_KIND, "how the number must be written, as {sigfigs: 3}", None)
WRONG_UNIT_SHARE = may(
    "wrong_unit_share", Share(), "the score of the right number with a wrong unit", Fraction(0)
)
_NUMBER_KIND = need("kind", OneOf(("number",)), "a number, typed")
NUMBER = Kind(
    "a number answer",
    "A number in a unit: the key comes from `given`, or from `value`.",
    (_NUMBER_KIND, UNIT, TOLERANCE, VALUE, UNIT_RULE, ACCEPT_UNITS, WRITTEN, WRONG_UNIT_SHARE),
    _number,
    meant={"units": "unit", "key": "value", "answer": "value", "within": "tolerance"},
)

# --- choice -----------------------------------------------------------------------------------


def _option(got: Got) -> Option:
    return Option(id=got[OPTION_ID], text=got[OPTION_TEXT], right=got[RIGHT], say=got[SAY])


OPTION_ID = need("id", Ident(), "the option's name, for the log and for answers by id")
OPTION_TEXT = need("text", Prose(), "what the learner chooses")
RIGHT = may("right", Boolean(), "true where choosing it is right", False)
SAY = may("say", Prose(), "why it is right or wrong: shown to whoever chose it", "")
OPTION = Kind(
    "an option",
    "One option of a choice.",
    (OPTION_ID, OPTION_TEXT, RIGHT, SAY),
    _option,
    meant={"correct": "right", "feedback": "say", "explanation": "say", "label": "text"},
)


def _choice(got: Got) -> ChoiceAnswer:
    return ChoiceAnswer(options=got[OPTIONS], many=got[MANY], fixed=got[FIXED])


def _look_at_options(node: MappingNode, walk: Walk) -> None:
    """No id and no text twice, and as many right options as there may be."""
    listing = node.get("options")
    if not isinstance(listing, SequenceNode):
        return
    options = items_of(node, "options")
    same("QK302", options, "id", "the option id", walk)
    same("QK409", options, "text", "the text", walk)
    right = [option for option in options if _says(option, "right", "true")]
    if not right:
        # Not where a fault in the options may hide the right one.
        clear = all(
            OPTION.lacks(option, "right")
            for option in options
            if not _says(option, "right", "false")
        )
        if clear and len(options) == len(listing.items) >= 2:
            walk.wrong(
                "QK408",
                key_node(node, "options"),
                "no option is right",
                help="write right: true in the one that is",
            )
    elif (len(right) > 1 and CHOICE.lacks(node, "many")) or _says(node, "many", "false"):
        for option in right[1:]:
            walk.wrong(
                "QK408",
                key_node(option, "right"),
                f"another option is right; the first is in line {key_node(right[0], 'right').line}",
                help="keep one, or write many: true",
            )


def _says(node: MappingNode, name: str, text: str) -> bool:
    value = node.get(name)
    return type(value) is ScalarNode and value.text == text


def key_node(node: MappingNode, name: str) -> Node:
    """Where the field's name stands; the mapping itself if it has no such field."""
    return next((key for key, _ in node.entries if key.text == name), node)


def same(code: str, items: Iterable[MappingNode], name: str, what: str, walk: Walk) -> None:
    """A finding wherever a text stands again in the items' fields of that name."""
    first: dict[str, int] = {}
    for item in items:
        value = item.get(name)
        if type(value) is not ScalarNode or value.is_empty:
            continue
        if value.text in first:
            walk.wrong(
                code,
                value,
                f'{what} "{short(value.text)}" stands twice; the first is in line '
                f"{first[value.text]}",
            )
        else:
            first[value.text] = value.line


OPTIONS = need("options", ListOf(OPTION, 2, 26), "what there is to choose from, 2 to 26")
MANY = may("many", Boolean(), "true where several options may be right", False)
FIXED = may("fixed", Boolean(), "true keeps the author's order; else options are shuffled", False)
_CHOICE_KIND = need("kind", OneOf(("choice",)), "one option, or several, out of a list")
CHOICE = Kind(
    "a choice answer",
    "Options to choose from; exactly one is right unless `many` is true.",
    (_CHOICE_KIND, OPTIONS, MANY, FIXED),
    _choice,
    first=_look_at_options,
    meant={"choices": "options", "multiple": "many", "shuffle": "fixed"},
)

# --- text, recall, match ----------------------------------------------------------------------

SWITCHES: Final = ("case", "spaces", "punctuation", "quotes")


def _text(got: Got) -> TextAnswer:
    ignored = got[IGNORE]
    return TextAnswer(
        accept=got[ACCEPT_TEXTS],
        ignore_case="case" in ignored,
        ignore_spaces="spaces" in ignored,
        ignore_punctuation="punctuation" in ignored,
        ignore_quotes="quotes" in ignored,
    )


ACCEPT_TEXTS = need(
    "accept", Distinct(Line(), 1, "QK409"), "the right texts; the first is shown as the key"
)
IGNORE = may(
    "ignore",
    Distinct(OneOf(SWITCHES)),
    f"what makes no difference, of {listed(SWITCHES)}; case, spaces and quotes unless said",
    ("case", "spaces", "quotes"),
)
_TEXT_KIND = need("kind", OneOf(("text",)), "a short text, typed")
TEXT = Kind(
    "a text answer",
    "Texts that are right.",
    (_TEXT_KIND, ACCEPT_TEXTS, IGNORE),
    _text,
    meant={"answers": "accept", "value": "accept", "text": "accept", "accepted": "accept"},
)


def _recall(got: Got) -> RecallAnswer:
    return RecallAnswer(model=got[MODEL], checklist=got[CHECKLIST])


MODEL = need("model", Prose(), "the model answer, shown once the learner has tried")
CHECKLIST = may(
    "checklist", Distinct(Prose(), 0, "QK409"), "what a good answer names, to be ticked", ()
)
_RECALL_KIND = need("kind", OneOf(("recall",)), "said from memory, rated by the learner")
RECALL = Kind(
    "a recall answer",
    "A model answer and a checklist; the learner rates the recall.",
    (_RECALL_KIND, MODEL, CHECKLIST),
    _recall,
    meant={"answer": "model", "points": "checklist"},
)


def _match(got: Got) -> MatchAnswer | Bad:
    listing = got.node(PAIRS)
    assert isinstance(listing, SequenceNode)
    first: dict[str, int] = {}
    for (left, _), item in zip(got[PAIRS], listing.items, strict=True):
        if left in first:
            return got.walk.wrong(
                "QK409",
                item,
                f'the left side "{short(left)}" stands twice; the first is in line {first[left]}',
            )
        first[left] = item.line
    pairs = tuple((pair[0], pair[1]) for pair in got[PAIRS])
    if len({right for _, right in pairs}) == 1:
        return got.walk.wrong(
            "QK409", listing, "all right sides are equal: there is nothing to match"
        )
    return MatchAnswer(pairs=pairs)


PAIRS = need("pairs", ListOf(ListOf(Line(), 2, 2), 2, 26), "what belongs together: [left, right]")
_MATCH_KIND = need("kind", OneOf(("match",)), "pairs to find")
MATCH = Kind(
    "a match answer",
    "Pairs in the author's order; the right sides are shuffled when shown.",
    (_MATCH_KIND, PAIRS),
    _match,
)

# --- any kind ---------------------------------------------------------------------------------

KINDS: Final[dict[str, Kind[Answer]]] = {
    "number": NUMBER,
    "choice": CHOICE,
    "text": TEXT,
    "recall": RECALL,
    "match": MATCH,
}


@dataclass(frozen=True, slots=True)
class AnswerOf:
    """An answer of one of these kinds."""

    words: tuple[str, ...]

    def read(self, node: Node, walk: Walk) -> Answer | Bad:
        if not isinstance(node, MappingNode):
            return walk.wrong(
                "QK201",
                node,
                "an answer is a mapping of fields",
                help=f"it starts with kind: {listed(self.words)}",
            )
        kind = node.get("kind")
        if kind is None:
            for key, _ in node.entries:  # a misspelt `kind` is one fault
                if key.text == "type" or did_you_mean(key.text, ("kind",)):
                    return walk.wrong(
                        "QK203", key, f'unknown field "{key.text}"', help='did you mean "kind"?'
                    )
            return walk.wrong(
                "QK202", node, 'an answer needs "kind"', help=f"one of {listed(self.words)}"
            )
        if type(kind) is ScalarNode and kind.is_empty:
            return walk.wrong("QK204", key_node(node, "kind"), '"kind" is missing its value')
        word = OneOf(self.words).read(kind, walk)
        return BAD if word is BAD else KINDS[word].read(node, walk)

    def schema(self) -> JsonSchema:
        # A chain of if/then says which kind is meant, so that an editor shows that kind's faults
        # alone; `oneOf` would show the faults of all five.
        chosen: list[JsonSchema] = [
            {
                "if": {"properties": {"kind": {"enum": [word]}}, "required": ["kind"]},
                "then": KINDS[word].schema(),
            }
            for word in self.words
        ]
        return {
            "type": "object",
            "required": ["kind"],
            "properties": {"kind": {"enum": list(self.words)}},
            "allOf": chosen,
        }
