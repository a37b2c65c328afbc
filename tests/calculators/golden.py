"""Turn a golden file into rows, and a printed figure into the interval it stands for."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from quizkit.calculators import find
from quizkit.calculators.api import Amount, Value, evaluate

FOLDER = Path(__file__).parent.parent / "golden" / "zero"

Row = dict[str, str]


def rows(name: str) -> list[Row]:
    """The rows of one golden file."""
    with (FOLDER / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def computed(calculator: str, given: Mapping[str, Value | int | str]) -> Mapping[str, Amount]:
    """Every output of a calculator; whole numbers and number texts become fractions."""
    declared = find(calculator)
    values: dict[str, Value] = {}
    for name, value in given.items():
        is_choice = bool(declared.input(name).choices)
        values[name] = str(value) if is_choice else Fraction(value)
    return evaluate(declared, values)


def value(amounts: Mapping[str, Amount], name: str) -> Fraction:
    """An output's value, which must be there."""
    found = amounts[name].value
    assert found is not None, f"{name}: {amounts[name].text}"
    return found


def agrees(exact: Fraction, printed: str) -> bool:
    """Whether a printed decimal is the exact value rounded at its last digit.

    >>> agrees(Fraction(64, 15), "4.266666667"), agrees(Fraction(64, 15), "4.26")
    (True, False)
    """
    body, _, power = printed.lower().partition("e")
    _, _, places = body.partition(".")
    half = Fraction(10) ** (int(power or 0) - len(places)) / 2
    return abs(exact - Fraction(printed)) <= half
