"""What a calculator is: declared inputs in, exact amounts with units out.

A calculator knows no lesson and no dice. Writing one means an `Input` and an `Output` for each name
and one pure function; `evaluate` checks what is given before the function sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from quizkit.errors import InputRefused
from quizkit.numerals import exact, plain_number, shown
from quizkit.units import Quantity

Value = Fraction | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """One input: a number in `unit` within [`low`, `high`] (or above `above`), or one of `choices`.

    `default` None means required, unless `optional`: then the input may stay away.
    """

    name: str
    help: str
    unit: str = "plain"
    low: Fraction | None = None
    high: Fraction | None = None
    above: Fraction | None = None
    whole: bool = False
    choices: tuple[str, ...] = ()
    default: Value | None = None
    optional: bool = False
    conventions: tuple[str, ...] = ()
    """Words of which a prompt holds one wherever another value would give another key."""

    @property
    def is_required(self) -> bool:
        """Whether a calculation cannot do without it."""
        return self.default is None and not self.optional

    @property
    def unit_or_none(self) -> str | None:
        """The unit of a number; None for a choice."""
        return None if self.choices else self.unit

    @property
    def allowed(self) -> str:
        """What is allowed, in words: `a whole number from 1 to 3`."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        words = "a whole number" if self.whole else "a number"
        if self.above is not None:
            words += f" above {plain_number(self.above)}"
        if self.low is not None and self.high is not None:
            return f"{words} from {plain_number(self.low)} to {plain_number(self.high)}"
        if self.low is not None:
            return f"{words} of at least {plain_number(self.low)}"
        if self.high is not None:
            words += f" up to {plain_number(self.high)}"
        return words


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """One output: its unit and what it is.

    `rises_with` and `falls_with` name inputs: raising one alone never lowers (or never raises) the
    output. They are promises that `quizkit.calculators.contract` tries.
    """

    name: str
    unit: str
    help: str
    rises_with: tuple[str, ...] = ()
    falls_with: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()
    """Words of which the prompt holds one, since people count this in more ways than one."""


@dataclass(frozen=True, slots=True)
class Amount:
    """What an output came to: an exact value in `unit`, or None with `text` saying why not."""

    value: Fraction | None
    unit: str
    text: str | None = None

    @property
    def shown(self) -> str:
        """The amount as people write it."""
        if self.text is not None:
            return self.text
        assert self.value is not None, "an amount without a value has a text"
        return shown(Quantity(self.value, self.unit))

    @property
    def exact(self) -> str | None:
        """The value as exact text, or None."""
        return None if self.value is None else exact(self.value)


Amounts = Mapping[str, Amount]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Calculator:
    """Exact arithmetic of one subject. `compute` gets every input checked and every default filled.

    `version` goes into revisions: raise it whenever an output may change. Two are equal only if
    they are one object, so that what one has worked out is remembered under it.
    """

    name: str
    version: int
    summary: str
    inputs: tuple[Input, ...]
    outputs: tuple[Output, ...]
    compute: Callable[[Mapping[str, Value]], Amounts]
    example: Mapping[str, Value] = field(default_factory=dict)
    """Inputs to try first; help shows them and the contract test starts from them."""

    @property
    def stamp(self) -> str:
        """`name@version`, as revisions and the log carry it."""
        return f"{self.name}@{self.version}"

    def input(self, name: str) -> Input:
        """The declared input of that name; raises InputRefused naming the ones there are."""
        for candidate in self.inputs:
            if candidate.name == name:
                return candidate
        known = ", ".join(candidate.name for candidate in self.inputs)
        raise InputRefused(name, f'{self.name} has no input "{name}"; it has {known}')


def evaluate(calculator: Calculator, given: Mapping[str, Value]) -> Amounts:
    """Every output for these inputs; raises InputRefused naming the input and what is allowed."""
    return calculator.compute(fill(calculator, given))


def fill(calculator: Calculator, given: Mapping[str, Value]) -> dict[str, Value]:
    """The inputs checked and with their defaults, in declared order; raises InputRefused."""
    checked = {name: _checked(calculator.input(name), value) for name, value in given.items()}
    filled: dict[str, Value] = {}
    for declared in calculator.inputs:
        if declared.name in checked:
            filled[declared.name] = checked[declared.name]
        elif declared.default is not None:
            filled[declared.name] = declared.default
        elif not declared.optional:
            raise InputRefused(
                declared.name,
                f"{calculator.name} needs {declared.name} ({declared.help}): {declared.allowed}",
            )
    return filled


def _checked(declared: Input, value: Value) -> Value:
    if declared.choices:
        fits = isinstance(value, str) and value in declared.choices
    else:
        fits = (
            isinstance(value, Fraction)
            and (declared.low is None or value >= declared.low)
            and (declared.high is None or value <= declared.high)
            and (declared.above is None or value > declared.above)
            and (not declared.whole or value.denominator == 1)
        )
    if not fits:
        typed = plain_number(value) if isinstance(value, Fraction) else f'"{value}"'
        raise InputRefused(
            declared.name, f"{declared.name} is {typed}; it takes {declared.allowed}"
        )
    return value


# --- for those who write a calculator -----------------------------------------------------------


def whole(
    name: str,
    help: str,  # noqa: A002 - the field of Input has this name
    *,
    low: int = 1,
    high: int | None = None,
    unit: str = "plain",
    default: int | None = None,
    optional: bool = False,
) -> Input:
    """An input that is a whole number of at least `low` (1 unless said)."""
    return Input(
        name=name,
        help=help,
        unit=unit,
        low=Fraction(low),
        high=None if high is None else Fraction(high),
        whole=True,
        default=None if default is None else Fraction(default),
        optional=optional,
    )


def choice(
    name: str,
    help: str,  # noqa: A002 - the field of Input has this name
    choices: tuple[str, ...],
    default: str | None = None,
    conventions: tuple[str, ...] = (),
) -> Input:
    """An input that is one of a closed set of words."""
    return Input(name=name, help=help, choices=choices, default=default, conventions=conventions)


def number(values: Mapping[str, Value], name: str) -> Fraction:
    """The number given for an input that is always there."""
    value = values[name]
    assert isinstance(value, Fraction), f"{name} is declared as a number"
    return value


def maybe(values: Mapping[str, Value], name: str) -> Fraction | None:
    """The number given for an optional input, or None."""
    return number(values, name) if name in values else None


def word(values: Mapping[str, Value], name: str) -> str:
    """The word given for an input with choices."""
    value = values[name]
    assert isinstance(value, str), f"{name} is declared with choices"
    return value


def amounts(outputs: tuple[Output, ...], found: Mapping[str, Fraction | int | str]) -> Amounts:
    """Pair each declared output with what was found: a value in its unit, or a text why not.

    Raises KeyError if an output is missing (a calculator answers with all of its outputs, always)
    and TypeError for a float.
    """
    paired: dict[str, Amount] = {}
    for output in outputs:
        value = found[output.name]
        if isinstance(value, float):
            raise TypeError(f"{output.name} is a float; amounts are exact")
        if isinstance(value, str):
            paired[output.name] = Amount(None, output.unit, value)
        else:
            paired[output.name] = Amount(Fraction(value), output.unit)
    return paired
