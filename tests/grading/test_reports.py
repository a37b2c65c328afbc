"""Faults reported against other programs, provoked here: reading, units, options, texts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quizkit.content.model import Absolute, AnyOf, Exact, Places, Range, Relative, SigFigs
from quizkit.grading.grade import grade
from quizkit.grading.reader import Expected, Value, read_number
from quizkit.variants import Variant
from tests.grading.variants import choice, exactly, judged, number, pairs, text, verdict


@pytest.mark.parametrize("typed", ["−3", "–3", "-3", "﹣3", "－3"])
def test_every_minus_sign_is_one(typed: str) -> None:
    """A typographic minus is read in whole numbers too: one reader for all number fields."""
    assert verdict(exactly("-3"), typed) == "right"


@pytest.mark.parametrize(
    ("typed", "unit", "value"),
    [
        ("120,000,000,000", "B", "120000000000"),
        ("7500000000*16", "plain", "120000000000"),
        ("1.5E3 GB", "GB", "1500"),
        ("1 500", "plain", "1500"),
        ("1,500", "plain", "1500"),
        ("1'500", "plain", "1500"),
        (".5", "plain", "0.5"),
        ("5.", "plain", "5"),
        ("10²", "plain", "100"),
        ("2³⁰", "plain", "1073741824"),
        ("７", "plain", "7"),
        ("１．５", "plain", "1.5"),
        ("٣", "plain", "3"),
        ("٣٫٥", "plain", "3.5"),
        ("18,5", "plain", "18.5"),
        ("24,444", "params", "24444"),
        ("140 million", "params", "140000000"),
        ("120 gb", "GB", "120"),
        ("120  GB", "GB", "120"),
        ("0.12 TB", "GB", "120"),
        ("120000 MB", "GB", "120"),
        ("120e9 B", "GB", "120"),
        ("60 min", "s", "3600"),
        ("1e3", "plain", "1000"),
        ("010", "plain", "10"),
        ("08", "plain", "8"),
    ],
)
def test_what_other_programs_misread(typed: str, unit: str, value: str) -> None:
    """Groups, scripts, raised digits, large numbers and units are read as a person reads them."""
    reading = read_number(typed, Expected(unit=unit))
    assert isinstance(reading, Value), reading
    assert reading.number == Fraction(value)


@pytest.mark.parametrize(
    ("typed", "unit"),
    [
        ("2(3)", "plain"), ("2 3", "plain"), (".", "plain"), ("$1,000.50", "GB"),
        ("1,0000", "plain"), ("140,ooo,ooo", "params"), ("0 /GB", "GB"), ("120 kb", "GB"),
        ("120 Gb", "GB"), ("120 GB^^", "GB"), ("120 G B", "GB"), ("99999999!", "plain"),
        ("((((" * 40, "plain"), ("1e3000000", "plain"), ("9**9**9", "plain"),
        ("__import__('os').system('id')", "plain"), ("().__class__.__base__", "plain"),
        ("print.__reduce__()", "plain"), ("'{0.__class__}'.format(1)", "plain"),
        ("true", "plain"), ("{\"a\":1}", "plain"), ("31.4 GB, 16.6 GB", "GB"),
    ],
)  # fmt: skip
def test_what_other_programs_run_or_guess(typed: str, unit: str) -> None:
    """Implied products, unknown units, code and endless numbers are asked about, never guessed."""
    reading = read_number(typed, Expected(unit=unit))
    assert reading.state in ("ambiguous", "unreadable")


def test_a_comma_read_as_decimal_is_echoed() -> None:
    """`18,5` is 18.5, and the echo says so."""
    reading = read_number("18,5", Expected(unit="plain"))
    assert isinstance(reading, Value)
    assert (reading.read_as, reading.literal) == ("18.5", False)


def test_the_two_signs_for_micro_are_one_unit() -> None:
    """U+00B5 and U+03BC look alike and mean the same."""
    micro, mu = (read_number(f"3 {sign}s", Expected(unit="s")) for sign in "\u00b5\u03bc")
    assert isinstance(micro, Value)
    assert isinstance(mu, Value)
    assert micro.number == mu.number == Fraction(3, 10**6)


@pytest.mark.parametrize(
    ("typed", "figures", "state"),
    [
        ("1.0000", 5, "value"),
        ("80", 2, "value"),
        ("3.14e1", 3, "value"),
        ("3.1e1", 3, "ambiguous"),
    ],
)
def test_written_figures_are_counted_as_written(typed: str, figures: int, state: str) -> None:
    """Zeros at the end count in the learner's favour; an exponent counts for nothing."""
    asked = number(str(Fraction(typed)), written=figures)
    assert grade(asked, typed).reading.state == state


