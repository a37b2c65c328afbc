"""Turn the node of a question into the question: its mistakes, its author's tests, its revision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from quizkit import calculators, units
from quizkit.calculators.api import Value
from quizkit.content.answers import (
    KINDS,
    NUMBER,
    AnswerOf,
)
from quizkit.content.compact_json import quoted
from quizkit.content.givens import (
    GIVEN,
    Name,
    calculator_of,
    inputs_of,
    output_named,
    output_unit,
)
from quizkit.content.kinds import Field, Got, Kind, may, need
from quizkit.content.model import (
    Answer,
    AuthorTest,
    Given,
    Mistake,
    NumberAnswer,
    Part,
    Question,
    RecallAnswer,
)
from quizkit.content.nodes import (
    MappingNode,
    Node,
    ScalarNode,
    canonical,
    items_of,
    key_node,
)
from quizkit.content.readers import (
    Distinct,
    Ident,
    ListOf,
    Number,
    OneOf,
    Prose,
    Raw,
    Share,
    UnitName,
    Whole,
)
from quizkit.content.walk import (
    BAD,
    Bad,
    JsonSchema,
    Walk,
    scalar,
)
from quizkit.digests import blake2b

NOT_WRITTEN: Final = "(not written yet)"
"""Stands where a text must be and an import found none: it loads, and `quiz check` refuses it."""


def _look_at_mistake(node: MappingNode, walk: Walk) -> None:
    if all(MISTAKE.lacks(node, name) for name in ("instead", "ask", "value", "unit")):
        walk.wrong(
            "QK202",
            node,
            "a mistake needs instead, ask, value or unit",
            help="what leads to it: instead: {devices: 1}",
        )
    for name in ("instead", "ask"):
        if node.get("value") is not None and node.get(name) is not None:
            walk.wrong(
                "QK208",
                key_node(node, name),
                f"value and {name} do not go together: value replaces it",
            )


INSTEAD = may(
    "instead",
    Raw({"type": ["string", "number"]}, "instead"),
    "inputs that differ from the drawn ones",
    None,
)
MISTAKE_ASK = may("ask", Name("an output's name"), "another output than the one asked for", None)
MISTAKE_VALUE = may("value", Number(), "the mistaken value itself, in the asked unit", None)
MISTAKE_UNIT = may(
    "unit", UnitName(), "the right number of this unit, given as the asked unit", None
)
MISTAKE_SAY = need("say", Prose(), "what to tell whoever made it")
MISTAKE_SHARE = may(
    "share", Share(), "the score of this mistake, 0 to 1; 0 unless said", Fraction(0)
)
MISTAKE = Kind(
    "a mistake",
    "A wrong way that learners take, and what to say to it.",
    (INSTEAD, MISTAKE_ASK, MISTAKE_VALUE, MISTAKE_UNIT, MISTAKE_SAY, MISTAKE_SHARE),
    lambda got: got,  # made once the question's calculator is known
    first=_look_at_mistake,
    rules={"anyOf": [{"required": [name]} for name in ("instead", "ask", "value", "unit")]},
    meant={"feedback": "say", "score": "share", "output": "ask", "with": "instead"},
)


def _mistake(got: Got, given: Given | None, asked: str, *, has_value: bool) -> Mistake | Bad:
    walk, instead_node, ask_node = got.walk, got[INSTEAD], got[MISTAKE_ASK]
    instead: dict[str, Value] = {}
    ask: str | None = None
    good = True
    if given is None:
        for name, node in (("instead", instead_node), ("ask", ask_node)):
            if node is not None and not has_value:
                return BAD  # that the question has no key at all is found already
            if node is not None:
                return walk.wrong(
                    "QK208", key_node(got.at, name), f"{name} needs a given", help="use value"
                )
    else:
        calculator = calculators.find(given.calculator)
        if instead_node is not None:
            inputs = inputs_of(instead_node, calculator, walk)
            good = inputs is not BAD
            instead = {} if inputs is BAD else inputs
        if ask_node is not None:
            output = output_named(ask_node, calculator, walk)
            good = good and output is not BAD
            ask = None if output is BAD else output
            made = output_unit(calculator, output) if output is not BAD else asked
            if not units.same_dimension(made, asked):
                good = False
                walk.wrong("QK407", ask_node, f"{ask} is in {made}, the answer in {asked}")
    unit_node = got.node(MISTAKE_UNIT)
    unit = got[MISTAKE_UNIT]
    if unit is not None and unit_node is not None:
        if not units.same_dimension(unit, asked):
            return walk.wrong("QK407", unit_node, f"{unit} does not measure what {asked} does")
        if unit == asked:
            return walk.wrong("QK407", unit_node, f"{unit} is the asked unit")
    if not good:
        return BAD
    return Mistake(
        say=got[MISTAKE_SAY],
        instead=instead,
        ask=ask,
        value=got[MISTAKE_VALUE],
        unit=unit,
        share=got[MISTAKE_SHARE],
        place=walk.place(got.at),
    )


# --- author's tests ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Typed:
    """What a learner might type; `""` is a blank."""

    def read(self, node: Node, walk: Walk) -> str | Bad:
        found = scalar(node, walk, "what is typed")
        return BAD if found is BAD else found.text

    def schema(self) -> JsonSchema:
        return {"type": ["string", "number", "boolean"]}


RESPONSE = need("response", Typed(), 'what is typed; in quotes, since "1.50" is not 1.5')
EXPECT = need(
    "expect",
    OneOf(("right", "partly", "mistake", "wrong", "ambiguous", "unreadable", "blank")),
    "the verdict, or how it is read",
)
SEED = may("seed", Whole(), "which variant; 0 unless said", 0)
TEST = Kind(
    "a test",
    "A response and what must come of it; `quiz check` runs it.",
    (RESPONSE, EXPECT, SEED),
    lambda got: AuthorTest(
        response=got[RESPONSE], expect=got[EXPECT], seed=got[SEED], place=got.walk.place(got.at)
    ),
    meant={"answer": "response", "verdict": "expect"},
)

# --- questions --------------------------------------------------------------------------------


def look_at_key(node: MappingNode, walk: Walk, *, drawn: Callable[[MappingNode], bool]) -> None:
    """A number's key comes from exactly one of `given` and `value`."""
    answer = node.get("answer")
    kind = answer.get("kind") if type(answer) is MappingNode else None
    if not (type(kind) is ScalarNode and kind.text == "number"):
        return
    assert isinstance(answer, MappingNode)
    if drawn(node):
        if answer.get("value") is None:
            return
        walk.wrong(
            "QK410",
            key_node(answer, "value"),
            "the key comes from given; value is a second one",
            help="remove value, or given",
        )
    elif NUMBER.lacks(answer, "value"):
        walk.wrong(
            "QK410", answer, "a number without given needs value, its key", help="value: 48.75"
        )


