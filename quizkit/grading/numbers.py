"""Turn cleaned text into the number at its start and the rest behind it: the closed grammar.

    sum      = product {("+" | "-") product}
    product  = signed {("*" | "x" | "×" | "·" | "/") signed}
    signed   = ["+" | "-"] power
    power    = atom [("^" | "**") ["+" | "-"] atom | superscripts]
    atom     = literal ["e" whole] | mixed | vulgar fraction | "(" sum ")"

No names, calls or quotes; an implied product is not read. Every size is estimated before it is
worked out: exponents within 400, powers within 10^400, brackets 20 deep.
"""

from __future__ import annotations

import operator
import re
from fractions import Fraction

from quizkit.grading import doubts
from quizkit.grading.arithmetic import (
    Node,
    Stop,
    ask,
    combined,
    divided,
    exponent_of,
    fraction_form,
    has_power_of_ten,
    is_number,
    is_whole,
    raised,
    stop,
    to_the,
)
from quizkit.grading.characters import SUBSCRIPTS, SUPERSCRIPTS, VULGAR, name
from quizkit.grading.doubts import NotRead
from quizkit.grading.literals import (
    CHUNK,
    GREATEST_EXPONENT,
    Literal,
    Parsed,
    Unclear,
    read_literal,
)
from quizkit.grading.lone import lone_literal

DEEPEST = 20

_SIGNS = ("+", "-", "–", "−")
_EXPONENT = re.compile(r" ?[eE](?![A-Za-z]) ?([+\-–−]?) ?([0-9]*)")
_PROPER = re.compile(r" ([0-9]+)[/⁄]([0-9]+)(?![0-9,'_٫٬]|\.[0-9])")
_RAISED = re.compile(r"[⁺⁻]?[⁰¹²³⁴-⁹]+")
_TYPESET = re.compile(r" ?([⁰¹²³⁴-⁹]+)[⁄/]([₀-₉]+)")
_PADDED = re.compile(r" ?(?:\^|\*\*)? ?[+\-–−⁺⁻]?[0⁰][0-9⁰¹²³⁴-⁹]")
_POWER_OF_TEN = re.compile(r" *10 ?(?:\^|\*\*|[⁺⁻⁰¹²³⁴-⁹])")
_LETTER_AMONG_DIGITS = re.compile(r"[oOlI]|[A-Za-z][^ ]*[0-9]")
_OTHER_BASE = re.compile(r"(?<![0-9.,])0[xX][0-9]")
_UNSIGNED = re.compile(r" *(?:[0-9(⁰¹²³⁴-⁹]|[.,٫][0-9]|[¼-¾⅐-⅞↉])")
_OPERAND = re.compile(r" *[+\-–−]?" + _UNSIGNED.pattern)
# "8x - 3" and "8× - 3" are a fold and something more, "8×-3" is a product.
_OPERANDS_AFTER = {"x": _UNSIGNED, "X": _UNSIGNED}
_OPERANDS_AFTER["×"] = re.compile(rf"{_UNSIGNED.pattern}|[+\-–−]{_UNSIGNED.pattern.lstrip(' *')}")
_DOWN = str.maketrans(SUPERSCRIPTS | SUBSCRIPTS)


def parse_number(text: str, *, decimal_comma: bool = False) -> Parsed | NotRead:
    """The longest number at the start of the text, and what stands behind it.

    >>> parse_number("4 + 12/64").value, parse_number("1 1/2 GB").rest
    (Fraction(67, 16), 'GB')
    >>> parse_number("2^3^2").readings
    ('512', '64')
    """
    lone = lone_literal(text, decimal_comma=decimal_comma)
    return by_grammar(text, decimal_comma=decimal_comma) if lone is None else lone


def by_grammar(text: str, *, decimal_comma: bool = False) -> Parsed | NotRead:
    """What `parse_number` gives, always by the whole grammar."""
    parser = _Parser(text, decimal_comma)
    try:
        node = parser.sum()
    except Stop as stopped:
        return stopped.reason
    return Parsed(
        value=node.value,
        rest=text[parser.at :].strip(" \n"),
        other=node.other,
        literal=node.literal,
        is_inverse=node.form.startswith("inverse"),
        is_sum=node.form == "sum",
        rising=parser.rising,
    )


