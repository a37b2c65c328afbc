"""Turn a number's key into a text that the reader reads as a value and the grader calls right.

Staff paste it, authors test with it, and `quiz show --key` prints it; so it keeps clear of all that
the reader asks about: `1/3`-fold, group marks where the comma is decimal, too few written figures.
"""

from __future__ import annotations

import re
from fractions import Fraction

from quizkit.content.model import NumberAnswer
from quizkit.numerals import count, decimal, decimal_places, exact, rounded, with_unit
from quizkit.tolerance import within

_MOST_PLACES = 12


def number_shown(key: Fraction, answer: NumberAnswer, *, decimal_comma: bool = False) -> str:
    """The key with its unit, exact wherever the reader takes the exact text.

    >>> from quizkit.content.model import Exact
    >>> number_shown(Fraction(64, 15), NumberAnswer(unit="fold", tolerance=Exact()))
    '64/15-fold'
    """
    places = decimal_places(key)
    if places is None or places > _MOST_PLACES:
        text = _fraction(key, answer)
    elif answer.unit == "params" and _is_short_count(key, answer, decimal_comma):
        text = count(key)
    else:
        text = _decimal(key, places, answer.written_sigfigs or 1, decimal_comma)
    return text if answer.unit_rule == "forbidden" else with_unit(text, answer.unit)


def _decimal(key: Fraction, places: int, figures: int, decimal_comma: bool) -> str:
    """The exact decimal, filled up with zeros to so many significant figures."""
    written = len(decimal(abs(key), places).replace(".", "").lstrip("0"))
    places += max(0, figures - written) if key else 0
    # A reader to whom the comma is decimal could take the point of 1.875 for a group mark.
    return decimal(key, places + 1 if decimal_comma and places == 3 else places)


def _is_short_count(key: Fraction, answer: NumberAnswer, decimal_comma: bool) -> bool:
    """Whether the count can be written with its letter: `7B`, but not `6,738,415,616`."""
    text = count(key)
    doubtful = decimal_comma and re.search(r"\.[0-9]{3}[A-Z]", text)
    return answer.written_sigfigs is None and "," not in text and not doubtful


def _fraction(key: Fraction, answer: NumberAnswer) -> str:
    """The exact fraction, which is taken as written to any number of figures."""
    if answer.unit != "fold" or key.numerator != 1:
        return exact(key)
    # The reader asks "1/3-fold: a size, or a reduction by 3?"
    near = rounded(key)
    if answer.written_sigfigs is None and within(answer.tolerance, key, Fraction(near)):
        return near
    return f"2/{2 * key.denominator}"
