"""Turn a card and something that happened into the next event of the log.

This is the only place where a card moves. Every function is pure: the store hands in the rows, the
row's own id, uid and ordinal (a `Stamp`) and writes what comes back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from quizkit.errors import UsageError
from quizkit.scheduling.day import Moment
from quizkit.scheduling.sm2 import NAME, State, find_scheduler
from quizkit.session.card import Card, fold, live_rerates, undone_ids
from quizkit.session.events import REP_KINDS, Event, Kind, Role, Verdict, canonical
from quizkit.session.rating import CHANGES, RATING_RULE, rating_for
from quizkit.storable import storable

LONGEST_ELAPSED_MS = 600_000
"""Ten minutes: an answer that took longer was left lying; it would drown the others in a mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """What the store knows of a row before it is written: its place in the log, when and whose."""

    id: int
    uid: bytes
    ordinal: int
    learner: str
    course: str
    moment: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """One showing of one variant and what came of it.

    `rows` is the number of rows that the card had when it was shown (`Card.rows`). `asked` and
    `reading` are JSON-able. `score` is 0 to 1, None where there is none (recall, given up).
    """

    question: str
    seed: int
    revision: str
    calculator: str | None
    asked: Mapping[str, object]
    response: str
    reading: Mapping[str, object]
    verdict: Verdict
    score: Fraction | None
    mistake: str | None
    hint: bool
    elapsed_ms: int
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A review or re-rating that was written, with the card around it."""

    event: Event
    before: Card
    after: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A change of mind, with the card around it; `event` is None where nothing was to change."""

    event: Event | None
    before: Card
    after: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """What was taken back, the `undo` row that did it, and the card after (None for a rep)."""

    taken_back: Event
    event: Event
    card: Card | None


def role(card: Card, today: date) -> Role:
    """What an answer given on the study day `today` is to the card; only a `due` one moves it."""
    if card.is_new or card.is_due(today):
        return "due"
    return "drill" if card.in_drill(today) else "ahead"


def outcome(card: Card, rating: int, today: date) -> State:
    """Where an answer rated so on the study day `today` leads; what a preview shows comes true."""
    if role(card, today) != "due":
        return card.state
    return find_scheduler(NAME).step(card.state, rating, today)


def review(card: Card, showing: Showing, rating: int, stamp: Stamp) -> Event:
    """The row of one answer.

    Raises ValueError for a rating that the verdict does not give; a recall (`self`) may have any.
    """
    verdict = showing.verdict
    if verdict != "self" and rating != rating_for(verdict, hint=showing.hint):
        raise ValueError(f"a response that is {verdict} is not rated {rating}")
    today = stamp.moment.study_day
    after = outcome(card, rating, today)
    return replace(
        _row(stamp, "review", showing.question, before=card.state, after=after),
        rating=rating,
        rating_rule=RATING_RULE,
        seed=showing.seed,
        revision=showing.revision,
        calculator=showing.calculator,
        asked=canonical(showing.asked),
        response=storable(showing.response),
        reading=canonical(showing.reading),
        verdict=verdict,
        score=showing.score,
        mistake=None if showing.mistake is None else storable(showing.mistake),
        hint=showing.hint,
        role=role(card, today),
        elapsed_ms=min(max(showing.elapsed_ms, 0), LONGEST_ELAPSED_MS),
    )


