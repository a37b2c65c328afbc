"""Copy the database once in a study day, without being in a learner's way.

A small file is copied before the day's first change. A large one would make the learner wait for
the first question, so it is copied when the command is over. Whatever goes wrong is a warning.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from quizkit.errors import QuizkitError

if TYPE_CHECKING:
    from quizkit.cli.context import Context

LARGE_BYTES = 16 * 1024 * 1024


def begin_day(context: Context) -> None:
    """Make the study day's copy now or when the command is over, unless there is one."""
    path = context.database
    try:
        size = path.stat().st_size
    except OSError:
        return
    running = click.get_current_context(silent=True)
    if size > LARGE_BYTES and running is not None:
        running.find_root().call_on_close(lambda: _copy(context))
    else:
        _copy(context)


def mention_copies(context: Context, *, writes: bool) -> None:
    """Say of a database that is not there, or an empty file, that there are copies, if there are.

    Where the command `writes`, a new log begins in its place.
    """
    from quizkit.store.daily import fullest

    path = context.database
    copy = fullest(context.places.backups, _stem(context))
    if copy is None:
        return
    if path.exists():
        lost, anew = "is empty", ", and a new log begins in it"
    else:
        lost, anew = "is not there", ", and a new log is begun"
    context.tell_once(
        f"{path} {lost}{anew if writes else ''}; quiz db restore {copy} puts the newest copy back"
    )


def _copy(context: Context) -> None:
    from quizkit.store.daily import daily_copy

    try:
        today = context.moment().study_day
        daily_copy(context.database, context.places.backups, _stem(context), today)
    except (QuizkitError, OSError) as trouble:
        context.tell_once(f"no backup was made today: {trouble}")


def _stem(context: Context) -> str:
    """What the copies are called: databases named by QUIZ_DATABASE must not share copies."""
    path = context.database
    if path == context.places.database:
        return path.stem
    from quizkit.digests import blake2b

    return f"{path.stem}-{blake2b(os.fsencode(path.absolute()), digest_size=4).hexdigest()}"
