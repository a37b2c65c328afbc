"""Turn the text behind a check into the key of a choice, and what it says to each option.

A key is taken where the text states it, never where it would have to be guessed: a letter that
could be the first of several remarks ("A: the limit. B: ...") is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a check tells: the letters that are right (none: it does not say), remarks by letter,
    and the text that speaks of no single option.
    """

    right: tuple[str, ...] = ()
    says: Mapping[str, str] = field(default_factory=dict)
    explanation: str = ""


_LONGEST: Final = 8000
"""Of a check that is looked through for a key."""

_ONE: Final = r"(?:\(?[A-Z]\)?|\([a-z]\)|`[A-Za-z]`)"
_SEVERAL: Final = rf"{_ONE}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|\s*\+\s*){_ONE}){{0,25}}"
_GOOD: Final = r"(?:✅|✓|✔\ufe0f?|☑\ufe0f?)"
_BAD: Final = r"(?:❌|✗|✘|✖\ufe0f?)"
_CALLED: Final = (
    r"(?:the\s+)?(?:correct|right|best)?\s*(?:answers?|choices?|options?|key)\s*"
    r"(?:(?:is|are)\s*:?|[:=—–-])?\s*(?:(?:option|choice)s?\s+)?"
    r"|(?:correct|right)\s*[:=—–-]\s*(?:(?:option|choice)s?\s+)?|it(?:'s|’s| is)\s+|both\s+"
)
_STATES: Final = re.compile(
    rf"(?P<mark>{_GOOD}\s*)?(?P<called>{_CALLED})?(?:(?:option|choice)s?\s+)?"
    rf"(?P<letters>{_SEVERAL}|[a-z](?=[).:]|$))"
    r"(?P<end>\s*(?:$|\n)|\s*(?:✅|✓|✔\ufe0f?)|[).:!](?=\s|$)|\s*[—–]\s*|\s+-\s+|,?\s+(?=because\b|since\b)"
    r"|\s+(?=\())"
    r"(?P<rest>.*)",
    re.DOTALL | re.IGNORECASE,
)
_IS_RIGHT: Final = re.compile(
    rf"(?:^|(?<=[\s(*]))(?:option\s+|choice\s+)?(?P<letters>{_SEVERAL})\s+(?:is|are)\s+(?:both\s+)?"
    r"(?:the\s+)?(?:only\s+)?(?:right|correct|true)\b(?!\s+(?:that|only|if|when|for|but))"
)
_DENIES: Final = re.compile(
    rf"\W*(?:{_BAD}(?!\s*\(?[A-Z]\b)|no\b|not\b|wrong\b|incorrect\b|false\b|is wrong\b"
    r"|is not\b|isn't\b|never\b|tempting\b|too (?:big|small|low|high)\b|confus)",
    re.IGNORECASE,
)
_AFFIRMS: Final = re.compile(
    rf"\W*(?:{_GOOD}|yes\b|right\b|correct\b|true\b|is right\b|is correct\b|this is it\b)",
    re.IGNORECASE,
)


def tell(check: str, options: Sequence[tuple[str, str]], ticked: Sequence[str] = ()) -> Told:
    """What a check says of these options, `(letter, text)` each; `ticked` had boxes of their own.

    >>> two = [("A", "4-fold"), ("B", "8-fold")]
    >>> tell("**B.** Two bytes are left. A forgets the gradients.", two).right
    ('B',)
    >>> tell("A: forgets the gradients. B: that is the limit.", two).right
    ()
    """
    if len(check) > _LONGEST:
        return Told(explanation=check.strip())
    letters = [letter for letter, _ in options]
    right, rest = _stated(check, letters, options)
    if not right and ticked and len(ticked) < len(options):
        right = tuple(ticked)
    says, explanation = _remarks(rest, letters)
    if not right:
        affirmed = [letter for letter in letters if _AFFIRMS.match(_after(rest, letter))]
        denied = [letter for letter in letters if _DENIES.match(_after(rest, letter))]
        if len(affirmed) == 1 and len(denied) >= 1 and not {*affirmed} & {*denied}:
            right = tuple(affirmed)
    if not right:
        return Told(explanation=check.strip())
    return Told(right=right, says=says, explanation=explanation)


