"""`quiz show`: show one variant of a question."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import out, out_raw
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.content.model import Question
    from quizkit.grading.grade import Graded
    from quizkit.variants import Drawn, Variant

_SEED = re.compile(r"0*([0-9]{1,18})")


@click.command()
@click.argument("name", metavar="Q[#SEED]")
@click.option("--key", "with_key", is_flag=True, help="Show the key as well.")
@click.option(
    "--try", "response", metavar="TEXT", help="Try a response: how it is read and graded."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def show(context: Context, name: str, with_key: bool, response: str | None, as_json: bool) -> None:
    """Show one variant of a question.

    Without a seed it is variant 0, the author's own example.

    Example: quiz show zero-1-2/optimizer-bytes#3 --key --try "12 bytes"
    """
    from quizkit.cli.shapes.variant_json import key_json, variant_json
    from quizkit.cli.trying import tried, tried_json
    from quizkit.variants import make_variant

    ref, seed = variant_name(name)
    question, decimal_comma = find_question(context, ref)
    variant = make_variant(question, seed)
    graded = None if response is None else tried(variant, response, decimal_comma=decimal_comma)
    if as_json:
        shape = {"schema": "quizkit.show/1", **variant_json(variant)}
        if with_key:
            shape["key"] = key_json(variant, decimal_comma=decimal_comma)
        if graded is not None:
            shape["try"] = tried_json(response or "", graded)
        out_raw(json.dumps(shape, ensure_ascii=False))
        return
    from quizkit.cli.page.wording import show_question

    show_question(variant, "")
    if variant.drawn:
        out(f"drawn: {drawn_words(variant.drawn)}", role="dim")
    if with_key:
        _print_key(variant)
    if graded is not None:
        _print_tried(response or "", graded)


def _print_tried(response: str, graded: Graded) -> None:
    from quizkit.cli.page.wording import show_grade
    from quizkit.cli.trying import reading_lines

    out(f"\n> {response}")
    for line in reading_lines(graded.reading):
        out(line, role="dim")
    if graded.grade is not None:
        show_grade(graded.grade)
    else:
        out("It would be asked again, and costs nothing.", role="note")


def variant_name(text: str) -> tuple[str, int]:
    """Part `lesson/question#seed`; without a seed it is 0. Raises UsageError.

    >>> variant_name("zero-1-2/five-costs#12"), variant_name("zero-1-2/five-costs")
    (('zero-1-2/five-costs', 12), ('zero-1-2/five-costs', 0))
    """
    ref, mark, seed = text.partition("#")
    if not mark:
        return ref, 0
    digits = _SEED.fullmatch(seed)
    if digits is None:
        raise UsageError(
            f'the seed "{seed[:40]}" is not a whole number from 0 of at most 18 digits; '
            f"write {ref}#0"
        )
    return ref, int(digits[1])


def find_question(context: Context, ref: str) -> tuple[Question, bool]:
    """The question, and whether its course writes decimals with a comma; raises UsageError."""
    library = context.library(needs=ref)
    if not library.has(ref):
        raise UsageError(f'there is no question "{ref}"{library.near(ref)}')
    course = library.courses[library.entry(ref).course]
    return library.question(ref), course.decimal_comma


def drawn_words(drawn: tuple[Drawn, ...]) -> str:
    """The drawn numbers with their units: `params 7B params, devices 8`."""
    from quizkit.numerals import with_unit

    return ", ".join(
        f"{one.name} {one.shown if one.unit is None else with_unit(one.shown, one.unit)}"
        for one in drawn
    )


def key_for_people(variant: Variant) -> str:
    """The key in words; a number that is no decimal is stated exactly and rounded."""
    from quizkit.cli.page.wording import key_words
    from quizkit.variants import key_text

    if variant.key is None or variant.unit is None:
        return key_words(variant)
    return key_text(variant.key, variant.unit)


def _print_key(variant: Variant) -> None:
    from quizkit.cli.page.wording import say
    from quizkit.variants import key_text

    answer = variant.question.answer
    say(f"key: {key_for_people(variant)}", role="strong")
    if answer.kind == "recall":
        for number, point in enumerate(answer.checklist, start=1):
            say(f"{number}. {point}", indent="  ")
    for mistake in variant.mistakes:
        value = key_text(mistake.value, variant.unit or "plain")
        say(f"mistake {mistake.name}, {value}: {mistake.say}")
    for option in variant.options:
        if option.say:
            say(f"{option.letter}) {option.say}", indent="  ")
    for label, text in (("hint", variant.hint), ("explanation", variant.explanation)):
        if text:
            say(f"{label}: {text}")
