"""Turn how often a learner has reviewed a question into the seed of the variant that comes next."""

from __future__ import annotations

from typing import Final

from quizkit.content.model import Question
from quizkit.variants.draws import Numbers, drawing, hashed

HIGHEST_SEED: Final = 2**31 - 1

_CHAIN: Final = 8
"""So many showings in a row each look at the one before; to find a seed takes no more draws."""

_TRIES: Final = 12


def derive_seed(learner: str, ref: str, reviews_before: int, attempt: int = 0) -> int:
    """A seed, 1 to 2^31-1, for a learner who has reviewed the question so many times.

    >>> derive_seed("me", "zero-1-2/optimizer-bytes", 0)
    795029946
    """
    again = f"/{attempt}" if attempt else ""
    return 1 + hashed(f"{learner}\n{ref}\n{reviews_before}{again}") % HIGHEST_SEED


def next_seed(question: Question, learner: str, reviews_before: int) -> int:
    """The seed of the variant that a learner meets after so many reviews of it, undone ones too.

    It is derived anew while its key is that of the variant before, which has just been seen; where
    no other key comes up, while its numbers are. Raises ContentError as `make_variant` does.
    """
    if question.given is None:
        return derive_seed(learner, question.ref, reviews_before)
    draw = drawing(question)
    seed, before = 0, None
    for count in range(reviews_before - reviews_before % _CHAIN, reviews_before + 1):
        best = -1
        for attempt in range(_TRIES):
            tried = derive_seed(learner, question.ref, count, attempt)
            found = draw(tried)
            if (news := _news(before, found)) > best:
                best, seed, kept = news, tried, found
            if best == _NEW_KEY:
                break
        before = kept
    return seed


_SAME, _NEW_NUMBERS, _NEW_KEY = range(3)


def _news(before: Numbers | None, found: Numbers) -> int:
    """How new the numbers are to somebody who has just seen those before."""
    if before is None:
        return _NEW_KEY
    if found.values == before.values:
        return _SAME
    return _NEW_NUMBERS if found.key is not None and found.key == before.key else _NEW_KEY
