"""What rules look at: a question or a lesson that loads, with the places of its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from quizkit.content.course import Lesson
from quizkit.content.model import Question, Value
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode, items_of
from quizkit.errors import ContentError, Finding, Severity
from quizkit.variants.draws import Drawing, Thrown, drawing
from quizkit.variants.variant import Variant, VariantMaker, is_shuffled

Step = str | int

SEEDS = range(1, 201)
"""The derived variants that rules try: enough to meet each of some dozen combinations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """The file that the nodes come from: its path as findings call it, and its lines."""

    path: str
    lines: tuple[str, ...] = ()

    def finding(
        self,
        node: Node,
        code: str,
        message: str,
        *,
        severity: Severity = "error",
        about: str = "",
        within: str = "",
        width: int | None = None,
        after: int = 0,
    ) -> Finding:
        """A finding at a node, or at the piece `within` its text where that can be found.

        Of the piece, `width` characters are underlined (all, unless said). `after` pieces that read
        the same stand before it.
        """
        line, column, underlined = node.line, node.column, node.width
        if type(node) is ScalarNode and within:
            line, column, underlined = self._inside(node, within, width or len(within), after)
        return Finding(
            path=self.path,
            line=line,
            column=column,
            code=code,
            message=message,
            severity=severity,
            width=underlined,
            help=about,
        )

    def _inside(self, node: ScalarNode, piece: str, width: int, after: int) -> tuple[int, int, int]:
        # As far as the text reaches, and one line for the mark of a block; escapes and folds may
        # hide a piece, then the text itself is the place.
        last = node.line + node.text.count("\n") + 1
        for number in range(node.line, min(last, len(self.lines)) + 1):
            start = node.column - 1 if number == node.line else 0
            found = self.lines[number - 1].find(piece, start)
            while found >= 0 and after > 0:
                after -= 1
                found = self.lines[number - 1].find(piece, found + len(piece))
            if found >= 0:
                return number, found + 1, width
        return node.line, node.column, node.width


class _Subject:
    """Something that was written, its node and the file that the node comes from."""

    __slots__ = ()
    node: MappingNode
    source: SourceText

    def found(
        self,
        code: str,
        message: str,
        *steps: Step,
        severity: Severity = "error",
        about: str = "",
        within: str = "",
        width: int | None = None,
        after: int = 0,
    ) -> Finding:
        """A finding at the field that the steps lead to, as far as they lead."""
        node = walked(self.node, steps)
        return self.source.finding(
            node,
            code,
            message,
            severity=severity,
            about=about,
            within=within,
            width=width,
            after=after,
        )


class QuestionSubject(_Subject):
    """A question, its node and its first variants."""

    def __init__(
        self, question: Question, node: MappingNode, source: SourceText, *, decimal_comma: bool
    ) -> None:
        self.question, self.node, self.source = question, node, source
        self.decimal_comma = decimal_comma

    @cached_property
    def example(self) -> Variant | ContentError:
        """Seed 0, or why it cannot be made."""
        return self.made(0)

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The example, and the first variant of each combination that the seeds draw."""
        return self._drawn[0]

    @property
    def fault(self) -> ContentError | None:
        """Why not every seed draws a combination that can be used, or None."""
        return self._drawn[1]

    @cached_property
    def _drawn(self) -> tuple[tuple[Variant, ...], ContentError | None]:
        first = [self.example] if isinstance(self.example, Variant) else []
        if self.question.given is None:  # only the order of options differs
            seeds = range(1, 6) if is_shuffled(self.question) else ()
            made = (self.made(seed) for seed in seeds)
            return (*first, *(one for one in made if isinstance(one, Variant))), None
        draw = self._draw
        if isinstance(draw, ContentError):
            return (), draw
        # One combination is drawn again and again, and then its numbers are the very same.
        known = {id(draw(0))} if first else set()
        for seed in SEEDS:
            try:
                numbers = draw(seed)
            except ContentError as error:
                return tuple(first), error
            if id(numbers) in known:
                continue
            known.add(id(numbers))
            variant = self.made(seed)
            if isinstance(variant, ContentError):
                return tuple(first), variant
            first.append(variant)
        return tuple(first), None

    @cached_property
    def _draw(self) -> Drawing | ContentError:
        try:
            return drawing(self.question)
        except ContentError as error:
            return error

    @property
    def thrown(self) -> Mapping[tuple[Value, ...], Thrown]:
        """The combinations that the seeds have met and that cannot be used, with the reasons."""
        if self.fault is not None or isinstance(self.example, ContentError):
            return {}  # said already
        return self._draw.thrown if isinstance(self._draw, Drawing) else {}

    @cached_property
    def proved(self) -> tuple[Variant, ...]:
        """The variants that are typed at: the example, and those of least and greatest key."""
        keyed = [one for one in self.variants if one.key is not None]
        if not keyed:
            return self.variants[:3]
        ends = (min(keyed, key=_key), max(keyed, key=_key))
        return tuple({id(one): one for one in (self.variants[0], *ends)}.values())

    @cached_property
    def _make(self) -> Callable[[int], Variant] | ContentError:
        if isinstance(self._draw, ContentError):
            return self._draw
        return VariantMaker(self.question, self._draw)

    def made(self, seed: int) -> Variant | ContentError:
        """The variant of a seed, or why it cannot be made."""
        if isinstance(self._make, ContentError):
            return self._make
        try:
            return self._make(seed)
        except ContentError as error:
            return error


def _key(variant: Variant) -> Fraction:
    return variant.key if variant.key is not None else Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonSubject(_Subject):
    """A lesson, its node and its questions."""

    lesson: Lesson
    node: MappingNode
    source: SourceText
    questions: tuple[QuestionSubject, ...]
    checks: tuple[QuestionSubject, ...]
    """The checks of its reps, each as the question that its learner is asked."""


def lesson_subject(
    lesson: Lesson,
    root: MappingNode,
    source: SourceText,
    *,
    decimal_comma: bool = False,
) -> LessonSubject:
    """What rules look at, for a lesson that loads."""
    nodes = [item for part in ("warm_up", "practice") for item in items_of(root, part)]
    return LessonSubject(
        lesson=lesson,
        node=root,
        source=source,
        questions=tuple(
            QuestionSubject(question, node, source, decimal_comma=decimal_comma)
            for question, node in zip(lesson.questions, nodes, strict=True)
        ),
        checks=tuple(
            QuestionSubject(question, node, source, decimal_comma=decimal_comma)
            for question, node in _checks(lesson, root)
        ),
    )


def _checks(lesson: Lesson, root: MappingNode) -> Iterator[tuple[Question, MappingNode]]:
    for rep, node in zip(lesson.reps, items_of(root, "reps"), strict=True):
        inners = zip(rep.checks, items_of(node, "checks"), strict=True)
        for number, (_, inner) in enumerate(inners, 1):
            yield rep.question(number), inner


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
