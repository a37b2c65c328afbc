"""Turn a card's state and a rating into its next state, by SM-2 as published in 1990.

P. A. Wozniak, "Optimization of learning", 1990, chapter 3.2, algorithm SM-2; where ports of it
disagree, the text holds: a failure leaves the ease alone, the interval is multiplied by the *new*
ease and rounded up, and the ease has a floor but no ceiling.

Everything is an integer. The ease is kept in hundredths, because floats lose the ceiling: ratings
5, 5, 5, 5, 4 make 50 * 2.90 = 145 days, and 146 in floats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple, Protocol

from quizkit.errors import UsageError

NAME = "sm2"
LONGEST_DAYS = 36_500
LOWEST_EASE = 130
PASSING = 3

_EASE_CHANGE = {5: 10, 4: 0, 3: -14}
_FIRST_DAYS, _SECOND_DAYS = 1, 6


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One card's memory: `ease` in hundredths, `due_day` None until the first rating.

    `repetitions` counts the passes in a row; `lapses` the failures of a card that had passed.
    """

    repetitions: int
    interval_days: int
    ease: int
    due_day: date | None
    lapses: int


NEW = State(repetitions=0, interval_days=0, ease=250, due_day=None, lapses=0)
"""The state of a card that was never rated."""


def step(state: State, rating: int, on: date) -> State:
    """The state after a due review rated 0 to 5 on the study day `on`.

    A rating of at least 3 sets the next due day, counted from `on` however late the review was; a
    lower one makes the card due again on `on` itself. Raises ValueError for any other rating.

    >>> state = NEW
    >>> for rating in (5, 5, 5, 5, 4):
    ...     state = step(state, rating, date(2028, 2, 29))
    >>> state.interval_days, state.ease
    (145, 290)
    """
    if rating not in range(6):
        raise ValueError(f"a rating is 0 to 5, not {rating}")
    if rating < PASSING:
        return State(
            repetitions=0,
            interval_days=0,
            ease=state.ease,
            due_day=on,
            lapses=state.lapses + (state.repetitions > 0),
        )
    ease = max(LOWEST_EASE, state.ease + _EASE_CHANGE[rating])
    if state.repetitions == 0:
        interval_days = _FIRST_DAYS
    elif state.repetitions == 1:
        interval_days = _SECOND_DAYS
    else:
        # -(-a // b) is the ceiling of a / b without leaving the integers.
        interval_days = min(LONGEST_DAYS, -(-state.interval_days * ease // 100))
    return State(
        repetitions=state.repetitions + 1,
        interval_days=interval_days,
        ease=ease,
        due_day=_days_after(on, interval_days),
        lapses=state.lapses,
    )


def _days_after(day: date, days: int) -> date:
    # The calendar ends with the year 9999; a clock set there must not stop a review.
    return day + timedelta(days=min(days, (date.max - day).days))


class Scheduler(Protocol):
    """A way to space reviews: a name for the log, the state of a new card, and the step."""

    @property
    def name(self) -> str:
        """The name that the log stores with each review."""
        ...

    @property
    def new(self) -> State:
        """The state of a card that was never rated."""
        ...

    def step(self, state: State, rating: int, on: date) -> State:
        """The state after a due review rated 0 to 5 on the study day `on`."""
        ...


class Sm2(NamedTuple):
    """SM-2 behind the protocol."""

    name: str = NAME
    new: State = NEW

    def step(self, state: State, rating: int, on: date) -> State:
        """The module's own `step`."""
        return step(state, rating, on)


SCHEDULERS: Mapping[str, Scheduler] = {NAME: Sm2()}


def find_scheduler(name: str) -> Scheduler:
    """The scheduler of that name; raises UsageError naming the ones there are.

    >>> find_scheduler("sm2").name
    'sm2'
    """
    if name not in SCHEDULERS:
        known = ", ".join(sorted(SCHEDULERS))
        raise UsageError(f'there is no scheduler "{name}"; there is {known}')
    return SCHEDULERS[name]
