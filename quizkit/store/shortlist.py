"""Turn courses and a learner's cards into the few of both that what is asked now depends on.

`scheduling.queue` says what a session asks, of all questions and all cards. This looks up the part
of both for which it says the same: what is due or in drill, the first new questions, and the next
day on which something falls due. A card counts for the course that its question is in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from quizkit.scheduling.queue import Asked
from quizkit.session.card import Card
from quizkit.store.cards import Cards
from quizkit.store.index import Library

LONG: Final = 50
"""So many lessons are looked through as quickly as a file is read that says where to begin."""

_Wanted = Callable[[str, str], bool]
"""Whether a question of a course is there and was chosen: course, reference."""


class Shortlist(NamedTuple):
    """The questions in lesson order, and cards by question.

    The new questions are those that may be introduced now, so they require nothing any more.
    """

    asked: tuple[Asked, ...]
    cards: dict[str, Card]


def to_ask(
    library: Library,
    shelves: Mapping[str, Cards],
    today: date,
    *,
    new_left: int,
    lesson: str | None = None,
    tag: str | None = None,
    file: Path | None = None,
    next_day: bool = False,
) -> Shortlist:
    """What `plan` needs to know; `shelves` are the learner's cards by course.

    And what `counts` needs to know, with `next_day`: one card of the next day on which any falls
    due. In the `file` it is kept which lessons of a long course have nothing new, as `finished`
    says.
    """
    wanted = _wanted(library, lesson, tag)
    cards = _of_today(shelves, today, wanted)
    if next_day:
        for course, own in shelves.items():
            cards |= _next(course, own, today, wanted)
    new = islice(_new(library, shelves, lesson, tag, file), max(0, new_left))
    return _shortlist(library, [*cards, *new], cards, tag)


def to_practise(
    library: Library,
    shelves: Mapping[str, Cards],
    today: date,
    *,
    lesson: str | None = None,
    tag: str | None = None,
    limit: int | None = None,
) -> Shortlist:
    """What `plan` needs to know to practise ahead: the soonest cards, whole days of them."""
    wanted = _wanted(library, lesson, tag)
    cards: dict[str, Card] = {}
    for course, own in shelves.items():
        cards |= _soonest(course, own, today, wanted, limit)
    return _shortlist(library, cards, cards, tag)


def to_repeat(
    library: Library,
    shelves: Mapping[str, Cards],
    found: Callable[[Cards], Iterable[Card]],
    *,
    lesson: str | None = None,
    tag: str | None = None,
) -> Shortlist:
    """What `practise` needs to know of the cards that are found in each course."""
    wanted = _wanted(library, lesson, tag)
    cards = {
        card.question: card
        for course, own in shelves.items()
        for card in found(own)
        if wanted(course, card.question)
    }
    return _shortlist(library, cards, cards, tag)


def waiting_for(
    library: Library, shelves: Mapping[str, Cards], requires: Sequence[str]
) -> tuple[str, ...]:
    """Which of these lessons must still be started, as `queue.unmet` says of all cards."""
    holds_up = _holds_up(library, shelves)
    return tuple(lesson for lesson in dict.fromkeys(requires) if holds_up(lesson))


def _of_today(shelves: Mapping[str, Cards], today: date, wanted: _Wanted) -> dict[str, Card]:
    """What is due or in drill."""
    cards: dict[str, Card] = {}
    for course, own in shelves.items():
        drills = (card for card in own.answered_on(today) if card.drill_day == today)
        for card in (*own.due(today), *drills):
            if wanted(course, card.question):
                cards[card.question] = card
    return cards


def _next(course: str, own: Cards, today: date, wanted: _Wanted) -> dict[str, Card]:
    """One card of those that fall due first after today, if any do."""
    for ref in own.soonest(today):
        if wanted(course, ref) and (card := own.card(ref)) is not None:
            return {ref: card}
    return {}


def _soonest(
    course: str, own: Cards, today: date, wanted: _Wanted, limit: int | None
) -> dict[str, Card]:
    """At least so many cards that fall due after today, or all of them; whole days."""
    found: list[str] = []
    for refs in own.falling_due(today):
        found += [ref for ref in refs if wanted(course, ref)]
        if limit is not None and len(found) >= limit:
            break
    cards = ((ref, own.card(ref)) for ref in found)
    return {ref: card for ref, card in cards if card is not None}


def _new(
    library: Library,
    shelves: Mapping[str, Cards],
    lesson: str | None,
    tag: str | None,
    file: Path | None,
) -> Iterator[str]:
    """The new questions that may be introduced, in order; naming a lesson frees it."""
    holds_up = _holds_up(library, shelves)
    begin = 0
    if lesson is None and file is not None:
        from quizkit.store.finished import finished  # for long courses alone

        begin = finished(library, shelves, file)
    for one, requires in islice(library.lessons.items(), begin, None):
        if lesson not in (None, one):
            continue
        # Few lessons before the newest ones have anything new: that is looked at first.
        refs = library.refs(one)
        held = shelves[library.course_of(one)].held(one)
        if held.issuperset(refs) or (lesson is None and any(map(holds_up, requires))):
            continue
        for ref in refs:
            if ref not in held and (tag is None or tag in library.entry(ref).tags):
                yield ref


def _holds_up(library: Library, shelves: Mapping[str, Cards]) -> Callable[[str], bool]:
    """Whether a lesson must be started before others: none of its questions has been reviewed.

    A lesson that has nothing to ask, because it is broken, gone or wholly suspended, holds nothing
    up: it could never be started.
    """
    found: dict[str, bool] = {}

    def holds_up(lesson: str) -> bool:
        if lesson not in found:
            refs = library.refs(lesson)
            own = shelves[library.course_of(lesson)] if refs else None
            found[lesson] = (
                own is not None
                and not own.has_started(lesson)
                and not own.suspended(lesson).issuperset(refs)
            )
        return found[lesson]

    return holds_up


def _wanted(library: Library, lesson: str | None, tag: str | None) -> _Wanted:
    """Whether a course's question is there and among those that were chosen."""

    def wanted(course: str, ref: str) -> bool:
        own = ref.partition("/")[0]
        return (
            (lesson is None or own == lesson)
            and library.has(ref)
            and library.course_of(own) == course
            and (tag is None or tag in library.entry(ref).tags)
        )

    return wanted


def _shortlist(
    library: Library, refs: Collection[str], cards: dict[str, Card], tag: str | None
) -> Shortlist:
    lessons = {lesson: place for place, lesson in enumerate(library.lessons)}
    own = {lesson: library.refs(lesson) for lesson in {ref.partition("/")[0] for ref in refs}}
    order = [ref for lesson in sorted(own, key=lessons.__getitem__) for ref in own[lesson]]
    wanted = {*refs}
    tags = () if tag is None else (tag,)
    asked = tuple(
        Asked(ref=ref, lesson=ref.partition("/")[0], tags=tags) for ref in order if ref in wanted
    )
    return Shortlist(asked=asked, cards=cards)
