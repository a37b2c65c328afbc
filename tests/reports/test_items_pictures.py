"""Pictures of questions say where each one is, however many lie together."""

from __future__ import annotations

import re
from fractions import Fraction

from quizkit.autograde.figures import Figures
from quizkit.autograde.items import Item
from quizkit.autograde.measures import Estimate
from quizkit.reports.items_pictures import question_map


def item(number: int, easy: Fraction, sharp: Fraction) -> Item:
    def estimate(value: Fraction) -> Estimate:
        return Estimate(value=value, low=None, high=None, count=9)

    whole = Figures(
        numbers=(), statuses={}, verdicts={}, facility=estimate(easy),
        discrimination=estimate(sharp), standings=None, alike=(), ticked=(), mistakes=(), unread=(),
        near=(),
    )  # fmt: skip
    return Item(question=f"l/q{number}", kind="number", whole=whole, groups=(), alpha_without=None)


def test_crowded_questions_stay_near_their_places() -> None:
    """Thirty at one place: no dot covers another, and none is far from where it belongs."""
    picture = question_map(
        [item(n, Fraction(1, 2), Fraction(1, 2)) for n in range(30)], flagged=["l/q3"]
    )
    dots = [
        (float(x), float(y)) for x, y in re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="8"/>', picture)
    ]
    dots += [
        (float(x) + 8, float(y) + 8)
        for x, y in re.findall(r'x="([\d.]+)" y="([\d.]+)" width="16"', picture)
    ]
    assert len(dots) == 30
    for at, (x, y) in enumerate(dots):
        assert (x - dots[0][0]) ** 2 + (y - dots[0][1]) ** 2 < 75**2
        for other, level in dots[:at]:
            assert (x - other) ** 2 + (y - level) ** 2 >= 16**2
    assert picture.count('class="doubtful"') == 2


def test_a_lone_question_stands_where_it_is() -> None:
    """Without neighbours no dot is moved, and a negative discrimination has its place."""
    picture = question_map([item(1, Fraction(1, 2), Fraction(-3, 10))], flagged=[])
    assert "leader" not in picture
    assert picture.count("<circle") == 1
    assert ">-0.4<" in picture


def test_a_long_exam_has_room_for_its_numbers() -> None:
    """Of two hundred questions no dot covers another, and three figures fit into one."""
    picture = question_map(
        [item(n, Fraction(n * 37 % 100, 100), Fraction(n * 61 % 90, 100)) for n in range(200)],
        flagged=[],
    )
    dots = [
        (float(x), float(y)) for x, y in re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="8"/>', picture)
    ]
    assert len(dots) == 200
    for at, (x, y) in enumerate(dots):
        for other, level in dots[:at]:
            assert (x - other) ** 2 + (y - level) ** 2 >= 16**2
    assert re.search(r'class="dot"[^>]*>99<', picture)
    assert re.search(r'class="dot long"[^>]*>100<', picture)
