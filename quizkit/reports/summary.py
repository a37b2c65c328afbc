"""Turn study days, cards, questions and mistakes into everything that a look back says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from quizkit.reports.days import Day, sum_days
from quizkit.reports.retention import Retention, retention
from quizkit.reports.standing import Asked, Counts, Forecast, Known, by_lesson, forecast, together
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
    def total(self) -> Day:
        """All study days together."""
        return sum_days(self.days.values())

    @property
    def counts(self) -> Counts:
        """All lessons together."""
        return together(self.lessons.values())

    def last(self, days: int) -> Day:
        """The last so many days together, today among them."""
        first = self.today.toordinal() - days + 1
        return sum_days(done for day, done in self.days.items() if day.toordinal() >= first)


def look_back(
    asked: Sequence[Asked],
    days: Mapping[date, Day],
    cards: Mapping[str, Known],
    mistakes: Iterable[Mistake],
    today: date,
) -> Summary:
    """Fold everything into a summary; `cards` go by the names that questions have today."""
    past = {day: days[day] for day in sorted(days) if day <= today}
    present = [card for one in asked if (card := cards.get(one.ref)) is not None]
    return Summary(
        today=today,
        days=past,
        ahead_of_clock=tuple(sorted(day for day in days if day > today)),
        streak=streak(past, today),
        retention=retention(past.values()),
        forecast=forecast(present, today, FORECAST_DAYS),
        lessons=by_lesson(asked, cards, today),
        missing=len(cards) - len(present),
        hardest=hardest(present, MOST_NAMED),
        mistakes=recurring(mistakes, MOST_NAMED),
    )
