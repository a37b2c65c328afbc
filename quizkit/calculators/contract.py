"""Turn a calculator into the promises that it breaks: the template test of whoever writes one.

    from quizkit.calculators.contract import broken_promises

    def test_my_calculator_keeps_its_promises():
        assert broken_promises(MINE) == ()

A calculator answers every allowed combination of inputs with all of its outputs: exact, finite, at
least 0, in the declared unit (or without a value and with a text saying why). Equal inputs give
equal outputs. An output that says it rises or falls with an input does. What it cannot answer it
refuses with InputRefused, naming one of its inputs. A small calculator is tried on all combinations
of a few values of each input; a large one on every value and on many pairs around its example.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product

from quizkit.calculators.api import Amounts, Calculator, Input, Value, evaluate, fill
from quizkit.errors import InputRefused
from quizkit.numerals import exact
from quizkit.units import UNITS

_MOST = 600
_AROUND = 20
_CALCULATOR_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")

_Tries = Mapping[str, Sequence[Value | None]]


def broken_promises(
    calculator: Calculator, values: Mapping[str, Sequence[Value]] | None = None
) -> tuple[str, ...]:
    """Every promise that the calculator breaks, as sentences; none if it keeps them all.

    `values` replaces the values tried for an input, where those made up here say little (sizes that
    must divide each other, for instance).
    """
    broken = list(_badly_declared(calculator))
    if broken:
        return tuple(broken)
    tries: dict[str, Sequence[Value | None]] = {
        declared.name: _tries(declared, calculator.example.get(declared.name))
        for declared in calculator.inputs
    }
    tries |= values or {}
    answered: set[str] = set()
    try:
        fill(calculator, calculator.example)
    except InputRefused as refused:
        return (f"the example is refused: {refused}",)
    if _answer(calculator, calculator.example, broken) is None and not broken:
        return ("the example is refused",)
    for given in _tried(calculator, tries):
        found = _answer(calculator, given, broken)
        if found is not None:
            answered.update(name for name, amount in found.items() if amount.value is not None)
    broken += [
        f"output {output.name} has no value for any inputs tried"
        for output in calculator.outputs
        if output.name not in answered
    ]
    if not broken:
        broken += _not_monotone(calculator, tries)
    return tuple(dict.fromkeys(broken))


# --- the declaration ----------------------------------------------------------------------------


def _badly_declared(calculator: Calculator) -> Iterator[str]:
    if not _CALCULATOR_NAME.fullmatch(calculator.name):
        yield f'the name "{calculator.name}" is not lower-case words joined by hyphens'
    if calculator.version < 1:
        yield f"version {calculator.version} is below 1"
    if not calculator.outputs:
        yield "there are no outputs"
    for kind, names in (
        ("input", [declared.name for declared in calculator.inputs]),
        ("output", [output.name for output in calculator.outputs]),
    ):
        for name in names:
            if not _NAME.fullmatch(name):
                yield f'{kind} "{name}" is not lower-case words joined by underscores'
            if names.count(name) > 1:
                yield f"{kind} {name} is declared twice"
    for declared in calculator.inputs:
        if declared.unit not in UNITS:
            yield f'input {declared.name} has unit "{declared.unit}", which is not in the table'
        if declared.default is not None:
            yield from _refused_alone(calculator, declared, declared.default)
    numbers = {declared.name for declared in calculator.inputs if not declared.choices}
    for output in calculator.outputs:
        if output.unit not in UNITS:
            yield f'output {output.name} has unit "{output.unit}", which is not in the table'
        for name in (*output.rises_with, *output.falls_with):
            if name not in numbers:
                yield f'output {output.name} names "{name}", which is no number among the inputs'


def _refused_alone(calculator: Calculator, declared: Input, value: Value) -> Iterator[str]:
    """The default of an input must be something that the input takes."""
    alone = Calculator(
        name=calculator.name, version=1, summary="", inputs=(declared,), outputs=(),
        compute=lambda _values: {},
    )  # fmt: skip
    try:
        evaluate(alone, {declared.name: value})
    except InputRefused as refused:
        yield f"the default of {declared.name} is refused: {refused}"


# --- what is tried ------------------------------------------------------------------------------


def _tries(declared: Input, shown: Value | None) -> tuple[Value | None, ...]:
    """A few values of an input, from its bounds, its default and the example; None is absent."""
    absent = () if declared.is_required else (None,)
    if declared.choices:
        return (*declared.choices, *absent)
    low = declared.low if declared.low is not None else declared.above
    start = low if low is not None else Fraction(0)
    numbers = {start, start + 1, start + 2, start + 7, Fraction(8), Fraction(64), Fraction(100)}
    if not declared.whole:
        numbers |= {start + Fraction(1, 3), Fraction(5, 2)}
    for known in (declared.high, declared.default, shown):
        if isinstance(known, Fraction):
            numbers.add(known)
    taken = sorted(value for value in numbers if _takes(declared, value))
    return (*taken, *absent)


def _takes(declared: Input, value: Fraction) -> bool:
    return (
        (declared.low is None or value >= declared.low)
        and (declared.high is None or value <= declared.high)
        and (declared.above is None or value > declared.above)
    )


def _tried(calculator: Calculator, tries: _Tries) -> Iterator[dict[str, Value]]:
    """All combinations if they are few, else the example with pairs of inputs varied."""
    size = 1
    for values in tries.values():
        size *= len(values)
    if size <= _MOST:
        for combination in product(*tries.values()):
            yield _present(dict(zip(tries, combination, strict=True)))
        return
    for name, values in tries.items():
        for value in values:
            yield _present({**calculator.example, name: value})
    varied = [
        _present({**calculator.example, one: here, other: there})
        for one, other in combinations(tries, 2)
        for here, there in product(tries[one], tries[other])
    ]
    yield from _thinned(varied, _MOST)


def _present(given: Mapping[str, Value | None]) -> dict[str, Value]:
    return {name: value for name, value in given.items() if value is not None}


# --- the answers --------------------------------------------------------------------------------


def _answer(
    calculator: Calculator, given: Mapping[str, Value], broken: list[str]
) -> Amounts | None:
    """The outputs for these inputs, or None if refused; what is wrong is added to `broken`."""
    where = f"with {_words(given)}: "
    try:
        found = evaluate(calculator, given)
        again = evaluate(calculator, dict(reversed(list(given.items()))))
    except InputRefused as refused:
        if refused.name not in {declared.name for declared in calculator.inputs}:
            broken.append(f'{where}refused for "{refused.name}", which is no input')
        return None
    except Exception as error:  # whatever a stranger's code raises is the finding
        broken.append(f"{where}raises {type(error).__name__}: {error}")
        return None
    if dict(found) != dict(again):
        broken.append(f"{where}equal inputs give different outputs")
    names = [output.name for output in calculator.outputs]
    if sorted(found) != sorted(names):
        odd = sorted(set(found) ^ set(names))
        broken.append(f"{where}outputs differ from the declared ones in {', '.join(odd)}")
        return None
    for output in calculator.outputs:
        amount = found[output.name]
        value: object = amount.value  # a stranger's code may not have been type-checked
        if amount.unit != output.unit:
            broken.append(f"{where}{output.name} is in {amount.unit}, declared in {output.unit}")
        if value is None:
            if not amount.text:
                broken.append(f"{where}{output.name} has neither a value nor a text")
        elif not isinstance(value, Fraction):
            broken.append(f"{where}{output.name} is a {type(value).__name__}, not a Fraction")
        elif value < 0:
            broken.append(f"{where}{output.name} is {exact(value)}, below 0")
    return found


def _not_monotone(calculator: Calculator, tries: _Tries) -> Iterator[str]:
    for moved in tries:
        rising = [output.name for output in calculator.outputs if moved in output.rises_with]
        falling = [output.name for output in calculator.outputs if moved in output.falls_with]
        if not rising and not falling:
            continue
        for given in _thinned(list(_around(calculator, tries, moved)), _AROUND):
            for (low, before), (high, after) in pairwise(_row(calculator, given, moved, tries)):
                for name in (*rising, *falling):
                    first, then = before[name].value, after[name].value
                    if first is None or then is None or first == then:
                        continue
                    if (then > first) != (name in rising):
                        yield (
                            f"with {_words(given)}: {name} goes from {exact(first)} to "
                            f"{exact(then)} as {moved} goes from {exact(low)} to {exact(high)}"
                        )


def _around(calculator: Calculator, tries: _Tries, moved: str) -> Iterator[dict[str, Value]]:
    """The example, and the example with one other input changed."""
    yield dict(calculator.example)
    for name, values in tries.items():
        if name != moved:
            for value in values:
                yield _present({**calculator.example, name: value})


def _row(
    calculator: Calculator, given: Mapping[str, Value], moved: str, tries: _Tries
) -> Iterator[tuple[Fraction, Amounts]]:
    """What the calculator answers as one input rises; refusals are left out."""
    for value in sorted(value for value in tries[moved] if isinstance(value, Fraction)):
        try:
            yield value, evaluate(calculator, {**given, moved: value})
        except InputRefused:
            continue


def _thinned(givens: Sequence[dict[str, Value]], most: int) -> Sequence[dict[str, Value]]:
    """At most so many, evenly picked, the first one always among them."""
    return givens[:: max(1, -(-len(givens) // most))]


def _words(given: Mapping[str, Value]) -> str:
    return " ".join(
        f"{name}={exact(value) if isinstance(value, Fraction) else value}"
        for name, value in given.items()
    )
