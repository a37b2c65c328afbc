"""`quiz show`: one variant, with and without its key."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.running import quiz, quiz_json, small


def shown(name: str, *flags: str) -> Any:
    return quiz_json("show", name, *flags, env=small())


def test_the_lessons_own_example() -> None:
    """Seed 0 of lesson 9's first question has the lesson's numbers and the key 3/2 bytes/param."""
    shape = quiz_json("show", "zero-1-2/optimizer-bytes#0", "--key")
    assert shape["schema"] == "quizkit.show/1"
    assert shape["variant"] == "zero-1-2/optimizer-bytes#0"
    assert shape["drawn"]["params"] == {"value": "7000000000", "unit": "params", "shown": "7B"}
    assert shape["drawn"]["devices"] == {"value": "8", "unit": "plain", "shown": "8"}
    assert shape["key"] == {"value": "3/2", "unit": "bytes/param", "shown": "1.5 bytes/param"}


def test_the_shape_of_a_number() -> None:
    """The JSON of a number has the promised fields and, without `--key`, no key."""
    shape = shown("kinds/drawn-number#0")
    assert shape == {
        "schema": "quizkit.show/1",
        "variant": "kinds/drawn-number#0",
        "kind": "number",
        "prompt": (
            "7B parameters, ZeRO stage 1, 8 devices, mixed-precision Adam.\n"
            "How many bytes of optimizer state per parameter does each device hold?"
        ),
        "unit": "bytes/param",
        "drawn": {
            "params": {"value": "7000000000", "unit": "params", "shown": "7B"},
            "devices": {"value": "8", "unit": "plain", "shown": "8"},
            "stage": {"value": "1", "unit": "plain", "shown": "1"},
        },
        "options": [],
    }


def test_the_shape_of_a_choice() -> None:
    """Options have id, letter and text, never what is right; the key is a list of ids."""
    shape = shown("kinds/pick-one", "--key")
    assert shape["options"] == [
        {"id": "all-reduce", "letter": "a", "text": "all-reduce"},
        {"id": "all-gather", "letter": "b", "text": "all-gather"},
        {"id": "broadcast", "letter": "c", "text": "broadcast"},
    ]
    assert shape["unit"] is None
    assert shape["key"] == ["all-reduce"]


def test_the_keys_of_the_other_kinds() -> None:
    """Text has its accepted texts, a match its pairs, recall its model answer and checklist."""
    assert shown("kinds/say-it", "--key")["key"] == ["one shard", "a shard"]
    assert shown("kinds/match-up#5", "--key")["key"] == [
        ["stage 1", "optimizer state"],
        ["stage 2", "gradients"],
        ["stage 3", "parameters"],
    ]
    assert shown("kinds/recall-two", "--key")["key"] == {
        "model": "Reduce-scatter and all-gather.",
        "checklist": ["reduce-scatter", "all-gather"],
    }


def test_a_match_shows_both_sides() -> None:
    """A match has its left sides in order and its right ones under their letters."""
    shape = shown("kinds/match-up#5")
    assert shape["lefts"] == ["stage 1", "stage 2", "stage 3"]
    assert [right["letter"] for right in shape["rights"]] == ["a", "b", "c"]
    assert {right["text"] for right in shape["rights"]} == {
        "optimizer state",
        "gradients",
        "parameters",
    }


@pytest.mark.parametrize("seed", ["1", "2147483647", "2147483648", "999999999999999999", "007"])
def test_any_seed_from_0_is_accepted(seed: str) -> None:
    """Every whole number from 0 names a variant, beyond the derived seeds too."""
    shape = shown(f"kinds/drawn-number#{seed}")
    assert shape["variant"] == f"kinds/drawn-number#{int(seed)}"


def test_show_for_people() -> None:
    """The plain form has the reference first, then prompt, numbers, and the key if asked for."""
    done = quiz("show", "kinds/drawn-number", "--key", env=small())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "kinds/drawn-number#0\n"
        "7B parameters, ZeRO stage 1, 8 devices, mixed-precision Adam.\n"
        "How many bytes of optimizer state per parameter does each device hold?\n"
        "Answer in bytes/param.\n"
        "drawn: params 7B params, devices 8, stage 1\n"
        "key: 1.5 bytes/param\n"
        "mistake devices=1, 12 bytes/param: "
        "That is the whole optimizer state; stage 1 shards it.\n"
    )
    assert "key" not in quiz("show", "kinds/drawn-number", env=small()).stdout


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dp-memory/card-in-gb", "mistake value=9765625/131072, about 74.51 GB: "),
        ("data-parallelism/token-budget", "mistake factor=2, 600B tokens: "),
    ],
)
def test_mistaken_values_are_written_like_keys(name: str, words: str) -> None:
    """What is no short decimal is rounded and says so; counts have their letter."""
    done = quiz("show", f"{name}#0", "--key")
    assert any(line.startswith(words) for line in done.stdout.splitlines())


def test_a_range_of_keys_is_written_like_keys() -> None:
    """The lowest and the highest key of a sample have the letter of counts too."""
    done = quiz("sample", "data-parallelism/token-budget", "-n", "20", "--stats")
    assert "key: 80B tokens to 5T tokens, 9 different" in done.stdout.splitlines()


def test_a_response_can_be_tried() -> None:
    """Reading, verdict and feedback are those of a review; without a value there is no verdict."""
    tried = shown("kinds/drawn-number#0", "--try", "12 bytes/param")["try"]
    assert tried["state"] == "value"
    assert tried["reading"]["read_as"] == "12 bytes/param"
    assert (tried["verdict"], tried["score"], tried["mistake"]) == ("mistake", "0", "devices=1")
    assert tried["feedback"] == "That is the whole optimizer state; stage 1 shards it."
    again = shown("kinds/drawn-number#0", "--try", "1.5 parsecs")["try"]
    assert (again["state"], again["verdict"], again["score"]) == ("unreadable", None, None)
    assert shown("kinds/pick-one", "--try", "b")["try"]["verdict"] == "wrong"


def test_a_tried_response_for_people() -> None:
    """What was typed, how it is read, the verdict and what there is to say."""
    done = quiz("show", "kinds/drawn-number", "--try", "12", env=small())
    assert done.stdout.endswith(
        "\n> 12\n"
        "value: 12 bytes/param\n"
        "Not right: a mistake that others make too.\n"
        "  That is the whole optimizer state; stage 1 shards it.\n"
    )
    blank = quiz("show", "kinds/drawn-number", "--try", "", env=small())
    assert blank.stdout.endswith(
        "blank: nothing was typed\nIt would be asked again, and costs nothing.\n"
    )


def test_a_recall_cannot_be_tried() -> None:
    """Its learner rates it; the sentence says so."""
    done = quiz("show", "kinds/recall-two", "--try", "x", env=small())
    assert (done.returncode, done.stdout) == (2, "")
    assert "is a recall: its learner rates it" in done.stderr


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("kinds/pick-two", 2, 'there is no question "kinds/pick-two"'),
        ("nowhere", 2, 'there is no question "nowhere"'),
        ("kinds/pick-one#-1", 2, 'the seed "-1" is not a whole number from 0'),
        ("kinds/pick-one#", 2, 'the seed "" is not a whole number from 0'),
        ("kinds/pick-one#1.5", 2, 'the seed "1.5" is not a whole number from 0'),
        ("kinds/pick-one#" + "9" * 5000, 2, "is not a whole number from 0 of at most 18 digits"),
    ],
)
def test_what_names_no_variant_is_refused(name: str, code: int, told: str) -> None:
    """A question that is not there and a seed that is none end with a sentence and exit code 2."""
    done = quiz("show", name, env=small())
    assert (done.returncode, done.stdout) == (code, "")
    assert told in done.stderr
    assert "Traceback" not in done.stderr
