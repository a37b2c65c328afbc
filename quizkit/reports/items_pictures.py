"""Turn the figures of questions into SVG pictures that stand inside a page.

Colours come from the page's style sheet, by class, so that one picture serves a light screen, a
dark one and paper. Every picture names itself for those who hear it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from quizkit.autograde.figures import Figures, Thirds
from quizkit.autograde.items import Item
from quizkit.autograde.measures import Estimate, estimate_words
from quizkit.nouns import plural
from quizkit.numerals import decimal
from quizkit.reports.markup import escaped

_MAP_WIDTH, _MAP_HEIGHT = 660, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 24, 14, 46
_DOT, _SMALL_DOT, _MANY = 10, 8, 25
_HALF, _MOST = Fraction(1, 2), Fraction(13, 15)  # the sine and the cosine of 30 degrees, about
_DIRECTIONS = tuple(
    (right * x, down * y)
    for x, y in (
        (Fraction(1), Fraction(0)), (_MOST, _HALF), (_HALF, _MOST), (Fraction(0), Fraction(1))
    )
    for right in (1, -1)
    for down in (1, -1)
)  # fmt: skip
_LEADER = 3
_FINE = 100  # dots are placed in hundredths: whole numbers, for there are many to compare

Dots = dict[tuple[int, int], list[tuple[int, int]]]
"""The places of dots, by the square of the map that they lie in."""


def question_map(items: Sequence[Item], flagged: Iterable[str]) -> str:
    """Every question, by its number in the table, at its facility and discrimination."""
    doubtful = set(flagged)
    placed = [
        (number, item, item.whole.facility, item.whole.discrimination)
        for number, item in enumerate(items, 1)
    ]
    known = [(n, item, f, d) for n, item, f, d in placed if f is not None and d is not None]
    lowest = min([Fraction(-1, 5), *(one.value for _, _, _, one in known)])
    floor = Fraction(-ceil(-lowest * 5), 5)

    def x(share: Fraction) -> Fraction:
        return _LEFT + share * (_MAP_WIDTH - _LEFT - _RIGHT)

    def y(value: Fraction) -> Fraction:
        return _TOP + (1 - value) / (1 - floor) * (_MAP_HEIGHT - _TOP - _BOTTOM)

    parts = []
    for step in range(6):
        share = Fraction(step, 5)
        parts.append(_line(x(share), y(floor), x(share), y(Fraction(1)), "grid"))
        parts.append(_text(x(share), _MAP_HEIGHT - 26, _percent(share), "middle"))
    value = floor
    while value <= 1:
        parts.append(
            _line(x(Fraction(0)), y(value), x(Fraction(1)), y(value), "grid" if value else "zero")
        )
        parts.append(_text(_LEFT - 8, y(value) + 4, decimal(value, 1), "end"))
        value += Fraction(1, 5)
    middle = (x(Fraction(0)) + x(Fraction(1))) / 2
    parts.append(_text(middle, _MAP_HEIGHT - 6, "facility: mean score", "middle"))
    height = (y(floor) + y(Fraction(1))) / 2
    parts.append(
        f'<text class="axis" text-anchor="middle" '
        f'transform="translate(14 {_n(height)}) rotate(-90)">discrimination</text>'
    )
    radius = _DOT if len(known) <= _MANY else _SMALL_DOT
    taken: Dots = defaultdict(list)
    dots = []
    for number, item, f, d in known:
        at = x(f.value), y(d.value)
        free = _free(at, taken, radius)
        kind = "doubtful" if item.question in doubtful else "sound"
        if free != at:
            parts.append(_line(*at, *free, "leader"))
            parts.append(_dot(at, _LEADER, kind))
        size = "dot" if number < 100 else "dot long"
        words = (
            f"{number}. {item.question}: facility {decimal(f.value, 2)}, "
            f"discrimination {decimal(d.value, 2)}"
        )
        dots.append(
            f'<a href="#q{number}"><g><title>{escaped(words)}</title>'
            f"{_dot(free, radius, kind)}"
            f"{_text(free[0], free[1] + 4, str(number), 'middle', size)}</g></a>"
        )
    left_out = len(placed) - len(known)
    about = "Each question at its facility and its discrimination" + (
        f"; {left_out} without a discrimination left out" if left_out else ""
    )
    # No "img": what is in one cannot be followed, and every dot leads to its question.
    return _svg(_MAP_WIDTH, _MAP_HEIGHT, about, [*parts, *dots], role="group")


def _free(at: tuple[Fraction, Fraction], taken: Dots, radius: int) -> tuple[Fraction, Fraction]:
    """The nearest place, in any of twelve directions, at which the dot covers no other.

    It is taken from then on. A map without room for all shows the last ones where they are.
    """
    side = (2 * radius + 1) * _FINE
    left, right = _LEFT * _FINE, (_MAP_WIDTH - _RIGHT) * _FINE
    top, bottom = _TOP * _FINE, (_MAP_HEIGHT - _BOTTOM) * _FINE
    start = round(at[0] * _FINE), round(at[1] * _FINE)
    for distance in range(0, 20 * radius * _FINE, 3 * _FINE):
        for across, down in _DIRECTIONS if distance else _DIRECTIONS[:1]:
            x, y = start[0] + round(distance * across), start[1] + round(distance * down)
            if not (left <= x <= right and top <= y <= bottom):
                continue
            column, row = x // side, y // side
            near = (
                dot
                for square in ((column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
                for dot in taken.get(square, ())
            )
            if all((x - other) ** 2 + (y - level) ** 2 >= side * side for other, level in near):
                taken[column, row].append((x, y))
                return (Fraction(x, _FINE), Fraction(y, _FINE)) if distance else at
    return at


def totals_picture(totals: Sequence[Fraction], questions: int) -> str:
    """How many learners reached each total, by whole points."""
    counts = [0] * (questions + 1)
    for total in totals:
        counts[min(questions, total.numerator // total.denominator)] += 1
    width, height = 660, 190
    room = Fraction(width - _LEFT - _RIGHT, len(counts))
    tall = Fraction(height - _TOP - _BOTTOM, max(1, *counts))
    every = -(-len(counts) // 20)
    parts = [_line(_LEFT, height - _BOTTOM, width - _RIGHT, height - _BOTTOM, "zero")]
    for points, count in enumerate(counts):
        left, top = _LEFT + points * room, height - _BOTTOM - count * tall
        if count:
            parts.append(
                f"<g><title>{plural(points, 'point')}: {plural(count, 'learner')}</title>"
                + _rect(left + 1, top, room - 2, count * tall, "bar")
                + "</g>"
            )
            if room >= 18:
                parts.append(_text(left + room / 2, top - 3, str(count), "middle", "small"))
        if points % every == 0:
            parts.append(_text(left + room / 2, height - 28, str(points), "middle"))
    middle = Fraction(width + _LEFT - _RIGHT, 2)
    parts.append(_text(middle, height - 8, f"points of {questions}", "middle"))
    return _svg(width, height, "How many learners reached each total", parts)


def estimate_picture(estimate: Estimate | None, low: Fraction, high: Fraction) -> str:
    """A measure on a short axis from `low` to `high`, with its interval as a whisker."""
    width, height = 120, 16
    if estimate is None:
        return ""

    def x(value: Fraction) -> Fraction:
        return 4 + (min(max(value, low), high) - low) / (high - low) * (width - 8)

    parts = [_line(x(low), 8, x(high), 8, "grid")]
    if low < 0:
        parts.append(_line(x(Fraction(0)), 2, x(Fraction(0)), 14, "zero"))
    if estimate.low is not None and estimate.high is not None:
        parts.append(_line(x(estimate.low), 8, x(estimate.high), 8, "whisker"))
    parts.append(f'<circle class="sound" cx="{_n(x(estimate.value))}" cy="8" r="4"/>')
    return _svg(width, height, estimate_words(estimate), parts, classes="spark")


def thirds_picture(count: int, thirds: Thirds | None, most: int) -> str:
    """A bar of so many learners, parted into weak, middling and strong; `most` fills the width."""
    width, height = 260, 18
    scale = Fraction(width - 2, max(most, 1))
    words = f"{count}"
    parts = []
    if thirds is None:
        parts.append(_rect(1, 2, count * scale, height - 4, "middling"))
    else:
        words += f": {thirds[0]} weak, {thirds[1]} middling, {thirds[2]} strong"
        at = Fraction(1)
        for part, kind in zip(thirds, ("weak", "middling", "strong"), strict=True):
            parts.append(_rect(at, 2, part * scale, height - 4, kind))
            at += part * scale
        # Those whose standing nobody knows.
        parts.append(_rect(at, 2, (count - sum(thirds)) * scale, height - 4, "unplaced"))
    return _svg(width, height, words, parts, classes="spark")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    label: str
    estimate: Estimate


def numbers_picture(groups: Sequence[Figures], label: Sequence[str]) -> str:
    """The facility of each set of numbers, with its interval."""
    rows = [
        _Row(label=f"{words} ({one.facility.count})", estimate=one.facility)
        for one, words in zip(groups, label, strict=True)
        if one.facility is not None
    ]
    width, step, side = 660, 20, 300
    height = step * len(rows) + 30

    def x(share: Fraction) -> Fraction:
        return side + share * (width - side - _RIGHT)

    parts = []
    for tick in range(6):
        share = Fraction(tick, 5)
        parts.append(_line(x(share), 4, x(share), height - 24, "grid"))
        parts.append(_text(x(share), height - 8, _percent(share), "middle"))
    for at, row in enumerate(rows):
        y = step * at + 14
        parts.append(_text(side - 10, y + 4, _cut(row.label), "end"))
        if row.estimate.low is not None and row.estimate.high is not None:
            parts.append(_line(x(row.estimate.low), y, x(row.estimate.high), y, "whisker"))
        parts.append(f'<circle class="sound" cx="{_n(x(row.estimate.value))}" cy="{y}" r="5"/>')
    return _svg(width, height, "The facility of each set of numbers", parts)


# --- strokes --------------------------------------------------------------------------------------


def _svg(
    width: int,
    height: int,
    words: str,
    parts: Iterable[str],
    *,
    classes: str = "figure",
    role: str = "img",
) -> str:
    return (
        f'<svg class="{classes}" role="{role}" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" aria-label="{escaped(words)}">'
        f"{''.join(parts)}</svg>"
    )


def _dot(at: tuple[Fraction, Fraction], radius: int, kind: str) -> str:
    """A round one, or a square for what is doubtful: colour alone says nothing to some."""
    if kind == "doubtful":
        side = 2 * radius
        return (
            f'<rect class="doubtful" x="{_n(at[0] - radius)}" y="{_n(at[1] - radius)}" '
            f'width="{side}" height="{side}" rx="1"/>'
        )
    return f'<circle class="{kind}" cx="{_n(at[0])}" cy="{_n(at[1])}" r="{radius}"/>'


def _line(
    x1: Fraction | int, y1: Fraction | int, x2: Fraction | int, y2: Fraction | int, kind: str
) -> str:
    return f'<line class="{kind}" x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"/>'


def _rect(
    x: Fraction | int, y: Fraction | int, width: Fraction, height: Fraction | int, kind: str
) -> str:
    if width <= 0:
        return ""
    return (
        f'<rect class="{kind}" x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"/>'
    )


def _text(x: Fraction | int, y: Fraction | int, words: str, anchor: str, kind: str = "axis") -> str:
    place = f'x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}"'
    return f'<text class="{kind}" {place}>{escaped(words)}</text>'


def _n(value: Fraction | int) -> str:
    return decimal(Fraction(value), 1)


def _percent(share: Fraction) -> str:
    return f"{decimal(share * 100, 0)} %"


def _cut(text: str, most: int = 44) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
