"""Turn the name of a file of submissions, and the courses at hand, into attempts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from stat import S_ISREG
from sys import intern
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from quizkit.cli.context import Context
from quizkit.errors import StoreError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quizkit.autograde.attempts import Attempt, AttemptMaker
    from quizkit.autograde.batch import Grader
    from quizkit.autograde.decisions import Decisions
    from quizkit.content.model import Question
    from quizkit.exchange.submitted import Submitted
    from quizkit.store.index import Library

_ALIKE = (
    "learner", "course", "question", "response", "asked", "reading", "status", "verdict", "mistake",
    "revision", "calculator",
)  # fmt: skip


def attempt_maker(
    library: Library,
    questions: Mapping[str, Question],
    decided: Decisions,
    grader: Grader | None = None,
) -> AttemptMaker:
    """What makes attempts at these questions, which go by present and former names.

    A `grader` of them that has seen the rows already has much of the work behind it.
    """
    from quizkit.autograde.attempts import AttemptMaker
    from quizkit.autograde.batch import Grader

    comma = comma_lessons(library)
    courses = {entry.lesson: entry.course for entry in library.entries}
    grader = grader or Grader(questions, decimal_comma=comma)
    return AttemptMaker(grader, questions, courses, comma, decided)


def decisions_on(
    context: Context,
    library: Library,
    questions: Mapping[str, Question],
    *,
    needed: bool = False,
) -> Decisions:
    """What staff decided in these courses, by the questions' present names.

    Grading needs no store: one that cannot be read leaves the decisions out, and that is said;
    unless they are `needed`, since a grade that rests on one would be taken away without it.
    """
    from quizkit.autograde.decisions import Decisions

    try:
        kept = context.store(writes=False).attempts
        found = [
            one
            for course in library.courses
            for one in kept.decisions(course)
            if (course, one.question.partition("/")[0]) not in library.left_out
        ]
    except StoreError as trouble:
        if needed:
            raise
        context.tell_once(f"decisions on doubtful texts are left out: {trouble}")
        return Decisions(())
    return Decisions(
        replace(one, question=questions[one.question].ref) if one.question in questions else one
        for one in sorted(found, key=lambda one: one.id or 0)  # a lesson may have changed courses
    )


def grader_name() -> str:
    """The program and its version, as the record names who graded."""
    from importlib.metadata import version

    return f"quizkit {version('quizkit')}"


def questions_of(library: Library) -> dict[str, Question]:
    """Every question by its name, and by its former names where no other has taken them."""
    from quizkit.autograde.batch import by_name

    return by_name(library.question(entry.ref) for entry in library.entries)


def comma_lessons(library: Library) -> frozenset[str]:
    """The lessons whose course reads the comma as decimal."""
    return frozenset(
        entry.lesson for entry in library.entries if library.courses[entry.course].decimal_comma
    )


def submitted_attempts(
    context: Context, file: str, pairs: tuple[str, ...], encoding: str | None
) -> Iterator[Submitted]:
    """Every row of the file, graded, as an attempt or an error row."""
    from quizkit.exchange.columns import read_mapping

    mapping = read_mapping(pairs)
    name = "standard input" if file == "-" else file
    with submitted(file) as stream:
        yield from attempts_of(context, stream, name, mapping, encoding)


def attempts_of(
    context: Context,
    stream: BinaryIO,
    name: str,
    mapping: Mapping[str, str],
    encoding: str | None,
    grader: Grader | None = None,
    decided: Decisions | None = None,
) -> Iterator[Submitted]:
    """Every row of a stream of submissions, graded, as an attempt or an error row.

    `decided` takes the place of what staff decided in these courses.
    """
    from quizkit.exchange.columns import no_seed
    from quizkit.exchange.graded_file import open_source
    from quizkit.exchange.submitted import attempts_in

    source, _ = open_source(stream, name, mapping, encoding=encoding)
    if source.columns.lacks_seed:
        context.tell_once(no_seed(name))
    library = context.library()
    questions = questions_of(library)
    if decided is None:
        decided = decisions_on(context, library, questions)
    maker = attempt_maker(library, questions, decided, grader)
    return attempts_in(source, maker, mapping, file=name)


def recorded_attempts(context: Context) -> Iterator[Attempt]:
    """Every attempt of these courses that was recorded, as it is graded now.

    Where two courses have lessons of one name, those of the lesson that is left out are, too.
    """
    library = context.library()
    names = former_names(library)
    kept = context.store(writes=False).attempts
    for one in kept.in_force(library.courses.keys()):
        question = one.attempt.question
        if (one.attempt.course, question.partition("/")[0]) in library.left_out:
            continue
        attempt = one.attempt
        if question in names:
            attempt = replace(attempt, question=names[question])
        yield sharing(attempt)


def sharing(attempt: Attempt) -> Attempt:
    """The attempt with equal texts held once.

    The attempts of a class are much alike, and whoever looks at all of them holds them all.
    """
    texts: dict[str, Any] = {}
    for name in _ALIKE:
        text = getattr(attempt, name)
        if text is not None:
            texts[name] = intern(text)
    return replace(attempt, **texts)


def former_names(library: Library) -> dict[str, str]:
    """Each question's former names, with the present one."""
    return {old: entry.ref for entry in library.entries for old in entry.renamed_from}


def may_be_written(file: str, output: str | None, option: str) -> None:
    """Raise UsageError if the output would take the place of the submitted file, or go behind it.

    That is one file by any of its names, or as what standard input or output stands for.
    """
    if output is None:
        return
    if not output:
        raise UsageError(f"the name behind {option} is empty; name a file")
    try:
        taken = _status_of(file, sys.stdin)
        given = _status_of(output, sys.stdout)
    except (OSError, ValueError):
        return  # one of them is not there, or stands for no file; whoever opens it says so
    if S_ISREG(given.st_mode) and os.path.samestat(taken, given):
        name = "standard output" if output == "-" else output
        raise UsageError(f"{name} is the submitted file itself; name another for {option}")


def _status_of(name: str, stream: TextIO | None) -> os.stat_result:
    if name != "-":
        return os.stat(name)
    if stream is None:
        raise ValueError("closed")
    return os.fstat(stream.fileno())


@contextmanager
def submitted(file: str) -> Iterator[BinaryIO]:
    """The bytes of a file, or of standard input; raises UsageError."""
    if file == "-":
        if sys.stdin is None:
            raise UsageError("standard input is closed; name a file")
        yield sys.stdin.buffer
        return
    if not file:
        raise UsageError("the name of the submitted file is empty; name a file")
    try:
        stream = Path(file).open("rb")  # noqa: SIM115  # closed below; only opening may be refused
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}") from error
    with stream:
        yield stream
