"""Turn the rows of a section into its items: questions or tasks with options, hints and checks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from quizkit.errors import ContentError
from quizkit.exchange.markdown.folds import Fold, Piece, fold
from quizkit.exchange.markdown.source import Notices, Row, is_rule, trimmed

BOX: Final = r"(?:\\?\[[ xX✓]?\\?\](?!\()|<input type=.checkbox.[^>]*>|[☐☑☒□▢⬜◻◽❏❑⬚])\ufe0f?"
MOST_ITEMS: Final = 500


@dataclass(slots=True, kw_only=True)
class Option:
    """One lettered option; `ticked` where its own box is."""

    letter: str
    rows: list[Row]
    ticked: bool = False


@dataclass(slots=True, kw_only=True)
class Item:
    """One question or task as it stands in the file; nothing is understood yet."""

    line: int
    number: int | None
    prompt: list[Row]
    options: list[Option] = field(default_factory=list)
    folds: list[Fold] = field(default_factory=list)

    def folded(self, *names: str) -> list[Row]:
        """The rows of its folds of these names, an empty one between two folds."""
        rows: list[Row] = []
        for one in self.folds:
            if one.name in names and one.rows:
                rows += [*([Row(one.line, "")] if rows else []), *trimmed(one.rows)]
        return rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """The items of a section, and the rows that belong to none."""

    items: list[Item]
    loose: list[Row]


# --- where items start ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Start:
    """What an item's first row is marked with, and the row without the marks."""

    row: Row
    heading: bool
    bullet: bool
    box: bool
    number: int | None


_MARKS = {
    "heading": re.compile(r"#{2,6}\s+"),
    "bullet": re.compile(r"(?:[-*+•‣▪◦–]|\d{1,3}[.)](?=\s+(?:\*\*|__)?" + BOX + r"))\s+"),
    "box": re.compile(BOX + r"(?:\s+|$|(?=\*\*|\d))"),
    "number": re.compile(
        r"(?:(?:question|ques|q|problem|exercise|task|rep)\s*#?\s*(\d{1,3})\s*(?:[.):—–-]|(?=\*\*|__|$))"
        r"|(\d{1,3})\s?[.)](?=\s|\*\*|__|$)"
        r"|(\d{1,3})(?=(?:\*\*|__)\s))\s*",
        re.IGNORECASE,
    ),
}


def _start(row: Row) -> _Start:
    """Peel heading, bullet, box, number and bold marks off a row, in whatever order they come."""
    text, at = row.text, row.indent
    found: dict[str, int | bool] = {}
    bold = ""
    while True:
        rest = text[at:]
        if not bold and rest[:2] in ("**", "__") and "number" not in found:
            bold, at = rest[:2], at + 2
            continue
        for name, pattern in _MARKS.items():
            match = None if name in found else pattern.match(rest)
            if match is None or (bold and name in ("heading", "bullet")):
                continue
            if name == "bullet" and rest[0].isdigit():
                found["number"] = int(re.match(r"\d+", rest)[0])  # type: ignore[index]
            found[name] = True
            if name == "number":
                found["number"] = int(next(group for group in match.groups() if group))
            at += match.end()
            break
        else:
            break
    rest = text[at:]
    if bold:
        if rest.startswith(bold):
            rest = re.sub(r"^[\s:.—–-]+(?=\S)", "", rest[2:])
        elif "box" in found or "number" in found:
            # The marks stood inside the bold text; where that is all, it is no emphasis.
            whole = re.fullmatch(rf"(.*?){re.escape(bold)}([.:?]?)\s*", rest)
            rest = whole[1] + whole[2] if whole and bold not in whole[1] else bold + rest
        else:
            rest = text[row.indent :] if not found else bold + rest
    box = re.match(BOX + r"\s+", rest)
    if box and "box" not in found:
        found["box"], rest = True, rest[box.end() :]
    number = found.get("number")
    return _Start(
        row=row.having(" " * min(at, 60) + rest.lstrip()),
        heading="heading" in found,
        bullet="bullet" in found,
        box="box" in found,
        number=None if number is None else int(number),
    )


def split_items(rows: Sequence[Row], notices: Notices) -> Items:
    """The items of a section: by boxes and numbers, else by bullets, headings, questions."""
    pieces = fold(rows, notices)
    starts = _chosen(pieces)
    items: list[Item] = []
    loose: list[Row] = []
    here: list[Piece] = []
    for index, piece in enumerate(pieces):
        if index in starts:
            _close(items, here)
            start = starts[index]
            items.append(Item(line=start.row.number, number=start.number, prompt=[]))
            here = [start.row]
        elif items and not _leaves(piece):
            here.append(piece)
        elif isinstance(piece, Fold):
            summary = Row(piece.line, f'(folded as "{piece.summary or piece.name}")')
            loose += [Row(piece.line, ""), summary, *piece.rows, Row(piece.line, "")]
        else:
            _close(items, here)
            here = []
            loose.append(piece)
    _close(items, here)
    if len(items) > MOST_ITEMS:
        line = items[MOST_ITEMS].line
        raise ContentError(
            f"{notices.file}:{line}: more than {MOST_ITEMS} items in one section; split the lesson"
        )
    whole = [item for item in items if item.prompt or item.options or item.folds]
    return Items(items=whole, loose=trimmed(loose))


