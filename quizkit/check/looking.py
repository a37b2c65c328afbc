"""Turn one lesson file into what it comes to alone, and what its neighbours ask of it.

Nothing here depends on another file, so it can be kept and found again while the file, the course's
locale and the code are the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from quizkit import calculators
from quizkit.check.ignoring import Ignore, ignores_in
from quizkit.check.subjects import LessonSubject, SourceText, lesson_subject
from quizkit.check.text_rules import open_gaps
from quizkit.content.course import Lesson
from quizkit.content.load import parse_lesson
from quizkit.content.nodes import MappingNode, packed, unpacked
from quizkit.content.references import Parsed
from quizkit.digests import blake2b
from quizkit.errors import Finding

_ASKED: Final = ("id", "number", "objective", "requires", "sources")
"""The fields of a lesson that other files are compared with."""


class Kept(Protocol):
    """Where rows are kept from one run to the next, by path; `key` says what they were made of."""

    def find(self, path: str, key: str) -> str | None:
        """The row that was kept for this path and key."""

    def keep(self, path: str, key: str, row: str) -> None:
        """Keep a row in the place of the one that the path had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """A lesson file, looked at alone.

    `bare` has the fields that neighbours are compared with and no lesson; `number` is the lesson's
    if it loads. `load` are the findings of loading, `rules` those of rules before any is ignored.
    """

    bare: Parsed[Lesson]
    number: int | None
    load: tuple[Finding, ...]
    rules: tuple[Finding, ...]
    ignores: tuple[Ignore, ...]

    @property
    def path(self) -> str:
        """The file, as findings call it."""
        return self.bare.path


Rules = Callable[[LessonSubject], tuple[Finding, ...]]


class LessonBytes(NamedTuple):
    """A lesson file as it was read, and whether its course writes a decimal comma."""

    path: str
    data: bytes
    decimal_comma: bool

    @property
    def key(self) -> str:
        """What its row is made of."""
        salt = b"comma" if self.decimal_comma else b""
        return blake2b(self.data, digest_size=16, salt=salt).hexdigest()


def found_again(file: LessonBytes, kept: Kept) -> Looked | None:
    """What the file came to at an earlier look, if it is kept."""
    row = kept.find(file.path, file.key)
    if row is None:
        return None
    try:
        return _looked(file.path, json.loads(row))
    except (ValueError, TypeError, KeyError, IndexError, AssertionError):
        return None  # nonsense: look again


def look(file: LessonBytes, rules: Rules) -> tuple[Looked, str | None]:
    """What the file comes to, and its row; none where that may differ though the bytes do not."""
    parsed = parse_lesson(file.path, file.data)
    looked = look_at(parsed, file.data, rules, decimal_comma=file.decimal_comma)
    if _leans_on_plugins(parsed):
        return looked, None
    return looked, json.dumps(_row(looked), ensure_ascii=False, separators=(",", ":"))


def look_at(
    parsed: Parsed[Lesson], data: bytes, rules: Rules, *, decimal_comma: bool = False
) -> Looked:
    """What a parsed lesson file comes to."""
    root, lesson = parsed.root, parsed.value
    bare: Parsed[Lesson] = Parsed(path=parsed.path, root=_bare(root), value=None, findings=())
    if root is None:
        return Looked(bare=bare, number=None, load=parsed.findings, rules=(), ignores=())
    source = SourceText(path=parsed.path, lines=_lines(data))
    if lesson is None:  # the other rules look at what loads
        gaps = open_gaps(root, source, parsed.findings)
        ignores = tuple(one for one in ignores_in(source.lines) if one.code == "QK601")
        return Looked(
            bare=bare,
            number=None,
            load=parsed.findings,
            rules=gaps,
            ignores=ignores if gaps else (),
        )
    subject = lesson_subject(lesson, root, source, decimal_comma=decimal_comma)
    return Looked(
        bare=bare,
        number=lesson.number,
        load=parsed.findings,
        rules=rules(subject),
        ignores=ignores_in(source.lines),
    )


def _bare(root: MappingNode | None) -> MappingNode | None:
    if root is None:
        return None
    entries = tuple(entry for entry in root.entries if entry[0].text in _ASKED)
    return MappingNode(entries, root.line, root.column)


def _lines(data: bytes) -> tuple[str, ...]:
    """The file's lines as the parser counts them."""
    text = data.decode("utf-8-sig", errors="replace")
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def _leans_on_plugins(parsed: Parsed[Lesson]) -> bool:
    """Whether what another package installs or does may change what is found."""
    questions = parsed.value.questions if parsed.value is not None else ()
    used = {question.given.calculator for question in questions if question.given is not None}
    return bool(used - calculators.BUILT_IN.keys()) or any(
        finding.code == "QK501" for finding in parsed.findings
    )


# --- as a row of JSON, which names no path ------------------------------------------------------


def _row(looked: Looked) -> list[object]:
    root = looked.bare.root
    return [
        packed(root) if root is not None else None,
        looked.number,
        [_finding_row(finding) for finding in looked.load],
        [_finding_row(finding) for finding in looked.rules],
        [[one.line, one.target, one.code, one.column, one.reason] for one in looked.ignores],
    ]


def _finding_row(finding: Finding) -> list[object]:
    return [
        finding.line,
        finding.column,
        finding.code,
        finding.message,
        finding.severity,
        finding.width,
        finding.help,
    ]


def _looked(path: str, row: Any) -> Looked:
    node, number, load, rules, ignores = row
    root = unpacked(node) if node is not None else None
    assert root is None or isinstance(root, MappingNode)
    assert number is None or isinstance(number, int)
    return Looked(
        bare=Parsed(path=path, root=root, value=None, findings=()),
        number=number,
        load=tuple(_finding(path, *one) for one in load),
        rules=tuple(_finding(path, *one) for one in rules),
        ignores=tuple(
            Ignore(line=line, target=target, code=code, column=column, reason=reason)
            for line, target, code, column, reason in ignores
        ),
    )


def _finding(
    path: str,
    line: int,
    column: int,
    code: str,
    message: str,
    severity: Any,
    width: int,
    about: str,
) -> Finding:
    return Finding(
        path=path,
        line=line,
        column=column,
        code=code,
        message=message,
        severity=severity,
        width=width,
        help=about,
    )
