"""QK6xx and QK7xx: whether texts say what the author means, to everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator

from quizkit.check.subjects import LessonSubject, QuestionSubject, Step
from quizkit.content.model import ChoiceAnswer
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode, items_of
from quizkit.errors import Finding, NotationError
from quizkit.variants.prompts import FORMATS, fill


def gaps_are_filled(subject: QuestionSubject) -> Iterator[Finding]:
    """QK601: whatever stands in braces is a number that the question draws, or its key."""
    question = subject.question
    names = tuple(question.given.example) if question.given else ()
    gaps = {gap: gap for name in names for gap in (name, *(f"{name}:{form}" for form in FORMATS))}
    has_key = question.answer.kind == "number" or question.given is not None
    after = gaps | ({"key": "key"} if has_key else {})
    for steps, text, known in _filled_texts(subject, gaps, after):
        told: set[str] = set()
        for gap in _GAP.finditer(text):
            try:
                fill(gap[0], known)
            except NotationError as error:
                if gap[0] not in told:
                    told.add(gap[0])
                    rest = text[gap.start() : gap.start() + 24].split("\n", 1)[0]
                    yield subject.found(
                        "QK601",
                        str(error),
                        *steps,
                        within=rest,
                        width=len(gap[0]),
                        after=text.count(rest, 0, gap.start()),
                    )


_GAP = re.compile(r"\{\{|\}\}|\{[^{}]*\}|[{}]")


def _filled_texts(
    subject: QuestionSubject, gaps: dict[str, str], after: dict[str, str]
) -> Iterator[tuple[tuple[Step, ...], str, dict[str, str]]]:
    question = subject.question
    yield ("prompt",), question.prompt, gaps
    yield ("hint",), question.hint, after
    yield ("explanation",), question.explanation, after
    for index, mistake in enumerate(question.mistakes):
        yield ("mistakes", index, "say"), mistake.say, after
    if isinstance(question.answer, ChoiceAnswer):
        for index, option in enumerate(question.answer.options):
            yield ("answer", "options", index, "text"), option.text, gaps
            yield ("answer", "options", index, "say"), option.say, after


def nothing_is_left_to_do(subject: LessonSubject) -> Iterator[Finding]:
    """QK602: `todo` marks what an author or an import has left open."""
    for node in (subject.root, *(one.node for one in subject.questions), *_reps(subject)):
        todo = node.get("todo")
        if type(todo) is ScalarNode:
            line = todo.text.strip().split("\n", 1)[0]
            yield subject.source.finding(todo, "QK602", f"left to do: {line}", severity="warning")


def _reps(subject: LessonSubject) -> list[MappingNode]:
    return items_of(subject.root, "reps")


def right_option_does_not_stand_out(subject: QuestionSubject) -> Iterator[Finding]:
    """QK604: the right option is not twice as long as each of the others."""
    answer = subject.question.answer
    if not isinstance(answer, ChoiceAnswer) or answer.many or len(answer.options) < 3:
        return
    for index, option in enumerate(answer.options):
        others = [len(other.text) for other in answer.options if other is not option]
        if option.right and len(option.text) > 2 * max(others) and len(option.text) > 40:
            yield subject.found(
                "QK604",
                "the right option is more than twice as long as every other",
                "answer",
                "options",
                index,
                "text",
                severity="warning",
                about="learners choose the longest; write the others as carefully",
            )


def images_have_words(subject: LessonSubject) -> Iterator[Finding]:
    """QK701: a picture says in words what it shows."""
    for node in _scalars(subject.root):
        for found in re.finditer(r"!\[\s*\]\(", node.text):
            yield subject.source.finding(
                node,
                "QK701",
                "a picture without words",
                severity="warning",
                about="write ![what it shows](address)",
                within=found[0],
            )


def links_say_where_they_lead(subject: LessonSubject) -> Iterator[Finding]:
    """QK702: whoever hears a list of links hears their texts alone."""
    for node in _scalars(subject.root):
        for found in re.finditer(_VAGUE_LINK, node.text):
            message = f'the link text "{found[1]}" does not say where it leads'
            yield subject.source.finding(
                node, "QK702", message, severity="warning", within=found[0]
            )


_VAGUE_LINK = re.compile(r"(?<!!)\[(here|click here|this|link)\]\(", re.IGNORECASE)


def _scalars(node: Node) -> Iterator[ScalarNode]:
    if type(node) is ScalarNode:
        yield node
    elif isinstance(node, MappingNode):
        for _, value in node.entries:
            yield from _scalars(value)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _scalars(item)


QUESTION_RULES = (gaps_are_filled, right_option_does_not_stand_out)
LESSON_RULES = (
    nothing_is_left_to_do,
    images_have_words,
    links_say_where_they_lead,
)
