"""Turn many variants of a question into what its author looks for: ranges, repeats, collisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quizkit.nouns import plural
from quizkit.numerals import exact
from quizkit.variants import Drawn, Variant, key_text

_MOST_LISTED = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Collision:
    """Two declared mistakes of one value: where they meet, only the first is ever recognised."""

    first: str
    second: str
    variants: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How the variants of one question spread.

    `different` counts those that differ in numbers or order; `drawn` how often each value came, in
    the order of the values; `keys` each key; `places` the letters of right options; `absent` in how
    many variants a mistake does not apply.
    """

    number: int
    different: int
    drawn: dict[str, list[tuple[Drawn, int]]]
    keys: dict[Fraction, int]
    unit: str | None
    places: dict[str, int]
    absent: dict[str, int]
    collisions: tuple[Collision, ...]

    def as_json(self) -> dict[str, object]:
        """The spread for JSON, numbers as exact texts."""
        keys = None
        if self.keys:
            keys = {
                "lowest": exact(min(self.keys)),
                "highest": exact(max(self.keys)),
                "different": len(self.keys),
                "unit": self.unit,
            }
        return {
            "number": self.number,
            "different": self.different,
            "drawn": {
                name: [
                    {"value": str(one.value), "shown": one.shown, "count": count}
                    for one, count in counted
                ]
                for name, counted in self.drawn.items()
            },
            "key": keys,
            "places": self.places,
            "mistakes_absent": self.absent,
            "collisions": [
                {"mistakes": [one.first, one.second], "variants": list(one.variants)}
                for one in self.collisions
            ],
        }


def spread(variants: Sequence[Variant]) -> Spread:
    """How these variants of one question spread; there is at least one."""
    drawn: dict[str, Counter[Drawn]] = {}
    keys: Counter[Fraction] = Counter()
    places: Counter[str] = Counter()
    absent: Counter[str] = Counter()
    met: dict[tuple[str, str], list[str]] = {}
    different = set()
    declared = [mistake.name for mistake in variants[0].question.mistakes]
    for variant in variants:
        order = tuple(option.id for option in variant.options)
        different.add((variant.drawn, order, variant.rights))
        for one in variant.drawn:
            drawn.setdefault(one.name, Counter())[one] += 1
        if variant.key is not None:
            keys[variant.key] += 1
        places.update(option.letter for option in variant.options if option.right)
        present: dict[Fraction, str] = {}
        for mistake in variant.mistakes:
            first = present.setdefault(mistake.value, mistake.name)
            if first != mistake.name:
                met.setdefault((first, mistake.name), []).append(variant.name)
        if len(variant.mistakes) < len(declared):
            absent.update(set(declared) - {mistake.name for mistake in variant.mistakes})
    return Spread(
        number=len(variants),
        different=len(different),
        drawn={name: sorted(counted.items(), key=_by_value) for name, counted in drawn.items()},
        keys=dict(sorted(keys.items())),
        unit=variants[0].unit,
        places=dict(sorted(places.items())),
        absent={name: absent[name] for name in declared if absent[name]},
        collisions=tuple(
            Collision(first=first, second=second, variants=tuple(names))
            for (first, second), names in met.items()
        ),
    )


def _by_value(counted: tuple[Drawn, int]) -> tuple[Fraction, str]:
    value = counted[0].value
    return (Fraction(0), value) if isinstance(value, str) else (value, "")


def lines(spread: Spread) -> Iterator[str]:
    """The spread in lines for people."""
    yield f"{plural(spread.number, 'variant')}, {spread.different} different"
    for name, counted in spread.drawn.items():
        if len(counted) <= _MOST_LISTED:
            words = ", ".join(f"{one.shown} ({count})" for one, count in counted)
        else:
            words = f"{counted[0][0].shown} to {counted[-1][0].shown}, {len(counted)} different"
        yield f"{name}: {words}"
    if spread.keys:
        low, high = (
            key_text(key, spread.unit or "plain") for key in (min(spread.keys), max(spread.keys))
        )
        yield f"key: {low} to {high}, {len(spread.keys)} different"
    if spread.places:
        places = ", ".join(f"{letter} ({count})" for letter, count in spread.places.items())
        yield f"right options: {places}"
    for name, count in spread.absent.items():
        yield f"mistake {name}: does not apply in {count}"
    for one in spread.collisions:
        where = ", ".join(one.variants[:3]) + (", ..." if len(one.variants) > 3 else "")
        yield (
            f"mistakes {one.first} and {one.second} have one value in {len(one.variants)}: {where}"
        )
    if not spread.collisions:
        yield "no two mistakes have one value"
