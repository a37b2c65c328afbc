"""`quiz read`: show how a typed answer is read."""

from __future__ import annotations

import json

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import out, out_raw
from quizkit.errors import UsageError


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@click.argument("text", nargs=-1, type=click.UNPROCESSED, required=True)
@click.option("--unit", default="plain", show_default=True, help="The unit asked for.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def read(context: Context, text: tuple[str, ...], unit: str, as_json: bool) -> None:
    """Show how a typed answer is read.

    Example: quiz read "1,5 GB" --unit GB
    """
    from quizkit.grading.reader import Ambiguous, Expected, Unreadable, Value, read_number
    from quizkit.units import UNITS, exact

    if unit not in UNITS:
        raise UsageError(f'unit "{unit}" is not in the table: {", ".join(UNITS)}')
    reading = read_number(" ".join(text), Expected(unit=unit))
    shape: dict[str, object] = {
        "schema": "quizkit.read/1", "state": reading.state, "value": None, "unit": None,
        "read_as": None, "readings": [], "message": None,
    }  # fmt: skip
    if isinstance(reading, Value):
        shape["value"], shape["unit"] = exact(reading.number), reading.unit
        shape["read_as"] = reading.read_as
        shape["message"] = "; ".join(reading.notes) or None
    elif isinstance(reading, Ambiguous):
        shape["readings"], shape["message"] = list(reading.readings), reading.message
    elif isinstance(reading, Unreadable):
        shape["message"] = reading.message
    if as_json:
        out_raw(json.dumps(shape, ensure_ascii=False))
        return
    if isinstance(reading, Value):
        out(f"value: {reading.read_as}")
        for note in reading.notes:
            out(f"  {note}")
    elif isinstance(reading, Ambiguous):
        out(f"ambiguous: {reading.message}")
        for possible in reading.readings:
            out(f"  {possible}")
    elif isinstance(reading, Unreadable):
        out(f"unreadable: {reading.message}")
    else:
        out("blank: nothing was typed")
