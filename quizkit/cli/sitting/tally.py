"""Turn the answers and changes of one session into its summary."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from quizkit.cli.page.wording import plural
from quizkit.scheduling.sm2 import PASSING

if TYPE_CHECKING:
    from quizkit.session import Event

_WORDS = {
    "right": "right", "partly": "partly right", "mistake": "recognised mistake",
    "wrong": "wrong", "given_up": "given up", "self": "recalled", "missed": "forgotten",
}  # fmt: skip
_MANY = {"mistake": "recognised mistakes"}


class Tally:
    """What this session saved and did not take back, by the uid of its row."""

    def __init__(self) -> None:
        # After a restore in another terminal, a row's id may be that of another row.
        self._verdicts: dict[bytes, str] = {}
        self._changes: dict[bytes, str] = {}

    def __len__(self) -> int:
        return len(self._verdicts)

    def saved(self, event: Event) -> None:
        """Count an answer; a recall, which its learner rates, by its rating."""
        is_missed = event.verdict == "self" and (event.rating or 0) < PASSING
        self._verdicts[event.uid] = "missed" if is_missed else event.verdict or ""

    def changed(self, event: Event) -> None:
        """Count a suspension or another rating."""
        self._changes[event.uid] = event.kind

    def taken_back(self, event: Event) -> None:
        """Count it no more; what another session did has been changed by this one."""
        own = self._verdicts.pop(event.uid, None) or self._changes.pop(event.uid, None)
        if own is None:
            self._changes[event.uid] = "earlier answer" if event.kind == "review" else "earlier"

    def words(self, left: int) -> str:
        """The summary; `left` questions stand in the queue."""
        if not self._verdicts:
            return f"Nothing answered; {self._changed_words()}."
        counts = Counter(self._verdicts.values())
        parts = [
            plural(counts[name], word, _MANY.get(name, word))
            for name, word in _WORDS.items()
            if counts[name]
        ]
        rest = f"; {plural(left, 'question')} left" if left else ""
        return f"{plural(len(self), 'answer')} saved: {', '.join(parts)}{rest}."

    def _changed_words(self) -> str:
        counts = Counter(self._changes.values())
        parts = [
            f"{plural(counts[kind], noun)} {done}"
            for kind, noun, done in (
                ("suspend", "question", "suspended"),
                ("earlier answer", "earlier answer", "taken back"),
                ("earlier", "earlier change", "taken back"),
            )
            if counts[kind]
        ]
        return ", ".join(parts) or "nothing changed"
