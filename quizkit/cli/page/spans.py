r"""Turn a paragraph of Markdown into decorated pieces, and pieces into lines of so many cells.

Stress is `*word*`, `**word**`, `_word_` or `__word__`; code stands in backticks; a link becomes its
text with the address behind it. Stars and underscores inside a word or number are themselves:
`N_d`, `2*3*4`. Nothing else is markup, TeX and HTML least of all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from quizkit.cli.terminal import Line, Role, Span, visible

BREAK = "\n"
"""Within a span's text: the line ends here, whatever its width."""

# Each piece is bounded, so that no text takes more than linear time.
_INLINE = re.compile(
    r"""
      \\ (?P<escaped> [!-/:-@\[-`{-~] )
    | (?<!`) (?P<ticks> `+ ) (?P<code> [^`] | [^`] .{0,999}? [^`] ) (?P=ticks) (?!`)
    | !? \[ (?P<label> [^\[\]]{1,999} ) \]
      \( (?P<url> [^()\s]{1,999} (?: \( [^()\s]{0,99} \) [^()\s]{0,99} )? )
         (?: \s+ "[^"]{0,999}" )? \)
    | < (?P<address> [a-z][a-z0-9+.-]{1,30} : [^\s<>]{1,999} ) >
    | \*\* (?=\S) (?P<strong> .{1,999}? ) (?<=\S) \*\* (?!\*)
    | (?<![\w*]) \* (?![\s*]) (?P<stress> (?: [^*] | \*\*[^*]{1,99}\*\* ){1,999}? ) (?<=\S)
      \* (?![\w*])
    | (?<!\w) __ (?=[^\s_]) (?P<strong_> [^_]{1,999}? ) (?<=\S) __ (?!\w)
    | (?<!\w) _ (?=[^\s_]) (?P<stress_> .{1,999}? ) (?<=[^\s_]) _ (?!\w)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)  # fmt: skip

_MARK: dict[Role, str] = {"strong": "*", "stress": "*", "code": "`"}
_DEEPEST = 5


def spans(text: str, *, marks: bool) -> tuple[Span, ...]:
    """The pieces of a paragraph.

    With `marks`, for output that is not decorated, stress and code keep signs that show them.

    >>> spans("the *exact* N_d", marks=False)
    (('the ', None), ('exact', 'stress'), (' N_d', None))
    >>> spans("__16__ of `a_b`", marks=True)
    (('*16* of `a_b`', None),)
    """
    pieces = _parsed(visible(text), None, 0)
    return tuple(_merged((_marked(piece) for piece in pieces) if marks else pieces))


def _marked(span: Span) -> Span:
    text, role = span
    mark = _MARK[role] if role is not None else ""
    return (f"{mark}{text}{mark}", None)


def _parsed(text: str, role: Role | None, depth: int) -> Iterator[Span]:
    """`role` is what surrounds the text; a piece with a role of its own keeps that."""
    at = 0
    for match in _INLINE.finditer(text):
        if match.start() > at:
            yield (text[at : match.start()], role)
        at = match.end()
        yield from _piece(match, role, depth)
    if at < len(text):
        yield (text[at:], role)


def _piece(match: re.Match[str], role: Role | None, depth: int) -> Iterator[Span]:
    found = match.groupdict()
    if found["escaped"]:
        yield (found["escaped"], role)
    elif found["code"]:
        code = found["code"].replace("\n", " ")
        padded = code.startswith(" ") and code.endswith(" ") and code.strip()
        yield (code[1:-1] if padded else code, "code")
    elif found["label"]:
        yield from _inside(found["label"], role, depth)
        if found["url"] != found["label"]:
            yield (f" ({found['url']})", role)
    elif found["address"]:
        yield (found["address"], role)
    elif found["strong"] or found["strong_"]:
        yield from _inside(found["strong"] or found["strong_"], "strong", depth)
    else:
        yield from _inside(found["stress"] or found["stress_"], role or "stress", depth)


def _inside(text: str, role: Role | None, depth: int) -> Iterator[Span]:
    if depth >= _DEEPEST:
        yield (text, role)
    else:
        yield from _parsed(text, role, depth + 1)


def _merged(pieces: Iterable[Span]) -> Iterator[Span]:
    """Neighbours of one role in one piece."""
    text, role = "", None
    for piece, own in pieces:
        if own != role and text:
            yield (text, role)
            text = ""
        text, role = text + piece, own
    if text:
        yield (text, role)


# --- lines ------------------------------------------------------------------------------------


# One cell each: ASCII, and what frames, bars and heat maps are drawn of. To load the library takes
# a tenth of a start.
_NARROW = re.compile("[ -~\xb7\u2500-\u259f]*")


def cells_of(text: str) -> int:
    """How many cells of a terminal a text takes: 2 for 字, none for a combining accent.

    >>> cells_of("2Ψ"), cells_of("字"), cells_of("e\u0301")
    (2, 2, 1)
    """
    if _NARROW.fullmatch(text):
        return len(text)
    from wcwidth import wcswidth

    return max(0, wcswidth(text))


def cells_of_line(line: Line) -> int:
    """How many cells a line of pieces takes."""
    return sum(cells_of(text) for text, _ in line)


def longest_word(pieces: Iterable[Span]) -> int:
    """How many cells the widest word takes: where lines are shorter, it has to be split."""
    return max((cells_of_line(tuple(word)) for word in _words(pieces)), default=0)


def wrapped(
    pieces: Iterable[Span], cells: int, *, first: str = "", rest: str = "", split: bool = False
) -> list[Line]:
    """The pieces in lines of at most so many cells.

    `first` starts the first line and `rest` the others. A word that is wider than a line overflows
    it, as an address must to be copied whole; `split` breaks it instead.

    >>> wrapped([("one two three", None)], 10, first="- ", rest="  ")
    [(('- one two', None),), (('  three', None),)]
    """
    lines: list[Line] = []
    lead, filled = first, 0
    row: list[Span] = []
    room = max(1, cells - cells_of(first))

    def finish() -> None:
        nonlocal lead, row, filled, room
        lines.append(tuple(_merged([(lead if row else lead.rstrip(), None), *row])))
        lead, row, filled = rest, [], 0
        room = max(1, cells - cells_of(rest))

    for word in _words(pieces):
        if word == [(BREAK, None)]:
            finish()
            continue
        for part in _cut(word, room) if split else [word]:
            wide = cells_of_line(tuple(part))
            if row and filled + 1 + wide > room:
                finish()
            elif row:
                # A blank between two words of one decoration belongs to it.
                row.append((" ", row[-1][1] if row[-1][1] == part[0][1] else None))
                filled += 1
            row += part
            filled += wide
    if row or not lines:
        finish()
    return lines


def _words(pieces: Iterable[Span]) -> Iterator[list[Span]]:
    """Words, each of one piece or more, and forced breaks."""
    word: list[Span] = []
    for text, role in pieces:
        # Only ordinary blanks part words: a no-break space keeps a number and its unit together.
        for part in re.split(r"([ \t\n]+)", text):
            if not part:
                continue
            if part.strip(" \t\n"):
                word.append((part, role))
                continue
            if word:
                yield word
                word = []
            if BREAK in part:
                yield [(BREAK, None)]
    if word:
        yield word


def _cut(word: list[Span], room: int) -> Iterator[list[Span]]:
    """A word in parts that fit."""
    if cells_of_line(tuple(word)) <= room:
        yield word
        return
    part: list[Span] = []
    filled = 0
    for text, role in word:
        for sign in text:
            wide = cells_of(sign)
            if part and wide and filled + wide > room:
                yield list(_merged(part))
                part, filled = [], 0
            part.append((sign, role))
            filled += wide
    yield list(_merged(part))
