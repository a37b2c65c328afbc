"""Turn a form of writing that can be read in two ways into the question that settles it.

Each function is told what stands on both sides of a sign and gives the doubt, or None. None of them
knows a key: a doubt is asked about whichever reading would have been right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from quizkit.grading.literals import Literal, plain
from quizkit.numerals import plain_number, rounded


@dataclass(frozen=True, slots=True)
class NotRead:
    """No number could be read; with `readings`, several could."""

    message: str
    readings: tuple[str, ...] = ()


def brief(value: Fraction) -> str:
    """A value for a sentence: exact if that is short, else to four figures.

    >>> brief(Fraction(64, 15)), brief(Fraction(10) ** 60), brief(-Fraction(2) ** 100)
    ('64/15', '1e60', '-1.268e30')
    """
    if max(value.numerator.bit_length(), value.denominator.bit_length()) < 64:
        text = plain_number(value)
        if len(text) <= 24:
            return text
    size = abs(value)
    power = len(str(size.numerator)) - len(str(size.denominator))
    if size < Fraction(10) ** power:
        power -= 1
    return f"{'-' if value < 0 else ''}{rounded(size / Fraction(10) ** power)}e{power}"


def hyphen(left: Fraction, right: Fraction) -> NotRead | None:
    """A rising pair joined by a close minus: a range, or a subtraction; a falling one is clear.

    >>> hyphen(Fraction(3, 2), Fraction(2)).readings, hyphen(Fraction(12), Fraction(8))
    (('1.5 to 2', '-0.5'), None)
    """
    if left >= right:
        return None
    low, high, apart = brief(left), brief(right), brief(left - right)
    return NotRead(
        f"This can be a range from {low} to {high}, or a subtraction that gives {apart}. "
        f"Type one number.",
        (f"{low} to {high}", apart),
    )


def hyphened_fraction(whole: Fraction, part: Fraction) -> NotRead | None:
    """`1-1/2`: one and a half as carpenters write it, or one minus a half; `-1-1/2` is the same."""
    if whole < 0:
        return None
    mixed, apart = brief(whole + part), brief(whole - part)
    return NotRead(
        f"This can be {apart}, or {mixed} written as a mixed number. "
        f"Put blanks round the minus, or type one number.",
        (apart, mixed),
    )


def signed_power(power: Fraction) -> NotRead:
    """`-2^2`: mathematics gives -4, spreadsheets 4."""
    positive = brief(abs(power))
    return NotRead(
        f"A minus before a power can be -{positive} or {positive}. Use brackets.",
        (f"-{positive}", positive),
    )


def lost_power(left: Fraction, right: Literal, sign: str) -> NotRead | None:
    """`1.5 x 109`: a product, or 1.5 x 10^9 pasted without its raised digit; `1.5x10e9` likewise.

    A star is typed, not pasted: `1.5*109` is a product.
    """
    lost = ""
    if right.has_exponent and right.digits == "10" and not right.places:
        lost = str(right.exponent)
    elif sign != "*" and not right.places and re.fullmatch(r"10[1-9][0-9]?", right.digits):
        lost = right.digits[2:]
    if not lost:
        return None
    product, meant = brief(left * right.value), f"{brief(left)}e{lost}"
    return NotRead(
        f"This can be {product}, or {meant} with its power of ten written differently. "
        f"Type one of the two.",
        (product, meant),
    )


def lost_negative_power(product: Fraction, right: Fraction) -> NotRead:
    """`1.5 x 10-9`: a subtraction, or 1.5 x 10^-9 without its raised digits; `10−9` likewise."""
    apart, meant = brief(product - right), f"{brief(product / 10)}e-{right}"
    return NotRead(
        f"This can be {apart}, or {meant} with a power of ten that lost its raised digits. "
        f"Type one of the two.",
        (apart, meant),
    )


def range_or_power(ten: Fraction, right: Fraction) -> NotRead | None:
    """`10–12`: with a dash and a rising pair, a range is a third reading."""
    either = hyphen(ten, right)
    if either is None:
        return None
    within, apart = either.readings
    meant = f"1e-{right}"
    return NotRead(
        f"This can be a range from {within}, a subtraction that gives {apart}, or {meant} with a "
        f"power of ten that lost its raised digits. Type one number.",
        (within, apart, meant),
    )


def point_before_ten(literal: Literal, exponent: int, power: Fraction) -> NotRead | None:
    """`2.10^9`: two times a power of ten as France and others write it, or a power of 2.10."""
    if literal.places != 2 or not literal.digits.endswith("10"):
        return None
    factor = int(literal.digits[:-2] or "0")
    if not factor:
        return None
    product, whole = f"{factor}e{exponent}", brief(power)
    return NotRead(
        f"The mark before 10 can be a product, {product}, or the decimal mark of a number whose "
        f"power is {whole}. Write * for a product, or brackets round the number.",
        (product, whole),
    )


def padded_power(literal: Literal, exponent: int, power: Fraction) -> NotRead:
    """`1.5^09`: a power, or 1.5 x 10^9 as a calculator shows it."""
    whole, shown = brief(power), f"{plain(literal.digits, literal.places)}e{exponent}"
    return NotRead(
        f"This can be {whole}, or {shown} as a calculator shows it. Type one of the two.",
        (whole, shown),
    )


def lost_positive_power(right: Literal) -> NotRead:
    """`1.5x10+09`: a sum, or 1.5 x 10^9 as programs print it, without its raised digits."""
    return NotRead(
        f"The +{right.digits} behind 10 can be a power of ten that lost its raised digits, or be "
        f"added. Write ^ before the exponent, or a sum without the 0."
    )


def told_twice(value: Fraction) -> NotRead | None:
    """`12 – 3x4`: a subtraction that gives 0, or a number and how it was found."""
    if not value:
        return None
    same = brief(value)
    return NotRead(
        f"This can be {same} and how it was found, or a subtraction that gives 0. Type one number.",
        (same, "0"),
    )


def lost_negative_power_within() -> NotRead:
    """`2 + 1.5 x 10-9`: the same within a longer sum."""
    return NotRead(
        "A power of ten may have lost its raised digits. "
        "Write ^ before the exponent, or brackets round the product."
    )


def colon(left: Fraction, right: Fraction) -> NotRead:
    """`12:8`: a division in much of Europe, a ratio or a time elsewhere."""
    ratio = f"{brief(left)} to {brief(right)}"
    quotient = (brief(left / right),) if right else ()
    return NotRead(
        "A colon can be a division, a ratio or a time. Write / for a division.",
        (*quotient, f"the ratio {ratio}"),
    )


def raised_dot(left: Fraction, right: Fraction) -> NotRead:
    """`1.5·10`: a product, or a point as older British print has it."""
    return NotRead(
        "A raised dot can be a product or a decimal point. Write * or a plain point.",
        (brief(left * right), f"{brief(left)}.{brief(right)}"),
    )


def comma_before_power(literal: Literal, exponent: int) -> NotRead:
    """`7,500e9`: a comma group is odd before a power of ten, a decimal comma is not."""
    assert literal.other is not None, "only a comma with two readings is asked about"
    grouped, decimal = (
        f"{plain(literal.digits, places)}e{exponent}" for places in (literal.places, literal.other)
    )
    return NotRead(
        f"The comma can group digits, {grouped}, or be the decimal mark, {decimal}. "
        f"Type the number without comma.",
        (grouped, decimal),
    )


def power_divided(quotient: Fraction, power: Fraction) -> NotRead:
    """`6 x 10^9 / 2 x 10^9`: from left to right, or one number written so over another."""
    ordered, meant = brief(quotient * power), brief(quotient / power)
    return NotRead(
        f"This can be {ordered}, or {meant} if the power belongs below the line. Use brackets.",
        (ordered, meant),
    )


def tower(base: Fraction, first: int, second: int) -> NotRead:
    """`2^3^2`: calculators disagree; the readings are given as long as they are small."""
    message = "Two powers in a row are worked out from either end. Use brackets."
    if abs(first) < 10 and 0 <= second < 4 and base.denominator == 1 and abs(base.numerator) < 1000:
        right, left = base ** (first**second), (base**first) ** second
        if right == left:
            return NotRead(message)
        return NotRead(
            f"This can be {brief(right)} or {brief(left)}. Use brackets.",
            (brief(right), brief(left)),
        )
    return NotRead(message)


def fraction_or_mixed(over: Fraction, mixed: Fraction) -> NotRead:
    """`12 345/678`: a grouped number over another, or twelve and a fraction."""
    return NotRead(
        f"This can be {brief(over)} or {brief(mixed)}. Type it without blanks, or with a plus.",
        (brief(over), brief(mixed)),
    )
