"""Turn text that is no number as a whole into the reason, and take off what stands before one.

A date, a spreadsheet's error, a hexadecimal number, a bound: what a person knows at a glance.
"""

from __future__ import annotations

import re

from quizkit.grading.doubts import NotRead

_PREAMBLE = re.compile(
    r"(?:= ?)?(?:(?:~|(?:ca|approx)\."
    r"|(?:about|approximately|approx|roughly|around|circa|ca)(?= )) ?)?(?:= ?)?",
    re.IGNORECASE,
)
_NUMBER_START = re.compile(r"[+-]?[0-9]")
_TIMES = re.compile(r"[xX×] ?(?=[0-9.,][0-9.,/ ]*$)")
_MONTH = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|ma[iy]|june?|july?|aug(?:ust)?"
    "|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)"
)
_NAMED_DATE = re.compile(
    rf"[0-9]{{1,4}}[-/. ]*{_MONTH}(?:[-/., ]*[0-9]{{1,4}})?|{_MONTH}[-/., ]*[0-9]{{1,4}}.*",
    re.IGNORECASE,
)
_DATE = re.compile(r"([0-9]{1,4})([-/–−])([0-9]{1,2})\2([0-9]{1,4})")
_DAY_AND_MONTH = re.compile(r"([0-9]{2})[-/–−]([0-9]{2})")  # as a spreadsheet shows 5/1
_ERROR = re.compile(r"#[A-Z]{1,5}(/[0A])?[!?]?")
_OTHER_BASE = re.compile(r"0(?:[xX][0-9a-fA-F.]|[bB][01]|[oO][0-7])")
_NO_NUMBER = re.compile(r"nan|inf|infinity", re.IGNORECASE)
_DOTS = re.compile(r"[+-]?[0-9.,]*[0-9] ?\.\..*")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>?")
# The place of the answer in a list, and the answer: "3 -2" and "3. - 2" are a subtraction.
_LABELLED = re.compile(r"(?:([0-9]{1,3})\.|\(([0-9]{1,3})\)) +[+\-–−][0-9.]")
_ERROR_BAR = re.compile(r".*[0-9] ?\+ ?/ ?- ?[0-9].*")


def odd(text: str) -> NotRead | None:
    """Why this text, which is not blank, is no number although it may begin like one, or None.

    >>> odd("1-May").message.partition(".")[0]
    'This looks like a date'
    """
    first = text[0]
    if first == "#" and _ERROR.fullmatch(text):
        return NotRead("This is a spreadsheet's error, not a number.")
    if "<" in text:
        markup = _MARKUP.search(text)
        if markup:
            return NotRead(f'"{markup[0][:30]}" is markup, not a number. Type the number alone.')
    labelled = _LABELLED.match(text)
    if labelled:
        return NotRead(
            f"{labelled[1] or labelled[2]} can be the place of the answer in a list, or a part of "
            f"it. Type one number."
        )
    if first in "<>" or text.startswith("!="):
        return NotRead("One value is wanted, not a bound. Type the number alone.")
    bare = text[1:] if first in "+-" else text
    if bare[:1] == "0" and _OTHER_BASE.match(bare):
        return NotRead("This looks like a hexadecimal, binary or octal number. Type a decimal one.")
    if bare[:1] in "nNiI" and _NO_NUMBER.fullmatch(bare):
        return NotRead("This is not a number. Type digits.")
    if ".." in text and _DOTS.fullmatch(text):
        return NotRead(
            "Dots after a number leave open how it goes on. "
            "Type a fraction or the decimals you mean."
        )
    if "+" in text and _ERROR_BAR.fullmatch(text):
        return NotRead("A number with an error. Type the number alone.")
    if _is_date(bare if first == "+" else text):
        return NotRead(
            "This looks like a date. Type a fraction as in 1/5, or a decimal; "
            "a spreadsheet may have changed it."
        )
    return None


def _is_date(text: str) -> bool:
    if not text.isdigit() and _NAMED_DATE.fullmatch(text):
        return True
    if len(text) == 5:
        short = _DAY_AND_MONTH.fullmatch(text)
        if short and "0" in (short[1][0], short[2][0]):
            lower, higher = sorted((int(short[1]), int(short[2])))
            return 1 <= lower <= 12 and higher <= 31
    match = _DATE.fullmatch(text) if text[-1:].isdigit() and not text.isdigit() else None
    if not match:
        return False
    first, _, second, third = match.groups()
    if len(first) == 4:
        return len(third) <= 2 and 1 <= int(second) <= 12 and 1 <= int(third) <= 31
    days = sorted((int(first), int(second)))
    return len(third) in (2, 4) and len(first) <= 2 and 1 <= days[0] <= 12 and days[1] <= 31


def without_preamble(text: str, *, is_fold: bool) -> str:
    """The text without `=`, `~` or "about" before it, and `8` for `x8` where a fold is asked for.

    >>> without_preamble("~ 1.5", is_fold=False), without_preamble("x8", is_fold=True)
    ('1.5', '8')
    """
    match = _PREAMBLE.match(text)
    body = text[match.end() :] if match else text
    if body[:1] == "'" and _NUMBER_START.match(body, 1):
        body = body[1:]  # a spreadsheet's mark for text
    times = _TIMES.match(body) if is_fold else None
    return body[times.end() :] if times else body
