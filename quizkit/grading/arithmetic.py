"""Turn values as they were written into the next one, exact and never too large, or stop."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple, NoReturn

from quizkit.grading.doubts import NotRead
from quizkit.grading.literals import GREATEST_EXPONENT, Literal

_MOST_BITS = 4000  # of a numerator or denominator on the way; the longest literal has 1994
_LARGEST_POWER = 10**GREATEST_EXPONENT
_NUMBERS = ("mixed", "proper", "inverse", "fraction", "power", "power of ten")


class Stop(Exception):
    """Leaves the parser from any depth with the reason; it never leaves the grammar."""

    def __init__(self, reason: NotRead) -> None:
        super().__init__(reason.message)
        self.reason = reason


def stop(message: str) -> NoReturn:
    """Nothing can be read: say why."""
    raise Stop(NotRead(message))


def ask(doubt: NotRead | None) -> None:
    """Stop if there is a doubt."""
    if doubt:
        raise Stop(doubt)


class Node(NamedTuple):
    """A value on the way up. `form` is what it was written as, where somebody asks about that:
    `mixed`, `proper` (a fraction below 1), `inverse`, `inverse in brackets`, `fraction`, `sum`,
    `times ten`, `power`, `power of ten`, `power product` (with such a factor), `power divided` (one
    of these over a plain number).
    """

    value: Fraction
    other: Fraction | None = None
    literal: Literal | None = None
    form: str = ""
    exponent: int = 1


def is_whole(node: Node) -> bool:
    """Whether it is written in digits alone."""
    literal = node.literal
    return literal is not None and not literal.places and not literal.has_exponent


def has_power_of_ten(node: Node) -> bool:
    """Whether it is written with a power of ten: `7e9`, `7 x 10^9`, `10^9` or `10^9 x 4`."""
    written = node.literal is not None and node.literal.has_exponent
    return written or node.form in ("power of ten", "power product")


def to_the(literal: Literal, exponent: int) -> Literal:
    """The literal with a power of ten behind it, however that is written."""
    return Literal(literal.digits, literal.places, None, literal.mark, exponent, has_exponent=True)


def is_number(node: Node) -> bool:
    """Whether it is written as one number: what somebody joins to another for a range."""
    return node.literal is not None or node.form in _NUMBERS


def fraction_form(numerator: int) -> str:
    """The form of a fraction in one sign, `½`, or in small digits."""
    return "inverse" if numerator == 1 else "proper"


def divided(over: str, under: str) -> Fraction:
    """The fraction of two texts of digits; stops at a division by zero."""
    if int(under) == 0:
        stop("That is a division by zero.")
    return Fraction(int(over), int(under))


def exponent_of(value: Fraction) -> int:
    """The value as an exponent; stops where it is not whole, or beyond all sense."""
    if value.denominator != 1:
        stop("An exponent must be a whole number: roots are not read.")
    if abs(value.numerator) > 99_999:
        stop("That power is too large.")
    return value.numerator


def raised(base: Fraction, exponent: int) -> Fraction:
    """The power; stops where its size, estimated first, is beyond 10^400."""
    if base == 0 and exponent <= 0:
        stop("Zero has no such power.")
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if (bits - 1) * abs(exponent) > _LARGEST_POWER.bit_length():
        stop("That power is too large.")
    value: Fraction = base**exponent
    if max(abs(value.numerator), value.denominator) > _LARGEST_POWER:
        stop("That power is too large.")
    return value


_Work = Callable[[Fraction, Fraction], Fraction]


def combined(work: _Work, left: Node, right: Node, form: str) -> Node:
    """Both readings of the two, worked out; stops where one grows too large."""
    other = None
    if left.other is not None or right.other is not None:
        other = _sized(
            work(
                left.value if left.other is None else left.other,
                right.value if right.other is None else right.other,
            )
        )
    return Node(_sized(work(left.value, right.value)), other, form=form)


def _sized(value: Fraction) -> Fraction:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _MOST_BITS:
        stop("A number on the way is too large.")
    return value
