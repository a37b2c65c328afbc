"""`quiz` alone: what is due now, when the next is, and what to type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizkit.cli.counting import sitting
from quizkit.cli.nothing_due import nothing_due
from quizkit.cli.page.wording import in_days, plural
from quizkit.cli.rep_days import due_reps, due_words
from quizkit.cli.sitting.clock_doubts import clock_doubt
from quizkit.cli.terminal import err, out

if TYPE_CHECKING:
    from quizkit.cli.context import Context


def today(context: Context) -> None:
    """Say what is due now, when the next is, and what to type next."""
    store = context.store(writes=False)
    library = context.library()
    now = sitting(context, library, store)
    if doubt := clock_doubt(context, library, store, now):
        err(doubt)
    counted = now.count()
    reps = due_words(due_reps(library, store, context.learner, now.today))
    if counted.due or counted.new:
        out(f"{plural(counted.due, 'question')} due, {counted.new} new.")
        if counted.next_due_day is not None and not counted.due:
            out(f"Next review: {in_days(counted.next_due_day, now.today)}.")
        out("Type: quiz review")
        if reps:
            out(reps)
        return
    for line in nothing_due(now):
        out(line)
    if reps:
        out(reps)
