"""What one submitted response is, and what grading makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from quizkit.grading.grade import Verdict
from quizkit.numerals import decimal, exact

Status = Literal["graded", "needs_review", "blank", "error"]
STATUSES: tuple[Status, ...] = ("graded", "needs_review", "blank", "error")

ADDED = ("status", "verdict", "score", "read_as", "key", "mistake", "feedback", "revision")
"""The columns that every graded file has beside the submitted ones."""

EXACT = ("key_exact", "score_exact")
"""The columns that the formats for programs have besides."""

AGAINST = "\x1e"
"""Stands between a question and a variant of one row that contradict each other."""


def question_and_seed(question: str) -> tuple[str, str]:
    """The question that a submission names, and the seed that may stand behind it.

    >>> question_and_seed(" zero-1-2/five-costs # 7 ")
    ('zero-1-2/five-costs', '7')
    """
    ref, _, seed = question.partition("#")
    return ref.strip(), seed.strip()


class Untyped(str):
    """A response that nobody typed, such as JSON's `true`, as a text: it is left to staff."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Untyped({super().__repr__()})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """One submitted response. `question` is `lesson/question` or a variant, `lesson/question#seed`.

    Without a seed (None or a blank text) a response is graded only where no seed can matter.
    """

    learner: str
    question: str
    response: str
    seed: int | str | None = None


class GradedRow(NamedTuple):
    """What grading adds to a submission; `verdict` and `score` are there only if it is graded.

    `key` and `read_as` are texts for people and carry their unit. `key_exact` is a number's exact
    text in the asked unit, or the ids of the right options. `feedback` tells the learner about a
    graded response, and staff about any other. (A tuple, since a million are made: it takes a fifth
    of the time of a dataclass, and travels lightly from one process to another.)
    """

    status: Status
    verdict: Verdict | None = None
    score: Fraction | None = None
    read_as: str = ""
    key: str = ""
    mistake: str = ""
    feedback: str = ""
    revision: str = ""
    key_exact: str = ""

    @property
    def score_text(self) -> str:
        """The score as a decimal of at most six places; empty where there is none.

        >>> GradedRow(status="graded", score=Fraction(1, 3)).score_text
        '0.333333'
        """
        if self.score is None:
            return ""
        if self.score.denominator == 1:
            return str(self.score.numerator)
        return decimal(self.score, 6).rstrip("0").rstrip(".")

    @property
    def score_exact(self) -> str:
        """The score as an exact text: digits or a fraction; empty where there is none."""
        return "" if self.score is None else exact(self.score)
