"""QK5xx: whether a question's variants can be made, asked and graded as the author means them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from quizkit import calculators
from quizkit.check.subjects import QuestionSubject, Step
from quizkit.content.model import (
    AnyOf,
    Factor,
    NumberAnswer,
    Question,
    Range,
    RecallAnswer,
)
from quizkit.content.nodes import MappingNode, ScalarNode, SequenceNode, items_of
from quizkit.errors import ContentError, Finding
from quizkit.grading.grade import grade
from quizkit.nouns import plural
from quizkit.numerals import plain_number
from quizkit.tolerance import within
from quizkit.units import UNITS
from quizkit.variants.draws import Thrown, drawing, fixed_fault
from quizkit.variants.variant import Variant, key_shown


def example_can_be_used(subject: QuestionSubject) -> Iterator[Finding]:
    """QK506: seed 0 is never drawn again, so it must be usable."""
    if isinstance(subject.example, ContentError):
        try:
            drawing(subject.question)(0)
        except ContentError as error:
            near = _mistake_near(subject.question)
            steps: tuple[Step, ...] = ("given", "example")
            if near is not None:
                steps = ("mistakes", near)
            yield subject.found("QK506", _bare(subject, error), *steps)


def _mistake_near(question: Question) -> int | None:
    """Which mistake comes too near to the key of seed 0, if that is what is wrong."""
    thrown: Thrown | None
    if question.given is None:
        thrown = fixed_fault(question)
    else:
        drawing_ = drawing(question)
        with suppress(ContentError):
            drawing_(0)
        thrown = next(iter(drawing_.thrown.values()), None)
    if thrown is None or thrown.mistake is None:
        return None
    return question.mistakes.index(thrown.mistake)


def looking_alike_means_the_same_key(subject: QuestionSubject) -> Iterator[Finding]:
    """QK607: two variants that show the same have the same key; else nobody can answer."""
    shown: dict[str, Variant] = {}
    for variant in subject.variants:
        if variant.key is None:
            return
        first = shown.setdefault(variant.prompt, variant)
        if first.key != variant.key and first.key is not None:
            told = set(re.findall(r"\{(\w+)", subject.question.prompt))
            hidden = [
                one.name
                for one, other in zip(first.drawn, variant.drawn, strict=True)
                if one.value != other.value and one.name not in told
            ]
            yield subject.found(
                "QK607",
                f"the prompt is the same for the keys {plain_number(first.key)} and "
                f"{plain_number(variant.key)}",
                "prompt",
                about=f"it does not show {', '.join(f'{{{name}}}' for name in hidden)}",
            )
            return


def variants_can_be_drawn(subject: QuestionSubject) -> Iterator[Finding]:
    """QK507: whatever seed a learner gets, a combination is found that can be used."""
    error = subject.fault
    if error is not None and isinstance(subject.example, Variant):
        field = "cases" if subject.question.given and subject.question.given.cases else "values"
        yield subject.found("QK507", _bare(subject, error), "given", field)


def _bare(subject: QuestionSubject, error: ContentError) -> str:
    """The message without the question's name: the place says which it is."""
    return str(error).removeprefix(subject.question.ref).lstrip("#0123456789").removeprefix(": ")


def tests_hold(subject: QuestionSubject) -> Iterator[Finding]:
    """QK508: the author's own tests come out as written."""
    for index, test in enumerate(subject.question.tests):
        variant = subject.made(test.seed)
        if isinstance(variant, ContentError):
            continue  # found already
        graded = grade(variant, test.response, decimal_comma=subject.decimal_comma)
        came = graded.reading.state if graded.grade is None else graded.grade.verdict
        if came != test.expect:
            yield subject.found(
                "QK508",
                f'"{test.response}" for seed {test.seed} is {came}, not {test.expect}',
                "tests",
                index,
                "expect",
                about=f"the key is {key_shown(variant)}",
            )


