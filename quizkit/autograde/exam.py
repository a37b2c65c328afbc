"""Turn the scores of a class into the measures of the whole exam."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from quizkit.autograde.intervals import root
from quizkit.autograde.measures import Estimate, alpha, alphas_without, deviation, mean


@dataclass(frozen=True, slots=True, kw_only=True)
class Exam:
    """The questions of which anything was graded, over the learners who have a score in each.

    `left_out` counts the other learners. `totals` are sums of scores; `deviation` is theirs over
    n-1, None for a single one; `error` is the standard error of measurement, the deviation times
    the root of 1 - alpha.
    """

    questions: int
    learners: int
    left_out: int
    alpha: Estimate | None
    totals: tuple[Fraction, ...]
    mean: Fraction | None
    deviation: Fraction | None
    error: Fraction | None


def exam_of(
    scores: Mapping[str, Mapping[str, Fraction]],
) -> tuple[Exam, dict[str, Estimate | None]]:
    """The exam, and its alpha without each question, over the same learners."""
    scores = {question: own for question, own in scores.items() if own}
    everybody = set().union(*scores.values())
    complete = sorted(
        learner for learner in everybody if all(learner in own for own in scores.values())
    )
    columns = {question: [own[learner] for learner in complete] for question, own in scores.items()}
    totals = [sum(row, start=Fraction(0)) for row in zip(*columns.values(), strict=True)]
    of_all = alpha(list(columns.values()))
    spread = deviation(totals) if len(totals) > 1 else None
    exam = Exam(
        questions=len(scores),
        learners=len(complete),
        left_out=len(everybody) - len(complete),
        alpha=of_all,
        totals=tuple(sorted(totals)),
        mean=mean(totals) if totals else None,
        deviation=spread,
        error=spread * root(1 - of_all.value) if spread is not None and of_all else None,
    )
    if len(columns) < 3:
        return exam, {}
    return exam, dict(zip(columns, alphas_without(list(columns.values())), strict=True))