# --- the key ----------------------------------------------------------------------------------


def _stated(
    check: str, letters: Sequence[str], options: Sequence[tuple[str, str]]
) -> tuple[tuple[str, ...], str]:
    """The letters that the text states to be right, and the text without that statement."""
    text = check.strip()
    body = _plain_start(text)
    match = _STATES.match(body)
    if match:
        found = _letters(match["letters"], letters)
        rest = match["rest"].strip()
        called = bool(match["called"] or match["mark"])
        if found and not _DENIES.match(rest) and (called or not _listed(text, found, letters)):
            return found, _without_option(_closed(rest), found, options)
    sure = {_letters(one["letters"], letters) for one in _IS_RIGHT.finditer(text)} - {()}
    if len(sure) == 1 and not re.search(r"\b(?:not|neither|nor)\b[^.]{0,20}$", _before(text)):
        return sure.pop(), text
    return _by_text(text, options)


def _plain_start(text: str) -> str:
    """The text without the emphasis, bullet and quote marks round its first words."""
    text = re.sub(r"^(?:[-*+•>]\s+)+", "", text)
    text = _EMPHASISED.sub(r"\2\3", text[:60]) + text[60:]
    text = re.sub(r"^(\*\*|__|\*|_)\s*(.+?)\s*\1(?!\w)", r"\2", text, count=1, flags=re.DOTALL)
    # "**Answer:** **B**" has two.
    return re.sub(
        rf"^({_CALLED})(\*\*|__|\*|_)\s*(.+?)\s*\2", r"\1\3", text, count=1, flags=re.IGNORECASE
    )


_EMPHASISED: Final = re.compile(r"(?<!\w)(\*\*|__|\*|_)(\(?[A-Z]\)?)([.:)]?)\1(?!\w)")


def _closed(rest: str) -> str:
    """The rest with a capital where the statement before it was cut off."""
    rest = re.sub(r"^(?:[.:;,)]|[—–-](?=\s))+\s*", "", rest)
    return _capital(rest)


def _capital(text: str) -> str:
    first = re.match(r"[a-z]+", text)
    # A name of code keeps its small letter: `p2p`, all_gather.
    if first and not re.match(r"[a-z]*[_\d(`A-Z]", text):
        return text[0].upper() + text[1:]
    return text