def key_is_right(subject: QuestionSubject) -> Iterator[Finding]:
    """QK509: the key, typed as it is shown, is graded right."""
    if isinstance(subject.question.answer, RecallAnswer):
        return
    for variant in subject.variants:
        shown = key_shown(variant, decimal_comma=subject.decimal_comma)
        graded = grade(variant, shown, decimal_comma=subject.decimal_comma)
        if graded.grade is None or graded.grade.verdict != "right":
            came = graded.reading.state if graded.grade is None else graded.grade.verdict
            yield subject.found(
                "QK509", f'the key "{shown}" of seed {variant.seed} is {came}, not right', "answer"
            )
            return


def mistakes_are_reached(subject: QuestionSubject) -> Iterator[Finding]:
    """QK510: each declared mistake differs, on some draw, from the key and from those before it."""
    shown: set[str] = set()
    for variant in subject.variants:
        taken = set()
        for mistake in variant.mistakes:  # in the author's order
            if mistake.value not in taken:
                shown.add(mistake.name)
            taken.add(mistake.value)
    names: set[str] = set()
    for index, declared in enumerate(subject.question.mistakes):
        hidden = declared.name not in shown or declared.name in names
        names.add(declared.name)
        if hidden and subject.variants:
            yield subject.found(
                "QK510",
                "this mistake never shows: no variant has it, or an earlier mistake is equal",
                "mistakes",
                index,
                severity="warning",
            )


def numbers_vary(subject: QuestionSubject) -> Iterator[Finding]:
    """QK511: a question that draws its numbers has more than one variant."""
    given = subject.question.given
    if given is None or isinstance(subject.example, ContentError) or subject.fault is not None:
        return
    seen = {tuple((one.name, one.value) for one in variant.drawn) for variant in subject.variants}
    if len(seen) == 1:
        yield subject.found(
            "QK511",
            "every seed draws the same numbers",
            "given",
            severity="warning",
            about="list more values: whoever repeats a question should not repeat its answer",
        )


def keys_vary(subject: QuestionSubject) -> Iterator[Finding]:
    """QK518: the numbers that vary make more than one or two keys."""
    if subject.question.given is None or subject.fault is not None:
        return
    keys = {variant.key for variant in subject.variants if variant.key is not None}
    # Where some were thrown away, that is the fault, and is said.
    found_already = subject.thrown or isinstance(subject.example, ContentError)
    if 0 < len(keys) < FEWEST_KEYS and len(subject.variants) > 1 and not found_already:
        yield subject.found(
            "QK518",
            f"{plural(len(subject.variants), 'variant')} have {plural(len(keys), 'key')} in all",
            "given",
            severity="warning",
            about="list more values of what the key depends on",
        )


FEWEST_KEYS = 3
"""Whoever meets a question with fewer keys soon knows them by heart."""


def every_value_is_used(subject: QuestionSubject) -> Iterator[Finding]:
    """QK516: each value that is listed is in a variant: none is always thrown away."""
    given = subject.question.given
    if given is None or not subject.thrown or subject.fault is not None:
        return
    names = tuple(given.example)
    away = {  # what passes for right is another fault, QK414
        combination: thrown
        for combination, thrown in subject.thrown.items()
        if not passes(subject.question, thrown)
    }
    # The first variant may be an example that stands apart from what is drawn.
    used = {(one.name, one.value) for variant in subject.variants for one in variant.drawn}
    reasons = {
        pair: thrown.reason
        for combination, thrown in away.items()
        for pair in zip(names, combination, strict=True)
    }
    for name, values in given.values.items():
        for index, value in enumerate(values):
            if (name, value) not in used and (name, value) in reasons:
                yield subject.found(
                    "QK516",
                    f"this value of {name} is never drawn: {reasons[name, value]}",
                    "given",
                    "values",
                    name,
                    index,
                    severity="warning",
                )
    for index, case in enumerate(given.cases):
        combination = tuple(case[name] for name in names)
        if combination in away:
            yield subject.found(
                "QK516",
                f"this case is never drawn: {away[combination].reason}",
                "given",
                "cases",
                index,
                severity="warning",
            )


