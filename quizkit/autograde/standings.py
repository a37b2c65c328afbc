"""Turn the attempts of a class into those that count, each with a score and its learner's standing.

Of several attempts of a learner at a question the first graded one counts. A blank counts as 0, a
response that needs review as nothing at all, and so do the blanks of a question of which nothing
was graded. How good a learner is, is the mean score in the other questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from quizkit.autograde.alike import is_near, meaning, options_of
from quizkit.autograde.attempts import Attempt


@dataclass(frozen=True, slots=True)
class Counted:
    """The attempt of a learner that counts, its score, and the learner's standing elsewhere.

    A standing is a whole number of `Standings.unit`: there are many, and they are compared often.
    `looks` is shared by all attempts that are the same but for their learner.
    """

    attempt: Attempt
    score: Fraction
    standing: int | None
    looks: Looks


@dataclass(frozen=True, slots=True)
class Looks:
    """What there is to see in a response, whoever gave it; `meaning` is blank without a grade."""

    meaning: str
    near: bool
    options: tuple[str, ...]


def first_attempts(attempts: Sequence[Attempt]) -> dict[str, Attempt]:
    """Each learner's first graded attempt, or else the first."""
    found: dict[str, Attempt] = {}
    for attempt in attempts:
        before = found.get(attempt.learner)
        if before is None or (before.status != "graded" and attempt.status == "graded"):
            found[attempt.learner] = attempt
    return found


def scores_of(first: Mapping[str, Attempt]) -> dict[str, Fraction]:
    """What each learner scored in a question, of those whose attempt counts."""
    scores: dict[str, Fraction] = {}
    if not any(attempt.status == "graded" for attempt in first.values()):
        return scores
    for learner, attempt in first.items():
        if attempt.score is not None:
            scores[learner] = attempt.score
        elif attempt.status == "blank":
            scores[learner] = Fraction(0)
    return scores


class Standings:
    """How good learners are in the questions other than one, in whole numbers of `unit`."""

    def __init__(self, scores: Mapping[str, Mapping[str, Fraction]]) -> None:
        shares = {score.denominator for own in scores.values() for score in own.values()}
        self._scale = lcm(*shares)
        self._sums: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        for own in scores.values():
            for learner, score in own.items():
                self._sums[learner] += self._whole(score)
                self._counts[learner] += 1
        self._others = lcm(*{count - 1 for count in self._counts.values() if count > 1})
        self.unit = Fraction(1, self._scale * self._others)

    def of(self, learner: str, score: Fraction) -> int | None:
        """The mean score in the questions other than the one with this score; None without any."""
        others = self._counts[learner] - 1
        if not others:
            return None
        return (self._sums[learner] - self._whole(score)) * (self._others // others)

    def _whole(self, score: Fraction) -> int:
        return score.numerator * (self._scale // score.denominator)


def counted_attempts(
    first: Mapping[str, Attempt], scores: Mapping[str, Fraction], standings: Standings
) -> list[Counted]:
    """The attempts at one question that count, of each learner who has a score in it."""
    seen: dict[tuple[object, ...], Looks] = {}
    return [
        Counted(first[learner], score, standings.of(learner, score), _looks(first[learner], seen))
        for learner, score in scores.items()
    ]


def _looks(attempt: Attempt, seen: dict[tuple[object, ...], Looks]) -> Looks:
    """What `meaning`, `is_near` and `options_of` say, worked out once for equal attempts."""
    right = attempt.score is not None and attempt.score == 1
    key = (
        attempt.asked, attempt.response, attempt.reading, attempt.status, attempt.mistake, right,
    )  # fmt: skip
    found = seen.get(key)
    if found is None:
        graded = attempt.status == "graded"
        found = seen[key] = Looks(
            meaning(attempt) if graded else "",
            is_near(attempt),
            options_of(attempt) if graded else (),
        )
    return found
