"""Turn a tree of texts, lists and mappings into tidy YAML that reads back as the same tree.

Long texts and texts of several lines become literal blocks; what YAML would take for something
else gets quotes; a collection of bare words alone stands in one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_WIDTH: Final = 96


@dataclass(frozen=True, slots=True)
class Word:
    """An id, number, switch or rule that is written bare: 12, true, dp-memory, 0.5%."""

    text: str


Tree = str | Word | Sequence["Tree"] | Mapping[str, "Tree"]


def yaml_text(root: Mapping[str, Tree], *, apart: frozenset[str] = frozenset()) -> str:
    r"""The YAML of a mapping; fields named in `apart` have an empty line before them and between
    their entries.

    >>> print(yaml_text({"id": Word("zero"), "tags": [Word("memory")], "title": "ZeRO: 1 and 2"}))
    id: zero
    tags: [memory]
    title: "ZeRO: 1 and 2"
    <BLANKLINE>
    """
    lines: list[str] = []
    for name, value in root.items():
        if name in apart:
            lines.append("")
        entries = _entries(value)
        if name in apart and entries:
            lines.append(f"{name}:")
            for index, item in enumerate(entries):
                if index and isinstance(item, Mapping):
                    lines.append("")
                lines += _item(item, 2)
        else:
            lines += _field(name, value, 0)
    return "\n".join(lines) + "\n"


def _entries(value: Tree) -> Sequence[Tree]:
    """The entries of a list that takes a line for each; none for anything else."""
    if isinstance(value, str | Word | Mapping) or _is_bare(value):
        return ()
    return value


def _field(name: str, value: Tree, indent: int) -> Iterator[str]:
    lead = " " * indent + f"{name}:"
    flow = _flow(value)
    if flow is not None and len(lead) + 1 + len(flow) <= _WIDTH:
        yield f"{lead} {flow}"
    elif isinstance(value, str):
        first, *rest = _text(value, indent + 2, room=_WIDTH - len(lead) - 1)
        yield f"{lead} {first}"
        yield from rest
    elif isinstance(value, Mapping):
        yield lead
        for inner, deeper in value.items():
            yield from _field(inner, deeper, indent + 2)
    elif isinstance(value, Word):
        yield f"{lead} {value.text}"
    else:
        yield lead
        for item in value:
            yield from _item(item, indent + 2)


def _item(value: Tree, indent: int) -> Iterator[str]:
    lead = " " * indent + "- "
    flow = _flow(value)
    if flow is not None and indent + 2 + len(flow) <= _WIDTH:
        yield lead + flow
    elif isinstance(value, str):
        first, *rest = _text(value, indent + 2, room=_WIDTH - len(lead))
        yield lead + first
        yield from rest
    elif isinstance(value, Mapping):
        lines = [line for name, inner in value.items() for line in _field(name, inner, indent + 2)]
        yield lead + lines[0][indent + 2 :]
        yield from lines[1:]
    else:
        assert not isinstance(value, Word), "a word has a flow form"
        lines = [line for inner in value for line in _item(inner, indent + 2)]
        yield lead + lines[0][indent + 2 :]
        yield from lines[1:]


def _is_bare(value: Tree) -> bool:
    if isinstance(value, Word):
        return True
    if isinstance(value, str):
        return False
    inner = value.values() if isinstance(value, Mapping) else value
    return all(_is_bare(one) for one in inner)


def _flow(value: Tree) -> str | None:
    """The value in one line, if it consists of bare words."""
    if not _is_bare(value):
        return None
    if isinstance(value, Word):
        return value.text
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_flow(one)}" for name, one in value.items()) + "}"
    return "[" + ", ".join(str(_flow(one)) for one in value) + "]"


def _text(text: str, indent: int, *, room: int) -> list[str]:
    """The lines of a text: the first goes behind its field or dash."""
    if "\n" not in text:
        short = text if _is_plain(text) else _quoted(text)
        if len(short) <= room:
            return [short]
    # The parser finds the indentation by the first line, unless that starts with a blank.
    mark = "|2" if text[:1] in (" ", "\t", "\n") else "|"
    pad = " " * indent
    return [mark, *((pad + line if line.strip() else "") for line in text.split("\n"))]


_PLAIN = re.compile(r"[^\W\d_][^\n]*")
_NOT_PLAIN = re.compile(r":\s|:$|\s#|^(?:true|false|yes|no|on|off|null|y|n)$", re.IGNORECASE)


def _is_plain(text: str) -> bool:
    """Whether every YAML parser takes the bare text for the text itself."""
    return bool(_PLAIN.fullmatch(text)) and not _NOT_PLAIN.search(text) and text == text.strip()


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") + '"'
