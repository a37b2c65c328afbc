"""Turn counts into words, with the noun in the number that the count asks for."""

from __future__ import annotations


def plural(number: int, noun: str, many: str | None = None) -> str:
    """A count with its noun; `many` is the plural where that is not the noun with an s.

    >>> plural(1, "question"), plural(3, "question"), plural(1200, "row")
    ('1 question', '3 questions', '1200 rows')
    >>> plural(2, "learner with every score", "learners with every score")
    '2 learners with every score'
    """
    return f"{number} " + (noun if number == 1 else many or f"{noun}s")