def _letters(text: str, known: Sequence[str]) -> tuple[str, ...]:
    """The letters named, if all of them are options."""
    found = tuple(one.upper() for one in re.findall(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", text))
    if not found or any(one not in known for one in found) or len({*found}) < len(found):
        return ()
    return found


def _listed(text: str, found: Sequence[str], letters: Sequence[str]) -> bool:
    """Whether the statement is but the first of remarks that name every option alike."""
    marks = [
        (mark["letter"], _style(mark[0]))
        for mark in _REMARK.finditer(f"{text}\n")
        if mark["letter"] in letters
    ]
    own = next((style for letter, style in marks if letter == found[0]), "")
    others = [letter for letter, style in marks if letter not in found and style == own]
    if not others:
        return False
    # "C. ... A. ... B. ..." puts the right one first; in "A. ... B. ... C. ..." nobody can tell.
    apart = found[0] != letters[0] and len(others) == len(letters) - len(found)
    return not (apart and others == sorted(others))


_REMARK: Final = re.compile(
    r"(?:^|\n|(?<=[.;!?])\s)\s*(?:[-*+•]\s+)?(?:\*\*|__)?"
    r"\(?(?P<letter>[A-Z])\)?(?:\*\*|__)?(?:[.:]|\s*[—–]|(?<=\)))(?:\*\*|__)?(?=\s)"
)


def _style(mark: str) -> str:
    """How a letter is written, whichever it is: `(A) —` is another style than `(A)`."""
    return ("bold " if "**" in mark or "__" in mark else "") + re.sub(r"[A-Z*_\s•+-]", "", mark)


def _by_text(text: str, options: Sequence[tuple[str, str]]) -> tuple[tuple[str, ...], str]:
    """The option whose own text the check begins with, if there is exactly one."""
    body = _plain_start(text)
    body = re.sub(rf"^(?:{_GOOD}\s*)?(?:{_CALLED})?", "", body, count=1, flags=re.IGNORECASE)
    meant = []
    for letter, option in options:
        start = _loose(option)
        if len(start) > 1 and re.match(
            rf"{re.escape(start)}(?:[.:;!,]|\s*[—–]|\s*$|\s*\n)", _loose(body)
        ):
            meant.append((letter, len(option)))
    if len(meant) != 1:
        return (), text
    rest = body[len(options[[letter for letter, _ in options].index(meant[0][0])][1].rstrip(".")) :]
    return (meant[0][0],), _closed(rest.lstrip("*_").strip())


def _loose(text: str) -> str:
    return " ".join(text.replace("*", "").replace("`", "").casefold().rstrip(".").split(" "))


def _without_option(rest: str, found: Sequence[str], options: Sequence[tuple[str, str]]) -> str:
    """The rest without the option's own words: `**B. Owner only.** Each ...`."""
    own = next(text for letter, text in options if letter == found[0])
    start = own.rstrip(".").casefold()
    if len(found) == 1 and rest.casefold().startswith(start):
        after = rest[len(start) :]
        if re.match(r"\**[.:;!]|\*\*|\s*(?:[—–\n]|$)", after):
            return _closed(after.lstrip("*. ").strip())
    return rest


# --- remarks on options -----------------------------------------------------------------------

_VERB: Final = (
    r"(?:is|are|was|were|would|has|have|does|do|can|could|cannot|can't|isn't|aren't|doesn't|"
    r"don't|won't|will|may|might|must|needs?|[a-z]+(?:[^s\W]s|es)|forgot|counted|mixed|ignore|"
    r"confuse|describe|assume|forget|divide|count|miss|leave|get|take|treat|use|[a-z]+ed)"
)
_NAMED: Final = re.compile(
    rf"(?P<lead>(?:[-*+•]\s+)?(?:(?:{_GOOD}|{_BAD})\s*)?(?:\*\*|__|[*_](?=\(?[A-Z]\)?[*_]))?"
    r"(?:(?:why\s+not|not|if\s+you\s+(?:chose|picked|said|answered|went\s+with)|picking|choosing"
    r"|answering)\s+)?(?P<word>(?:option|choice)s?\s+)?)"
    rf"(?P<letters>{_SEVERAL}(?:\s*/\s*{_ONE}){{0,25}})(?:\*\*|__|[*_](?!\w))?"
    r"(?P<mark>\s*(?:✅|✓|✔\ufe0f?|❌|✗|✘|✖\ufe0f?)\s*|\s*[:—–?]\s*|\s+-\s+|[.)](?=\s)|,\s+|\s*\((?=[^)]{3,}\))|(?=\s)|$)(?:\*\*|__)?\s*(?P<rest>.*)",
    re.DOTALL | re.IGNORECASE,
)


def _remarks(text: str, letters: Sequence[str]) -> tuple[dict[str, str], str]:
    """What is said of each letter, and what is said of none."""
    says: dict[str, list[str]] = {}
    kept: list[str] = []
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*[-*+•]\s)", text.strip()):
        here: tuple[str, ...] = ()
        general: list[str] = []
        for sentence in _sentences(paragraph):
            named = _named(sentence, letters)
            if named:
                here, words = named
                for letter in here:
                    says.setdefault(letter, []).append(words)
            elif here:
                for letter in here:
                    says[letter].append(sentence.strip())
            else:
                general.append(sentence)
        said = "".join(general).strip()
        if said:
            kept.append(said[:-1] + "." if said.endswith(";") else said)
    says_of = {letter: _tidy(" ".join(said)) for letter, said in says.items()}
    if says_of:  # what announced the remarks: "Why the others fail:"
        kept = [one for one in kept if not (one.endswith(":") and len(one.split()) <= 7)]
    return says_of, re.sub(r"\n\n(?=[-*+•] )(?<=[^\n]\n\n)", "\n", "\n\n".join(kept))


def _tidy(said: str) -> str:
    said = " ".join(said.split())
    if said.count("**") % 2:
        said = said.replace("**", "")
    said = said.strip()
    return said.rstrip(";, ") + "." if said.endswith((";", ",")) else said


_BREAK: Final = re.compile(
    r"(?<=[.!?;])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bcf\.)(?:\*\*|__|\))?\s+"
    r"(?=[\"“(*_`✅❌✓✗A-Z]|not [A-Z]\b)|\n(?=\s*(?:\*\*|__)?\(?[A-Z]\)?(?:\*\*|__)?[.:)]?\s)"
)


def _sentences(paragraph: str) -> list[str]:
    ends = [0, *(found.end() for found in _BREAK.finditer(paragraph)), len(paragraph)]
    return [paragraph[a:b] for a, b in pairwise(ends) if paragraph[a:b].strip()]


def _named(sentence: str, letters: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """The options that a sentence is about, and its words for whoever chose one of them."""
    text = sentence.strip()
    if text.startswith("(") and text.endswith((")", ").")) and not re.match(r"\([A-Za-z]\)", text):
        text = text[1:].rstrip(".").removesuffix(")")
    head, tail = text[:40], text[40:]
    bare = _EMPHASISED.sub(r"\2\3", head)
    if re.match(r"[*_]+(?:why|not|if|option|choice|picking|choosing)\b", bare, re.IGNORECASE):
        bare = bare.replace("*", "").replace("_", "")
    dressed = bare != head
    text = bare + tail
    match = _NAMED.fullmatch(text)
    if match is None:
        return None
    found = _letters(match["letters"].replace("/", " , "), letters)
    if not found or (
        match["letters"].strip("()`").islower() and not match["letters"].startswith("(")
    ):
        return None
    rest, mark = match["rest"].strip(), match["mark"].strip()
    if match["letters"].endswith(")") and "(" not in match["letters"]:
        mark = ")"  # "A) nothing is skipped"
    dressed = dressed or bool(re.search(r"\w", match["lead"])) or "(" in match["letters"]
    if not rest:
        return None
    if mark in ("", ",", "("):
        # "A ring moves ..." begins with an article, "B bytes ..." with a quantity.
        verb = re.match(rf"{_VERB}\b(?!\s*[=<>])", rest)
        if not (verb or dressed):
            return None
        if re.search(r"\bif\s+you\b", match["lead"], re.IGNORECASE) and len(found) == 1:
            return found, _capital(rest)
        if not verb and mark == "" and len(found) == 1:
            return found, _capital(rest)
        if len(found) > 1 or not verb:
            return found, re.sub(r"\*\*|__", "", re.sub(r"^[-*+•]\s+", "", text))
        return found, f"This {rest}"
    return found, _capital(re.sub(rf"^(?:{_GOOD}|{_BAD})\s*", "", rest))


def _after(text: str, letter: str) -> str:
    """What follows where a line or sentence names the letter."""
    found = re.search(
        rf"(?:^|\n|(?<=[.;!?])\s)\s*(?:[-*+•]\s+)?(?P<sign>(?:{_GOOD}|{_BAD})\s*)?(?:\*\*|__)?"
        rf"(?:option\s+)?\(?{letter}\)?(?:\*\*|__)?\s*[.:)—–-]?(?:\*\*|__)?\s*(?P<rest>.*)",
        text,
    )
    return f"{found['sign'] or ''}{found['rest']}" if found else ""


def _before(text: str) -> str:
    found = _IS_RIGHT.search(text)
    return text[: found.start()] if found else ""
