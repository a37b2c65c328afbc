"""Turn the analysis of an exam into the object that `quiz items --json` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from quizkit.autograde.exam import Exam
from quizkit.autograde.figures import Alike, Figures, Ticked
from quizkit.autograde.flags import Flag
from quizkit.autograde.items import Analysis, Item
from quizkit.autograde.measures import Estimate
from quizkit.numerals import exact


def items_json(
    analysis: Analysis, doubts: Mapping[str, Sequence[Flag]], source: str
) -> dict[str, Any]:
    """The object; intervals are of 95 %, measures are numbers, exact ones stand beside as texts."""
    return {
        "schema": "quizkit.items/1",
        "source": source,
        "rows": analysis.rows,
        "learners": analysis.learners,
        "repeats": analysis.repeats,
        "statuses": dict(analysis.statuses),
        "exam": _exam(analysis.exam),
        "items": [_item(item, doubts[item.question]) for item in analysis.items],
    }


def _exam(exam: Exam) -> dict[str, Any]:
    return {
        "questions": exam.questions,
        "learners": exam.learners,
        "left_out": exam.left_out,
        "alpha": _estimate(exam.alpha),
        "mean": _number(exam.mean),
        "deviation": _number(exam.deviation),
        "error_of_measurement": _number(exam.error),
    }


def _item(item: Item, found: Sequence[Flag]) -> dict[str, Any]:
    return {
        "question": item.question,
        "kind": item.kind,
        **_figures(item.whole),
        "alpha_without": _estimate(item.alpha_without),
        "flags": [{"flag": flag.name, "sentence": flag.sentence} for flag in found],
        "groups": [{"numbers": dict(one.numbers), **_figures(one)} for one in item.groups],
    }


def _figures(figures: Figures) -> dict[str, Any]:
    return {
        "rows": figures.rows,
        "statuses": dict(figures.statuses),
        "verdicts": dict(figures.verdicts),
        "facility": _estimate(figures.facility),
        "discrimination": _estimate(figures.discrimination, is_exact=False),
        "responses": [_alike(one) for one in figures.alike],
        "options": [_ticked(one) for one in figures.ticked],
        "mistakes": [{"mistake": name, "count": count} for name, count in figures.mistakes],
        "near": [{"response": text, "count": count} for text, count in figures.near],
        "needs_review": [
            {"response": one.response, "message": one.message, "count": one.count}
            for one in figures.unread
        ],
    }


def _alike(one: Alike) -> dict[str, Any]:
    return {
        "meaning": one.meaning,
        "score": exact(one.score),
        "count": one.count,
        **_thirds(one.thirds),
        "example": one.example,
    }


def _ticked(one: Ticked) -> dict[str, Any]:
    return {
        "option": one.option,
        "right": one.right,
        "count": one.count,
        **_thirds(one.thirds),
    }


def _thirds(thirds: tuple[int, int, int] | None) -> dict[str, int | None]:
    return dict(zip(("weak", "middling", "strong"), thirds or (None, None, None), strict=True))


def _estimate(estimate: Estimate | None, *, is_exact: bool = True) -> dict[str, Any] | None:
    if estimate is None:
        return None
    return {
        "value": _number(estimate.value),
        **({"exact": exact(estimate.value)} if is_exact else {}),
        "low": _number(estimate.low),
        "high": _number(estimate.high),
        "count": estimate.count,
    }


def _number(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 6)
