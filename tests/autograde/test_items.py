"""What a class's attempts say about the questions of an exam."""

from __future__ import annotations

from quizkit.autograde.items import analyse
from tests.autograde.exam_attempts import item, the_class


def test_variant_groups_hold_what_varies_in_the_order_of_the_values() -> None:
    """Devices and parameters vary, the stage does not; 8 comes before 16."""
    groups = item(analyse(the_class()), "bytes").groups
    assert [dict(one.numbers)["devices"] for one in groups] == ["8", "8", "16", "16", "32", "32"]
    assert {name for one in groups for name, _ in one.numbers} == {"devices", "params"}
    assert sum(one.rows for one in groups) == 60


def test_counts_sum_to_the_rows() -> None:
    """By status over the exam, and by question."""
    rows = the_class()
    analysis = analyse(rows)
    assert sum(analysis.statuses.values()) == analysis.rows == len(rows) == 480
    assert sum(one.whole.rows for one in analysis.items) == 480
