"""Hand-made variants that the tests of grading share."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal

from quizkit.content.model import (
    Answer,
    ChoiceAnswer,
    Exact,
    MatchAnswer,
    NumberAnswer,
    Option,
    Question,
    Relative,
    TextAnswer,
    Tolerance,
)
from quizkit.grading.grade import Grade, Graded, grade
from quizkit.variants import MistakenValue, Variant, make_variant

ONE_PERCENT = Relative(Fraction(1, 100))


def variant(answer: Answer, seed: int = 0) -> Variant:
    question = Question(
        id="q1", lesson="toys", part="practice", prompt="?", answer=answer, revision="0" * 12
    )
    return make_variant(question, seed)


def number(
    key: str,
    unit: str = "plain",
    tolerance: Tolerance = ONE_PERCENT,
    *,
    mistakes: tuple[MistakenValue, ...] = (),
    unit_rule: Literal["required", "optional", "forbidden"] = "optional",
    written: int | None = None,
    wrong_unit_share: str = "0",
) -> Variant:
    made = variant(
        NumberAnswer(
            unit=unit,
            tolerance=tolerance,
            value=Fraction(key),
            unit_rule=unit_rule,
            written_sigfigs=written,
            wrong_unit_share=Fraction(wrong_unit_share),
        )
    )
    return replace(made, mistakes=mistakes)


def mistaken(
    value: str, say: str = "so", share: str = "0", name: str = "declared"
) -> MistakenValue:
    return MistakenValue(name=name, value=Fraction(value), say=say, share=Fraction(share))


def exactly(key: str, unit: str = "plain") -> Variant:
    return number(key, unit, Exact())


def choice(*texts: str, right: str = "1", many: bool = False, ids: str = "") -> Variant:
    """Options in fixed order; `right` names the places of the right ones, from 1."""
    names = ids.split() or [f"option-{place}" for place in range(1, len(texts) + 1)]
    return variant(
        ChoiceAnswer(
            options=tuple(
                Option(id=name, text=text, right=str(place) in right.split(), say=f"say {place}")
                for place, (name, text) in enumerate(zip(names, texts, strict=True), 1)
            ),
            many=many,
            fixed=True,
        )
    )


def text(
    *accept: str,
    ignore_case: bool = True,
    ignore_spaces: bool = True,
    ignore_punctuation: bool = False,
    ignore_quotes: bool = True,
) -> Variant:
    return variant(
        TextAnswer(
            accept=accept,
            ignore_case=ignore_case,
            ignore_spaces=ignore_spaces,
            ignore_punctuation=ignore_punctuation,
            ignore_quotes=ignore_quotes,
        )
    )


def pairs(*both: tuple[str, str], seed: int = 0) -> Variant:
    return variant(MatchAnswer(pairs=both), seed)


def judged(asked: Variant, response: str) -> Grade:
    """The grade of a response that is read as a value."""
    graded = grade(asked, response)
    assert graded.grade is not None, graded.reading
    return graded.grade


def verdict(asked: Variant, response: str) -> str:
    """The verdict, or the state where nothing is graded."""
    graded: Graded = grade(asked, response)
    return graded.reading.state if graded.grade is None else graded.grade.verdict
