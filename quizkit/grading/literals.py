"""Turn a run of digits and marks into the one number that it writes, or say why it does not.

Which mark groups and which is decimal follows from where they stand; a second reading that is
well-formed too is kept beside the first, for whoever knows the unit's plausible range.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

GREATEST_EXPONENT = 400

CHUNK = re.compile(
    r"[0-9]{1,3}(?:\ [0-9]{3})+(?![0-9]) (?:[.,٫][0-9]*)?"  # 1 500 000,5
    r"| [0-9.,'_٫٬]* [0-9] [0-9.,'_٫٬]*",
    re.VERBOSE,
)
"""The longest run that can be one number without sign and exponent."""

_MARK = re.compile(r"([.,'_٫٬ ])")


class Literal(NamedTuple):
    """A number as written: `digits` with the last `places` of them after the decimal mark.

    `other` is the number of places in the second well-formed reading, if there is one. `mark` is
    the only mark, where it is a point or a comma. `exponent` is the power of ten. (A tuple, like
    whatever is made for every answer: it takes a third of the time of a dataclass.)
    """

    digits: str
    places: int = 0
    other: int | None = None
    mark: str = ""
    exponent: int = 0
    has_exponent: bool = False

    @property
    def value(self) -> Fraction:
        """The number, exactly."""
        return scaled(int(self.digits), self.exponent - self.places)

    @property
    def other_value(self) -> Fraction | None:
        """The number in the second reading."""
        if self.other is None:
            return None
        return scaled(int(self.digits), self.exponent - self.other)

    @property
    def is_comma_group(self) -> bool:
        """Whether a single comma was read as a group mark, and could be decimal."""
        return self.mark == "," and self.other is not None


class Parsed(NamedTuple):
    """The number at the start of a text, and the `rest` behind it.

    `other` is its value when every literal is taken in its second reading. `literal` is the number
    as written, where it is a single one. `is_inverse`: written as one over something. `is_sum`: a
    percent sign behind it would be unclear. `rising`: `5 - 7`, which a unit can make a range.
    """

    value: Fraction
    rest: str
    other: Fraction | None = None
    literal: Literal | None = None
    is_inverse: bool = False
    is_sum: bool = False
    rising: tuple[Fraction, Fraction] | None = None


@dataclass(frozen=True, slots=True)
class Unclear:
    """A run of digits and marks with no reading or several; `readings` lists the well-formed."""

    message: str
    readings: tuple[str, ...] = ()


def scaled(number: int, power: int) -> Fraction:
    """number x 10^power, exactly.

    >>> scaled(15, -1), scaled(15, 2)
    (Fraction(3, 2), Fraction(1500, 1))
    """
    return Fraction(number * 10**power) if power >= 0 else Fraction(number, 10**-power)


def read_literal(chunk: str, *, decimal_comma: bool = False) -> Literal | Unclear:
    """The number that a run of digits and marks writes.

    >>> read_literal("1.234,5").value
    Fraction(2469, 2)
    >>> read_literal("1,500").value, read_literal("1,500").other_value
    (Fraction(1500, 1), Fraction(3, 2))
    >>> read_literal("1,0000").readings
    ('1', '10000')
    """
    if chunk.isdigit():
        return Literal(chunk)
    whole, mark, part = chunk.partition(".")
    if mark and part.isdigit() and whole.isdigit():
        return _one_mark(chunk, whole, mark, part, decimal_comma=decimal_comma)
    body = chunk[:-1] if chunk.endswith(".") else chunk  # 5. and the full stop of a sentence
    if not body[-1].isdigit():
        return Unclear(f'"{chunk}" ends in a mark that belongs to no number.')
    parts = _MARK.split(body)
    groups, marks = parts[0::2], parts[1::2]
    if not marks:
        return Literal(digits=body)
    if not groups[0]:
        groups[0] = "0"
        if len(marks) > 1 or marks[0] not in ".,٫":
            return Unclear(f'"{chunk}" starts with a mark that belongs to no number.')
    if "" in groups:
        return Unclear(f'"{chunk}" has two marks in a row.')
    kinds = list(dict.fromkeys(marks))  # the Arabic decimal mark never groups
    if len(marks) == 1 and marks[0] in ".,٫":
        return _one_mark(chunk, groups[0], marks[0], groups[1], decimal_comma=decimal_comma)
    if kinds[0] == "٫":
        return Unclear(f'"{chunk}" has more than one decimal mark.')
    if len(kinds) == 1 and _are_groups(groups, kinds[0]):
        return Literal(digits="".join(groups))
    if len(kinds) == 2 and marks.index(kinds[1]) == len(marks) - 1 and kinds[1] in ".,٫":
        if kinds == [" ", ","] and len(groups[-1]) == 3 and not decimal_comma:
            return _either(chunk, "".join(groups), len(groups[-1]), 0)
        if _are_groups(groups[:-1], kinds[0]):
            return Literal(digits="".join(groups), places=len(groups[-1]))
    return Unclear(f'"{chunk}" has its marks where they neither group digits nor are decimal.')


def _one_mark(
    chunk: str, whole: str, mark: str, part: str, *, decimal_comma: bool
) -> Literal | Unclear:
    """A number with a single point or comma in it."""
    places = len(part)
    digits = whole + part
    groups = places == 3 and len(whole) <= 3 and whole[0] != "0"
    if mark == "٫":
        return Literal(digits=digits, places=places)
    if mark == ".":
        if groups and decimal_comma:
            return _either(chunk, digits, places, 0)
        return Literal(digits=digits, places=places, other=0 if groups else None, mark=".")
    if decimal_comma or whole == "0" or (places % 3 and places not in (4, 8)):
        return Literal(digits=digits, places=places, mark=",")
    if groups:
        return Literal(digits=digits, other=places, mark=",")
    # 1,0000 is a decimal comma or an East Asian group of four, and 140,000000 may have lost a
    # mark; 1234,500 and 00,500 fit no habit.
    return _either(chunk, digits, places, 0)


def _either(chunk: str, digits: str, one: int, two: int) -> Unclear:
    """Two readings of which nothing prefers one."""
    first, second = (plain(digits, places) for places in (one, two))
    return Unclear(
        f'"{chunk}" can be {first} or {second}. Type it without marks between groups of digits, '
        f"with a point for the decimals if there are any.",
        (first, second),
    )


def _are_groups(groups: list[str], mark: str) -> bool:
    """Whether these digits are grouped as people group them: by three, or as in India or China."""
    head, tail = groups[0], groups[1:]
    if head[0] == "0":
        return False
    sizes = [len(group) for group in tail]
    if len(head) <= 3 and all(size == 3 for size in sizes):
        return True
    if mark != "," or len(sizes) < 2:
        return False
    by_hundreds = len(head) <= 2 and sizes[-1] == 3 and all(size == 2 for size in sizes[:-1])
    return by_hundreds or (len(head) <= 4 and all(size == 4 for size in sizes))


def plain(digits: str, places: int) -> str:
    """The digits with a decimal point, without needless zeros.

    >>> plain("10000", 4), plain("0500", 3), plain("10000", 0)
    ('1', '0.5', '10000')
    """
    whole, part = (digits[:-places], digits[-places:]) if places else (digits, "")
    part = part.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{part}" if part else "")
