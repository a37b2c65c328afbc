"""Turn the node of a `given` into inputs of its calculator: exact numbers, or names of choices.

What a calculator does not know or refuses is found here, at its place in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from quizkit import calculators
from quizkit.calculators.api import Calculator, Value, fill
from quizkit.content.kinds import Field, Got, Kind, may, need
from quizkit.content.model import Given
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode, items_of, key_node
from quizkit.content.notation import number
from quizkit.content.readers import ListOf, Raw, number_meant
from quizkit.content.walk import (
    BAD,
    Bad,
    JsonSchema,
    Walk,
    did_you_mean,
    listed,
    scalar,
    short,
    some,
)
from quizkit.errors import InputRefused, NotationError


@dataclass(frozen=True, slots=True)
class CalculatorName:
    """A calculator, by its name."""

    def read(self, node: Node, walk: Walk) -> Calculator | Bad:
        found = scalar(node, walk, "a calculator's name")
        if found is BAD:
            return BAD
        try:
            return calculators.find(found.text)
        except InputRefused:
            names = calculators.names()
            return walk.wrong(
                "QK501",
                node,
                f'there is no calculator "{short(found.text)}"',
                help=did_you_mean(found.text, names) or f"there are {listed(names)}",
            )

    def schema(self) -> JsonSchema:
        # Plugged-in calculators may have any name; the built-in ones are offered.
        return {"anyOf": [{"enum": list(calculators.BUILT_IN)}, {"type": "string"}]}


@dataclass(frozen=True, slots=True)
class Name:
    """A name that something else knows: its node, looked up later."""

    wanted: str

    def read(self, node: Node, walk: Walk) -> ScalarNode | Bad:
        return scalar(node, walk, self.wanted)

    def schema(self) -> JsonSchema:
        return {"type": "string", "minLength": 1}


def output_named(name: ScalarNode, calculator: Calculator, walk: Walk) -> str | Bad:
    """The output of that name."""
    known = tuple(output.name for output in calculator.outputs)
    if name.text in known:
        return name.text
    return walk.wrong(
        "QK503",
        name,
        f'{calculator.name} has no output "{short(name.text)}"',
        help=did_you_mean(name.text, known) or f"its outputs are {some(known)}",
    )


def inputs_of(node: MappingNode, calculator: Calculator, walk: Walk) -> dict[str, Value] | Bad:
    """Each input's value in a mapping like `{params: 7B, devices: 8}`."""
    inputs: dict[str, Value] = {}
    good = True
    for key, item in node.entries:
        if not _knows(key, calculator, walk):
            good = False
            continue
        value = _value(key.text, item, calculator, walk)
        if value is BAD:
            good = False
        else:
            inputs[key.text] = value
    return inputs if good else BAD


def _knows(key: ScalarNode, calculator: Calculator, walk: Walk) -> bool:
    known = _names(calculator.name)
    if key.text in known:
        return True
    walk.wrong(
        "QK502",
        key,
        f'{calculator.name} has no input "{short(key.text)}"',
        help=did_you_mean(key.text, known) or f"its inputs are {some(known)}",
    )
    return False


@cache
def _names(calculator: str) -> tuple[str, ...]:
    return tuple(declared.name for declared in calculators.find(calculator).inputs)


def _value(name: str, node: Node, calculator: Calculator, walk: Walk) -> Value | Bad:
    found = scalar(node, walk, name)
    if found is BAD:
        return BAD
    value = _read_value(calculator.name, name, found.text)
    if isinstance(value, _Refused):
        return walk.wrong(value.code, node, value.message, help=value.about)
    return value


@dataclass(frozen=True, slots=True)
class _Refused:
    code: str
    message: str
    about: str = ""


# Lessons draw from the same few values again and again.
@lru_cache(maxsize=4096)
def _read_value(calculator: str, name: str, text: str) -> Value | _Refused:
    known = calculators.find(calculator)
    value: Value = text
    if not known.input(name).choices:
        try:
            value = number(text)
        except NotationError as error:
            return _Refused("QK206", str(error), number_meant(text))
    try:
        fill(known, {name: value})
    except InputRefused as error:
        if error.name == name:  # else another input is missing here, which is no fault of this one
            return _Refused("QK504", str(error))
    return value


def has_all_inputs(
    inputs: Mapping[str, Value], calculator: Calculator, walk: Walk, at: Node
) -> bool:
    """Whether nothing is missing that the calculator needs; else a finding."""
    missing = _missing(calculator.name, frozenset(inputs))
    if missing:
        walk.wrong("QK504", at, missing)
    return not missing


@lru_cache(maxsize=4096)
def _missing(calculator: str, names: frozenset[str]) -> str:
    """What the calculator says to these inputs alone, or nothing."""
    known = calculators.find(calculator)
    needed = {one.name for one in known.inputs if one.default is None and not one.optional}
    for name in sorted(needed - names):
        declared = known.input(name)
        return f"{calculator} needs {name} ({declared.help}): {declared.allowed}"
    return ""


