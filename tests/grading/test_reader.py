"""The reader: what the rule says of strings that nobody listed, and what it says back."""

from __future__ import annotations

import inspect
from fractions import Fraction

import pytest

from quizkit.grading.reader import (
    Ambiguous,
    Blank,
    Expected,
    NumberReading,
    Unreadable,
    Value,
    read_number,
)
from quizkit.grading.readings import as_json

VALUES = {
    "plain": """
        +1.5=3/2 -1.5=-3/2 −1.5=-3/2 –1.5=-3/2 —1.5=-3/2 .5=1/2 -.5=-1/2 1.50=3/2 007=7 1.=1 -0=0
        1.5.=3/2 1,5=3/2 1,500.=1500 10,000=10000 1.500=3/2 1,234.5=2469/2 1,234.567=1234567/1000
        1.234,567=1234567/1000 1.000.000=1000000 1_000=1000 1_500_000=1500000 1'000'000=1000000
        1,00,000=100000 12,34,567=1234567 1,0000,0000=100000000 1,23456=3858/3125
        1,2345678=6172839/5000000
        0,123456=1929/15625 0,500=1/2
        0.375=3/8 0,1234=617/5000 ,5=1/2 ٣٫٥=7/2 ١٬٥٠٠=1500 １．５=3/2 𝟏.𝟓=3/2 ߁=1
        1.5e0=3/2 1.5E+2=150 15e-1=3/2 1.500e3=1500 7,500,000e3=7500000000 1.5×10²=150
        1.5·10²=150 1.5x10**2=150 10⁻²=1/100 2³⁰=1073741824 10**2=100 2^(1+2)=8 -2^3=-8
        (-2)^2=4 2^(3^2)=512 12/8=3/2 1/3=1/3 ½=1/2 -½=-1/2 1⁄2=1/2 ¹⁄₂=1/2 1¹⁄₂=3/2 120/8/2=15/2
        16×7.5=120 16x7.5=120 16⋅7.5=120 1.5*109=327/2 10^09=1000000000 1.5x10^09=1500000000
        2x10+9=29 10+9=19 16-16=0 4*2-8=0 (3)-2=1 ۱۲÷۵=12/5 ۱۲٫۵=25/2
        ١٢/٥=12/5 (2.10)^2=441/100 2.10e9=2100000000 2.1^2=441/100 0.10^2=1/100
        12-3-4=5 12–8=4 12−8=4 3*-2=-6 ((1))=1
        16*(1-1/64)=63/4 2*(3-5)=-4 (1-1/2)=1/2 1-2+4=3
        ~1.5=3/2 ≈1.5=3/2 ca.1.5=3/2 =1.5=3/2 =3/2=3/2 10%=1/10 87.5pct=7/8 1.5*10^-1=3/20
    """,
    "bytes/param": """
        1.5B=3/2 1.5bytes=3/2 12bits/param=3/2 67/16B/param=67/16 0=0 64=64 4+12/64=67/16
    """,
    "GB": """
        0.12TB=120 120000MB=120 120,000MB=120 120gb=120 120e9B=120 120000000000bytes=120 960Gbit=120
        1,500=1500 1.500=3/2 1000000=1000000 120.000=120 120.000GB=120 1.500MB=3/2000 -5GB=-5 0GB=0
        16*7.5GB=120 120kB=3/25000 120KB=3/25000 2^30B=2097152/1953125
    """,
    "params": """
        7=7 7B=7000000000 7b=7000000000 7T=7000000000000 7BN=7000000000 7Billion=7000000000
        7mn=7000000 24,444=24444 6.738.415.616=6738415616 1.500B=1500000000 1.500e9=1500000000
        15/10B=1500000000 0.5K=500 999999M=999999000000 1000000K=1000000000
        7000B=7000000000000 1.5params=3/2
    """,
    "fold": """
        8=8 x8=8 ×8=8 64/15-fold=64/15 64/15x=64/15 0.125=1/8 2/16=1/8 3/2=3/2 1/1=1 8–fold=8 -8x=-8
    """,
    "percent": "87.5=175/2 87.5%=175/2 0.875=7/8 87.5％=175/2 1,500%=1500 -5%=-5",
    "B": "1.5B=3/2 120e9=120000000000 120GB=120000000000",
    "s": "60min=3600 1h=3600 5ms=1/200 5µs=1/200000 5μs=1/200000 2days=172800",
    "tokens": "300B=300000000000 15T=15000000000000",
    "GB/s": "900=900 900GBps=900 7200Gbit/s=900",
    "psi": "2Ψ=2 2ψ=2 2psi=2",
}  # fmt: skip

