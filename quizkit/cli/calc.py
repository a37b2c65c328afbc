"""`quiz calc`: list calculators, describe one, or compute every output of it, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import click

from quizkit.cli.shapes.calculation import (
    describe,
    list_calculators,
    print_csv,
    print_json,
    print_one,
    print_table,
)
from quizkit.errors import InputRefused, NotationError, UsageError

if TYPE_CHECKING:
    from quizkit.calculators.api import Calculator, Input, Value
    from quizkit.cli.shapes.calculation import Row

_MOST_ROWS = 10_000


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("name", required=False)
@click.argument("given", nargs=-1, metavar="[INPUT=VALUE ...]")
@click.option("--ask", metavar="OUTPUT[,OUTPUT...]", help="Print these outputs alone.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, numbers exact.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a row per combination, in 15 figures.")
def calc(
    name: str | None, given: tuple[str, ...], ask: str | None, as_json: bool, as_csv: bool
) -> None:
    """Compute every output of a calculator, exactly.

    Without a name, list the calculators; with a name alone, describe its inputs and outputs.
    Several values separated by commas make a table.

    Example: quiz calc zero params=7.5e9 devices=8,64,1024 stage=1
    """
    from quizkit.calculators import find

    if as_json and as_csv:
        raise UsageError("choose one of --json and --csv")
    if name is None:
        list_calculators(as_json, as_csv)
        return
    calculator = find(name)
    if not given:
        describe(calculator, as_json, as_csv)
        return
    lists = dict(_parsed(calculator, given))
    asked = _asked(calculator, ask)
    rows = [
        (filled, {output: amounts[output] for output in asked})
        for filled, amounts in _computed(calculator, lists)
    ]
    varied = [name for name, values in lists.items() if len(values) > 1]
    if as_json:
        print_json(calculator, rows, is_table=bool(varied))
    elif as_csv:
        print_csv(rows, list(lists))
    elif varied:
        print_table(calculator, rows, varied)
    else:
        print_one(calculator, *rows[0])


def _parsed(calculator: Calculator, given: Sequence[str]) -> Iterator[tuple[str, list[Value]]]:
    seen: set[str] = set()
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f'"{text}" is not input=value, such as {_hint(calculator)}')
        declared = calculator.input(name)
        if name in seen:
            raise UsageError(f"{name} is given twice; write a list, such as {name}=8,64")
        seen.add(name)
        yield name, [_value(declared, part.strip()) for part in value.split(",")]


def _asked(calculator: Calculator, ask: str | None) -> list[str]:
    known = [output.name for output in calculator.outputs]
    if ask is None:
        return known
    asked = [name.strip() for name in ask.split(",")]
    for name in asked:
        if name not in known:
            raise UsageError(f'{calculator.name} has no output "{name}"; it has {", ".join(known)}')
    return asked


def _value(declared: Input, text: str) -> Value:
    """One value: a choice as it stands, a number, or a number with a unit of the same kind."""
    from quizkit.content.notation import number
    from quizkit.units import Quantity

    if declared.choices:
        return text
    body, unit = _with_unit(declared, text)
    try:
        return Quantity(number(body), unit).to(declared.unit).value
    except NotationError:
        raise InputRefused(
            declared.name,
            f'{declared.name} is "{text}"; it takes {declared.allowed}{_in(declared)}',
        ) from None


def _with_unit(declared: Input, text: str) -> tuple[str, str]:
    """The number's text and its unit: `80GiB`; `10%` is a share, whatever unit shares are in."""
    from quizkit.units import UNITS, same_dimension

    if text.endswith("%") and same_dimension(declared.unit, "plain"):
        return text, "plain"
    for unit in sorted(UNITS, key=len, reverse=True):
        if text.endswith(unit) and same_dimension(unit, declared.unit):
            body = text.removesuffix(unit).rstrip()
            # 7B parameters are seven billion; 7 B of memory are seven bytes.
            return (body, unit) if body else (text, declared.unit)
    return text, declared.unit


def _in(declared: Input) -> str:
    return "" if declared.unit == "plain" else f", in {declared.unit}"


def _hint(calculator: Calculator) -> str:
    from quizkit.numerals import plain_number

    for name, value in calculator.example.items():
        return f"{name}={plain_number(value) if isinstance(value, Fraction) else value}"
    return f"{calculator.inputs[0].name}=1"


def _computed(calculator: Calculator, lists: Mapping[str, Sequence[Value]]) -> Iterator[Row]:
    from quizkit.calculators.api import fill

    size = 1
    for values in lists.values():
        size *= len(values)
    if size > _MOST_ROWS:
        raise UsageError(f"{size:,} combinations; the limit is {_MOST_ROWS:,}")
    for combination in product(*lists.values()):
        filled = fill(calculator, dict(zip(lists, combination, strict=True)))
        yield filled, calculator.compute(filled)
