"""`quiz suspend`, `unsuspend`, `reset`, `set-due`: changes of mind, each an event of the log."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import out
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.scheduling.day import Moment
    from quizkit.session import Changed
    from quizkit.store.store import Store

_Change = Callable[["Store", "Moment", str, str, str], "Changed"]


@click.command()
@click.argument("question", metavar="Q")
@click.pass_obj
def suspend(context: Context, question: str) -> None:
    """Keep a question from being asked.

    Example: quiz suspend zero-1-2/five-costs
    """
    _change(
        context,
        question,
        lambda store, *where: store.suspend(*where),
        done=f"is suspended; quiz unsuspend {question} brings it back",
        already="is suspended already",
    )


@click.command()
@click.argument("question", metavar="Q")
@click.pass_obj
def unsuspend(context: Context, question: str) -> None:
    """Let a suspended question be asked again.

    Example: quiz unsuspend zero-1-2/five-costs
    """
    _change(
        context,
        question,
        lambda store, *where: store.unsuspend(*where),
        done="is asked again",
        already="is not suspended",
    )


@click.command()
@click.argument("question", metavar="Q")
@click.pass_obj
def reset(context: Context, question: str) -> None:
    """Start a question anew; its history stays.

    Example: quiz reset zero-1-2/five-costs
    """
    _change(
        context,
        question,
        lambda store, *where: store.reset(*where),
        done="starts anew; quiz undo takes that back",
        already="is new already",
    )


@click.command("set-due")
@click.argument("question", metavar="Q")
@click.argument("day", metavar="DAY")
@click.pass_obj
def set_due(context: Context, question: str, day: str) -> None:
    """Move the day on which a question is due.

    DAY is a date (2028-02-29), today, tomorrow, or +N for N days from today.

    Example: quiz set-due zero-1-2/five-costs tomorrow
    """
    on = _day(day, context.moment().study_day)
    _change(
        context,
        question,
        lambda store, *where: store.set_due(*where, on),
        done=f"is due on {on.isoformat()}",
        already=f"is due on {on.isoformat()} already",
    )


def _change(context: Context, question: str, change: _Change, *, done: str, already: str) -> None:
    library = context.library()
    if library.has(question):
        courses = [library.entry(question).course]
    else:
        # A question that is gone keeps its card; it can still be suspended or reset.
        reading = context.store(writes=False)
        courses = [
            course
            for course in library.courses
            if reading.card(context.learner, course, question).rows
        ]
        if not courses:
            raise UsageError(f'there is no question "{question}"{library.near(question)}')
    store = context.store(writes=True)
    changed = change(store, context.moment(), context.learner, courses[0], question)
    out(f"{question} {done if changed.event else already}.")


def _day(text: str, today: date) -> date:
    named = {"today": 0, "tomorrow": 1}
    try:
        if text in named:
            return today + timedelta(days=named[text])
        if text.startswith("+") and text[1:].isascii() and text[1:].isdecimal():
            return today + timedelta(days=min(int(text[1:][:9]), 10**9))
        return date.fromisoformat(text)
    except (ValueError, OverflowError) as error:
        raise UsageError(f'"{text}" is no day; write 2028-02-29, today, tomorrow or +10') from error
