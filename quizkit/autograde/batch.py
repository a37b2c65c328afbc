"""Turn submissions and the questions of a course into graded rows, one for one and in order.

Pure: no file, clock, dice or database. The same question, seed and response always come to the
same row, so equal ones are graded once; a response gets the verdict that a learner gets for it in
the terminal, because the same function grades both.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from unicodedata import category

from quizkit.autograde.handed import has_learner, texts
from quizkit.autograde.keyed import Keyed
from quizkit.autograde.nearest import Nearest
from quizkit.autograde.rows import AGAINST, GradedRow, Submission, Untyped, question_and_seed
from quizkit.content.course import Course
from quizkit.content.model import Question
from quizkit.errors import QuizkitError
from quizkit.variants import is_shuffled, variant_maker

_SEED = re.compile(r"([0-9]+)(?:\.0+)?")  # ".0": a table that held blanks made it a float
_SEED_DIGITS = 18  # what every database can keep
_CUT = re.compile(r"[+-]?[0-9]([.,][0-9]{1,2})?E[+-][0-9]{2,3}")
_KEPT_VARIANTS = 20_000
_KEPT_ROWS = 30_000


def grade_batch(
    submissions: Iterable[Submission],
    questions: Course | Mapping[str, Question],
    *,
    decimal_comma: Collection[str] = (),
) -> Iterator[GradedRow]:
    """One graded row for each submission, in order, as they come: memory does not grow with them.

    `questions` is a course, or questions by `lesson/question`; then `decimal_comma` holds the ids
    of lessons whose course reads the comma as decimal. A submission that cannot be graded is a row
    of status `error` whose feedback names it ("row 3: ..."); nothing is raised for one. As data
    frames have them, numbers may stand for texts, and None or NaN for what is missing.
    """
    if isinstance(questions, Course):
        grader = Grader.of_course(questions)
    else:
        grader = Grader(questions, decimal_comma=decimal_comma)
    kept: dict[tuple[str, str, str], GradedRow] = {}
    for number, one in enumerate(submissions, 1):
        triple = texts(one)
        row: GradedRow | None
        if isinstance(triple, str):
            row = GradedRow(status="error", feedback=triple)
        elif isinstance(triple[2], Untyped):  # which equals the same text if it was typed
            row = grader.row(*triple)
        else:
            row = kept.get(triple)
            if row is None:
                row = grader.row(*triple)
                if len(kept) >= _KEPT_ROWS:
                    kept.clear()
                kept[triple] = row
        if not has_learner(one):
            row = no_learner()
        yield named(row, f"row {number}") if row.status == "error" else row


def named(row: GradedRow, where: str) -> GradedRow:
    """An error row whose sentence begins with the row's name: `line 17: unknown question ...`."""
    return row._replace(feedback=f"{where}: {row.feedback}")


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
        self._variants: dict[str, _Variants] = {}
        self._forget()

    def __reduce__(self) -> tuple[object, ...]:
        """Another process gets the questions; it works variants out for itself."""
        return _fresh, (dict(self._questions), self._decimal_comma)

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
        row = self.answered(self.keyed(question, seed), response)
        if row.status == "needs_review":
            return self.reviewed(question, seed, response, row)
        return row

    def ref_of(self, question: str) -> str:
        """What a question that a row names is called today; blank where there is none."""
        asked = self._questions.get(question_and_seed(question)[0])
        return "" if asked is None else asked.ref

    def undecided(self, question: str, seed: str, response: str) -> GradedRow:
        """The row that the question itself comes to, whatever staff have decided about it."""
        return self.answered(self.keyed(question, seed), response)

    def reviewed(self, question: str, seed: str, response: str, row: GradedRow) -> GradedRow:  # noqa: ARG002  # others look
        """What becomes of a row that needs review."""
        return row

    def keyed(self, question: str, seed: str) -> Keyed | GradedRow:
        """The variant that question and seed name, with its key, or the row of every response."""
        name = (question, seed)
        keyed = self._named.get(name)
        if keyed is None:
            if len(self._named) >= _KEPT_VARIANTS:
                self._forget()
            keyed = self._named[name] = self._find(question, seed)
        return keyed

    def answered(self, keyed: Keyed | GradedRow, response: str) -> GradedRow:
        """The row of a response to what `keyed` gave, before anybody reviews it."""
        if isinstance(keyed, GradedRow):
            return keyed
        try:
            if keyed.is_number or isinstance(response, Untyped):
                return keyed.row(response)  # to keep it would cost as much as to grade it again
            known = (keyed, response)
            row = self._rows.get(known)
            if row is None:
                if len(self._rows) >= _KEPT_ROWS:
                    self._rows.clear()
                row = self._rows[known] = keyed.row(response)
        except Exception as error:
            row = _failed(keyed.variant.question, error)
        return row

    def looks_cut(self, question: str, response: str, row: GradedRow) -> bool:
        """Whether the response was graded as a number and is what a spreadsheet shows of one.

        A narrow cell shows 123456789012 as 1.2E+11, and some programs keep what is shown.
        """
        if row.status != "graded" or "E" not in response or not _CUT.fullmatch(response.strip()):
            return False
        asked = self._questions.get(question_and_seed(question)[0])
        return asked is not None and asked.answer.kind == "number"

    def _forget(self) -> None:
        self._named: dict[tuple[str, str], Keyed | GradedRow] = {}
        self._strangers: dict[str, GradedRow] = {}
        self._rows: dict[tuple[Keyed, str], GradedRow] = {}
        for variants in self._variants.values():
            variants.forget()

    def _find(self, question: str, seed: str) -> Keyed | GradedRow:
        """The variant that a row names, with its key, or the row that says why there is none."""
        if AGAINST in question:
            return _contradiction(*question.split(AGAINST, 1))
        ref, own_seed = question_and_seed(question)
        seed = seed.strip()
        if not ref:
            return GradedRow(status="error", feedback="no question is named")
        asked = self._questions.get(ref)
        if asked is None:
            # To look for what may be meant takes as long as to grade some rows.
            if ref not in self._strangers:
                self._strangers[ref] = GradedRow(status="error", feedback=self._unknown(ref))
            return self._strangers[ref]
        if own_seed and seed and _whole(own_seed) != _whole(seed):
            return _error(
                asked, f'the variant "{_short(question)}" is not of seed "{_short(seed)}"'
            )
        seed = seed or own_seed
        if not seed:
            if asked.given is not None:
                return _error(
                    asked, f"{asked.ref} draws its numbers; without a seed its key is not known"
                )
            return self._make(asked, None)
        digits = _whole(seed)
        if not (digits.isascii() and digits.isdigit()):
            # R, SAS, SPSS, pandas and spreadsheets have a word each for a cell without a value.
            hint = "" if any(map(str.isdigit, seed)) else "; leave it empty where there is none"
            return _error(asked, f'the seed "{_short(seed)}" is not a whole number from 0{hint}')
        if len(digits) > _SEED_DIGITS:
            return _error(
                asked,
                f'the seed "{_short(seed)}" is too long: it has {len(digits)} digits, and at most '
                f"{_SEED_DIGITS} are taken",
            )
        return self._make(asked, int(digits))

    def _make(self, asked: Question, seed: int | None) -> Keyed | GradedRow:
        try:
            return self._keyed(asked, seed)
        except Exception as error:
            return _failed(asked, error)

    def _keyed(self, asked: Question, seed: int | None) -> Keyed:
        variants = self._variants.get(asked.ref)
        if variants is None:
            comma = asked.lesson in self._decimal_comma
            variants = self._variants[asked.ref] = _Variants(asked, decimal_comma=comma)
        return variants.keyed(seed)

    @cached_property
    def _nearest(self) -> Nearest:
        return Nearest(self._questions)

    def _unknown(self, ref: str) -> str:
        near = self._nearest.to(ref)
        if near is None:
            near = next((known for known in self._questions if known.endswith(f"/{ref}")), None)
        hint = ""
        if near is not None:
            hint = (
                f'; did you mean "{self._questions[near].ref}"?'  # today's name, not a former one
            )
        elif self._is_of_another_course(ref):
            lesson = _short(ref.partition("/")[0])
            hint = f'; no lesson "{lesson}" is loaded: is it of another course?'
        elif self._questions:
            hint = f'; a question is named as in "{next(iter(self._questions.values())).ref}"'
        return f'unknown question "{_short(ref)}"{hint}'

    def _is_of_another_course(self, ref: str) -> bool:
        """Whether it is named as a question is, but in a lesson that is not here."""
        lesson, slash, name = ref.partition("/")
        is_named = bool(lesson and slash and name) and not any(map(str.isspace, ref))
        return is_named and all(one.lesson != lesson for one in self._questions.values())


