"""Turn a variant and a response into a reading and, where it is a value, its grade."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from quizkit.content.model import NumberAnswer
from quizkit.grading.reader import read_number
from quizkit.grading.readings import (
    Ambiguous,
    Blank,
    Chosen,
    Expected,
    Matched,
    Reading,
    Said,
    Unreadable,
    Value,
)
from quizkit.tolerance import within
from quizkit.variants import Variant

Verdict = Literal["right", "partly", "mistake", "wrong"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """The judgement of a value: `score` is 0 to 1; `mistake` names the mistake recognised."""

    verdict: Verdict
    score: Fraction
    feedback: str = ""
    mistake: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """A reading, and its grade if and only if the reading is a value."""

    reading: Reading
    grade: Grade | None


def read_response(variant: Variant, text: str, *, decimal_comma: bool = False) -> Reading:
    """Read a response as the variant's kind asks; raises ValueError for recall."""
    answer = variant.question.answer
    if isinstance(answer, NumberAnswer):
        return read_number(
            text,
            Expected(
                unit=answer.unit, unit_rule=answer.unit_rule, accept=answer.accept,
                written_sigfigs=answer.written_sigfigs, decimal_comma=decimal_comma,
            ),
        )  # fmt: skip
    if answer.kind == "choice":
        said = text.strip().casefold().strip("()")
        if not said:
            return Blank()
        for option in variant.options:
            if said in (option.letter.casefold(), option.id, option.text.casefold()):
                return Chosen(ids=(option.id,), read_as=option.text, literal=False)
        return Unreadable(message=f'"{text}" is no letter of an option.')
    if answer.kind == "text":
        return Said(text=text.strip(), literal=True) if text.strip() else Blank()
    raise ValueError(f"a {answer.kind} question is not graded here")


def grade(variant: Variant, response: str, *, decimal_comma: bool = False) -> Graded:
    """Read a response and grade it; raises ValueError for recall, which the learner rates."""
    reading = read_response(variant, response, decimal_comma=decimal_comma)
    match reading:
        case Ambiguous() | Unreadable() | Blank():
            return Graded(reading=reading, grade=None)
        case Value():
            return Graded(reading=reading, grade=_grade_number(variant, reading))
        case Chosen():
            return Graded(reading=reading, grade=_grade_choice(variant, reading))
        case Said() | Matched():
            raise ValueError("not graded yet")


def _grade_number(variant: Variant, value: Value) -> Grade:
    assert variant.key is not None
    assert variant.tolerance is not None
    if value.unit == variant.unit:
        if within(variant.tolerance, variant.key, value.number):
            return Grade(verdict="right", score=Fraction(1))
        for mistake in variant.mistakes:
            if value.number == mistake.value:
                return Grade(
                    verdict="mistake", score=mistake.share, feedback=mistake.say,
                    mistake=mistake.name,
                )  # fmt: skip
    return Grade(verdict="wrong", score=Fraction(0))


def _grade_choice(variant: Variant, chosen: Chosen) -> Grade:
    option = next(option for option in variant.options if option.id == chosen.ids[0])
    return Grade(
        verdict="right" if option.right else "wrong",
        score=Fraction(int(option.right)),
        feedback=option.say,
    )