WITH_BLANKS = [
    ("plain", "- 1.5", "-3/2"),
    ("plain", "3. - 2", "1"),
    ("plain", "(3) - 2", "1"),
    ("plain", "1 500", "1500"),
    ("plain", "1\u00a0500", "1500"),
    ("plain", "1\u202f500,5", "3001/2"),
    ("plain", "1 500 000", "1500000"),
    ("plain", "1.5 e9", "1500000000"),
    ("plain", "1.5 × 10^9", "1500000000"),
    ("plain", "1 ½", "3/2"),
    ("plain", "-1 1/2", "-3/2"),
    ("plain", "1 1/2.", "3/2"),
    ("plain", "1 - 1/2", "1/2"),
    ("plain", "1.5 - 2", "-1/2"),
    ("plain", "1.5 − 2", "-1/2"),
    ("plain", "1 − 1/2", "1/2"),
    ("plain", "12 -8", "4"),
    ("plain", "about 1.5", "3/2"),
    ("plain", "= 1.5", "3/2"),
    ("plain", "'1.5", "3/2"),
    ("plain", "\t1.5\n", "3/2"),
    ("plain", "\u202d1.5\u202c", "3/2"),
    ("plain", "\ufeff1\u200b500", "1500"),
    ("fold", "8\u00adfold", "8"),
    ("GB", "120  GB.", "120"),
    ("GB", "120 billion bytes", "120"),
    ("GB", "2 million GB", "2000000"),
    ("bytes/param", "1.5 Bytes per Parameter", "3/2"),
    ("bytes/param", "4 + 12/64 B / param", "67/16"),
    ("params", "7 billion parameters", "7000000000"),
    ("params", "7B params", "7000000000"),
    ("params", "7 000 000 000", "7000000000"),
    ("percent", "87.5 per cent", "175/2"),
    ("tokens", "1.4 trillion tokens", "1400000000000"),
    ("GB/s", "900 GB per second", "900"),
    ("psi", "1.75Ψ elements", "7/4"),
    ("psi", "7/4 psi Elements", "7/4"),
]


def pairs() -> list[tuple[str, str, str]]:
    listed = [
        (unit, *entry.rpartition("=")[::2])
        for unit, text in VALUES.items()
        for entry in text.split()
    ]
    return [*listed, *WITH_BLANKS]


@pytest.mark.parametrize(("unit", "typed", "value"), pairs())
def test_what_has_one_meaning_is_read(unit: str, typed: str, value: str) -> None:
    """A form with one meaning under the rule is a value, in the asked unit."""
    reading = read_number(typed, Expected(unit=unit))
    assert isinstance(reading, Value), reading
    assert (reading.number, reading.unit) == (Fraction(value), unit)


