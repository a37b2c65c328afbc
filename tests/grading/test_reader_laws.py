"""The reader: laws over whatever may be typed."""

from __future__ import annotations

import os
import subprocess
import sys

from hypothesis import example, given
from hypothesis import strategies as st

from quizkit.grading.characters import clean
from quizkit.grading.literals import Literal, read_literal
from quizkit.grading.lone import lone_literal
from quizkit.grading.numbers import by_grammar
from quizkit.grading.reader import Ambiguous, Expected, Unreadable, Value, read_number, read_slowly
from tests.grading.oracle import Opinion, opinion
from tests.strategies import UNITS, answers, mutated, plain_decimals, responses, unit_names

expectations = st.builds(
    Expected,
    unit=st.sampled_from(UNITS),
    unit_rule=st.sampled_from(["optional", "optional", "required", "forbidden"]),
    accept=st.sampled_from([(), (), ("GiB", "MB"), ("percent",)]),
    written_sigfigs=st.sampled_from([None, None, 3, 5]),
    decimal_comma=st.booleans(),
    long_scale=st.booleans(),
)


@given(responses, expectations)
def test_an_echo_reads_as_the_same_value(text: str, expected: Expected) -> None:
    """Typing what the echo shows gives the same value again, and the same echo."""
    reading = read_number(text, expected)
    if isinstance(reading, Value):
        again = read_number(reading.read_as, expected)
        assert isinstance(again, Value), (reading, again)
        assert (again.number, again.unit) == (reading.number, reading.unit)
        assert again.read_as == reading.read_as


@given(responses, st.sampled_from(UNITS), st.booleans(), st.booleans(), st.sampled_from([0, 0, 3]))
def test_a_second_reader_agrees(
    text: str, unit: str, required: bool, comma: bool, figures: int
) -> None:
    """A slow and simple reader of the same rule comes to the same, wherever it has an opinion."""
    simple = opinion(text, unit, required=required, comma=comma, figures=figures)
    expected = Expected(
        unit=unit,
        unit_rule="required" if required else "optional",
        decimal_comma=comma,
        written_sigfigs=figures or None,
    )
    assert simple is None or simple == seen(text, expected)


def seen(text: str, expected: Expected) -> Opinion:
    reading = read_number(text, expected)
    if isinstance(reading, Value):
        return "value", reading.number, reading.unit
    return "ask" if isinstance(reading, Ambiguous | Unreadable) else "blank"


@given(st.one_of(responses, st.builds(str.__add__, plain_decimals, unit_names)), expectations)
def test_what_is_ambiguous_lists_its_readings(text: str, expected: Expected) -> None:
    """An ambiguous reading has at least one reading, and none is empty."""
    reading = read_number(text, expected)
    if isinstance(reading, Ambiguous):
        assert reading.readings
        assert all(reading.readings)


@given(st.one_of(responses, plain_decimals), expectations)
def test_a_glance_sees_what_the_grammar_sees(text: str, expected: Expected) -> None:
    """The short way for common answers gives exactly what the whole grammar gives."""
    assert read_number(text, expected) == read_slowly(text, expected)


@given(plain_decimals, unit_names, expectations)
def test_a_glance_at_a_unit_sees_what_the_grammar_sees(
    number: str, unit: str, expected: Expected
) -> None:
    """The short way agrees for every name of a unit too, with a point and with a comma."""
    with_comma = number.replace(".", ",")
    for text in (number + unit, f"{number} {unit}", with_comma, f"{with_comma} {unit}"):
        assert read_number(text, expected) == read_slowly(text, expected)


@given(responses, st.booleans())
def test_a_lone_literal_is_what_the_grammar_makes_of_it(text: str, comma: bool) -> None:
    """The short way through the grammar leads where the long one does."""
    cleaned = clean(text)
    lone = lone_literal(cleaned, decimal_comma=comma) if isinstance(cleaned, str) else None
    if lone is not None:
        assert isinstance(cleaned, str)
        assert lone == by_grammar(cleaned, decimal_comma=comma)


