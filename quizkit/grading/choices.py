"""Turn a response to a choice into the options that it names: by letter, id, text or place.

Which option is right is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from quizkit.grading.characters import to_ascii
from quizkit.grading.reader import read_number
from quizkit.grading.readings import Ambiguous, Chosen, Expected, Reading, Unreadable, Value
from quizkit.grading.texts import (
    legible_option,
    loose,
    loose_option,
    shortened,
    tidy_lines,
)
from quizkit.variants import ShownOption

_LETTER = re.compile(r"\(?([a-z])[).:]?")
# Both must be one option's. What is one character long may as well be another option: "a b".
_LETTER_AND_TEXT = (
    re.compile(r"(?P<letter>[a-z])[):.] (?P<text>.+)"),
    re.compile(r"\(?(?P<letter>[a-z])(?:[).:]{1,2} ?| ?[-=] ?| )(?P<text>.{2,})"),
    re.compile(r"(?P<text>.{2,}?) ?\((?P<letter>[a-z])\)"),
)
_QUOTED = re.compile(r"""["'`´‘’‚“”„«»]((?:[^"'`´‘’‚“”„«»]|(?<=\w)['’](?=\w))+)["'`´‘’“”«»]""")
_POSITION = re.compile(r"\(?([0-9]{1,2})[).]?")
_WORKED_OUT = re.compile("[-+*×·x]")
_BETWEEN = re.compile(r" *[,;\n，、；] *| and | & ")


def read_choice(
    options: Sequence[ShownOption], text: str, *, many: bool, decimal_comma: bool = False
) -> Reading:
    """The options that a response names, by letter, then id, then text, then letter and text.

    Quotation marks round one of these, or round all of them, do not count. Digits are positions
    only if no option's text is a number.
    """
    found = _option(options, text, decimal_comma)
    if isinstance(found, ShownOption):
        return _chosen((found,), text)
    parts = [part for part in _BETWEEN.split(_unquoted(tidy_lines(text))) if part]
    if len(parts) == 1:
        parts = parts[0].split(" ")
    several = [_option(options, part, decimal_comma) for part in parts]
    named = [one for one in several if isinstance(one, ShownOption)]
    if len(parts) < 2 or not named:
        return _run_together(text) if many and _is_run(options, text) else found
    for one in several:
        if not isinstance(one, ShownOption):
            return one
    if many:
        return _chosen(named, text)
    if len({one.id for one in named}) == 1:
        return found
    return Ambiguous(
        readings=tuple(_said(one) for one in named),
        message="One option is wanted. Type one letter.",
    )


def _option(
    options: Sequence[ShownOption], text: str, decimal_comma: bool
) -> ShownOption | Ambiguous | Unreadable:
    """The one option that a text names."""
    said = loose(text)
    plain = to_ascii(said)
    letter = _LETTER.fullmatch(plain)
    if letter:
        for option in options:
            if option.letter == letter[1]:
                return option
    letters = f"{options[0].letter} to {options[-1].letter}"
    for option in options:
        if option.id.casefold() == said:
            return option
    same = [option for option in options if loose_option(option.text) == said]
    if len(same) > 1:
        return Ambiguous(
            readings=tuple(_said(option) for option in same),
            message="Several options have this text. Type the letter.",
        )
    if same:
        return same[0]
    if letter:
        return Unreadable(message=f'There is no option "{letter[1]}" here: type {letters}.')
    for form in _LETTER_AND_TEXT:
        echoed = form.fullmatch(said)
        if echoed:
            both = echoed["letter"], echoed["text"]
            for option in options:
                if (option.letter, loose_option(option.text)) == both:
                    return option
    bare = _unquoted(said)
    if bare != said:
        return _option(options, bare, decimal_comma)
    quoted = [option for option in options if _unquoted(loose_option(option.text)) == said]
    if len(quoted) == 1:
        return quoted[0]
    return _by_number(options, plain, letters, decimal_comma) or Unreadable(
        message=f'"{shortened(text)}" names no option: type a letter from {letters}.'
    )


def _unquoted(text: str) -> str:
    """The text without the quotation marks round the whole of it."""
    quoted = _QUOTED.fullmatch(text)
    return quoted[1].strip() if quoted else text


def _by_number(
    options: Sequence[ShownOption], said: str, letters: str, decimal_comma: bool
) -> ShownOption | Ambiguous | Unreadable | None:
    """The option that a number names: by the number that its text is, or else by position."""
    position = _POSITION.fullmatch(said)
    typed = _as_number(position[1] if position else said, decimal_comma)
    if typed is None:
        return None
    numbers = [_as_number(option.text, decimal_comma) for option in options]
    if any(number is not None for number in numbers):
        equal = [
            option
            for option, number in zip(options, numbers, strict=True)
            if number is not None
            and (number.number, number.unit) == (typed.number, typed.unit)
            # A digit alone may be a place or so many percent, and is seldom a share.
            and not (position and number.typed_unit == "percent")
        ]
        return equal[0] if len(equal) == 1 and not _joins(said, typed, numbers) else None
    if not position:
        return None
    index = int(position[1])
    if not 1 <= index <= len(options):
        return Unreadable(message=f"There are options 1 to {len(options)}: type {letters}.")
    option = options[index - 1]
    holding = [
        one for one in options if re.search(rf"(?<![0-9.]){index}(?![0-9])", to_ascii(one.text))
    ]
    if any(one is not option for one in holding):
        return Ambiguous(
            readings=tuple(_said(one) for one in dict.fromkeys((option, *holding))),
            message=f'"{index}" can be a position or a number in an option. Type the letter.',
        )
    return option


def _joins(said: str, typed: Value, numbers: Sequence[Value | None]) -> bool:
    """Whether a text that can be worked out may rather name several options, as `4-2` and `4/2`."""
    if typed.written is not None:
        return False
    if _WORKED_OUT.search(said.lstrip("+- ").replace("**", "^")):
        return True
    parts = [Fraction(part) for part in re.findall(r"[0-9]+", said)]
    others = [one.number for one in numbers if one is not None and one.typed_unit != "percent"]
    return len(parts) > 1 and any(part in others for part in parts)


def _as_number(text: str, decimal_comma: bool) -> Value | None:
    for unit in ("plain", "fold"):  # "8x" is a number too
        reading = read_number(text, Expected(unit=unit, decimal_comma=decimal_comma))
        if isinstance(reading, Value):
            return reading
    return None


def _is_run(options: Sequence[ShownOption], text: str) -> bool:
    """Whether a text is several letters of options written together."""
    said = loose(text)
    letters = {option.letter for option in options}
    return len(said) > 1 and len(set(said)) == len(said) and set(said) <= letters


def _run_together(text: str) -> Ambiguous:
    letters = ", ".join(loose(text))
    return Ambiguous(
        readings=(letters,), message=f"If you mean several options, type them apart: {letters}."
    )


def _chosen(options: Iterable[ShownOption], text: str) -> Chosen:
    by_letter = {one.letter: one for one in options}
    said = loose(text)
    if len(by_letter) == 1:
        ((letter, one),) = by_letter.items()
        return Chosen(
            ids=(one.id,), read_as=_said(one), literal=said in (letter, loose_option(one.text))
        )
    letters = ", ".join(sorted(by_letter))
    return Chosen(
        ids=tuple(by_letter[letter].id for letter in sorted(by_letter)),
        read_as=letters,
        literal=said.replace(" ", "") == letters.replace(" ", ""),
    )


def _said(option: ShownOption) -> str:
    return f"{option.letter}: {legible_option(option.text)}"
