"""`quiz reps`: the tasks away from the program; list them, tick them, ask their checks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import Line, Role, out, out_raw
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from datetime import date

    from quizkit.cli.rep_days import RepStanding
    from quizkit.content.course import Lesson


@click.group(invoke_without_command=True)
@click.option("--lesson", "name", metavar="LESSON", help="Only the reps of this lesson.")
@click.option("--due", is_flag=True, help="Only those that wait to be done today.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--no-pager", is_flag=True, help="Print long lists without a pager.")
@click.pass_context
def reps(ctx: click.Context, name: str | None, due: bool, as_json: bool, no_pager: bool) -> None:
    """List the tasks of lessons, tick them, ask their checks.

    A next-day task falls due on the study day after its lesson's first practice answer.

    Example: quiz reps tick zero-1-2/thirteen-billion
    """
    if ctx.invoked_subcommand is not None:
        if name is not None or due or as_json:
            raise UsageError(
                "--lesson, --due and --json choose what quiz reps lists; leave them out"
            )
        return
    from quizkit.cli.lesson_names import find_lesson
    from quizkit.cli.page.pager import page, reading_cells
    from quizkit.cli.rep_days import standings

    context: Context = ctx.obj
    library = context.library(needs=name)
    chosen = [find_lesson(library, name)] if name is not None else list(library.lessons)
    lessons = [library.outline(lesson) for lesson in chosen]
    today = context.moment().study_day
    known = standings(library, context.store(writes=False), context.learner, lessons)
    listed = [one for one in known if one.is_due(today)] if due else known
    if as_json:
        shape = [rep_json(one, today) for one in listed]
        out_raw(json.dumps({"schema": "quizkit.reps/1", "reps": shape}, ensure_ascii=False))
        return
    if not listed:
        out("No rep is due." if known else "There are no reps here.")
        return
    titles = {one: library.courses[one].title for one in library.courses}
    cells = reading_cells()
    page(
        lambda marks: list(_listing(lessons, listed, titles, today, cells, marks=marks)),
        pages=not no_pager,
    )


@reps.command()
@click.argument("refs", metavar="L/R...", nargs=-1, required=True)
@click.pass_obj
def tick(context: Context, refs: tuple[str, ...]) -> None:
    """Tick reps that are done.

    Example: quiz reps tick zero-1-2/thirteen-billion
    """
    _set(context, refs, ticked=True)


@reps.command()
@click.argument("refs", metavar="L/R...", nargs=-1, required=True)
@click.pass_obj
def untick(context: Context, refs: tuple[str, ...]) -> None:
    """Clear the boxes of reps.

    Example: quiz reps untick zero-1-2/thirteen-billion
    """
    _set(context, refs, ticked=False)


@reps.command()
@click.argument("ref", metavar="L/R")
@click.option("--line", is_flag=True, help="One answer per line, for pipes and scripts.")
@click.pass_obj
def ask(context: Context, ref: str, line: bool) -> None:
    """Ask the checks of a rep; they are graded, and nothing is kept.

    Example: quiz reps ask zero-1-2/thirteen-billion
    """
    from quizkit.cli.lesson_names import find_rep
    from quizkit.cli.page.markdown import markdown
    from quizkit.cli.page.pager import keeps_marks, reading_cells
    from quizkit.cli.sitting.checks import ask as ask_checks
    from quizkit.cli.terminal import is_interactive, out_lines

    if not line and not is_interactive():
        raise UsageError(
            "quiz reps ask needs a terminal; for pipes and scripts use quiz reps ask --line, "
            "which reads one answer per line"
        )
    library = context.library(needs=ref)
    rep = find_rep(library, ref)
    if rep.checks:
        out_lines(markdown(rep.task, reading_cells(), marks=keeps_marks()))
        out()
        course = library.courses[library.course_of(rep.lesson)]
        ask_checks(rep, context.learner, decimal_comma=course.decimal_comma)
    else:
        out(f"{ref} has no checks.")
    out(f"When it is done: quiz reps tick {ref}")


def _set(context: Context, refs: Sequence[str], *, ticked: bool) -> None:
    """Tick or clear all of them; a name that is wrong leaves everything as it was."""
    from quizkit.cli.lesson_names import find_rep

    library = context.library()
    for ref in refs:
        context.library(needs=ref)
        find_rep(library, ref)
    store, moment = context.store(writes=True), context.moment()
    change = store.tick_rep if ticked else store.untick_rep
    box = "[x]" if ticked else "[ ]"
    for ref in refs:
        course = library.course_of(ref.partition("/")[0])
        event = change(moment, context.learner, course, ref)
        out(f"{box} {ref}" + ("" if event else "  (it was already)"))


# --- showing ----------------------------------------------------------------------------------


def _listing(
    lessons: Sequence[Lesson],
    listed: Sequence[RepStanding],
    titles: Mapping[str, str],
    today: date,
    cells: int,
    *,
    marks: bool,
) -> Iterator[Line]:
    """The reps under their lessons; `titles` of courses show only where there are several."""
    for lesson in lessons:
        own = [one for one in listed if one.rep.lesson == lesson.id]
        if own:
            course = f"  ({titles[own[0].course]})" if len(titles) > 1 else ""
            yield ((f"{lesson.number}  {lesson.title}", "strong"), (course, "dim"))
            yield from rep_lines(own, today, cells, marks=marks)
            yield ()
    done = sum(one.ticked_day is not None for one in listed)
    waiting = sum(one.is_due(today) for one in listed)
    yield ((f"{len(listed)} listed, {done} done, {waiting} due.", None),)
    yield (("quiz reps tick L/R ticks one, quiz reps ask L/R asks its checks.", "dim"),)


def rep_lines(
    reps: Sequence[RepStanding], today: date, cells: int, *, marks: bool
) -> Iterator[Line]:
    """Each rep with its box, how it stands, and its task."""
    from quizkit.cli.page.markdown import markdown
    from quizkit.cli.page.spans import wrapped

    for one in reps:
        box = "[ ]" if one.ticked_day is None else "[x]"
        standing = _standing(one, today)
        role: Role = "note" if one.is_due(today) else "dim"
        behind = f" ({standing})" if standing else ""
        yield from wrapped([(one.ref, None), (behind, role)], cells, first=f"{box} ", rest="    ")
        for line in markdown(one.rep.task, cells - 4, marks=marks):
            yield (("    ", None), *line) if line else ()


def _standing(one: RepStanding, today: date) -> str:
    from quizkit.cli.page.wording import in_days, plural

    if one.ticked_day is not None:
        return f"done {one.ticked_day.isoformat()}"
    parts = []
    if one.is_due(today):
        parts.append("due now")
    elif one.due_day is not None:
        parts.append(f"due {in_days(one.due_day, today)}")
    elif one.rep.next_day:
        parts.append("due the day after practice begins")
    if one.rep.checks:
        parts.append(plural(len(one.rep.checks), "check"))
    return ", ".join(parts)


def rep_json(one: RepStanding, today: date) -> dict[str, object]:
    """A rep in the lists of `quiz reps --json` and `quiz lesson L --json`."""
    return {
        "rep": one.ref,
        "course": one.course,
        "lesson": one.rep.lesson,
        "task": one.rep.task.strip(),
        "checks": len(one.rep.checks),
        "ticked_day": one.ticked_day.isoformat() if one.ticked_day else None,
        "next_day": one.rep.next_day,
        "due_day": one.due_day.isoformat() if one.due_day else None,
        "due": one.is_due(today),
    }
