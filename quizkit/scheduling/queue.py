"""Turn a learner's cards and a study day into what is asked, in order.

First what is left to relearn, then overdue, due, and new questions in lesson order; last the drills
(cards rated exactly 3 today, shown until they score 4). A question that is suspended, or that no
lesson holds any more, is never asked. Reviews of one due day are spaced: questions of one lesson
stand side by side only where nothing else is left.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from heapq import heapify, heappop, heappush
from itertools import groupby, islice
from typing import Literal, NamedTuple, Protocol

from quizkit.scheduling.sm2 import State

Order = Literal["due", "random"]
"""How the due reviews of a session are sorted: by due day, or by dice."""


# A named tuple, as every start makes the class: a dataclass takes eight times as long to make.
class Asked(NamedTuple):
    """What the queue must know of a question; `requires` are ids of lessons to be started first."""

    ref: str
    lesson: str
    requires: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class Standing(Protocol):
    """What the queue must know of a card.

    `drill_day` is the study day on which it is in drill, if any; `live_reviews` counts its reviews
    that are not undone.
    """

    @property
    def state(self) -> State: ...
    @property
    def suspended(self) -> bool: ...
    @property
    def drill_day(self) -> date | None: ...
    @property
    def live_reviews(self) -> int: ...


class Counts(NamedTuple):
    """What `quiz due` tells: `due` includes relearning and drills, `new` keeps to the day's limit.

    `next_due_day` is the first day after today on which a card falls due, or None.
    """

    due: int
    new: int
    next_due_day: date | None


def plan(
    asked: Sequence[Asked],
    cards: Mapping[str, Standing],
    today: date,
    *,
    new_left: int,
    reviews_left: int | None = None,
    order: Order = "due",
    dice: str = "",
    lesson: str | None = None,
    tag: str | None = None,
    ahead: bool = False,
    limit: int | None = None,
) -> tuple[str, ...]:
    """The refs of a session that starts now; `asked` is in lesson order, warm-ups first.

    At most `new_left` are new, at most `reviews_left` are due reviews (what is to be relearned or
    drilled today does not count) and at most `limit` are asked altogether. The order `random` is
    a sort by hash of `dice` and the ref. Naming a `lesson` ignores its prerequisites. With `ahead`,
    instead, the cards that are not due yet, the soonest first.
    """
    chosen = _chosen(asked, lesson, tag)
    if ahead:
        early = [
            (card.state.due_day, one.ref)
            for one, card in _known(chosen, cards)
            if card.state.due_day is not None and card.state.due_day > today
        ]
        # A stable sort by day alone keeps lesson order within a day.
        return tuple(ref for _, ref in sorted(early, key=lambda pair: pair[0]))[:limit]
    due = [(one, card.state) for one, card in _known(chosen, cards) if is_due(card, today)]
    relearning = [one.ref for one, state in due if state.repetitions == 0]
    reviews = _in_order(
        [(state.due_day or today, one) for one, state in due if state.repetitions > 0], order, dice
    )
    if reviews_left is not None:
        reviews = reviews[: max(0, reviews_left)]
    new = islice(_new(chosen, asked, cards, free=lesson is not None), max(0, new_left))
    drills = [one.ref for one, card in _known(chosen, cards) if in_drill(card, today)]
    return (*relearning, *reviews, *new, *drills)[:limit]


def practise(
    asked: Sequence[Asked],
    cards: Mapping[str, Standing],
    wanted: Container[str],
    *,
    lesson: str | None = None,
    tag: str | None = None,
    limit: int | None = None,
) -> tuple[str, ...]:
    """The refs among `wanted` that can be asked, due or not, questions of one lesson spaced."""
    chosen = _chosen(asked, lesson, tag)
    return tuple(_spaced([one for one, _ in _known(chosen, cards) if one.ref in wanted]))[:limit]


def after_answer(
    queue: Sequence[str], cards: Mapping[str, Standing], today: date
) -> tuple[str, ...]:
    """The running queue once its first question is answered and `cards` holds the outcome.

    A miss goes to the end, but before the drills; a card now in drill to the very end.
    """
    answered, *rest = queue
    card = cards.get(answered)
    if card is not None and in_drill(card, today):
        return (*rest, answered)
    if card is None or not is_due(card, today):
        return tuple(rest)
    place = len(rest)
    while place and (before := cards.get(rest[place - 1])) and in_drill(before, today):
        place -= 1
    return (*rest[:place], answered, *rest[place:])


def counts(
    asked: Sequence[Asked],
    cards: Mapping[str, Standing],
    today: date,
    *,
    new_left: int,
    reviews_left: int | None = None,
    lesson: str | None = None,
    tag: str | None = None,
) -> Counts:
    """How much a session that starts now would ask, and when there is more.

    What `reviews_left` keeps from being asked today is due again tomorrow.
    """
    chosen = _chosen(asked, lesson, tag)
    known = [card for _, card in _known(chosen, cards)]
    later = [
        card.state.due_day
        for card in known
        if card.state.due_day is not None and card.state.due_day > today
    ]
    due = sum(is_due(card, today) or in_drill(card, today) for card in known)
    if reviews_left is not None:
        reviews = sum(is_due(card, today) and card.state.repetitions > 0 for card in known)
        if held := max(0, reviews - max(0, reviews_left)):
            due -= held
            later.append(today + timedelta(days=1))
    new = islice(_new(chosen, asked, cards, free=lesson is not None), max(0, new_left))
    return Counts(due=due, new=sum(1 for _ in new), next_due_day=min(later, default=None))


def is_due(card: Standing, today: date) -> bool:
    """Whether a card that was reviewed before is to be reviewed today; a new one is not due yet."""
    day = card.state.due_day
    return day is not None and day <= today and not card.suspended


def in_drill(card: Standing, today: date) -> bool:
    """Whether the card is shown again today although it is not due."""
    return card.drill_day == today and not card.suspended and not is_due(card, today)


def unmet(
    asked: Sequence[Asked], cards: Mapping[str, Standing], requires: Sequence[str]
) -> tuple[str, ...]:
    """Which of these lessons must still be started: none of their questions has been reviewed.

    A lesson that has nothing to ask, because it is broken, gone or wholly suspended, holds nothing
    up: it could never be started.
    """
    started = _started(cards)
    return tuple(
        lesson
        for lesson in dict.fromkeys(requires)
        if lesson not in started and lesson in _open(asked, cards)
    )


def _in_order(reviews: Sequence[tuple[date, Asked]], order: Order, dice: str) -> list[str]:
    """Due reviews, the most overdue first or by dice, spaced among those of equal right."""
    if order == "random":
        return _spaced([one for _, one in sorted(reviews, key=lambda pair: _throw(dice, pair[1]))])
    # A stable sort by day alone keeps lesson order within a day.
    by_day = groupby(sorted(reviews, key=lambda pair: pair[0]), key=lambda pair: pair[0])
    refs: list[str] = []
    last: str | None = None
    for _, day in by_day:
        refs += _spaced([one for _, one in day], after=last)
        last = refs[-1].partition("/")[0]
    return refs


def _throw(dice: str, one: Asked) -> bytes:
    from quizkit.digests import blake2b  # only for dice

    return blake2b(f"{dice}/{one.ref}".encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _spaced(questions: Iterable[Asked], after: str | None = None) -> list[str]:
    """The same questions in nearly the same order, no lesson following itself where that can be.

    `after` is the lesson that stands before them. The first question of another lesson comes next,
    but a lesson that has more than half of what is left must not wait.
    """
    waiting: dict[str, list[tuple[int, str]]] = {}
    for place, one in enumerate(questions):
        waiting.setdefault(one.lesson, []).append((place, one.ref))
    left = sum(map(len, waiting.values()))
    for own in waiting.values():
        own.reverse()  # the next one is popped from the end
    soonest = [(own[-1][0], lesson) for lesson, own in waiting.items()]
    fullest = [(-len(own), own[-1][0], lesson) for lesson, own in waiting.items()]
    heapify(soonest)
    heapify(fullest)
    spaced: list[str] = []
    while left:
        while -fullest[0][0] != len(waiting[fullest[0][2]]):
            heappop(fullest)  # what it said is past
        lesson = fullest[0][2]
        if lesson == after or 2 * len(waiting[lesson]) <= left:
            lesson = _soonest(soonest, waiting, after)
        own = waiting[lesson]
        spaced.append(own.pop()[1])
        left -= 1
        if own:
            heappush(soonest, (own[-1][0], lesson))
            heappush(fullest, (-len(own), own[-1][0], lesson))
        after = lesson
    return spaced


def _soonest(
    heap: list[tuple[int, str]],
    waiting: Mapping[str, Sequence[tuple[int, str]]],
    after: str | None,
) -> str:
    """The lesson whose next question is the first in order, another one than `after` if any is."""
    held = None
    while heap:
        place, lesson = heappop(heap)
        if not waiting[lesson] or waiting[lesson][-1][0] != place:
            continue  # asked already
        if lesson != after:
            if held is not None:
                heappush(heap, held)
            return lesson
        held = (place, lesson)
    assert held is not None
    return held[1]


def _chosen(asked: Sequence[Asked], lesson: str | None, tag: str | None) -> Sequence[Asked]:
    return [
        one
        for one in asked
        if (lesson is None or one.lesson == lesson) and (tag is None or tag in one.tags)
    ]


def _new(
    chosen: Sequence[Asked],
    asked: Sequence[Asked],
    cards: Mapping[str, Standing],
    *,
    free: bool,
) -> Iterator[str]:
    """The new questions that may be introduced, in order; `free` of prerequisites or not."""
    waited_for = _open(asked, cards) - _started(cards)
    for one in chosen:
        card = cards.get(one.ref)
        if card is not None and (card.suspended or card.state.due_day is not None):
            continue
        if free or waited_for.isdisjoint(one.requires):
            yield one.ref


def _started(cards: Mapping[str, Standing]) -> set[str]:
    """The lessons of which a question has been reviewed, be it one that has gone missing since."""
    return {ref.partition("/")[0] for ref, card in cards.items() if card.live_reviews}


def _open(asked: Sequence[Asked], cards: Mapping[str, Standing]) -> set[str]:
    """The lessons of which some question can be asked."""
    return {
        one.lesson
        for one in asked
        if not ((card := cards.get(one.ref)) is not None and card.suspended)
    }


def _known(
    chosen: Sequence[Asked], cards: Mapping[str, Standing]
) -> Iterator[tuple[Asked, Standing]]:
    """The chosen questions that have a card and are not suspended."""
    for one in chosen:
        card = cards.get(one.ref)
        if card is not None and not card.suspended:
            yield one, card
