"""Turn the folder of a course into the course, and into everything that is wrong with its files.

A fault stops only its own lesson: `Loaded.course` holds the lessons that are whole, `broken` names
the others. References between files are checked on what each file says, whole or not, so that all
faults of all files come in one run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from quizkit.content.model import Course, Lesson
from quizkit.content.readers import BAD, Enough, Reader, Walk, did_you_mean, listed, short
from quizkit.content.schema import COURSE, LESSON, PROSE
from quizkit.content.source import (
    MOST_BYTES,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    items_of,
    read_source,
)
from quizkit.errors import Finding

T = TypeVar("T")

COURSE_FILE = "course.yaml"
LESSON_FOLDER = "lessons"
FIELDS_OF_REFERENCE = ("id", "number", "objective", "sources", "requires")
"""What other files, or checks between files, look at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed(Generic[T]):
    """One file: its root (None where its syntax ended it), its value (None where faulty), findings.

    `root` is kept for faulty files too: references to and from it are still checked.
    """

    path: str
    root: MappingNode | None
    value: T | None
    findings: tuple[Finding, ...]

    @property
    def id(self) -> str:
        """What the file says its id is, or nothing."""
        found = self.root.get("id") if self.root is not None else None
        return found.text if type(found) is ScalarNode else ""


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


def load_course(folder: Path) -> Loaded:
    """Load a course folder; never raises for what stands in its files."""
    return load_courses([folder])[0]


def load_courses(folders: Sequence[Path]) -> tuple[Loaded, ...]:
    """Load several course folders, among which ids of courses and lessons are unique."""
    courses = [parse_course_file(folder / COURSE_FILE) for folder in folders]
    lessons = [[parse_lesson_file(path) for path in lesson_paths(folder)] for folder in folders]
    between = between_files(courses, lessons)
    return tuple(
        assemble(folder, course, own, between, stray_files(folder))
        for folder, course, own in zip(folders, courses, lessons, strict=True)
    )


def lesson_paths(folder: Path) -> tuple[Path, ...]:
    """The lesson files of a course folder, by name."""
    return tuple(sorted(p for p in _lesson_folder(folder) if p.suffix == ".yaml"))


def stray_files(folder: Path) -> tuple[Finding, ...]:
    """Files that their author may take for lessons and that are none."""
    return tuple(
        Finding(
            path=str(path),
            line=1,
            column=1,
            code="QK307",
            severity="warning",
            message="lesson files end in .yaml; this one is not read",
            help=f"rename it to {path.stem}.yaml",
        )
        for path in sorted(_lesson_folder(folder))
        if path.suffix.lower() in (".yml", ".yaml") and path.suffix != ".yaml"
    )


def _lesson_folder(folder: Path) -> Iterable[Path]:
    lessons = folder / LESSON_FOLDER
    return (p for p in lessons.iterdir() if p.name[0] != ".") if lessons.is_dir() else ()


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
        reason = (error.strerror or "it cannot be read").lower()
        finding = Finding(
            path=str(path),
            line=1,
            column=1,
            code="QK110",
            message=f"the file cannot be read: {reason}",
        )
        return Parsed(path=str(path), root=None, value=None, findings=(finding,))
    return parse(str(path), data)


def read_bytes(path: Path) -> bytes:
    """At most one byte more than a file may have; raises OSError for what is not a plain file."""
    if path.exists() and not path.is_file():  # opening a pipe would wait for ever
        raise OSError(0, "it is not a file")
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _parse(path: str, data: bytes, kind: Reader[T]) -> Parsed[T]:
    source = read_source(path, data, prose=PROSE)
    if source.root is None:
        return Parsed(path=path, root=None, value=None, findings=source.findings)
    root = source.root if isinstance(source.root, MappingNode) else None
    value, found = read_node(path, source.root, kind)
    # What syntax has refused is not found a second time by whoever reads the value.
    findings = source.findings + tuple(f for f in found if not _covered(f, source.findings))
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


# --- between files ----------------------------------------------------------------------------


