"""Turn what was asked then, and today's question, into the grade of a response by today's key.

What a response means was settled when it was given: by the unit asked for, by the order of the
options and by whether that order was known. Today's question says only what is right of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quizkit.autograde.attempts import Attempt, recalled
from quizkit.autograde.keyed import WITHOUT_SEED, depends_on_order, never_typed
from quizkit.content.model import ChoiceAnswer, NumberAnswer, Question, RecallAnswer
from quizkit.errors import ContentError
from quizkit.grading.grade import Graded, grade, grade_reading
from quizkit.grading.reader import read_number
from quizkit.grading.readings import Ambiguous, Chosen, Matched, Reading, Value
from quizkit.grading.responses import expected_by
from quizkit.units import Quantity, same_dimension
from quizkit.variants import Variant, asked, is_shuffled

# What a showing says besides, once its question asks for another unit than it did then: a grading
# anew is about today's key, and must not make the next one forget what the response meant.
_UNIT_THEN = "unit_then"


def as_asked(question: Question, before: Attempt) -> Question:
    """Today's question, its options in a fixed order if they were in one then, and only then."""
    known = order_known(question, before)
    if known is None:
        return question
    assert isinstance(question.answer, ChoiceAnswer), "no other has an order that may be known"
    return replace(question, answer=replace(question.answer, fixed=known))


def order_known(question: Question, before: Attempt) -> bool | None:
    """Whether the order of a choice that has no seed was known; None where it does not matter.

    Early versions did not record it. Of theirs, one that was read has its meaning by its reading,
    and of the others that is known whose question is the same today.
    """
    if before.seed is not None or not isinstance(question.answer, ChoiceAnswer):
        return None
    known: bool | None = before.showing.get("order_known")
    if known is None and before.understood["state"] != "value":
        known = before.revision == question.revision and question.answer.fixed
    return known


def showing_again(variant: Variant, question: Question, before: Attempt) -> Mapping[str, object]:
    """What is stored of a variant that was replayed: today's key, and how it was asked then."""
    showing = asked(variant, seeded=order_known(question, before) is None)
    unit = unit_then(before.showing)
    if unit != variant.unit:
        showing[_UNIT_THEN] = unit
    return showing


def unit_then(showing: Mapping[str, Any]) -> str | None:
    """The unit in which a bare number was meant."""
    unit: str | None = showing.get(_UNIT_THEN, showing["unit"])
    return unit


def judged_again(variant: Variant, before: Attempt, *, decimal_comma: bool) -> Graded:
    """The response of `before`, read as it was asked for and judged by the variant.

    The variant is the one that was shown, replayed from the question that `as_asked` gives. Raises
    ContentError, in a sentence, where today's question asks something else.
    """
    answer, response = variant.question.answer, before.response
    if isinstance(answer, RecallAnswer):
        return Graded(reading=recalled(response), grade=None)
    # The record keeps JSON's `true` as a text, and what was said about it then.
    if before.understood["message"] == never_typed(response):
        untyped = Ambiguous(readings=(), message=never_typed(response))
        return Graded(reading=untyped, grade=None)
    unit = unit_then(before.showing)
    if isinstance(answer, NumberAnswer) and unit not in (None, variant.unit):
        return _judged_in(unit, variant, answer, response, decimal_comma=decimal_comma)
    graded = grade(variant, response, decimal_comma=decimal_comma)
    if isinstance(answer, ChoiceAnswer):
        named = _named_then(before)
        if isinstance(graded.reading, Chosen):
            if named == set(graded.reading.ids):
                return graded
            _must_not_name_another(variant, before, named, graded.reading)
        elif len(named) == 1 or (named and answer.many):
            # Its text was reworded: as with a letter, the option counts that it named.
            letters = [option.letter for option in variant.options if option.id in named]
            return grade(variant, ", ".join(letters))
    if (
        isinstance(graded.reading, Chosen | Matched)
        and before.seed is None
        and is_shuffled(variant.question)
        and depends_on_order(variant, response)
    ):
        return Graded(reading=Ambiguous(readings=(), message=WITHOUT_SEED), grade=None)
    return graded


def _named_then(before: Attempt) -> frozenset[str]:
    """The options that the response named when it was read, if it was."""
    named = before.understood["value"]
    return frozenset(named if isinstance(named, list) else ())


def _must_not_name_another(
    variant: Variant, before: Attempt, named: frozenset[str], chosen: Chosen
) -> None:
    """Refuse a text that named one option then and names another since the texts were mended.

    Where the question is the same, it is the reader that was mended.
    """
    if named and before.revision != variant.question.revision:
        raise ContentError(
            f"{variant.ref}: {before.response} named {' + '.join(sorted(named))} then and names "
            f"{' + '.join(sorted(chosen.ids))} now"
        )


def _judged_in(
    unit: str, variant: Variant, answer: NumberAnswer, response: str, *, decimal_comma: bool
) -> Graded:
    """A response to a question that was asked in another unit than it is today.

    A unit that was written speaks for itself if it says the same in both questions (`7B` are bytes
    in the one and billions in the other); a bare number was meant in the unit asked then.
    """
    today = expected_by(answer, decimal_comma=decimal_comma)
    reading, then = read_number(response, today), read_number(response, replace(today, unit=unit))
    if not _say_the_same(reading, then):
        if not same_dimension(unit, answer.unit):
            raise ContentError(
                f"{variant.ref} was asked in {unit} and is in {answer.unit} now, which cannot be "
                "compared"
            )
        reading = then
        if isinstance(reading, Value) and same_dimension(reading.unit, answer.unit):
            reading = replace(
                reading,
                number=Quantity(reading.number, reading.unit).to(answer.unit).value,
                unit=answer.unit,
                typed_unit=reading.typed_unit or unit,
            )
    return Graded(reading=reading, grade=grade_reading(variant, reading))


def _say_the_same(now: Reading, then: Reading) -> bool:
    return (
        isinstance(now, Value)
        and isinstance(then, Value)
        and now.unit_typed
        and then.unit_typed
        and same_dimension(now.unit, then.unit)
        and Quantity(now.number, now.unit).to(then.unit).value == then.number
    )
