"""What `--map` says of a file's columns."""

from __future__ import annotations

import pytest

from quizkit.errors import UsageError
from quizkit.exchange.columns import read_mapping


def test_a_field_goes_by_any_case_and_blanks() -> None:
    """The column's name is taken to the letter, equals signs among it."""
    assert read_mapping([" Response = a=b "]) == {"response": " a=b "}


@pytest.mark.parametrize("pair", ["response", "answer=x", "=x"])
def test_what_names_no_field_is_refused(pair: str) -> None:
    """With the fields that there are."""
    with pytest.raises(UsageError) as refused:
        read_mapping([pair])
    assert str(refused.value) == (
        f'--map "{pair}": write FIELD=COLUMN, where FIELD is one of '
        "learner, question, seed, variant, response"
    )


def test_a_field_stands_in_one_column() -> None:
    """Two would leave open which is meant."""
    with pytest.raises(UsageError, match="--map names seed twice"):
        read_mapping(["seed=a", "SEED=b"])
