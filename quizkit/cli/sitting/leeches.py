"""Turn a question that is missed again and again into where to learn it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from quizkit.cli.glossary import names
from quizkit.cli.page.wording import say
from quizkit.cli.terminal import out

if TYPE_CHECKING:
    from quizkit.content.course import Course, Source, Term
    from quizkit.content.model import Question
    from quizkit.store.index import Library

_MOST_TERMS = 3
_SHORTEST_NAME = 3  # the letter `d` stands in every sentence


def show_leech(library: Library, question: Question, lapses: int) -> None:
    """Say that a question is a leech, what its lesson rests on, and what can be done."""
    lesson = library.outline(question.lesson)
    course = library.courses[library.course_of(question.lesson)]
    say(
        f"A leech: it has been forgotten {lapses} times. "
        "Reading helps more than one more answer; it is asked on as before.",
        role="note",
    )
    say(f"Lesson: quiz lesson {question.lesson}", indent="  ")
    for source in course.sources:
        if source.id in lesson.sources:
            say(f"Source: {_named(source)}", indent="  ")
    for term in terms_of(course, question):
        say(f"{term.term}: {' '.join(term.text.split())}", indent="  ")
    say(f"Wrong or unclear? quiz report {question.ref}", indent="  ")
    say(f"Enough of it? quiz suspend {question.ref}", indent="  ")
    out()


def _named(source: Source) -> str:
    by = ", ".join(part for part in (source.authors, str(source.year or "")) if part)
    return f"{source.title}{f' ({by})' if by else ''}, {source.url}"


def terms_of(course: Course, question: Question) -> list[Term]:
    """The terms of the glossary that the question is about, the first mentioned first.

    A term inside another one that stands there ("Adam" in "mixed-precision Adam") is not meant.
    """
    text = _plain(" ".join(_texts(question)))
    mentions = sorted(
        (match.start(), -match.end(), place)
        for place, term in enumerate(course.glossary)
        for name in names(term)
        if len(name) >= _SHORTEST_NAME
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    )
    found: dict[int, Term] = {}
    end = 0
    for start, minus_end, place in mentions:
        if start >= end:
            end = -minus_end
            found.setdefault(place, course.glossary[place])
    return list(found.values())[:_MOST_TERMS]


def _texts(question: Question) -> Iterator[str]:
    yield question.prompt
    answer = question.answer
    if answer.kind == "recall":
        yield answer.model
    elif answer.kind == "choice":
        yield from (option.text for option in answer.options if option.right)
    elif answer.kind == "match":
        yield from _both(answer.pairs)
    yield question.explanation


def _both(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    for left, right in pairs:
        yield left
        yield right


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").split())
