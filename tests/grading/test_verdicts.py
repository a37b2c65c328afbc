"""Verdicts at the edges of every tolerance rule, and mistakes called and not called."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path
from typing import Literal, cast

import pytest

from quizkit.content.model import (
    Absolute,
    AbsoluteOrRelative,
    Exact,
    Factor,
    Places,
    Range,
    Relative,
    SigFigs,
    Tolerance,
)
from quizkit.grading.grade import grade
from tests.grading.variants import number

GOLDEN = Path(__file__).parents[1] / "golden" / "verdicts.csv"


def rows() -> dict[tuple[str, str, str], list[dict[str, str]]]:
    """The rows by key, unit and tolerance."""
    asked: dict[tuple[str, str, str], list[dict[str, str]]] = {}
    with GOLDEN.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            asked.setdefault((row["key"], row["unit"], row["tolerance"]), []).append(row)
    return asked


def rule(text: str) -> Tolerance:
    match text.split():
        case ["exact"]:
            return Exact()
        case ["abs", bound]:
            return Absolute(Fraction(bound))
        case ["abs", bound, "rel", share]:
            return AbsoluteOrRelative(Fraction(bound), Fraction(share))
        case ["rel", share]:
            return Relative(Fraction(share))
        case ["range", low, high]:
            return Range(Fraction(low), Fraction(high))
        case ["places", digits]:
            return Places(int(digits))
        case ["sigfigs", figures]:
            return SigFigs(int(figures))
        case ["factor", bound]:
            return Factor(Fraction(bound))
    raise ValueError(text)


def judged_otherwise(row: dict[str, str]) -> str | None:
    """What is wrong with the verdict of this row, if anything is."""
    unit_rule = cast(Literal["required", "optional"], row["unit_rule"] or "optional")
    asked = number(
        str(Fraction(row["key"])), row["unit"], rule(row["tolerance"]),
        unit_rule=unit_rule, written=int(row["written"]) if row["written"] else None,
    )  # fmt: skip
    judged = grade(asked, row["typed"]).grade
    found = ("asked", "") if judged is None else (judged.verdict, judged.mistake or "")
    held = (row["verdict"], row["mistake"])
    return None if found == held else f"{row['typed']!r}: {found}, not {held}"


@pytest.mark.parametrize(("key", "unit", "tolerance"), rows())
def test_verdicts_at_the_edges(key: str, unit: str, tolerance: str) -> None:
    """A value on a bound is right, one beyond is not; a mistake is named only if it is shown."""
    found = [judged_otherwise(row) for row in rows()[key, unit, tolerance]]
    assert not [fault for fault in found if fault]