@pytest.mark.parametrize(
    ("asked", "typed", "expected"),
    [
        (number("0.138", tolerance=Exact()), "1.38*10^-1", "right"),
        (exactly("0.138"), "1.38e−1", "right"),
        (number("419.5675", tolerance=Places(3)), "419.567", "right"),
        (number("419.5675", tolerance=Places(3)), "419.568", "right"),
        (number("0.2", tolerance=Range(Fraction("0.1"), Fraction("0.3"))), "0.1", "right"),
        (number("0.2", tolerance=Range(Fraction("0.1"), Fraction("0.3"))), "0.3", "right"),
        (number("31.40625", tolerance=SigFigs(3)), "31.406", "right"),
        (exactly("3628800000000"), "3628800000001", "wrong"),
        (number("4", tolerance=Relative(Fraction(1, 10))), "4.44", "wrong"),
        (number("4", tolerance=Relative(Fraction(1, 10))), "4.4", "right"),
        (number("4.1", tolerance=Absolute(Fraction("0.01"))), "4.11", "right"),
        (number("120"), "121.2", "right"),
        (exactly("1667"), "1667", "right"),
    ],
)
def test_no_float_between_answer_and_key(asked: object, typed: str, expected: str) -> None:
    """Bounds are exact and inside, whatever binary fractions would make of them."""
    assert verdict(asked, typed) == expected  # type: ignore[arg-type]


def test_every_accepted_value_has_its_own_tolerance() -> None:
    """Of two accepted values, both have theirs."""
    rule = AnyOf(
        (
            (Fraction(10), Absolute(Fraction(1, 2))),
            (Fraction(20), Absolute(Fraction(1, 2))),
        )
    )
    asked = number("10", tolerance=rule)
    right = [typed for typed in ("9.5", "10.5", "19.5", "20.5") if verdict(asked, typed) == "right"]
    assert right == ["9.5", "10.5", "19.5", "20.5"]
    assert verdict(asked, "15") == "wrong"


def test_a_quantity_of_zero_is_no_way_out() -> None:
    """Zero in whichever unit is wrong for 120 GB, and in an unknown one it is asked about."""
    asked = number("120", "GB")
    assert [verdict(asked, typed) for typed in ("0", "0 GB", "0 /GB")] == [
        "wrong",
        "wrong",
        "unreadable",
    ]


def test_slips_are_told_with_their_reason() -> None:
    """A decimal point out of place, and a fraction for percent, are told for what they are."""
    assert "factor of 10" in judged(number("31.4"), "3.14").feedback
    assert "fraction" in judged(number("13", "percent"), ".13").feedback


def test_an_option_keeps_its_text() -> None:
    """An ampersand and brackets in an option are shown as they are, and can be typed."""
    asked = choice("R&D <b>", "other")
    assert grade(asked, "R&D <b>").reading.read_as == "a: R&D <b>"  # type: ignore[union-attr]
    assert judged(asked, "R&D <b>").verdict == "right"


@pytest.mark.parametrize("typed", ["", " ", "\t", "\u00a0", "\u3000", "\u200b", "\ufeff", "\r\n"])
@pytest.mark.parametrize(
    "asked",
    [
        exactly("0"), exactly("-3"), text("x"), choice("a", "b"), choice("a", "b", many=True),
        pairs(("a", "x"), ("b", "y")),
    ],
    ids=lambda one: one.question.answer.kind,
)  # fmt: skip
def test_a_blank_is_never_right_and_never_wrong(asked: Variant, typed: str) -> None:
    """Nothing to see is blank to every kind of question, a key of 0 among them."""
    graded = grade(asked, typed)
    assert (graded.reading.state, graded.grade) == ("blank", None)


@pytest.mark.parametrize(
    "typed", ["\u00a0120 GB", "120\u00a0GB\u3000", "１２０ GB", "１２０\u2009ＧＢ"]
)
def test_blanks_and_digits_of_every_width_are_read(typed: str) -> None:
    """No-break and wide blanks, full-width digits and letters are what they look like."""
    assert verdict(exactly("120", "GB"), typed) == "right"


def test_blanks_around_texts_never_count() -> None:
    """A no-break blank at the end, or blanks in the author's own text, change nothing."""
    assert verdict(text("all-reduce"), "all-reduce \u00a0") == "right"
    assert verdict(text(" 16 "), "16") == "right"


def test_a_digit_is_never_forgiven() -> None:
    """12001 is not 12000, whatever the switches."""
    assert verdict(text("12000"), "12001") == "wrong"


def test_what_is_typed_is_kept_apart_from_every_other_grading() -> None:
    """A poisoned answer changes nothing for the next one: no state is shared between gradings."""
    asked = number("120", "GB")
    before = grade(asked, "120 GB")
    for poison in ("9**9**9", "__builtins__", "1e400", "(" * 200):
        grade(asked, poison)
    assert grade(asked, "120 GB") == before
