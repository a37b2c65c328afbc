"""Turn a summary into the lines that `quiz stats` prints: numbers first, drawings beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

from quizkit.cli.page.drawing import Bar, bars, has_blocks, legend, year
from quizkit.cli.page.spans import cells_of, wrapped
from quizkit.cli.page.tables import Align, Cell, table
from quizkit.cli.page.wording import plural
from quizkit.cli.terminal import Line, width
from quizkit.numerals import decimal
from quizkit.reports.retention import Share, overall

if TYPE_CHECKING:
    from quizkit.cli.stats import Found
    from quizkit.reports.standing import Counts
    from quizkit.reports.summary import Summary

_UNWRAPPED_CELLS = 80
_BARS = 14
_MOST_LESSONS = 30
_MOST_PLACES = 3
_FEW = 10
"""With fewer recalls than this the bounds are too wide to say anything."""


def lines(found: Found) -> Iterator[Line]:
    """Everything, section by section, each with its heading and a blank line before the next."""
    cells, blocks = width() or _UNWRAPPED_CELLS, has_blocks()
    summary = found.summary
    if summary.days:
        yield from _done(summary, cells, blocks=blocks)
    elif summary.ahead_of_clock:
        yield from _said("Nothing was reviewed up to today.", cells)
    else:
        yield from _said("Nothing was reviewed yet. Begin with: quiz review", cells)
    if summary.ahead_of_clock:
        yield ()
        yield from _said(_ahead_of_clock(summary), cells)
    yield from _ahead(summary, cells, blocks=blocks)
    if summary.days:
        yield from _retained(summary, cells)
    yield from _standing(found, cells)
    yield from _trouble(found, cells)


# --- what was done ------------------------------------------------------------------------------


def _done(summary: Summary, cells: int, *, blocks: bool) -> Iterator[Line]:
    yield _heading("Done")
    spans = [("today", summary.last(1)), ("7 days", summary.last(7)), ("30 days", summary.last(30))]
    spans.append((f"all {plural(len(summary.days), 'day')}", summary.total))
    yield from _table(
        ["", "reviews", "recalled", "new", "lapses", "time"],
        [
            [
                label, str(done.reviews), str(done.recalled), str(done.introduced),
                str(done.lapses), _time(done.elapsed_ms),
            ]
            for label, done in spans
        ],
        cells,
    )  # fmt: skip
    streak = summary.streak
    today = "today included" if streak.studied_today else "today still to come"
    yield from _said(
        f"Streak: {plural(streak.days, 'study day')}"
        + (f", {today}" if streak.days else "")
        + f"; the longest: {streak.longest}.",
        cells,
    )
    yield ()
    yield _heading(f"Reviews and time, the last {_BARS} study days")
    days = [summary.today - timedelta(days=back) for back in range(_BARS - 1, -1, -1)]
    yield from bars([_day_bar(day, summary) for day in days], cells, blocks=blocks)
    yield ()
    yield _heading("Reviews, the last twelve months")
    reviews = {day: done.reviews for day, done in summary.days.items()}
    yield from year(reviews, summary.today, cells, blocks=blocks)
    yield from _said(legend(reviews, summary.today, blocks=blocks), cells)


def _day_bar(day: date, summary: Summary) -> Bar:
    done = summary.days.get(day)
    reviews = done.reviews if done else 0
    time = f"{_time(done.elapsed_ms):>9}" if done else ""
    return Bar(label=day.isoformat(), value=reviews, numbers=f"{reviews:>4} {time}")


def _ahead_of_clock(summary: Summary) -> str:
    days = summary.ahead_of_clock
    if len(days) == 1:
        return (
            f"The study day {days[0]} lies after today: the clock was ahead when it was written. "
            "It is kept and not counted here."
        )
    return (
        f"{len(days)} study days ({days[0]} to {days[-1]}) lie after today: the clock was ahead "
        "when they were written. They are kept and not counted here."
    )


# --- what lies ahead ----------------------------------------------------------------------------


def _ahead(summary: Summary, cells: int, *, blocks: bool) -> Iterator[Line]:
    forecast = summary.forecast
    yield ()
    yield _heading(f"Due, the next {_BARS} study days")
    if not forecast.total:
        yield from _said(f"Nothing falls due: {_why_nothing(summary)}.", cells)
        return
    rows = [
        Bar(label=day.isoformat(), value=due, numbers=f"{due:>5}")
        for day, due in forecast.days[:_BARS]
    ]
    if forecast.overdue:
        rows.insert(
            0, Bar(label="overdue", value=forecast.overdue, numbers=f"{forecast.overdue:>5}")
        )
    yield from bars(rows, cells, blocks=blocks)
    later = forecast.total - sum(row.value for row in rows)
    yield from _said(
        f"{later} later. Not in it: new questions, drills of today, and what will be missed.", cells
    )


def _why_nothing(summary: Summary) -> str:
    """Why no card has a day, in a clause: what was answered may have lost it again."""
    if not summary.days and not summary.ahead_of_clock:
        return "no question was answered yet"
    return "what was answered is new again, suspended or in no lesson any more"


# --- what was retained --------------------------------------------------------------------------


def _retained(summary: Summary, cells: int) -> Iterator[Line]:
    yield ()
    yield _heading("Recalled when due, by interval")
    asked = [one for one in summary.retention if one.recalls.of]
    if not asked:
        yield from _said("Not enough history: no question that was known has come back yet.", cells)
        return
    rows = [[_interval(one.low_days, one.high_days), *_share(one.recalls)] for one in asked]
    if len(asked) > 1:
        rows.append(["all", *_share(overall(asked))])
    yield from _table(["interval", "recalled", "share", "95% sure of"], rows, cells)
    few = [row[0] for row, one in zip(rows, asked, strict=False) if one.recalls.of < _FEW]
    if few:
        yield from _said(
            f"Not enough history to say much of {', '.join(few)}: fewer than {_FEW} reviews.",
            cells,
        )


def _interval(low: int, high: int | None) -> str:
    """The intervals of a group in words.

    >>> _interval(1, 1), _interval(2, 7), _interval(366, None)
    ('1 day', '2-7 days', 'over 365 days')
    """
    if high is None:
        return f"over {low - 1} days"
    return f"{low} day" if low == high == 1 else f"{low}-{high} days"


def _share(recalls: Share) -> list[str]:
    low, high = recalls.bounds
    assert recalls.share is not None, "a group without reviews is not shown"
    return [
        f"{recalls.got} of {recalls.of}",
        f"{_percent(recalls.share)}%",
        f"{_percent(low)} to {_percent(high)}%",
    ]


def _percent(share: Fraction) -> str:
    return decimal(share * 100, 1)


# --- how questions stand ------------------------------------------------------------------------

_STATES = ["questions", "new", "relearning", "review", "suspended", "due"]


def _standing(found: Found, cells: int) -> Iterator[Line]:
    summary = found.summary
    yield ()
    yield _heading("Questions by state")
    yield from _table(_STATES, [_counts(summary.counts)], cells, first="right")
    if summary.missing:
        one = summary.missing == 1
        yield from _said(
            f"{plural(summary.missing, 'card')} {'is' if one else 'are'} missing: "
            f"{'its question is' if one else 'their questions are'} in no lesson any more.",
            cells,
        )
    begun = {
        lesson: counts
        for lesson, counts in summary.lessons.items()
        if counts.new < counts.questions
    }
    if begun:
        yield ()
        yield _heading("By lesson")
        shown = list(begun.items())[:_MOST_LESSONS]
        rows = [[lesson, *_counts(counts)] for lesson, counts in shown]
        yield from _table(["lesson", *_STATES], rows, cells)
        left = len(begun) - len(shown)
        untouched = len(summary.lessons) - len(begun)
        if left:
            yield from _said(f"{left} more: quiz stats --json", cells)
        if untouched:
            yield from _said(f"{plural(untouched, 'lesson')} with new questions alone.", cells)
    objectives = found.objectives()
    if begun and objectives:
        yield ()
        yield _heading("By objective")
        several = len(found.library.courses) > 1
        yield from _table(
            ["objective", *_STATES],
            [
                [f"{course}: {objective}" if several else objective, *_counts(counts)]
                for (course, objective), counts in objectives.items()
            ],
            cells,
        )


def _counts(counts: Counts) -> list[str]:
    return [
        str(number)
        for number in (
            counts.questions, counts.new, counts.relearning, counts.review, counts.suspended,
            counts.due,
        )
    ]  # fmt: skip


# --- what gives trouble -------------------------------------------------------------------------


def _trouble(found: Found, cells: int) -> Iterator[Line]:
    summary = found.summary
    if summary.hardest:
        yield ()
        yield _heading("Hardest questions")
        yield from _table(
            ["question", "missed", "lapses", "ease"],
            [
                [
                    card.question, f"{card.misses} of {card.live_reviews}", str(card.lapses),
                    decimal(Fraction(card.ease, 100), 2),
                ]
                for card in summary.hardest
            ],
            cells,
        )  # fmt: skip
    if summary.mistakes:
        yield ()
        yield _heading("Mistakes made more than once")
        for mistake in summary.mistakes:
            made = found.made[mistake.name]
            where = ", ".join(
                question + (f" ({times})" if len(made.questions) > 1 else "")
                for question, times in made.questions[:_MOST_PLACES]
            )
            yield from _said(
                f"{mistake.name}: {mistake.times} times, in {where}"
                + (" and others" if len(made.questions) > _MOST_PLACES else "")
                + (f"; last on {made.last_day}" if made.last_day else ""),
                cells,
            )


# --- laying out ---------------------------------------------------------------------------------


def _heading(text: str) -> Line:
    return ((text, "strong"),)


def _said(text: str, cells: int) -> list[Line]:
    return wrapped([(text, None)], cells, rest="  ")


def _table(
    heading: Sequence[str], rows: Sequence[Sequence[str]], cells: int, *, first: Align = "left"
) -> list[Line]:
    """A table or, where it does not fit, a sentence for each row, without what is 0."""
    columns = zip(heading, *rows, strict=True)
    if sum(2 + max(map(cells_of, column)) for column in columns) - 2 > cells:
        return [line for row in rows for line in _said(_as_sentence(heading, row), cells)]
    numbers: list[Align] = ["right"] * (len(heading) - 1)
    body = [[_cell(text) for text in row] for row in rows]
    return table([_cell(text) for text in heading], body, [first, *numbers], cells)


def _as_sentence(heading: Sequence[str], row: Sequence[str]) -> str:
    """A row in one line.

    >>> _as_sentence(["lesson", "questions", "new", "due"], ["zero-1-2", "19", "0", "3"])
    'zero-1-2: questions 19, due 3'
    """
    named = [(name, value) for name, value in zip(heading, row, strict=True) if value != "0"]
    if row[0].isdecimal():
        return ", ".join(f"{name} {value}" for name, value in named)
    return f"{row[0]}: " + ", ".join(f"{name} {value}" for name, value in named[1:])


def _cell(text: str) -> Cell:
    return ((text, None),)


def _time(elapsed_ms: int) -> str:
    """A length of time, in the two largest units that it has.

    >>> _time(900), _time(59_600), _time(754_000), _time(7_260_000)
    ('1 s', '60 s', '13 min', '2 h 1 min')
    """
    seconds = (elapsed_ms + 500) // 1000
    if seconds <= 60:
        return f"{seconds} s"
    minutes = (seconds + 30) // 60
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
