"""Turn submissions and the questions of a course into graded rows, one for one and in order.

Pure: no file, clock, dice or database. The same question, seed and response always come to the
same row, so equal ones are graded once; a response gets the verdict that a learner gets for it in
the terminal, because the same function grades both.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches

from quizkit.autograde.keys import key_exact, key_text
from quizkit.autograde.rows import GradedRow, Submission
from quizkit.content.model import ChoiceAnswer, Course, MatchAnswer, Question, RecallAnswer
from quizkit.errors import QuizkitError
from quizkit.grading.grade import grade
from quizkit.grading.readings import Ambiguous, Blank, Unreadable
from quizkit.variants import Variant, is_shuffled, make_variant

_SEED = re.compile(r"([0-9]{1,18})(?:\.0+)?")  # ".0": a table that held blanks made it a float
_LETTER = re.compile(r"[^\W_]")
_KEPT_VARIANTS = 20_000
_KEPT_ROWS = 100_000


def grade_batch(
    submissions: Iterable[Submission],
    questions: Course | Mapping[str, Question],
    *,
    decimal_comma: Collection[str] = (),
) -> Iterator[GradedRow]:
    """One graded row for each submission, in order, as they come: memory does not grow with them.

    `questions` is a course, or questions by `lesson/question`; then `decimal_comma` holds the ids
    of lessons whose course reads the comma as decimal. A submission that cannot be graded is a row
    of status `error` whose feedback names it ("row 3: ..."); nothing is raised for one.
    """
    if isinstance(questions, Course):
        grader = Grader.of_course(questions)
    else:
        grader = Grader(questions, decimal_comma=decimal_comma)
    kept: dict[tuple[str, str, str], GradedRow] = {}
    for number, one in enumerate(submissions, 1):
        triple = (one.question, "" if one.seed is None else str(one.seed), one.response)
        row = kept.get(triple)
        if row is None:
            row = grader.row(*triple)
            if len(kept) >= _KEPT_ROWS:
                kept.clear()
            kept[triple] = row
        if not one.learner.strip():
            row = no_learner()
        yield named(row, f"row {number}") if row.status == "error" else row


def named(row: GradedRow, where: str) -> GradedRow:
    """An error row whose sentence begins with the row's name: `line 17: unknown question ...`."""
    return replace(row, feedback=f"{where}: {row.feedback}")


def no_learner() -> GradedRow:
    """The row of a response that belongs to nobody."""
    return GradedRow(status="error", feedback="no learner is named")


