"""Turn what a program hands over as a submission into the texts that are graded.

Data frames hold whole numbers as floats, and what is missing as None or NaN.
"""

from __future__ import annotations

from numbers import Number

from quizkit.autograde.rows import Submission, Untyped

_PLAIN = 10**18  # a whole number below it has a text for certain


def texts(one: Submission) -> tuple[str, str, str] | str:
    """Question, seed (blank for none) and response of a submission, or why it cannot be graded.

    >>> texts(Submission(learner="ann", question="zero/five-costs", response="12", seed=7))
    ('zero/five-costs', '7', '12')
    """
    if type(one.question) is str and type(one.response) is str:  # nearly every one
        if one.seed is None:
            return one.question, "", one.response
        if type(one.seed) is str or (type(one.seed) is int and abs(one.seed) < _PLAIN):
            return one.question, str(one.seed), one.response
    question, seed, response = _text(one.question), _text(one.seed), _text(one.response)
    if question is None:
        return _no_text("question", one.question)
    if seed is None:
        return _no_text("seed", one.seed)
    if response is None:
        return _no_text("response", one.response)
    return question, seed, response


def has_learner(one: Submission) -> bool:
    """Whether a submission says whose it is."""
    learner = one.learner
    return bool(learner.strip() if type(learner) is str else _text(learner))


def _text(value: object) -> str | None:
    """The text of a value, blank for a missing one; None if it has none."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return Untyped(str(value).lower())
    if not isinstance(value, Number):
        return None
    try:
        return str(value) if value == value else ""  # NaN, of whatever type, is not itself
    except (ValueError, ArithmeticError):  # more digits than Python writes; a signalling NaN
        return None


def _no_text(field: str, value: object) -> str:
    kind = type(value).__name__
    if isinstance(value, Number):
        return f"the {field} is a number that Python does not write out; give its text"
    return f"the {field} is of type {kind}; give a text or a number"