def _look_at_question(node: MappingNode, walk: Walk) -> None:
    look_at_key(node, walk, drawn=_is_drawn)


def _is_drawn(node: MappingNode) -> bool:
    return not QUESTION.lacks(node, "given")


def _mistaken_names(node: MappingNode, walk: Walk) -> None:
    """The names in the mistakes of a question that has another fault."""
    calculator = calculator_of(node.get("given"))
    if calculator is None:
        return
    for mistake in items_of(node, "mistakes"):
        instead, ask = mistake.get("instead"), mistake.get("ask")
        if isinstance(instead, MappingNode):
            inputs_of(instead, calculator, walk)
        if type(ask) is ScalarNode and not ask.is_empty:
            output_named(ask, calculator, walk)


def _question(got: Got, part: Part) -> Question | Bad:
    walk, answer, given = got.walk, got[ANSWER], got[GIVEN_FIELD]
    mistakes: list[Mistake] = []
    if isinstance(answer, NumberAnswer):
        if given is not None and not _gives(given, answer, got):
            _mistaken_names(got.at, walk)
            return BAD
        for declared in got[MISTAKES]:
            mistake = _mistake(declared, given, answer.unit, has_value=answer.value is not None)
            if mistake is not BAD:
                mistakes.append(mistake)
        if len(mistakes) < len(got[MISTAKES]):
            return BAD
    elif got[MISTAKES]:
        return walk.wrong(
            "QK208",
            key_node(got.at, "mistakes"),
            f"mistakes belong to a number, not to a {answer.kind}",
        )
    if isinstance(answer, RecallAnswer) and got[TESTS]:
        return walk.wrong("QK208", key_node(got.at, "tests"), "a recall is not graded")
    return Question(
        id=got[ID],
        lesson=walk.lesson,
        part=part,
        prompt=got[PROMPT],
        answer=answer,
        revision=revision(got.at, given),
        given=given,
        mistakes=tuple(mistakes),
        hint=got[HINT],
        explanation=got[EXPLANATION],
        tags=got[TAGS],
        tests=got[TESTS],
        renamed_from=got[RENAMED_FROM],
        place=walk.place(got.at),
    )


