"""Turn a question and a seed into the one variant that they name: numbers, key and filled texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from quizkit.content.model import (
    ChoiceAnswer,
    MatchAnswer,
    NumberAnswer,
    Question,
    RecallAnswer,
    TextAnswer,
    Tolerance,
    Value,
)
from quizkit.errors import ContentError, NotationError
from quizkit.variants import prompts
from quizkit.variants.draws import Dice, Numbers, drawing
from quizkit.variants.keys import number_shown

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One number or name that the variant's prompt gives; `shown` carries no unit."""

    name: str
    value: Value
    unit: str | None
    shown: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownOption:
    """One option under the letter that it has in this variant."""

    id: str
    letter: str
    text: str
    right: bool
    say: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MistakenValue:
    """What a declared mistake comes to in this variant, in the asked unit; `share` is its score."""

    name: str
    value: Fraction
    say: str
    share: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One question with its numbers filled in.

    `key`, `unit`, `tolerance` and `mistakes` belong to the number kind; `options` to choice, in the
    order shown. Of a match, `lefts` keep the author's order and `rights` are as shown, each once.
    `calculator` is its `name@version`.
    """

    question: Question
    seed: int
    prompt: str
    hint: str
    explanation: str
    drawn: tuple[Drawn, ...] = ()
    options: tuple[ShownOption, ...] = ()
    key: Fraction | None = None
    unit: str | None = None
    tolerance: Tolerance | None = None
    mistakes: tuple[MistakenValue, ...] = ()
    lefts: tuple[str, ...] = ()
    rights: tuple[str, ...] = ()
    calculator: str | None = None

    @property
    def ref(self) -> str:
        """`lesson/question`."""
        return self.question.ref

    @property
    def name(self) -> str:
        """`lesson/question#seed`."""
        return f"{self.question.ref}#{self.seed}"

    @property
    def kind(self) -> str:
        """The kind of its answer."""
        return self.question.answer.kind


def make_variant(question: Question, seed: int) -> Variant:
    """The variant of that seed, 0 or above.

    Raises ContentError, in a sentence, where the author must mend something: a calculator, input or
    output that does not exist, a gap that nothing fills, an example or values that cannot be used.
    """
    return variant_maker(question)(seed)


def variant_maker(question: Question) -> VariantMaker:
    """`make_variant` of one question for many seeds: each combination is worked out only once.

    Ten thousand variants of a question cost little more than its distinct combinations.
    """
    return VariantMaker(question, drawing(question))


class VariantMaker:
    """Turns seeds into the variants of one question, by the question's own `drawing`.

    That is handed in for those who look at its numbers too.
    """

    def __init__(self, question: Question, draw: Callable[[int], Numbers]) -> None:
        self._question, self._draw = question, draw
        self._shuffled = _shuffled(question)
        self._dice = Dice(question.ref, self._shuffled)
        # By identity: `drawing` gives the same object for the same combination, and keeps it alive.
        self._filled: dict[int, Variant] = {}

    def __call__(self, seed: int) -> Variant:
        """The variant of that seed, 0 or above."""
        numbers = self._drawn(seed)
        filled = self._filled.get(id(numbers))
        if filled is None:
            filled = self._filled[id(numbers)] = with_texts(self._question, numbers)
        if seed == 0:
            return filled
        return _ordered(filled, seed, self._order(seed))

    def alike(self, seed: int) -> tuple[int, ...]:
        """The same for two seeds whose variants differ in nothing but their seed.

        No text is filled for it, so that many seeds cost little where few variants are needed.
        """
        return (id(self._drawn(seed)), *self._order(seed))

    def _order(self, seed: int) -> Sequence[int]:
        """The author's places of what is shuffled, in the order of that seed."""
        places = range(len(self._shuffled))
        if seed == 0 or not places:
            return places
        return sorted(places, key=self._dice.thrown(seed).__getitem__)

    def _drawn(self, seed: int) -> Numbers:
        if seed < 0:
            raise ValueError(f"a seed is 0 or above, not {seed}")
        return self._draw(seed)


def make_variants(question: Question, seeds: Iterable[int]) -> Iterator[Variant]:
    """The variants of these seeds in order, by one maker."""
    return map(variant_maker(question), seeds)


def is_shuffled(question: Question) -> bool:
    """Whether a letter means something only together with a seed."""
    answer = question.answer
    return isinstance(answer, MatchAnswer) or (
        isinstance(answer, ChoiceAnswer) and not answer.fixed
    )