def _given(got: Got) -> Given | Bad:
    calculator, walk = got[CALCULATOR], got.walk
    if got[VALUES] is not None and got[CASES]:
        return BAD  # found already
    ask = output_named(got[ASK], calculator, walk)
    example = inputs_of(got[EXAMPLE], calculator, walk)
    values = _values(got[VALUES], calculator, walk)
    cases = [inputs_of(case, calculator, walk) for case in got[CASES]]
    good_cases = [case for case in cases if case is not BAD]
    if example is BAD or values is BAD or len(good_cases) < len(cases):
        return BAD
    if not has_all_inputs(example, calculator, walk, got[EXAMPLE]):
        return BAD
    drawn: list[tuple[Mapping[str, object], Node]] = [*zip(good_cases, got[CASES], strict=True)]
    if (node := got[VALUES]) is not None:
        drawn.append((values, node))
    same = [_same_names(example, names, got[EXAMPLE], node, walk) for names, node in drawn]
    if ask is BAD or not all(same):
        return BAD
    return Given(
        calculator=calculator.name, ask=ask, example=example, values=values, cases=tuple(good_cases)
    )


def _values(
    node: MappingNode | None, calculator: Calculator, walk: Walk
) -> dict[str, tuple[Value, ...]] | Bad:
    """Each input's allowed values."""
    values: dict[str, tuple[Value, ...]] = {}
    good = True
    for key, listing in node.entries if node is not None else ():
        if not _knows(key, calculator, walk):
            good = False
            continue
        if not isinstance(listing, SequenceNode) or not listing.items:
            good = False
            walk.wrong(
                "QK201",
                listing,
                f"the values of {key.text} are a list",
                help="write [8], even for one" if isinstance(listing, ScalarNode) else "",
            )
            continue
        choices: dict[Value, None] = {}
        for item in listing.items:
            value = _value(key.text, item, calculator, walk)
            if value is BAD:
                good = False
            elif value in choices:
                good = False
                walk.wrong("QK505", item, f"{key.text} lists this value twice")
            else:
                choices[value] = None
        values[key.text] = tuple(choices)
    return values if good else BAD


def _same_names(
    example: Mapping[str, object],
    drawn: Mapping[str, object],
    example_node: Node,
    drawn_node: Node,
    walk: Walk,
) -> bool:
    """The example and every draw fill the same prompt, so they name the same inputs."""
    missing = [name for name in drawn if name not in example]
    if missing:
        walk.wrong("QK505", example_node, f"the example lacks {listed(missing)}")
    more = [name for name in example if name not in drawn]
    if more:
        walk.wrong(
            "QK505",
            drawn_node,
            f"{listed(more)} of the example is missing here",
            help="name the same inputs as the example, if with one value",
        )
    return not missing and not more


def _look_at_given(node: MappingNode, walk: Walk) -> None:
    if node.get("values") is not None and node.get("cases") is not None:
        cases = key_node(node, "cases")
        walk.wrong("QK208", cases, "values and cases do not go together", help="remove one")
    elif GIVEN.lacks(node, "values") and GIVEN.lacks(node, "cases"):
        walk.wrong(
            "QK202",
            node,
            "a given needs values or cases",
            help="values: {devices: [8, 16]}, or cases: [{devices: 8}]",
        )


def _names_alone(node: MappingNode, walk: Walk) -> None:
    """The names in a given that lacks something else."""
    calculator = calculator_of(node)
    if calculator is None:
        return
    ask, example, values = node.get("ask"), node.get("example"), node.get("values")
    if type(ask) is ScalarNode and not ask.is_empty:
        output_named(ask, calculator, walk)
    if isinstance(example, MappingNode):
        inputs_of(example, calculator, walk)
    if isinstance(values, MappingNode):
        _values(values, calculator, walk)
    for case in items_of(node, "cases"):
        inputs_of(case, calculator, walk)


def calculator_of(given: Node | None) -> Calculator | None:
    """The calculator that a given names, if there is one of that name."""
    name = given.get("calculator") if isinstance(given, MappingNode) else None
    if type(name) is not ScalarNode:
        return None
    try:
        return calculators.find(name.text)
    except InputRefused:
        return None


_INPUT: JsonSchema = {"type": ["string", "number"]}

CALCULATOR: Field[Calculator] = need("calculator", CalculatorName(), "what makes the numbers")
ASK = need("ask", Name("an output's name"), "the output of the calculator that is the key")
EXAMPLE = need("example", Raw(_INPUT, "an example"), "the numbers of seed 0, one per input")
VALUES = may(
    "values",
    Raw({"type": "array", "minItems": 1, "items": _INPUT}, "values"),
    "each input's allowed values, combined freely",
    None,
)
CASES: Field[tuple[MappingNode, ...]] = may(
    "cases",
    ListOf(Raw(_INPUT, "a case"), 1),
    "whole combinations of inputs, one drawn at a time",
    (),
)
GIVEN = Kind(
    "a given",
    "Where a question's numbers come from: a calculator, the output asked for, the values allowed.",
    (CALCULATOR, ASK, VALUES, CASES, EXAMPLE),
    _given,
    first=_look_at_given,
    otherwise=_names_alone,
    rules={"oneOf": [{"required": ["values"]}, {"required": ["cases"]}]},
    meant={"output": "ask", "inputs": "values", "parameters": "values", "examples": "example"},
)


def output_unit(calculator: Calculator, name: str) -> str:
    """The unit of an output that the calculator has."""
    return next(output.unit for output in calculator.outputs if output.name == name)
