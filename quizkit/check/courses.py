"""Turn paths named by an author into the findings of the lessons and courses there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from quizkit.check import order_rules, proof_rules, text_rules, variant_rules, wording_rules
from quizkit.check.ignoring import left_after_ignoring
from quizkit.check.subjects import LessonSubject, SourceText, lesson_subject
from quizkit.content.folder import COURSE_FILE, LESSON_FOLDER, file_names, read_bytes
from quizkit.content.load import parse_course_file, parse_lesson_file, stray_files
from quizkit.content.model import Course, Lesson
from quizkit.content.references import Parsed, across, within
from quizkit.errors import Finding, UsageError

QUESTION_RULES = (
    *variant_rules.RULES,
    *proof_rules.RULES,
    *text_rules.QUESTION_RULES,
    *wording_rules.QUESTION_RULES,
)
LESSON_RULES = (*order_rules.LESSON_RULES, *text_rules.LESSON_RULES, *wording_rules.LESSON_RULES)


def check_paths(paths: Sequence[Path]) -> tuple[Finding, ...]:
    """All that is wrong with these lessons, courses and folders of courses, sorted by place.

    A lesson of a course is checked together with its course, but its own findings alone come back.
    Raises UsageError for a path that holds none of these.
    """
    named = [one for path in paths for one in _named(path)]
    folders = dict.fromkeys(one.folder for one in named if one.folder is not None)
    courses = {folder: _read(folder) for folder in folders}
    findings: set[Finding] = set()
    for one in named:
        if one.folder is None:
            findings |= set(_check_lesson(parse_lesson_file(one.path), None, ()))
            continue
        course, lessons = courses[one.folder]
        if one.path == one.folder:
            findings |= {*_check_course(course, lessons), *stray_files(one.folder)}
        else:
            findings |= set(_only(one, course, lessons))
    whole = [one.folder for one in named if one.folder is not None and one.path == one.folder]
    read = [courses[folder] for folder in dict.fromkeys(whole)]
    findings |= {
        *across([course.spot for course, _ in read], [[one.spot for one in own] for _, own in read])
    }
    return tuple(sorted(findings))


# --- what is named ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """A course folder (`path` and `folder` equal), or a file and its course folder, if any."""

    path: Path
    folder: Path | None


def _named(path: Path) -> Iterator[_Named]:
    if path.is_dir():
        inside = _courses_in(path)
        if inside:
            yield from (_Named(path=folder, folder=folder) for folder in inside)
            return
        lessons = sorted(one for one in path.glob("*.yaml") if one.name != COURSE_FILE)
        if not lessons:
            raise UsageError(f"{path}: no course.yaml and no lesson in it; name a lesson or course")
        yield from (_Named(path=one, folder=_folder_of(one)) for one in lessons)
    elif path.exists():
        yield _Named(path=path, folder=_folder_of(path))
    else:
        raise UsageError(f"{path}: there is no such file or folder")


def _courses_in(path: Path) -> list[Path]:
    if (path / COURSE_FILE).is_file() or (path / LESSON_FOLDER).is_dir():
        return [path]
    return sorted(one for one in path.iterdir() if (one / COURSE_FILE).is_file())


def _folder_of(path: Path) -> Path | None:
    """The course folder of a file in its place in one."""
    absolute = path.absolute()
    if path.name == COURSE_FILE:
        return absolute.parent
    if absolute.parent.name == LESSON_FOLDER and (absolute.parent.parent / COURSE_FILE).is_file():
        return absolute.parent.parent
    return None


# --- checking ---------------------------------------------------------------------------------


_Read = tuple[Parsed[Course], tuple[Parsed[Lesson], ...]]


def _read(folder: Path) -> _Read:
    names = [name for name in file_names(folder) if name != COURSE_FILE]
    return (
        parse_course_file(folder / COURSE_FILE),
        tuple(parse_lesson_file(folder / name) for name in names),
    )


def _check_course(course: Parsed[Course], lessons: tuple[Parsed[Lesson], ...]) -> Iterator[Finding]:
    yield from course.findings
    yield from within(course, lessons)
    for lesson in lessons:
        yield from _check_lesson(lesson, course.value, lessons)


def _only(
    one: _Named, course: Parsed[Course], lessons: tuple[Parsed[Lesson], ...]
) -> Iterator[Finding]:
    """The findings of one file of a course, which they call as the author named it."""
    mine = str(one.path.absolute())
    here = [f for f in (*course.findings, *within(course, lessons)) if f.path == mine]
    for lesson in lessons:
        if lesson.path == mine:
            here += _check_lesson(lesson, course.value, lessons)
    for finding in here:
        yield replace(finding, path=str(one.path))


def _check_lesson(
    parsed: Parsed[Lesson], course: Course | None, lessons: Iterable[Parsed[Lesson]]
) -> Iterator[Finding]:
    yield from parsed.findings
    if parsed.value is None or parsed.root is None:
        return  # rules look at what loads
    source = SourceText(path=parsed.path, lines=_lines(Path(parsed.path)))
    subject = lesson_subject(
        parsed.value,
        parsed.root,
        source,
        numbers={one.value.id: one.value.number for one in lessons if one.value is not None},
        decimal_comma=course is not None and course.decimal_comma,
    )
    yield from left_after_ignoring(source, [*_by_rules(subject)])


def _by_rules(subject: LessonSubject) -> Iterator[Finding]:
    for question in (*subject.questions, *subject.checks):
        for rule in QUESTION_RULES:
            yield from rule(question)
    for lesson_rule in LESSON_RULES:
        yield from lesson_rule(subject)


def _lines(path: Path) -> tuple[str, ...]:
    """The file's lines as the parser counts them; none if it has gone since."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return ()
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
