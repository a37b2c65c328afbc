"""Turn an attempt into what it has in common with others: its meaning, its numbers, how near it is.

Responses to a question that draws its numbers are alike if they name the same mistake, or bear the
same ratio to their own keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from quizkit.autograde.attempts import Attempt
from quizkit.grading.mistakes import shown
from quizkit.grading.reader import read_number
from quizkit.grading.readings import Expected, Value
from quizkit.grading.texts import tidy
from quizkit.numerals import rounded, with_unit
from quizkit.tolerance import within_twice
from quizkit.variants import kind_of, read_rule
from quizkit.variants.prompts import drawn_text

KEY = "the key"
_NEAR_SHARE = Fraction(1, 100)
_NEARLY_SHARE = Fraction(1, 20)
_FEWEST_FIGURES = 2


def meaning(attempt: Attempt) -> str:
    """What a graded response says, in the same words for all that say the same.

    Options by id, `the key`, a mistake by name, a number or its ratio to the key, a text, or the
    pairs that are wrong. A recall has no key: what was said stands for itself, however it scored.
    """
    showing, value = attempt.showing, attempt.understood["value"]
    kind = kind_of(showing)
    if kind == "choice" and isinstance(value, list):
        return " + ".join(sorted(value)) or "none"
    if attempt.score == 1 and kind != "recall":
        return KEY
    if attempt.mistake:
        return attempt.mistake
    if kind == "number" and isinstance(value, str):
        return _number(showing, Fraction(value), attempt.understood["unit"])
    if kind == "match" and isinstance(value, list):
        pairs = [list(pair) for pair in showing["key"]]
        return "; ".join(f"{left} - {right}" for left, right in value if [left, right] not in pairs)
    return tidy(attempt.response).casefold()


def _number(showing: Mapping[str, Any], number: Fraction, unit: str) -> str:
    key = Fraction(showing["key"])
    if unit == showing["unit"] and showing["drawn"] and key:
        return f"{rounded(number / key, 3)} of the key"
    return with_unit(rounded(number), unit)


def options_of(attempt: Attempt) -> tuple[str, ...]:
    """The options that a graded response to a choice names, by id."""
    value = attempt.understood["value"]
    return tuple(value) if attempt.showing["options"] and isinstance(value, list) else ()


def numbers_of(showing: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The names and values that were drawn for a showing, as its prompt had them."""
    found = []
    for name, one in showing["drawn"].items():
        unit, value = one["unit"], one["value"]
        found.append((name, drawn_text(value if unit is None else Fraction(value), unit)))
    return tuple(found)


def order_of(showing: Mapping[str, Any]) -> tuple[tuple[Fraction, str], ...]:
    """By what sets of numbers are sorted: the values themselves, names by alphabet."""
    return tuple(
        (Fraction(0), one["value"]) if one["unit"] is None else (Fraction(one["value"]), "")
        for one in showing["drawn"].values()
    )


def is_near(attempt: Attempt) -> bool:
    """Whether a number that was not graded right, and is no known mistake, is all but the key.

    It lies within twice the tolerance (within 5 %: twice a wide one holds what is simply wrong),
    within 1 %, or is the key rounded to two or more figures.
    """
    showing = attempt.showing
    if attempt.score is None or attempt.score == 1 or attempt.mistake:
        return False
    understood = attempt.understood
    if kind_of(showing) != "number" or understood["unit"] != showing["unit"]:
        return False
    key, number = Fraction(showing["key"]), Fraction(understood["value"])
    apart = abs(number - key)
    if apart <= _NEAR_SHARE * abs(key):
        return True
    may_be = not key or apart <= _NEARLY_SHARE * abs(key)
    if may_be and within_twice(read_rule(showing["tolerance"]), key, number):
        return True
    again = read_number(attempt.response, Expected(unit=showing["unit"]))
    if not isinstance(again, Value) or again.number != number:
        return False
    seen = shown(again)
    return (seen.figures or 0) >= _FEWEST_FIGURES and seen.rounds(key)
