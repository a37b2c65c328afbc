"""Turn one source file of a course into the rows that the index keeps of it.

Whoever does it needs all that reads and checks YAML; a start at which nothing differs does not.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from quizkit import calculators
from quizkit.content import load
from quizkit.content.compact_json import compact
from quizkit.content.course import Course, Lesson
from quizkit.content.folder import COURSE_FILE, Stat, read_bytes, stat_of
from quizkit.content.model import Question
from quizkit.content.nodes import MappingNode, SequenceNode, packed
from quizkit.content.packing import packed_question
from quizkit.content.references import Parsed
from quizkit.store.compiled import plugin_file
from quizkit.store.listing import HERE, File, asked_row, finding_row

SETTLED_NS: Final = 2 * 10**9
"""Some file systems keep times to 2 s: a younger file may change and keep its time."""

WORTH_PROCESSES_BYTES: Final = 2 * 2**20
"""So much is compiled in half a second; fewer bytes are not worth other processes."""

_UNSETTLED: Final[Stat] = (-1, 0)
_PARTS: Final = ("warm_up", "practice")
_BETWEEN: Final = ("id", "number", "objective", "sources", "requires")
"""What files say of each other: the fields that faults between files are found by."""


class Made(NamedTuple):
    """What a file comes to; no `row` where its bytes are those that are kept."""

    name: str
    digest: str
    stat: Stat
    row: str | None = None
    brief: str | None = None
    node: str | None = None
    questions: Sequence[tuple[str, str, str]] = ()


def compiled_file(file: tuple[Path, str, str]) -> Made:
    """Read and parse one file of a folder; its bytes alone where they have the hash given last."""
    folder, name, kept = file
    path = folder / name
    stat = stat_of(path)  # before reading: what comes later is seen at the next start
    data: bytes | OSError
    try:
        data = read_bytes(path)
    except OSError as error:
        data = error
    digest = "" if isinstance(data, OSError) else blake2b(data, digest_size=16).hexdigest()
    if time.time_ns() - stat[1] <= SETTLED_NS:
        stat = _UNSETTLED
    if digest and kept == digest:
        return Made(name, digest, stat)
    row, root, questions = _parse(name, data)
    brief = node = None
    if root is not None:
        node = packed(root)
        brief = node if name == COURSE_FILE else packed(_brief(root))
    return Made(name, digest, stat, compact(row), brief, node, questions)


def _parse(
    name: str, data: bytes | OSError
) -> tuple[File, MappingNode | None, list[tuple[str, str, str]]]:
    """Parse one file into what a start needs, its root without questions, and their rows."""
    stored = f"{HERE}{name}"
    parsed: Parsed[Course] | Parsed[Lesson]
    if isinstance(data, OSError):
        parsed = load.unreadable(stored, data)
    elif name == COURSE_FILE:
        parsed = load.parse_course(stored, data)
    else:
        parsed = load.parse_lesson(stored, data)
    lesson = parsed.value if isinstance(parsed.value, Lesson) else None
    asked = lesson.questions if lesson else ()
    spot = parsed.spot
    file = File(
        name=name,
        whole=parsed.value is not None,
        id=spot.id,
        line=spot.line,
        column=spot.column,
        number=lesson.number if lesson else 0,
        title=lesson.title if lesson else "",
        objective=lesson.objective if lesson else "",
        requires=lesson.requires if lesson else (),
        names=" ".join(question.id for question in asked),
        renamed=tuple((one.id, one.renamed_from) for one in asked if one.renamed_from),
        findings=tuple(map(finding_row, parsed.findings)),
        plugins=_plugins(lesson) if lesson else (),
    )
    if parsed.root is None:
        return file, None, []
    entries = tuple(
        [
            (key, value._replace(items=()))
            if lesson and key.text in _PARTS and isinstance(value, SequenceNode)
            else (key, value)
            for key, value in parsed.root.entries
        ]
    )
    questions = [(one.id, _asked_text(one), packed_question(one)) for one in asked]
    return file, parsed.root._replace(entries=entries), questions


def _asked_text(question: Question) -> str:
    """The row of a question as compact JSON: what is no list of ids is ours and needs no escape."""
    part, kind, revision, tags, former, line, column = asked_row(question)
    lists = f"{compact(tags) if tags else '[]'},{compact(former) if former else '[]'}"
    return f'["{part}","{kind}","{revision}",{lists},{line},{column}]'


def _brief(root: MappingNode) -> MappingNode:
    """What other files may be at odds with."""
    return root._replace(entries=tuple([one for one in root.entries if one[0].text in _BETWEEN]))


def _plugins(lesson: Lesson) -> tuple[tuple[str, int, int], ...]:
    """The modules of plugged-in calculators that the lesson uses: file, size and time."""
    names = {q.given.calculator for q in lesson.questions if q.given} - calculators.BUILT_IN.keys()
    modules = sorted(calculators.find(name).compute.__module__ for name in names)
    found = [(module, stat_of(plugin_file(module))) for module in modules]
    return tuple((module, *stat) for module, stat in found)
