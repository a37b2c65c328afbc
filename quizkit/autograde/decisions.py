"""Turn what staff decided about a text into the grade of every response that is the same.

A decision is about one text in one question, as it was asked: the same numbers, the same key and
the same order. After the key was mended it decides nothing any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from quizkit.autograde.batch import Grader
from quizkit.autograde.canonical import canonical
from quizkit.autograde.rows import GradedRow
from quizkit.content.model import Question
from quizkit.variants import asked, make_variant

ANY_NUMBERS = "*"
"""The scope of a decision for a text whatever was asked: `dunno` is wrong with any numbers."""

FEEDBACK = "graded by the course staff"

DecidedVerdict = Literal["right", "partly", "wrong"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What staff decided about a response to a question; `id` is None until it is stored.

    `scope` says what was asked, as `scope_of` writes it. `revision` and `message` are for the
    record: the question's revision then, and why the response could not be read.
    """

    course: str
    question: str
    scope: str
    response: str
    verdict: DecidedVerdict
    score: Fraction
    revision: str
    message: str
    id: int | None = None
    at_ms: int = 0
    offset_minutes: int = 0

    @property
    def same(self) -> tuple[str, str, str]:
        """What makes two decisions be about the same."""
        return self.question, self.scope, self.response


class Decisions:
    """Decisions by what they are about; of several about the same, the last one given counts."""

    def __init__(self, decisions: Iterable[Decision] = ()) -> None:
        self._found = {one.same: one for one in decisions}
        self._texts = {(question, response) for question, _, response in self._found}

    def __bool__(self) -> bool:
        return bool(self._found)

    def __iter__(self) -> Iterator[Decision]:
        return iter(self._found.values())

    def knows(self, question: str, response: str) -> bool:
        """Whether anything was decided about that text in that question."""
        return (question, same_text(response)) in self._texts

    def find(
        self, question: str, showing: Mapping[str, Any], response: str, *, seeded: bool
    ) -> Decision | None:
        """What was decided about that text for that showing, or for any."""
        if not self.knows(question, response):
            return None
        text = same_text(response)
        exact = self._found.get((question, scope_of(showing, seeded=seeded), text))
        return exact or self._found.get((question, ANY_NUMBERS, text))


def same_text(response: str) -> str:
    """The text by which responses are the same: blanks at its ends do not count."""
    return response.strip()


def scope_of(showing: Mapping[str, Any], *, seeded: bool) -> str:
    """What a decision depends on, of all that was asked, as canonical JSON.

    The order shown counts for every text: `abc`, `the second` and `le dernier` all name places.
    Without a seed it is not known, so what is decided then holds for no order.
    """
    key = showing["key"]
    scope = {
        "drawn": showing["drawn"],
        "key": sorted(key) if showing["options"] else key,
        "unit": showing["unit"],
    }
    for name in ("options", "rights"):
        if showing[name]:
            scope[name] = showing[name] if seeded else None
    return canonical(scope)


def decided_row(row: GradedRow, decision: Decision) -> GradedRow:
    """A row that needed review, graded by the decision."""
    return row._replace(
        status="graded",
        verdict=decision.verdict,
        score=decision.score,
        feedback=FEEDBACK,
    )


def named_question(
    questions: Mapping[str, Question], question: str, seed: str
) -> tuple[Question, int | None]:
    """The question and the seed of a row that could be graded, as `Grader.row` reads them."""
    ref, _, own_seed = question.strip().partition("#")
    text = (seed.strip() or own_seed.strip()).partition(".")[0]
    return questions[ref], int(text) if text else None


class DecidingGrader(Grader):
    """A grader that lets staff's decisions grade what it cannot read."""

    def __init__(
        self,
        questions: Mapping[str, Question],
        *,
        decimal_comma: Collection[str] = (),
        decisions: Decisions,
    ) -> None:
        super().__init__(questions, decimal_comma=decimal_comma)
        self._by_ref = questions
        self._comma = decimal_comma
        self._decisions = decisions

    def __reduce__(self) -> tuple[object, ...]:
        """Another process gets the decisions too."""
        return _fresh, (dict(self._by_ref), frozenset(self._comma), tuple(self._decisions))

    def reviewed(self, question: str, seed: str, response: str, row: GradedRow) -> GradedRow:
        """As it is, unless staff have decided about such a response."""
        one, number = named_question(self._by_ref, question, seed)
        if not self._decisions.knows(one.ref, response):
            return row
        showing = asked(make_variant(one, number or 0))
        found = self._decisions.find(one.ref, showing, response, seeded=number is not None)
        return row if found is None else decided_row(row, found)


def _fresh(
    questions: Mapping[str, Question], decimal_comma: Collection[str], decisions: Iterable[Decision]
) -> DecidingGrader:
    return DecidingGrader(questions, decimal_comma=decimal_comma, decisions=Decisions(decisions))
