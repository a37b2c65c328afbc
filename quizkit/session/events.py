"""Say what one row of the log holds.

The log is append-only and the truth; every card is a fold of it. Order is `id`, never the clock.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from quizkit.scheduling.sm2 import State
from quizkit.session.kinds import KINDS as KINDS
from quizkit.session.kinds import REP_KINDS as REP_KINDS
from quizkit.session.kinds import ROLES as ROLES
from quizkit.session.kinds import VERDICTS as VERDICTS
from quizkit.session.kinds import Kind as Kind
from quizkit.session.kinds import Role as Role
from quizkit.session.kinds import Verdict as Verdict
from quizkit.storable import storable


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One row of the log, one field per column.

    `question` is `lesson/id` of a question or a rep; `ordinal` counts the rows of one learner,
    course and question from 1; `refers_to` is the row that a `rerate` or `undo` is about. `at_ms`
    is UTC milliseconds. `before` and `after` are the card's states around this row; rows about
    reps have none. `detail`, `asked` and `reading` are canonical JSON texts. The fields from `seed`
    on belong to reviews; `calculator` is `name@version`.
    """

    id: int
    uid: bytes
    learner: str
    course: str
    question: str
    ordinal: int
    kind: Kind
    refers_to: int | None = None
    study_day: date
    at_ms: int
    offset_minutes: int
    zone: str | None
    rollover_hour: int
    rating: int | None = None
    rating_rule: str | None = None
    scheduler: str | None = None
    before: State | None = None
    after: State | None = None
    detail: str | None = None
    seed: int | None = None
    revision: str | None = None
    calculator: str | None = None
    asked: str | None = None
    response: str | None = None
    reading: str | None = None
    verdict: Verdict | None = None
    score: Fraction | None = None
    mistake: str | None = None
    hint: bool | None = None
    role: Role | None = None
    elapsed_ms: int | None = None

    @property
    def variant(self) -> str | None:
        """The variant that a review showed, `lesson/question#seed`."""
        return None if self.seed is None else f"{self.question}#{self.seed}"

    @property
    def renamed_from(self) -> str:
        """The old reference that a `rename` row names."""
        return self._detail("from")

    @property
    def set_to(self) -> date:
        """The day that a `set_due` row names."""
        return date.fromisoformat(self._detail("day"))

    def _detail(self, name: str) -> str:
        return str(json.loads(self.detail or "{}")[name])


def canonical(value: object) -> str:
    """JSON with sorted keys and no spaces: equal values give equal texts.

    >>> canonical({"b": 1, "a": ["Ψ", None]})
    '{"a":["Ψ",null],"b":1}'
    """
    text = json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return storable(text)
