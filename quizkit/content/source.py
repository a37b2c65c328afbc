"""Turn the bytes of one YAML file into nodes that know their line and column, or into findings.

The parser's *events* are read, not its composed tree: composing forgets anchors and explicit tags,
which are refused here. Every scalar stays the text that the author wrote; what a text means is
decided by `quizkit.content.schema`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import itemgetter
from typing import Final, TypeGuard

import yaml

from quizkit.content.characters import PLAIN, UNWANTED, place, unwanted, unwanted_in
from quizkit.content.folder import MOST_BYTES
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode
from quizkit.content.syntax import syntax_fault
from quizkit.errors import Finding

MOST_NODES: Final = 100_000
MOST_DEPTH: Final = 50
MOST_FINDINGS: Final = 100
"""Of one file: whoever has a hundred mends them first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What one file came to: its text, its root node (None where syntax ended it) and findings."""

    path: str
    text: str
    root: Node | None
    findings: tuple[Finding, ...]
    torn: tuple[Torn, ...] = ()


Spot = tuple[int, int]
"""Line and column, both from 1."""


@dataclass(frozen=True, slots=True)
class Torn:
    """A mapping below the root in which the first fields come again: two, run together.

    Where its first field, that field again and its last value are.
    """

    first: Spot
    twice: Spot
    last: Spot

    def explains(self, finding: Finding) -> bool:
        """Whether a finding of whoever reads the values may come of the two run together."""
        spot = (finding.line, finding.column)
        if not self.first <= spot <= self.last:
            return False
        return spot >= self.twice or finding.code in _OF_TWO_FIELDS


_OF_TWO_FIELDS: Final = ("QK202", "QK208", "QK407", "QK410")
"""Findings about fields that do not fit each other."""


def read_source(path: str, data: bytes, *, prose: frozenset[str] = frozenset()) -> Source:
    """Read one file; never raises for what stands in it.

    `path` is how findings call the file. `prose` names the fields that hold prose, for which a
    syntax error gets the hint to use quotes.
    """
    if len(data) > MOST_BYTES:
        return _refused(path, "", "QK101", "the file is larger than 1 MiB; split it")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _not_utf8(path, data, error)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.startswith("\ufeff"):
        text = text[1:]
    findings: list[Finding] = []
    # Printable ASCII, which is nearly all of a file, is set aside at the speed of C.
    if UNWANTED.search(data.translate(None, PLAIN).decode("utf-8")):
        findings = unwanted_in(path, text)
    if findings:
        # One for one, so that columns stay; the parser itself would stop at the first.
        text = UNWANTED.sub("\ufffd", text)
    return _Reading(path, text, findings, prose).source()


def _refused(
    path: str, text: str, code: str, message: str, line: int = 1, column: int = 1
) -> Source:
    finding = Finding(path=path, line=line, column=column, code=code, message=message)
    return Source(path=path, text=text, root=None, findings=(finding,))


def _not_utf8(path: str, data: bytes, error: UnicodeDecodeError) -> Source:
    text = data.decode("utf-8", errors="replace")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _refused(path, "", "QK102", "the file is UTF-16; save it as UTF-8")
    # A byte order mark is no column of line 1; a lone CR breaks a line as it does in YAML.
    before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
    before = before.replace("\r\n", "\n").replace("\r", "\n")
    line, column = place(before, len(before))
    message = f"byte 0x{data[error.start]:02X} is not UTF-8; save the file as UTF-8"
    return _refused(path, text, "QK102", message, line, column)


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's parser; PyYAML without libyaml has only the pure one, many times slower."""


_SCALAR, _MAPPING_START, _MAPPING_END, _SEQUENCE_START, _SEQUENCE_END = (
    yaml.ScalarEvent,
    yaml.MappingStartEvent,
    yaml.MappingEndEvent,
    yaml.SequenceStartEvent,
    yaml.SequenceEndEvent,
)


class _Stop(Exception):
    """No node can come any more."""