def between_files(
    courses: Sequence[Parsed[Course]], lessons: Sequence[Sequence[Parsed[Lesson]]]
) -> list[Finding]:
    """What is wrong between files: ids that stand twice, references to nothing, circles."""
    findings: list[Finding] = []
    _unique("the course id", courses, "id", findings)
    _unique("the lesson id", [one for own in lessons for one in own], "id", findings)
    for course, own in zip(courses, lessons, strict=True):
        _unique("the number", own, "number", findings)
        if course.root is not None:
            for name, listing in (("objective", "objectives"), ("sources", "sources")):
                known = _ids(course.root, listing)
                for lesson in own:
                    _known(lesson, name, known, f"course.yaml's {listing}", findings)
    everywhere = tuple(one.id for own in lessons for one in own if one.id)
    for own in lessons:
        # A file without a readable id may be the one that is required.
        if all(one.id for one in own):
            for lesson in own:
                _known(lesson, "requires", everywhere, "the lessons", findings)
        _circles(own, findings)
    return findings


def _unique(what: str, files: Sequence[Parsed[T]], name: str, findings: list[Finding]) -> None:
    first: dict[str, tuple[str, int]] = {}
    for file in files:
        node = file.root.get(name) if file.root is not None else None
        if type(node) is not ScalarNode or node.is_empty:
            continue
        text = node.text.lstrip("0") or "0" if name == "number" else node.text
        if text in first:
            path, line = first[text]
            code = "QK304" if name == "number" else "QK302"
            _note(
                findings,
                file,
                node,
                code,
                f"{what} {short(node.text)} stands twice; the first is in {path}:{line}",
            )
        else:
            first[text] = (file.path, node.line)


def _ids(root: MappingNode, name: str) -> tuple[str, ...]:
    ids = (item.get("id") for item in items_of(root, name))
    return tuple(node.text for node in ids if type(node) is ScalarNode)


def _texts(root: MappingNode, name: str) -> list[ScalarNode]:
    node = root.get(name)
    nodes = node.items if isinstance(node, SequenceNode) else (node,)
    return [one for one in nodes if type(one) is ScalarNode and not one.is_empty]


def _known(
    lesson: Parsed[Lesson],
    name: str,
    known: tuple[str, ...],
    where: str,
    findings: list[Finding],
) -> None:
    if lesson.root is None:
        return
    for node in _texts(lesson.root, name):
        if node.text not in known:
            hint = did_you_mean(node.text, known)
            if not hint and known:
                hint = f"there are {listed(known[:12])}{', ...' if len(known) > 12 else ''}"
            _note(
                findings,
                lesson,
                node,
                "QK303",
                f'"{short(node.text)}" is not among {where}',
                hint,
            )


def _circles(lessons: Sequence[Parsed[Lesson]], findings: list[Finding]) -> None:
    """A lesson that requires itself, by whatever way, can never start."""
    requires = {
        lesson.id: [node.text for node in _texts(lesson.root, "requires")]
        for lesson in lessons
        if lesson.root is not None
    }
    for lesson in lessons:
        if lesson.root is None:
            continue
        for node in _texts(lesson.root, "requires"):
            way = _way(node.text, lesson.id, requires)
            if way:
                circle = " -> ".join([lesson.id, *way])
                _note(
                    findings,
                    lesson,
                    node,
                    "QK305",
                    f"the lesson requires itself: {circle}",
                    "remove one of these requires",
                )


def _way(start: str, goal: str, requires: dict[str, list[str]]) -> list[str]:
    """The ids from one lesson to another along `requires`, or none."""
    came_from: dict[str, str] = {start: ""}
    queue = [start]
    for here in queue:
        if here == goal:
            way = [here]
            while came_from[way[0]]:
                way.insert(0, came_from[way[0]])
            return way
        for there in requires.get(here, ()):
            if there not in came_from:
                came_from[there] = here
                queue.append(there)
    return []


def _note(
    findings: list[Finding], file: Parsed[T], node: Node, code: str, message: str, hint: str = ""
) -> None:
    findings.append(
        Finding(
            path=file.path,
            line=node.line,
            column=node.column,
            code=code,
            message=message,
            width=node.width,
            help=hint,
        )
    )


# --- the course -------------------------------------------------------------------------------


def assemble(
    folder: Path,
    course: Parsed[Course],
    lessons: Sequence[Parsed[Lesson]],
    between: Iterable[Finding],
    stray: Iterable[Finding] = (),
) -> Loaded:
    """Put one course together of what its files came to."""
    paths = {course.path, *(lesson.path for lesson in lessons)}
    shared = [finding for finding in between if finding.path in paths]
    at_fault = {finding.path for finding in shared if finding.severity == "error"}
    findings = [*course.findings, *shared, *stray]
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
