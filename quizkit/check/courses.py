"""Turn paths named by an author into the findings of the lessons and courses there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Final

from quizkit.check import order_rules, proof_rules, text_rules, variant_rules, wording_rules
from quizkit.check.ignoring import left_after_ignoring
from quizkit.check.looking import Kept, LessonBytes, Looked, found_again, look, look_at
from quizkit.check.order_rules import requires_earlier_lessons
from quizkit.check.subjects import LessonSubject
from quizkit.content.course import Course
from quizkit.content.folder import COURSE_FILE, LESSON_FOLDER, file_names, read_bytes
from quizkit.content.load import parse_course_file, stray_files, unreadable
from quizkit.content.references import Parsed, across, within
from quizkit.content.side_by_side import side_by_side
from quizkit.content.walk import MOST_FINDINGS
from quizkit.errors import Finding, UsageError

WORTH_PROCESSES_BYTES: Final = 2**17
"""So much is looked at in half a second; fewer bytes are not worth other processes."""

QUESTION_RULES = (
    *variant_rules.RULES,
    *proof_rules.RULES,
    *text_rules.QUESTION_RULES,
    *wording_rules.QUESTION_RULES,
)
LESSON_RULES = (*order_rules.LESSON_RULES, *text_rules.LESSON_RULES, *wording_rules.LESSON_RULES)


def check_paths(paths: Sequence[Path], kept: Kept | None = None) -> tuple[Finding, ...]:
    """All that is wrong with these lessons, courses and folders of courses, sorted by place.

    A lesson of a course is checked together with its course, but its own findings alone come back.
    A file of a course that has not changed since its row came into `kept` is not looked at again.
    Raises UsageError for a path that holds none of these.
    """
    named = [one for path in paths for one in _named(path)]
    folders = dict.fromkeys(one.folder for one in named if one.folder is not None)
    courses = {folder: _read(folder, kept) for folder in folders}
    findings: set[Finding] = set()
    for one in named:
        if one.folder is None:
            findings |= set(_check_lesson(_look([one.path], False, None)[0], {}))
            continue
        course, lessons = courses[one.folder]
        if one.path == one.folder:
            findings |= {*_check_course(course, lessons), *stray_files(one.folder)}
        else:
            findings |= set(_only(one, course, lessons))
    whole = [one.folder for one in named if one.folder is not None and one.path == one.folder]
    read = [courses[folder] for folder in dict.fromkeys(whole)]
    findings |= {
        *across(
            [course.spot for course, _ in read],
            [[one.bare.spot for one in own] for _, own in read],
        )
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


_Read = tuple[Parsed[Course], tuple[Looked, ...]]


def _read(folder: Path, kept: Kept | None) -> _Read:
    course = parse_course_file(folder / COURSE_FILE)
    comma = course.value is not None and course.value.decimal_comma
    paths = [folder / name for name in file_names(folder) if name != COURSE_FILE]
    return course, _look(paths, comma, kept)


def _look(paths: Sequence[Path], decimal_comma: bool, kept: Kept | None) -> tuple[Looked, ...]:
    looked: dict[Path, Looked] = {}
    anew: dict[Path, LessonBytes] = {}
    for path in paths:
        try:
            file = LessonBytes(str(path), read_bytes(path), decimal_comma)
        except OSError as error:
            looked[path] = look_at(unreadable(str(path), error), b"", _by_rules)
            continue
        found = found_again(file, kept) if kept is not None else None
        if found is not None:
            looked[path] = found
        else:
            anew[path] = file
    sizes = [len(file.data) for file in anew.values()]
    with closing(
        side_by_side(_look_anew, [*anew.values()], sizes, worth=WORTH_PROCESSES_BYTES)
    ) as results:
        for (path, file), (one, row) in zip(anew.items(), results, strict=True):
            looked[path] = one
            if kept is not None and row is not None:
                kept.keep(file.path, file.key, row)
    return tuple(looked[path] for path in paths)


def _look_anew(file: LessonBytes) -> tuple[Looked, str | None]:
    return look(file, _by_rules)


def _by_rules(subject: LessonSubject) -> tuple[Finding, ...]:
    by_question = (
        finding
        for question in (*subject.questions, *subject.checks)
        for rule in QUESTION_RULES
        for finding in rule(question)
    )
    by_lesson = (finding for rule in LESSON_RULES for finding in rule(subject))
    return tuple(islice(chain(by_question, by_lesson), MOST_FINDINGS))


def _check_course(course: Parsed[Course], lessons: tuple[Looked, ...]) -> Iterator[Finding]:
    yield from course.findings
    yield from within(course, [one.bare for one in lessons])
    numbers = _numbers(lessons)
    for lesson in lessons:
        yield from _check_lesson(lesson, numbers)


def _only(one: _Named, course: Parsed[Course], lessons: tuple[Looked, ...]) -> Iterator[Finding]:
    """The findings of one file of a course, which they call as the author named it."""
    mine = str(one.path.absolute())
    between = within(course, [one.bare for one in lessons])
    here = [f for f in (*course.findings, *between) if f.path == mine]
    for lesson in lessons:
        if lesson.path == mine:
            here += _check_lesson(lesson, _numbers(lessons))
    for finding in here:
        yield finding._replace(path=str(one.path))


def _numbers(lessons: Iterable[Looked]) -> dict[str, int]:
    return {one.bare.id: one.number for one in lessons if one.number is not None}


def _check_lesson(lesson: Looked, numbers: dict[str, int]) -> Iterator[Finding]:
    yield from lesson.load
    order: Iterable[Finding] = ()
    if lesson.number is not None and lesson.bare.root is not None:
        order = requires_earlier_lessons(lesson.path, lesson.bare.root, lesson.number, numbers)
    yield from left_after_ignoring(lesson.path, lesson.ignores, [*lesson.rules, *order])
