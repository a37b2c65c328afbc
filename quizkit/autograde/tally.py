"""Turn the statuses of graded rows into counts, in all and by question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from quizkit.autograde.rows import STATUSES, Status


@dataclass(slots=True)
class Tally:
    """How many rows of each question came to each status."""

    counts: Counter[tuple[str, Status]] = field(default_factory=Counter)
    cut: str = ""
    """The first response that looks like a spreadsheet's short display of a longer number."""
    error: str = ""
    """What is wrong with the first row of status `error`, with its place."""

    def add(self, question: str, status: Status, rows: int = 1) -> None:
        """Count so many rows."""
        self.counts[question, status] += rows

    @property
    def rows(self) -> int:
        """All rows counted."""
        return self.counts.total()

    def of(self, question: str) -> int:
        """The rows of one question."""
        return sum(self.counts[question, status] for status in STATUSES)

    def by_status(self) -> Mapping[Status, int]:
        """Every status with its count, 0 included; the counts sum to `rows`."""
        totals = dict.fromkeys(STATUSES, 0)
        for (_, status), rows in self.counts.items():
            totals[status] += rows
        return totals

    def by_question(self) -> Mapping[str, Mapping[Status, int]]:
        """The same for each question, in alphabetical order."""
        questions: dict[str, dict[Status, int]] = {}
        for (question, status), rows in sorted(self.counts.items()):
            questions.setdefault(question, dict.fromkeys(STATUSES, 0))[status] += rows
        return questions