class _Parser:
    def __init__(self, text: str, decimal_comma: bool) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.is_ascii = text.isascii()
        self.decimal_comma = decimal_comma
        self.rising: tuple[Fraction, Fraction] | None = None

    def skip(self) -> str:
        """Step over blanks; the character after them, or nothing at the end."""
        while self.text.startswith(" ", self.at):
            self.at += 1
        return self.text[self.at : self.at + 1]

    def sum(self) -> Node:
        first = left = right = self.product()
        sign, has_room, terms = "", False, 1
        while True:
            before = self.at
            sign_here = self.skip()
            after = self.at + 1
            # A hyphen before anything else ("8-fold", "1.5 -") ends the number.
            if sign_here not in _SIGNS or not _OPERAND.match(self.text, after):
                self.at = before
                break
            sign, has_room = sign_here, before < self.at and self.text[after] == " "
            self.at = after
            if self.skip() in _SIGNS:
                stop("Two signs follow each other. Type one, or use brackets.")
            last, right = right, self.product()
            terms += 1
            if sign == "+":
                is_ten = last.form == "times ten" or (is_whole(last) and last.value == 10)
                if is_ten and right.literal and re.fullmatch("0[0-9]", right.literal.digits):
                    ask(doubts.lost_positive_power(right.literal))
                left = combined(operator.add, left, right, "sum")
                continue
            if last.form == "times ten" and is_whole(right) and right.value < 100:
                if terms == 2:
                    ask(doubts.lost_negative_power(left.value, right.value))
                ask(doubts.lost_negative_power_within())
            left = combined(operator.sub, left, right, "sum")
        if terms == 2 and not self.depth and not left.value and first.literal and not right.literal:
            ask(doubts.told_twice(first.value))
        # In brackets, with more terms or with blanks on both sides, it can only be a minus; a dash
        # joins a range with blanks too.
        if terms == 2 and not self.depth and sign and sign in "-–−":
            if sign == "–" or not has_room:
                self.check_hyphen(first, right, sign)
            elif first.literal and right.literal and 0 <= first.value < right.value:
                self.rising = first.value, right.value
        return left

    def check_hyphen(self, left: Node, right: Node, sign: str) -> None:
        # Nobody types this minus: it comes with a power of ten that was copied.
        is_ten = sign != "-" and is_whole(left) and left.value == 10
        if is_ten and is_whole(right) and right.value < 100:
            ask(doubts.range_or_power(left.value, right.value))
            ask(doubts.lost_negative_power(left.value, right.value))
        if is_number(left) and is_number(right):
            ask(doubts.hyphen(left.value, right.value))
        if is_whole(left) and right.form in ("proper", "inverse") and right.value < 1:
            ask(doubts.hyphened_fraction(left.value, right.value))

    def product(self) -> Node:
        left = self.signed()
        while True:
            before = self.at
            sign = self.skip()
            after = self.at + 1
            operand = _OPERANDS_AFTER.get(sign, _OPERAND)
            if not sign or sign not in "xX×·*/⁄:" or not operand.match(self.text, after):
                self.at = before
                return left
            if sign in "xX" and _OTHER_BASE.match(self.text, after - 2):
                stop("This looks like a hexadecimal number. Type a decimal one.")
            is_power = _POWER_OF_TEN.match(self.text, after)
            self.at = after
            right = self.signed()
            if sign == ":":
                ask(doubts.colon(left.value, right.value))
            if sign == "·" and not is_power:
                ask(doubts.raised_dot(left.value, right.value))
            left = self.quotient(left, right) if sign in "/⁄" else self.times(left, right, sign)

    def quotient(self, left: Node, right: Node) -> Node:
        if "mixed" in (left.form, right.form):
            stop("A division beside a mixed number can be read in two ways. Use brackets.")
        if right.value == 0 or right.other == 0:
            stop("That is a division by zero.")
        form = ""
        if is_whole(left) and left.value == 1:
            form = "inverse"
        elif is_whole(left) and is_whole(right) and left.value < right.value:
            form = "proper"
        elif is_whole(left) and is_whole(right):
            form = "fraction"
        elif has_power_of_ten(left) and right.literal and not right.literal.has_exponent:
            form = "power divided"
        return combined(operator.truediv, left, right, form)

    def times(self, left: Node, right: Node, sign: str) -> Node:
        form = ""
        if right.literal:
            ask(doubts.lost_power(left.value, right.literal, sign))
            form = "times ten" if right.literal.digits == "10" and right.value == 10 else ""
        if right.form == "power of ten":
            if left.form == "power divided":
                ask(doubts.power_divided(left.value, right.value))
            if left.literal and left.literal.is_comma_group:
                ask(doubts.comma_before_power(left.literal, right.exponent))
            if left.literal and not left.literal.has_exponent:
                literal = to_the(left.literal, right.exponent)
                return Node(left.value * right.value, literal=literal)
        if not form and (has_power_of_ten(left) or has_power_of_ten(right)):
            form = "power product"
        return combined(operator.mul, left, right, form)

    def signed(self) -> Node:
        sign = self.skip()
        if sign not in _SIGNS:
            return self.power()
        self.at += 1
        if self.skip() in _SIGNS:
            stop("Two signs follow each other. Type one, or use brackets.")
        node = self.power()
        if sign == "+":
            return node
        if node.form.startswith("power") and node.exponent % 2 == 0:
            ask(doubts.signed_power(node.value))
        other = None if node.other is None else -node.other
        form = "mixed" if node.form == "mixed" else ""
        return Node(-node.value, other, node.literal, form)

    def power(self) -> Node:
        base = self.atom()
        start = self.at
        exponent = self.exponent()
        if exponent is None:
            return base
        if base.form == "mixed":
            stop("A power of a mixed number can be read in two ways. Use brackets.")
        value = raised(base.value, exponent)
        second = self.exponent()
        if second is not None:
            ask(doubts.tower(base.value, exponent, second))
        if is_whole(base) and base.value == 10:
            return Node(value, form="power of ten", exponent=exponent)
        if base.literal and not base.literal.has_exponent:
            ask(doubts.point_before_ten(base.literal, exponent, value))
            if _PADDED.match(self.text, start):
                ask(doubts.padded_power(base.literal, exponent, value))
        return Node(value, form="power", exponent=exponent)

    def exponent(self) -> int | None:
        """The exponent that stands next, if one does; raised digits must follow at once."""
        if self.is_ascii and self.text[self.at : self.at + 1] not in (" ", "^", "*"):
            return None
        digits = None if self.is_ascii else _RAISED.match(self.text, self.at)
        if digits:
            self.at = digits.end()
            return exponent_of(Fraction(int(digits[0].translate(_DOWN))))
        before = self.at
        if self.skip() == "^":
            self.at += 1
        elif self.text.startswith("**", self.at):
            self.at += 2
        else:
            self.at = before
            return None
        sign = self.skip()
        if sign in _SIGNS:
            self.at += 1
        node = self.atom()
        if node.literal and node.literal.has_exponent:
            stop("An exponent that has one itself can be read in two ways. Use brackets.")
        return exponent_of(-node.value if sign in _SIGNS and sign != "+" else node.value)

    def atom(self) -> Node:
        char = self.skip()
        if char == "(":
            return self.bracket()
        if char in VULGAR:
            self.at += 1
            return Node(Fraction(*VULGAR[char]), form=fraction_form(VULGAR[char][0]))
        typeset = None if self.is_ascii else _TYPESET.match(self.text, self.at)
        if typeset:
            self.at = typeset.end()
            value = divided(typeset[1].translate(_DOWN), typeset[2].translate(_DOWN))
            return Node(value, form=fraction_form(value.numerator))
        chunk = CHUNK.match(self.text, self.at)
        if not chunk:
            stop(_no_number(self.text[self.at :]))
        return self.number(chunk[0])

    def bracket(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            stop(f"Brackets are more than {DEEPEST} deep.")
        self.at += 1
        node = self.sum()
        found = self.skip()
        if not found:
            stop('A bracket is not closed: ")" is missing.')
        if found != ")":
            stop(f"{name(found)} stops the reading inside a bracket.")
        self.at += 1
        self.depth -= 1
        form = "inverse in brackets" if node.form.startswith("inverse") else ""
        return Node(node.value, node.other, form=form)

    def number(self, chunk: str) -> Node:
        self.at += len(chunk)
        mixed = self.mixed(chunk)
        if mixed is not None:
            return Node(mixed, form="mixed")
        if chunk[-1] == "." and "." in chunk[:-1] and self.text[self.at :].strip():
            stop(f'"{chunk}" has a mark too many. Type one number.')
        literal = read_literal(chunk, decimal_comma=self.decimal_comma)
        if isinstance(literal, Unclear):
            rest = self.text[self.at :]
            if not chunk[-1].isdigit() and _LETTER_AMONG_DIGITS.match(rest):
                stop(f"The letter {name(rest[0])} stands among the digits.{_meant(rest[0])}")
            if chunk[-1] == "," and re.match(" +[0-9]", rest):
                stop('Two numbers are joined by a comma ",". Type one.')
            raise Stop(NotRead(literal.message, literal.readings))
        if self.text[self.at : self.at + 1] in (" ", "e", "E"):
            written = _EXPONENT.match(self.text, self.at)
            if written:
                literal = self.with_exponent(literal, written)
        return Node(literal.value, literal.other_value, literal)

    def with_exponent(self, literal: Literal, written: re.Match[str]) -> Literal:
        if not written[2]:
            stop('The whole number after "e" is missing.')
        self.at = written.end()
        if re.match(r"[.,'_٫٬][0-9]", self.text[self.at : self.at + 2]):
            stop("An exponent must be a whole number.")
        digits = written[2].lstrip("0") or "0"
        if len(digits) > 3 or int(digits) > GREATEST_EXPONENT:
            stop(f"The exponent is beyond {GREATEST_EXPONENT}: too large or too small to be meant.")
        exponent = -int(digits) if written[1] not in ("", "+") else int(digits)
        if literal.is_comma_group:
            ask(doubts.comma_before_power(literal, exponent))
        return to_the(literal, exponent)

    def mixed(self, chunk: str) -> Fraction | None:
        """A whole number, a blank and a proper fraction; `1½` needs no blank."""
        text, at = self.text, self.at
        if " " in chunk:
            self.check_grouped_fraction(chunk)
            return None
        if not chunk.isdigit() or (self.is_ascii and not text.startswith(" ", at)):
            return None
        typeset = None if self.is_ascii else _TYPESET.match(text, at)
        if typeset:
            self.at = typeset.end()
            return int(chunk) + divided(*(typeset[part].translate(_DOWN) for part in (1, 2)))
        blank = text.startswith(" ", at)
        char = text[at + blank : at + blank + 1]
        if char in VULGAR:
            self.at = at + blank + 1
            return int(chunk) + Fraction(*VULGAR[char])
        proper = _PROPER.match(text, at)
        if not proper:
            return None
        part = divided(proper[1], proper[2])
        if not 0 < part < 1:
            stop("A mixed number ends in a fraction below 1. Write + or * between the two.")
        self.at = proper.end()
        return int(chunk) + part

    def check_grouped_fraction(self, chunk: str) -> None:
        head, _, last = chunk.rpartition(" ")
        proper = _PROPER.match(self.text, self.at - len(last) - 1)
        if not proper or " " in head or not int(last) < int(proper[2]):
            return
        grouped = Fraction(int(head + last), int(proper[2]))
        mixed = int(head) + Fraction(int(last), int(proper[2]))
        if grouped != mixed:
            ask(doubts.fraction_or_mixed(grouped, mixed))


def _no_number(text: str) -> str:
    """Why no number starts this text."""
    if not text:
        return "A number is missing at the end."
    if text[0] == "\n":
        return "The answer goes on in a second line. Type it in one."
    word = re.split("[^A-Za-z]", text, maxsplit=1)[0]
    if len(word) > 1 and word.strip("oOlI"):
        return f'"{word[:30]}" is not written in digits. Type digits.'
    meant = _meant(text[0]) or " Type digits."
    return f"{name(text[0])} stands where a number should start.{meant}"


def _meant(letter: str) -> str:
    digit = {"o": "0", "O": "0", "l": "1", "I": "1"}.get(letter)
    return f" If you mean the digit, type {digit}." if digit else ""
