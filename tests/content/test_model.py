"""The values that a question is made of."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.content import model
from quizkit.content.model import Absolute, Compared, Exact, NumberAnswer, Range, Relative

KINDS = [kind for kind in vars(model).values() if is_dataclass(kind)]
NUMBERS = st.fractions(min_value=-3, max_value=3, max_denominator=4)
VALUES = st.one_of(
    st.just(Exact()),
    st.builds(Absolute, NUMBERS),
    st.builds(Relative, NUMBERS),
    st.builds(Range, NUMBERS, NUMBERS),
    st.builds(NumberAnswer, unit=st.sampled_from(["GB", "s"]), tolerance=st.just(Exact())),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alone:
    """What a dataclass makes by itself."""

    one: int
    two: str


def test_every_value_can_be_compared_and_none_can_be_changed() -> None:
    """Frozen, without a dictionary, and by the same comparison."""
    assert len(KINDS) > 15
    for kind in KINDS:
        assert isinstance(kind, type)
        assert issubclass(kind, Compared)
        assert kind.__slots__ == tuple(field.name for field in fields(kind))
        assert "__dict__" not in dir(kind)
    with pytest.raises(FrozenInstanceError):
        Absolute(Fraction(1)).bound = Fraction(2)  # type: ignore[misc]


@given(VALUES, VALUES)
def test_values_are_equal_if_their_kinds_and_all_their_fields_are(one: object, two: object) -> None:
    """And equal ones have equal hashes; a bound of 1 is no share of 1."""
    names = type(one).__slots__  # type: ignore[attr-defined]  # as the test above has it
    same = type(one) is type(two) and all(getattr(one, n) == getattr(two, n) for n in names)
    assert (one == two) is same
    assert (one != two) is not same
    assert not same or hash(one) == hash(two)
    assert one == replace(one)  # type: ignore[type-var]
    assert len({one, replace(one)}) == 1  # type: ignore[type-var]


def test_a_value_shows_itself_as_any_dataclass_does() -> None:
    """In findings of tests, as it would be written."""

    @dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
    class Base(Compared):
        one: int
        two: str

    expected = repr(Alone(one=1, two="b")).replace("Alone", Base.__qualname__)
    assert repr(Base(one=1, two="b")) == expected
    assert repr(Exact()) == "Exact()"
    assert repr(Absolute(Fraction(1, 2))) == "Absolute(bound=Fraction(1, 2))"
