"""The frozen values that a course is made of around its questions, as authors write them.

Apart from `quizkit.content.model`: whoever asks one question needs none of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from quizkit.content.model import ChoiceAnswer, NumberAnswer, Place, Question, TextAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A question of a rep: graded and shown, never logged."""

    prompt: str
    answer: NumberAnswer | ChoiceAnswer | TextAnswer
    explanation: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rep:
    """A real-world task with a check-box; `next_day` ones fall due the next study day."""

    id: str
    lesson: str
    task: str
    next_day: bool = False
    checks: tuple[Check, ...] = ()
    place: Place | None = None

    def question(self, number: int) -> Question:
        """Its check of that number, from 1, as the question that a learner is asked."""
        check = self.checks[number - 1]
        return Question(
            id=f"{self.id}-{number}",
            lesson=self.lesson,
            part="practice",
            prompt=check.prompt,
            answer=check.answer,
            explanation=check.explanation,
            revision="",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A place to read on."""

    title: str
    url: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One lesson: its questions in order (warm-up, then practice), notes, reps and links."""

    id: str
    number: int
    title: str
    questions: tuple[Question, ...]
    summary: str = ""
    objective: str = ""
    requires: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    notes: str = ""
    reps: tuple[Rep, ...] = ()
    further: tuple[Link, ...] = ()
    place: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """What the course's learner can do in the end; lessons name it by id."""

    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A primary source; lessons name it by id."""

    id: str
    title: str
    url: str
    authors: str = ""
    year: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A glossary entry of one or two sentences."""

    id: str
    term: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """All lessons of one content folder, sorted by number, with what they share.

    `decimal_comma` is the course's locale setting for reading typed numbers.
    """

    id: str
    title: str
    lessons: tuple[Lesson, ...]
    summary: str = ""
    objectives: tuple[Objective, ...] = ()
    sources: tuple[Source, ...] = ()
    glossary: tuple[Term, ...] = ()
    tracker: str = ""
    decimal_comma: bool = False

    def question(self, ref: str) -> Question:
        """The question of that name, `lesson/question`; raises LookupError."""
        for lesson in self.lessons:
            for question in lesson.questions:
                if question.ref == ref:
                    return question
        raise LookupError(f'there is no question "{ref}" in the course {self.id}')