class _Variants:
    """The variants of one question with their keys.

    A thousand seeds may come to ten combinations of numbers, or to a few orders of the options: one
    variant stands for all seeds that differ in nothing else.
    """

    def __init__(self, asked: Question, *, decimal_comma: bool) -> None:
        self._maker = variant_maker(asked)
        self._is_shuffled = is_shuffled(asked)
        self._decimal_comma = decimal_comma
        self.forget()

    def forget(self) -> None:
        """Drop what is to be made again when it is asked for."""
        self._alike: dict[tuple[bool, tuple[int, ...]], Keyed] = {}

    def keyed(self, seed: int | None) -> Keyed:
        """The variant of that seed; without one, the only one that there is but for its order."""
        seeded = seed is not None or not self._is_shuffled
        alike = seeded, self._maker.alike(seed or 0)
        keyed = self._alike.get(alike)
        if keyed is None:
            variant = self._maker(seed or 0)
            keyed = Keyed(variant, seeded=seeded, decimal_comma=self._decimal_comma)
            self._alike[alike] = keyed
        return keyed


def _fresh(questions: Mapping[str, Question], decimal_comma: Collection[str]) -> Grader:
    return Grader(questions, decimal_comma=decimal_comma)


def by_name(questions: Iterable[Question]) -> dict[str, Question]:
    """Questions by `lesson/question`, and by their former names where no other has taken them."""
    found: dict[str, Question] = {}
    former: dict[str, Question] = {}
    for question in questions:
        found[question.ref] = question
        for name in question.renamed_from:
            former[name if "/" in name else f"{question.lesson}/{name}"] = question
    return former | found


