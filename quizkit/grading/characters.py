"""Turn typed characters into the few that the grammar knows, by listed maps.

Never NFKC: it would turn `1½` into 11⁄2 and `10²` into 102. What is on no list stops the reader,
and is named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ZEROS = "0٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀႐០᠐᥆᧐᪀᪐᭐᮰᱀᱐꘠꣐꤀꧐꧰꩐꯰０𐒠𐴰𑁦𑃰𑄶𑇐𑋰𑑐𑓐𑙐𑛀𑜰𑣠𑥐𑱐𑵐𑶠𖩠𖫀𖭐𝟎𝟘𝟢𝟬𝟶𞅀𞋰𞥐🯰"
"""The zero of each script's decimal digits; nine follow it, in order."""
_LOOK_ALIKE = "０𝟎𝟘𝟢𝟬𝟶🯰"  # these look like the ASCII ones, so that a mixture misleads nobody

VULGAR = {
    "¼": (1, 4), "½": (1, 2), "¾": (3, 4), "⅐": (1, 7), "⅑": (1, 9), "⅒": (1, 10), "⅓": (1, 3),
    "⅔": (2, 3), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6),
    "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "↉": (0, 3),
}  # fmt: skip
"""Fractions of one character, as numerator and denominator."""

SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))

_DASHES = "‒–—―"
_HYPHENS = "‐‑﹣－"
_BLANKS = "\t\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_LINE_ENDS = "\n\r\v\f\u0085\u2028\u2029"
_AROUND = " \n\x1c\x1d\x1e\x1f"  # what `str.strip` takes away, once it is mapped
# The marks that make right-to-left text run backwards are not here: they change what is seen.
_INVISIBLE = (
    "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202d\u2060\u2066\u2068\u2069"
    "\ufe0e\ufe0f\ufeff"
)


def _map() -> dict[int, str]:
    pairs = {
        **dict.fromkeys(_DASHES, "–"),
        **dict.fromkeys(_HYPHENS, "-"),
        **dict.fromkeys(_BLANKS, " "),
        **dict.fromkeys(_LINE_ENDS, "\n"),
        **dict.fromkeys(_INVISIBLE, ""),
        # The dot operator is what a typeset product is copied with, its raised digits lost.
        **dict.fromkeys("✕✖⨯⋅∙", "×"),
        **dict.fromkeys("∗⁎＊", "*"),
        **dict.fromkeys("÷∕", "/"),
        **dict.fromkeys("’‘ʼ´`＇", "'"),
        **dict.fromkeys("≈∼≃≅～", "~"),
        **dict.fromkeys("٪﹪", "%"),
        "ˆ": "^", "﹢": "+", "∶": ":", "﹕": ":", "﹐": ",", "﹒": ".", "μ": "µ",
    }  # fmt: skip
    # The full-width forms of ASCII, one by one at a fixed distance; digits come with their script.
    for code in range(0xFF01, 0xFF5F):
        if chr(code) not in pairs:
            pairs[chr(code)] = chr(code - 0xFEE0)
    for zero in _ZEROS[1:]:
        pairs |= {chr(ord(zero) + digit): str(digit) for digit in range(10)}
    return {ord(char): to for char, to in pairs.items()}


_MAP = _map()
_SCRIPTS = {
    chr(ord(zero) + digit): "0" if zero in _LOOK_ALIKE else zero
    for zero in _ZEROS
    for digit in range(10)
}
_LOST = "\ufffd"  # what stands where a character was lost: no text that holds it is whole
_KEPT = "–−×·⁄Ψψµ٫٬" + "".join(VULGAR) + "".join(SUPERSCRIPTS) + "".join(SUBSCRIPTS)
_SOFT_MINUS = re.compile(r"\u00ad\s*[.,]?\d")  # as text copied from a PDF has it
_PERSIAN_SLASH = re.compile("[۰-۹] ?/ ?[۰-۹]")
_UNKNOWN = re.compile(f"[^ -~\n{_KEPT}]")
_UNSEEN_IN_TEXT = re.compile(
    rf"(?![{_BLANKS}{_LINE_ENDS}])[\x00-\x1f\x7f-\x9f\u202b\u202e\u2067\ud800-\udfff{_LOST}]"
)
_INVISIBLE_ONLY = {ord(char): "" for char in _INVISIBLE}


@dataclass(frozen=True, slots=True)
class Stopped:
    """The reader goes no further; `message` names the character that stopped it."""

    message: str


def clean(text: str) -> str | Stopped:
    """The text in the grammar's characters, without blanks and invisible characters around it.

    >>> clean("\u202d１．５ ×\u00a010⁹\u202c"), clean("٣٫٥")
    ('1.5 × 10⁹', '3٫5')
    """
    if text.isascii() and text.isprintable() and "`" not in text:
        return text.strip(" ")
    # A tab parts two cells of a table, so it groups no digits; a line end parts likewise.
    mapped = text.replace("\t", "\n").translate(_MAP).strip(_AROUND)
    unknown = _UNKNOWN.search(mapped)
    if unknown:
        return Stopped(f"{name(unknown[0])} has no place in a number. Type digits.")
    if len({_SCRIPTS[char] for char in text if char in _SCRIPTS}) > 1:
        return Stopped("The digits are of more than one script. Type all of them in one.")
    if "\u00ad" in text and _SOFT_MINUS.search(text):
        return Stopped(
            "An invisible hyphen, U+00AD, stands before a digit: it can be a minus sign that was "
            "copied. Type the number anew."
        )
    if "/" in text and _PERSIAN_SLASH.search(text):
        return Stopped(
            'Between Persian digits "/" can be the decimal mark or a division. '
            "Type a point for the one, ÷ for the other."
        )
    return mapped


def is_blank(text: str) -> bool:
    """Whether nothing visible was typed.

    >>> is_blank(" \u00a0\u200b")
    True
    """
    return not without_invisible(text).strip()


def unseen(text: str) -> Stopped | None:
    """What stops the reader of a text: a control character, a lost one, one that turns it round.

    >>> unseen("q\x1b"), unseen("q\tq")
    (Stopped(message='U+001B (control character) has no place in an answer. Type it anew.'), None)
    """
    if text.isprintable() and _LOST not in text:
        return None
    found = _UNSEEN_IN_TEXT.search(text.strip())
    return Stopped(f"{name(found[0])} has no place in an answer. Type it anew.") if found else None


def without_invisible(text: str) -> str:
    """The text without the characters that show nothing and move nothing."""
    return text if text.isascii() else text.translate(_INVISIBLE_ONLY)


def to_ascii(text: str) -> str:
    """The text with full-width forms, other scripts' digits and typographic marks as ASCII.

    >>> to_ascii("（ｂ）２")
    '(b)2'
    """
    return text if text.isascii() else text.translate(_MAP)


def name(char: str) -> str:
    """A character as a message names it: itself if it shows, and its Unicode name if not ASCII.

    >>> name("$"), name("Ⅷ"), name("\u202e")
    ('"$"', '"Ⅷ" (ROMAN NUMERAL EIGHT)', 'U+202E (RIGHT-TO-LEFT OVERRIDE)')
    """
    if " " < char <= "~":
        return f'"{char}"' if char != '"' else "The quotation mark"
    from unicodedata import name as unicode_name  # loads a large table, needed only here

    shown = f'"{char}"' if char.isprintable() and char != " " else f"U+{ord(char):04X}"
    return f"{shown} ({unicode_name(char, 'control character')})"
