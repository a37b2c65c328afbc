"""Turn a summary into the object that `quiz stats --json` prints."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from quizkit.numerals import decimal
from quizkit.reports.retention import CONFIDENCE, Share, overall

if TYPE_CHECKING:
    from quizkit.cli.stats import Found
    from quizkit.reports.days import Day
    from quizkit.reports.standing import Counts, Known

_PLACES = 4


def shape(found: Found) -> dict[str, object]:
    """Counts are numbers; shares are exact (`9/10`), their bounds decimals of 4 places, or null."""
    summary = found.summary
    total = summary.total
    return {
        "schema": "quizkit.stats/1",
        "learner": found.learner,
        "today": summary.today.isoformat(),
        "total": {"study_days": len(summary.days), **_day(total)},
        "streak": {
            "days": summary.streak.days,
            "longest": summary.streak.longest,
            "studied_today": summary.streak.studied_today,
        },
        "days": [{"day": day.isoformat(), **_day(done)} for day, done in summary.days.items()],
        "days_ahead_of_clock": [day.isoformat() for day in summary.ahead_of_clock],
        "forecast": {
            "overdue": summary.forecast.overdue,
            "days": [{"day": day.isoformat(), "due": due} for day, due in summary.forecast.days],
            "later": summary.forecast.later,
        },
        "retention": {
            "confidence": decimal(CONFIDENCE, 2),
            "all": _share(overall(summary.retention)),
            "intervals": [
                {"from_days": one.low_days, "to_days": one.high_days, **_share(one.recalls)}
                for one in summary.retention
            ],
        },
        "cards": {**_counts(summary.counts), "missing": summary.missing},
        "lessons": [
            {
                "lesson": lesson,
                "course": found.library.course_of(lesson),
                "title": found.library.titles[lesson],
                **_counts(counts),
            }
            for lesson, counts in summary.lessons.items()
        ],
        "objectives": _objectives(found),
        "hardest": [_card(card) for card in summary.hardest],
        "mistakes": _mistakes(found),
    }


def _day(done: Day) -> dict[str, object]:
    return {
        "reviews": done.reviews,
        "recalled": done.recalled,
        "drills": done.drills,
        "ahead": done.ahead,
        "introduced": done.introduced,
        "lapses": done.lapses,
        "elapsed_ms": done.elapsed_ms,
    }


def _share(recalls: Share) -> dict[str, object]:
    low, high = recalls.bounds
    return {
        "asked": recalls.of,
        "recalled": recalls.got,
        "share": None if recalls.share is None else str(recalls.share),
        "low": _decimal(low) if recalls.of else None,
        "high": _decimal(high) if recalls.of else None,
    }


def _decimal(number: Fraction) -> str:
    return decimal(number, _PLACES)


def _counts(counts: Counts) -> dict[str, object]:
    return {
        "questions": counts.questions,
        "new": counts.new,
        "relearning": counts.relearning,
        "review": counts.review,
        "suspended": counts.suspended,
        "due": counts.due,
    }


def _objectives(found: Found) -> list[dict[str, object]]:
    return [
        {"course": course, "objective": objective, **_counts(counts)}
        for (course, objective), counts in found.objectives().items()
    ]


def _card(card: Known) -> dict[str, object]:
    return {
        "question": card.question,
        "missed": card.misses,
        "reviews": card.live_reviews,
        "lapses": card.lapses,
        "ease": decimal(Fraction(card.ease, 100), 2),
    }


def _mistakes(found: Found) -> list[dict[str, object]]:
    shapes: list[dict[str, object]] = []
    for mistake in found.summary.mistakes:
        made = found.made[mistake.name]
        shapes.append(
            {
                "mistake": mistake.name,
                "times": mistake.times,
                "last_day": made.last_day.isoformat() if made.last_day else None,
                "questions": [
                    {"question": question, "times": times} for question, times in made.questions
                ],
            }
        )
    return shapes
