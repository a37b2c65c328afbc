"""Turn the days of the last answers and today into a doubt about this machine's clock."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from quizkit.cli.page.wording import plural

if TYPE_CHECKING:
    from quizkit.cli.context import Context
    from quizkit.cli.counting import Sitting
    from quizkit.store.index import Library
    from quizkit.store.store import Store

_LONG = timedelta(days=366)


def clock_doubt(context: Context, library: Library, store: Store, now: Sitting) -> str:
    """What is odd about the clock, and what to do; empty if nothing is.

    Answers of a day that is yet to come: the clock was ahead then, or is behind now. They are held
    until their own day. A last answer of more than a year ago: the clock may be ahead now.
    """
    days = [store.newest_day(context.learner, course) for course in library.courses]
    newest = max((day for day in days if day is not None), default=now.today)
    if now.today - newest > _LONG:
        return (
            f"The clock here says {now.today}, {(now.today - newest).days} days after the last "
            f"answer ({newest}). If it is wrong, set it right before answering: "
            "what is answered now counts from that day."
        )
    if newest <= now.today:
        return ""
    last_days = {ref: card.last_day for ref, card in now.cards.items() if card.last_day}
    later = {ref for ref, day in last_days.items() if day > now.today}
    if not later or not _in_the_future(context, library, store, later):
        return ""
    return (
        f"The clock here says {now.today}, but {plural(len(later), 'question')} "
        f"{'was' if len(later) == 1 else 'were'} answered on a later day, "
        f"up to {max(last_days.values())}. "
        "They are held until they fall due by that day; if it was wrong, quiz undo takes the "
        "newest answers back and quiz set-due Q today brings a question back."
    )


def _in_the_future(context: Context, library: Library, store: Store, later: set[str]) -> bool:
    """Whether any of these was answered after this instant: a flight westwards is no reason."""
    moment = context.moment()
    return any(
        event.at_ms > moment.at_ms
        for ref in later
        for course in library.courses
        for event in store.events(context.learner, course, ref)
        if event.study_day > moment.study_day
    )
