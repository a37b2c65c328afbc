"""Turn the name of a file of submissions, and the courses at hand, into attempts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from quizkit.cli.context import Context
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quizkit.autograde.attempts import AttemptMaker
    from quizkit.content.model import Question
    from quizkit.exchange.submitted import Submitted
    from quizkit.store.index import Library


def attempt_maker(library: Library, questions: Mapping[str, Question]) -> AttemptMaker:
    """What makes attempts at these questions, which go by present and former names."""
    from quizkit.autograde.attempts import AttemptMaker
    from quizkit.autograde.batch import Grader

    comma = comma_lessons(library)
    courses = {entry.lesson: entry.course for entry in library.entries}
    return AttemptMaker(Grader(questions, decimal_comma=comma), questions, courses, comma)


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
    from quizkit.exchange.graded_file import open_source
    from quizkit.exchange.submitted import attempts_in

    mapping = read_mapping(pairs)
    name = "standard input" if file == "-" else file
    with submitted(file) as stream:
        source, _ = open_source(stream, name, mapping, encoding=encoding)
        library = context.library()
        maker = attempt_maker(library, questions_of(library))
        yield from attempts_in(source, maker, mapping, file=name)


@contextmanager
def submitted(file: str) -> Iterator[BinaryIO]:
    """The bytes of a file, or of standard input; raises UsageError."""
    if file == "-":
        if sys.stdin is None:
            raise UsageError("standard input is closed; name a file")
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115  # closed below; only opening may be refused
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}") from error
    with stream:
        yield stream
