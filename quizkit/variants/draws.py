"""Turn a question and a seed into its numbers: the values drawn, the key, the mistaken values.

The dice are hashes: a draw is `blake2b("question#seed/name/attempt")`, so a variant is the same on
every machine, in every process and in every year, and nothing has to be stored to get it back.
Seed 0 is the author's own example and is never drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from quizkit.content.model import (
    AnyOf,
    Factor,
    Given,
    Mistake,
    NumberAnswer,
    Question,
    Range,
    Relative,
    SigFigs,
    Tolerance,
    Value,
)
from quizkit.digests import blake2b
from quizkit.errors import ContentError, InputRefused
from quizkit.numerals import plain_number, shown
from quizkit.tolerance import within, within_twice
from quizkit.units import Quantity, same_dimension
from quizkit.variants.sources import Source, source_of

if TYPE_CHECKING:  # most questions need no calculator
    from quizkit.calculators.api import Amount

_THROW_BYTES = 8

ATTEMPTS = 100
"""How many combinations are drawn before the author hears that too few can be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What one combination of values comes to.

    `values` and `units` go by input name, in the example's order; a named choice has no unit.
    `amount` is the output asked for; `key` and `mistaken` are in the asked unit and belong to the
    number kind. A mistake that does not apply to this combination is absent. `calculator` is its
    `name@version`.
    """

    values: Mapping[str, Value]
    units: Mapping[str, str | None] = field(default_factory=dict)
    amount: Amount | None = None
    key: Fraction | None = None
    mistaken: tuple[tuple[Mistake, Fraction], ...] = ()
    calculator: str | None = None


# A named tuple, as every start makes the class: a dataclass takes eight times as long to make.
class Thrown(NamedTuple):
    """Why a combination of values cannot be used.

    `mistake` is the declared mistake that lies too near to the key, with its `value`; without one,
    the calculator refuses the values, or the tolerance cannot judge by the key.
    """

    reason: str
    mistake: Mistake | None = None
    value: Fraction | None = None
    key: Fraction | None = None


def hashed(text: str) -> int:
    """64 bits that depend on the text alone."""
    return int.from_bytes(blake2b(_bytes(text), digest_size=_THROW_BYTES).digest())


class Dice:
    """The dice of one question, which are thrown for each of some names.

    What the throws of a seed, or of a name, have in common is worked out once, in half the time.
    """

    __slots__ = ("_head", "_names", "_tails")

    def __init__(self, ref: str, names: Sequence[str]) -> None:
        self._head = _bytes(f"{ref}#")
        self._names = names
        self._tails = self._tails_of(0)

    def thrown(self, seed: int, attempt: int = 0) -> list[bytes]:
        """A throw for each name: the hash of `question#seed/name/attempt`, 8 bytes.

        >>> [one.hex() for one in Dice("toys/total", ["devices"]).thrown(7)]
        ['8928b838ff195afb']
        """
        thrown = []
        begun = blake2b(b"%b%d" % (self._head, seed), digest_size=_THROW_BYTES)
        for tail in self._tails_of(attempt) if attempt else self._tails:
            one = begun.copy()
            one.update(tail)
            thrown.append(one.digest())
        return thrown

    def _tails_of(self, attempt: int) -> list[bytes]:
        return [_bytes(f"/{name}/{attempt}") for name in self._names]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def drawing(question: Question) -> Drawing:
    """The function from a seed (0 or above) to the question's numbers.

    Raises ContentError for what no other draw can mend.
    """
    return Drawing(question)


class Drawing:
    """Turns seeds into numbers, working each distinct combination out once.

    Ten thousand draws cost little more than their combinations. A combination is thrown again while
    the calculator refuses it or a declared mistake lies within twice the tolerance of the key.
    `thrown` has those met so far by their values, in the order of `names`. A call raises
    ContentError for an example that cannot be used, and after a hundred throws.
    """

    def __init__(self, question: Question) -> None:
        self.names: tuple[str, ...] = ()
        self.thrown: dict[tuple[Value, ...], Thrown] = {}
        self._question, self._source = question, source_of(question)
        self._found: dict[tuple[Value, ...], Numbers] = {}
        # By the places of the values among their choices: a hash of fractions is slow.
        self._met: dict[tuple[int, ...], Numbers | Thrown] = {}
        # How many choices there are for each place, and the dice for those with more than one.
        self._counts: dict[str, int] = {}
        if self._source is not None:
            given = self._source.given
            self.names = tuple(given.example)
            if given.cases:
                self._counts = {"cases": len(given.cases)}
            elif given.values:
                self._counts = {name: len(given.values[name]) for name in self.names}
            rolled = [name for name, count in self._counts.items() if count > 1]
            self._dice = Dice(question.ref, rolled)
            return
        fixed = self._numbers_of(())
        if isinstance(fixed, Thrown):
            raise ContentError(f"{question.ref}: {fixed.reason}")

    def __call__(self, seed: int) -> Numbers:
        """The numbers of that seed."""
        question, source = self._question, self._source
        if source is None:
            return self._found[()]
        if seed == 0:
            example = self._numbers_of(tuple(source.given.example.values()))
            if isinstance(example, Thrown):
                raise ContentError(
                    f"{question.ref}#0: the example cannot be used: {example.reason}"
                )
            return example
        reason = ""
        for attempt in range(ATTEMPTS):
            places = self._places(seed, attempt)
            found = self._met.get(places)
            if found is None:
                combination = _combination(source.given, self.names, places)
                found = self._met[places] = self._numbers_of(combination)
            if isinstance(found, Numbers):
                return found
            reason = found.reason
        raise ContentError(
            f"{question.ref}#{seed}: {ATTEMPTS} draws in a row cannot be used; the last: {reason}"
        )

    def _places(self, seed: int, attempt: int) -> tuple[int, ...]:
        """Where the values drawn stand: the place of the case, or of each name's value."""
        thrown = map(int.from_bytes, self._dice.thrown(seed, attempt))
        return tuple([next(thrown) % count if count > 1 else 0 for count in self._counts.values()])

    def _numbers_of(self, combination: tuple[Value, ...]) -> Numbers | Thrown:
        known = self._found.get(combination) or self.thrown.get(combination)
        if known is not None:
            return known
        values = dict(zip(self.names, combination, strict=True))
        made = _numbers(self._question, self._source, values)
        if isinstance(made, Thrown):
            self.thrown[combination] = made
        else:
            self._found[combination] = made
        return made


