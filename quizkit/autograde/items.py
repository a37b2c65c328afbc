"""Turn the attempts of a class into what they say about each question and about the whole exam."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quizkit.autograde.alike import numbers_of, order_of
from quizkit.autograde.attempts import Attempt
from quizkit.autograde.exam import Exam, exam_of
from quizkit.autograde.figures import Figures, figures_of
from quizkit.autograde.measures import Estimate
from quizkit.autograde.rows import STATUSES, Status
from quizkit.autograde.standings import (
    Counted,
    Standings,
    counted_attempts,
    first_attempts,
    scores_of,
)
from quizkit.variants import kind_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One question: its figures, and those of each set of numbers where it has several.

    `alpha_without` is the exam's alpha if this question were left out.
    """

    question: str
    kind: str
    whole: Figures
    groups: tuple[Figures, ...]
    alpha_without: Estimate | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """All of it; `repeats` counts the rows of learners who had answered the question before."""

    rows: int
    learners: int
    repeats: int
    statuses: Mapping[Status, int]
    items: tuple[Item, ...]
    exam: Exam


def analyse(attempts: Iterable[Attempt]) -> Analysis:
    """What the attempts of a class say; questions stand in the order in which they come."""
    rows: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        rows[attempt.question].append(attempt)
    first = {question: first_attempts(own) for question, own in rows.items()}
    scores = {question: scores_of(own) for question, own in first.items()}
    standings = Standings(scores)
    exam, without = exam_of(scores)
    items = []
    for question, own in rows.items():
        counted = counted_attempts(first[question], scores[question], standings)
        items.append(_item(question, own, counted, standings.unit, without.get(question)))
    statuses = Counter(attempt.status for own in rows.values() for attempt in own)
    return Analysis(
        rows=statuses.total(),
        learners=len({attempt.learner for own in rows.values() for attempt in own}),
        repeats=statuses.total() - sum(map(len, first.values())),
        statuses={status: statuses[status] for status in STATUSES},
        items=tuple(items),
        exam=exam,
    )


def _item(
    question: str,
    rows: Sequence[Attempt],
    counted: Sequence[Counted],
    unit: Fraction,
    alpha_without: Estimate | None,
) -> Item:
    showings = {attempt.asked: attempt for attempt in rows}
    numbers = {asked: dict(numbers_of(one.showing)) for asked, one in showings.items()}
    order = {asked: order_of(one.showing) for asked, one in showings.items()}
    varying = [
        name
        for name in dict.fromkeys(name for one in numbers.values() for name in one)
        if len({one.get(name) for one in numbers.values()}) > 1
    ]
    group_of = {
        asked: tuple((name, one[name]) for name in varying if name in one)
        for asked, one in numbers.items()
    }
    groups: dict[tuple[tuple[str, str], ...], tuple[list[Attempt], list[Counted]]] = {}
    for asked in sorted(showings, key=order.__getitem__):
        groups.setdefault(group_of[asked], ([], []))
    for attempt in rows:
        groups[group_of[attempt.asked]][0].append(attempt)
    for one in counted:
        groups[group_of[one.attempt.asked]][1].append(one)
    return Item(
        question=question,
        kind=kind_of(rows[0].showing),
        whole=figures_of((), rows, counted, unit),
        groups=tuple(figures_of(group, *own, unit) for group, own in groups.items())
        if varying
        else (),
        alpha_without=alpha_without,
    )
