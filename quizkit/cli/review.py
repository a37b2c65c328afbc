"""`quiz review`: the daily job. Parse, open, plan the queue, hand over to the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.store.index import Library
    from quizkit.store.store import Store


@click.command()
@click.option("--lesson", metavar="LESSON", help="Only this lesson; its prerequisites are ignored.")
@click.option("--tag", metavar="TAG", help="Only questions with this tag.")
@click.option("--new", "new", type=click.IntRange(0, 9999), help="New questions today, at most.")
@click.option("--limit", type=click.IntRange(1, 99999), help="Questions in this session, at most.")
@click.option("--ahead", is_flag=True, help="Practise what is not due; it moves nothing.")
@click.option("--line", is_flag=True, help="One line per prompt, for pipes and scripts.")
@click.option(
    "--accessible", is_flag=True, help="Plain lines without redrawing, for screen readers."
)
@click.pass_obj
def review(
    context: Context,
    lesson: str | None,
    tag: str | None,
    new: int | None,
    limit: int | None,
    ahead: bool,
    line: bool,
    accessible: bool,
) -> int:
    """Answer what is due, then new questions.

    Example: quiz review --lesson zero-1-2
    """
    from quizkit.cli.terminal import err, is_interactive, out, set_color

    if not line and not is_interactive():
        raise UsageError(
            "quiz review needs a terminal; for pipes and scripts use quiz review --line, "
            "which reads one answer per line"
        )
    if accessible:
        set_color("never")
    library = context.library(needs=lesson)
    if lesson is not None and lesson not in library.lessons:
        known = ", ".join(library.lessons)
        raise UsageError(f'there is no lesson "{lesson}"; there are {known}')
    if tag is not None and not any(tag in entry.tags for entry in library.entries):
        known = ", ".join(sorted({tag for entry in library.entries for tag in entry.tags}))
        raise UsageError(
            f'no question has the tag "{tag}"; '
            + (f"there are {known}" if known else "none has any")
        )
    from quizkit.cli.asking import Session
    from quizkit.cli.counting import sitting, take_over_renamed
    from quizkit.cli.today import nothing_due
    from quizkit.scheduling.queue import plan, unmet

    store = context.store(writes=True)
    take_over_renamed(context, library, store)
    now = sitting(context, library, store, new_per_day=new)
    queue = plan(
        now.asked, now.cards, now.today,
        new_left=now.new_left, lesson=lesson, tag=tag, ahead=ahead, limit=limit,
    )  # fmt: skip
    if not queue:
        for sentence in nothing_due(now.count(lesson=lesson, tag=tag).next_due_day, now.today):
            out(sentence)
        _name_reps(context, library, store)
        return 0
    if lesson is not None and (waiting := unmet(now.asked, now.cards, library.lessons[lesson])):
        err(f"{lesson} builds on {', '.join(waiting)}, not started yet; going on without.")
    code = Session(context, library, store, queue, dict(now.cards), ahead=ahead).run()
    _name_reps(context, library, store)
    return code


def _name_reps(context: Context, library: Library, store: Store) -> None:
    """Name the reps that are due by now, if there are any."""
    from quizkit.cli.rep_days import due_reps, due_words
    from quizkit.cli.wording import say

    today = context.moment().study_day
    if words := due_words(due_reps(library, store, context.learner, today)):
        say(words)