def _gives(given: Given, answer: NumberAnswer, got: Got) -> bool:
    """Whether what the calculator makes can be given in the asked unit."""
    unit = output_unit(calculators.find(given.calculator), given.ask)
    if units.same_dimension(unit, answer.unit):
        return True
    at = got.node(ANSWER)
    assert isinstance(at, MappingNode)
    got.walk.wrong(
        "QK407",
        at.get("unit") or at,
        f"{given.ask} is in {unit}, which is not given in {answer.unit}",
    )
    return False


def revision(node: Node, given: Given | None) -> str:
    """12 hex digits over the question as authored and its calculator's `name@version`.

    Canonical: the order of fields, quotes, line breaks and comments make no difference.
    """
    stamp = calculators.find(given.calculator).stamp if given is not None else None
    authored = f"[{canonical(node)},{'null' if stamp is None else quoted(stamp)}]"
    return blake2b(authored.encode(), digest_size=6).hexdigest()


ID = need("id", Ident(), "its name, for ever: the log knows it by this")
PROMPT = need("prompt", Prose(), "what is asked; fills {name}, {name:full}, {name:unit}")
ANSWER: Field[Answer] = need("answer", AnswerOf(tuple(KINDS)), "what is right, and how strictly")
GIVEN_FIELD = may("given", GIVEN, "where the numbers come from", None)
MOST_MISTAKES: Final = 50
"""Each is worked out for every variant: thousands would keep whoever opens the lesson waiting."""

MISTAKES: Field[tuple[Got, ...]] = may(
    "mistakes",
    ListOf(MISTAKE, 0, MOST_MISTAKES),
    "wrong ways that learners take, tried in this order",
    (),
)
HINT = may("hint", Prose(), "shown on request; a right answer after it counts as hard", "")
EXPLANATION = may("explanation", Prose(), "why the key is right, shown with the verdict", "")
TAGS: Field[tuple[str, ...]] = may("tags", Distinct(Ident()), "words to choose questions by", ())
TESTS: Field[tuple[AuthorTest, ...]] = may(
    "tests", ListOf(TEST), "responses and their verdicts, run by quiz check", ()
)
RENAMED_FROM: Field[tuple[str, ...]] = may(
    "renamed_from", Distinct(Ident()), "ids that the question had before", ()
)
TODO = may("todo", Prose(), "what is left to do; quiz check reports it", "")

QUESTION: Kind[Got] = Kind(
    "a question",
    "What an author writes: a prompt, how it is answered, perhaps where its numbers come from.",
    (
        ID,
        PROMPT,
        GIVEN_FIELD,
        ANSWER,
        MISTAKES,
        HINT,
        EXPLANATION,
        TAGS,
        TESTS,
        RENAMED_FROM,
        TODO,
    ),
    lambda got: got,
    first=_look_at_question,
    otherwise=_mistaken_names,
    meant={
        "question": "prompt",
        "text": "prompt",
        "solution": "explanation",
        "explain": "explanation",
        "feedback": "explanation",
        "hints": "hint",
        "tag": "tags",
    },
)


@dataclass(frozen=True, slots=True)
class QuestionOf:
    """A question of one part of a lesson."""

    part: Part

    def read(self, node: Node, walk: Walk) -> Question | Bad:
        got = QUESTION.read(node, walk)
        return BAD if got is BAD else _question(got, self.part)

    def schema(self) -> JsonSchema:
        return QUESTION.schema()
