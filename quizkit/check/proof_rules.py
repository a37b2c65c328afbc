"""QK5xx and QK4xx that a question proves by answering itself, right and wrong, as learners do.

Everything is typed at the real reader and grader. The example and the variants with the least and
the greatest key are typed at; what is arithmetic alone is looked at in every variant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from quizkit.check.subjects import QuestionSubject
from quizkit.check.variant_rules import passes
from quizkit.content.model import ChoiceAnswer, NumberAnswer, RecallAnswer
from quizkit.errors import Finding
from quizkit.grading.bounds import intervals
from quizkit.grading.choices import read_choice
from quizkit.grading.grade import Graded, grade
from quizkit.grading.readings import Chosen
from quizkit.grading.texts import comparable, loose
from quizkit.numerals import decimal, decimal_places, plain_number, with_unit
from quizkit.tolerance import within
from quizkit.units import UNITS, Quantity
from quizkit.variants import Variant

NONSENSE = ("", " ", "?!", "qqq zzz")
"""What nobody may be called right for."""

_TYPED = tuple(name for name in UNITS if name != "plain")
_HAIR = Fraction(1, 10**9)
_MOST_PLACES = 24


def bounds_are_kept(subject: QuestionSubject) -> Iterator[Finding]:
    """QK412: what lies on a bound of the tolerance is right, and a hair beyond it is not."""
    answer = subject.question.answer
    if not isinstance(answer, NumberAnswer):
        return
    for variant in subject.proved:
        assert variant.key is not None, "a number's variant has a key"
        for low, low_below, high, high_below in intervals(answer.tolerance, variant.key):
            for end, outwards in ((Fraction(low, low_below), -1), (Fraction(high, high_below), 1)):
                hair = max(abs(end), abs(variant.key)) * _HAIR or _HAIR
                for value in (end, end + outwards * hair):
                    wanted = within(answer.tolerance, variant.key, value)
                    came = _came(_typed(subject, variant, value, answer.unit))
                    if (came == "right") != wanted:
                        yield subject.found(
                            "QK412",
                            f"{plain_number(value)} for seed {variant.seed} is {came}, though it "
                            f"lies {'within' if wanted else 'outside'} the tolerance",
                            "answer",
                            "tolerance",
                        )
                        return


def key_is_right_in_every_unit(subject: QuestionSubject) -> Iterator[Finding]:
    """QK413: the key is right in each unit that may be typed."""
    answer = subject.question.answer
    if not isinstance(answer, NumberAnswer) or answer.unit_rule == "forbidden":
        return
    # "plain" is what a number without a unit is, and that is in the asked unit.
    units = answer.accept or tuple(
        unit.name
        for unit in UNITS.values()
        if unit.dimension == UNITS[answer.unit].dimension and unit.name in (answer.unit, *_TYPED)
    )
    for number, variant in enumerate(subject.proved):
        assert variant.key is not None, "a number's variant has a key"
        # The example in each of them, the others in one.
        for unit in units if number == 0 else units[number % len(units) :][:1]:
            value = Quantity(variant.key, answer.unit).to(unit).value
            came = _came(_typed(subject, variant, value, unit))
            if came != "right":
                yield subject.found(
                    "QK413",
                    f"the key of seed {variant.seed} in {unit} is {came}, not right",
                    "answer",
                    "accept" if answer.accept else "unit",
                )
                return


def mistakes_are_recognised(subject: QuestionSubject) -> Iterator[Finding]:
    """QK512: whoever makes a declared mistake hears of that mistake, or of one before it."""
    answer = subject.question.answer
    if not isinstance(answer, NumberAnswer):
        return
    told: set[str] = set()
    for variant in subject.proved:
        before: set[str] = set()
        for mistake in variant.mistakes:
            before.add(mistake.name)
            graded = _typed(subject, variant, mistake.value, answer.unit)
            hit = graded.grade is not None and graded.grade.mistake in before
            if hit or mistake.name in told:
                continue
            told.add(mistake.name)
            index = [one.name for one in subject.question.mistakes].index(mistake.name)
            yield subject.found(
                "QK512",
                f"{plain_number(mistake.value)} for seed {variant.seed} is {_came(graded)}, not "
                "this mistake",
                "mistakes",
                index,
            )


def mistakes_are_seldom_hidden(subject: QuestionSubject) -> Iterator[Finding]:
    """QK513: an earlier mistake of the same value hides a later one on few draws at most."""
    shown: Counter[str] = Counter()
    hidden: Counter[str] = Counter()
    for variant in subject.variants:
        taken: set[Fraction] = set()
        for mistake in variant.mistakes:
            (hidden if mistake.value in taken else shown)[mistake.name] += 1
            taken.add(mistake.value)
    for index, declared in enumerate(subject.question.mistakes):
        count, never = hidden[declared.name], shown[declared.name]
        if 0 < never < count:  # one that is always hidden is QK510
            yield subject.found(
                "QK513",
                f"an earlier mistake has the same value in {count} of {count + never} variants",
                "mistakes",
                index,
                severity="warning",
                about="leave those values out, or put this mistake first",
            )


def no_mistake_passes(subject: QuestionSubject) -> Iterator[Finding]:
    """QK414: no draw is thrown away because a declared mistake would be right there."""
    answer = subject.question.answer
    if not isinstance(answer, NumberAnswer):
        return
    sample: dict[str, str] = {}
    for one in subject.thrown.values():
        if one.mistake is not None and passes(subject.question, one):
            assert one.value is not None and one.key is not None  # noqa: PT018 - or it would not pass
            sample.setdefault(
                one.mistake.name, f"{plain_number(one.value)} for the key {plain_number(one.key)}"
            )
    for index, declared in enumerate(subject.question.mistakes):
        if declared.name in sample:
            yield subject.found(
                "QK414",
                f"the tolerance is so wide that this mistake passes: {sample[declared.name]}",
                "mistakes",
                index,
                severity="warning",
                about="such combinations are never drawn; narrow the tolerance, or leave them out",
            )


def nonsense_is_not_scored(subject: QuestionSubject) -> Iterator[Finding]:
    """QK515: a blank is blank, and nonsense is never right."""
    answer = subject.question.answer
    if isinstance(answer, RecallAnswer):
        return
    for variant in subject.proved[:1]:
        for typed in NONSENSE:
            graded = grade(variant, typed, decimal_comma=subject.decimal_comma)
            if graded.grade is None or _came(graded) == "wrong":
                continue
            if typed in _accepted(variant):
                continue  # its author means it
            yield subject.found("QK515", f'"{typed}" is {_came(graded)}', "answer")
            return


def options_do_not_collide(subject: QuestionSubject) -> Iterator[Finding]:
    """QK514: typing an option's text chooses that option, in every variant."""
    answer = subject.question.answer
    if not isinstance(answer, ChoiceAnswer):
        return
    ids = [option.id for option in answer.options]
    for variant in subject.variants:
        seen: dict[str, str] = {}
        for option in sorted(variant.options, key=lambda one: ids.index(one.id)):
            index = ids.index(option.id)
            text = loose(option.text)
            other = seen.setdefault(text, option.id)
            if other == option.id and text not in ids and len(text) > 1:
                continue  # nothing else can be meant
            reading = read_choice(variant.options, option.text, many=answer.many)
            if other == option.id and isinstance(reading, Chosen):
                other = next((one for one in reading.ids if one != option.id), option.id)
            if other != option.id:
                yield subject.found(
                    "QK514",
                    f'in seed {variant.seed} the text "{option.text}" names the option {other} too',
                    "answer",
                    "options",
                    index,
                    "text",
                    severity="warning",
                )
                return