def fixed_fault(question: Question) -> Thrown | None:
    """Why a question without `given` cannot be asked: a mistake near its key, or its tolerance."""
    found = _numbers(question, None, {})
    return found if isinstance(found, Thrown) else None


def numbers_with(question: Question, asked: Mapping[str, tuple[Value, str | None]]) -> Numbers:
    """The question's numbers for values that a learner was shown, each with its unit then.

    No value has to be one that is drawn today, and no declared mistake has to keep clear of the
    key. An input that was not shown is taken if only one value is left for it. Raises ContentError
    if today's question takes other inputs or comes to no key with these.
    """
    source = source_of(question)
    if source is None:
        if asked:
            raise ContentError(f"{question.ref} draws no {', '.join(asked)} any more")
        found = _numbers(question, None, {}, strict=False)
    else:
        found = _numbers(question, source, _shown_values(question.ref, source, asked), strict=False)
    if isinstance(found, Thrown):
        raise ContentError(f"{question.ref}: {found.reason}")
    return found


def _shown_values(
    ref: str, source: Source, asked: Mapping[str, tuple[Value, str | None]]
) -> dict[str, Value]:
    given = source.given
    gone = [name for name in asked if name not in given.example]
    if gone:
        raise ContentError(f"{ref} takes no {', '.join(gone)} any more")
    values: dict[str, Value] = {}
    for name, example in given.example.items():
        if name not in asked:
            left = {case[name] for case in given.cases} | set(given.values.get(name, ()))
            if len(left | {example}) > 1:
                raise ContentError(f"{ref} draws {name} now, which was not shown then")
            values[name] = example
            continue
        value, unit = asked[name]
        now = source.units[name]
        if isinstance(value, Fraction) and unit is not None and now is not None and unit != now:
            if not same_dimension(unit, now):
                raise ContentError(f"{ref} takes {name} in {now} now; it was shown in {unit}")
            value = Quantity(value, unit).to(now).value
        values[name] = value
    return values