ASKED = {
    "plain": [
        "--1.5", "+-1.5", "±1.5", "1.5±0.1", "1.5 +/- 0.1", ".", "-", "l.5", "1O5", "1.5l",
        '"1.5"', "1.5-", "1 .5", "$5", "5€", "1.5;", "1_50", "5,", "1234,567", "1500,000",
        "1.234.56", "1,2,3", "1, 2", "1.5; 2", "1'0", "1 5", "1  500", "1 500 00", "1 500,000",
        "00,500", "0.000.000", "1.5.GB.", "1.5e", "e5", "1.5d9", "1.5*e9", "1e401", "0e500",
        "1e-401", "0x1.8", "0x10 GB", "0b1.1", "1e5e5",
        "7,500e9", "7,500x10^9", "1.5x10e9", "1.5 x 1012", "1.5 x 10-9", "3·4",
        "1.5–2", "1.5−2", "1.5 -2", "1.5 −2", "1.5- 2", "1−1/2", "1 -1/2",
        *(
            f"1.5{times}10{minus}9"
            for times in (" × ", " x ", "x", "×", "*")
            for minus in ("-", "–", "−", " -", " –", " −")
        ),
        "2 3", "2 * * 3", "9^9^9", "9**9**9", "-2²", "2^0.5", "4^(1/2)", "0^0", "0^-1", "1/(1-1)",
        "2.10^9", "12.10^-3", "2.10⁹", "2,10^9", "-2.10**9", "1,500.10^9", "3*2.10^9", "1.5⁰⁹",
        "1.5x10+09", "1.5 × 10 +09", "10+09", "3. -2", "(3) -2", "12. −3.5", "۱۲/۵", "۱۲ / ۵",
        "\u00ad3", "10\u00ad12", "1.5e\u00ad9", "\u00ad.5", "2 \u00ad 1",
        "12 - 3x4", "12 – 3*4", "1.5 - 3/2", "10<sup>9</sup>", "<p>1.5</p>", "1.5<br/>",
        "1.5^09", "1.5⁻⁰⁹", "2^-01", "1.5*2^03", "7e9 billion", "7,000,000 million",
        "2^1330", "10^401", "1 3/2", "1.5 1/2", "1 1/2.5", "12 345/678.", "1-1/2",
        "12/8/24", "2024-01-01", "May 5",
        "1. Mai", "(1+2", "1+2)", "[1]", "pi", "x = 1.5", "1.5 = 1.5", "10+5%", "maybe 1.5",
        "1.5 or 2", "1.5 to 2", "<2", "≥1.5", "1.5...", "0.333…", "0.(3)", "idk", "?",
        "n/a", "none", "NaN", "-inf", "∞", "true", "1.5\n2", "almost 8", "1٣", "三", "⑧", "²", "₂",
        "\u202e1.5", "1.5\x00", "1\x1b[2J", "1。5", "5B", "5K", "5 M", "5 m", "()",
        "1e99999999999", "__import__('os').system('id')", "().__class__.__base__",
        "print.__reduce__()", "'{0.__class__}'.format(1)", "99999999!", "[x for x in 1]",
        "1 if 1 else 2", "1\\2", "1e 1.5", "5 %%", "12:30",
        "14x", "14×", "14 times", "14-fold", "-3x", "0.875x", "7/8x", "1/2 times", "0x",
    ],
    "bytes/param": [
        "1.5b", "120", "65", "-1", "1,500", "4,188", "1,500 bytes/param", "B", "1.5 kB/param",
        "16 bytes each",
    ],
    "GB": [
        "1.5B", "120B", "120 B", "120 G", "120 M", "120 kb", "120 mb", "120 Mb", "120 Gib",
        "120 Go", "1.5e6", "1000001", "-5", "0 /GB", "120 GB/GPU", "GB 120", "1,500 TB",
        "1.000 MB", "120.000 tokens", "16 GB * 7.5", "120 GB = 120000 MB",
        "120 GB (= 111.76 GiB)", "7B", "120 G B", "120 billion", "120 GB^^", "120b",
    ],
    "params": [
        "7G", "7m", "7t", "7MM", "1.5", "0.5", "0", "-7B", "1.500", "1.500 params", "7/2",
        "7 Milliarden", "7B?", "4.096", "7e9 B", "7,000,000,000B", "7 x 10^9 B params", "1000000M",
    ],
    "fold": [
        "1/8", "1/8x", "⅛", "½", "¹⁄₈", "+1/8", "-8", "0", "8:1", "1:8", "8 to 1", "12.5%",
        "8x smaller", "8 times less", "8*", "x-8", "8x - 3",
    ],
    "percent": ["875‰", "50% + 25%", "87.5pp"],
    "psi": ["1.75x", "7/4x", "2 times", "2-fold", "1.75 times Ψ"],
    "bits": ["8 b", "8 B"],
    "GB/s": ["7200 Gb/s", "7200 Gbps", "900 B"],
    "FLOP": ["3e23 FLOPS", "5B"],
    "s": ["5 m", "5 months"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("unit", "typed"), [(unit, typed) for unit, texts in ASKED.items() for typed in texts]
)
def test_what_has_no_single_meaning_is_asked(unit: str, typed: str) -> None:
    """A form with several meanings, or none, is asked about in a sentence."""
    reading = read_number(typed, Expected(unit=unit))
    assert isinstance(reading, Ambiguous | Unreadable), reading
    assert reading.message[-1] in ".!?"
    assert len(reading.message) < 300


@pytest.mark.parametrize(
    ("typed", "unit", "value"),
    [
        ("1.5 GB", "bytes/param", "3/2 GB"),
        ("12 bits", "bytes/param", "12 bits"),
        ("0 tokens", "GB", "0 tokens"),
        ("120 GB/s", "GB", "120 GB/s"),
        ("8x", "percent", "8 fold"),
        ("7B params", "GB", "7000000000 params"),
        ("7 billion tokens", "params", "7000000000 tokens"),
        ("1.5%", "GB", "3/2 percent"),
    ],
)
def test_a_unit_of_another_kind_is_a_value_in_that_unit(typed: str, unit: str, value: str) -> None:
    """A unit of another kind is read as typed, zero included, and a note says so."""
    reading = read_number(typed, Expected(unit=unit))
    assert isinstance(reading, Value)
    assert f"{reading.number} {reading.unit}" == value
    assert reading.notes == (
        f"{reading.unit} is another kind of unit than {unit}, which is asked for.",
    )


@pytest.mark.parametrize(
    ("typed", "decimal_comma", "notes"),
    [
        ("18,5", False, 1),
        ("18,5 MB", False, 1),
        ("1,5e3", False, 1),
        ("1,5 x 10^3", False, 1),
        ("18.5", False, 0),
        ("1,500", False, 0),
        ("18,5", True, 0),
    ],
)
def test_a_comma_that_was_taken_for_a_point_is_noted(
    typed: str, decimal_comma: bool, notes: int
) -> None:
    """A decimal comma is a value, and a note says so unless the course writes decimals so."""
    reading = read_number(typed, Expected(unit="GB", decimal_comma=decimal_comma))
    assert isinstance(reading, Value)
    assert reading.notes == ("The comma was read as a decimal point.",) * notes


def test_the_note_about_a_comma_stands_beside_that_about_the_unit() -> None:
    """What the reader chose is said in the order in which it is met: number, then unit."""
    assert as_json(read_number("18,5 h", Expected(unit="GB")))["message"] == (
        "The comma was read as a decimal point. "
        "h is another kind of unit than GB, which is asked for."
    )


@pytest.mark.parametrize("blank", ["", " ", "\u00a0", "\u200b", "\n\t", "\ufeff \u2003", " " * 999])
def test_nothing_visible_is_blank(blank: str) -> None:
    """A response without anything to see is blank, however long it is."""
    assert read_number(blank, Expected(unit="GB")) == Blank()


# --- settings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1,500", "3/2"),
        ("1,5", "3/2"),
        ("1.5", "3/2"),
        ("1,0000", "1"),
        ("1.234,5", "2469/2"),
        ("1,234.5", "2469/2"),
        ("1.234.567", "1234567"),
        ("1,234,567", "1234567"),
        ("0.375", "3/8"),
        ("7,500e9", "7500000000"),
        ("1 500,000", "1500"),
    ],
)
def test_a_decimal_comma_course_reads_the_comma(typed: str, value: str) -> None:
    """Where the course says so a single comma is the decimal mark, whatever follows it."""
    reading = read_number(typed, Expected(unit="plain", decimal_comma=True))
    assert isinstance(reading, Value)
    assert reading.number == Fraction(value)