def _leaves(piece: Piece) -> bool:
    """A heading between items: it belongs to none of them."""
    return isinstance(piece, Row) and not piece.code and bool(re.match(r"#{2,6}\s", piece.text))


def _chosen(pieces: Sequence[Piece]) -> dict[int, _Start]:
    rows = {i: p for i, p in enumerate(pieces) if isinstance(p, Row) and not p.code and p.text}
    starts = {i: _start(row) for i, row in rows.items() if not _option_of(row)}
    boxed = {i: s for i, s in starts.items() if s.box}
    numbered = {i: s for i, s in starts.items() if s.number is not None}
    if boxed:
        return _with_numbered(_outermost(boxed, rows), numbered, rows, pieces)
    if numbered:
        return _in_sequence(_outermost(numbered, rows))
    bullets = {i: s for i, s in starts.items() if s.bullet}
    if bullets:
        return _outermost(bullets, rows)
    headings = {i: s for i, s in starts.items() if s.heading}
    if headings:
        return headings
    return {
        i: s
        for i, s in starts.items()
        if not s.heading
        and not is_rule(rows[i].text)
        and (i == 0 or _is_blank(pieces[i - 1]))
        and any(_asks(pieces, i))
    }


def _is_blank(piece: Piece) -> bool:
    return isinstance(piece, Row) and piece.is_blank


def _asks(pieces: Sequence[Piece], start: int) -> list[bool]:
    """Whether a paragraph holds a question or is followed by something folded."""
    found = []
    for piece in pieces[start:]:
        if isinstance(piece, Fold):
            found.append(True)
            break
        if not piece.text:
            break
        found.append(piece.text.rstrip("*_ ").endswith("?"))
    return found


def _outermost(starts: dict[int, _Start], rows: dict[int, Row]) -> dict[int, _Start]:
    least = min(rows[i].indent for i in starts)
    return {i: s for i, s in starts.items() if rows[i].indent <= least + 1}


def _with_numbered(
    boxed: dict[int, _Start],
    numbered: dict[int, _Start],
    rows: dict[int, Row],
    pieces: Sequence[Piece],
) -> dict[int, _Start]:
    """The items with a box, and those among and before them that have a number alone.

    Among them the numbers must go on from one to the next: others are steps within a question.
    """
    furthest = max(rows[i].indent for i in boxed)
    plain = {i: s for i, s in numbered.items() if i not in boxed and rows[i].indent <= furthest}
    together = dict(sorted({**boxed, **plain}.items()))
    numbers = [start.number for start in together.values()]
    if None not in numbers and all(b == a + 1 for a, b in pairwise(numbers)):  # type: ignore[operator]
        return together
    before = _in_sequence({i: s for i, s in plain.items() if i < min(boxed)})
    ends = [*list(before)[1:], min(boxed)]
    if any(any(_asks(pieces[:end], i)) for i, end in zip(before, ends, strict=False)):
        return {**before, **boxed}
    return boxed


def _in_sequence(starts: dict[int, _Start]) -> dict[int, _Start]:
    """Without the numbered steps inside a question, which start again at 1.

    A list that only ever says "1." is Markdown's way to number: then all of them count.
    """
    numbers = [s.number for s in starts.values()]
    if len({*numbers}) == 1:
        return starts
    kept: dict[int, _Start] = {}
    last: int | None = None
    for index, start in starts.items():
        if last is None or start.number == last + 1 or start.heading:
            kept[index] = start
            last = start.number
    return kept


# --- what an item consists of -----------------------------------------------------------------

_OPTION = re.compile(
    r"(?P<lead>\s*(?:[-*+•◦○]\s+)?)(?P<box>" + BOX + r"\s*)?"
    r"(?:(?P<bold>\*\*|__|`)\(?(?P<b>[A-Za-z])[).:]?(?P=bold)\s*(?:[).:—–-]+(?=\s))?"
    r"|\((?P<p>[A-Za-z])\)|(?P<l>[A-Za-z])(?:[).:](?=\s)|\s+[—–-](?=\s)))"
    r"\s+(?P<text>\S.*)"
)
_BOLD_OPTION = re.compile(
    r"(?P<lead>\s*(?:[-*+•◦○]\s+)?)(?P<box>" + BOX + r"\s*)?"
    r"(?P<bold>\*\*|__)\(?(?P<l>[A-Za-z])[).:]\s+(?P<text>[^*]+)(?P=bold)\s*"
)


