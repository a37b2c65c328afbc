"""Records of CSV: long ones, broken ones, and how often their lines are looked at."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.exchange.columns import Columns
from quizkit.exchange.csv_layout import Layout, Manner
from quizkit.exchange.csv_lines import Lines
from quizkit.exchange.csv_records import Record, Records

NAMES = ("learner", "question", "response")
LAYOUT = Layout(
    manner=Manner(),
    names=NAMES,
    columns=Columns(learner="learner", question="question", seed=None, response="response"),
)


def records(text: str, longest: int = 10**6) -> list[Record]:
    lines = Lines(io.BytesIO(text.encode()), "answers.csv", "utf-8")
    return list(Records(lines, Manner(), layout=LAYOUT, longest=longest))


def slowly(text: str) -> list[list[str]]:
    """The same by the rule itself: what does not parse is one line that stands for itself."""
    lines = text.splitlines(keepends=True)
    found = []
    while lines:
        taken = iter(lines)
        try:
            found.append(next(csv.reader(taken, strict=True)))
            lines = list(taken)
        except csv.Error:
            found.append(next(csv.reader(lines[:1])))
            lines = lines[1:]
    return found


PIECES = ['"', '""', ",", "\n", "a", '5",', '"b', '"\n', 'c,"', "\r\n"]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_what_is_remembered_of_a_broken_record_changes_none(text: str) -> None:
    """Lines that a broken record has read fail no sooner than if they were read once more."""
    assert [record.cells for record in records(text)] == slowly(text)


@pytest.mark.parametrize("last", ["", '"x"y\n', "x\n"])
def test_lines_are_looked_at_a_few_times_however_quotes_stand(
    last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where each line opens a cell that is never closed, none is read again for each before it."""
    taken = 0
    take = Lines.take

    def counted(lines: Lines, most: int) -> list[str]:
        nonlocal taken
        taken += 1
        return take(lines, most)

    monkeypatch.setattr(Lines, "take", counted)
    found = records('ann,5",,"open\n' * 2000 + last)
    assert len(found) == 2000 + bool(last)
    assert all(record.wrong for record in found[:2000])
    assert taken < 3 * 2001


@pytest.mark.parametrize(
    "row",
    [
        "ann,a/b,{}\n",
        'ann,a/b,"{}"\n',
        'ann,a/b,"{}""\n""{}\n"\n',
        '"{}\n",a/b,"5\n"\n',
        'ann,"a/b\n{}\n{}","x"\n',
    ],
)
def test_a_record_that_is_too_long_is_one_record(row: str) -> None:
    """It is passed over up to its end, and its neighbours are whole."""
    long = row.replace("{}", "some text\n" * 300 if '"' in row else "some text" * 300)
    found = records(f"bob,a/b,1\n{long}cy,a/b,2\n", longest=2000)
    assert [bool(record.wrong) for record in found] == [False, True, False]
    assert found[1].wrong.startswith("the row is longer than 2000 characters, so only its start is")
    assert "shorten its longest cell" in found[1].wrong
    assert found[2] == Record(2 + long.count("\n"), ["cy", "a/b", "2"], "")
    assert max(map(len, found[1].cells)) <= 1000


def test_a_cell_that_is_too_long_and_never_ends_is_one_record() -> None:
    """What follows the quote is no row, so none is lost."""
    found = records('bob,a/b,"' + "some text\n" * 3000, longest=2000)
    assert [record.wrong for record in found] == [
        "a quote opens a cell and nothing closes it within 2000 characters"
    ]
