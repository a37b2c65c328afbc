"""Turn the rows of a lesson into its sections and the fields of its header."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from quizkit.exchange.markdown.source import Row, is_rule, trimmed

SectionName = Literal["warm_up", "notes", "practice", "reps", "further", "answers", "other"]
HeaderName = Literal["objective", "sources", "requires"]

_SECTIONS: dict[SectionName, str] = {
    "warm_up": "warm up|warmup|warm ups|retrieval warm up|before you read|recall first",
    "notes": "know this|what to know|what you need to know|need to know|know|the idea|"
    "core idea|core ideas|key ideas|learn this|read this|the lesson",
    "practice": "practice|practise|practice questions|practice problems|practice set|exercises|"
    "questions|check yourself|test yourself|quiz|now you try|your turn",
    "reps": "real world reps|real world rep|real world|reps|real reps|real world practice|"
    "real life reps|do it for real|in the real world",
    "further": "going further|go further|further reading|further|learn more|read more|"
    "want more|going deeper|go deeper",
    "other": "not landing|not landing yet|not clicking|still stuck|stuck",
    "answers": "answers|answer key|solutions|check answers|model answers|check your answers",
}
_NAMES = {name: section for section, names in _SECTIONS.items() for name in names.split("|")}
_OWN_LINE = {name for name in _NAMES if name.startswith(("warm", "know", "going", "not "))} | {
    "practice", "practice questions", "real world reps", "further reading", "answer key",
}  # fmt: skip
"""The names that make a heading of a line without any mark: in plain text there are no others."""

_HEADERS: dict[HeaderName, str] = {
    "objective": "objective|objectives|learning objective|learning objectives|goal|"
    "course objective|you will be able to",
    "sources": "primary source|primary sources|source|sources|primary|primary reference|"
    "reference|references|paper",
    "requires": "assumes|prerequisite|prerequisites|prereq|prereqs|requires|builds on|needs|"
    "before this|prior lessons|depends on",
}
_LABELS = {label: name for name, labels in _HEADERS.items() for label in labels.split("|")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One section: its heading as written, the line of it, and the rows below."""

    name: SectionName
    title: str
    line: int
    rows: list[Row]


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What stands above the sections: each known field's pieces with their lines, and the rest."""

    title: str = ""
    fields: dict[HeaderName, list[tuple[int, str]]] = field(default_factory=dict)
    rest: list[Row] = field(default_factory=list)


def split_sections(rows: Sequence[Row]) -> tuple[Header, list[Section]]:
    """The header and the sections in order; no known section, and there is no lesson."""
    title, above, sections = "", [], []  # type: ignore[var-annotated]
    level = 0
    index = 0
    while index < len(rows):
        row = rows[index]
        heading = heading_at(rows, index)
        if heading is None:
            (sections[-1].rows if sections else above).append(row)
            index += 1
            continue
        depth, text, taken = heading
        name = section_name(text)
        label = _LABELS.get(bare(text))
        index += taken
        if name is None and not title and depth == 1 and not sections:
            title = text
        elif name is not None or (label and depth <= 4 and not sections):
            # A heading of the header is read as its field: `## Prerequisites`, then the list.
            if name is None:
                above += [row.having(f"**{text}:**")]
                level = level or depth
                continue
            level = min(level, depth) if level else depth
            sections.append(Section(name=name, title=text, line=row.number, rows=[]))
        elif depth and sections and depth <= level:
            sections.append(Section(name="other", title=text, line=row.number, rows=[]))
        elif not depth or sections:
            (sections[-1].rows if sections else above).extend(rows[index - taken : index])
        elif not title:
            title = text
        else:
            sections.append(Section(name="other", title=text, line=row.number, rows=[]))
            level = depth
    if not title:
        title, above = _first_line(above)
    header = _header(above)
    return Header(title=title, fields=header.fields, rest=header.rest), sections


def _first_line(rows: list[Row]) -> tuple[str, list[Row]]:
    """The title of a lesson in plain text: its first line, if that stands alone and is short."""
    kept = trimmed(rows)
    if not kept or (len(kept) > 1 and not kept[1].is_blank) or len(kept[0].text) > 80:
        return "", rows
    text = _unmarked(kept[0].text)
    if kept[0].code or _labelled(text) or text.endswith((".", ":", "?")) or "](" in text:
        return "", rows
    return text, kept[1:]


# --- headings ---------------------------------------------------------------------------------

_ATX = re.compile(r" {0,3}(#{1,6})\s+(.*?)\s*#*")
_BOLD_LINE = re.compile(r"\s{0,3}(\*\*|__)(.+?)\1:?")