def key_shown(variant: Variant, *, decimal_comma: bool = False) -> str:
    """A response to this variant that is read as a value and graded right; for recall, the model.

    A number carries its unit: `1.5 bytes/param`, `64/15-fold`. A choice is letters, a match
    `1-b, 2-a`. With `decimal_comma`, it stays clear of points that could be group marks.
    """
    match variant.question.answer:
        case NumberAnswer() as answer:
            assert variant.key is not None, "a number's variant has a key"
            return number_shown(variant.key, answer, decimal_comma=decimal_comma)
        case ChoiceAnswer():
            return ", ".join(option.letter for option in variant.options if option.right)
        case TextAnswer(accept=accept):
            return accept[0]
        case MatchAnswer(pairs=pairs):
            letters = dict(zip(variant.rights, LETTERS, strict=False))
            return ", ".join(f"{n}-{letters[right]}" for n, (_, right) in enumerate(pairs, 1))
        case RecallAnswer(model=model):
            return model.strip("\n")
        case other:
            assert_never(other)


# --- texts and order --------------------------------------------------------------------------


def with_texts(question: Question, numbers: Numbers) -> Variant:
    """The variant of these numbers as seed 0 has it: every text filled, the author's order."""
    gaps: dict[str, str] = {}
    drawn = []
    for name, value in numbers.values.items():
        unit = numbers.units[name]
        gaps |= prompts.gaps(name, value, unit)
        drawn.append(Drawn(name=name, value=value, unit=unit, shown=gaps[name]))
    after = gaps | _key_gap(question, numbers)

    def fill(field: str, text: str, filling: dict[str, str]) -> str:
        try:
            return prompts.fill(text, filling).strip("\n")
        except NotationError as error:
            raise ContentError(f"{question.ref}: {field}: {error}") from error

    answer = question.answer
    says = {mistake.name: fill("say", mistake.say, after) for mistake in question.mistakes}
    number = answer if isinstance(answer, NumberAnswer) else None
    pairs = answer.pairs if isinstance(answer, MatchAnswer) else ()
    options = answer.options if isinstance(answer, ChoiceAnswer) else ()
    if max(len(options), len(pairs)) > len(LETTERS):
        raise ContentError(f"{question.ref}: more options than the alphabet has letters")
    return Variant(
        question=question,
        seed=0,
        prompt=fill("prompt", question.prompt, gaps),
        hint=fill("hint", question.hint, after),
        explanation=fill("explanation", question.explanation, after),
        drawn=tuple(drawn),
        options=tuple(
            ShownOption(
                id=option.id,
                letter=letter,
                text=fill("option", option.text, gaps),
                right=option.right,
                say=fill("say", option.say, after),
            )
            for letter, option in zip(LETTERS, options, strict=False)
        ),
        key=numbers.key,
        unit=number.unit if number else None,
        tolerance=number.tolerance if number else None,
        mistakes=tuple(
            MistakenValue(name=one.name, value=value, say=says[one.name], share=one.share)
            for one, value in numbers.mistaken
        ),
        lefts=tuple(left for left, _ in pairs),
        rights=tuple(dict.fromkeys(right for _, right in pairs)),
        calculator=numbers.calculator,
    )


def _key_gap(question: Question, numbers: Numbers) -> dict[str, str]:
    if numbers.key is not None and isinstance(question.answer, NumberAnswer):
        return {"key": prompts.key_text(numbers.key, question.answer.unit)}
    return {} if numbers.amount is None else {"key": numbers.amount.shown}


def _shuffled(question: Question) -> tuple[str, ...]:
    """What the dice are thrown for to find an order: the options, or the right sides of pairs."""
    answer = question.answer
    if not is_shuffled(question):
        return ()
    if isinstance(answer, ChoiceAnswer):
        return tuple(f"option:{option.id}" for option in answer.options)
    assert isinstance(answer, MatchAnswer), "options and right sides are all that is shuffled"
    return tuple(f"right:{right}" for right in dict.fromkeys(right for _, right in answer.pairs))


def _ordered(variant: Variant, seed: int, order: Sequence[int]) -> Variant:
    """The variant under its seed, with what is shuffled in that seed's order."""
    if not order:
        return replace(variant, seed=seed)
    options = [variant.options[place] for place in order] if variant.options else []
    return replace(
        variant,
        seed=seed,
        options=tuple(
            replace(option, letter=letter) for letter, option in zip(LETTERS, options, strict=False)
        ),
        rights=tuple(variant.rights[place] for place in order) if variant.rights else (),
    )
