"""Turn what `quiz regrade` was asked for into the recorded attempts that are meant."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quizkit.cli.context import Context
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from quizkit.autograde.attempts import Kept
    from quizkit.content.model import Question
    from quizkit.store.attempts import Attempts
    from quizkit.store.index import Library


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Which attempts were asked for."""

    question: str | None
    learner: str | None
    revision: str | None
    everything: bool

    @property
    def says_all(self) -> bool:
        """Whether those are all meant, not only those that wait to be graded again."""
        return self.everything or (self.question or self.learner or self.revision) is not None

    def attempts(
        self, context: Context, library: Library, questions: Mapping[str, Question]
    ) -> Iterator[Kept]:
        """Those attempts of these courses, as they are graded now; that there are none is said."""
        nobody = True
        for one in _at(context.store(writes=False).attempts, library, questions, self.question):
            if self.learner not in (None, one.attempt.learner):
                continue
            nobody = False
            if self.revision is None or one.attempt.revision.startswith(self.revision):
                yield one
        if nobody:
            context.tell_once(self._none(library))

    def _none(self, library: Library) -> str:
        of = "" if self.learner is None else f' of "{self.learner}"'
        at = "" if self.question is None else f" at {self.question}"
        where = " or ".join(library.courses)
        hint = "" if of or at else "; record some with quiz grade FILE --record"
        return f"no attempt{of}{at} is recorded in {where}{hint}"


def under_names_of_today(
    found: Iterator[Kept], kept: Attempts, questions: Mapping[str, Question]
) -> Iterator[Kept]:
    """The attempts, under the name from before a rename that was taken back since.

    A name may be used for another question: that it is the same one, its revision says.
    """
    names: dict[tuple[str, str], str] = {}
    for one in found:
        called = one.attempt.course, one.attempt.question
        if one.attempt.question in questions:
            yield one
            continue
        if called not in names:
            back = (
                name
                for name, revision in kept.earlier_names(*called)
                if name in questions and questions[name].revision == revision
            )
            names[called] = next(back, one.attempt.question)
        yield replace(one, attempt=replace(one.attempt, question=names[called]))


def _at(
    kept: Attempts, library: Library, questions: Mapping[str, Question], question: str | None
) -> Iterator[Kept]:
    """The attempts of these courses, or those at one question under all of its names.

    A name that only the record remembers stands for the attempts that ever went by it.
    """
    courses = library.courses.keys()
    if question is None:
        yield from kept.in_force(courses)
        return
    known = questions.get(question)
    names = (
        [question] if known is None else [name for name in questions if questions[name] is known]
    )
    seen: set[tuple[str, int]] = set()
    for name in names:
        for one in kept.in_force(courses, name):
            # A former name may be another question's by now, and the record may go on under one.
            others = known is not None and questions.get(one.attempt.question, known) is not known
            # By its line: what is kept meanwhile gives it a row under the present name.
            if others or (one.file, one.line) in seen:
                continue
            seen.add((one.file, one.line))
            yield one
    if not seen and known is None:
        raise UsageError(f'there is no question "{question}"{library.near(question)}')
