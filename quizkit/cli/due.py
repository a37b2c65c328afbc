"""`quiz due`: count what is due now, fast enough for a shell prompt."""

from __future__ import annotations

import json

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import out, out_raw


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def due(context: Context, as_json: bool) -> None:
    """Count what is due now.

    Example: quiz due --json
    """
    from quizkit.cli.counting import count

    counted = count(context)
    next_day = counted.next_due_day.isoformat() if counted.next_due_day else None
    if as_json:
        out_raw(
            json.dumps(
                {
                    "schema": "quizkit.due/1",
                    "due": counted.due,
                    "new": counted.new,
                    "next_due_day": next_day,
                }
            )
        )
        return
    out(f"{counted.due} due, {counted.new} new" + (f", next {next_day}" if next_day else ""))