@pytest.mark.parametrize("typed", ["1.500", "2.675", "4.096 GB"])
def test_a_decimal_comma_course_asks_about_a_point_before_three_digits(typed: str) -> None:
    """In such a course the point may group digits: both readings are listed."""
    unit = "GB" if typed.endswith("GB") else "plain"
    reading = read_number(typed, Expected(unit=unit, decimal_comma=True))
    assert isinstance(reading, Ambiguous)
    assert len(reading.readings) == 2


@pytest.mark.parametrize(
    ("typed", "unit", "readings"),
    [
        ("140,000000", "params", ("140", "140000000")),
        ("1,234567", "plain", ("1.234567", "1234567")),
        ("1,00000000", "plain", ("1", "100000000")),
        ("12,345678901", "plain", ("12.345678901", "12345678901")),
        ("1,0000", "plain", ("1", "10000")),
    ],
)
def test_a_comma_that_may_have_lost_another_is_asked_about(
    typed: str, unit: str, readings: tuple[str, ...]
) -> None:
    """Before whole groups of digits a comma may group or be decimal: both readings are listed."""
    reading = read_number(typed, Expected(unit=unit))
    assert isinstance(reading, Ambiguous)
    assert reading.readings == readings


def test_a_required_unit_is_asked_for() -> None:
    """With `unit: required` a bare number is asked about; the message says what to add."""
    reading = read_number("120", Expected(unit="GB", unit_rule="required"))
    assert reading == Ambiguous(
        readings=("120 GB",), message="Which unit? Type the number and its unit, as in 1.5 GB."
    )


