"""Turn one source file of a course into the rows that the index keeps of it.

Whoever does it needs all that reads and checks YAML; a start at which nothing differs does not.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from quizkit import calculators
from quizkit.content import load, packing
from quizkit.content.compact_json import compact
from quizkit.content.course import Course, Lesson
from quizkit.content.folder import COURSE_FILE, Stat, read_bytes, stat_of
from quizkit.content.model import Question
from quizkit.content.nodes import MappingNode, packed
from quizkit.content.references import Parsed
from quizkit.digests import blake2b
from quizkit.store.listing import HERE, File, asked_row, finding_row, plugin_file

SETTLED_NS: Final = 2 * 10**9
"""Some file systems keep times to 2 s: a younger file may change and keep its time."""

_UNSETTLED: Final[Stat] = (-1, 0)
_BETWEEN: Final = ("id", "number", "objective", "objectives", "sources", "requires")
"""What files say of each other: the fields that faults between files are found by."""


class Made(NamedTuple):
    """What a file comes to; no `row` where its bytes are those that are kept."""

    name: str
    digest: str
    stat: Stat
    row: str | None = None
    brief: str | None = None
    outline: str | None = None
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
    parsed = _parsed(name, data)
    value, root = parsed.value, parsed.root
    brief = packed(_brief(root)) if root is not None else None
    row = compact(_row(name, parsed))
    if value is None:
        return Made(name, digest, stat, row, brief)
    asked = value.questions if isinstance(value, Lesson) else ()
    outline = packing.packed(replace(value, questions=()) if isinstance(value, Lesson) else value)
    questions = [(one.id, _asked_text(one), packing.packed(one)) for one in asked]
    return Made(name, digest, stat, row, brief, outline, questions)


def _parsed(name: str, data: bytes | OSError) -> Parsed[Course] | Parsed[Lesson]:
    stored = f"{HERE}{name}"
    if isinstance(data, OSError):
        return load.unreadable(stored, data)
    if name == COURSE_FILE:
        return load.parse_course(stored, data)
    return load.parse_lesson(stored, data)


def _row(name: str, parsed: Parsed[Course] | Parsed[Lesson]) -> File:
    """What a start needs."""
    lesson = parsed.value if isinstance(parsed.value, Lesson) else None
    asked = lesson.questions if lesson else ()
    spot = parsed.spot
    return File(
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
