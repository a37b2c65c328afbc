"""Turn the commonest form of a number, one literal with perhaps a unit behind it, into what it is.

The grammar gives the same; this spares it the way through sums, products and powers.
"""

from __future__ import annotations

import re

from quizkit.grading.literals import (
    CHUNK,
    GREATEST_EXPONENT,
    Literal,
    Parsed,
    Unclear,
    read_literal,
)

_LONE = re.compile(
    rf"""([+\-–−]?)[ ]*({CHUNK.pattern})
    (?:[ ]?[eE](?![A-Za-z])[ ]?([+\-–−]?)[ ]?([0-9]{{1,4}})(?![0-9.,]))?[ ]*(.*)\Z""",
    # With DOTALL the end always matches: otherwise a line end would send the search back through
    # every way to cut the digits.
    re.VERBOSE | re.DOTALL,
)


def lone_literal(text: str, *, decimal_comma: bool) -> Parsed | None:
    """What the grammar would give, or None where it has to be asked.

    >>> lone_literal("-1,5 GB", decimal_comma=False).value
    Fraction(-3, 2)
    """
    match = _LONE.match(text)
    if match is None:
        return None
    sign, chunk, minus, power, rest = match.groups()
    if rest and not (rest[0].isalpha() or rest[0] == "%" or rest == "-fold"):
        return None
    if rest[:1] in ("x", "X", "e", "E") and not rest[1:].isalpha() and len(rest) > 1:
        return None
    if rest in ("e", "E"):
        return None
    literal = read_literal(chunk, decimal_comma=decimal_comma)
    if isinstance(literal, Unclear) or chunk[-1] == ".":
        return None
    if power is not None:
        exponent = int(power)
        if exponent > GREATEST_EXPONENT or literal.is_comma_group:
            return None
        exponent = -exponent if minus not in ("", "+") else exponent
        literal = Literal(
            literal.digits, literal.places, None, literal.mark, exponent, has_exponent=True
        )
    value, other = literal.value, literal.other_value
    if sign not in ("", "+"):
        value, other = -value, None if other is None else -other
    return Parsed(value, rest, other, literal)