@given(responses, expectations)
def test_blanks_around_an_answer_change_nothing(text: str, expected: Expected) -> None:
    """Blanks before and behind are never part of an answer."""
    bare, padded = read_number(text.strip(), expected), read_number(f" \u00a0{text}\t", expected)
    if isinstance(bare, Value) and isinstance(padded, Value):
        assert (bare.number, bare.unit) == (padded.number, padded.unit)
    else:
        assert bare.state == padded.state


@given(answers, st.sampled_from(UNITS))
def test_a_required_unit_only_asks_more(text: str, unit: str) -> None:
    """What is read under `unit: required` is read alike where the unit is optional."""
    strict = read_number(text, Expected(unit=unit, unit_rule="required"))
    if isinstance(strict, Value):
        free = read_number(text, Expected(unit=unit))
        assert isinstance(free, Value)
        assert (free.number, free.unit) == (strict.number, strict.unit)


@given(st.text("0123456789.,'_ ٫٬", min_size=1, max_size=12).filter(lambda text: text[0].isdigit()))
def test_marks_never_change_a_digit(chunk: str) -> None:
    """However the marks are read, the digits stay the digits that were typed."""
    literal = read_literal(chunk)
    if isinstance(literal, Literal):
        assert literal.digits == "".join(char for char in chunk if char.isdigit())


RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


@given(plain_decimals, st.integers(-20, 20), unit_names, expectations)
def test_a_power_of_ten_is_the_same_however_it_is_written(
    mantissa: str, power: int, unit: str, expected: Expected
) -> None:
    """`1.5e9`, `1.5*10^9` and `1.5×10⁹` have one value and one number of written figures."""
    raised = str(power).translate(RAISED)
    first, *others = (
        read_number(f"{mantissa}{how} {unit}", expected)
        for how in (
            f"e{power}", f"E{power}", f"*10^{power}", f" x 10^{power}", f"×10**{power}",
            f" · 10^{power}", f"×10{raised}", f"⋅10{raised}", f" × 10^({power})",
        )
    )  # fmt: skip
    for other in others:
        assert other.state == first.state
        if isinstance(first, Value) and isinstance(other, Value):
            assert (other.number, other.unit) == (first.number, first.unit)
            assert (other.written, other.read_as) == (first.written, first.read_as)


@given(st.one_of(answers, mutated).filter(str.isascii), expectations)
@example("\x1f0", Expected(unit="plain"))
def test_blanks_that_do_not_break_and_other_digits_change_nothing(
    text: str, expected: Expected
) -> None:
    """No-break blanks, invisible characters and another script's digits are read as the plain."""
    bare = seen(text, expected)
    assert seen(text.replace(" ", "\u00a0"), expected) == bare
    assert seen(f"\u2060{text}\ufeff", expected) == bare
    assert seen(text.translate(ARABIC), expected) == bare


@given(
    st.one_of(answers, mutated).filter(lambda text: text[:1].isdigit() and "(=" not in text),
    st.sampled_from(["~", "≈ ", "= ", "about ", "ca. ", "= ~"]),
    expectations,
)
def test_what_stands_before_a_number_changes_nothing(
    text: str, before: str, expected: Expected
) -> None:
    """`about` or an equals sign before an answer makes it no clearer and no less clear."""
    assert seen(before + text, expected) == seen(text, expected)


def test_both_hash_seeds_read_alike() -> None:
    """Nothing that is read depends on the order of a set or the hash of a text."""
    code = (
        "from quizkit.grading.reader import *\n"
        "for text in ['120 Gi', '1,0000', '2^3^2', '120 Gb', '5 m', '7 billion', '1.5-2', '⑧']:\n"
        "    for unit in ['GB', 'params', 'plain', 'fold']:\n"
        "        print(read_number(text, Expected(unit=unit)))\n"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(printed) == 1