def _typed(subject: QuestionSubject, variant: Variant, value: Fraction, unit: str) -> Graded:
    """What comes of an exact value, typed as a long decimal or as a fraction."""
    places = decimal_places(value)
    if places is None or places > _MOST_PLACES:
        # Not in lowest terms: the reader asks what 1/3-fold is meant to be.
        text = f"{2 * value.numerator}/{2 * value.denominator}"
    else:
        answer = variant.question.answer
        figures = answer.written_sigfigs or 1 if isinstance(answer, NumberAnswer) else 1
        # Zeros behind: as many figures as must be written, and no three after a decimal comma.
        text = decimal(value, max(places, figures, 4))
        text = text if places or figures > 1 else decimal(value, 0)
    if unit != variant.unit or not _unit_is_forbidden(variant):
        # A bare B could be billions.
        text = f"{text} bytes" if unit == "B" else with_unit(text, unit)
    return grade(variant, text, decimal_comma=subject.decimal_comma)


def _unit_is_forbidden(variant: Variant) -> bool:
    answer = variant.question.answer
    return isinstance(answer, NumberAnswer) and answer.unit_rule == "forbidden"


def _came(graded: Graded) -> str:
    """The verdict, or how it was read."""
    return graded.reading.state if graded.grade is None else graded.grade.verdict


def _accepted(variant: Variant) -> tuple[str, ...]:
    answer = variant.question.answer
    if answer.kind != "text":
        return ()
    return tuple(text for text in answer.accept if comparable(text, answer))


RULES = (
    bounds_are_kept,
    key_is_right_in_every_unit,
    mistakes_are_recognised,
    mistakes_are_seldom_hidden,
    no_mistake_passes,
    nonsense_is_not_scored,
    options_do_not_collide,
)
