"""Turn what staff decided about a text into the grade of every response that is the same.

A decision is about one text in one question, as it was asked: the same numbers, the same key and
the same order; with a star, about that text whatever the numbers and the order. After the key was
mended neither decides anything any more: its scope says which key it was, and of which kind.

Decisions of early versions have scopes that do not say all of that. Such a one holds while its
question has the revision that it had then, as nothing at all was mended since; under another
revision nobody can tell, and the text is decided anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from quizkit import calculators
from quizkit.autograde.batch import Grader
from quizkit.autograde.canonical import canonical
from quizkit.autograde.keyed import Keyed
from quizkit.autograde.rows import GradedRow, question_and_seed
from quizkit.content.model import Given, Question, RecallAnswer
from quizkit.storable import storable
from quizkit.variants import asked, is_shuffled

ANY_NUMBERS = "*"
"""Starts the scope of a decision for any numbers and order: `dunno` is wrong with all of them."""

FEEDBACK = "graded by the course staff"

_KEPT = 30_000

DecidedVerdict = Literal["right", "partly", "wrong"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What staff decided about a response to a question; `id` is None until it is stored.

    `scope` says what was asked, as `scope_of` and `any_scope_of` write it. `revision` is the
    question's revision then, and `message` why the response could not be read.
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

    @property
    def any_numbers(self) -> bool:
        """Whether it was meant for that text whatever numbers or order were asked."""
        return self.scope.startswith(ANY_NUMBERS)


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
        self, question: Question, showing: Mapping[str, Any], response: str, *, seeded: bool
    ) -> Decision | None:
        """What was decided about that text for that showing; if nothing was, for any showing."""
        if not self.knows(question.ref, response):
            return None
        text = same_text(response)
        for scope, says_all in (
            (scope_of(question, showing, seeded=seeded), True),
            (_older_scope(showing, seeded=seeded), False),
            (any_scope_of(question, showing), True),
            (ANY_NUMBERS, False),
        ):
            found = self._found.get((question.ref, scope, text))
            if found is not None and (says_all or found.revision == question.revision):
                return found
        return None


def same_text(response: str) -> str:
    """The text by which responses are the same: blanks at its ends do not count.

    What no database holds is as the record and a stored decision have it.

    >>> same_text(" one\\0 ")
    'one\ufffd'
    """
    return storable(response.strip())


def scope_of(question: Question, showing: Mapping[str, Any], *, seeded: bool) -> str:
    """What a decision depends on, of all that was asked, as canonical JSON.

    The order shown counts for every text: `abc`, `the second` and `le dernier` all name places.
    Without a seed it is known only if it is the author's own; what is decided where it is not
    known holds for no order, which is an empty one.
    """
    known = seeded or not is_shuffled(question)
    return canonical(_scope(showing, None if known else []) | _model(question))


def any_scope_of(question: Question, showing: Mapping[str, Any]) -> str:
    """What a decision for any numbers and order depends on: the key and its kind, behind a star.

    Where each draw has a key of its own, that is all that keys are made from.
    """
    key = showing["key"]
    if question.given is not None and draws_its_key(question):
        key = _made_from(question.given)
    elif isinstance(key, list):
        key = sorted(key)
    scope = {"kind": question.answer.kind, "key": key, "unit": showing["unit"]}
    return ANY_NUMBERS + canonical(scope | _model(question))


def draws_its_key(question: Question) -> bool:
    """Whether the key is a number that comes from the numbers drawn."""
    return question.given is not None and question.answer.kind == "number"


def _scope(showing: Mapping[str, Any], order: list[str] | None) -> dict[str, object]:
    """The numbers, the key and the order shown, or another `order` in its place."""
    key = showing["key"]
    scope = {
        "drawn": showing["drawn"],
        "key": sorted(key) if showing["options"] else key,
        "unit": showing["unit"],
    }
    shown = {name: showing[name] for name in ("options", "rights") if showing[name]}
    return scope | {name: one if order is None else order for name, one in shown.items()}


def _older_scope(showing: Mapping[str, Any], *, seeded: bool) -> str:
    """The scope as early versions wrote it.

    It says of no recall what the model answer was, nor without a seed whether an order was known.
    """
    scope = _scope(showing, None)
    if not seeded:
        scope |= {name: None for name in ("options", "rights") if name in scope}
    return canonical(scope)


def _model(question: Question) -> dict[str, object]:
    """What a recall is compared with, which no showing holds."""
    answer = question.answer
    return {"model": answer.model.strip()} if isinstance(answer, RecallAnswer) else {}


def _made_from(given: Given) -> dict[str, object]:
    """All that the keys of a question depend on, whichever numbers are drawn."""
    cases = [given.example, *given.cases]
    return {
        "calculator": calculators.find(given.calculator).stamp,
        "ask": given.ask,
        "values": {name: [str(one) for one in values] for name, values in given.values.items()},
        "cases": [{name: str(value) for name, value in case.items()} for case in cases],
    }


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
    ref, own_seed = question_and_seed(question)
    text = (seed.strip() or own_seed).partition(".")[0]
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
        self._known: dict[tuple[Keyed, bool, str], Decision | None] = {}

    def __reduce__(self) -> tuple[object, ...]:
        """Another process gets the decisions too."""
        return _fresh, (dict(self._by_ref), frozenset(self._comma), tuple(self._decisions))

    def reviewed(self, question: str, seed: str, response: str, row: GradedRow) -> GradedRow:
        """As it is, unless staff have decided about such a response."""
        one, number = named_question(self._by_ref, question, seed)
        if not self._decisions.knows(one.ref, response):
            return row
        keyed = self.keyed(question, seed)
        assert isinstance(keyed, Keyed), "what has no key cannot need review"
        # One stands for all seeds that differ in nothing else: a thousand may say the same.
        about = (keyed, number is not None, same_text(response))
        if about not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[about] = self._decisions.find(
                one, asked(keyed.variant), response, seeded=number is not None
            )
        found = self._known[about]
        return row if found is None else decided_row(row, found)


def _fresh(
    questions: Mapping[str, Question], decimal_comma: Collection[str], decisions: Iterable[Decision]
) -> DecidingGrader:
    return DecidingGrader(questions, decimal_comma=decimal_comma, decisions=Decisions(decisions))
