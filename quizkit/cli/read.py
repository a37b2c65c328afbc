"""`quiz read`: show how a typed answer is read."""

from __future__ import annotations

import json

import click

from quizkit.cli.terminal import out, out_raw
from quizkit.errors import UsageError


class _Reading(click.Command):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`-h` alone asks for help; beside other words it is text, as `-1.5` and `-half` are."""
        return super().parse_args(ctx, ["--help"] if args == ["-h"] else args)


@click.command(
    cls=_Reading,
    context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]},
)
@click.argument("text", nargs=-1, type=click.UNPROCESSED, required=True)
@click.option("--unit", default="plain", show_default=True, help="The unit asked for.")
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
def read(text: tuple[str, ...], unit: str, json_wanted: bool) -> None:
    """Show how a typed answer is read.

    Example: quiz read "1,5 GB" --unit GB
    """
    from quizkit.cli.trying import reading_lines
    from quizkit.grading.reader import read_number
    from quizkit.grading.readings import Expected, as_json
    from quizkit.units import UNITS

    if unit not in UNITS:
        raise UsageError(f'unit "{unit}" is not in the table: {", ".join(UNITS)}')
    reading = read_number(" ".join(text), Expected(unit=unit))
    if json_wanted:
        out_raw(json.dumps({"schema": "quizkit.read/1", **as_json(reading)}, ensure_ascii=False))
        return
    for line in reading_lines(reading):
        out(line)
