"""What one sitting knows as it goes on: what is left to ask, what was answered, what can change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from quizkit.cli.page.wording import say
from quizkit.cli.sitting.conversation import Conversation, Lines
from quizkit.cli.sitting.tally import Tally

if TYPE_CHECKING:
    from datetime import date

    from quizkit.cli.context import Context
    from quizkit.cli.sitting.running_queue import RunningQueue
    from quizkit.session import Answered, Card
    from quizkit.store.index import Library
    from quizkit.store.store import Store
    from quizkit.variants import Variant


class Quit(Exception):
    """The learner ended the session, or there is no more input."""


class Moved(Exception):
    """A command changed what comes next; the showing at hand is over without an answer."""


# A named tuple, as every session makes the class: a dataclass takes eight times as long to make.
class Shown(NamedTuple):
    """A question on the screen: what was asked, the card as it was, and since when."""

    variant: Variant
    card: Card
    course: str
    since_ms: int


@dataclass
class Session:
    """One learner's sitting."""

    context: Context
    library: Library
    store: Store
    queue: RunningQueue
    today: date
    conversation: Conversation = field(default_factory=Lines)
    tally: Tally = field(default_factory=Tally)
    last: tuple[str, Answered] | None = None  # course and answer that a key may still re-rate
    hinted: bool = False
    seen: set[str] = field(default_factory=set)
    summary: str = ""  # the summary as it was last shown

    def summarise(self) -> None:
        """Say what was saved, unless that has just been said."""
        summary = self.tally.words(len(self.queue))
        if summary != self.summary:
            self.summary = summary
            say(summary)
