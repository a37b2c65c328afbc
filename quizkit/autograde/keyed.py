"""Turn a variant with its key into the graded row of every response to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from quizkit.autograde.keys import key_exact, key_text, pairs_text
from quizkit.autograde.rows import GradedRow, Status, Untyped
from quizkit.content.model import RecallAnswer
from quizkit.grading.characters import is_blank
from quizkit.grading.glance import Glanced
from quizkit.grading.grade import Grade, grade, read_response
from quizkit.grading.number_keys import NumberKey
from quizkit.grading.readings import (
    Blank,
    Chosen,
    Matched,
    Reading,
    Said,
    Value,
)
from quizkit.grading.settling import DECIMAL_COMMA
from quizkit.variants import Variant

WITHOUT_SEED = "a letter or a position means nothing here without the seed"

_VALUES = (Glanced, Value, Chosen, Said, Matched)


class Keyed:
    """A variant and its key as rows show it; without a seed (`seeded`), its order means nothing."""

    def __init__(self, variant: Variant, *, seeded: bool, decimal_comma: bool) -> None:
        self.variant, self.seeded = variant, seeded
        self._comma = decimal_comma
        self._revision = variant.question.revision
        self._key = key_text(variant, seeded=seeded, decimal_comma=decimal_comma)
        self._exact = key_exact(variant)
        self.is_number = variant.key is not None
        self._number: NumberKey | None = None
        if self.is_number:
            self._number = NumberKey(variant, decimal_comma=decimal_comma)

    def row(self, response: str) -> GradedRow:
        """The row of a response; raises what grading raises."""
        if self._number is not None and not isinstance(response, Untyped):
            return self._judged(*self._number.grade(response))
        if isinstance(self.variant.question.answer, RecallAnswer):
            if is_blank(response):
                return self._ungraded("blank")
            return self._ungraded("needs_review", "recall: compare it with the model answer")
        if not self.seeded and depends_on_order(self.variant, response):
            return self._ungraded("needs_review", WITHOUT_SEED)
        if isinstance(response, Untyped):
            return self._ungraded("needs_review", never_typed(response))
        graded = grade(self.variant, response, decimal_comma=self._comma)
        return self._judged(graded.reading, graded.grade)

    def _judged(self, reading: Glanced | Reading, judged: Grade | None) -> GradedRow:
        if not isinstance(reading, _VALUES):
            if isinstance(reading, Blank):
                return self._ungraded("blank")
            return self._ungraded("needs_review", reading.message)
        assert judged is not None, "a value is always graded"
        feedback = judged.feedback
        if isinstance(reading, Value) and DECIMAL_COMMA in reading.notes:
            feedback = f"{DECIMAL_COMMA} {feedback}".rstrip()
        return GradedRow(
            "graded",
            judged.verdict,
            judged.score,
            self._read_as(reading),
            self._key,
            judged.mistake or "",
            feedback,
            self._revision,
            self._exact,
        )

    def _read_as(self, reading: Glanced | Value | Chosen | Said | Matched) -> str:
        """What was read, in the words of the key beside it; letters need a seed."""
        if isinstance(reading, Matched):
            return pairs_text(reading.pairs)
        if self.seeded or not isinstance(reading, Chosen):
            return reading.read_as
        options = self.variant.options
        return "; ".join(option.text for option in options if option.id in reading.ids)

    def _ungraded(self, status: Status, feedback: str = "") -> GradedRow:
        return GradedRow(
            status=status, feedback=feedback, revision=self._revision,
            key=self._key, key_exact=self._exact,
        )  # fmt: skip


def never_typed(response: str) -> str:
    """What staff are told of a response that is no text and no number, as a text."""
    return f"the response is JSON's {response}, neither a text nor a number"


def depends_on_order(variant: Variant, response: str) -> bool:
    """Whether the response would be read as something else if the options were in another order."""
    readings = [read_response(order, response) for order in _orders(variant)]
    meanings = {
        frozenset(one.ids) if isinstance(one, Chosen) else one.pairs
        for one in readings
        if isinstance(one, Chosen | Matched)
    }
    return len(meanings) > 1 or (
        bool(meanings) and any(not isinstance(one, Chosen | Matched) for one in readings)
    )


def _orders(variant: Variant) -> Iterator[Variant]:
    """The variant with its options, or right sides, moved on by every number of places."""
    options, rights = variant.options, variant.rights
    letters = [option.letter for option in options]
    for places in range(max(len(options), len(rights))):
        moved = options[places:] + options[:places]
        yield replace(
            variant,
            rights=rights[places:] + rights[:places],
            options=tuple(
                replace(option, letter=letter)
                for option, letter in zip(moved, letters, strict=True)
            ),
        )
