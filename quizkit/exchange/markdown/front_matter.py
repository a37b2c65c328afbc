"""Turn the lines between `---` at the top of a Markdown file into fields, each with its texts.

Read by hand: titles such as `ZeRO: stages 1 and 2` stand there without quotes more often than not,
and a strict parser would refuse the lesson for them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from quizkit.errors import ContentError
from quizkit.exchange.markdown.source import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One field: its line and its texts, several where it holds a list."""

    line: int
    texts: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it as one text."""
        return " ".join(self.texts).strip()


_FIELD = re.compile(r"([A-Za-z][\w .-]*?)\s*:(?:\s+(.*))?")
_ITEM = re.compile(r"\s*-\s+(.*)")


def read_front_matter(file: str, rows: Sequence[Row]) -> tuple[dict[str, Entry], list[Row]]:
    """The fields by name (small letters, `_` between words), and the rows below them.

    Raises ContentError where it is opened and never closed.
    """
    first = next((index for index, row in enumerate(rows) if not row.is_blank), 0)
    if not rows or rows[first].text not in ("---", "+++"):
        return {}, list(rows)
    ends = (rows[first].text, "...") if rows[first].text == "---" else ("+++",)
    for last in range(first + 1, len(rows)):
        if rows[last].text in ends:
            return _fields(rows[first + 1 : last]), list(rows[last + 1 :])
        if rows[last].text.startswith("#") and not rows[last].text.startswith("# "):
            break
    raise ContentError(
        f"{file}:{rows[first].number}: the front matter is opened by {rows[first].text} "
        f"and never closed; close it with {rows[first].text}"
    )


def _fields(rows: Sequence[Row]) -> dict[str, Entry]:
    fields: dict[str, Entry] = {}
    name = ""
    for row in rows:
        field = _FIELD.fullmatch(row.text.replace(" = ", ": ", 1))
        if field and not row.text.startswith((" ", "-")):
            name = re.sub(r"[\s.-]+", "_", field[1].strip().lower())
            fields.setdefault(name, Entry(line=row.number, texts=_values(field[2] or "")))
        elif name and row.text.strip() and not row.text.lstrip().startswith("#"):
            item = _ITEM.fullmatch(row.text)
            more = _unquoted(item[1] if item else row.text.strip())
            kept = fields[name].texts
            if not item and kept and kept[-1]:
                more, kept = f"{kept[-1]} {more}", kept[:-1]
            fields[name] = Entry(line=fields[name].line, texts=(*kept, more))
    return fields


def _values(text: str) -> tuple[str, ...]:
    text = text.strip()
    if text in ("", "|", ">", "|-", ">-", "|+", ">+", "[]", "~", "null"):
        return ()
    if text.startswith("[") and text.endswith("]") and "](" not in text:
        parts = re.findall(r""""[^"]*"|'[^']*'|[^,]+""", text[1:-1])
        return tuple(_unquoted(part) for part in parts if part.strip())
    return (_unquoted(text),)


def _unquoted(text: str) -> str:
    """A text without the quotes round it, or without the comment behind it.

    >>> _unquoted('"ZeRO: stages"'), _unquoted("memory  # see lesson 8")
    ('ZeRO: stages', 'memory')
    """
    text = text.strip()
    for quote in "\"'":
        if len(text) > 1 and text[0] == quote == text[-1]:
            inner = text[1:-1]
            return inner.replace('\\"', '"') if quote == '"' else inner.replace("''", "'")
    return re.sub(r"\s#(?:\s.*)?$", "", text).strip()
