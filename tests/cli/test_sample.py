"""`quiz sample`: many variants with keys, and how they spread."""

from __future__ import annotations

import pytest

from tests.cli.running import quiz, quiz_json, small


def test_sample_has_exactly_n_variants_with_keys() -> None:
    """Seeds 0 to N-1, repeats included, each as `quiz show --key` gives it."""
    shape = quiz_json("sample", "kinds/drawn-number", "-n", "30", env=small())
    assert shape["schema"] == "quizkit.sample/1"
    assert [one["variant"] for one in shape["variants"]] == [
        f"kinds/drawn-number#{seed}" for seed in range(30)
    ]
    alone = quiz_json("show", "kinds/drawn-number#7", "--key", env=small())
    assert {"schema": "quizkit.show/1", **shape["variants"][7]} == alone


def test_sample_for_people() -> None:
    """The plain form is a line for each variant: name, numbers, key."""
    done = quiz("sample", "kinds/drawn-number", "-n", "3", env=small())
    assert (done.returncode, done.stderr) == (0, "")
    first, *others = done.stdout.splitlines()
    assert first == "kinds/drawn-number#0  params 7B params, devices 8, stage 1: 1.5 bytes/param"
    assert len(others) == 2


def test_ten_thousand_draws_are_no_burden() -> None:
    """Ten thousand variants come out, all of them, with their spread."""
    shape = quiz_json("sample", "kinds/drawn-number", "-n", "10000", "--stats", env=small())
    assert len(shape["variants"]) == 10_000
    stats = shape["stats"]
    assert (stats["number"], stats["different"]) == (10_000, 8)
    assert sum(one["count"] for one in stats["drawn"]["devices"]) == 10_000
    assert stats["key"] == {
        "lowest": "3/16",
        "highest": "3/2",
        "different": 4,
        "unit": "bytes/param",
    }


@pytest.mark.parametrize("number", ["0", "-1", "x", "100001"])
def test_other_numbers_are_refused(number: str) -> None:
    """N is 1 to 100,000."""
    done = quiz("sample", "kinds/pick-one", "-n", number, env=small())
    assert (done.returncode, done.stdout) == (2, "")
