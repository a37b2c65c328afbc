"""Turn the node of a `given` into inputs of its calculator: exact numbers, or names of choices.

What a calculator does not know or refuses is found here, at its place in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quizkit import calculators
from quizkit.calculators.api import Calculator, Value, fill
from quizkit.content.kinds import Field, Got, Kind, may, need
from quizkit.content.model import Given
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode, items_of, key_node
from quizkit.content.readers import (
    BAD,
    Bad,
    JsonSchema,
    ListOf,
    Number,
    Raw,
    Walk,
    did_you_mean,
    listed,
    scalar,
    short,
    some,
)
from quizkit.errors import InputRefused


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


def inputs_of(
    node: MappingNode, calculator: Calculator, walk: Walk
) -> dict[str, tuple[Node, Value]] | Bad:
    """Each input's value in a mapping like `{params: 7B, devices: 8}`, with its place."""
    inputs: dict[str, tuple[Node, Value]] = {}
    good = True
    for key, item in node.entries:
        if not _knows(key, calculator, walk):
            good = False
            continue
        value = _value(key.text, item, calculator, walk)
        if value is BAD:
            good = False
        else:
            inputs[key.text] = (item, value)
    return inputs if good else BAD


def _knows(key: ScalarNode, calculator: Calculator, walk: Walk) -> bool:
    known = tuple(declared.name for declared in calculator.inputs)
    if key.text in known:
        return True
    walk.wrong(
        "QK502",
        key,
        f'{calculator.name} has no input "{short(key.text)}"',
        help=did_you_mean(key.text, known) or f"its inputs are {some(known)}",
    )
    return False


def _value(name: str, node: Node, calculator: Calculator, walk: Walk) -> Value | Bad:
    choices = calculator.input(name).choices
    if not choices:
        return Number().read(node, walk)
    found = scalar(node, walk, name)
    if found is BAD or found.text in choices:
        return BAD if found is BAD else found.text
    return walk.wrong(
        "QK504",
        node,
        f'"{short(found.text)}" is no {name}',
        help=did_you_mean(found.text, choices) or f"it takes one of {some(choices)}",
    )


def allowed(
    inputs: Mapping[str, tuple[Node, Value]],
    calculator: Calculator,
    walk: Walk,
    at: Node,
    beside: Mapping[str, Value] | None = None,
) -> bool:
    """Whether the calculator takes each of these inputs, put beside others; else a finding."""
    values = {name: value for name, (_, value) in inputs.items()}
    try:
        fill(calculator, {**(beside or {}), **values})
    except InputRefused as error:
        node = inputs[error.name][0] if error.name in inputs else at
        walk.wrong("QK504", node, str(error))
        return False
    return True


def _given(got: Got) -> Given | Bad:
    calculator, walk = got[CALCULATOR], got.walk
    if got[VALUES] is not None and got[CASES]:
        return BAD  # found already
    ask = output_named(got[ASK], calculator, walk)
    example = inputs_of(got[EXAMPLE], calculator, walk)
    example_good = example is not BAD and allowed(example, calculator, walk, got[EXAMPLE])
    values = _values(got[VALUES], calculator, walk)
    cases = [inputs_of(case, calculator, walk) for case in got[CASES]]
    if not example_good or example is BAD or ask is BAD or values is BAD:
        return BAD
    good_cases = []
    for case, node in zip(cases, got[CASES], strict=True):
        if case is not BAD and _same_names(example, case, got[EXAMPLE], node, walk):
            good_cases.append(case)
            if not allowed(case, calculator, walk, node):
                return BAD
    if len(good_cases) < len(cases):
        return BAD
    shown = {name: value for name, (_, value) in example.items()}
    if values:
        if not _same_names(example, values, got[EXAMPLE], got[VALUES] or got.at, walk):
            return BAD
        # Each value beside the example's others: which combinations are refused shows when drawn.
        each = [
            allowed({name: choice}, calculator, walk, choice[0], shown)
            for name, choices in values.items()
            for choice in choices
        ]
        if not all(each):
            return BAD
    return Given(
        calculator=calculator.name,
        ask=ask,
        example=shown,
        values={name: tuple(value for _, value in choices) for name, choices in values.items()},
        cases=tuple({name: value for name, (_, value) in case.items()} for case in good_cases),
    )


def _values(
    node: MappingNode | None, calculator: Calculator, walk: Walk
) -> dict[str, list[tuple[Node, Value]]] | Bad:
    """Each input's allowed values."""
    values: dict[str, list[tuple[Node, Value]]] = {}
    if node is None:
        return values
    good = True
    for key, listing in node.entries:
        if not _knows(key, calculator, walk):
            good = False
        elif not isinstance(listing, SequenceNode) or not listing.items:
            good = False
            walk.wrong(
                "QK201",
                listing,
                f"the values of {key.text} are a list",
                help="write [8], even for one" if isinstance(listing, ScalarNode) else "",
            )
        else:
            values[key.text] = []
            seen: set[Value] = set()
            for item in listing.items:
                value = _value(key.text, item, calculator, walk)
                if value is BAD:
                    good = False
                elif value in seen:
                    good = False
                    walk.wrong("QK505", item, f"{key.text} lists this value twice")
                else:
                    seen.add(value)
                    values[key.text].append((item, value))
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
