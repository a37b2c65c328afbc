"""Turn a response into a reading, as the kind of the variant's answer asks.

Numbers are read by `reader`; here are options by letter, id, text or position, short texts and
pairs. Which option is right is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import assert_never

from quizkit.content.model import (
    ChoiceAnswer,
    MatchAnswer,
    NumberAnswer,
    RecallAnswer,
    TextAnswer,
)
from quizkit.grading.characters import is_blank, to_ascii, unseen
from quizkit.grading.reader import read_number
from quizkit.grading.readings import (
    Ambiguous,
    Blank,
    Chosen,
    Expected,
    Matched,
    Reading,
    Said,
    Unreadable,
    Value,
)
from quizkit.grading.texts import (
    legible,
    legible_option,
    loose,
    loose_option,
    shortened,
    tidy,
)
from quizkit.grading.unanswered import why_no_answer
from quizkit.variants import ShownOption, Variant

LONGEST_TEXT = 1000

_LETTER = re.compile(r"\(?([a-z])[).:]?")
_LETTER_AND_TEXT = (
    re.compile(r"(?P<letter>[a-z])[):.] (?P<text>.+)"),
    re.compile(r"\(?(?P<letter>[a-z])(?:[).:]{1,2} ?| ?[-=] ?| )(?P<text>.{2,})"),
    re.compile(r"(?P<text>.{2,}?) ?\((?P<letter>[a-z])\)"),
)
_QUOTED = re.compile(r"""["'`´‘’‚“”„«»]((?:[^"'`´‘’‚“”„«»]|(?<=\w)['’](?=\w))+)["'`´‘’“”«»]""")
_POSITION = re.compile(r"\(?([0-9]{1,2})[).]?")
_PAIR = re.compile(r"\(?([0-9]{1,2})\)? ?(?:[-–−:=.>]|->|=>|→)? ?\(?([a-z])\)?")
_WORKED_OUT = re.compile("[-+*×·x]")
_BETWEEN = re.compile(r" *[,;\n，、；] *| and | & ")
_BETWEEN_PAIRS = re.compile(r"(?:[ ,;\n.|/&]|and\b)*")


def read_response(variant: Variant, text: str, *, decimal_comma: bool = False) -> Reading:
    """Read a response as the variant's kind asks; raises ValueError for recall."""
    match variant.question.answer:
        case NumberAnswer() as answer:
            return read_number(text, expected_by(answer, decimal_comma=decimal_comma))
        case ChoiceAnswer(many=many):
            return _limited(text) or read_choice(
                variant.options, text, many=many, decimal_comma=decimal_comma
            )
        case TextAnswer() as answer:
            return _limited(text) or read_text(answer, text)
        case MatchAnswer():
            return _limited(text) or read_pairs(variant.lefts, variant.rights, text)
        case RecallAnswer():
            raise ValueError(f"{variant.name} is recall: its learner rates it")
        case other:
            assert_never(other)


def expected_by(answer: NumberAnswer, *, decimal_comma: bool = False) -> Expected:
    """What an answer declares to the reader: everything but the key."""
    return Expected(
        unit=answer.unit,
        unit_rule=answer.unit_rule,
        accept=answer.accept,
        written_sigfigs=answer.written_sigfigs,
        decimal_comma=decimal_comma,
    )


def _limited(text: str) -> Blank | Unreadable | None:
    if is_blank(text):
        return Blank()
    if len(text) > LONGEST_TEXT:
        return Unreadable(message=f"A response has at most {LONGEST_TEXT} characters.")
    stopped = unseen(text)
    return None if stopped is None else Unreadable(message=stopped.message)


# --- choice -----------------------------------------------------------------------------------


def read_choice(
    options: Sequence[ShownOption], text: str, *, many: bool, decimal_comma: bool = False
) -> Reading:
    """The options that a response names, by letter, then id, then text.

    Digits are positions only if no option's text is a number.
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


def tidy_lines(text: str) -> str:
    """The text with its blanks tidied and its line ends kept."""
    return "\n".join(tidy(line) for line in text.splitlines())


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
    parts = [Fraction(part) for part in re.findall(r"[0-9]+", to_ascii(said))]
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


# --- text ---------------------------------------------------------------------------------------


def read_text(answer: TextAnswer, text: str) -> Said | Unreadable:
    """The text, its blanks tidied; signs alone and words for no answer are not taken for one.

    >>> read_text(TextAnswer(accept=("psi",)), "idk").message
    '"idk" says that there is no answer. Type one.'
    """
    read = legible(text)
    reason = why_no_answer(read, answer)
    return Unreadable(message=reason) if reason else Said(text=read, literal=read == text)


# --- match ------------------------------------------------------------------------------------


def read_pairs(lefts: Sequence[str], rights: Sequence[str], text: str) -> Reading:
    """The pairs that a response like `1-b, 2-a` names: every left side, each once.

    >>> read_pairs(("x", "y"), ("one", "two"), "1-b 2a").pairs
    (('x', 'two'), ('y', 'one'))
    """
    letters = {chr(ord("a") + index): right for index, right in enumerate(rights)}
    example = ", ".join(f"{index}-{letter}" for index, letter in enumerate(letters, 1))
    said = to_ascii(tidy_lines(text).casefold())
    found: dict[int, str] = {}
    at = 0
    while at < len(said):
        pair = _PAIR.match(said, at)
        if not pair or int(pair[1]) not in range(1, len(lefts) + 1) or pair[2] not in letters:
            return Unreadable(
                message=f'"{shortened(said[at:])}" is no pair here: type them as in {example}.'
            )
        left = int(pair[1])
        if left in found and found[left] != pair[2]:
            return Ambiguous(
                readings=(f"{left}-{found[left]}", f"{left}-{pair[2]}"),
                message=f"{left} stands in two pairs. Type each number once.",
            )
        found[left] = pair[2]
        between = _BETWEEN_PAIRS.match(said, pair.end())
        at = between.end() if between else pair.end()
    missing = [str(index) for index in range(1, len(lefts) + 1) if index not in found]
    if missing:
        return Ambiguous(
            readings=(_pairs_text(found),),
            message=f"No pair for {', '.join(missing)}. Type all of them, as in {example}.",
        )
    shown = _pairs_text(found)
    return Matched(
        pairs=tuple((left, letters[found[index]]) for index, left in enumerate(lefts, 1)),
        read_as=shown,
        literal=tidy(text) == shown,
    )


def _pairs_text(found: dict[int, str]) -> str:
    return ", ".join(f"{left}-{found[left]}" for left in sorted(found))
