"""`quiz paths`: show where quizkit keeps its files."""

from __future__ import annotations

import json

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import out, out_raw


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def paths(context: Context, as_json: bool) -> None:
    """Show where quizkit keeps its files.

    Example: quiz paths --json
    """
    where = {
        "database": str(context.database),
        "settings": str(context.places.settings),
        "backups": str(context.places.backups),
        "cache": str(context.places.cache),
    }
    courses = [str(folder) for folder in context.folders]
    if as_json:
        out_raw(json.dumps({"schema": "quizkit.paths/1", **where, "courses": courses}))
        return
    for name, path in where.items():
        out(f"{name:9} {path}")
    for course in courses:
        out(f"{'course':9} {course}")
