"""Turn course folders into the library that every command reads: what there is to ask, in order.

Questions and lessons are made of their rows when they are asked for, by the same tables that read
them from YAML.
"""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from quizkit.content.nodes import Node
from quizkit.errors import ContentError, Finding
from quizkit.store.compiled import Compiled
from quizkit.store.listing import File, Listing

if TYPE_CHECKING:
    from quizkit.content.model import Course, Lesson, Part, Question
    from quizkit.content.readers import Reader

T = TypeVar("T")


# A named tuple, not a dataclass: a large course has 40,000, and every start makes them.
class Entry(NamedTuple):
    """What a start knows of a question: what it is called, waits for, and where it stands.

    `renamed_from` are the references it had before; `path` is as findings write it.
    """

    course: str
    ref: str
    lesson: str
    part: str
    kind: str
    revision: str
    requires: tuple[str, ...]
    tags: tuple[str, ...]
    renamed_from: tuple[str, ...]
    path: str
    line: int
    column: int


def open_library(folders: Sequence[Path], cache: Path | None) -> Library:
    """Open courses through the compiled index in the folder `cache`; never raises for content.

    None, or a folder that cannot be written, compiles in memory.
    """
    with _uncollected():
        return _opened(folders, cache)


def _opened(folders: Sequence[Path], cache: Path | None) -> Library:
    try:
        return _library(Compiled.at(cache), folders)
    except sqlite3.OperationalError:
        pass  # held by another program for long, or full
    except (sqlite3.Error, ValueError, TypeError):
        with suppress(sqlite3.Error):
            return _library(Compiled.at(cache, anew=True), folders)
    return _library(Compiled.in_memory(), folders)


