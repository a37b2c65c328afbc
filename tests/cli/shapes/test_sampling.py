"""How many variants spread: values, keys, places, and mistakes that collide."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from quizkit.cli.shapes.sampling import lines, spread
from quizkit.content.model import Mistake
from quizkit.variants import make_variants
from tests.variants.questions import FOUR, OPTIMIZER_BYTES


def test_a_spread_counts_values_keys_and_repeats() -> None:
    """The spread lists how often each value came, the range of keys, and how many differ."""
    told = list(lines(spread(list(make_variants(OPTIMIZER_BYTES, range(400))))))
    assert told[0] == "400 variants, 16 different"
    assert told[1].startswith("params: 1.5B (")
    assert told[2].startswith("devices: 8 (")
    assert told[3] == "stage: 1 (400)"
    assert told[4] == "key: 0.1875 bytes/param to 1.5 bytes/param, 4 different"
    assert told[5:] == ["no two mistakes have one value"]


def test_a_spread_counts_places_of_the_right_option() -> None:
    """Of a choice the spread tells under which letters the right options stood."""
    told = spread(list(make_variants(FOUR, range(1000))))
    assert list(told.places) == ["a", "b", "c", "d"]
    assert sum(told.places.values()) == 1000
    assert told.different == 24


def test_a_spread_finds_mistakes_that_cannot_be_told_apart() -> None:
    """Two mistakes of one value are a collision, a mistake that is refused is counted as absent."""
    twins = (
        Mistake(instead={"devices": Fraction(1)}, say="?"),
        Mistake(value=Fraction(12), say="?"),
        Mistake(instead={"devices": Fraction(0)}, say="?"),
    )
    asked = replace(OPTIMIZER_BYTES, mistakes=twins)
    told = spread(list(make_variants(asked, range(5))))
    (collision,) = told.collisions
    assert (collision.first, collision.second) == ("devices=1", "value=12")
    assert len(collision.variants) == 5
    assert told.absent == {"devices=0": 5}
    assert list(lines(told))[-2:] == [
        "mistake devices=0: does not apply in 5",
        "mistakes devices=1 and value=12 have one value in 5: "
        + ", ".join(f"toys/optimizer-bytes#{seed}" for seed in range(3))
        + ", ...",
    ]