class _Reading:
    """One pass over the events of one file."""

    def __init__(
        self, path: str, text: str, findings: list[Finding], prose: frozenset[str]
    ) -> None:
        self.path, self.text, self.findings, self.prose = path, text, findings, prose
        self.torn: list[Torn] = []

    def source(self) -> Source:
        root: Node | None = None
        try:
            root = self._events()
        except _Stop:
            pass
        except yaml.YAMLError as error:
            self.findings.append(syntax_fault(self.path, self.text, error, self.prose))
        return Source(
            path=self.path,
            text=self.text,
            root=root,
            findings=tuple(sorted(self.findings)),
            torn=tuple(self.torn),
        )

    def _found(self, code: str, line: int, column: int, message: str, **rest: str | int) -> None:
        self.findings.append(
            Finding(
                path=self.path,
                line=line,
                column=column,
                code=code,
                message=message,
                help=str(rest.get("help", "")),
                width=int(rest.get("width", 1)),
            )
        )
        if len(self.findings) >= MOST_FINDINGS:
            raise _Stop

    def _events(self) -> Node | None:
        loader = _LOADER(self.text)
        try:
            return self._build(loader)
        finally:
            loader.dispose()

    def _build(self, loader: yaml.SafeLoader) -> Node | None:
        """The nodes of the first document. Runs once for each value of a course: kept flat."""
        text, end_of_text, get_event = self.text, len(self.text), loader.get_event
        new, scalar, sequence, mapping = tuple.__new__, ScalarNode, SequenceNode, MappingNode
        # What the text holds nowhere is not looked for at each value.
        may_be_cut, may_escape = " #" in text or "\t#" in text, "\\" in text
        may_be_decorated = "&" in text or "!" in text
        # Of each open collection what came before it, its line and its column. A mapping collects
        # keys and values alternately; they are paired when it closes.
        # Whether it is in flow style is asked of mappings alone.
        stack: list[tuple[list[Node], int, int, bool]] = []
        here: list[Node] = []
        nodes = 0
        while True:
            event = get_event()  # type: ignore[no-untyped-call]
            kind = type(event)
            if kind is _SCALAR:
                mark = event.start_mark
                line, column = mark.line + 1, mark.column + 1
                value, style, cut = event.value, event.style or "", False
                if not style:
                    if may_be_cut:
                        end = event.end_mark.index
                        if end < end_of_text and text[end] in " \t":
                            cut = text[end + 1 : end + 2] == "#" or self._comment_after(end)
                elif may_escape and style == '"' and (found := UNWANTED.search(value)):
                    self._escaped(found[0], line, column)
                here.append(new(scalar, (value, line, column, style, cut)))
            elif kind is _MAPPING_END:
                inside, (here, line, column, flow) = here, stack.pop()
                keys = inside[::2]
                if _are_names(keys):  # as good as always
                    pairs = tuple(zip(keys, inside[1::2], strict=True))
                else:
                    pairs = self._pairs(inside, may_be_torn=bool(stack) and not flow)
                here.append(new(mapping, (pairs, line, column, 1)))
                continue
            elif kind is _MAPPING_START or kind is _SEQUENCE_START:
                mark = event.start_mark
                line, column = mark.line + 1, mark.column + 1
                stack.append((here, line, column, event.flow_style))
                here = []
                if len(stack) > MOST_DEPTH:
                    self._found("QK101", line, column, f"nested deeper than {MOST_DEPTH} levels")
                    raise _Stop
            elif kind is _SEQUENCE_END:
                items = tuple(here)
                here, line, column, _ = stack.pop()
                here.append(new(sequence, (items, line, column, 1)))
                continue
            elif kind is yaml.AliasEvent:
                here.append(self._alias(event))
                continue
            elif self._is_over(event, here):
                return self._whole(here)
            else:
                continue
            if may_be_decorated and (event.anchor is not None or event.tag is not None):
                self._decorated(event, line, column)
            nodes += 1
            if nodes > MOST_NODES:
                self._found("QK101", line, column, "more than 100,000 values; split the file")
                raise _Stop

    def _whole(self, here: list[Node]) -> Node | None:
        if here and not (isinstance(here[0], ScalarNode) and here[0].is_empty):
            return here[0]
        self._found("QK110", 1, 1, "the file is empty")
        return None

    def _is_over(self, event: yaml.Event, here: list[Node]) -> bool:
        """Whether an event that brings no node ends the reading."""
        if isinstance(event, yaml.DocumentStartEvent):
            line, column = _start(event)
            if here:
                self._found(
                    "QK106",
                    line,
                    column,
                    "a second document starts here",
                    width=3,
                    help="one file holds one document: remove the ---",
                )
                return True
            if event.version or event.tags:
                self._found("QK105", line, column, "directives (%) are not allowed")
        return isinstance(event, yaml.StreamEndEvent)

    def _alias(self, event: yaml.AliasEvent) -> Node:
        """Refuse an alias; a text stands in its place."""
        line, column = _start(event)
        name = f"*{event.anchor}"
        self._found(
            "QK104",
            line,
            column,
            f'alias "{name}" is not allowed',
            width=len(name),
            help="write the value again; a text that starts with * needs quotes",
        )
        return ScalarNode(name, line, column, "'")

    def _comment_after(self, end: int) -> bool:
        found = _BLANKS.match(self.text, end)
        assert found is not None
        return self.text[found.end() : found.end() + 1] == "#"

    def _escaped(self, character: str, line: int, column: int) -> None:
        self.findings.append(
            unwanted(self.path, line, column, character, " (written as an escape)")
        )

    def _decorated(self, event: yaml.NodeEvent, line: int, column: int) -> None:
        """Refuse an anchor or a tag; the node itself is kept, so that its faults are found too."""
        if event.anchor is not None:
            self._found(
                "QK104",
                line,
                column,
                f'anchor "&{event.anchor}" is not allowed',
                width=len(event.anchor) + 1,
                help="remove it; a text that starts with & needs quotes",
            )
        tag = getattr(event, "tag", None)
        if tag is not None:
            shown = str(tag).replace("tag:yaml.org,2002:", "!!")
            self._found(
                "QK105",
                line,
                column,
                f'tag "{shown}" is not allowed',
                help="remove it; a text that starts with ! needs quotes",
            )

    def _pairs(
        self, inside: list[Node], *, may_be_torn: bool
    ) -> tuple[tuple[ScalarNode, Node], ...]:
        """The fields with their values, each field once: where one stands twice, the first."""
        entries = []
        torn = False
        first: dict[str, int] = {}
        for at in range(0, len(inside), 2):
            key, value = inside[at], inside[at + 1]
            if type(key) is not ScalarNode:
                self._found(
                    "QK201",
                    key.line,
                    key.column,
                    "a field's name is a text",
                    help="a text that starts with { or [ needs quotes",
                )
            elif key.text in first:
                if torn:
                    continue  # the two run together are a single fault
                if may_be_torn and _starts_another(inside, at):
                    torn = True
                    self.torn.append(Torn(inside[0][1:3], (key.line, key.column), _end(inside[-1])))
                self._found(
                    "QK107",
                    key.line,
                    key.column,
                    f'"{key.text}" stands twice; the first is in line {first[key.text]}',
                    width=key.width,
                    help="remove one",
                )
            elif key.text == "<<" and not key.style:
                self._found(
                    "QK104",
                    key.line,
                    key.column,
                    "merge keys (<<) are not allowed",
                    width=2,
                    help="write the fields again",
                )
            else:
                first[key.text] = key.line
                entries.append((key, value))
        return tuple(entries)


