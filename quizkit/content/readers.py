"""What a single value may be: turn a node into a text, number, id, list, or into a finding."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, Generic, TypeVar

from quizkit import units
from quizkit.content import notation
from quizkit.content.nodes import NOTHING, MappingNode, Node, ScalarNode, SequenceNode
from quizkit.content.walk import (
    BAD,
    Bad,
    JsonSchema,
    Reader,
    Walk,
    did_you_mean,
    is_a,
    listed,
    nearest,
    scalar,
    short,
)
from quizkit.errors import NotationError

T_co = TypeVar("T_co", covariant=True)

_ANY_SCALAR: Final = ["string", "number", "boolean"]
"""A text for us; what a schema sees where the author left the quotes away."""


@dataclass(frozen=True, slots=True)
class Prose:
    """A text that people read; line ends round it are dropped."""

    def read(self, node: Node, walk: Walk) -> str | Bad:
        if type(node) is not ScalarNode:
            return walk.wrong(
                "QK201",
                node,
                f"a text is expected here, not {is_a(node)}",
                help='a text that starts with { or [, or that holds ": ", needs quotes round it',
            )
        if node.cut:
            return walk.wrong(
                "QK109",
                node,
                'YAML drops everything after " #" in silence',
                help="put quotes round the text",
            )
        text = node.text.strip("\n")
        if not text or text.isspace() or (text in NOTHING and node.is_empty):
            return walk.wrong("QK204", node, "a text is missing here")
        return text

    def schema(self) -> JsonSchema:
        return {"type": _ANY_SCALAR, "pattern": r"\S"}


_PROSE: Final = Prose()


@dataclass(frozen=True, slots=True)
class Line:
    """A text that people read, of one line."""

    def read(self, node: Node, walk: Walk) -> str | Bad:
        text = _PROSE.read(node, walk)
        if text is not BAD and "\n" in text:
            return walk.wrong("QK205", node, "this text is one line; it holds a line end")
        return text

    def schema(self) -> JsonSchema:
        return {"type": _ANY_SCALAR, "pattern": r"^\n*[^\n]*[^\s][^\n]*\n*$"}


ID: Final = re.compile(r"[a-z0-9][a-z0-9-]+")
_is_id: Final = ID.fullmatch


@dataclass(frozen=True, slots=True)
class Ident:
    """An id."""

    def read(self, node: Node, walk: Walk) -> str | Bad:
        if (
            type(node) is ScalarNode
            and _is_id(node.text)
            and not (node.text in NOTHING and node.is_empty)
        ):
            return node.text
        found = scalar(node, walk, "an id")
        if found is BAD:
            return BAD
        return walk.wrong(
            "QK301",
            node,
            f'"{short(found.text)}" is not an id',
            help="ids are small letters, digits and -, at least two, the first no -",
        )

    def schema(self) -> JsonSchema:
        return {"type": ["string", "integer"], "pattern": f"^{ID.pattern}$", "minimum": 10}


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, node: Node, walk: Walk) -> str | Bad:
        if type(node) is ScalarNode and node.text in self.words:
            return node.text
        found = scalar(node, walk, f"one of {listed(self.words)}")
        if found is BAD:
            return BAD
        return walk.wrong(
            "QK205",
            node,
            f'"{short(found.text)}" is none of {listed(self.words)}',
            help=did_you_mean(found.text, self.words),
        )

    def schema(self) -> JsonSchema:
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Boolean:
    """Exactly `true` or `false`."""

    def read(self, node: Node, walk: Walk) -> bool | Bad:
        found = scalar(node, walk, "true or false")
        if found is BAD:
            return BAD
        if found.text in ("true", "false"):
            return found.text == "true"
        meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}
        word = found.text.lower()
        word = word if word in ("true", "false") else meant.get(word, "")
        return walk.wrong(
            "QK205",
            node,
            f'"{short(found.text)}" is neither true nor false',
            help=f"write {word}" if word else "",
        )

    def schema(self) -> JsonSchema:
        return {"enum": [True, False, "true", "false"]}


_DIGITS = re.compile(r"[0-9]{1,12}")


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number in digits, at least `low` and at most `high`."""

    low: int = 0
    high: int = 2**31 - 1
    code: str = "QK205"

    def read(self, node: Node, walk: Walk) -> int | Bad:
        found = scalar(node, walk, "a whole number")
        if found is BAD:
            return BAD
        if _DIGITS.fullmatch(found.text) and self.low <= int(found.text) <= self.high:
            return int(found.text)
        allowed = f"a whole number from {self.low} to {self.high}"
        if self.high == 2**31 - 1:
            allowed = f"a whole number of at least {self.low}"
        return walk.wrong(self.code, node, f'"{short(found.text)}" is not {allowed}')

    def schema(self) -> JsonSchema:
        return {
            "type": ["integer", "string"],
            "minimum": self.low,
            "maximum": self.high,
            "pattern": "^[0-9]{1,12}$",
        }


_number = lru_cache(maxsize=1024)(notation.number)


@dataclass(frozen=True, slots=True)
class Number:
    """A number in author's notation, exact."""

    def read(self, node: Node, walk: Walk) -> Fraction | Bad:
        found = scalar(node, walk, "a number")
        if found is BAD:
            return BAD
        if _DIGITS.fullmatch(found.text):  # as most are
            return Fraction(int(found.text))
        try:
            return _number(found.text)
        except NotationError as error:
            return walk.wrong("QK206", node, str(error), help=number_meant(found.text))

    def schema(self) -> JsonSchema:
        return {"type": ["number", "string"], "pattern": notation.NUMBER_PATTERN}


