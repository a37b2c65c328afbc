"""Turn the bytes of a Markdown file into its rows: numbered, cleaned, code blocks marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from quizkit.content.characters import UNWANTED
from quizkit.errors import ContentError

MOST_BYTES: Final = 2**18
LONGEST_LINE: Final = 8000
"""Longer ones are no prose, and would keep the patterns busy for minutes."""
_DEEPEST: Final = 80


@dataclass(frozen=True, slots=True)
class Row:
    """One line: its number in the file, its text without trailing blanks, whether it is code."""

    number: int
    text: str
    code: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands in it."""
        return not self.text

    @property
    def indent(self) -> int:
        """How many blanks it starts with."""
        return len(self.text) - len(self.text.lstrip())

    def having(self, text: str) -> Row:
        """The row with another text."""
        return replace(self, text=text.rstrip())


@dataclass(frozen=True, slots=True, kw_only=True)
class Notices:
    """What whoever imports should know, each with its line."""

    file: str
    said: list[str] = field(default_factory=list)

    def say(self, line: int, sentence: str) -> None:
        """Keep a sentence about a line."""
        said = f"{self.file}:{line}: {sentence}"
        if said not in self.said:
            self.said.append(said)


def read_rows(file: str, data: bytes, notices: Notices) -> list[Row]:
    """The rows of a file; raises ContentError for bytes that are no Markdown of a lesson."""
    if len(data) > MOST_BYTES:
        raise ContentError(f"{file}: the file is larger than 256 KiB, which no lesson is; split it")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise ContentError(f"{file}:1: the file is UTF-16; save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        raise ContentError(
            f"{file}:{line}: byte 0x{byte:02X} is not UTF-8; save the file as UTF-8"
        ) from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise ContentError(f"{file}: the file is empty")
    return _marked(_clean(text, notices), notices)


def _clean(text: str, notices: Notices) -> list[str]:
    lines = []
    for number, raw in enumerate(text.split("\n"), start=1):
        if len(raw) > LONGEST_LINE:
            raise ContentError(
                f"{notices.file}:{number}: a line of {len(raw)} characters; "
                f"break it into lines of at most {LONGEST_LINE}"
            )
        line = raw.replace("\u2028", " ").replace("\u2029", " ").replace("\x0c", "")
        found = UNWANTED.search(line)
        if found:
            notices.say(number, f"character U+{ord(found[0]):04X} is left out")
            line = UNWANTED.sub("", line)
        lead = len(line) - len(line.lstrip())
        indent = line[:lead].replace("\xa0", " ").expandtabs(4)[:_DEEPEST]
        lines.append((indent + line[lead:]).rstrip())
    return lines


_FENCE = re.compile(r"\s*(?:[-*+] +|\d+[.)] +|> ?)*(`{3,}(?=[^`]*$)|~{3,})")


def _marked(lines: Sequence[str], notices: Notices) -> list[Row]:
    """The lines as rows, those of code blocks marked, HTML comments left out."""
    rows: list[Row] = []
    fence, opened, comment = "", 0, 0
    for number, line in enumerate(lines, start=1):
        if fence:
            rows.append(Row(number, line, True))
            if re.fullmatch(rf"\s*(?:> ?)*{re.escape(fence[0])}{{{len(fence)},}}", line):
                fence = ""
            continue
        found = _FENCE.match(line)
        if found and not comment:
            fence, opened = found[1], number
            rows.append(Row(number, line, True))
            continue
        kept, comment = _without_comments(line, comment, number)
        if kept.strip() or not line.strip():
            # Both are Markdown's ways to break a line; in a table a break is part of a cell.
            kept = re.sub(r"(?<=[^\\])\\$", "", kept)
            parts = [kept] if kept.lstrip().startswith("|") else _BREAK.split(kept)
            lead = kept[: len(kept) - len(kept.lstrip())]
            rows.append(Row(number, parts[0].rstrip()))
            rows += [Row(number, lead + part.strip()) for part in parts[1:] if part.strip()]
    if fence:
        notices.say(opened, f"the code block {fence} is never closed; it runs to the end")
    if comment:
        notices.say(comment, "the comment <!-- is never closed; the rest is left out")
    return rows


_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def _without_comments(line: str, comment: int, number: int) -> tuple[str, int]:
    """What of a line is no comment, and the line in which the open comment began, or 0."""
    kept = ""
    while True:
        if comment:
            end = line.find("-->")
            if end < 0:
                return kept, comment
            line, comment = line[end + 3 :], 0
        start = line.find("<!--")
        if start < 0 or line.count("`", 0, start) % 2:
            return kept + line, 0
        kept, line, comment = kept + line[:start], line[start + 4 :], number


# --- pieces of rows ---------------------------------------------------------------------------


def trimmed(rows: Sequence[Row]) -> list[Row]:
    """The rows without empty ones, and rules, at their ends."""
    first, last = 0, len(rows)
    while first < last and _is_gap(rows[first]):
        first += 1
    while last > first and _is_gap(rows[last - 1]):
        last -= 1
    return list(rows[first:last])


def _is_gap(row: Row) -> bool:
    return row.is_blank or (not row.code and is_rule(row.text))


def is_rule(text: str) -> bool:
    """Whether a line is a horizontal rule."""
    return bool(re.fullmatch(r" {0,3}([-*_])(?: *\1){2,}", text))


def joined(rows: Iterable[Row]) -> str:
    """The text of rows, as far to the left as it goes, at most one empty line in a row."""
    kept = trimmed(list(rows))
    depth = min((row.indent for row in kept if not row.is_blank), default=0)
    texts = [row.text[min(depth, row.indent) :] for row in kept]
    # Where a marker stood before the first line, it may stand further to the right than the rest.
    text = "\n".join(texts).lstrip()
    return re.sub(r"\n{3,}", "\n\n", text) if not any(row.code for row in kept) else text


def paragraphs(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows in groups between empty lines."""
    groups: list[list[Row]] = [[]]
    for row in rows:
        if row.is_blank and not row.code:
            groups.append([])
        else:
            groups[-1].append(row)
    return [group for group in groups if group]
