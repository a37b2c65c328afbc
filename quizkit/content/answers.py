"""Turn the node of an `answer` into the answer it declares: its kind, its key, how strictly.

Each kind of answer is one table; adding a kind is a table here, an entry in `KINDS` and a value in
`quizkit.content.model`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, cast

from quizkit import units
from quizkit.content.kinds import Field, Got, Kind, may, need
from quizkit.content.model import (
    Answer,
    ChoiceAnswer,
    MatchAnswer,
    NumberAnswer,
    Option,
    RecallAnswer,
    TextAnswer,
    Tolerance,
)
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode, items_of, key_node
from quizkit.content.readers import (
    Boolean,
    Distinct,
    Ident,
    Line,
    ListOf,
    Number,
    OneOf,
    Prose,
    Share,
    UnitName,
    Whole,
)
from quizkit.content.tolerances import ToleranceForm, key_refuses
from quizkit.content.walk import (
    BAD,
    Bad,
    JsonSchema,
    Walk,
    did_you_mean,
    listed,
    short,
)

# --- number -----------------------------------------------------------------------------------


def _number(got: Got) -> NumberAnswer | Bad:
    unit, walk = got[UNIT], got.walk
    accept_node = got.node(ACCEPT_UNITS)
    good = True
    if isinstance(accept_node, SequenceNode):
        for other, item in zip(got[ACCEPT_UNITS], accept_node.items, strict=True):
            if not units.same_dimension(unit, other):
                good = False
                walk.wrong("QK407", item, f"{other} does not measure what {unit} does")
    value = got[VALUE]
    tolerance_node = got.node(TOLERANCE)
    assert tolerance_node is not None, "a tolerance is required"
    if value is not None and key_refuses(value, got[TOLERANCE], tolerance_node, walk):
        good = False
    if not good:
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
    "written",
    "How the number must be written.",
    (SIGFIGS,),
    lambda got: got[SIGFIGS],
    meant={"figures": "sigfigs", "digits": "sigfigs"},
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


_RIGHT: JsonSchema = {
    "type": "object",
    "required": ["right"],
    "properties": {"right": {"enum": [True, "true"]}},
}
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
    rules={"allOf": [{"properties": {"options": {"contains": _RIGHT}}}]},
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


ACCEPT_TEXTS = need("accept", Distinct(Line(), 1, "QK409"), "the right texts; the key shows all")
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
        if type(kind) is ScalarNode and kind.text in self.words:
            return KINDS[kind.text].read(node, walk)
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
        OneOf(self.words).read(kind, walk)
        return BAD

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
