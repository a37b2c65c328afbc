"""Turn a card and a rating into what that rating would bring, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizkit.cli.page.wording import plural
from quizkit.scheduling.sm2 import PASSING
from quizkit.session import outcome, role
from quizkit.session.rating import GOOD

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from quizkit.session import Card


def outcomes(card: Card, ratings: Iterable[int], today: date) -> dict[int, str]:
    """What each of these ratings would bring, by the very step that an answer takes."""
    return {rating: outcome_words(card, rating, today) for rating in ratings}


def outcome_words(card: Card, rating: int, today: date) -> str:
    """What an answer rated so on the study day `today` would bring; computed as an answer is.

    >>> from datetime import date
    >>> from quizkit.session import Card
    >>> [outcome_words(Card(question="l/q"), rating, date(2028, 2, 29)) for rating in (1, 3, 4)]
    ['again today', '1 day, and again today', '1 day']
    """
    match role(card, today):
        case "ahead":
            return "moves nothing"
        case "drill":
            return "again today" if rating < GOOD else "enough for today"
        case _:
            pass
    if rating < PASSING:
        return "again today"
    days = plural(outcome(card, rating, today).interval_days, "day")
    return f"{days}, and again today" if rating < GOOD else days
