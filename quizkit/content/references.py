"""Turn what the files of a course say of each other into what is wrong between them.

Files with faults of their own take part as far as they can be read, so that one run finds all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from quizkit.content.nodes import MappingNode, ScalarNode, SequenceNode, items_of
from quizkit.content.walk import did_you_mean, short, some
from quizkit.errors import Finding

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """An id and where it stands; no id where the file says none that can be read."""

    id: str
    path: str
    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed(Generic[T_co]):
    """One file: its root (None where its syntax ended it), its value (None where it is faulty)."""

    path: str
    root: MappingNode | None
    value: T_co | None
    findings: tuple[Finding, ...]

    @property
    def id(self) -> str:
        """What the file says its id is, or nothing."""
        return self.spot.id

    @property
    def spot(self) -> Spot:
        """Its id, with its place."""
        node = self.root.get("id") if self.root is not None else None
        if type(node) is not ScalarNode or node.is_empty:
            return Spot(id="", path=self.path, line=1, column=1)
        return Spot(id=node.text, path=self.path, line=node.line, column=node.column)


def across(courses: Sequence[Spot], lessons: Sequence[Sequence[Spot]]) -> list[Finding]:
    """Ids that stand twice over several courses; `lessons` has a sequence for each course."""
    findings: list[Finding] = []
    _unique("the course id", courses, findings)
    owners: dict[str, Spot] = {}
    for own in lessons:
        findings += [
            _twice("the lesson id", spot, owners[spot.id])
            for spot in own
            if spot.id and spot.id in owners
        ]
        # Within one course `within` has found it.
        owners |= {spot.id: spot for spot in reversed(own) if spot.id not in owners}
    return findings


def within(course: Parsed[object], lessons: Sequence[Parsed[object]]) -> list[Finding]:
    """What is wrong between the files of one course: ids, numbers, references, circles."""
    findings: list[Finding] = []
    _unique("the lesson id", [lesson.spot for lesson in lessons], findings)
    _unique_numbers(lessons, findings)
    if course.root is not None:
        for name, listing in (("objective", "objectives"), ("sources", "sources")):
            ids = (item.get("id") for item in items_of(course.root, listing))
            known = tuple(node.text for node in ids if type(node) is ScalarNode)
            there = frozenset(known)
            for lesson in lessons:
                _known(lesson, name, known, there, f"course.yaml's {listing}", findings)
    # A file without a readable id may be the one that is required.
    if all(lesson.id for lesson in lessons):
        present = tuple(lesson.id for lesson in lessons)
        there = frozenset(present)
        for lesson in lessons:
            _known(lesson, "requires", present, there, "the lessons of this course", findings)
    _circles(lessons, findings)
    return findings


def _unique(what: str, spots: Iterable[Spot], findings: list[Finding]) -> None:
    first: dict[str, Spot] = {}
    for spot in spots:
        if spot.id and spot.id in first:
            findings.append(_twice(what, spot, first[spot.id]))
        first.setdefault(spot.id, spot)


def _twice(what: str, spot: Spot, first: Spot) -> Finding:
    place = f"{first.path}:{first.line}"
    return Finding(
        path=spot.path,
        line=spot.line,
        column=spot.column,
        code="QK302",
        message=f'{what} "{short(spot.id)}" stands twice; the first is in {place}',
        width=len(spot.id),
    )


def _unique_numbers(lessons: Sequence[Parsed[object]], findings: list[Finding]) -> None:
    first: dict[str, str] = {}
    for lesson in lessons:
        for node in _texts(lesson, "number"):
            number = node.text.lstrip("0")
            if number in first:
                message = (
                    f"the number {short(node.text)} stands twice; the first is in {first[number]}"
                )
                findings.append(_at(lesson, node, "QK304", message))
            first.setdefault(number, f"{lesson.path}:{node.line}")


def _known(
    lesson: Parsed[object],
    name: str,
    known: tuple[str, ...],
    there: frozenset[str],
    where: str,
    findings: list[Finding],
) -> None:
    for node in _texts(lesson, name):
        if node.text not in there:
            hint = did_you_mean(node.text, known) or (f"there are {some(known)}" if known else "")
            message = f'"{short(node.text)}" is not among {where}'
            findings.append(_at(lesson, node, "QK303", message, hint))


def _circles(lessons: Sequence[Parsed[object]], findings: list[Finding]) -> None:
    """A lesson that requires itself, by whatever way, can never start."""
    requires = {lesson.id: [node.text for node in _texts(lesson, "requires")] for lesson in lessons}
    together: dict[str, list[str]] = {}
    for lesson in lessons:  # two that share an id may require each their own
        together.setdefault(lesson.id, []).extend(node.text for node in _texts(lesson, "requires"))
    if not _goes_round(together):  # looking for each lesson's way takes long in a large course
        return
    for lesson in lessons:
        for node in _texts(lesson, "requires"):
            way = _way(node.text, lesson.id, requires)
            if way:
                circle = " -> ".join([lesson.id, *way])
                findings.append(
                    _at(
                        lesson,
                        node,
                        "QK305",
                        f"the lesson requires itself: {circle}",
                        "remove one of these requires",
                    )
                )


def _goes_round(requires: dict[str, list[str]]) -> bool:
    """Whether any lesson cannot be started after all that it requires."""
    waits = {lesson: sum(one in requires for one in own) for lesson, own in requires.items()}
    freed: dict[str, list[str]] = {}
    for lesson, own in requires.items():
        for one in own:
            freed.setdefault(one, []).append(lesson)
    ready = [lesson for lesson, count in waits.items() if not count]
    for lesson in ready:
        for other in freed.get(lesson, ()):
            waits[other] -= 1
            if not waits[other]:
                ready.append(other)
    return len(ready) < len(requires)


def _way(start: str, goal: str, requires: dict[str, list[str]]) -> list[str]:
    """The ids from one lesson to another along `requires`, or none."""
    came_from: dict[str, str] = {start: ""}
    queue = [start]
    for here in queue:
        if here == goal:
            way = [here]
            while came_from[way[0]]:
                way.insert(0, came_from[way[0]])
            return way
        for there in requires.get(here, ()):
            if there not in came_from:
                came_from[there] = here
                queue.append(there)
    return []


def _texts(lesson: Parsed[object], name: str) -> list[ScalarNode]:
    """The texts of a field that holds one or a list of them."""
    node = lesson.root.get(name) if lesson.root is not None else None
    nodes = node.items if isinstance(node, SequenceNode) else (node,)
    return [one for one in nodes if type(one) is ScalarNode and not one.is_empty]


def _at(
    lesson: Parsed[object], node: ScalarNode, code: str, message: str, hint: str = ""
) -> Finding:
    return Finding(
        path=lesson.path,
        line=node.line,
        column=node.column,
        code=code,
        message=message,
        width=node.width,
        help=hint,
    )