def rerate(rows: Sequence[Event], uid: bytes, rating: int, stamp: Stamp) -> Event:
    """The row that makes a plain right answer easy (5) or hard (3) after its verdict was seen.

    `rows` is the card's history, and `uid` that of the review's row. The state becomes the step
    from the review's own `before`, counted from its own study day; a drill or ahead review moves
    nothing. Raises UsageError if the review is not one that may be re-rated, or the card has gone
    on since.
    """
    if rating not in CHANGES:
        raise UsageError("an answer can be changed to 5 (easy) or 3 (hard)")
    undone = undone_ids(rows)
    answer = next((row for row in rows if row.uid == uid and row.kind == "review"), None)
    if answer is None or answer.id in undone:
        raise UsageError("that answer is not there any more; there is nothing to re-rate")
    if answer.verdict != "right" or answer.hint:
        raise UsageError("only an answer that was right without a hint can be made easy or hard")
    for row in rows:
        since = row.id > answer.id and row.id not in undone and row.kind != "undo"
        if since and row.refers_to != answer.id:
            raise UsageError(
                f"{answer.question} has changed since that answer; it can no longer be re-rated"
            )
    before = fold(rows, answer.question).state
    after = before
    if answer.role == "due" and answer.before is not None:
        scheduler = find_scheduler(answer.scheduler or NAME)
        after = scheduler.step(answer.before, rating, answer.study_day)
    return replace(
        _row(stamp, "rerate", answer.question, before=before, after=after),
        refers_to=answer.id,
        rating=rating,
        rating_rule=RATING_RULE,
    )


def counting(rows: Sequence[Event], uid: bytes) -> Event | None:
    """The row whose rating counts for a review: its last live rerate, else itself."""
    rerates = live_rerates(rows, undone_ids(rows))
    for row in rows:
        if row.uid == uid:
            return rerates.get(row.id, row)
    return None


def undo(rows: Sequence[Event], target: Event, stamp: Stamp) -> Event:
    """The row that takes `target` back; `rows` is the history that `target` belongs to."""
    row = replace(_row(stamp, "undo", target.question), refers_to=target.id)
    if target.kind in REP_KINDS:
        return row
    before = fold(rows, target.question).state
    after = fold((*rows, row), target.question).state
    return replace(row, scheduler=NAME, before=before, after=after)


def suspend(card: Card, stamp: Stamp) -> Event | None:
    """The row that keeps a card from being asked, or None if it is suspended already."""
    return None if card.suspended else _still(card, "suspend", stamp)


def unsuspend(card: Card, stamp: Stamp) -> Event | None:
    """The row that lets a card be asked again, or None if it is not suspended."""
    return _still(card, "unsuspend", stamp) if card.suspended else None


def reset(card: Card, stamp: Stamp) -> Event | None:
    """The row that gives a card the state of a new one, or None if it has that already."""
    new = find_scheduler(NAME).new
    if card.state == new and card.introduced_day is None:
        return None
    return _row(stamp, "reset", card.question, before=card.state, after=new)


def set_due(card: Card, day: date, stamp: Stamp) -> Event | None:
    """The row that moves a card's due day alone, or None if it is due that day already."""
    if card.state.due_day == day:
        return None
    after = replace(card.state, due_day=day)
    row = _row(stamp, "set_due", card.question, before=card.state, after=after)
    return replace(row, detail=canonical({"day": day.isoformat()}))


def rename(card: Card, question: str, stamp: Stamp) -> Event:
    """The row by which `question` takes over the history of `card`, which had another name."""
    row = _row(stamp, "rename", question, before=card.state, after=card.state)
    return replace(row, detail=canonical({"from": card.question}))


def tick_rep(rep: str, stamp: Stamp) -> Event:
    """The row that ticks a rep's box."""
    return _row(stamp, "rep_tick", rep)


def untick_rep(rep: str, stamp: Stamp) -> Event:
    """The row that clears a rep's box."""
    return _row(stamp, "rep_untick", rep)


def _still(card: Card, kind: Kind, stamp: Stamp) -> Event:
    return _row(stamp, kind, card.question, before=card.state, after=card.state)


def _row(
    stamp: Stamp,
    kind: Kind,
    question: str,
    *,
    before: State | None = None,
    after: State | None = None,
) -> Event:
    moment = stamp.moment
    return Event(
        id=stamp.id,
        uid=stamp.uid,
        learner=stamp.learner,
        course=stamp.course,
        question=question,
        ordinal=stamp.ordinal,
        kind=kind,
        study_day=moment.study_day,
        at_ms=moment.at_ms,
        offset_minutes=moment.offset_minutes,
        zone=moment.zone,
        rollover_hour=moment.rollover_hour,
        scheduler=None if before is None else NAME,
        before=before,
        after=after,
    )
