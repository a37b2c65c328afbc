"""Turn what a question draws from into its calculator, found and checked, which gives amounts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from quizkit.content.model import Given, Question, Value
from quizkit.errors import ContentError, InputRefused

if TYPE_CHECKING:  # most questions need no calculator
    from quizkit.calculators.api import Amount, Amounts, Calculator


class Source(NamedTuple):
    """A question's `given` with its calculator found and its names checked."""

    given: Given
    units: Mapping[str, str | None]
    calculator: Calculator

    def amount(self, inputs: Mapping[str, Value], output: str) -> Amount:
        """One output; raises InputRefused."""
        found = _amounts(self.calculator, tuple(sorted(inputs.items(), key=lambda item: item[0])))
        if output not in found:
            raise InputRefused(output, f"{self.calculator.name} gives no {output} for this")
        return found[output]


def source_of(question: Question) -> Source | None:
    """What the question draws from; None for fixed numbers.

    Raises ContentError where its `given` names what there is not, or leaves nothing to draw.
    """
    given = question.given
    if given is None:
        return None
    from quizkit import calculators

    try:
        calculator = calculators.find(given.calculator)
        declared = {name: calculator.input(name) for name in given.example}
        for mistake in question.mistakes:
            for name in mistake.instead:
                calculator.input(name)
    except InputRefused as refused:
        raise ContentError(f"{question.ref}: {refused}") from refused
    outputs = tuple(output.name for output in calculator.outputs)
    for asked in (given.ask, *(mistake.ask for mistake in question.mistakes)):
        if asked is not None and asked not in outputs:
            raise ContentError(
                f'{question.ref}: {calculator.name} has no output "{asked}"; '
                f"it has {', '.join(outputs)}"
            )
    for combination in (given.values or given.example, *given.cases):
        if combination.keys() != given.example.keys():
            raise ContentError(
                f"{question.ref}: the example names {', '.join(given.example)}, but what is drawn "
                f"names {', '.join(combination)}; name the same inputs in both"
            )
    for name, choices in given.values.items():
        if not choices:
            raise ContentError(f"{question.ref}: there is no value for {name} to draw from")
    return Source(
        given=given,
        units={name: None if one.choices else one.unit for name, one in declared.items()},
        calculator=calculator,
    )


# Most mistakes ask for another output of the very inputs that make the key, and so do other
# questions of a lesson.
@lru_cache(maxsize=1024)
def _amounts(calculator: Calculator, inputs: tuple[tuple[str, Value], ...]) -> Amounts:
    from quizkit.calculators.api import evaluate

    return evaluate(calculator, dict(inputs))