class Grader:
    """The questions of a course, ready to grade any response to any variant of them."""

    def __init__(
        self, questions: Mapping[str, Question], *, decimal_comma: Collection[str] = ()
    ) -> None:
        self._questions = questions
        self._decimal_comma = frozenset(decimal_comma)
        self._variants: dict[tuple[str, int], Variant] = {}

    @classmethod
    def of_course(cls, course: Course) -> Grader:
        """A grader of every question of the course, by its present and its former names."""
        comma = [lesson.id for lesson in course.lessons] if course.decimal_comma else []
        questions = [question for lesson in course.lessons for question in lesson.questions]
        return cls(by_name(questions), decimal_comma=comma)

    def row(self, question: str, seed: str, response: str) -> GradedRow:
        """Grade one response; what stands in its way becomes a row of status `error`, unnamed.

        `question` may be a variant, `lesson/question#seed`, if `seed` is blank or the same.
        """
        ref, _, own_seed = question.strip().partition("#")
        seed, own_seed = seed.strip(), own_seed.strip()
        if not ref:
            return GradedRow(status="error", feedback="no question is named")
        asked = self._questions.get(ref)
        if asked is None:
            return GradedRow(status="error", feedback=self._unknown(ref))
        if own_seed and seed and own_seed != seed:
            return _error(asked, f'the variant "{question}" is not of seed "{seed}"')
        number: int | None = None
        if seed or own_seed:
            match = _SEED.fullmatch(seed or own_seed)
            if match is None:
                return _error(
                    asked, f'the seed "{_short(seed or own_seed)}" is not a whole number from 0'
                )
            number = int(match[1])
        elif asked.given is not None:
            return _error(
                asked, f"{asked.ref} draws its numbers; without a seed its key is not known"
            )
        try:
            return self._graded(asked, number, response)
        except QuizkitError as error:
            return _error(asked, str(error))
        except Exception as error:  # one row that a calculator chokes on must not cost the others
            return _error(asked, f"the grader failed: {type(error).__name__}: {error}")

    def _graded(self, asked: Question, seed: int | None, response: str) -> GradedRow:
        variant = self._variant(asked, 0 if seed is None else seed)
        comma = asked.lesson in self._decimal_comma
        base = GradedRow(
            status="blank",
            key=key_text(variant, seeded=seed is not None, decimal_comma=comma),
            key_exact=key_exact(variant),
            revision=asked.revision,
        )
        if isinstance(asked.answer, RecallAnswer):
            if is_blank(response):
                return base
            return replace(
                base, status="needs_review", feedback="recall: compare it with the model answer"
            )
        if seed is None and is_shuffled(asked) and _depends_on_order(asked, response):
            return replace(
                base,
                status="needs_review",
                feedback="a letter or a position means nothing here without the seed",
            )
        graded = grade(variant, response, decimal_comma=comma)
        match graded.reading:
            case Blank():
                return base
            case Ambiguous(message=message) | Unreadable(message=message):
                return replace(base, status="needs_review", feedback=message)
            case reading:
                assert graded.grade is not None, "a value is always graded"
                return replace(
                    base,
                    status="graded",
                    verdict=graded.grade.verdict,
                    score=graded.grade.score,
                    read_as=reading.read_as,
                    mistake=graded.grade.mistake or "",
                    feedback=graded.grade.feedback,
                )

    def _variant(self, asked: Question, seed: int) -> Variant:
        name = (asked.ref, seed)
        variant = self._variants.get(name)
        if variant is None:
            if len(self._variants) >= _KEPT_VARIANTS:
                self._variants.clear()
            variant = self._variants[name] = make_variant(asked, seed)
        return variant

    def _unknown(self, ref: str) -> str:
        near = get_close_matches(ref, list(self._questions), 1, 0.6)
        if not near:
            near = [known for known in self._questions if known.endswith(f"/{ref}")][:1]
        hint = f'; did you mean "{near[0]}"?' if near else ""
        return f'unknown question "{_short(ref)}"{hint}'


def by_name(questions: Iterable[Question]) -> dict[str, Question]:
    """Questions by `lesson/question`, and by their former names where no other has taken them."""
    found: dict[str, Question] = {}
    former: dict[str, Question] = {}
    for question in questions:
        found[question.ref] = question
        for name in question.renamed_from:
            former[name if "/" in name else f"{question.lesson}/{name}"] = question
    return former | found


def is_blank(response: str) -> bool:
    """Whether nothing was answered: spaces, no-break and zero-width ones included."""
    return not response.strip(" \t\r\n\v\f\u00a0\u200b\u200c\u200d\u2060\ufeff")


def _depends_on_order(asked: Question, response: str) -> bool:
    """Whether the response may name options by letter or position."""
    if isinstance(asked.answer, MatchAnswer):
        return not is_blank(response)
    assert isinstance(asked.answer, ChoiceAnswer), "only choices and matches are shuffled"
    words = re.split(r"[\s,;+&/]+|\band\b", response.casefold())
    # Digits are positions unless an option's text is a number.
    numbers = any(option.text.strip().isdigit() for option in asked.answer.options)
    return any(
        (_LETTER.fullmatch(bare) and not bare.isdigit()) or (bare.isdigit() and not numbers)
        for bare in (word.strip("()[].:'\"") for word in words)
    )


def _error(asked: Question, sentence: str) -> GradedRow:
    return GradedRow(status="error", revision=asked.revision, feedback=sentence)


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
