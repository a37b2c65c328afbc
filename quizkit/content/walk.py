"""Turn the faults of a file's values into findings, in the words that its author is told.

All that is wrong is collected in a `Walk`; a value that cannot be made is `BAD`, and whatever would
need it is left unmade in silence, so that one fault is one finding.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache
from typing import Final, Literal, Protocol, TypeVar

from quizkit.content.model import Place
from quizkit.content.nodes import NOTHING, MappingNode, Node, ScalarNode, SequenceNode
from quizkit.errors import Finding, Severity

MOST_FINDINGS: Final = 200
"""Of one file."""

JsonSchema = dict[str, object]

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
    """What a node is, for a message."""
    if isinstance(node, MappingNode):
        return "a mapping"
    return "a list" if isinstance(node, SequenceNode) else f'the text "{short(node.text)}"'


def short(text: str) -> str:
    """The beginning of a text, for a message."""
    line = text.split("\n", 1)[0]
    return line if len(line) <= 40 and line == text else line[:37] + "..."


def scalar(node: Node, walk: Walk, wanted: str) -> ScalarNode | Bad:
    """The node if it is a scalar with something in it."""
    if type(node) is not ScalarNode:
        return walk.wrong("QK201", node, f"{wanted} is expected here, not {is_a(node)}")
    if node.text in NOTHING and node.is_empty:
        return walk.wrong("QK204", node, f"{wanted} is missing here")
    return node
