"""Turn the folder of a course into the course, and into everything that is wrong with its files.

A fault stops only its own lesson: `Loaded.course` holds the lessons that are whole, `broken` names
the others. References between files are checked on what each file says, whole or not, so that all
faults of all files come in one run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from quizkit.content.course import Course, Lesson
from quizkit.content.folder import COURSE_FILE, file_names, read_bytes, refused_names, stray_names
from quizkit.content.nodes import MappingNode, Node, ScalarNode
from quizkit.content.references import Parsed, across, within
from quizkit.content.schema import COURSE, LESSON, PROSE
from quizkit.content.source import read_source
from quizkit.content.walk import (
    BAD,
    Enough,
    Reader,
    Walk,
)
from quizkit.errors import Finding

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """A lesson that cannot be used: its file, and its id as far as the file says one."""

    path: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """One course folder. `course` is None where course.yaml itself cannot be used."""

    folder: str
    course: Course | None
    findings: tuple[Finding, ...]
    broken: tuple[Broken, ...]


def load_course(folder: Path | str) -> Loaded:
    """Load a course folder; never raises for what stands in its files."""
    return load_courses([Path(folder)])[0]


def load_courses(folders: Sequence[Path]) -> tuple[Loaded, ...]:
    """Load several course folders, among which ids of courses and lessons are unique."""
    courses = [parse_course_file(folder / COURSE_FILE) for folder in folders]
    lessons = [
        [parse_lesson_file(folder / name) for name in file_names(folder) if name != COURSE_FILE]
        for folder in folders
    ]
    between = across(
        [course.spot for course in courses], [[one.spot for one in own] for own in lessons]
    )
    return tuple(
        assemble(folder, course, own, [*within(course, own), *stray_files(folder), *between])
        for folder, course, own in zip(folders, courses, lessons, strict=True)
    )


def stray_files(folder: Path) -> list[Finding]:
    """What is wrong with the folder of lessons itself.

    A warning for each file that its author may take for a lesson and that is none; an error for
    each that cannot be found, and for a folder that cannot be read.
    """
    return [
        *(stray(str(folder / name)) for name in stray_names(folder)),
        *(refused(str(folder / name), reason) for name, reason in refused_names(folder)),
    ]


def stray(path: str) -> Finding:
    """The warning itself."""
    return Finding(
        path=path,
        line=1,
        column=1,
        code="QK307",
        severity="warning",
        message="lesson files end in .yaml; this one is not read",
    )


def refused(path: str, reason: str) -> Finding:
    """The error of a folder of lessons that cannot be read, or of a name that cannot be used."""
    return Finding(
        path=path, line=1, column=1, code="QK113", message=f"no lesson can be read here: {reason}"
    )


# --- one file ---------------------------------------------------------------------------------


def parse_lesson_file(path: Path) -> Parsed[Lesson]:
    """Read and parse a lesson file."""
    return _parse_file(path, parse_lesson)


def parse_course_file(path: Path) -> Parsed[Course]:
    """Read and parse course.yaml; its lessons are not in it yet."""
    return _parse_file(path, parse_course)


def parse_lesson(path: str, data: bytes) -> Parsed[Lesson]:
    """Parse the bytes of a lesson file; `path` is how findings call it."""
    return _parse(path, data, LESSON)


def parse_course(path: str, data: bytes) -> Parsed[Course]:
    """Parse the bytes of a course.yaml."""
    return _parse(path, data, COURSE)


def _parse_file(path: Path, parse: Callable[[str, bytes], Parsed[T]]) -> Parsed[T]:
    try:
        data = read_bytes(path)
    except OSError as error:
        return unreadable(str(path), error)
    return parse(str(path), data)


def unreadable(path: str, error: OSError) -> Parsed[T]:
    """What a file comes to that the system does not let us read."""
    reason = (error.strerror or str(error)).lower()
    finding = Finding(
        path=path,
        line=1,
        column=1,
        code="QK110",
        message=f"the file cannot be read: {reason}",
    )
    return Parsed(path=path, root=None, value=None, findings=(finding,))


def _parse(path: str, data: bytes, kind: Reader[T]) -> Parsed[T]:
    source = read_source(path, data, prose=PROSE)
    if source.root is None:
        return Parsed(path=path, root=None, value=None, findings=source.findings)
    root = source.root if isinstance(source.root, MappingNode) else None
    value, found = read_node(path, source.root, kind)
    # What syntax has refused is not found a second time by whoever reads the value.
    findings = source.findings + tuple(
        one
        for one in found
        if not _covered(one, source.findings)
        and not any(torn.explains(one) for torn in source.torn)
    )
    good = None if _errors(findings) else value
    return Parsed(path=path, root=root, value=good, findings=tuple(sorted({*findings})))


def read_node(path: str, root: Node, kind: Reader[T]) -> tuple[T | None, list[Finding]]:
    """The value of a root node, or None; and what is wrong with it."""
    lesson = root.get("id") if isinstance(root, MappingNode) else None
    walk = Walk(path, lesson=lesson.text if type(lesson) is ScalarNode else "")
    try:
        value = kind.read(root, walk)
    except Enough:
        return None, walk.findings
    if value is BAD or _errors(walk.findings):
        return None, walk.findings
    return value, walk.findings


def _errors(findings: Iterable[Finding]) -> bool:
    return any(finding.severity == "error" for finding in findings)


def _covered(finding: Finding, before: tuple[Finding, ...]) -> bool:
    return any(
        other.line == finding.line
        and finding.column <= other.column < finding.column + max(1, finding.width)
        for other in before
    )


# --- the course -------------------------------------------------------------------------------


def assemble(
    folder: Path,
    course: Parsed[Course],
    lessons: Sequence[Parsed[Lesson]],
    between: Iterable[Finding],
) -> Loaded:
    """Put one course together of what its files came to, alone and between them."""
    shared = [finding for finding in between if Path(finding.path).is_relative_to(folder)]
    at_fault = {finding.path for finding in shared if finding.severity == "error"}
    findings = [*course.findings, *shared]
    whole: list[Lesson] = []
    broken: list[Broken] = []
    for lesson in lessons:
        findings += lesson.findings
        if lesson.value is None or lesson.path in at_fault:
            broken.append(Broken(path=lesson.path, id=lesson.id))
        else:
            whole.append(lesson.value)
    whole.sort(key=lambda lesson: (lesson.number, lesson.id))
    usable = course.value is not None and course.path not in at_fault
    return Loaded(
        folder=str(folder),
        course=replace(course.value, lessons=tuple(whole)) if usable and course.value else None,
        findings=tuple(sorted(findings)),
        broken=tuple(broken),
    )
