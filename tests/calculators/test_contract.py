"""The template test for calculator authors, run on the built-in ones and on broken ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from quizkit.calculators import BUILT_IN, find
from quizkit.calculators.api import (
    Amount,
    Amounts,
    Calculator,
    Input,
    Output,
    Value,
    amounts,
    choice,
    number,
    whole,
)
from quizkit.calculators.contract import broken_promises
from quizkit.errors import InputRefused


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_calculators_keep_their_promises(name: str) -> None:
    """Every built-in calculator answers exactly, in its units, and is monotone where it says so."""
    assert broken_promises(find(name)) == ()


@pytest.mark.parametrize("name", BUILT_IN)
def test_names_and_examples_agree(name: str) -> None:
    """A calculator is found under its own name and shows an example to try."""
    calculator = find(name)
    assert calculator.name == name
    assert calculator.example
    assert calculator.summary == calculator.summary.strip() != ""


OUTPUTS = (Output(name="area", unit="plain", help="side squared", rises_with=("side",)),)


def _square(values: Mapping[str, Value]) -> Amounts:
    return amounts(OUTPUTS, {"area": number(values, "side") ** 2})


SQUARE = Calculator(
    name="square", version=1, summary="area of a square", inputs=(whole("side", "its side"),),
    outputs=OUTPUTS, compute=_square, example={"side": Fraction(3)},
)  # fmt: skip


def test_a_sound_calculator_breaks_nothing() -> None:
    """A calculator that keeps its promises yields no sentences."""
    assert broken_promises(SQUARE) == ()


def _with(compute: Callable[[Mapping[str, Value]], Amounts]) -> Calculator:
    return replace(SQUARE, compute=compute)


def _raising(values: Mapping[str, Value]) -> Amounts:
    raise ZeroDivisionError("no side")


def _stranger(values: Mapping[str, Value]) -> Amounts:
    raise InputRefused("angle", "angle is missing")


COUNTER = iter(range(1000))


@pytest.mark.parametrize(
    ("calculator", "sentence"),
    [
        (replace(SQUARE, name="Square"),
         'the name "Square" is not lower-case words joined by hyphens'),
        (replace(SQUARE, version=0), "version 0 is below 1"),
        (replace(SQUARE, outputs=()), "there are no outputs"),
        (replace(SQUARE, inputs=(whole("Side", ""),)),
         'input "Side" is not lower-case words joined by underscores'),
        (replace(SQUARE, inputs=(whole("side", ""), whole("side", ""))),
         "input side is declared twice"),
        (replace(SQUARE, inputs=(whole("side", "", unit="m"),)),
         'input side has unit "m", which is not in the table'),
        (replace(SQUARE, inputs=(whole("side", "", default=0),)),
         "the default of side is refused: side is 0; it takes a whole number of at least 1"),
        (replace(SQUARE, outputs=(replace(OUTPUTS[0], unit="m2"),)),
         'output area has unit "m2", which is not in the table'),
        (replace(SQUARE, outputs=(replace(OUTPUTS[0], rises_with=("edge",)),)),
         'output area names "edge", which is no number among the inputs'),
        (replace(SQUARE, example={}),
         "the example is refused: square needs side (its side): a whole number of at least 1"),
        (_with(_raising), "with side=1: raises ZeroDivisionError: no side"),
        (_with(_stranger), 'with side=1: refused for "angle", which is no input'),
        (_with(lambda values: {}), "with side=1: outputs differ from the declared ones in area"),
        (_with(lambda values: {"area": Amount(Fraction(1), "B")}),
         "with side=1: area is in B, declared in plain"),
        (_with(lambda values: {"area": Amount(None, "plain")}),
         "with side=1: area has neither a value nor a text"),
        (_with(lambda values: {"area": Amount(1.5, "plain")}),  # type: ignore[arg-type]
         "with side=1: area is a float, not a Fraction"),
        (_with(lambda values: {"area": Amount(Fraction(-1), "plain")}),
         "with side=1: area is -1, below 0"),
        (_with(lambda values: {"area": Amount(Fraction(next(COUNTER)), "plain")}),
         "with side=1: equal inputs give different outputs"),
        (_with(lambda values: {"area": Amount(None, "plain", "never")}),
         "output area has no value for any inputs tried"),
        (_with(lambda values: {"area": Amount(1 / number(values, "side"), "plain")}),
         "with side=3: area goes from 1 to 1/2 as side goes from 1 to 2"),
    ],
)  # fmt: skip
def test_broken_promises_are_sentences(calculator: Calculator, sentence: str) -> None:
    """Each way to break the contract is named, with the inputs that show it."""
    if sentence.startswith("the example"):
        # A calculator that refuses its own example is not tried any further.
        assert broken_promises(calculator) == (sentence,)
        return
    assert sentence in broken_promises(calculator)


def test_an_input_outside_its_bounds_is_never_tried() -> None:
    """Bounds are respected on both sides, open and closed; choices and absence are all tried."""
    seen: list[Mapping[str, Value]] = []

    def note(values: Mapping[str, Value]) -> Amounts:
        seen.append(dict(values))
        return amounts(OUTPUTS, {"area": 1})

    inputs = (
        Input(name="side", help="", above=Fraction(0), high=Fraction(2)),
        choice("shape", "", ("round", "square")),
        Input(name="depth", help="", low=Fraction(1), high=Fraction(1), optional=True),
    )
    example: Mapping[str, Value] = {"side": Fraction(1), "shape": "round"}
    assert broken_promises(replace(SQUARE, inputs=inputs, example=example, compute=note)) == ()
    assert {str(values["side"]) for values in seen} == {"1", "2", "1/3"}
    assert {values["shape"] for values in seen} == {"round", "square"}
    assert {values.get("depth") for values in seen} == {None, Fraction(1)}


def test_a_float_is_no_amount() -> None:
    """Pairing outputs refuses a float at once: amounts are exact."""
    with pytest.raises(TypeError, match="area is a float; amounts are exact"):
        amounts(OUTPUTS, {"area": 0.5})  # type: ignore[dict-item]
