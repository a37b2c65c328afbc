"""`quiz import`: turn lessons written elsewhere into lesson files."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import err, out_raw
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.exchange.markdown import Imported, Known


@click.group("import")
def import_() -> None:
    """Turn a lesson written as Markdown into a lesson file.

    Example: quiz import lesson 09-zero.md -o content/my-course/lessons/09-zero.yaml
    """


@import_.command("lesson")
@click.argument("file", metavar="FILE.md")
@click.option(
    "-o", "output", metavar="OUT.yaml", help="The lesson file (default: standard output)."
)
@click.option("--force", is_flag=True, help="Replace the lesson file if it is there.")
@click.option("--id", "name", metavar="ID", default="", help="The lesson's id.")
@click.option("--number", type=click.IntRange(0, 999_999), metavar="N", help="The lesson's number.")
@click.pass_obj
def lesson(
    context: Context, file: str, output: str | None, force: bool, name: str, number: int | None
) -> None:
    """Turn a lesson written as Markdown into a lesson file.

    Sections Warm-up, Know this, Practice, Real-world reps, Going further; questions with a box or
    a number, lettered options, <details> blocks called Check or Hint. What cannot be decided is
    written as todo, which quiz check reports.

    Example: quiz import lesson 09-zero.md -o content/my-course/lessons/09-zero.yaml
    """
    from quizkit.content.readers import ID
    from quizkit.exchange.markdown import import_lesson

    if name and not ID.fullmatch(name):
        raise UsageError(f'"{name[:40]}" is not an id: small letters, digits and -, at least two')
    if output == "":
        raise UsageError("the name behind -o is empty; name a file")
    target = None if output in (None, "-") else Path(str(output))
    refusal = "" if force else f"{target} is there already; --force replaces it"
    if target is not None and target.exists() and refusal:
        raise UsageError(refusal)
    data = _read(file)
    imported = import_lesson(
        "standard input" if file == "-" else file,
        data,
        known=_known(context, target),
        lesson_id=name,
        number=number,
    )
    for notice in imported.notices:
        err(notice)
    if target is None:
        out_raw(imported.text.removesuffix("\n"))
    else:
        from quizkit.exchange.whole_file import whole_file

        with whole_file(target, refusal=refusal) as stream:
            stream.write(imported.text.encode())
    err(_summary(imported, target))


def _read(file: str) -> bytes:
    from quizkit.content.folder import read_bytes
    from quizkit.exchange.markdown.source import MOST_BYTES

    if file == "-":
        if sys.stdin is None:
            raise UsageError("standard input is closed; name a file")
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    try:
        return read_bytes(Path(file))
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}") from error


def _known(context: Context, target: Path | None) -> Known | None:
    """What the course has that the lesson goes to: where it is written, else the one named."""
    from quizkit.content.folder import COURSE_FILE, LESSON_FOLDER, file_names
    from quizkit.content.load import parse_course_file, parse_lesson_file
    from quizkit.exchange.markdown import Known, KnownLesson

    folder = target.absolute().parent if target is not None else None
    if folder is not None and folder.name == LESSON_FOLDER:
        folder = folder.parent
    if folder is None or not (folder / COURSE_FILE).is_file():
        named = context.course_flag or os.environ.get("QUIZ_COURSE")
        if not named or len(context.folders) != 1:
            return None
        folder = context.folders[0]
    course = parse_course_file(folder / COURSE_FILE).value
    parsed = [parse_lesson_file(folder / one) for one in file_names(folder) if one != COURSE_FILE]
    return Known(
        objectives=course.objectives if course else (),
        sources=course.sources if course else (),
        lessons=tuple(
            KnownLesson(
                id=one.value.id,
                number=one.value.number,
                title=one.value.title,
                stem=Path(one.path).stem,
            )
            for one in parsed
            if one.value is not None
        ),
    )


def _summary(imported: Imported, target: Path | None) -> str:
    from quizkit.cli.page.wording import plural

    counts = imported.counts
    parts = [
        plural(counts["warm_up"], "warm-up question"),
        plural(counts["practice"], "practice question"),
        plural(counts["reps"], "rep"),
        plural(counts["further"], "link"),
    ]
    left = f"; {imported.todos} left to do" if imported.todos else ""
    see = f" (see: quiz check {target})" if imported.todos and target is not None else ""
    where = f" in {target}" if target is not None else ""
    return f"lesson {imported.id}{where}: {', '.join(parts)}{left}{see}"