@pytest.mark.parametrize(
    ("typed", "unit", "readings"),
    [
        ("-1.5", "bytes/param", ("1.5 bytes/param", "-1.5 bytes/param")),
        ("−100", "bytes/param", ("100 bytes/param", "-100 bytes/param")),
        ("-38.5", "GB", ("38.5 GB", "-38.5 GB")),
    ],
)
def test_a_minus_before_what_is_never_below_0_is_asked_about(
    typed: str, unit: str, readings: tuple[str, ...]
) -> None:
    """What is doubtful is the sign, and a unit behind the number says that it is meant."""
    assert read_number(typed, Expected(unit=unit)) == Ambiguous(
        readings=readings,
        message=f"A number of {unit} is not below 0. Is the minus sign meant? "
        f"Type the number without it, or with it and the unit.",
    )
    assert isinstance(read_number(readings[-1], Expected(unit=unit)), Value)


@pytest.mark.parametrize(
    ("typed", "unit", "range_"),
    [("65", "bytes/param", "0 to 64"), ("2e6", "GB", "0 to 1000000")],
)
def test_a_number_above_the_range_is_told_the_range(typed: str, unit: str, range_: str) -> None:
    """The message to a bare number that is too large says which ones can be meant."""
    reading = read_number(typed, Expected(unit=unit))
    assert isinstance(reading, Ambiguous)
    assert reading.message == (
        f"Without a unit, {range_} {unit} can be meant. "
        f"Type the number and its unit, as in 1.5 {unit}."
    )


@pytest.mark.parametrize(
    ("typed", "unit", "readings", "message"),
    [
        (
            "100G",
            "tokens",
            ("100000000000 tokens",),
            '"G" is no sign for a count; billion seems to be meant. Type the word.',
        ),
        (
            "100t",
            "tokens",
            ("100000000000000 tokens", "100000 tokens"),
            '"t" can be trillion or thousand. Type the word.',
        ),
        (
            "5K",
            "days",
            ("5000",),
            '"K" is not clear here. If you mean a count, write the number out.',
        ),
        (
            "150%",
            "fold",
            ("1.5-fold",),
            "A percentage is not a fold. Type how many times, as in 4x.",
        ),
    ],
)
def test_a_message_speaks_of_the_readings_that_are_listed(
    typed: str, unit: str, readings: tuple[str, ...], message: str
) -> None:
    """A message that offers one thing or another lists both."""
    assert read_number(typed, Expected(unit=unit)) == Ambiguous(readings=readings, message=message)


