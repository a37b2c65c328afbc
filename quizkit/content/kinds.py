"""Turn nodes into values by tables of fields: a `Kind` is one table.

It holds a kind's fields and a function that makes the value once every field is read. The same
table says what is wrong in a file and prints itself as JSON Schema.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from quizkit.content.nodes import NOTHING, MappingNode, Node, ScalarNode
from quizkit.content.walk import (
    BAD,
    MOST_FINDINGS,
    Bad,
    JsonSchema,
    Reader,
    Walk,
    is_a,
    listed,
    nearest,
    short,
)

_COMMA: Final = "was a decimal comma meant? The decimal point is a point"

T = TypeVar("T")
D = TypeVar("D")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Generic[T_co]):
    """One field of a kind of node: its name, what it may be, and what it is for."""

    name: str
    reader: Reader[T_co]
    help: str
    required: bool
    default: T_co | None


def need(name: str, reader: Reader[T], about: str) -> Field[T]:
    """A field that must be there."""
    return Field(name=name, reader=reader, help=about, required=True, default=None)


def may(name: str, reader: Reader[T], about: str, default: D) -> Field[T | D]:
    """A field that may stay away, and what then stands in its place."""
    field: Field[T | D] = Field(
        name=name, reader=reader, help=about, required=False, default=default
    )
    return field


class Got:
    """The fields of one node as read; `got[FIELD]` has the field's own type."""

    __slots__ = ("_values", "at", "walk")

    def __init__(self, values: dict[str, object], at: MappingNode, walk: Walk) -> None:
        self._values, self.at, self.walk = values, at, walk

    def __getitem__(self, field: Field[T]) -> T:
        return self._values[field.name]  # type: ignore[return-value]  # what its reader made

    def node(self, field: Field[T]) -> Node | None:
        """Where the field's value stands, or None if it stays away."""
        return self.at.get(field.name)


class Kind(Generic[T_co]):
    """One kind of node: its table of fields and what is made of them."""

    def __init__(
        self,
        name: str,
        about: str,
        fields: tuple[Field[object], ...],
        make: Callable[[Got], T_co | Bad],
        *,
        first: Callable[[MappingNode, Walk], None] | None = None,
        otherwise: Callable[[MappingNode, Walk], None] | None = None,
        rules: JsonSchema | None = None,
        meant: Mapping[str, str] | None = None,
    ) -> None:
        """`first` looks at the bare node, whatever its fields come to: what it finds does not hide
        behind another fault. `otherwise` looks at it where no value can be made, for what making
        it would have found. `rules` says in JSON Schema what the fields alone do not; `meant` maps
        words of other programs to this kind's fields.
        """
        self.name, self.about, self.fields, self._make = name, about, fields, make
        self._first, self._otherwise = first, otherwise
        self.rules, self.meant = rules or {}, meant or {}
        self._by_name = {field.name: field for field in fields}
        self._readers = {field.name: field.reader.read for field in fields}
        self._defaults = {field.name: field.default for field in fields if not field.required}
        self._required = tuple(field.name for field in fields if field.required)

    def read(self, node: Node, walk: Walk) -> T_co | Bad:
        """The value that the node's fields make."""
        if not isinstance(node, MappingNode):
            return walk.wrong(
                "QK201",
                node,
                f"{self.name} is a mapping of fields, not {is_a(node)}",
                help=f"its fields are {self._names}",
            )
        if self._first is not None:
            self._first(node, walk)
        by_name, readers = self._by_name, self._readers
        values: dict[str, object] = {}
        whole = True
        strange: list[ScalarNode] = []
        for key, value in node.entries:
            name = key.text
            read = readers.get(name)
            if read is None:
                strange.append(key)
                continue
            if type(value) is ScalarNode and value.text in NOTHING and value.is_empty:
                required = by_name[name].required
                what = "is missing its value" if required else "is empty"
                walk.wrong(
                    "QK204",
                    key,
                    f'"{name}" {what}',
                    help="write its value" + ("" if required else ", or remove the line"),
                )
                values[name] = BAD
                whole = False
                continue
            values[name] = found = read(value, walk)
            if found is BAD:
                whole = False
        missing = [name for name in self._required if name not in values]
        if strange or missing:
            whole = whole and not missing
            for name in self._unexplained(missing, strange, walk):
                walk.wrong("QK202", node, f'{self.name} needs "{name}"', help=by_name[name].help)
        if whole:
            return self._make(Got(self._defaults | values, node, walk))
        if self._otherwise is not None:
            self._otherwise(node, walk)
        return BAD

    def _unexplained(self, missing: list[str], strange: list[ScalarNode], walk: Walk) -> list[str]:
        """Note the unknown fields; the missing ones that none of them was probably meant for.

        A misspelt or misnamed field is one fault, not two.
        """
        # Where one is missing and one is unknown, it will be that one.
        only = missing[0] if len(missing) == len(strange) == 1 else ""
        meant = [self._unknown(key, only, walk) for key in strange]
        return [name for name in missing if name not in meant]

    def _unknown(self, key: ScalarNode, only: str, walk: Walk) -> str:
        """Note an unknown field; the name that was probably meant, or nothing."""
        meant = self.meant.get(key.text) or nearest(key.text, (*self._by_name,)) or only
        if key.text.isdigit():  # {value: 48,75}: YAML takes the comma for the end of the field
            walk.wrong("QK203", key, f'unknown field "{short(key.text)}"', help=_COMMA)
            return ""
        walk.wrong(
            "QK203",
            key,
            f'unknown field "{short(key.text)}"',
            help=f'did you mean "{meant}"?' if meant else f"{self.name} has {self._names}",
        )
        return meant

    def lacks(self, node: MappingNode, name: str) -> bool:
        """Whether the field stays away, under a misspelt name too."""
        return node.get(name) is None and not any(
            key.text not in self._by_name
            and name in (self.meant.get(key.text), nearest(key.text, (*self._by_name,)))
            for key, _ in node.entries[:MOST_FINDINGS]  # a hostile node has any number
        )

    @property
    def _names(self) -> str:
        return listed(self._by_name)

    def schema(self) -> JsonSchema:
        """A reference: each kind is defined once."""
        return {"$ref": f"#/definitions/{self.slug}"}

    @property
    def slug(self) -> str:
        """The kind's name in JSON Schema."""
        return re.sub("^(an?|the) ", "", self.name).replace(" ", "-")

    def definition(self) -> JsonSchema:
        """The kind itself as JSON Schema."""
        properties: JsonSchema = {}
        for field in self.fields:
            properties[field.name] = described(field.reader.schema(), field.help)
        return {
            "description": self.about,
            "type": "object",
            "additionalProperties": False,
            "required": list(self._required),
            "properties": properties,
            **self.rules,
        }


def described(schema: JsonSchema, about: str) -> JsonSchema:
    """The schema with its help text; draft 7 ignores what stands beside a `$ref`."""
    if "$ref" in schema:
        return {"description": about, "allOf": [schema]}
    return {"description": about, **schema}
