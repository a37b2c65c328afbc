"""Turn a recorded attempt into the words by which people know it, and its grade into others."""

from __future__ import annotations

from quizkit.autograde.attempts import Attempt, Kept
from quizkit.autograde.quoting import one_line, quoted
from quizkit.autograde.rows import GradedRow
from quizkit.numerals import exact


def response_words(attempt: Attempt) -> str:
    """Who answered which question with what."""
    seed = "" if attempt.seed is None else f"#{attempt.seed}"
    return f"{one_line(attempt.learner)}  {attempt.question}{seed}  {quoted(attempt.response)}"


def place_words(kept: Kept) -> str:
    """Where it was submitted."""
    return f"{kept.file_name}:{kept.line}"


def grade_words(attempt: Attempt) -> str:
    """The verdict, with the mistake and the score; where there is none, the status."""
    if attempt.score is None:
        return attempt.status.replace("_", " ")
    mistake = f" ({attempt.mistake})" if attempt.mistake else ""
    return f"{attempt.verdict}{mistake} {score_text(attempt)}"


def score_text(attempt: Attempt) -> str:
    """The score as the graded file shows it."""
    return GradedRow(status=attempt.status, score=attempt.score).score_text


def exact_score(attempt: Attempt) -> str:
    """The score as JSON shows it; empty where there is none."""
    return "" if attempt.score is None else exact(attempt.score)
