"""`quiz lesson`: list the lessons with their progress, or read one and go on to its questions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import Line, out, out_raw
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.cli.counting import Sitting
    from quizkit.cli.progress import Progress
    from quizkit.content.course import Lesson
    from quizkit.store.index import Library


@click.command()
@click.argument("name", metavar="[L]", required=False)
@click.option("--find", metavar="TEXT", help="Only lessons that mention this text.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--no-pager", is_flag=True, help="Print long notes without a pager.")
@click.pass_context
def lesson(
    ctx: click.Context, name: str | None, find: str | None, as_json: bool, no_pager: bool
) -> int:
    """List lessons and progress, or read one.

    L is a lesson's id or number. After its notes come its questions.

    Example: quiz lesson zero-1-2
    """
    from quizkit.cli.counting import sitting

    context: Context = ctx.obj
    if name is not None and find is not None:
        raise UsageError("--find chooses among all lessons; leave out the lesson's name")
    library = context.library(needs=name)
    store = context.store(writes=False)
    now = sitting(context, library, store)
    if name is None:
        _list(library, now, find, as_json=as_json, pages=not no_pager)
        return 0
    from quizkit.cli.lesson_names import find_lesson
    from quizkit.cli.page.pager import page, reading_cells
    from quizkit.cli.progress import progress
    from quizkit.cli.shapes.reading import Reading

    found = find_lesson(library, name)
    reading = Reading(
        lesson=library.outline(found),
        course=library.courses[library.course_of(found)],
        library=library,
        store=store,
        learner=context.learner,
        today=now.today,
        cards=now.cards,
        progress=progress(library, now.cards, now.today)[found],
    )
    if as_json:
        out_raw(json.dumps(reading.as_json(), ensure_ascii=False))
        return 0
    cells = reading_cells()
    page(lambda marks: list(reading.lines(cells, marks=marks)), pages=not no_pager)
    out()
    return _offer(ctx, found, now)


def _offer(ctx: click.Context, found: str, now: Sitting) -> int:
    """Begin its questions where a person says so; elsewhere say what to type."""
    from quizkit.cli.nothing_due import nothing_due
    from quizkit.cli.page.wording import plural
    from quizkit.cli.review import review
    from quizkit.cli.sitting.conversation import Line as Typed
    from quizkit.cli.sitting.conversation import listen
    from quizkit.cli.terminal import is_interactive

    counted = now.count(lesson=found)
    if not counted.due and not counted.new:
        for sentence in nothing_due(now, lesson=found):
            out(sentence)
        return 0
    waiting = f"{plural(counted.due, 'question')} due, {counted.new} new"
    if not is_interactive():
        out(f"{waiting}. Type: quiz review --lesson {found}")
        return 0
    out(f"{waiting}. Enter starts its questions, q leaves.")
    said = listen()
    if not (isinstance(said, Typed) and not said.text.strip()):
        return 0
    code = ctx.invoke(review, lesson=found)
    return code if isinstance(code, int) else 0


def _list(library: Library, now: Sitting, find: str | None, *, as_json: bool, pages: bool) -> None:
    from quizkit.cli.page.pager import page, reading_cells
    from quizkit.cli.progress import progress

    lessons = [library.outline(one) for one in library.lessons]
    if find is not None:
        lessons = [one for one in lessons if _mentions(one, find)]
    known = progress(library, now.cards, now.today)
    if as_json:
        shape = [
            {
                "lesson": one.id,
                "course": library.course_of(one.id),
                "number": one.number,
                "title": one.title,
                "summary": one.summary.strip(),
                "questions": known[one.id].questions,
                "answered": known[one.id].answered,
                "due": known[one.id].due,
            }
            for one in lessons
        ]
        out_raw(json.dumps({"schema": "quizkit.lessons/1", "lessons": shape}, ensure_ascii=False))
    elif not lessons:
        out(f'No lesson mentions "{find}".' if find is not None else "There are no lessons.")
    else:
        cells = reading_cells()
        page(lambda _marks: list(_listing(library, lessons, known, cells)), pages=pages)


def _mentions(lesson: Lesson, text: str) -> bool:
    """Whether a lesson mentions the text, in any case and however its lines are broken."""
    wanted = " ".join(text.casefold().split())
    places = (lesson.id, lesson.title, lesson.summary, lesson.notes)
    return any(wanted in " ".join(place.casefold().split()) for place in places)


def _listing(
    library: Library, lessons: Sequence[Lesson], known: dict[str, Progress], cells: int
) -> Iterator[Line]:
    from quizkit.cli.page.spans import wrapped

    last_course = None
    for one in lessons:
        course = library.course_of(one.id)
        if course != last_course:
            if last_course is not None:
                yield ()
            yield ((library.courses[course].title, "strong"),)
            last_course = course
        yield from wrapped(
            [(f"{one.title}", None)], cells, first=f"{one.number:>3}  ", rest="     "
        )
        if one.summary:
            yield from wrapped([(one.summary, "dim")], cells, first="     ", rest="     ")
        yield ((f"     {one.id}: {known[one.id].words()}", None),)
    yield ()
    yield (("To read one: quiz lesson L", "dim"),)
