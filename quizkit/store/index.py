"""Turn course folders into the library that every command reads: what there is to ask, in order.

Questions and lessons are made of their rows when they are asked for, equal to those that were read
from YAML.
"""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from quizkit.errors import ContentError, Finding
from quizkit.store.cache_file import in_memory, open_cache
from quizkit.store.compiled import Compiled
from quizkit.store.listing import Asked, File, Listing

if TYPE_CHECKING:
    from quizkit.content.course import Course, Lesson
    from quizkit.content.model import Question

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
        return _library(open_cache(cache), folders)
    except sqlite3.OperationalError:
        pass  # held by another program for long, or full
    except (sqlite3.Error, ValueError, TypeError):
        with suppress(sqlite3.Error):
            return _library(open_cache(cache, anew=True), folders)
    return _library(in_memory(), folders)


def _library(connection: sqlite3.Connection, folders: Sequence[Path]) -> Library:
    compiled = Compiled(connection)
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

    `lessons` maps the ids of lessons that can be used, in order, to what they require; `broken`
    holds every finding of the load, warnings too. What is known of single questions is read when it
    is asked for.
    """

    def __init__(self, compiled: Compiled, listings: Sequence[Listing]) -> None:
        self._compiled = compiled
        self._listings = listings
        self._homes: dict[str, tuple[Listing, File]] = {}
        self._courses: dict[str, tuple[Listing, File]] = {}
        self._refs: dict[str, frozenset[str]] = {}
        self._asked: dict[str, dict[str, Entry]] = {}
        faults = _across(listings)
        at_fault = {finding.path for finding in faults}
        self._unusable: list[tuple[Listing, File]] = []
        for listing in listings:
            out, prefix = listing.at_fault(), listing.prefix
            course, *lessons = listing.files
            usable = course.name not in out and prefix + course.name not in at_fault
            if usable:
                self._courses[course.id] = (listing, course)
            for file in sorted(lessons, key=lambda one: (one.number, one.id)):
                if usable and file.name not in out and prefix + file.name not in at_fault:
                    self._homes[file.id] = (listing, file)
                else:
                    self._unusable.append((listing, file))
        self.lessons: Mapping[str, tuple[str, ...]] = {
            lesson: file.requires for lesson, (_, file) in self._homes.items()
        }
        self.broken = tuple(
            sorted([*faults, *(one for listing in listings for one in listing.findings())])
        )
        self.courses: Mapping[str, Course] = _Courses(self)

    @cached_property
    def broken_lessons(self) -> frozenset[str]:
        """The ids of the lessons that cannot be used, as far as their files say one."""
        ids = {file.id or self._said(at, file).get("id", "") for at, file in self._unusable}
        return frozenset(ids - self._homes.keys() - {""})

    @cached_property
    def left_out(self) -> frozenset[tuple[str, str]]:
        """Course and id of each lesson that cannot be used while another course's has its id."""
        return frozenset(
            (listing.files[0].id, file.id)
            for listing, file in self._unusable
            if file.id in self._homes and self.course_of(file.id) != listing.files[0].id
        )

    def is_broken_number(self, number: str) -> bool:
        """Whether a lesson that cannot be used says that it has this number."""
        return any(self._said(at, file).get("number") == number for at, file in self._unusable)

    @staticmethod
    def _said(listing: Listing, file: File) -> dict[str, str]:
        from quizkit.content.salvage import said_in  # for what is broken alone

        return said_in(listing.folder / file.name)

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The titles of the lessons."""
        return {lesson: file.title for lesson, (_, file) in self._homes.items()}

    @cached_property
    def objectives(self) -> Mapping[str, str]:
        """The id of each lesson's objective, which may be empty."""
        return {lesson: file.objective for lesson, (_, file) in self._homes.items()}

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Every question, in lesson order, warm-ups before practice: for who needs them all."""
        with _uncollected():
            asked = [
                (listing, self._read(listing, lambda kept, at: kept.all_asked(at.folder)))
                for listing in self._listings
            ]
            known = {id(listing): rows for listing, rows in asked}
            return tuple(
                [
                    _entry(listing, file, name, known[id(listing)].get((file.name, name)))
                    for listing, file in self._homes.values()
                    for name in file.names.split()
                ]
            )

    @cached_property
    def with_reps(self) -> tuple[str, ...]:
        """The lessons that hold reps, in order."""
        files = {
            id(listing): self._read(listing, lambda kept, at: kept.with_reps(at.folder))
            for listing in self._listings
        }
        return tuple(
            [
                lesson
                for lesson, (listing, file) in self._homes.items()
                if file.name in files[id(listing)]
            ]
        )

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to ask."""
        return not any(file.names for _, file in self._homes.values())

    @cached_property
    def renamed(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """Course, reference and former references of each question that had some."""
        return tuple(
            [
                (listing.files[0].id, f"{lesson}/{name}", tuple([f"{lesson}/{old}" for old in was]))
                for lesson, (listing, file) in self._homes.items()
                if file.renamed
                for name, was in file.renamed
            ]
        )

    def names(self, lesson: str) -> str:
        """The ids of a lesson's questions in order, a blank between them; empty for none."""
        return self._homes[lesson][1].names if lesson in self._homes else ""

    def refs(self, lesson: str) -> list[str]:
        """A lesson's questions in order; none for a lesson that is not there."""
        if not (names := self.names(lesson)):
            return []
        return f"{lesson}/{names.replace(' ', f' {lesson}/')}".split(" ")

    def of_lesson(self, lesson: str) -> Mapping[str, Entry]:
        """What is known of a lesson's questions, by reference; raises ContentError."""
        if lesson not in self._asked:
            listing, file = self._home(lesson)
            rows = self._read(listing, lambda kept, at: kept.asked(at.folder, file.name))
            entries = [_entry(listing, file, name, rows.get(name)) for name in file.names.split()]
            self._asked[lesson] = {entry.ref: entry for entry in entries}
        return self._asked[lesson]

    def has(self, ref: str) -> bool:
        """Whether a question of that name can be asked."""
        lesson = ref.partition("/")[0]
        if lesson not in self._refs:
            self._refs[lesson] = frozenset(self.refs(lesson))
        return ref in self._refs[lesson]

    def entry(self, ref: str) -> Entry:
        """What is known of that question; raises ContentError if there is none."""
        if not self.has(ref):
            raise self._no_question(ref)
        return self.of_lesson(ref.partition("/")[0])[ref]

    def _no_question(self, ref: str) -> ContentError:
        return ContentError(f'there is no question "{ref}"{self.near(ref)}', self.broken)

    def near(self, ref: str) -> str:
        """`; did you mean "zero-1-2/five-costs"?`, or nothing: to be put behind a sentence."""
        lesson = ref.partition("/")[0]
        known = self.refs(lesson)
        # Over a large course the lesson must be right: comparing with each question takes seconds.
        if not known and sum(len(self.refs(one)) for one in self.lessons) <= 2000:
            known = [ref for one in self.lessons for ref in self.refs(one)]
        from difflib import get_close_matches

        meant = get_close_matches(ref[:200], known, n=1)
        return f'; did you mean "{meant[0]}"?' if meant else ""

    def question(self, ref: str) -> Question:
        """The question itself; raises ContentError if there is none."""
        from quizkit.content.packing import unpacked_question

        if not self.has(ref):
            raise self._no_question(ref)
        lesson = ref.partition("/")[0]
        listing, file = self._homes[lesson]
        name, path = ref.removeprefix(f"{lesson}/"), listing.prefix + file.name

        def read(kept: Compiled, at: Listing) -> Question | None:
            text = kept.question(at.folder, file.name, name)
            return None if text is None else unpacked_question(text, path)

        question = self._read(listing, read)
        if question is None:
            raise _changed(path)
        return question

    def lesson(self, lesson: str) -> Lesson:
        """The whole lesson; raises ContentError if there is none."""
        from dataclasses import replace

        from quizkit.content.packing import unpacked_question

        listing, file = self._home(lesson)
        path = listing.prefix + file.name
        questions = self._read(
            listing,
            lambda kept, at: tuple(
                unpacked_question(text, path) for text in kept.questions(at.folder, file)
            ),
        )
        if len(questions) != len(self.refs(lesson)):
            raise _changed(path)
        return replace(self.outline(lesson), questions=questions)

    def outline(self, lesson: str) -> Lesson:
        """The lesson without its questions, which is much quicker; raises ContentError."""
        from quizkit.content.packing import unpacked_lesson

        return self._outline(*self._home(lesson), unpacked_lesson)

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
        from quizkit.content.packing import unpacked_course

        return self._outline(*self._courses[course], unpacked_course)

    def _outline(self, listing: Listing, file: File, unpacked: Callable[[str, str], T]) -> T:
        path = listing.prefix + file.name

        def read(kept: Compiled, at: Listing) -> T | None:
            text = kept.outline(at.folder, file)
            return None if text is None else unpacked(text, path)

        made = self._read(listing, read)
        if made is None:
            raise _changed(path)
        return made

    def _read(self, listing: Listing, read: Callable[[Compiled, Listing], T]) -> T:
        """Read rows; where the file turns out to be damaged or held, from sources in memory."""
        try:
            return read(self._compiled, listing)
        except (sqlite3.Error, ValueError, TypeError):
            self._compiled = Compiled(in_memory())
            for one in self._listings:
                self._compiled.listing(one.folder)
            return read(self._compiled, listing)


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


def _entry(listing: Listing, file: File, name: str, asked: Asked | None) -> Entry:
    path = listing.prefix + file.name
    if asked is None:
        raise _changed(path)
    return Entry(
        listing.files[0].id,
        f"{file.id}/{name}",
        file.id,
        asked.part,
        asked.kind,
        asked.revision,
        file.requires,
        asked.tags,
        tuple([f"{file.id}/{old}" for old in asked.renamed_from]) if asked.renamed_from else (),
        path,
        asked.line,
        asked.column,
    )


def _changed(path: str) -> ContentError:
    return ContentError(f"{path} has just been changed; start again")


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