def heading_at(rows: Sequence[Row], index: int) -> tuple[int, str, int] | None:
    """The heading that starts in this row: its depth (0 for a bare line), text, number of rows."""
    row = rows[index]
    if row.code or row.is_blank:
        return None
    atx = _ATX.fullmatch(row.text)
    if atx:
        return (len(atx[1]), _unmarked(atx[2]), 1)
    following = rows[index + 1] if index + 1 < len(rows) else None
    if following is not None and not following.code and row.indent < 4:
        if re.fullmatch(r"={3,} *", following.text):
            return (1 if section_name(row.text) is None else 2, _unmarked(row.text), 2)
        if re.fullmatch(r"-{3,} *", following.text) and section_name(row.text):
            return (2, _unmarked(row.text), 2)
    bold = _BOLD_LINE.fullmatch(row.text)
    text = bold[2] if bold else row.text
    if row.indent < 4 and len(text) < 80 and not re.match(r"\s*(?:[-*+•>|] |\d)", text):
        plain = bare(text)
        if plain in _NAMES and (bold or plain in _OWN_LINE or text.isupper()):
            return (0, _unmarked(text), 1)
    return None


def section_name(text: str) -> SectionName | None:
    """Which section a heading names, if it names one.

    >>> section_name("🔥 Warm-up (answer before reading)"), section_name("3. Practice: six of them")
    ('warm_up', 'practice')
    >>> section_name("Why practice helps")
    """
    return _NAMES.get(bare(text))


def bare(text: str) -> str:
    """A heading or label in small letters, without marks, numbers, emoji, and what explains it.

    >>> bare("## 2) **Real-world reps** (this week)")
    'real world reps'
    """
    text = _unmarked(text).lower()
    text = re.sub(r"[(\[].*$", "", text)
    text = re.sub(r"^\W*(?:(?:part|section|step)\s*)?\d+\s*[.):—–-]\s*", "", text)
    text = re.split(r"\s*[:·|—–?!]\s*|\s+-\s+", text.strip(" :·|—–-?!"))[0]
    text = "".join(" " if _is_sign(one) else one for one in text)
    return " ".join(text.split())


def _is_sign(character: str) -> bool:
    return unicodedata.category(character)[0] not in "LN" or character == "_"


def _unmarked(text: str) -> str:
    return re.sub(r"\*\*|__|`|^#+\s*", "", text).strip()


# --- the header -------------------------------------------------------------------------------

_LABEL = re.compile(
    r"\s*(?:(?:[-*+•>|]|[\U0001f300-\U0001faff\u2600-\u27bf]\ufe0f?)\s*)*"
    r"(?:\*\*|__|\*|_)?(?P<label>[A-Za-z][A-Za-z -]{2,30}?)\s*(?:\([^)]{0,30}\)\s*)?"
    r"(?:\*\*|__|\*|_)?\s*[:|—–]\s*(?:\*\*|__|\*|_)?\s*(?P<rest>.*)"
)


_OTHER_LABEL = re.compile(r"[\s>*+•-]*(?:(?:\*\*|__)[^*_]{2,30}(?:\*\*|__)|[A-Z][a-z ]{2,20}:\s)")


def _header(rows: Sequence[Row]) -> Header:
    fields: dict[HeaderName, list[tuple[int, str]]] = {}
    rest: list[Row] = []
    here: HeaderName | None = None
    open_list = False
    for row in trimmed(rows):
        parts = _labelled(row.text) if not row.code else []
        if parts:
            for name, text in parts:
                here, open_list = name, not text
                fields.setdefault(name, [])
                if text:
                    fields[name].append((row.number, text))
            continue
        if _OTHER_LABEL.match(row.text) and not row.code:
            here = None
        item = re.match(r"\s*(?:>\s*)?[-*+•]\s+(.*)", row.text)
        if here and item and (open_list or row.indent):
            fields[here].append((row.number, item[1]))
        elif here and not row.is_blank and not item and not is_rule(row.text):
            text = row.text.strip().lstrip("> ")
            if fields[here] and not open_list:
                line, before = fields[here].pop()
                text, number = f"{before} {text}", line
            else:
                number = row.number
            fields[here].append((number, text))
        elif here and row.is_blank and open_list and not fields[here]:
            continue
        else:
            here = None
            rest.append(row)
    if rest and all(row.text.startswith(">") or row.is_blank for row in rest):
        rest = [row.having(re.sub(r"^> ?", "", row.text)) for row in rest]
    return Header(fields=fields, rest=trimmed(rest))


def _label_name(label: str) -> HeaderName | None:
    """Which field a label names: `Objective served` and `Primary source for today` too."""
    words = " ".join(re.split(r"[ -]+", label.lower()))
    if words in _LABELS:
        return _LABELS[words]
    first = re.match(r"(?:course |learning )?objective|primary source|prereq", words)
    if first is None or len(words.split()) > 5:
        return None
    return {"prereq": "requires", "primary source": "sources"}.get(first[0], "objective")  # type: ignore[return-value]


def _labelled(text: str) -> list[tuple[HeaderName, str]]:
    """The fields of one line; several where signs stand between: `Objective: x · Source: y`."""
    found: list[tuple[HeaderName, str]] = []
    for part in re.split(r"\s+[·•]\s+|\s+\|\s+(?=\S*[A-Za-z ]+\S*:)", text):
        match = _LABEL.fullmatch(part)
        name = _label_name(match["label"]) if match else None
        if match and name:
            found.append((name, match["rest"].strip().rstrip("|").strip()))
        elif not found:
            return []
        else:
            found[-1] = (found[-1][0], f"{found[-1][1]} · {part}".strip())
    return found
