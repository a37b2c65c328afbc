"""The nodes of a YAML file: texts, lists and mappings that know their line and column.

Nothing here reads YAML: the compiled index turns its rows back into nodes without a parser.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from quizkit.content.compact_json import compact, quoted


# Named tuples, not dataclasses: they are frozen too, and a course has half a million of them.
class ScalarNode(NamedTuple):
    """One scalar as text. `style` is `''` for an unquoted one, else its mark: `' " | >`.

    `cut` is true where ` #` follows an unquoted scalar: YAML drops the rest of the line.
    """

    text: str
    line: int
    column: int
    style: str = ""
    cut: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands there (YAML's own words for nothing included)."""
        return self.text in NOTHING and not self.style

    @property
    def width(self) -> int:
        """How many characters to underline."""
        if self.style in ("|", ">"):
            return 1
        return max(1, len(self.text) + (2 if self.style else 0))


class SequenceNode(NamedTuple):
    """A list of nodes."""

    items: tuple[Node, ...]
    line: int
    column: int
    width: int = 1


class MappingNode(NamedTuple):
    """Fields and their nodes in the author's order, each field once."""

    entries: tuple[tuple[ScalarNode, Node], ...]
    line: int
    column: int
    width: int = 1

    def get(self, name: str) -> Node | None:
        """The node of that field, or None."""
        for key, node in self.entries:
            if key.text == name:
                return node
        return None


Node = ScalarNode | SequenceNode | MappingNode

NOTHING = frozenset({"", "~", "null", "Null", "NULL"})


def items_of(node: MappingNode, name: str) -> list[MappingNode]:
    """The mappings in the list of that field, as far as it is one."""
    listing = node.get(name)
    items = listing.items if isinstance(listing, SequenceNode) else ()
    return [item for item in items if isinstance(item, MappingNode)]


def key_node(node: MappingNode, name: str) -> Node:
    """Where the field's name stands; the mapping itself if it has no such field."""
    return next((key for key, _ in node.entries if key.text == name), node)


# --- nodes as JSON, places included -----------------------------------------------------------


def canonical(node: Node) -> str:
    """The node as JSON of texts, lists and objects: no blanks, no places, fields in order.

    >>> canonical(MappingNode(((ScalarNode("id", 1, 1), ScalarNode("008", 1, 5)),), 1, 1))
    '{"id":"008"}'
    """
    if type(node) is MappingNode:
        # The name of a field comes first in what is compared, and no two are equal.
        fields = [
            f"{quoted(key.text)}:{quoted(value.text)}"
            if type(value) is ScalarNode  # most are: asking here saves a call for each
            else f"{quoted(key.text)}:{canonical(value)}"
            for key, value in sorted(node.entries)
        ]
        return f"{{{','.join(fields)}}}"
    if type(node) is SequenceNode:
        return f"[{','.join([canonical(item) for item in node.items])}]"
    assert isinstance(node, ScalarNode)
    return quoted(node.text)


def packed(node: Node) -> str:
    """The node as compact JSON, from which `unpacked` makes an equal one."""
    return compact(_pack(node))


def unpacked(text: str) -> Node:
    """The node that `packed` wrote; raises ValueError for any other text.

    >>> node = MappingNode(((ScalarNode("id", 1, 1), ScalarNode("08", 1, 5, "'")),), 1, 1)
    >>> unpacked(packed(node)) == node
    True
    """
    try:
        return _unpack(json.loads(text))
    except (TypeError, KeyError, IndexError, RecursionError) as error:
        raise ValueError("not a packed node") from error


def _pack(node: Node) -> list[object]:
    if type(node) is ScalarNode:
        return [*node[:3], node.style, 1] if node.cut else [*node[: 4 if node.style else 3]]
    if type(node) is SequenceNode:
        return [[_pack(item) for item in node.items], node.line, node.column]
    assert isinstance(node, MappingNode)
    return [
        {key.text: [_pack(key)[1:], _pack(value)] for key, value in node.entries},
        node.line,
        node.column,
    ]


def _unpack(row: list[object]) -> Node:
    what, line, column = row[:3]
    assert isinstance(line, int)
    assert isinstance(column, int)
    if isinstance(what, str):
        return ScalarNode(what, line, column, str(row[3]) if len(row) > 3 else "", len(row) > 4)
    if isinstance(what, list):
        return SequenceNode(tuple([_unpack(item) for item in what]), line, column)
    assert isinstance(what, dict)
    entries = []
    for name, (place, value) in what.items():
        key = _unpack([name, *place])
        assert isinstance(key, ScalarNode)
        entries.append((key, _unpack(value)))
    return MappingNode(tuple(entries), line, column)
