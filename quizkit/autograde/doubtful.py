"""Turn attempts that need review into the texts that staff decide about, equal ones together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from quizkit.autograde.attempts import Attempt
from quizkit.autograde.decisions import any_scope_of, same_text, scope_of
from quizkit.content.model import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubtful:
    """One text that nobody could read, in one question as it was asked, and how often it came.

    `attempt` is the first that said it. `scope` and `any_scope` are those of a decision about it as
    it was asked, and whatever numbers or order were asked. `others` counts the rows that said the
    same where other numbers, or another order, were asked.
    """

    question: str
    scope: str
    any_scope: str
    text: str
    message: str
    rows: int
    others: int
    attempt: Attempt


def doubtful(
    attempts: Iterable[Attempt], questions: Mapping[str, Question]
) -> tuple[Doubtful, ...]:
    """The texts that need review, by question as these come, the frequent ones first."""
    found: dict[tuple[str, str, str], Doubtful] = {}
    texts: dict[tuple[str, str], int] = {}
    places: dict[str, int] = {}
    for attempt in attempts:
        if attempt.status != "needs_review":
            continue
        text = same_text(attempt.response)
        question = questions[attempt.question]
        scope = scope_of(question, attempt.showing, seeded=attempt.seed is not None)
        key = (attempt.question, scope, text)
        before = found.get(key)
        if before is None:
            places.setdefault(attempt.question, len(places))
            found[key] = Doubtful(
                question=attempt.question,
                scope=scope,
                any_scope=any_scope_of(question, attempt.showing),
                text=text,
                message=str(attempt.understood["message"] or ""),
                rows=1,
                others=0,
                attempt=attempt,
            )
        else:
            found[key] = replace(before, rows=before.rows + 1)
        texts[attempt.question, text] = texts.get((attempt.question, text), 0) + 1
    groups = (
        replace(one, others=texts[one.question, one.text] - one.rows) for one in found.values()
    )
    return tuple(sorted(groups, key=lambda one: (places[one.question], -one.rows)))