@pytest.mark.parametrize(("unit", "example"), [("params", "7B params"), ("days", "1.5 days")])
def test_the_example_of_a_required_unit_reads_as_one(unit: str, example: str) -> None:
    """What a message gives as an example can be typed."""
    expected = Expected(unit=unit, unit_rule="required")
    reading = read_number("3", expected)
    assert isinstance(reading, Ambiguous)
    assert reading.message.endswith(f"as in {example}.")
    assert isinstance(read_number(example, expected), Value)


def test_a_plain_number_needs_no_unit() -> None:
    """`unit: required` asks for nothing where there is no unit to type."""
    reading = read_number("3", Expected(unit="plain", unit_rule="required"))
    assert isinstance(reading, Value)


def test_a_forbidden_unit_is_asked_about() -> None:
    """With `unit: forbidden` a unit is asked about, and a bare number is never out of range."""
    expected = Expected(unit="GB", unit_rule="forbidden")
    assert isinstance(read_number("120 GB", expected), Ambiguous)
    bare = read_number("2000000", expected)
    assert isinstance(bare, Value)
    assert bare.read_as == "2,000,000"


def test_only_accepted_units_of_the_kind_are_taken() -> None:
    """`accept` narrows the units; another one of the same kind is asked about."""
    expected = Expected(unit="GB", accept=("GiB",))
    assert isinstance(read_number("120 GB", expected), Value)
    assert isinstance(read_number("120 GiB", expected), Value)
    assert read_number("0.12 TB", expected) == Ambiguous(
        readings=("120 GB",), message="Type the answer in GB or GiB."
    )


@pytest.mark.parametrize(
    ("typed", "figures", "state"),
    [
        ("1.0000", 5, "value"),
        ("1.000", 5, "ambiguous"),
        ("3.14e1", 3, "value"),
        ("80", 2, "value"),
        ("80", 3, "ambiguous"),
        ("0.00123", 3, "value"),
        ("1.5e0", 3, "ambiguous"),
        ("3/2", 3, "value"),
        ("1½", 5, "value"),
        ("16*7.5", 5, "value"),
        ("1.5*10^3", 3, "ambiguous"),
        ("1.50*10^3", 3, "value"),
        ("10^3", 3, "value"),
        ("0", 3, "value"),
        ("31.40625", 3, "value"),
    ],
)
def test_written_figures_belong_to_the_reading(typed: str, figures: int, state: str) -> None:
    """Too few written figures are asked about; zeros at the end count, a fraction is exact."""
    reading = read_number(typed, Expected(unit="plain", written_sigfigs=figures))
    assert reading.state == state


def test_a_long_scale_course_asks_about_billions() -> None:
    """Where a billion may be 10^12 the word is asked about; the letter B is not."""
    expected = Expected(unit="params", long_scale=True)
    assert read_number("7 billion", expected).state == "ambiguous"
    assert read_number("7B", expected).state == "value"


# --- what is said -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "unit", "shown"),
    [
        ("120 Gi", "GB", "120 GiB (= 128.85 GB)"),
        ("111.76 GiB", "GB", "111.76 GiB (= 120.00 GB)"),
        ("120 GB", "GiB", "120 GB (= 111.76 GiB)"),
        ("1,5", "GB", "1.5 GB"),
        ("4 + 12/64", "bytes/param", "4.1875 bytes/param"),
        ("7 billion", "params", "7B params"),
        ("1.2E+11", "B", "120,000,000,000 B"),
        ("64/15", "fold", "64/15-fold"),
        ("2/6", "fold", "2/6-fold"),
        ("87.5%", "plain", "87.5 % (= 0.875)"),
        ("33/8 params", "params", "4.125e0 params"),
        ("3 bytes", "GB", "3 bytes (= 0.000000003 GB)"),
    ],
)
def test_the_echo(typed: str, unit: str, shown: str) -> None:
    """The echo shows the value with its unit, and what that is in the asked unit."""
    reading = read_number(typed, Expected(unit=unit))
    assert isinstance(reading, Value)
    assert reading.read_as == shown
    assert not reading.literal


@pytest.mark.parametrize(
    ("typed", "unit"),
    [("1.5", "plain"), ("-3", "plain"), ("120 GB", "GB"), ("120GB", "GB"), ("8-fold", "fold")],
)
def test_a_literal_answer_needs_no_echo(typed: str, unit: str) -> None:
    """What was typed as it is shown counts as literal."""
    reading = read_number(typed, Expected(unit=unit))
    assert isinstance(reading, Value)
    assert reading.literal


