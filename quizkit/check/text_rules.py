"""QK6xx and QK7xx: whether texts say what the author means, to everybody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from quizkit.check.subjects import LessonSubject, QuestionSubject, SourceText
from quizkit.content.answers import KINDS
from quizkit.content.givens import calculator_of
from quizkit.content.model import ChoiceAnswer
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode, items_of
from quizkit.content.questions import NOT_WRITTEN, QUESTION
from quizkit.errors import Finding, NotationError
from quizkit.variants.prompts import FORMATS, fill


def gaps_are_filled(subject: QuestionSubject) -> Iterator[Finding]:
    """QK601: whatever stands in braces is a number that the question draws, or its key."""
    return _open_gaps(subject.node, subject.source)


def open_gaps(
    root: MappingNode, source: SourceText, before: Iterable[Finding]
) -> tuple[Finding, ...]:
    """What QK601 finds in a lesson that does not load, as far as its questions can be read.

    `before` is found already; of a question in which YAML itself went wrong no text is believed.
    """
    torn = [finding.line for finding in before if finding.code.startswith("QK1")]
    questions = [item for part in ("warm_up", "practice") for item in items_of(root, part)]
    checks = [item for rep in items_of(root, "reps") for item in items_of(rep, "checks")]
    return tuple(
        finding
        for node in (*questions, *checks)
        if not any(node.line <= line <= _last_line(node) for line in torn)
        for finding in _open_gaps(node, source)
    )


def _last_line(node: MappingNode) -> int:
    return max((one.line for one in _scalars(node)), default=node.line)


def _open_gaps(node: MappingNode, source: SourceText) -> Iterator[Finding]:
    names = _drawn_names(node)
    if names is None:
        return
    gaps = {gap: gap for name in names for gap in (name, *(f"{name}:{form}" for form in FORMATS))}
    after = gaps | ({"key": "key"} if _may_have_key(node) else {})
    for text_node, known in _filled_texts(node, gaps, after):
        if type(text_node) is not ScalarNode or text_node.cut:
            continue
        text = text_node.text
        told: set[str] = set()
        for gap in _GAP.finditer(text):
            try:
                fill(gap[0], known)
            except NotationError as error:
                if gap[0] not in told:
                    told.add(gap[0])
                    rest = text[gap.start() : gap.start() + 24].split("\n", 1)[0]
                    yield source.finding(
                        text_node,
                        "QK601",
                        str(error),
                        within=rest,
                        width=len(gap[0]),
                        after=text.count(rest, 0, gap.start()),
                    )


_GAP = re.compile(r"\{\{|\}\}|\{[^{}]*\}|[{}]")


def _drawn_names(node: MappingNode) -> dict[str, None] | None:
    """The names that texts may show; None where faults of the question leave that open."""
    given = node.get("given")
    if given is None:
        answer = node.get("answer")
        keyless = isinstance(answer, MappingNode) and answer.get("value") is None
        needs_one = keyless and _kind(answer) == "number"  # the given is missing, and said to be
        return {} if QUESTION.lacks(node, "given") and not needs_one else None
    if not isinstance(given, MappingNode):
        return None
    example, values = given.get("example"), given.get("values")
    if not isinstance(example, MappingNode):
        return None
    places = [example, *items_of(given, "cases")]
    if isinstance(values, MappingNode):
        places.append(values)
    names = dict.fromkeys(key.text for place in places for key, _ in place.entries)
    calculator = calculator_of(given)
    if calculator is not None:
        inputs = dict.fromkeys(one.name for one in calculator.inputs)
        needed = {one.name for one in calculator.inputs if one.default is None and not one.optional}
        # Any of them may be what a misspelt one was meant for, or a missing one.
        if not needed <= names.keys() <= inputs.keys():
            names |= inputs
    return names


def _kind(answer: Node | None) -> str:
    kind = answer.get("kind") if isinstance(answer, MappingNode) else None
    return kind.text if type(kind) is ScalarNode else ""


def _may_have_key(node: MappingNode) -> bool:
    kind = _kind(node.get("answer"))
    return node.get("given") is not None or kind == "number" or kind not in KINDS


def _filled_texts(
    node: MappingNode, gaps: dict[str, str], after: dict[str, str]
) -> Iterator[tuple[Node | None, dict[str, str]]]:
    yield node.get("prompt"), gaps
    yield node.get("hint"), after
    yield node.get("explanation"), after
    for mistake in items_of(node, "mistakes"):
        yield mistake.get("say"), after
    answer = node.get("answer")
    if isinstance(answer, MappingNode):
        for option in items_of(answer, "options"):
            yield option.get("text"), gaps
            yield option.get("say"), after


def nothing_is_left_to_do(subject: LessonSubject) -> Iterator[Finding]:
    """QK602: `todo` marks what an author or an import has left open."""
    for node in (subject.node, *(one.node for one in subject.questions), *_reps(subject)):
        todo = node.get("todo")
        if type(todo) is ScalarNode:
            line = todo.text.strip().split("\n", 1)[0]
            yield subject.source.finding(todo, "QK602", f"left to do: {line}", severity="warning")


def every_text_is_written(subject: LessonSubject) -> Iterator[Finding]:
    """QK608: no text is the stand-in that an import writes where it found none."""
    for node in _scalars(subject.node):
        if node.text.strip() == NOT_WRITTEN:
            message = "this text is not written yet; learners would be shown the words that say so"
            yield subject.source.finding(node, "QK608", message)


def _reps(subject: LessonSubject) -> list[MappingNode]:
    return items_of(subject.node, "reps")


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
    for node in _scalars(subject.node):
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
    for node in _scalars(subject.node):
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
    every_text_is_written,
    images_have_words,
    links_say_where_they_lead,
)
