"""`quiz undo`: take back the newest answer or change."""

from __future__ import annotations

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import out


@click.command()
@click.pass_obj
def undo(context: Context) -> None:
    """Take back the newest answer or change.

    It asks nothing, says what was taken back, and can be repeated.

    Example: quiz undo
    """
    from quizkit.cli.page.wording import taken_back

    undone = context.store(writes=True).undo(context.moment(), context.learner)
    out(taken_back(undone.taken_back) if undone else "There is nothing to take back.")