@pytest.mark.parametrize(
    ("typed", "unit", "reading"),
    [
        (
            "1.5-2", "plain",
            Ambiguous(
                readings=("1.5 to 2", "-0.5"),
                message="This can be a range from 1.5 to 2, or a subtraction that gives -0.5. "
                "Type one number.",
            ),
        ),
        (
            "10–12", "plain",
            Ambiguous(
                readings=("10 to 12", "-2", "1e-12"),
                message="This can be a range from 10 to 12, a subtraction that gives -2, or 1e-12 "
                "with a power of ten that lost its raised digits. Type one number.",
            ),
        ),
        (
            "10–8", "plain",
            Ambiguous(
                readings=("2", "1e-8"),
                message="This can be 2, or 1e-8 with a power of ten that lost its raised digits. "
                "Type one of the two.",
            ),
        ),
        (
            "2.10^9", "plain",
            Ambiguous(
                readings=("2e9", "794.280046581"),
                message="The mark before 10 can be a product, 2e9, or the decimal mark of a number "
                "whose power is 794.280046581. Write * for a product, or brackets round the "
                "number.",
            ),
        ),
        (
            "1.5⁰⁹", "plain",
            Ambiguous(
                readings=("38.443359375", "1.5e9"),
                message="This can be 38.443359375, or 1.5e9 as a calculator shows it. "
                "Type one of the two.",
            ),
        ),
        (
            "7e9 B", "params",
            Ambiguous(
                readings=("7000000000 params", "7000000000000000000 params"),
                message="This can be 7000000000 params, or 7000000000000000000 params with what "
                "stands behind the number counted too. Type one of the two.",
            ),
        ),
        (
            "12 – 3x4", "plain",
            Ambiguous(
                readings=("12", "0"),
                message="This can be 12 and how it was found, or a subtraction that gives 0. "
                "Type one number.",
            ),
        ),
        (
            "1.5x10+09", "plain",
            Unreadable(
                message="The +09 behind 10 can be a power of ten that lost its raised digits, or "
                "be added. Write ^ before the exponent, or a sum without the 0."
            ),
        ),
        (
            "3. -2", "plain",
            Unreadable(
                message="3 can be the place of the answer in a list, or a part of it. "
                "Type one number."
            ),
        ),
        (
            "\u00ad3", "plain",
            Unreadable(
                message="An invisible hyphen, U+00AD, stands before a digit: it can be a minus "
                "sign that was copied. Type the number anew."
            ),
        ),
        (
            "۱۲/۵", "plain",
            Unreadable(
                message='Between Persian digits "/" can be the decimal mark or a division. '
                "Type a point for the one, ÷ for the other."
            ),
        ),
        (
            "10<sup>9</sup>", "plain",
            Unreadable(message='"<sup>" is markup, not a number. Type the number alone.'),
        ),
        (
            "12_GB", "GB",
            Unreadable(message='"12_" ends in a mark that belongs to no number.'),
        ),
        (
            "120 Gb", "GB",
            Ambiguous(
                readings=("120 Gbit", "120 GB"),
                message='"Gb" can be Gbit or GB. Type one of the two.',
            ),
        ),
        (
            "140,ooo,ooo", "params",
            Unreadable(
                message='The letter "o" stands among the digits. If you mean the digit, type 0.'
            ),
        ),
        (
            "Ⅷ", "fold",
            Unreadable(
                message='"Ⅷ" (ROMAN NUMERAL EIGHT) has no place in a number. Type digits.'
            ),
        ),
        (
            "14x", "plain",
            Ambiguous(
                readings=("14",),
                message="A fold says how many times. If you mean 14, type that.",
            ),
        ),
        (
            "7/4 times", "psi",
            Ambiguous(
                readings=("1.75 Ψ",),
                message="A fold says how many times. If you mean 1.75 Ψ, type that.",
            ),
        ),
        (
            "87.5%", "fold",
            Ambiguous(
                readings=("0.875-fold", "8-fold, if it is what is saved"),
                message="A percentage is not a fold: it can be a saving or a ratio. "
                "Type how many times, as in 4x.",
            ),
        ),
        (
            "7m", "params",
            Ambiguous(
                readings=("7000000 params", "0.007 params"),
                message='"m" can be million or a thousandth. Type the word.',
            ),
        ),
        (
            "5m", "s",
            Ambiguous(
                readings=("5 min", "5000000", "0.005"),
                message='"m" can be minutes, million or a thousandth. Write the unit out.',
            ),
        ),
        (
            "5 m", "plain",
            Ambiguous(
                readings=("5000000", "0.005"),
                message='"m" can be million or a thousandth. Write the number out.',
            ),
        ),
        (
            "5 - 7 days", "days",
            Ambiguous(
                readings=("5 to 7", "-2"),
                message="This can be a range from 5 to 7, or a subtraction that gives -2. "
                "Type one number.",
            ),
        ),
        (
            "6x10^9/2x10^9", "plain",
            Ambiguous(
                readings=("3000000000000000000", "3"),
                message="This can be 3000000000000000000, or 3 if the power belongs below the "
                "line. Use brackets.",
            ),
        ),
        (
            "2 + 1.5 × 10−9", "plain",
            Unreadable(
                message="A power of ten may have lost its raised digits. "
                "Write ^ before the exponent, or brackets round the product."
            ),
        ),
        (
            "4Ki", "tokens",
            Ambiguous(
                readings=("4 KiB",),
                message='"Ki" stands for KiB, which is no count. Write the number out.',
            ),
        ),
        ("0 m/A", "GB", Unreadable(message='"m/A" is no unit that is known here.')),
        ("1/0", "plain", Unreadable(message="That is a division by zero.")),
        (
            "\u202e1.5", "plain",
            Unreadable(
                message="U+202E (RIGHT-TO-LEFT OVERRIDE) has no place in a number. Type digits."
            ),
        ),
        ("sqrt(2)", "plain", Unreadable(message='"sqrt" is not written in digits. Type digits.')),
    ],
)  # fmt: skip
def test_messages(typed: str, unit: str, reading: NumberReading) -> None:
    """An ambiguous reading lists its readings, an unreadable one names what stopped the reader."""
    assert read_number(typed, Expected(unit=unit)) == reading


