"""Turn attempts that were graded again into rows of the record, for `quiz regrade --apply`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizkit.cli.context import Context
from quizkit.cli.stopping import undisturbed
from quizkit.store.attempts import ROWS_AT_ONCE, Attempts

if TYPE_CHECKING:
    from quizkit.autograde.attempts import Attempt, Kept
    from quizkit.autograde.regrade import Regraded


class Keeping:
    """Adds new grades to the record, some hundred at a time; nothing is opened before there is one.

    A grade that stays the same under another revision, or by another decision, is added too: it
    holds for that now. An attempt that somebody else graded again meanwhile is left alone.
    """

    def __init__(self, context: Context, *, allow_lower: bool) -> None:
        self._context, self._allow_lower = context, allow_lower
        self._kept: Attempts | None = None
        self._waiting: list[tuple[Kept, Attempt]] = []
        self._changing: set[int] = set()
        self.changed: set[int] = set()
        """The rows whose attempts got another grade."""
        self.missed = 0
        """How many attempts could not get theirs."""

    def add(self, one: Regraded) -> None:
        """Keep its new grade, if it has one, together with the next ones."""
        if (
            one.after is None
            or (one.effect == "lower" and not self._allow_lower)
            or (one.effect == "same" and not _holds_otherwise(one.before.attempt, one.after))
        ):
            return
        self._waiting.append((one.before, one.after))
        if one.effect != "same":
            self._changing.add(one.before.id)
        if len(self._waiting) >= ROWS_AT_ONCE:
            self.keep()

    def keep(self) -> None:
        """Write what waits."""
        from quizkit.cli.submissions import grader_name

        if not self._waiting:
            return
        if self._kept is None:
            self._kept = self._context.store(writes=True).attempts
        with undisturbed():  # what is kept is counted, or whoever stops it would be told too few
            added = self._kept.add_gradings(self._context.moment(), grader_name(), self._waiting)
            self.changed |= self._changing & added
            self.missed += len(self._changing - added)
            self._waiting, self._changing = [], set()


def _holds_otherwise(before: Attempt, after: Attempt) -> bool:
    return (before.revision, before.decision) != (after.revision, after.decision)
