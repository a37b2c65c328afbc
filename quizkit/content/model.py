"""The frozen values that a course is made of, as authors write them.

Nothing here draws, grades or schedules. Numbers are `Fraction`, read from text. A tolerance *rule*
is a value here; what it means is in `quizkit.tolerance`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter
from typing import Literal

Value = Fraction | str
"""One input of a calculator: an exact number, or the name of a choice (a recipe, a scheme)."""


class Compared:
    """Equality, hash and text of a dataclass, by all its fields.

    A dataclass compiles its own for each class, and a start waits for a third of that time.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return fields_of(self) == fields_of(other)

    def __hash__(self) -> int:
        return hash(fields_of(self))

    def __repr__(self) -> str:
        named = zip(_names(self.__class__), fields_of(self), strict=True)
        shown = [f"{name}={value!r}" for name, value in named]
        return f"{self.__class__.__qualname__}({', '.join(shown)})"


def fields_of(value: object) -> tuple[object, ...]:
    """What the fields of a dataclass hold, in order."""
    kind = value.__class__
    if kind not in _READERS:
        names = _names(kind)
        # Of one name it would give no tuple, of none nothing at all.
        _READERS[kind] = attrgetter(*names) if len(names) > 1 else _few
    return _READERS[kind](value)


def _few(value: object) -> tuple[object, ...]:
    return tuple([getattr(value, name) for name in _names(value.__class__)])


def _names(kind: type) -> tuple[str, ...]:
    return (*kind.__dataclass_fields__,)  # type: ignore[attr-defined]  # no other is asked


_READERS: dict[type, Callable[[object], tuple[object, ...]]] = {}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Place(Compared):
    """Where something is written: line and column count from 1, columns in characters."""

    path: str
    line: int
    column: int


# --- tolerance rules (design, "Answer kinds") -------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Exact(Compared):
    """Equal to the key."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Absolute(Compared):
    """Within `bound` of the key, in the asked unit."""

    bound: Fraction


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Relative(Compared):
    """Within `share` times |key|; 1 % is a share of 1/100."""

    share: Fraction


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AbsoluteOrRelative(Compared):
    """Within the larger of the two bounds."""

    bound: Fraction
    share: Fraction


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Range(Compared):
    """From `low` to `high`, both inside, whatever the key."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Places(Compared):
    """Within half of 10^-digits; both neighbours of a tie pass."""

    digits: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SigFigs(Compared):
    """|a-k| at most half the smaller of the two units in the figure `figures`; signs agree."""

    figures: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Factor(Compared):
    """Between key/bound and key*bound, with the key's sign."""

    bound: Fraction


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AnyOf(Compared):
    """Any of these `(value, rule)` pairs; the value stands in the key's place for its rule."""

    members: tuple[tuple[Fraction, Tolerance], ...]


Tolerance = (
    Exact | Absolute | Relative | AbsoluteOrRelative | Range | Places | SigFigs | Factor | AnyOf
)


# --- answers ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class NumberAnswer(Compared):
    """A number in `unit`; `value` is the fixed key, or None where `given` makes the key."""

    unit: str
    tolerance: Tolerance
    value: Fraction | None = None
    unit_rule: Literal["required", "optional", "forbidden"] = "optional"
    accept: tuple[str, ...] = ()
    written_sigfigs: int | None = None
    wrong_unit_share: Fraction = Fraction(0)
    kind: Literal["number"] = "number"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Option(Compared):
    """One option of a choice; `say` is the feedback for choosing it."""

    id: str
    text: str
    right: bool = False
    say: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ChoiceAnswer(Compared):
    """Options to choose from; `fixed` keeps the author's order, `many` takes several."""

    options: tuple[Option, ...]
    many: bool = False
    fixed: bool = False
    kind: Literal["choice"] = "choice"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class TextAnswer(Compared):
    """Accepted texts, compared after the normalisations that are switched on here.

    Blanks round an accepted text are never meant, so no value has them.
    """

    accept: tuple[str, ...]
    ignore_case: bool = True
    ignore_spaces: bool = True
    ignore_punctuation: bool = False
    ignore_quotes: bool = True
    kind: Literal["text"] = "text"

    def __post_init__(self) -> None:
        object.__setattr__(self, "accept", tuple(text.strip() for text in self.accept))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class RecallAnswer(Compared):
    """A model answer and a checklist; the learner rates the recall."""

    model: str
    checklist: tuple[str, ...] = ()
    kind: Literal["recall"] = "recall"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class MatchAnswer(Compared):
    """Pairs `(left, right)` in the author's order; the right sides are shuffled when shown."""

    pairs: tuple[tuple[str, str], ...]
    kind: Literal["match"] = "match"


Answer = NumberAnswer | ChoiceAnswer | TextAnswer | RecallAnswer | MatchAnswer


# --- questions --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Given(Compared):
    """Where a question's numbers come from: a calculator, the output asked for, the values allowed.

    Either `values` (each input's allowed values, combined freely) or `cases` (whole combinations).
    `example` is seed 0. `written` keeps, per input, how the author wrote each value, for prompts.
    """

    calculator: str
    ask: str
    example: Mapping[str, Value]
    values: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    cases: tuple[Mapping[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Mistake(Compared):
    """A wrong way that learners take, and what to say to it (design, "Mistakes").

    `instead` changes inputs, `ask` picks another output, `value` replaces both; then `unit` means
    the right number of that unit given as the asked unit. `share` is the score, 0 to 1.
    """

    say: str
    instead: Mapping[str, Value] = field(default_factory=dict)
    ask: str | None = None
    value: Fraction | None = None
    unit: str | None = None
    share: Fraction = Fraction(0)
    place: Place | None = None

    @property
    def name(self) -> str:
        """A short stable name, made of what is declared: `devices=1`, `ask=bytes_per_param`."""
        parts = [f"{key}={value}" for key, value in self.instead.items()]
        if self.ask is not None:
            parts.append(f"ask={self.ask}")
        if self.value is not None:
            parts.append(f"value={self.value}")
        if self.unit is not None:
            parts.append(f"unit={self.unit}")
        return ",".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class AuthorTest(Compared):
    """A response to the variant of `seed` and the verdict or state that the author expects."""

    response: str
    expect: str
    seed: int = 0
    place: Place | None = None


Part = Literal["warm_up", "practice"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Question(Compared):
    """What an author writes: a prompt, how it is answered, perhaps where its numbers come from.

    `ref` is `lesson/question`. `revision` is 12 hex digits over the question as authored and its
    calculator's `name@version`.
    """

    id: str
    lesson: str
    part: Part
    prompt: str
    answer: Answer
    revision: str
    given: Given | None = None
    mistakes: tuple[Mistake, ...] = ()
    hint: str = ""
    explanation: str = ""
    tags: tuple[str, ...] = ()
    tests: tuple[AuthorTest, ...] = ()
    renamed_from: tuple[str, ...] = ()
    place: Place | None = None

    @property
    def ref(self) -> str:
        """`lesson/question`, the name that the log and the command line use."""
        return f"{self.lesson}/{self.id}"
