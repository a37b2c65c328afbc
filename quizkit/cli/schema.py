"""`quiz schema`: print the JSON Schema of course files, made of the loader's own tables."""

from __future__ import annotations

import json

import click

from quizkit.cli.terminal import out_raw


@click.command()
@click.argument("kind", type=click.Choice(["lesson", "course"]), default="lesson")
def schema(kind: str) -> None:
    """Print the JSON Schema of course files, for editors.

    Example: quiz schema > content/my-course/lesson.schema.json
    """
    from quizkit.content.schema import course_json_schema, json_schema

    shape = json_schema() if kind == "lesson" else course_json_schema()
    out_raw(json.dumps(shape, indent=2, ensure_ascii=False))
