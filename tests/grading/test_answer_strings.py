"""The reader against strings that people type, with the reading agreed on for each."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from quizkit.grading.reader import Expected, Value, read_number

GOLDEN = Path(__file__).parents[1] / "golden" / "answer_strings.csv"
NEIGHBOURS = GOLDEN.with_name("answer_neighbours.csv")
SETTINGS = {
    "": {},
    "decimal_comma": {"decimal_comma": True},
    "required": {"unit_rule": "required"},
    "forbidden": {"unit_rule": "forbidden"},
    "long_scale": {"long_scale": True},
    "2 figures": {"written_sigfigs": 2},
    "3 figures": {"written_sigfigs": 3},
    "5 figures": {"written_sigfigs": 5},
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


# --- neighbours ---------------------------------------------------------------------------------


def neighbours() -> dict[tuple[str, str], list[dict[str, str]]]:
    """The rows of the neighbours by unit and setting; `\\u00a0` stands for what cannot be seen."""
    asked: dict[tuple[str, str], list[dict[str, str]]] = {}
    with NEIGHBOURS.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            row["typed"] = re.sub(
                r"\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), row["typed"]
            )
            asked.setdefault((row["unit"], row["setting"]), []).append(row)
    return asked


def read_otherwise(rows: list[dict[str, str]], expected: Expected) -> Iterator[str]:
    for row in rows:
        reading = read_number(row["typed"], expected)
        found: str = reading.state
        if found in ("ambiguous", "unreadable"):
            found = "asked"
        if isinstance(reading, Value):
            found += f" {reading.number} {reading.unit}"
        held = f"{row['state']} {row['value']} {row['value_unit']}".strip()
        if found != held:
            yield f"{row['typed']!r}: {found}, not {held}"


@pytest.mark.parametrize(("unit", "setting"), neighbours())
def test_neighbours_of_the_agreed_strings(unit: str, setting: str) -> None:
    """Strings beside the agreed ones are read as the same rule has it."""
    expected = Expected(unit=unit, **SETTINGS[setting])  # type: ignore[arg-type]
    assert not list(read_otherwise(neighbours()[unit, setting], expected))
