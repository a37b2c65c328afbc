"""What a single value may be: turn a node into a text, number, id, list, or into a finding.

All that is wrong is collected in a `Walk`; a value that cannot be made is `BAD`, and whatever would
need it is left unmade in silence, so that one fault is one finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Final, Generic, Literal, Protocol, TypeVar

from quizkit import units
from quizkit.content.model import Place
from quizkit.content.nodes import NOTHING, MappingNode, Node, ScalarNode, SequenceNode
from quizkit.errors import Finding, NotationError, Severity

MOST_FINDINGS: Final = 200
"""Of one file."""

JsonSchema = dict[str, object]

T = TypeVar("T")
D = TypeVar("D")
T_co = TypeVar("T_co", covariant=True)


class Bad(Enum):
    """The one value that stands where a value could not be made; a finding says why."""

    BAD = "bad"


BAD: Final = Bad.BAD


class Enough(Exception):
    """The file has as many findings as anyone reads."""


_TYPOGRAPHIC: Final = frozenset("\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb")
"""Quotes that word processors put in the place of straight ones."""


class Walk:
    """One walk over the nodes of one file: where findings are collected."""

    __slots__ = ("findings", "lesson", "path")

    def __init__(self, path: str, *, lesson: str = "") -> None:
        self.path, self.lesson = path, lesson
        self.findings: list[Finding] = []

    def wrong(
        self,
        code: str,
        node: Node,
        message: str,
        *,
        help: str = "",  # noqa: A002 - a finding's own word
        severity: Severity = "error",
    ) -> Literal[Bad.BAD]:
        """Note one fault at a node."""
        if type(node) is ScalarNode and not node.style and node.text[:1] in _TYPOGRAPHIC:
            help = "YAML knows the straight quotes \" and ' alone"  # noqa: A001
        self.findings.append(
            Finding(
                path=self.path,
                line=node.line,
                column=node.column,
                code=code,
                message=message,
                severity=severity,
                width=node.width,
                help=help,
            )
        )
        if len(self.findings) >= MOST_FINDINGS:
            raise Enough
        return BAD

    def place(self, node: Node) -> Place:
        """Where a node stands."""
        return Place(path=self.path, line=node.line, column=node.column)


class Reader(Protocol[T_co]):
    """What a value may be: reads a node, and says the same as JSON Schema."""

    def read(self, node: Node, walk: Walk) -> T_co | Bad:
        """The value, or BAD with the reason noted in the walk."""

    def schema(self) -> JsonSchema:
        """The same as JSON Schema (draft 7)."""


def did_you_mean(word: str, known: tuple[str, ...]) -> str:
    """`did you mean "tolerance"?`, or nothing where no known word is near.

    >>> did_you_mean("tolerence", ("tolerance", "unit"))
    'did you mean "tolerance"?'
    """
    near = nearest(word, known)
    return f'did you mean "{near}"?' if near else ""


@lru_cache(maxsize=4096)
def nearest(word: str, known: tuple[str, ...]) -> str:
    """The known word that is nearest, or nothing."""
    near = get_close_matches(word[:80], known, n=1)
    return near[0] if near else ""


def listed(words: Iterable[str]) -> str:
    """Words with commas between.

    >>> listed(["a", "b"])
    'a, b'
    """
    return ", ".join(words)


def some(words: Iterable[str]) -> str:
    """The first twelve words, and whether there are more.

    >>> some("abcdefghijklmn")
    'a, b, c, d, e, f, g, h, i, j, k, l, ...'
    """
    known = list(words)
    return listed([*known[:12], "..."] if len(known) > 12 else known)


def is_a(node: Node) -> str:
    if isinstance(node, MappingNode):
        return "a mapping"
    return "a list" if isinstance(node, SequenceNode) else f'the text "{short(node.text)}"'


def short(text: str) -> str:
    line = text.split("\n", 1)[0]
    return line if len(line) <= 40 and line == text else line[:37] + "..."


def scalar(node: Node, walk: Walk, wanted: str) -> ScalarNode | Bad:
    """The node if it is a scalar with something in it."""
    if type(node) is not ScalarNode:
        return walk.wrong("QK201", node, f"{wanted} is expected here, not {is_a(node)}")
    if node.text in NOTHING and node.is_empty:
        return walk.wrong("QK204", node, f"{wanted} is missing here")
    return node


# --- readers of single values -----------------------------------------------------------------

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


_number = lru_cache(maxsize=1024)(units.number)


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
        return {"type": ["number", "string"], "pattern": NOTATION}


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


NOTATION: Final = (
    r"^[+-]?[0-9]+(/[0-9]*[1-9][0-9]*|(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?([KMBT]| *%)?)$"
)
"""What `quizkit.units.number` reads, as far as a pattern can say it."""


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
