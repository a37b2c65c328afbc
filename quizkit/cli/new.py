"""`quiz new`: write the first text of a course, a lesson or a question."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import err, out, out_raw
from quizkit.errors import ContentError, UsageError
from quizkit.exchange.scaffolds import KINDS


@click.group()
def new() -> None:
    """Write the first text of a course, lesson or question.

    Each passes quiz check as it is; its comments say what to change.

    Example: quiz new course my-course
    """


@new.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--title", metavar="TEXT", help="The course's title.")
def course(folder: Path, title: str | None) -> None:
    """Make a course folder with one lesson.

    Its id is the folder's name.

    Example: quiz new course my-course --title "My course"
    """
    from quizkit.content.folder import COURSE_FILE, LESSON_FOLDER
    from quizkit.content.schema import schema_text
    from quizkit.exchange.scaffolds import course_text, lesson_text

    name = _id(re.sub(r"[^a-z0-9]+", "-", folder.absolute().name.lower()).strip("-"), folder.name)
    if folder.is_dir() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty; name a new folder")
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; name a new folder")
    lessons = folder / LESSON_FOLDER
    try:
        lessons.mkdir(parents=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {error.strerror or error}") from error
    first = lesson_text("first-lesson", 1, "First lesson", first=True)
    _write(folder / COURSE_FILE, course_text(name, title or _spoken(name)))
    _write(lessons / "01-first-lesson.yaml", first)
    _write(folder / "lesson.schema.json", schema_text())
    for path in (folder / COURSE_FILE, lessons / "01-first-lesson.yaml"):
        out(f"{path}")
    err(f"next: quiz check {folder}, then quiz review --course {folder} --lesson first-lesson")


@new.command()
@click.argument("name", metavar="ID")
@click.option("--title", metavar="TEXT", help="The lesson's title.")
@click.option("--number", type=click.IntRange(0, 999_999), metavar="N", help="Its place.")
@click.pass_obj
def lesson(context: Context, name: str, title: str | None, number: int | None) -> None:
    """Add a lesson to a course.

    The course is that of --course, or the one in whose folder you are.

    Example: quiz new lesson ring-all-reduce --course my-course
    """
    from quizkit.content.folder import COURSE_FILE, LESSON_FOLDER, file_names
    from quizkit.content.load import parse_lesson_file
    from quizkit.exchange.scaffolds import lesson_text

    lesson = _id(name, name)
    folder = _course_folder(context)
    parsed = [parse_lesson_file(folder / one) for one in file_names(folder) if one != COURSE_FILE]
    for one in parsed:
        if one.id == lesson:
            raise UsageError(f'the course has a lesson "{lesson}" already: {one.path}')
    known = [one.value.number for one in parsed if one.value is not None]
    known += [
        int(found[0]) for one in parsed if (found := re.match(r"\d{1,6}", Path(one.path).name))
    ]
    if number is None:
        number = max(known, default=0) + 1
    elif number in known:
        raise UsageError(f"the course has a lesson {number} already; choose another number")
    path = folder / LESSON_FOLDER / f"{number:02d}-{lesson}.yaml"
    if path.exists():
        raise UsageError(f"{path} is there already")
    (folder / LESSON_FOLDER).mkdir(exist_ok=True)
    _write(path, lesson_text(lesson, number, title or _spoken(lesson), first=False))
    out(f"{path}")
    err(f"next: quiz check {path}")


@new.command()
@click.argument("lesson", required=False, metavar="[LESSON.yaml]", type=click.Path(path_type=Path))
@click.option("--kind", type=click.Choice(KINDS), required=True, help="How it is answered.")
@click.option("--id", "name", metavar="ID", help="The question's id.")
@click.option("--warm-up", "warm_up", is_flag=True, help="Put it into the warm-up.")
def question(lesson: Path | None, kind: str, name: str | None, warm_up: bool) -> None:
    """Print a question, or add it to a lesson file.

    Without --id it gets one that is free.

    Example: quiz new question my-course/lessons/01-first-lesson.yaml --kind choice
    """
    from quizkit.content.load import parse_lesson
    from quizkit.exchange.insertion import free_id, with_question
    from quizkit.exchange.scaffolds import question_text

    wanted = _id(name, name) if name else f"new-{kind}"
    if lesson is None:
        out_raw(question_text(kind, wanted).removesuffix("\n"))
        return
    text = _text(lesson)
    parsed = parse_lesson(str(lesson), text.encode())
    chosen = wanted
    if parsed.value is not None:
        chosen = free_id(parsed.value, wanted)
        if name and chosen != name:
            raise UsageError(f'{lesson} has a question or rep "{name}" already; choose another id')
    scaffold = question_text(kind, chosen, parsed.id or "LESSON")
    longer = with_question(str(lesson), text, "warm_up" if warm_up else "practice", scaffold)
    if parse_lesson(str(lesson), longer.encode()).value is None:
        raise ContentError(f"{lesson}: its layout leaves no place to add to; paste the question")
    _write(lesson, longer)
    line = next(n for n, row in enumerate(longer.split("\n"), 1) if f"- id: {chosen}" in row)
    out(f"{lesson}:{line}")
    err(f"next: change it, then quiz check {lesson}")


def _id(name: str, typed: str) -> str:
    from quizkit.content.readers import ID

    if not ID.fullmatch(name):
        raise UsageError(
            f'"{typed[:40]}" makes no id: small letters, digits and -, two or more, the first no -'
        )
    return name


def _spoken(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _course_folder(context: Context) -> Path:
    from quizkit.content.folder import COURSE_FILE

    if context.course_flag or os.environ.get("QUIZ_COURSE"):
        folders = context.folders
        if len(folders) != 1:
            raise UsageError("several courses are named; name one with --course FOLDER")
        return folders[0]
    for folder in (Path(), Path("..")):
        if (folder / COURSE_FILE).is_file():
            return folder
    raise UsageError("no course.yaml here; name the course with --course FOLDER")


def _text(path: Path) -> str:
    from quizkit.content.folder import read_bytes

    try:
        return read_bytes(path).decode("utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8") from error


def _write(path: Path, text: str) -> None:
    from quizkit.exchange.whole_file import whole_file

    with whole_file(path) as stream:
        stream.write(text.encode())
