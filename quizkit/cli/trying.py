"""Turn a response that an author tries on a variant into the reading and grade it would get."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.grading.grade import Graded
    from quizkit.grading.readings import Reading
    from quizkit.variants import Variant


def tried(variant: Variant, response: str, *, decimal_comma: bool) -> Graded:
    """What a response comes to; raises UsageError for a recall, which its learner rates."""
    from quizkit.grading.grade import grade

    if variant.kind == "recall":
        raise UsageError(
            f"{variant.name} is a recall: its learner rates it, so there is nothing to try"
        )
    return grade(variant, response, decimal_comma=decimal_comma)


def reading_lines(reading: Reading) -> Iterator[str]:
    """How a response is read, and why it would be asked again if it is no value."""
    from quizkit.grading.readings import Ambiguous, Blank, Unreadable

    match reading:
        case Ambiguous():
            yield f"ambiguous: {reading.message}"
            yield from (f"  {possible}" for possible in reading.readings)
        case Unreadable():
            yield f"unreadable: {reading.message}"
        case Blank():
            yield "blank: nothing was typed"
        case _:
            yield f"value: {reading.read_as}"
            yield from (f"  {note}" for note in reading.notes)


def tried_json(response: str, graded: Graded) -> dict[str, object]:
    """The response, its reading and its grade; verdict and score are null where it has none."""
    from quizkit.grading.readings import as_json
    from quizkit.numerals import exact

    grade = graded.grade
    return {
        "response": response,
        "state": graded.reading.state,
        "reading": as_json(graded.reading),
        "verdict": grade.verdict if grade else None,
        "score": exact(grade.score) if grade else None,
        "mistake": grade.mistake if grade else None,
        "feedback": grade.feedback if grade else "",
    }
