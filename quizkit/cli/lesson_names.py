"""Turn what somebody calls a lesson or a rep into it, or into a sentence about what was meant."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from quizkit.errors import ContentError, UsageError

if TYPE_CHECKING:
    from quizkit.content.course import Rep
    from quizkit.store.index import Library


def find_lesson(library: Library, name: str) -> str:
    """The id of the lesson of that id or number; raises UsageError, or ContentError if broken."""
    if name in library.lessons:
        return name
    if name.isascii() and name.isdecimal():
        number = name.lstrip("0") or "0"
        found = [one for one in library.lessons if str(library.outline(one).number) == number]
        if len(found) == 1:
            return found[0]
        if found:
            raise UsageError(f"{len(found)} lessons have the number {number}: {', '.join(found)}")
        if library.is_broken_number(number):
            raise cannot_be_loaded(library, number)
    raise UsageError(f'there is no lesson "{name}"{meant(name, tuple(library.lessons))}')


def cannot_be_loaded(library: Library, lesson: str) -> ContentError:
    """What to raise where nothing loads, or not the lesson that was asked for by id or number."""
    errors = tuple(finding for finding in library.broken if finding.severity == "error")
    what = "the course" if library.is_empty or not lesson else f"lesson {lesson}"
    return ContentError(f"{what} cannot be loaded until that is mended; no answer is lost", errors)


def find_rep(library: Library, ref: str) -> Rep:
    """The rep `lesson/rep`; raises UsageError."""
    lesson, mark, name = ref.partition("/")
    if lesson in library.lessons:
        reps = library.outline(lesson).reps
        for rep in reps:
            if rep.id == name:
                return rep
        known = [f"{lesson}/{rep.id}" for rep in reps]
        if not known:
            raise UsageError(f"lesson {lesson} has no reps")
        if not mark:
            raise UsageError(f"{lesson} is a lesson; its reps are {', '.join(known)}")
    else:
        known = [f"{one}/{rep.id}" for one in library.lessons for rep in library.outline(one).reps]
    raise UsageError(f'there is no rep "{ref}"{meant(ref, known)}')


def meant(name: str, known: Sequence[str]) -> str:
    """`; did you mean "zero-1-2"?`, or what there is: to be put behind a sentence.

    >>> meant("zero12", ["zero-1-2", "dp-memory"]), meant("x", ["zero-1-2", "dp-memory"])
    ('; did you mean "zero-1-2"?', '; there are zero-1-2, dp-memory')
    """
    near = get_close_matches(name[:200], known, n=1)
    if near:
        return f'; did you mean "{near[0]}"?'
    more = ", ..." if len(known) > 12 else ""
    return f"; there are {', '.join(known[:12])}{more}" if known else ""