def _combination(
    given: Given, names: tuple[str, ...], places: tuple[int, ...]
) -> tuple[Value, ...]:
    """The values at these places, in the order of `names`; the example's, if none are drawn."""
    if given.cases:
        return tuple(given.cases[places[0]][name] for name in names)
    if not given.values:
        return tuple(given.example.values())
    return tuple(given.values[name][place] for name, place in zip(names, places, strict=True))


# --- key and mistakes -------------------------------------------------------------------------


def _numbers(
    question: Question,
    source: Source | None,
    values: Mapping[str, Value],
    *,
    strict: bool = True,
) -> Numbers | Thrown:
    """What the values come to, or the reason why they cannot be used.

    `strict` refuses values with which a declared mistake lies too near to the key.
    """
    answer = question.answer
    asked_for = Numbers(values=values)
    if source is not None:
        try:
            amount = source.amount(values, source.given.ask)
        except InputRefused as refused:
            return Thrown(reason=str(refused))
        asked_for = Numbers(
            values=values, units=source.units, amount=amount, calculator=source.calculator.stamp
        )
    if not isinstance(answer, NumberAnswer):
        return asked_for
    key = _key(question.ref, answer, asked_for.amount)
    if isinstance(key, str):
        return Thrown(reason=key)
    unfit = _unfit(answer.tolerance, key)
    if unfit:
        return Thrown(reason=unfit, key=key)
    mistaken = []
    for mistake in question.mistakes:
        value = _mistaken(question.ref, answer, mistake, source, values, key)
        if value is None:
            continue
        if strict and within_twice(answer.tolerance, key, value):
            return Thrown(
                reason=f'the mistake "{mistake.name}" comes to {plain_number(value)}, within twice '
                f"the tolerance of the key {plain_number(key)}",
                mistake=mistake,
                value=value,
                key=key,
            )
        mistaken.append((mistake, value))
    return replace(asked_for, key=key, mistaken=tuple(mistaken))


def _key(ref: str, answer: NumberAnswer, amount: Amount | None) -> Fraction | str:
    if answer.value is not None:
        return answer.value
    if amount is not None:
        if amount.value is None:
            return f"what is asked for has no value: {amount.shown}"
        return _in_unit(ref, "what is asked for", amount.value, amount.unit, answer.unit)
    match answer.tolerance:
        # These two say what is right by themselves.
        case Range(low=low, high=high):
            return (low + high) / 2
        case AnyOf(members=((value, _), *_)):
            return value
    raise ContentError(
        f"{ref}: there is no key; give the answer a `value` or the question a `given`"
    )


def _unfit(rule: Tolerance, key: Fraction) -> str | None:
    """Why the rule cannot judge by this key, if it cannot."""
    if key == 0 and isinstance(rule, Relative | SigFigs | Factor):
        return "the key is 0, which nothing can be measured against; use `exact` or `abs`"
    if not within(rule, key, key):
        return f"the key {plain_number(key)} is outside its own tolerance"
    return None


def _mistaken(
    ref: str,
    answer: NumberAnswer,
    mistake: Mistake,
    source: Source | None,
    values: Mapping[str, Value],
    key: Fraction,
) -> Fraction | None:
    """What the mistake comes to in the asked unit, or None where it does not apply."""
    value, unit = key, answer.unit
    if mistake.value is not None:
        value = mistake.value
    elif mistake.instead or mistake.ask is not None:
        if source is None:
            raise ContentError(
                f'{ref}: the mistake "{mistake.name}" needs a `given` to work with; use `value`'
            )
        try:
            wrong = source.amount({**values, **mistake.instead}, mistake.ask or source.given.ask)
        except InputRefused:
            return None
        if wrong.value is None:
            return None
        value, unit = wrong.value, wrong.unit
    about = f'the mistake "{mistake.name}"'
    # "The right number of GiB, given as GB": the number stays, only its unit is lost.
    return _in_unit(ref, about, value, unit, mistake.unit or answer.unit)


def _in_unit(ref: str, about: str, value: Fraction, unit: str, asked: str) -> Fraction:
    if not same_dimension(unit, asked):
        raise ContentError(
            f"{ref}: {about} is {shown(Quantity(value, unit))}, which cannot be given in {asked}"
        )
    return Quantity(value, unit).to(asked).value
