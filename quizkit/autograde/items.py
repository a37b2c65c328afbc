"""Turn the attempts of a class into what they say about each question and about the whole exam.

Of several attempts of a learner at a question the first graded one counts. A blank counts as 0, a
response that needs review as nothing at all, and so do the blanks of a question of which nothing
was graded. How good a learner is, is the mean score in the other questions: the strong and the weak
are the thirds at its ends.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from quizkit.autograde.alike import is_near, meaning, numbers_of, options_of, order_of
from quizkit.autograde.attempts import Attempt, kind_of
from quizkit.autograde.measures import (
    Estimate,
    alpha,
    alphas_without,
    deviation,
    discrimination,
    facility,
    mean,
    root,
)
from quizkit.autograde.rows import STATUSES, Status

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
    """

    numbers: tuple[tuple[str, str], ...]
    statuses: Mapping[Status, int]
    verdicts: Mapping[str, int]
    facility: Estimate | None
    discrimination: Estimate | None
    alike: tuple[Alike, ...]
    ticked: tuple[Ticked, ...]
    mistakes: tuple[tuple[str, int], ...]
    unread: tuple[Unread, ...]
    near: tuple[tuple[str, int], ...]

    @property
    def rows(self) -> int:
        """All rows, whatever became of them."""
        return sum(self.statuses.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One question: its figures, and those of each set of numbers where it has several.

    `alpha_without` is the exam's alpha if this question were left out.
    """

    question: str
    kind: str
    whole: Figures
    groups: tuple[Figures, ...]
    alpha_without: Estimate | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exam:
    """The questions of which anything was graded, over the learners who have a score in each.

    `left_out` counts the other learners. `totals` are sums of scores; `error` is the standard error
    of measurement, the deviation times the root of 1 - alpha.
    """

    questions: int
    learners: int
    left_out: int
    alpha: Estimate | None
    totals: tuple[Fraction, ...]
    mean: Fraction | None
    deviation: Fraction | None
    error: Fraction | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """All of it; `repeats` counts the rows of learners who had answered the question before."""

    rows: int
    learners: int
    repeats: int
    statuses: Mapping[Status, int]
    items: tuple[Item, ...]
    exam: Exam


@dataclass(frozen=True, slots=True)
class _Counted:
    """The attempt of a learner that counts, its score, and the learner's standing elsewhere.

    A standing is a whole number of `_Standings.unit`: there are many, and they are compared often.
    `looks` is shared by all attempts that are the same but for their learner.
    """

    attempt: Attempt
    score: Fraction
    standing: int | None
    looks: _Looks


@dataclass(frozen=True, slots=True)
class _Looks:
    """What there is to see in a response, whoever gave it; `meaning` is blank without a grade."""

    meaning: str
    near: bool
    options: tuple[str, ...]


def analyse(attempts: Iterable[Attempt]) -> Analysis:
    """What the attempts of a class say; questions stand in the order in which they come."""
    rows: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        rows[attempt.question].append(attempt)
    first = {question: _first(own) for question, own in rows.items()}
    scores = {question: _scores(own) for question, own in first.items()}
    standings = _Standings(scores)
    exam, without = _exam(scores)
    items = []
    for question, own in rows.items():
        seen: dict[tuple[object, ...], _Looks] = {}
        counted = [
            _Counted(
                first[question][learner],
                score,
                standings.of(learner, score),
                _looks(first[question][learner], seen),
            )
            for learner, score in scores[question].items()
        ]
        items.append(_item(question, own, counted, standings.unit, without.get(question)))
    statuses = Counter(attempt.status for own in rows.values() for attempt in own)
    return Analysis(
        rows=statuses.total(),
        learners=len({attempt.learner for own in rows.values() for attempt in own}),
        repeats=statuses.total() - sum(map(len, first.values())),
        statuses={status: statuses[status] for status in STATUSES},
        items=tuple(items),
        exam=exam,
    )


def _first(attempts: Sequence[Attempt]) -> dict[str, Attempt]:
    """Each learner's first graded attempt, or else the first."""
    found: dict[str, Attempt] = {}
    for attempt in attempts:
        before = found.get(attempt.learner)
        if before is None or (before.status != "graded" and attempt.status == "graded"):
            found[attempt.learner] = attempt
    return found


def _scores(first: Mapping[str, Attempt]) -> dict[str, Fraction]:
    scores: dict[str, Fraction] = {}
    if not any(attempt.status == "graded" for attempt in first.values()):
        return scores
    for learner, attempt in first.items():
        if attempt.score is not None:
            scores[learner] = attempt.score
        elif attempt.status == "blank":
            scores[learner] = Fraction(0)
    return scores


class _Standings:
    """How good learners are in the questions other than one, in whole numbers of `unit`."""

    def __init__(self, scores: Mapping[str, Mapping[str, Fraction]]) -> None:
        shares = {score.denominator for own in scores.values() for score in own.values()}
        self._scale = lcm(*shares)
        self._sums: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        for own in scores.values():
            for learner, score in own.items():
                self._sums[learner] += self._whole(score)
                self._counts[learner] += 1
        self._others = lcm(*{count - 1 for count in self._counts.values() if count > 1})
        self.unit = Fraction(1, self._scale * self._others)

    def of(self, learner: str, score: Fraction) -> int | None:
        """The mean score in the questions other than the one with this score; None without any."""
        others = self._counts[learner] - 1
        if not others:
            return None
        return (self._sums[learner] - self._whole(score)) * (self._others // others)

    def _whole(self, score: Fraction) -> int:
        return score.numerator * (self._scale // score.denominator)


def _looks(attempt: Attempt, seen: dict[tuple[object, ...], _Looks]) -> _Looks:
    """What `meaning`, `is_near` and `options_of` say, worked out once for equal attempts."""
    right = attempt.score is not None and attempt.score == 1
    key = (
        attempt.asked, attempt.response, attempt.reading, attempt.status, attempt.mistake, right,
    )  # fmt: skip
    found = seen.get(key)
    if found is None:
        graded = attempt.status == "graded"
        found = seen[key] = _Looks(
            meaning(attempt) if graded else "",
            is_near(attempt),
            options_of(attempt) if graded else (),
        )
    return found


def _exam(
    scores: Mapping[str, Mapping[str, Fraction]],
) -> tuple[Exam, dict[str, Estimate | None]]:
    """The exam, and its alpha without each question."""
    scores = {question: own for question, own in scores.items() if own}
    everybody = set().union(*scores.values())
    complete = sorted(
        learner for learner in everybody if all(learner in own for own in scores.values())
    )
    columns = {question: [own[learner] for learner in complete] for question, own in scores.items()}
    totals = [sum(row, start=Fraction(0)) for row in zip(*columns.values(), strict=True)]
    of_all = alpha(list(columns.values()))
    spread = deviation(totals) if totals else None
    exam = Exam(
        questions=len(scores),
        learners=len(complete),
        left_out=len(everybody) - len(complete),
        alpha=of_all,
        totals=tuple(sorted(totals)),
        mean=mean(totals) if totals else None,
        deviation=spread,
        error=spread * root(1 - of_all.value) if spread is not None and of_all else None,
    )
    if len(columns) < 3:
        return exam, {}
    return exam, dict(zip(columns, alphas_without(list(columns.values())), strict=True))


def _item(
    question: str,
    rows: Sequence[Attempt],
    counted: Sequence[_Counted],
    unit: Fraction,
    alpha_without: Estimate | None,
) -> Item:
    showings = {attempt.asked: attempt for attempt in rows}
    numbers = {asked: dict(numbers_of(one.showing)) for asked, one in showings.items()}
    order = {asked: order_of(one.showing) for asked, one in showings.items()}
    varying = [
        name
        for name in dict.fromkeys(name for one in numbers.values() for name in one)
        if len({one.get(name) for one in numbers.values()}) > 1
    ]
    group_of = {
        asked: tuple((name, one[name]) for name in varying if name in one)
        for asked, one in numbers.items()
    }
    groups: dict[tuple[tuple[str, str], ...], tuple[list[Attempt], list[_Counted]]] = {}
    for asked in sorted(showings, key=order.__getitem__):
        groups.setdefault(group_of[asked], ([], []))
    for attempt in rows:
        groups[group_of[attempt.asked]][0].append(attempt)
    for one in counted:
        groups[group_of[one.attempt.asked]][1].append(one)
    return Item(
        question=question,
        kind=kind_of(rows[0].showing),
        whole=_figures((), rows, counted, unit),
        groups=tuple(_figures(group, *own, unit) for group, own in groups.items())
        if varying
        else (),
        alpha_without=alpha_without,
    )


def _figures(
    numbers: tuple[tuple[str, str], ...],
    rows: Sequence[Attempt],
    counted: Sequence[_Counted],
    unit: Fraction,
) -> Figures:
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
    thirds = _Thirds(counted)
    return Figures(
        numbers=numbers,
        statuses={status: statuses[status] for status in STATUSES},
        verdicts={word: verdicts[word] for word in ("right", "partly", "mistake", "wrong")},
        facility=facility([one.score for one in counted]),
        discrimination=discrimination(
            [one.score for one in placed],
            [one.standing for one in placed if one.standing is not None],
        ),
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

    def __init__(self, counted: Sequence[_Counted]) -> None:
        standings = sorted(one.standing for one in counted if one.standing is not None)
        third = -(-len(standings) // 3)
        self._bounds: tuple[int, int] | None = None
        if len(standings) >= FEWEST_FOR_THIRDS and standings[third - 1] < standings[-third]:
            self._bounds = standings[third - 1], standings[-third]

    def of(self, counted: Sequence[_Counted]) -> Thirds | None:
        """How many of these are weak, middling and strong."""
        if self._bounds is None:
            return None
        low, high = self._bounds
        known = [one.standing for one in counted if one.standing is not None]
        weak, strong = sum(one <= low for one in known), sum(one >= high for one in known)
        return weak, len(known) - weak - strong, strong


def _alike(counted: Sequence[_Counted], thirds: _Thirds, unit: Fraction) -> tuple[Alike, ...]:
    """Graded responses by meaning: the right one first, then by how many gave it."""
    groups: dict[tuple[str, tuple[int, int]], list[_Counted]] = defaultdict(list)
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
    rows: Sequence[Attempt], counted: Sequence[_Counted], thirds: _Thirds
) -> tuple[Ticked, ...]:
    options: dict[str, bool] = {}
    for showing in {attempt.asked: attempt.showing for attempt in rows}.values():
        options |= {option: option in showing["key"] for option in showing["options"]}
    ticks: dict[str, list[_Counted]] = defaultdict(list)
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
