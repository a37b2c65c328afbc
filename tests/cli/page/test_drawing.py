"""Bars and a year of days, drawn with the numbers beside them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from quizkit.cli.page.drawing import Bar, bars, legend, year
from quizkit.cli.terminal import Line, laid_out

LEAP = date(2028, 3, 1)
STUDIED = {date(2028, 2, 28): 5, date(2028, 2, 29): 20, date(2028, 3, 1): 1}


def text(lines: list[Line]) -> list[str]:
    """The lines as a terminal without colour shows them."""
    return laid_out(lines, paint=False).split("\n")


def test_bars_are_as_long_as_their_values() -> None:
    """The longest takes what room there is, half of it is half as long, nothing is nothing."""
    rows = [Bar(label=name, value=value, numbers=str(value)) for name, value in
            (("all", 40), ("half", 20), ("none", 0))]  # fmt: skip
    assert text(bars(rows, 26, blocks=True)) == [
        "all   40  ████████████████",
        "half  20  ████████",
        "none  0",
    ]


def test_a_little_is_never_drawn_as_nothing() -> None:
    """One review beside a thousand has a sliver."""
    rows = [Bar(label="a", value=1000, numbers="1000"), Bar(label="b", value=1, numbers="1")]
    assert text(bars(rows, 40, blocks=True))[1] == "b  1     ▏"
    assert text(bars(rows, 40, blocks=False))[1] == "b  1     #"


@given(
    st.lists(
        st.tuples(
            st.text(max_size=12).filter(lambda text: "\n" not in text), st.integers(0, 10**6)
        ),
        max_size=8,
    ),
    st.integers(20, 200),
    st.booleans(),
)
def test_no_bar_line_is_wider_than_its_room(
    rows: list[tuple[str, int]], cells: int, blocks: bool
) -> None:
    """Whatever the labels, wide characters and controls among them, a bar keeps to the width."""
    found = [Bar(label=label, value=value, numbers=str(value)) for label, value in rows]
    lines = text(bars(found, cells, blocks=blocks)) if found else []
    assert len(lines) == len(found)
    bare = max((wcswidth(line.rstrip("▏▎▍▌▋▊▉█#").rstrip()) for line in lines), default=0)
    assert all(wcswidth(line) <= max(cells, bare) for line in lines)


def test_a_year_shows_the_leap_day() -> None:
    """28 and 29 February and 1 March each have their cell; the months' sums stand beside."""
    lines = text(year(STUDIED, LEAP, 80, blocks=True))
    assert len(lines) == 13
    assert lines[0] == "        1    6    11   16   21   26   31"
    assert lines[1] == "2027-04 ······························   0"
    assert lines[11] == "2028-02 ···························▓█   25"
    assert lines[12] == "2028-03 ▒                                1"


def test_a_year_without_a_leap_day_has_no_cell_for_it() -> None:
    """February of 2027 has 28 days."""
    lines = text(year({}, date(2027, 3, 31), 80, blocks=False))
    assert lines[11] == "2027-02 ............................    0"


@pytest.mark.parametrize(("cells", "width"), [(200, 42), (80, 42), (40, 38), (30, 6)])
def test_a_year_fits_its_terminal(cells: int, width: int) -> None:
    """Narrow terminals get shorter names of months, and at last the sums alone."""
    lines = text(year(STUDIED, LEAP, cells, blocks=True))
    assert max(map(wcswidth, lines)) == width
    assert lines[-2].split()[-1] == "25"


def test_the_legend_names_what_each_shade_stands_for() -> None:
    """The shades are quarters of the days with something; where all are alike there is one."""
    assert legend(STUDIED, LEAP, blocks=True) == "· 0, ▒ 1, ▓ 2-5, █ 6-20"
    assert legend({LEAP: 7}, LEAP, blocks=False) == ". 0, # 1-7"
    assert legend({}, LEAP, blocks=True) == "· 0"


@given(st.dictionaries(st.integers(0, 500), st.integers(1, 300)))
def test_every_day_is_shaded_as_the_legend_says(studied: dict[int, int]) -> None:
    """A day's shade is the one under which the legend has its number."""
    values = {LEAP - timedelta(days=back): count for back, count in studied.items()}
    shade_of = {0: "·"}
    for part in legend(values, LEAP, blocks=True).split(", ")[1:]:
        shade, span = part.split(" ")
        low, _, high = span.partition("-")
        shade_of.update(dict.fromkeys(range(int(low), int(high or low) + 1), shade))
    lines = text(year(values, LEAP, 80, blocks=True))
    for line in lines[1:]:
        month, drawn = line[:7], line[8:39].rstrip()
        for place, shade in enumerate(drawn):
            day = date.fromisoformat(f"{month}-{place + 1:02d}")
            assert shade == shade_of[values.get(day, 0)]
