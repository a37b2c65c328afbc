"""Counts of statuses: they sum, and every status is named."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quizkit.autograde.rows import STATUSES, Status
from quizkit.autograde.tally import Tally


@given(st.lists(st.tuples(st.sampled_from(["a", "b", ""]), st.sampled_from(STATUSES))))
def test_counts_sum_to_the_rows(rows: list[tuple[str, Status]]) -> None:
    """By status and by question, every row is counted exactly once."""
    tally = Tally()
    for question, status in rows:
        tally.add(question, status)
    assert tally.rows == len(rows) == sum(tally.by_status().values())
    assert list(tally.by_status()) == list(STATUSES)
    by_question = tally.by_question()
    assert sum(sum(counts.values()) for counts in by_question.values()) == len(rows)
    assert all(sum(by_question[name].values()) == tally.of(name) for name in by_question)
