"""What others were bitten by in attempts, partial scores and regrading; each row a test."""

from __future__ import annotations

import io
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from quizkit.autograde.attempts import Attempt
from quizkit.autograde.batch import Grader, by_name
from quizkit.autograde.items import analyse
from quizkit.autograde.rows import GradedRow
from quizkit.cli.sitting.desk import read_decision
from quizkit.content.load import load_course
from quizkit.content.model import Absolute, AnyOf, NumberAnswer
from quizkit.exchange.graded_file import open_source
from quizkit.exchange.submitted import attempts_in
from tests.autograde.classes import EXAM
from tests.autograde.exam_attempts import MAKER, QUESTIONS, attempt


def test_a_score_that_is_no_number_is_refused_with_its_line() -> None:
    """JSON with NaN is no submission, and says so by line; a score as a text counts for nothing."""
    lines = (
        '{"learner": "a", "question": "midterm/word", "seed": 1, "response": "x", "score": NaN}\n'
        '{"learner": "b", "question": "midterm/word", "seed": 1, "response": "x", "score": "1"}\n'
    )
    source, _ = open_source(io.BytesIO(lines.encode()), "a.jsonl", {})
    first, second = attempts_in(source, MAKER, {}, file="a.jsonl")
    assert isinstance(first.attempt, GradedRow)
    assert first.attempt.feedback == "line 1: NaN is no JSON number"
    assert isinstance(second.attempt, Attempt)
    assert second.attempt.score == 0


@pytest.mark.parametrize("share", ["nan", "inf", "-1/2", "1", "0", "1e999", "2", "half", "1/0"])
def test_staff_cannot_give_a_score_that_is_none(share: str) -> None:
    """A share is a number between 0 and 1; whatever else is typed is asked again."""
    assert isinstance(read_decision(f"p {share}"), str)


def test_three_parts_of_a_third_are_all_of_it() -> None:
    """Three right pairs of three score exactly 1, and the verdict is right, not nearly."""
    made = attempt("x", "pairs", "1-a, 2-b, 3-c", "0")
    assert (made.verdict, made.score) == ("right", Fraction(1))
    thirds = [replace(made, question=f"q{n}", score=Fraction(1, 3)) for n in range(3)]
    assert analyse(thirds).exam.totals == (Fraction(1),)


def test_ten_parts_of_a_fifth_are_two() -> None:
    """Not 2.0000000000000004."""
    made = attempt("x", "word", "one shard")
    fifths = [replace(made, question=f"q{n}", score=Fraction("0.2")) for n in range(10)]
    assert analyse(fifths).exam.totals == (Fraction(2),)


def test_every_accepted_value_has_its_tolerance() -> None:
    """Two accepted values with `abs` on both: each lets in its own neighbours."""
    one = QUESTIONS["midterm/wrong-key"]
    both = AnyOf(((Fraction(64), Absolute(Fraction(1))), (Fraction(69), Absolute(Fraction(1)))))
    assert isinstance(one.answer, NumberAnswer)
    answer = replace(one.answer, tolerance=both, value=Fraction(64))
    grader = Grader(by_name([replace(one, answer=answer)]))
    verdicts = {
        text: grader.row("midterm/wrong-key", "", text).verdict
        for text in ("63", "65", "65.1", "68", "70", "70.1")
    }
    assert verdicts == {
        "63": "right", "65": "right", "65.1": "wrong", "68": "right", "70": "right",
        "70.1": "wrong",
    }  # fmt: skip


def test_a_number_without_a_tolerance_does_not_load(tmp_path: Path) -> None:
    """No 2 % hidden in code: the author says how strict it is."""
    for file in EXAM.rglob("*.yaml"):
        to = tmp_path / file.relative_to(EXAM)
        to.parent.mkdir(exist_ok=True)
        text = file.read_text(encoding="utf-8")
        to.write_text(text.replace(", tolerance: exact", ""), encoding="utf-8")
    found = [str(one.message) for one in load_course(tmp_path).findings]
    assert len(found) == 1
    assert "tolerance" in found[0]
