"""Turn a number's key into a text that the reader reads as a value and the grader calls right.

Staff paste it, authors test with it, and `quiz show --key` prints it; so it keeps clear of all that
the reader asks about: `1/3`-fold, group marks where the comma is decimal, too few written figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from quizkit.content.model import NumberAnswer
from quizkit.tolerance import within
from quizkit.units import count, decimal, decimal_places, exact, plain_number, rounded, with_unit

_MOST_PLACES = 12


def number_shown(key: Fraction, answer: NumberAnswer, *, decimal_comma: bool = False) -> str:
    """The key with its unit, exact where the answer's rules for writing allow it.

    >>> from quizkit.content.model import Exact
    >>> number_shown(Fraction(64, 15), NumberAnswer(unit="fold", tolerance=Exact()))
    '64/15-fold'
    """
    text = next(_texts(key, answer, decimal_comma))
    return text if answer.unit_rule == "forbidden" else with_unit(text, answer.unit)


def _texts(key: Fraction, answer: NumberAnswer, decimal_comma: bool) -> Iterator[str]:
    """Ways to write the key, the most readable first; the last always comes."""
    figures = answer.written_sigfigs
    # The reader asks "1/8-fold: a size, or a reduction by 8?" and takes any fraction as written
    # to any number of figures.
    fraction = None
    if key.denominator != 1:
        fraction = exact(key)
        if answer.unit == "fold" and key.numerator == 1:
            fraction = f"2/{2 * key.denominator}"
    places = decimal_places(key)
    if figures is not None:
        text = to_figures(key, figures)
        if within(answer.tolerance, key, Fraction(text)) and not (
            decimal_comma and _doubtful(text)
        ):
            yield text
    else:
        exact_texts = [count(key)] if answer.unit == "params" and "," not in count(key) else []
        if places is not None and places <= _MOST_PLACES:
            exact_texts.append(plain_number(key))
        for text in exact_texts:
            if not (decimal_comma and _doubtful(text)):
                yield text
    if fraction is not None:
        near = rounded(key)
        if fraction != exact(key) and within(answer.tolerance, key, Fraction(near)):
            yield near
        yield fraction
    yield plain_number(key)


def _doubtful(text: str) -> bool:
    """Whether a reader to whom the comma is decimal could take the point for a group mark."""
    return re.search(r"\.[0-9]{3}(?![0-9])", text) is not None


def to_figures(value: Fraction, figures: int) -> str:
    """The value written to exactly so many significant figures, with an exponent where it must.

    >>> to_figures(Fraction(3, 2), 3), to_figures(Fraction(31406250000), 3)
    ('1.50', '3.14e10')
    """
    if value == 0:
        return decimal(value, figures - 1)
    power = 0
    while abs(value) >= Fraction(10) ** (power + 1):
        power += 1
    while abs(value) < Fraction(10) ** power:
        power -= 1
    # Rounding 9.996 to three figures gives 10.0: one power more, and one place less.
    if abs(Fraction(decimal(value / Fraction(10) ** power, figures - 1))) >= 10:
        power += 1
    places = figures - 1 - power
    if places >= 0:
        return decimal(value, places)
    return f"{decimal(value / Fraction(10) ** power, figures - 1)}e{power}"
