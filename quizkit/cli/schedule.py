"""`quiz schedule`: show the intervals that a row of ratings brings."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from quizkit.cli.terminal import out, out_raw
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quizkit.scheduling.sm2 import Scheduler, State

_MOST = 10_000


@click.command()
@click.argument("ratings", nargs=-1, required=True)
@click.option("--scheduler", "name", default="sm2", show_default=True, metavar="S", help="By name.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def schedule(ratings: tuple[str, ...], name: str, as_json: bool) -> None:
    """Show the intervals that a row of ratings brings.

    Ratings are 0 to 5, each of a review on the day it is due.

    Example: quiz schedule 4,4,3,2
    """
    from quizkit.numerals import decimal
    from quizkit.scheduling.sm2 import find_scheduler

    scheduler = find_scheduler(name)
    given = _ratings(" ".join(ratings))
    steps = list(zip(given, _states(scheduler, given), strict=True))
    if as_json:
        shape = {
            "schema": "quizkit.schedule/1",
            "scheduler": scheduler.name,
            "steps": [
                {
                    "rating": rating,
                    "ease": decimal(Fraction(state.ease, 100), 2),
                    "interval_days": state.interval_days,
                    "repetitions": state.repetitions,
                }
                for rating, state in steps
            ],
        }
        out_raw(json.dumps(shape))
        return
    out("rating   ease  interval (days)  repetitions", role="strong")
    for rating, state in steps:
        ease = decimal(Fraction(state.ease, 100), 2)
        out(f"{rating:>6}  {ease:>5}  {state.interval_days:>15}  {state.repetitions:>11}")


def _ratings(text: str) -> list[int]:
    words = re.split(r"\s*,\s*|\s+", text.strip())
    for word in words:
        if word not in ("0", "1", "2", "3", "4", "5"):
            raise UsageError(f'a rating is 0 to 5, not "{word[:20]}"; write them like 4,4,3,2')
    if len(words) > _MOST:
        raise UsageError(f"{len(words)} ratings; the limit is {_MOST}")
    return [int(word) for word in words]


def _states(scheduler: Scheduler, ratings: list[int]) -> Iterator[State]:
    from datetime import date

    # Intervals do not depend on the day, so any day does and no clock is asked.
    state, on = scheduler.new, date(2000, 1, 1)
    for rating in ratings:
        state = scheduler.step(state, rating, on)
        yield state