def passes(question: Question, thrown: Thrown) -> bool:
    """Whether a combination is thrown away since a declared mistake would be right there.

    One that equals the key is a coincidence of numbers, whatever the tolerance.
    """
    answer, value, key = question.answer, thrown.value, thrown.key
    if not isinstance(answer, NumberAnswer) or value is None or key is None or value == key:
        return False
    return within(answer.tolerance, key, value)


def percentages_are_meant(subject: QuestionSubject) -> Iterator[Finding]:
    """QK517: what is in percent is written without a percent sign, or is a hundredth of it."""
    given, answer = subject.question.given, subject.question.answer
    nodes: list[ScalarNode] = []
    if given is not None:
        inputs = calculators.find(given.calculator).inputs
        percent = {one.name for one in inputs if one.unit == "percent" and not one.choices}
        nodes += _scalars_of(subject.node, percent)
    if isinstance(answer, NumberAnswer) and answer.unit == "percent":
        places = (subject.node.get("answer"), *items_of(subject.node, "mistakes"))
        values = (one.get("value") for one in places if isinstance(one, MappingNode))
        nodes += [node for node in values if type(node) is ScalarNode]
    for node in nodes:
        if node.text.endswith("%"):
            meant = node.text.rstrip("% ")
            yield subject.source.finding(
                node,
                "QK517",
                f"this is in percent already, so {node.text} is {meant}/100 of a percent",
                severity="warning",
                about=f"write {meant}",
            )


def _scalars_of(question: MappingNode, names: set[str]) -> Iterator[ScalarNode]:
    """The values of these inputs, wherever the question gives them."""
    given = question.get("given")
    assert isinstance(given, MappingNode), "a question that draws has a given"
    places = [given.get("example"), given.get("values"), *items_of(given, "cases")]
    places += [mistake.get("instead") for mistake in items_of(question, "mistakes")]
    for place in places:
        for key, node in place.entries if isinstance(place, MappingNode) else ():
            inside = node.items if isinstance(node, SequenceNode) else (node,)
            if key.text in names:
                yield from (one for one in inside if type(one) is ScalarNode)


def binary_and_decimal_units_differ(subject: QuestionSubject) -> Iterator[Finding]:
    """QK411: a tolerance under which GB passes for GiB grades the unit away."""
    answer = subject.question.answer
    if not isinstance(answer, NumberAnswer) or answer.unit not in _TWINS:
        return
    ratio = UNITS[_TWINS[answer.unit]].factor / UNITS[answer.unit].factor
    for variant in subject.variants:
        if variant.key and within(answer.tolerance, variant.key, variant.key * ratio):
            yield subject.found(
                "QK411",
                f"the tolerance is so wide that {plain_number(variant.key)} {_TWINS[answer.unit]} "
                f"passes for {plain_number(variant.key)} {answer.unit}",
                "answer",
                "tolerance",
                severity="warning",
            )
            return


def no_factor_of_two_passes(subject: QuestionSubject) -> Iterator[Finding]:
    """QK415: whoever forgets a factor of 2 is not right, unless the rule is a factor or a range."""
    answer = subject.question.answer
    if not isinstance(answer, NumberAnswer) or isinstance(answer.tolerance, Factor | Range | AnyOf):
        return
    for variant in subject.variants:
        for value in (variant.key * 2, variant.key / 2) if variant.key else ():
            if variant.key and within(answer.tolerance, variant.key, value):
                yield subject.found(
                    "QK415",
                    f"the tolerance is so wide that {plain_number(value)} passes for "
                    f"{plain_number(variant.key)}",
                    "answer",
                    "tolerance",
                    severity="warning",
                    about="where only the size matters, write {factor: 2}",
                )
                return


_TWINS = {
    one: other
    for pair in (("kB", "KiB"), ("MB", "MiB"), ("GB", "GiB"), ("TB", "TiB"))
    for one, other in (pair, pair[::-1])
}

RULES = (
    example_can_be_used,
    variants_can_be_drawn,
    tests_hold,
    key_is_right,
    mistakes_are_reached,
    numbers_vary,
    looking_alike_means_the_same_key,
    keys_vary,
    every_value_is_used,
    percentages_are_meant,
    binary_and_decimal_units_differ,
    no_factor_of_two_passes,
)
