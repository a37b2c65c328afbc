"""Turn numbers into bars and a year of days, drawn in characters with the numbers beside them.

Nothing is said by a drawing alone, or by colour: whoever cannot see it reads the numbers. Widths
are counted in cells, and where the output's encoding has no blocks, ASCII stands in.
"""

from __future__ import annotations

import calendar
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from quizkit.cli.page.spans import cells_of
from quizkit.cli.terminal import Line, Span, visible

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_SHADES = "·░▒▓█"
_PLAIN_SHADES = ".-+*#"
_LONGEST_BAR = 50
_SHORTEST_BAR = 5
_LEVELS = len(_SHADES) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A row of a bar chart: what it is about, how long it is, and the numbers in words."""

    label: str
    value: int
    numbers: str


def has_blocks() -> bool:
    """Whether standard output can write block characters."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        (_EIGHTHS + _SHADES).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def bars(rows: Sequence[Bar], cells: int, *, blocks: bool) -> list[Line]:
    """The lines of a bar chart: label, numbers, bar; the longest bar takes what room there is.

    A value above 0 is never drawn as nothing. Where no bar fits, label and numbers stand alone.

    >>> for line in bars([Bar(label="Mon", value=4, numbers="4"),
    ...     Bar(label="Tue", value=1, numbers="1")], 14, blocks=False):
    ...     print("".join(text for text, _ in line))
    Mon  4  ######
    Tue  1  #
    """
    labels = max((cells_of(visible(row.label)) for row in rows), default=0)
    numbers = max((cells_of(visible(row.numbers)) for row in rows), default=0)
    room = min(cells - labels - numbers - 4, _LONGEST_BAR)
    most = max((row.value for row in rows), default=0)
    lines: list[Line] = []
    for row in rows:
        line: list[Span] = [
            (_padded(row.label, labels), None),
            ("  " + _padded(row.numbers, numbers), None),
        ]
        if room >= _SHORTEST_BAR and row.value > 0:
            line.append(("  ", None))
            line.append((_bar(row.value, most, room, blocks=blocks), "good"))
        elif isinstance(line[-1][0], str):
            line[-1] = (line[-1][0].rstrip(), None)
        lines.append(tuple(line))
    return lines


def _bar(value: int, most: int, room: int, *, blocks: bool) -> str:
    """A bar of whole and eighth cells, or of whole cells alone."""
    if not blocks:
        return "#" * max(1, value * room // most)
    eighths = max(1, value * room * 8 // most)
    return _EIGHTHS[8] * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _padded(text: str, cells: int) -> str:
    return text + " " * (cells - cells_of(visible(text)))


# --- a year -------------------------------------------------------------------------------------

_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_DAYS = 31
_RULER = "1    6    11   16   21   26   31"


def year(values: Mapping[date, int], today: date, cells: int, *, blocks: bool) -> list[Line]:
    """Twelve months up to today, a line each, a cell per day, the month's sum beside it.

    Days to come are blank; 29 February has its cell in leap years. Where the days do not fit, the
    sums stand alone.
    """
    months = _months(today)
    bounds = _bounds(_past(values, months, today))
    sums = [str(sum(values.get(day, 0) for day in month if day <= today)) for month in months]
    widest = max(map(cells_of, sums))
    long = cells >= len("2028-02 ") + _DAYS + 1 + widest
    labels = [_label(month[0], long=long) for month in months]
    lines: list[Line] = []
    fits = cells >= len(labels[0]) + 1 + _DAYS + 1 + widest
    if fits:
        lines.append(((" " * (len(labels[0]) + 1) + _RULER, "dim"),))
    for label, month, total in zip(labels, months, sums, strict=True):
        line: list[Span] = [(f"{label} ", None)]
        if fits:
            drawn = "".join(
                _shades(blocks)[_level(values.get(day, 0), bounds)] for day in month if day <= today
            )
            line += [(drawn, "good"), (" " * (_DAYS - len(drawn) + 1), None)]
        lines.append((*line, (total.rjust(widest), None)))
    return lines


def legend(values: Mapping[date, int], today: date, *, blocks: bool) -> str:
    """What the shades of `year` stand for, in one line.

    >>> legend({date(2028, 2, 29): 3, date(2028, 2, 28): 9}, date(2028, 3, 1), blocks=False)
    '. 0, + 1-3, # 4-9'
    """
    counted = _past(values, _months(today), today)
    bounds, most = _bounds(counted), max(counted)
    parts, low = [f"{_shades(blocks)[0]} 0"], 1
    for shade, high in zip(_shades(blocks)[1:], (*bounds, most) if bounds else (), strict=False):
        if high >= low:
            parts.append(f"{shade} {low}" + (f"-{high}" if high > low else ""))
            low = high + 1
    return ", ".join(parts)


def _past(values: Mapping[date, int], months: list[list[date]], today: date) -> list[int]:
    return [values.get(day, 0) for month in months for day in month if day <= today]


def _bounds(values: Sequence[int]) -> tuple[int, ...]:
    """The most that each shade but the last stands for: quarters of the days with something.

    The busiest days always have the last shade.
    """
    found = sorted(value for value in values if value > 0)
    if not found:
        return ()
    places = (len(found) * part // _LEVELS for part in range(1, _LEVELS))
    return tuple(found[place - 1] if place else 0 for place in places)


def _level(value: int, bounds: Sequence[int]) -> int:
    """Which shade a value has: 0 for nothing, 4 for the most."""
    return 0 if value <= 0 else 1 + sum(value > bound for bound in bounds)


def _shades(blocks: bool) -> str:
    return _SHADES if blocks else _PLAIN_SHADES


def _label(first: date, *, long: bool) -> str:
    return first.isoformat()[:7] if long else _MONTHS[first.month - 1]


def _months(today: date) -> list[list[date]]:
    """The days of this month and the eleven before it."""
    months: list[list[date]] = []
    first = today.replace(day=1)
    for _ in range(12):
        length = calendar.monthrange(first.year, first.month)[1]
        months.append([first + timedelta(days=number) for number in range(length)])
        first = (first - timedelta(days=1)).replace(day=1)
    return months[::-1]
