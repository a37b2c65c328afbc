"""QK3xx beyond what loading finds: whether lessons and questions stand in a sensible order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quizkit.check.subjects import LessonSubject, SourceText
from quizkit.content.model import ChoiceAnswer
from quizkit.content.nodes import MappingNode, ScalarNode, SequenceNode
from quizkit.errors import Finding


def requires_earlier_lessons(
    path: str, root: MappingNode, own: int, numbers: Mapping[str, int]
) -> Iterator[Finding]:
    """QK308: what a lesson requires comes before it; `numbers` go by lesson id.

    This one depends on other files, so it looks at what each of them says of itself.
    """
    me = root.get("id")
    listing = root.get("requires")
    for node in listing.items if isinstance(listing, SequenceNode) else ():
        if type(node) is not ScalarNode or (type(me) is ScalarNode and node.text == me.text):
            continue  # QK305 says that a lesson requires itself
        number = numbers.get(node.text)
        if number is not None and number >= own:
            yield SourceText(path=path).finding(
                node,
                "QK308",
                f'lesson {own} requires "{node.text}", which is lesson {number}',
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


LESSON_RULES = (has_something_to_ask, right_options_change_places)
