"""What rules look at: a question or a lesson that loads, with the places of its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from quizkit.content.model import Lesson, Question
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode, items_of
from quizkit.errors import ContentError, Finding, Severity
from quizkit.variants.variant import Variant, variant_maker

Step = str | int

SEEDS = range(1, 201)
"""The derived variants that rules try: enough to meet each of some dozen combinations."""


class QuestionSubject:
    """A question, its node and its first variants."""

    def __init__(
        self, question: Question, node: MappingNode, path: str, *, decimal_comma: bool
    ) -> None:
        self.question, self.node, self.path = question, node, path
        self.decimal_comma = decimal_comma

    @cached_property
    def example(self) -> Variant | ContentError:
        """Seed 0, or why it cannot be made."""
        return self.made(0)

    @cached_property
    def drawn(self) -> tuple[tuple[Variant, ...], ContentError | None]:
        """The variants of derived seeds as far as they can be made, and why no more can."""
        made: list[Variant] = []
        # Without numbers to draw, only the order of options differs.
        seeds = SEEDS if self.question.given is not None else SEEDS[:5]
        for seed in seeds:
            variant = self.made(seed)
            if isinstance(variant, ContentError):
                return tuple(made), variant
            made.append(variant)
        return tuple(made), None

    @property
    def variants(self) -> tuple[Variant, ...]:
        """All that can be made, the example first."""
        example = (self.example,) if isinstance(self.example, Variant) else ()
        return (*example, *self.drawn[0])

    @cached_property
    def _make(self) -> Callable[[int], Variant] | ContentError:
        try:
            return variant_maker(self.question)
        except ContentError as error:
            return error

    def made(self, seed: int) -> Variant | ContentError:
        """The variant of a seed, or why it cannot be made."""
        if isinstance(self._make, ContentError):
            return self._make
        try:
            return self._make(seed)
        except ContentError as error:
            return error

    def found(
        self,
        code: str,
        message: str,
        *steps: Step,
        severity: Severity = "error",
        about: str = "",
    ) -> Finding:
        """A finding at the field that the steps lead to, as far as they lead."""
        return at(self.path, walked(self.node, steps), code, message, severity, about)


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonSubject:
    """A lesson, its root node and its questions."""

    lesson: Lesson
    root: MappingNode
    path: str
    questions: tuple[QuestionSubject, ...]
    numbers: dict[str, int]
    """The numbers of the course's lessons by id."""

    def found(
        self,
        code: str,
        message: str,
        *steps: Step,
        severity: Severity = "error",
        about: str = "",
    ) -> Finding:
        """A finding at the field that the steps lead to, as far as they lead."""
        return at(self.path, walked(self.root, steps), code, message, severity, about)


def lesson_subject(
    lesson: Lesson,
    root: MappingNode,
    path: str,
    *,
    numbers: dict[str, int] | None = None,
    decimal_comma: bool = False,
) -> LessonSubject:
    """What rules look at, for a lesson that loads."""
    nodes = [item for part in ("warm_up", "practice") for item in items_of(root, part)]
    return LessonSubject(
        lesson=lesson,
        root=root,
        path=path,
        questions=tuple(
            QuestionSubject(question, node, path, decimal_comma=decimal_comma)
            for question, node in zip(lesson.questions, nodes, strict=True)
        ),
        numbers=numbers or {},
    )


def walked(node: Node, steps: Iterable[Step]) -> Node:
    """The node that field names and list positions lead to, as far as they lead."""
    for step in steps:
        inner: Node | None = None
        if isinstance(step, str) and isinstance(node, MappingNode):
            inner = node.get(step)
        elif isinstance(step, int) and isinstance(node, SequenceNode) and step < len(node.items):
            inner = node.items[step]
        if inner is None:
            break
        node = inner
    return node


def at(
    path: str, node: Node, code: str, message: str, severity: Severity = "error", about: str = ""
) -> Finding:
    """A finding at a node."""
    width = 1 if type(node) is ScalarNode and "\n" in node.text else node.width
    return Finding(
        path=path,
        line=node.line,
        column=node.column,
        code=code,
        message=message,
        severity=severity,
        width=width,
        help=about,
    )
