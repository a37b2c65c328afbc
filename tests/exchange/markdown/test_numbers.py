"""When what a check says is a number that can be graded."""

from __future__ import annotations

import pytest

from quizkit.exchange.markdown.numbers import Stated, stated_number


@pytest.mark.parametrize(
    ("check", "stated"),
    [
        ("**48.75 GB**. It is sharded.", ("48.75", "GB", "It is sharded.")),
        ("48.75 GB", ("48.75", "GB", "")),
        ("**48.75 GB and more** of it", None),
        ("**48.75 GB. It is sharded.", None),
        ("7B tokens", ("7B", "tokens", "")),
        ("7B parameters", ("7B", "params", "")),
        ("7B GB", None),
        ("1/0 GB", None),
        ("3.75 GB per step", None),
        ("48.75 gb", None),
    ],
)
def test_a_number_is_taken_where_nothing_else_can_be_meant(
    check: str, stated: tuple[str, str, str] | None
) -> None:
    """Not in words that go on, not with a letter of counts on other units."""
    value = stated and Stated(value=stated[0], unit=stated[1], rest=stated[2])
    assert stated_number("How many are there?", check) == value
