"""Turn calculators and what they computed into text, JSON or CSV on standard output."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from quizkit.cli.terminal import err, out, out_raw, wrap
from quizkit.errors import InputRefused

if TYPE_CHECKING:
    from quizkit.calculators.api import Amount, Amounts, Calculator, Input, Value

    Row = tuple[dict[str, Value], Amounts]

_TEXT_WIDTH = 80
_MOST_FIGURES = 15


def list_calculators(as_json: bool, as_csv: bool) -> None:
    """Every calculator's name and what it answers; one that cannot be loaded is named as talk."""
    from quizkit.calculators import find, names

    found: list[Calculator] = []
    for name in names():
        try:
            found.append(find(name))
        except InputRefused as refused:  # another package's fault; the others can still be listed
            err(f"quiz: {refused}")
    if as_json:
        entries = [
            {"name": one.name, "version": one.version, "summary": one.summary} for one in found
        ]
        out_raw(json.dumps({"schema": "quizkit.calculators/1", "calculators": entries}))
    elif as_csv:
        _csv(
            [["name", "version", "summary"], *([c.name, str(c.version), c.summary] for c in found)]
        )
    else:
        _columns([[one.name, one.summary] for one in found])
        out()
        out("Describe one with: quiz calc NAME")


def describe(calculator: Calculator, as_json: bool, as_csv: bool) -> None:
    """A calculator's inputs with units, defaults and bounds, its outputs, and one to try."""
    if as_json:
        shape = {
            "schema": "quizkit.calculator/1",
            "calculator": calculator.name,
            "version": calculator.version,
            "summary": calculator.summary,
            "inputs": {
                one.name: {
                    "unit": one.unit_or_none, "allowed": one.allowed, "required": one.is_required,
                    "default": _exact(one.default), "help": one.help,
                }
                for one in calculator.inputs
            },
            "outputs": {
                one.name: {"unit": one.unit, "help": one.help} for one in calculator.outputs
            },
        }  # fmt: skip
        out_raw(json.dumps(shape, ensure_ascii=False))
        return
    inputs = [
        [one.name, one.unit_or_none or "", _default(one), one.help, one.allowed]
        for one in calculator.inputs
    ]
    outputs = [[one.name, one.unit, one.help] for one in calculator.outputs]
    if as_csv:
        rows = [["kind", "name", "unit", "default", "help", "allowed"]]
        rows += [["input", *row] for row in inputs]
        rows += [["output", name, unit, "", words, ""] for name, unit, words in outputs]
        _csv(rows)
        return
    out(f"{calculator.stamp}: {calculator.summary}")
    out()
    out("Inputs")
    for name, unit, default, words, allowed in inputs:
        out(f"  {name}  ({', '.join(part for part in (unit, default) if part)})")
        out(wrap(f"{words}; {allowed}", _TEXT_WIDTH, "      "))
    out()
    out("Outputs")
    _columns(outputs, indent="  ")
    if calculator.example:
        typed = " ".join(f"{name}={_exact(value)}" for name, value in calculator.example.items())
        out()
        out(f"Try: quiz calc {calculator.name} {typed}")


def _default(declared: Input) -> str:
    if declared.is_required:
        return "required"
    return (
        "optional" if declared.default is None else f"default {_shown(declared, declared.default)}"
    )


def _exact(value: Value | None) -> str | None:
    from quizkit.numerals import exact

    return exact(value) if isinstance(value, Fraction) else value


def _shown(declared: Input, value: Value) -> str:
    from quizkit.numerals import shown
    from quizkit.units import Quantity

    return shown(Quantity(value, declared.unit)) if isinstance(value, Fraction) else value


def _given(declared: Input, value: Value) -> str:
    """An input as prompts have it: `600B tokens`, not `600000000000 tokens`."""
    from quizkit.numerals import with_unit
    from quizkit.variants.prompts import drawn_text

    unit = declared.unit_or_none
    return drawn_text(value, unit) if unit is None else with_unit(drawn_text(value, unit), unit)


def print_json(calculator: Calculator, rows: Sequence[Row], *, is_table: bool) -> None:
    """One object: the inputs, defaults included, and the outputs; for a table a list of these."""
    shapes = [
        {
            "inputs": {
                name: {
                    "value": _exact(value), "unit": calculator.input(name).unit_or_none,
                    "shown": _shown(calculator.input(name), value),
                }
                for name, value in filled.items()
            },
            "outputs": {
                name: {"value": amount.exact, "unit": amount.unit, "shown": amount.shown}
                for name, amount in amounts.items()
            },
        }
        for filled, amounts in rows
    ]  # fmt: skip
    head: dict[str, object] = {"schema": "quizkit.calc/1", "calculator": calculator.name,
                               "version": calculator.version}  # fmt: skip
    out_raw(json.dumps({**head, "rows": shapes} if is_table else {**head, **shapes[0]},
                       ensure_ascii=False))  # fmt: skip


