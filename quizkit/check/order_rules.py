"""QK3xx beyond what loading finds: whether lessons and questions stand in a sensible order."""

from __future__ import annotations

from collections.abc import Iterator

from quizkit.check.subjects import LessonSubject
from quizkit.content.model import ChoiceAnswer
from quizkit.errors import Finding


def requires_earlier_lessons(subject: LessonSubject) -> Iterator[Finding]:
    """QK308: what a lesson requires comes before it."""
    for index, lesson in enumerate(subject.lesson.requires):
        number = subject.numbers.get(lesson)
        if lesson == subject.lesson.id:
            continue  # QK305 says so
        if number is not None and number >= subject.lesson.number:
            yield subject.found(
                "QK308",
                f'lesson {subject.lesson.number} requires "{lesson}", which is lesson {number}',
                "requires",
                index,
                severity="warning",
            )


def has_something_to_ask(subject: LessonSubject) -> Iterator[Finding]:
    """QK309: a lesson without questions never comes up in a review."""
    if not subject.lesson.questions:
        yield subject.found("QK309", "the lesson has no question", severity="warning")


def right_options_change_places(subject: LessonSubject) -> Iterator[Finding]:
    """QK310: where the author's order is kept, the right option is not always at one place."""
    places = [
        (index, [option.right for option in answer.options].index(True))
        for index, one in enumerate(subject.questions)
        if isinstance(answer := one.question.answer, ChoiceAnswer)
        and answer.fixed
        and not answer.many
    ]
    if len(places) >= 4 and len({place for _, place in places}) == 1:
        yield subject.questions[places[0][0]].found(
            "QK310",
            f"in all {len(places)} choices with a fixed order option {places[0][1] + 1} is right",
            "answer",
            "options",
            severity="warning",
        )


LESSON_RULES = (requires_earlier_lessons, has_something_to_ask, right_options_change_places)