def _failed(asked: Question, error: Exception) -> GradedRow:
    """The row of what could not be made: it must not cost the others."""
    if isinstance(error, QuizkitError):
        return _error(asked, str(error))
    # A calculator may be anybody's.
    return _error(asked, f"the grader failed: {type(error).__name__}: {error}")


def _whole(seed: str) -> str:
    """The digits of a seed without what they can do without; what is no seed stays as it is."""
    match = _SEED.fullmatch(seed)
    return seed if match is None else match[1].lstrip("0") or "0"


def _contradiction(question: str, variant: str) -> GradedRow:
    """The row that names two questions."""
    return GradedRow(
        status="error",
        feedback=f'question "{_short(question)}" and variant "{_short(variant)}" contradict each '
        "other; leave one of them blank, or say --map variant= if that is another column",
    )


def _error(asked: Question, sentence: str) -> GradedRow:
    return GradedRow(status="error", revision=asked.revision, feedback=sentence)


def _short(text: str, most: int = 60) -> str:
    """The text to name in a sentence: its start, with what nobody sees by its number.

    >>> _short("zero/stages" + chr(0x200B))
    'zero/stages<U+200B>'
    """
    if not text.isascii():
        text = "".join(f"<U+{ord(one):04X}>" if category(one) == "Cf" else one for one in text)
    return text if len(text) <= most else text[: most - 1] + "…"