def _are_names(keys: list[Node]) -> TypeGuard[list[ScalarNode]]:
    """Whether nothing is wrong with the keys of a mapping: each a text, no two equal, no merge."""
    if not _SCALARS.issuperset(map(type, keys)):
        return False
    names = {*map(_text, keys)}
    return len(names) == len(keys) and "<<" not in names


_SCALARS: Final = frozenset({ScalarNode})
_text: Final = itemgetter(0)


def _starts_another(inside: list[Node], at: int) -> bool:
    """Whether the key at that place begins a second mapping, whose "- " was forgotten.

    It is the first key again, and another one follows that stands before it too.
    """
    names = [key.text if type(key) is ScalarNode else None for key in inside[::2]]
    again = at // 2
    return names[again] == names[0] and not {*names[1:again]}.isdisjoint(names[again + 1 :])


def _end(node: Node) -> Spot:
    """Where the last value inside a node starts."""
    while not isinstance(node, ScalarNode):
        inner = node.items if isinstance(node, SequenceNode) else [pair[1] for pair in node.entries]
        if not inner:
            break
        node = inner[-1]
    return node.line, node.column


def _start(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    assert mark is not None, "every event of a file has its place"
    return mark.line + 1, mark.column + 1


_BLANKS = re.compile(r"[ \t]*")
