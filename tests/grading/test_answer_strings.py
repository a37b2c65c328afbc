"""The reader against strings that people type, with the reading agreed on for each."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from quizkit.grading.reader import Expected, Value, read_number

GOLDEN = Path(__file__).parents[1] / "golden" / "answer_strings.csv"
SETTINGS = {
    "": {},
    "decimal_comma": {"decimal_comma": True},
    "required": {"unit_rule": "required"},
    "long_scale": {"long_scale": True},
}


def rows() -> list[dict[str, str]]:
    with GOLDEN.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['n']}:{row['typed']}")
def test_agreed_readings(row: dict[str, str]) -> None:
    """Every agreed string is read as agreed: its value and unit, or a question back, or blank."""
    typed = row["typed"].encode().decode("unicode_escape") if row["n"] == "120" else row["typed"]
    expected = Expected(unit=row["unit"], **SETTINGS[row["setting"]])  # type: ignore[arg-type]
    reading = read_number(typed, expected)
    if row["state"] == "asked":
        assert reading.state in ("ambiguous", "unreadable"), reading
    else:
        assert reading.state == row["state"], reading
    if isinstance(reading, Value):
        assert (reading.number, reading.unit) == (Fraction(row["value"]), row["value_unit"])
