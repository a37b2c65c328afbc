"""Turn the attempts at a question, or at one set of its numbers, into what they say about it.

The strong and the weak are the thirds at the ends of those who answered, by their standing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quizkit.autograde.attempts import Attempt
from quizkit.autograde.measures import (
    Estimate,
    Scatter,
    discrimination,
    facility,
    mean,
    scatter,
)
from quizkit.autograde.rows import STATUSES, Status
from quizkit.autograde.standings import Counted

FEWEST_FOR_THIRDS = 6

Thirds = tuple[int, int, int]
"""How many of the weak, the middling and the strong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """Responses that mean the same: how many learners gave one, and what it scored.

    `thirds` is None where learners cannot be told apart; `standing` is their mean score in the
    other questions. `near` says that it is all but right. `example` is how it was typed most often.
    """

    meaning: str
    score: Fraction
    count: int
    thirds: Thirds | None
    standing: Fraction | None
    near: bool
    example: str

    @property
    def is_right(self) -> bool:
        """Whether it has the full score."""
        return self.score == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticked:
    """How many learners ticked an option; of a choice that nobody made, 0."""

    option: str
    right: bool
    count: int
    thirds: Thirds | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A response that needed review: as typed, why, and how often it came."""

    response: str
    message: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What the attempts say about a question, or about one set of its numbers.

    `numbers` are those that tell the sets apart, empty for the whole question. `statuses` count
    rows; everything else counts learners. `near` are all but right and scored less than 1.
    `standings` are those of the learners who have one, whatever they answered.
    """

    numbers: tuple[tuple[str, str], ...]
    statuses: Mapping[Status, int]
    verdicts: Mapping[str, int]
    facility: Estimate | None
    discrimination: Estimate | None
    standings: Scatter | None
    alike: tuple[Alike, ...]
    ticked: tuple[Ticked, ...]
    mistakes: tuple[tuple[str, int], ...]
    unread: tuple[Unread, ...]
    near: tuple[tuple[str, int], ...]

    @property
    def rows(self) -> int:
        """All rows, whatever became of them."""
        return sum(self.statuses.values())


def figures_of(
    numbers: tuple[tuple[str, str], ...],
    rows: Sequence[Attempt],
    counted: Sequence[Counted],
    unit: Fraction,
) -> Figures:
    """The figures of some rows and of the attempts among them that count.

    `unit` is the one in which standings are whole numbers.
    """
    statuses = Counter(attempt.status for attempt in rows)
    verdicts = Counter(one.attempt.verdict for one in counted if one.attempt.verdict)
    mistakes = Counter(one.attempt.mistake for one in counted if one.attempt.mistake)
    near = Counter(one.attempt.response for one in counted if one.looks.near)
    unread = Counter(
        (attempt.response, str(attempt.understood["message"] or ""))
        for attempt in rows
        if attempt.status == "needs_review"
    )
    placed = [one for one in counted if one.standing is not None]
    standings = [one.standing for one in placed if one.standing is not None]
    thirds = _Thirds(counted)
    return Figures(
        numbers=numbers,
        statuses={status: statuses[status] for status in STATUSES},
        verdicts={word: verdicts[word] for word in ("right", "partly", "mistake", "wrong")},
        facility=facility([one.score for one in counted]),
        discrimination=discrimination([one.score for one in placed], standings),
        standings=scatter(standings, unit),
        alike=_alike(counted, thirds, unit),
        ticked=_ticked(rows, counted, thirds),
        mistakes=tuple(mistakes.most_common()),
        unread=tuple(
            Unread(response=response, message=message, count=count)
            for (response, message), count in unread.most_common()
        ),
        near=tuple(near.most_common()),
    )


class _Thirds:
    """Which learners are the strong and the weak third; equal ones are never parted."""

    def __init__(self, counted: Sequence[Counted]) -> None:
        standings = sorted(one.standing for one in counted if one.standing is not None)
        third = -(-len(standings) // 3)
        self._bounds: tuple[int, int] | None = None
        if len(standings) >= FEWEST_FOR_THIRDS and standings[third - 1] < standings[-third]:
            self._bounds = standings[third - 1], standings[-third]

    def of(self, counted: Sequence[Counted]) -> Thirds | None:
        """How many of these are weak, middling and strong."""
        if self._bounds is None:
            return None
        low, high = self._bounds
        known = [one.standing for one in counted if one.standing is not None]
        weak, strong = sum(one <= low for one in known), sum(one >= high for one in known)
        return weak, len(known) - weak - strong, strong


def _alike(counted: Sequence[Counted], thirds: _Thirds, unit: Fraction) -> tuple[Alike, ...]:
    """Graded responses by meaning: the right one first, then by how many gave it."""
    groups: dict[tuple[str, tuple[int, int]], list[Counted]] = defaultdict(list)
    for one in counted:
        if one.attempt.status == "graded":
            groups[one.looks.meaning, one.score.as_integer_ratio()].append(one)
    found = []
    for (said, _), own in groups.items():
        typed = Counter(one.attempt.response for one in own)
        standings = [one.standing for one in own if one.standing is not None]
        found.append(
            Alike(
                meaning=said,
                score=own[0].score,
                count=len(own),
                thirds=thirds.of(own),
                standing=mean(standings) * unit if standings else None,
                near=any(one.looks.near for one in own),
                example=typed.most_common(1)[0][0],
            )
        )
    return tuple(sorted(found, key=lambda one: (-one.score, -one.count, one.meaning)))


def _ticked(
    rows: Sequence[Attempt], counted: Sequence[Counted], thirds: _Thirds
) -> tuple[Ticked, ...]:
    options: dict[str, bool] = {}
    for showing in {attempt.asked: attempt.showing for attempt in rows}.values():
        options |= {option: option in showing["key"] for option in showing["options"]}
    ticks: dict[str, list[Counted]] = defaultdict(list)
    for one in counted:
        for option in one.looks.options:
            ticks[option].append(one)
    found = [
        Ticked(
            option=option, right=right, count=len(ticks[option]), thirds=thirds.of(ticks[option])
        )
        for option, right in options.items()
    ]
    return tuple(sorted(found, key=lambda one: (not one.right, -one.count, one.option)))
