"""Turn study days, cards, questions and mistakes into everything that a look back says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain

from quizkit.reports.days import Day, sum_days
from quizkit.reports.retention import Retention, retention
from quizkit.reports.standing import Counts, Forecast, Known, by_lesson, forecast, together
from quizkit.reports.streak import Streak, streak
from quizkit.reports.trouble import Mistake, hardest, recurring

FORECAST_DAYS = 31
MOST_NAMED = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A learner's past and what lies ahead, as of the study day `today`.

    `days` are the study days up to today; `ahead_of_clock` those after it, which a clock that was
    wrong has left behind: they are kept, and counted nowhere. `missing` counts cards whose question
    is in no lesson any more; they are counted nowhere else either.
    """

    today: date
    total: Day
    days: Mapping[date, Day]
    ahead_of_clock: tuple[date, ...]
    streak: Streak
    retention: tuple[Retention, ...]
    forecast: Forecast
    lessons: Mapping[str, Counts]
    missing: int
    hardest: tuple[Known, ...]
    mistakes: tuple[Mistake, ...]

    @property
    def counts(self) -> Counts:
        """All lessons together."""
        return together(self.lessons.values())

    def last(self, days: int) -> Day:
        """The last so many days together, today among them."""
        ago = (self.today - timedelta(days=number) for number in range(days))
        return sum_days(self.days[day] for day in ago if day in self.days)


def look_back(
    questions: Mapping[str, Sequence[str]],
    days: Mapping[date, Day],
    cards: Mapping[str, Known],
    mistakes: Iterable[Mistake],
    today: date,
) -> Summary:
    """Fold everything into a summary.

    `questions` are the references by lesson; `cards` go by the names that questions have today.
    """
    past = {day: days[day] for day in sorted(days) if day <= today}
    refs = chain.from_iterable(questions.values())
    present = [card for card in map(cards.get, refs) if card is not None]
    total = sum_days(past.values())
    return Summary(
        today=today,
        total=total,
        days=past,
        ahead_of_clock=tuple(sorted(day for day in days if day > today)),
        streak=streak(past, today),
        retention=retention(total),
        forecast=forecast(present, today, FORECAST_DAYS),
        lessons=by_lesson(questions, cards, today),
        missing=len(cards) - len(present),
        hardest=hardest(present, MOST_NAMED),
        mistakes=recurring(mistakes, MOST_NAMED),
    )
