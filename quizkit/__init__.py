"""Spaced repetition and exact grading of technical questions.

A course is YAML. It becomes variants; a response to a variant becomes a reading, and a reading that
is a value becomes a grade. In the terminal a grade becomes a rating, which moves a card, and every
move is an event in the log; in bulk it becomes a row of a graded file.

    errors, units     what may go wrong; exact quantities and the closed table of units
    numerals          numbers and quantities into text
    digests           bytes into BLAKE2b, without loading OpenSSL
    nouns             counts into words
    storable          texts into such as every database holds
    calculators       exact arithmetic of one subject each
    content           the model of a course, and strict YAML into it
    tolerance         whether a value is near enough to a key
    variants          a question and a seed into one variant
    grading           a variant and a response into a reading and a grade
    scheduling        when a card is due; the study day; what is asked next
    session           the only place where a grade becomes a rating and a card moves
    autograde         many responses into graded rows
    check             what is wrong with a course
    reports           the log into numbers and pictures
    store             the log, its caches and the compiled course, in SQLite
    exchange          files of other formats, read and written
    cli               the command `quiz`, one file per command

Imports point from the bottom of this list to its top. In a notebook:

>>> from quizkit import Submission, grade, grade_batch, load_course, make_variant
>>> course = load_course("content/llm-pretraining").course
>>> variant = make_variant(course.question("zero-1-2/optimizer-bytes"), seed=0)
>>> graded = grade(variant, "12")
>>> graded.reading.read_as, graded.grade.verdict, graded.grade.feedback[:37]
('12 bytes/param', 'mistake', 'That is the whole optimizer state, 12')
>>> responses = {"ann": "1.5", "bob": "3/2 bytes/param", "cy": "twelve"}
>>> rows = [Submission(learner=learner, question=variant.ref, seed=variant.seed, response=response)
...         for learner, response in responses.items()]
>>> [(row.status, row.score_text) for row in grade_batch(rows, course)]
[('graded', '1'), ('graded', '1'), ('needs_review', '')]

These names load when they are first used, so that `import quizkit` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quizkit.autograde.batch import grade_batch as grade_batch
    from quizkit.autograde.rows import GradedRow as GradedRow
    from quizkit.autograde.rows import Submission as Submission
    from quizkit.content.load import load_course as load_course
    from quizkit.grading.grade import grade as grade
    from quizkit.variants import make_variant as make_variant

_HOMES = {
    "GradedRow": "quizkit.autograde.rows",
    "Submission": "quizkit.autograde.rows",
    "grade": "quizkit.grading.grade",
    "grade_batch": "quizkit.autograde.batch",
    "load_course": "quizkit.content.load",
    "make_variant": "quizkit.variants",
}

__all__ = ["GradedRow", "Submission", "grade", "grade_batch", "load_course", "make_variant"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