def print_csv(rows: Sequence[Row], given: Sequence[str]) -> None:
    """A row for each combination: the inputs given, then the outputs with their units as heads."""
    _csv([
        [*given, *(f"{name} ({amount.unit})" for name, amount in rows[0][1].items())],
        *(
            [*(_cell(filled[name]) for name in given), *(_cell(a.value) for a in amounts.values())]
            for filled, amounts in rows
        ),
    ])  # fmt: skip


def _cell(value: Value | None) -> str:
    """A decimal, at most 15 figures: a spreadsheet would turn 3/2 into a date. JSON is exact."""
    from quizkit.numerals import rounded

    if value is None:
        return ""
    return rounded(value, _MOST_FIGURES) if isinstance(value, Fraction) else value


def _csv(rows: Sequence[Sequence[str]]) -> None:
    from quizkit.cli.shapes.csv_text import csv_text

    out_raw(csv_text(rows).rstrip("\n"))


def print_one(calculator: Calculator, filled: Mapping[str, Value], amounts: Amounts) -> None:
    """The inputs, defaults included, and each output as people write it."""
    out(f"{calculator.stamp}: {calculator.summary}")
    _columns(
        [[name, _given(calculator.input(name), value)] for name, value in filled.items()],
        indent="  ",
    )
    out()
    _columns([[name, _readable(amount)] for name, amount in amounts.items()])


def print_table(calculator: Calculator, rows: Sequence[Row], varied: Sequence[str]) -> None:
    """One column per combination, as many beside each other as fit, one line per output."""
    units = {name: "GB" if one.unit == "B" else one.unit for name, one in rows[0][1].items()}
    labels = [*varied, *(_label(name, unit) for name, unit in units.items())]
    columns = [
        [*(_given(calculator.input(name), filled[name]) for name in varied),
         *(_brief(amount, units[name]) for name, amount in amounts.items())]
        for filled, amounts in rows
    ]  # fmt: skip
    left = max(len(label) for label in labels)
    block: list[list[str]] = []
    used = left
    for column in columns:
        cells = 2 + max(len(cell) for cell in column)
        if block and used + cells > _TEXT_WIDTH:
            _block(labels, block, len(varied))
            out()
            block, used = [], left
        block.append(column)
        used += cells
    _block(labels, block, len(varied))


def _label(name: str, unit: str) -> str:
    from quizkit.units import UNITS

    return name if unit == "plain" else f"{name} ({UNITS[unit].symbol or unit})"


def _block(labels: Sequence[str], block: Sequence[Sequence[str]], heads: int) -> None:
    lines = [[label, *cells] for label, *cells in zip(labels, *block, strict=True)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    for at, line in enumerate(lines):
        if at == heads:
            out("  ".join("-" * width for width in widths))
        cells = [cell.rjust(width) for cell, width in zip(line, widths, strict=True)]
        out("  ".join([line[0].ljust(widths[0]), *cells[1:]]).rstrip())


def _readable(amount: Amount) -> str:
    """Exact, with a rounded or larger-unit form beside it where that reads more easily."""
    from quizkit.numerals import decimal_places, with_unit
    from quizkit.units import Quantity

    if amount.value is None:
        return amount.shown
    places = decimal_places(amount.value)
    text = amount.shown
    if amount.value.denominator == 1 and amount.unit not in ("params", "fold"):
        text = with_unit(f"{amount.value.numerator:,}", amount.unit)
    if amount.unit == "B" and amount.value >= 10**6:
        larger = "GB" if amount.value >= 10**9 else "MB"
        size = Quantity(amount.value, "B").to(larger).value
        about, short = _short(size, 7)
        return f"{text} ({about}{with_unit(short, larger)})"
    if places is None or places > 12:
        return f"{text} ({''.join(_short(amount.value, 4))})"
    return text


def _brief(amount: Amount, unit: str) -> str:
    """Exact and grouped, or `about` and six figures of what has too many for a column."""
    from quizkit.units import Quantity

    if amount.value is None:
        return amount.shown
    return "".join(_short(Quantity(amount.value, amount.unit).to(unit).value, 6))


def _short(value: Fraction, figures: int) -> tuple[str, str]:
    """The value in 15 figures if that is exact, else `about ` and in so many; grouped."""
    from quizkit.numerals import rounded

    text = rounded(value, _MOST_FIGURES)
    about = "" if Fraction(text) == value else "about "
    whole, point, places = (rounded(value, figures) if about else text).partition(".")
    sign, digits = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
    return about, f"{sign}{int(digits):,}{point}{places}"


def _columns(rows: Sequence[Sequence[str]], indent: str = "") -> None:
    """Rows of cells under each other; a long last cell goes on below itself."""
    widths = [max((len(row[at]) for row in rows), default=0) for at in range(len(rows[0]) - 1)]
    start = len(indent) + sum(width + 2 for width in widths)
    for row in rows:
        *cells, last = row
        lead = indent + "".join(
            cell.ljust(width + 2) for cell, width in zip(cells, widths, strict=True)
        )
        wrapped = wrap(last, max(_TEXT_WIDTH, start + 30), " " * start)
        out((lead + wrapped.lstrip(" ")).rstrip())