def _library(compiled: Compiled, folders: Sequence[Path]) -> Library:
    return Library(compiled, [compiled.listing(folder) for folder in folders])


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the garbage collector out: it would look again and again at rows that all stay."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Library:
    """The courses that are open.

    `entries` are in lesson order, warm-ups before practice. `lessons` maps the ids of lessons that
    can be used to what they require, `titles` to their titles and `objectives` to the id of their
    objective, which may be empty; `broken` holds every finding of the load, warnings too;
    `broken_lessons` the ids of lessons that cannot be used, as far as their files say one.
    """

    def __init__(self, compiled: Compiled, listings: Sequence[Listing]) -> None:
        self._compiled = compiled
        self._homes: dict[str, tuple[Listing, File]] = {}
        self._courses: dict[str, tuple[Listing, File]] = {}
        faults = _across(listings)
        at_fault = {finding.path for finding in faults}
        entries: list[Entry] = []
        broken: set[str] = set()
        for listing in listings:
            out, prefix = listing.at_fault(), listing.prefix
            course, *lessons = listing.files
            usable = course.name not in out and prefix + course.name not in at_fault
            if usable:
                self._courses[course.id] = (listing, course)
            for file in sorted(lessons, key=lambda one: (one.number, one.id)):
                if usable and file.name not in out and prefix + file.name not in at_fault:
                    self._homes[file.id] = (listing, file)
                    entries += _entries(course.id, prefix + file.name, file)
                elif file.id:
                    broken.add(file.id)
        self.entries = tuple(entries)
        self.lessons: Mapping[str, tuple[str, ...]] = {
            lesson: tuple(file.requires) for lesson, (_, file) in self._homes.items()
        }
        self.titles = {lesson: file.title for lesson, (_, file) in self._homes.items()}
        self.objectives = {lesson: file.objective for lesson, (_, file) in self._homes.items()}
        self.broken_lessons = frozenset(broken - self._homes.keys())
        self.broken = tuple(
            sorted([*faults, *(one for listing in listings for one in listing.findings())])
        )
        self.courses: Mapping[str, Course] = _Courses(self)

    @cached_property
    def _by_ref(self) -> dict[str, Entry]:
        return {entry.ref: entry for entry in self.entries}

    def has(self, ref: str) -> bool:
        """Whether a question of that name can be asked."""
        return ref in self._by_ref

    def entry(self, ref: str) -> Entry:
        """What is known of that question; raises ContentError if there is none."""
        if ref not in self._by_ref:
            raise ContentError(f'there is no question "{ref}"{self.near(ref)}', self.broken)
        return self._by_ref[ref]

    def near(self, ref: str) -> str:
        """`; did you mean "zero-1-2/five-costs"?`, or nothing: to be put behind a sentence."""
        lesson = ref.partition("/")[0]
        known = [entry.ref for entry in self.entries if entry.lesson == lesson]
        # Over a large course the lesson must be right: comparing with each question takes seconds.
        if not known and len(self.entries) <= 2000:
            known = [entry.ref for entry in self.entries]
        meant = get_close_matches(ref[:200], known, n=1)
        return f'; did you mean "{meant[0]}"?' if meant else ""

    def question(self, ref: str) -> Question:
        """The question itself; raises ContentError if there is none."""
        from quizkit.content.questions import QuestionOf

        entry = self.entry(ref)
        listing, file = self._homes[entry.lesson]
        name = ref.removeprefix(f"{entry.lesson}/")
        node = self._compiled.question(listing.folder, file.name, name)
        part: Part = "warm_up" if entry.part == "warm_up" else "practice"
        return self._made(entry.path, node, QuestionOf(part), entry.lesson)

    def lesson(self, lesson: str) -> Lesson:
        """The whole lesson; raises ContentError if there is none."""
        from quizkit.content.schema import LESSON

        listing, file = self._home(lesson)
        node = self._compiled.root(listing.folder, file)
        return self._made(listing.prefix + file.name, node, LESSON, lesson)

    def outline(self, lesson: str) -> Lesson:
        """The lesson without its questions, which is much quicker; raises ContentError."""
        from quizkit.content.schema import LESSON

        listing, file = self._home(lesson)
        node = self._compiled.outline(listing.folder, file)
        return self._made(listing.prefix + file.name, node, LESSON, lesson)

    def course_of(self, lesson: str) -> str:
        """The id of the course that a lesson belongs to; raises ContentError if there is none."""
        listing, _ = self._home(lesson)
        return listing.files[0].id

    def _home(self, lesson: str) -> tuple[Listing, File]:
        if lesson not in self._homes:
            known = ", ".join(self.lessons)
            raise ContentError(f'there is no lesson "{lesson}"; there are {known}', self.broken)
        return self._homes[lesson]

    def course(self, course: str) -> Course:
        """What the lessons of a course share, without the lessons; raises KeyError."""
        from quizkit.content.schema import COURSE

        listing, file = self._courses[course]
        node = self._compiled.root(listing.folder, file)
        return self._made(listing.prefix + file.name, node, COURSE, "")

    def _made(self, path: str, node: Node | None, reader: Reader[T], lesson: str) -> T:
        from quizkit.content.readers import BAD, Walk

        walk = Walk(path, lesson=lesson)
        made = reader.read(node, walk) if node is not None else BAD
        if made is BAD:
            raise ContentError(f"{path} has just been changed; start again", tuple(walk.findings))
        return made


class _Courses(Mapping[str, "Course"]):
    """Course id to course, each made when it is asked for."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def __getitem__(self, course: str) -> Course:
        return self._library.course(course)

    def __iter__(self) -> Iterator[str]:
        return iter(self._library._courses)

    def __len__(self) -> int:
        return len(self._library._courses)


def _entries(course: str, path: str, file: File) -> list[Entry]:
    return [
        Entry(
            course,
            f"{file.id}/{one.id}",
            file.id,
            one.part,
            one.kind,
            one.revision,
            file.requires,
            tuple(one.tags),
            tuple([f"{file.id}/{old}" for old in one.renamed_from]),
            path,
            one.line,
            one.column,
        )
        for one in file.questions
    ]


def _across(listings: Sequence[Listing]) -> list[Finding]:
    """Ids that stand twice over several folders."""
    if len(listings) < 2:
        return []
    from quizkit.content.references import Spot, across

    spots = [
        [
            Spot(id=one.id, path=listing.prefix + one.name, line=one.line, column=one.column)
            for one in listing.files
        ]
        for listing in listings
    ]
    return across([own[0] for own in spots], [own[1:] for own in spots])