def _option_of(row: Row) -> Option | None:
    match = _OPTION.fullmatch(row.text) or _BOLD_OPTION.fullmatch(row.text)
    if match is None:
        return None
    groups = match.groupdict()
    letter = groups.get("b") or groups.get("p") or groups["l"]
    ticked = bool(match["box"]) and match["box"].strip("\ufe0f ") not in (
        "[ ]",
        "[]",
        *"☐□▢⬜◻◽❏❑⬚",
    )
    text = row.having(" " * match.start("text") + match["text"])
    return Option(letter=letter.upper(), rows=[text], ticked=ticked)


def _close(items: list[Item], pieces: Sequence[Piece]) -> None:
    """Sort the pieces of the last item: prompt, options, folds."""
    if not items or not pieces:
        return
    item = items[-1]
    prompt: list[Row] = []
    options: list[Option] = []
    blank = False
    depth = 0
    for piece in pieces:
        if isinstance(piece, Fold):
            item.folds.append(piece)
            blank = True
            continue
        option = None if piece.code else _option_of(piece)
        expected = chr(ord("A") + len(options))
        if option and option.letter == expected:
            options.append(option)
            blank, depth = False, piece.indent
        elif options and not piece.is_blank and (not blank or piece.indent > depth + 1):
            options[-1].rows.append(piece)
            blank = False
        elif piece.is_blank and options:
            blank = True
        else:
            prompt.append(piece)
    if len(options) == 1:  # "A. Smith showed ..." is a sentence
        item.folds = [one for one in pieces if isinstance(one, Fold)]
        item.prompt = trimmed([one for one in pieces if isinstance(one, Row)])
        _inline(item)
        return
    item.prompt, item.options = trimmed(prompt), options
    if not options:
        _inline(item)


_INLINE = re.compile(r"(?:(?<=\s)|^)(?:\*\*)?(?:\(([A-Ha-h])\)|([A-H])[.)])(?:\*\*)?(?=\s)")


def _inline(item: Item) -> None:
    """Options that stand in one row: `A) 2 B) 4 C) 8`."""
    for place, row in enumerate(item.prompt):
        if row.code:
            continue
        marks = list(_INLINE.finditer(row.text))
        letters = [(mark[1] or mark[2]).upper() for mark in marks]
        if len(letters) < 2 or letters != [chr(ord("A") + n) for n in range(len(letters))]:
            continue
        before = row.text[: marks[0].start()].rstrip()
        if before and len(letters) < 3 and before[-1] not in "?:":
            continue
        ends = [mark.start() for mark in marks[1:]] + [len(row.text)]
        texts = [
            row.text[mark.end() : end].strip(" ;,|/·")
            for mark, end in zip(marks, ends, strict=True)
        ]
        if not all(texts):
            continue
        item.options = [
            Option(letter=letter, rows=[row.having(text)])
            for letter, text in zip(letters, texts, strict=True)
        ]
        kept = [row.having(before)] if before.strip() else []
        item.prompt = trimmed([*item.prompt[:place], *kept, *item.prompt[place + 1 :]])
        return


# --- answers that stand apart -----------------------------------------------------------------


def spread_answers(rows: Sequence[Row], items: Sequence[Item]) -> list[int]:
    """Give numbered answers to the items of those numbers; the numbers that found no item."""
    lost: list[int] = []
    groups: list[tuple[int, list[Row]]] = []
    for row in rows:
        start = None if row.code or row.indent > 3 else _start(row)
        if start is not None and start.number is not None:
            groups.append((start.number, [start.row]))
        elif groups:
            groups[-1][1].append(row)
    for number, answer in groups:
        meant = [item for item in items if item.number == number]
        if len(meant) == 1 and not meant[0].folded("check"):
            kept = trimmed(answer)
            meant[0].folds.append(
                Fold(name="check", summary="Check", line=kept[0].number, rows=kept)
            )
        else:
            lost.append(number)
    return lost


def gather_answers(items: Sequence[Item]) -> None:
    """Spread what the last item holds under "Answers" over the items that it speaks of."""
    for item in items:
        for one in [one for one in item.folds if one.name == "answers"]:
            item.folds.remove(one)
            numbers = {
                start.number
                for row in one.rows
                if not row.code and (start := _start(row)).number is not None
            }
            if len(numbers) > 1 and numbers <= {each.number for each in items}:
                spread_answers(one.rows, items)
            else:
                item.folds.append(replace(one, name="check"))