# --- limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        "9" * 201,
        "(" * 200,
        "(" * 21 + "1" + ")" * 21,
        "9^99999999",
        "2^2^2^2^2^2^2^2^2^2",
        "*".join(["9^400"] * 30),
        "1e400*" * 33 + "1",
        "1" + "0" * 100 + "e400*1e400*1e400*1e400",
    ],
)
def test_sizes_are_refused_before_they_are_worked_out(typed: str) -> None:
    """Length, nesting, exponents and powers have limits; what is beyond them is asked about."""
    assert read_number(typed, Expected(unit="plain")).state in ("ambiguous", "unreadable")


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1e400", Fraction(10) ** 400),
        ("1e-400", Fraction(1, 10**400)),
        ("9" * 200, Fraction(10**200 - 1)),
        ("(" * 20 + "1" + ")" * 20, Fraction(1)),
        ("10^400", Fraction(10) ** 400),
        ("7500000000*16", Fraction(120_000_000_000)),
    ],
)
def test_what_is_within_the_limits_is_exact(typed: str, value: Fraction) -> None:
    """Up to the limits every figure is kept."""
    reading = read_number(typed, Expected(unit="plain"))
    assert isinstance(reading, Value)
    assert reading.number == value


def test_the_reader_has_no_way_to_see_a_key() -> None:
    """A reading follows from the text and what the question declares, and from nothing else."""
    assert list(inspect.signature(read_number).parameters) == ["text", "expected"]
    names = set(Expected.__dataclass_fields__)
    assert names == {
        "unit", "unit_rule", "accept", "written_sigfigs", "decimal_comma", "long_scale",
    }  # fmt: skip
