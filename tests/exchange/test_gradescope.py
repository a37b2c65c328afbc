"""`results.json` for Gradescope: one learner's rows as tests."""

from __future__ import annotations

import json

import pytest

from quizkit.errors import UsageError
from quizkit.exchange import gradescope
from tests.exchange.samples import HEADER, graded

ROWS = (
    "ann,kinds/fixed-number,,120 GB\n"
    "ann,kinds/drawn-number,0,12\n"
    "ann,kinds/recall-two,,both\n"
    "ann,kinds/say-it,,\n"
    "ann,kinds/gone,,1\n"
)


def test_each_row_is_a_test_worth_one_point() -> None:
    """Points for graded rows; a sentence, and no points, for every other."""
    results = json.loads(graded(HEADER + ROWS, to="results.json").text)
    tests = results["tests"]
    assert [test["name"] for test in tests] == [
        "kinds/fixed-number", "kinds/drawn-number#0", "kinds/recall-two", "kinds/say-it",
        "kinds/gone",
    ]  # fmt: skip
    assert [test.get("score") for test in tests] == [1, 0, None, None, None]
    assert [test.get("status") for test in tests] == ["passed", "failed", None, None, None]
    assert {test["max_score"] for test in tests} == {1}
    assert tests[1]["output"] == (
        "read as: 12 bytes/param\nThat is the whole optimizer state; stage 1 shards it."
    )
    assert tests[2]["output"].startswith("A person will look at this answer.")


def test_the_points_are_summed_where_not_every_test_has_some() -> None:
    """Gradescope asks for a score of the whole where a test has none; what waits is said."""
    results = json.loads(graded(HEADER + ROWS, to="results.json").text)
    assert results["score"] == 1
    assert results["output"] == "1 answer waits for a person and may add to the points."
    assert results["output_format"] == results["test_output_format"] == "text"
    assert set(results) == {"score", "output", "output_format", "test_output_format", "tests"}


def test_thirds_add_up() -> None:
    """Points are added exactly and shown once: three answers of a third are one point."""
    matches = 'ann,kinds/match-up,3,"1-a, 2-b, 3-c"\n' * 3
    results = json.loads(graded(HEADER + matches, to="results.json").text)
    assert [test["score"] for test in results["tests"]] == [0.333333] * 3
    assert all("status" not in test for test in results["tests"]), "neither passed nor failed"
    assert results["score"] == 1
    assert "output" not in results


def test_the_key_is_not_in_the_file() -> None:
    """The learner reads the results: they say what was wrong, not what is right."""
    text = graded(HEADER + "ann,kinds/drawn-number,0,7\n", to="results.json").text
    assert "1.5" not in text


def test_rows_of_several_learners_are_refused() -> None:
    """Gradescope runs an autograder once for each learner."""
    with pytest.raises(UsageError, match='rows of "ann" and "bob"; grade one learner at a time'):
        graded(HEADER + ROWS + "bob,kinds/say-it,,x\n", to="results.json")


def test_a_row_of_nobody_is_nobody_elses() -> None:
    """A blank learner between two rows of one keeps nothing from being written."""
    rows = "ann,kinds/say-it,,x\n,kinds/say-it,,y\nann,kinds/say-it,,z\n"
    assert len(json.loads(graded(HEADER + rows, to="results.json").text)["tests"]) == 3


def test_more_rows_than_anybody_answers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them are held until the end; as many as the limit are written."""
    monkeypatch.setattr(gradescope, "_MOST_TESTS", 5)
    assert len(json.loads(graded(HEADER + ROWS, to="results.json").text)["tests"]) == 5
    with pytest.raises(UsageError, match=r"at most 5 rows; write a \.csv file"):
        graded(HEADER + ROWS + "ann,kinds/say-it,,x\n", to="results.json")


@pytest.mark.parametrize("name", ["answers.csv", "answers.jsonl"])
def test_any_format_becomes_results(name: str) -> None:
    """Where the rows come from makes no difference."""
    line = {"learner": "ann", "question": "kinds/say-it", "seed": None, "response": "one shard"}
    text = HEADER + "ann,kinds/say-it,,one shard\n" if name == "answers.csv" else json.dumps(line)
    assert json.loads(graded(text, name=name, to="a/results.json").text)["tests"][0]["score"] == 1
