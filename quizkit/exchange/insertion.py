"""Turn a lesson's text and a new question into the lesson's text with the question in it."""

from __future__ import annotations

from textwrap import indent

from quizkit.content.course import Lesson
from quizkit.content.load import parse_lesson
from quizkit.content.model import Part
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode
from quizkit.errors import ContentError


def with_question(path: str, text: str, part: Part, question: str) -> str:
    """The text with the question at the end of that part; every other line stays as it is.

    Raises ContentError for a lesson that does not load, or one whose part is written in one line.
    """
    parsed = parse_lesson(path, text.encode())
    if parsed.value is None or parsed.root is None:
        raise ContentError(
            f"{path}: the lesson has faults of its own; mend them first (see: quiz check {path})",
            parsed.findings,
        )
    lines = text.split("\n")
    end = "\r\n" if "\r\n" in text else "\n"
    lines = [line.removesuffix("\r") for line in lines]
    while lines and not lines[-1].strip():
        lines.pop()
    node = parsed.root.get(part)
    if node is None:
        body = [f"{part}:", *indent(question, "  ").rstrip("\n").split("\n")]
        # A warm-up comes first to whoever reads the file, too.
        later = ("notes", "practice", "reps", "further") if part == "warm_up" else ()
        starts = [key.line for key, _ in parsed.root.entries if key.text in later]
        at = _above(lines, min(starts) - 1 if starts else len(lines), 0)
    else:
        at, depth = _end_of(parsed.root, part, node, lines, path)
        body = indent(question, " " * depth).rstrip("\n").split("\n")
    below = lines[at:]
    while below and not below[0].strip():
        below.pop(0)
    new = [*lines[:at], "", *body, *([""] if below else []), *below]
    return end.join(new) + end


def _above(lines: list[str], at: int, least: int) -> int:
    """The line above the comments and empty lines that belong to the field in that line."""
    while at > least and lines[at - 1].startswith("#"):
        at -= 1
    while at > least and not lines[at - 1].strip():
        at -= 1
    return at


def free_id(lesson: Lesson, wanted: str) -> str:
    """The wanted id, with a number behind it where a question or rep has it."""
    taken = {question.id for question in lesson.questions} | {rep.id for rep in lesson.reps}
    taken |= {old for question in lesson.questions for old in question.renamed_from}
    name, count = wanted, 1
    while name in taken:
        count += 1
        name = f"{wanted}-{count}"
    return name


def _end_of(
    root: MappingNode, part: str, node: Node, lines: list[str], path: str
) -> tuple[int, int]:
    """The line (from 0) before which the next entry goes, and how deep its dash stands."""
    key = next(key for key, _ in root.entries if key.text == part)
    items = node.items if isinstance(node, SequenceNode) else ()
    first = lines[items[0].line - 1] if items else ""
    if not items or not first.lstrip().startswith("- ") or items[0].line == key.line:
        raise ContentError(
            f"{path}:{key.line}: {part} is written in one line; "
            f"give each question a line that starts with -"
        )
    following: list[ScalarNode] = [one for one, _ in root.entries if one.line > key.line]
    last = min((one.line - 1 for one in following), default=len(lines))
    at = _above(lines, last, key.line)
    return at, len(first) - len(first.lstrip())