def number_meant(text: str) -> str:
    """What to write instead of a number that authors often write, or nothing.

    >>> number_meant("48,75"), number_meant("48.75 GB"), number_meant("some")
    ('the decimal point is a point', 'write the number alone; its unit has a field', '')
    """
    if re.fullmatch(r"[+-]?[0-9]+,[0-9]+", text):
        grouped = re.fullmatch(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+", text)
        return "write digits without commas" if grouped else "the decimal point is a point"
    if re.fullmatch(r"[+-]?[0-9][0-9.,]* *[A-Za-z/]+", text):
        return "write the number alone; its unit has a field"
    if text[:1] in ("\u2212", "\u2013"):
        return "write the minus sign as -"
    return ""


@dataclass(frozen=True, slots=True)
class Share:
    """A number from 0 to 1."""

    def read(self, node: Node, walk: Walk) -> Fraction | Bad:
        share = Number().read(node, walk)
        if share is not BAD and not 0 <= share <= 1:
            return walk.wrong("QK205", node, "a share is a number from 0 to 1")
        return share

    def schema(self) -> JsonSchema:
        return {**Number().schema(), "minimum": 0, "maximum": 1}


@dataclass(frozen=True, slots=True)
class UnitName:
    """A unit of the closed table."""

    def read(self, node: Node, walk: Walk) -> str | Bad:
        found = scalar(node, walk, "a unit")
        if found is BAD:
            return BAD
        if found.text in units.UNITS:
            return found.text
        return walk.wrong(
            "QK406",
            node,
            f'"{short(found.text)}" is not a unit',
            help=_unit_meant(found.text) or f"the units are {listed(units.UNITS)}",
        )

    def schema(self) -> JsonSchema:
        return {"enum": list(units.UNITS)}


def _unit_meant(text: str) -> str:
    for unit in units.UNITS.values():
        if text in unit.aliases or text == unit.symbol or text.lower() == unit.name.lower():
            return f'did you mean "{unit.name}"?'
    near = nearest(text.lower(), tuple(name.lower() for name in units.UNITS))
    return next((f'did you mean "{name}"?' for name in units.UNITS if name.lower() == near), "")


@dataclass(frozen=True, slots=True)
class Address:
    """A web address."""

    def read(self, node: Node, walk: Walk) -> str | Bad:
        found = scalar(node, walk, "a web address")
        if found is BAD:
            return BAD
        if re.fullmatch(r"https?://[^\s/]\S*", found.text):
            return found.text
        return walk.wrong(
            "QK205",
            node,
            f'"{short(found.text)}" is not a web address',
            help="it starts with https:// and holds no blank",
        )

    def schema(self) -> JsonSchema:
        return {"type": "string", "pattern": r"^https?://[^\s/]\S*$"}


@dataclass(frozen=True, slots=True)
class Raw:
    """A mapping whose fields something else names: its node, read later."""

    of: JsonSchema
    wanted: str

    def read(self, node: Node, walk: Walk) -> MappingNode | Bad:
        if isinstance(node, MappingNode):
            if node.entries:
                return node
            return walk.wrong("QK207", node, f"{self.wanted} is empty")
        return walk.wrong(
            "QK201", node, f"{self.wanted} is a mapping like {{devices: 8}}, not {is_a(node)}"
        )

    def schema(self) -> JsonSchema:
        return {"type": "object", "minProperties": 1, "additionalProperties": self.of}


# --- lists ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListOf(Generic[T_co]):
    """A list; one that holds fewer than `least` or more than `most` is wrong."""

    of: Reader[T_co]
    least: int = 0
    most: int = 1000

    def read(self, node: Node, walk: Walk) -> tuple[T_co, ...] | Bad:
        if type(node) is not SequenceNode:
            return walk.wrong(
                "QK201",
                node,
                f"a list is expected here, not {is_a(node)}",
                help="write [one, two], or one entry a line after -",
            )
        count = len(node.items)
        if not self.least <= count <= self.most:
            bound = f"at least {self.least}" if count < self.least else f"at most {self.most}"
            entries = "1 entry" if count == 1 else f"{count or 'no'} entries"
            walk.wrong("QK207", node, f"this list has {entries}; it takes {bound}")
        read = self.of.read
        values = tuple([one for item in node.items if (one := read(item, walk)) is not BAD])
        fits = self.least <= count <= self.most
        return values if fits and len(values) == count else BAD

    def schema(self) -> JsonSchema:
        limits: JsonSchema = {"minItems": self.least} if self.least else {}
        if self.most < 1000:
            limits["maxItems"] = self.most
        return {"type": "array", "items": self.of.schema(), **limits}


@dataclass(frozen=True, slots=True)
class Distinct:
    """A list of texts of which no two are equal."""

    of: Reader[str]
    least: int = 0
    code: str = "QK205"

    def read(self, node: Node, walk: Walk) -> tuple[str, ...] | Bad:
        texts = ListOf(self.of, self.least).read(node, walk)
        if texts is BAD or len({*texts}) == len(texts):
            return texts
        assert isinstance(node, SequenceNode)
        first: dict[str, int] = {}
        for text, item in zip(texts, node.items, strict=True):
            if text in first:
                walk.wrong(
                    self.code,
                    item,
                    f'"{short(text)}" stands twice; the first is in line {first[text]}',
                )
            else:
                first[text] = item.line
        return BAD

    def schema(self) -> JsonSchema:
        return {**ListOf(self.of, self.least).schema(), "uniqueItems": True}
