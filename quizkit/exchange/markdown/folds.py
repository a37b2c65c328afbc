"""Turn `<details>` blocks among rows into folds: what is shown on request, under what name.

A line that starts with "Check:" or "Hint:" is read as a fold too, in lessons that are plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from quizkit.exchange.markdown.source import Notices, Row

FoldName = Literal["check", "hint", "answers", "explanation", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """One folded block: what its summary calls it, where it begins, and what stands in it."""

    name: FoldName
    summary: str
    line: int
    rows: list[Row]


Piece = Row | Fold

_TAG = re.compile(r"(</?(?:details|summary)\b[^>]*>)", re.IGNORECASE)

_NAMES: tuple[tuple[FoldName, str], ...] = (
    ("answers", r"(?:check )?(?:the |your |all )?(?:answers|solutions)|answer key"),
    ("hint", r"(?:a |need a |small |big |first |second )?(?:hint|nudge|clue)s?\b.*"),
    ("check", r"(?:check|answer|solution|model answer|show answer|reveal|key|show|see)\b.*"),
    ("explanation", r"(?:why|explanation|explain|because|reasoning|worked)\b.*"),
)


def fold_name(summary: str) -> FoldName:
    """What a summary says is folded.

    >>> fold_name("✅ **Check**"), fold_name("Hint 2"), fold_name("Check answers")
    ('check', 'hint', 'answers')
    """
    words = " ".join(re.findall(r"[a-z0-9]+", re.sub(r"<[^>]*>", "", summary).lower()))
    return next((name for name, words_of in _NAMES if re.fullmatch(words_of, words)), "other")


@dataclass(slots=True)
class _Open:
    line: int
    summary: str = ""
    rows: list[Row] = field(default_factory=list)

    def closed(self) -> Fold:
        name = fold_name(self.summary) if self.summary.strip() else "check"
        return Fold(name=name, summary=self.summary.strip(), line=self.line, rows=self.rows)


def fold(rows: Sequence[Row], notices: Notices, *, labels: bool = True) -> list[Piece]:
    """The rows with their folds; one that is never closed ends where the next begins.

    With `labels`, lines such as "Check: ..." are folds too.
    """
    pieces, unclosed = _folded(rows, nested=True)
    if unclosed:
        notices.say(unclosed, "<details> is never closed; it ends where the next one begins")
        pieces, _ = _folded(rows, nested=False)
    return _labelled(pieces) if labels else pieces


def _folded(rows: Iterable[Row], *, nested: bool) -> tuple[list[Piece], int]:
    out: list[Piece] = []
    stack: list[_Open] = []
    in_summary = False
    for row in rows:
        parts = [row.text] if row.code else _TAG.split(row.text)
        if len(parts) > 1 and _in_code(row.text):
            parts = [row.text]
        if len(parts) == 1:
            if not nested and stack and not row.code and _BOXED.match(row.text):
                out += [one.closed() for one in stack]
                stack = []
            if in_summary and stack:
                stack[-1].summary += " " + row.text.strip()
            else:
                (stack[-1].rows if stack else out).append(row)
            continue
        column = 0
        for part in parts:
            tag = part.lower() if _TAG.fullmatch(part) else ""
            if tag.startswith("<details"):
                if stack and not nested:
                    out += [one.closed() for one in stack]
                    stack = []
                stack.append(_Open(row.number))
            elif tag.startswith("</details"):
                in_summary = False
                if stack:
                    out.append(stack.pop().closed())
            elif tag.startswith("<summary"):
                in_summary = bool(stack)
            elif tag.startswith("</summary"):
                in_summary = False
            elif in_summary:
                stack[-1].summary += part
            elif part.strip():
                # What stands behind a tag begins where its line does.
                piece = row.having(" " * row.indent + part.lstrip() if column else part)
                (stack[-1].rows if stack else out).append(piece)
            column += len(part)
    unclosed = stack[0].line if stack else 0
    # An inner fold was closed first, but its outer one began before it.
    return out + [one.closed() for one in stack], unclosed


_BOXED = re.compile(r" {0,3}(?:#+ +)?(?:[-*+•] +|\d+[.)] +)?(?:\[[ xX]?\]|[☐☑☒□▢⬜◻])")


def _in_code(text: str) -> bool:
    """Whether the first tag of a line stands in a code span."""
    found = _TAG.search(text)
    return found is not None and text.count("`", 0, found.start()) % 2 == 1


# --- the same in plain text -------------------------------------------------------------------

_LABEL = re.compile(
    r"(?P<lead>\s*(?:>\s*)?(?:[-*+•→]\s+)?\W{0,3}?)(?:\*\*|__|\*|_)?"
    r"(?P<label>check|hint|answer|solution|model answer|explanation)(?:\s*\d{1,2})?"
    r"(?:\*\*|__|\*|_)?\s*:\s*(?:\*\*|__|\*|_)?\s*(?P<rest>.*)",
    re.IGNORECASE,
)


def _labelled(pieces: Iterable[Piece]) -> list[Piece]:
    """Lines `Check: ...` as folds, to the next empty line that no further indented one follows."""
    out: list[Piece] = []
    open_at: Fold | None = None
    depth, blank = 0, False
    for piece in pieces:
        if isinstance(piece, Fold):
            open_at = None
            out.append(piece)
            continue
        label = None if piece.code else _LABEL.fullmatch(piece.text)
        if label:
            lead = len(label["lead"].expandtabs()) if label["lead"].strip() else piece.indent
            depth, blank = min(piece.indent, lead), False
            rest = piece.having(label["rest"])
            open_at = Fold(
                name=fold_name(label["label"]),
                summary=label["label"],
                line=piece.number,
                rows=[rest] if label["rest"] else [],
            )
            out.append(open_at)
        elif open_at and piece.is_blank:
            blank = True
            open_at.rows.append(piece)
        elif open_at and (not blank or piece.indent > depth) and not _begins(piece, depth):
            open_at.rows.append(piece)
            blank = False
        else:
            open_at = None
            out.append(piece)
    return out


def _begins(row: Row, depth: int) -> bool:
    """Whether a row starts the next question rather than going on with the fold above it."""
    if row.code or row.indent > depth:
        return False
    return bool(re.match(r"\s*(?:[-*+•]\s|\d{1,3}[.)]\s|#|\*\*\d|Q\d)", row.text)) or bool(
        _BOXED.match(row.text)
    )
