"""Turn the answers of one session into its summary."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from quizkit.cli.page.wording import plural

if TYPE_CHECKING:
    from quizkit.session import Event

_WORDS = {
    "right": "right", "partly": "partly right", "mistake": "recognised mistake",
    "wrong": "wrong", "given_up": "given up", "self": "recalled",
}  # fmt: skip
_MANY = {"mistake": "recognised mistakes"}


class Tally:
    """The answers that this session saved and did not take back, by their row in the log."""

    def __init__(self) -> None:
        self._verdicts: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._verdicts)

    def saved(self, event: Event) -> None:
        """Count an answer."""
        self._verdicts[event.id] = event.verdict or ""

    def taken_back(self, event: Event) -> None:
        """Count it no more; an answer of another session never counted."""
        self._verdicts.pop(event.id, None)

    def words(self, left: int) -> str:
        """The summary; `left` questions stand in the queue."""
        if not self._verdicts:
            return "Nothing answered; nothing changed."
        counts = Counter(self._verdicts.values())
        parts = [
            plural(counts[name], word, _MANY.get(name, word))
            for name, word in _WORDS.items()
            if counts[name]
        ]
        rest = f"; {plural(left, 'question')} left" if left else ""
        return f"{plural(len(self), 'answer')} saved: {', '.join(parts)}{rest}."
