"""The frozen values that a course is made of, as authors write them.

Nothing here draws, grades or schedules. Numbers are `Fraction`, read from text. A tolerance *rule*
is a value here; what it means is in `quizkit.tolerance`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

Value = Fraction | str
"""One input of a calculator: an exact number, or the name of a choice (a recipe, a scheme)."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Place:
    """Where something is written: line and column count from 1, columns in characters."""

    path: str
    line: int
    column: int


# --- tolerance rules (design, "Answer kinds") -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Exact:
    """Equal to the key."""


@dataclass(frozen=True, slots=True)
class Absolute:
    """Within `bound` of the key, in the asked unit."""

    bound: Fraction


@dataclass(frozen=True, slots=True)
class Relative:
    """Within `share` times |key|; 1 % is a share of 1/100."""

    share: Fraction


@dataclass(frozen=True, slots=True)
class AbsoluteOrRelative:
    """Within the larger of the two bounds."""

    bound: Fraction
    share: Fraction


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`, both inside, whatever the key."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class Places:
    """Within half of 10^-digits; both neighbours of a tie pass."""

    digits: int


@dataclass(frozen=True, slots=True)
class SigFigs:
    """|a-k| at most half the smaller of the two units in the figure `figures`; signs agree."""

    figures: int


@dataclass(frozen=True, slots=True)
class Factor:
    """Between key/bound and key*bound, with the key's sign."""

    bound: Fraction


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Any of these `(value, rule)` pairs; the value stands in the key's place for its rule."""

    members: tuple[tuple[Fraction, Tolerance], ...]


Tolerance = (
    Exact | Absolute | Relative | AbsoluteOrRelative | Range | Places | SigFigs | Factor | AnyOf
)


# --- answers ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberAnswer:
    """A number in `unit`; `value` is the fixed key, or None where `given` makes the key."""

    unit: str
    tolerance: Tolerance
    value: Fraction | None = None
    unit_rule: Literal["required", "optional", "forbidden"] = "optional"
    accept: tuple[str, ...] = ()
    written_sigfigs: int | None = None
    wrong_unit_share: Fraction = Fraction(0)
    kind: Literal["number"] = "number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of a choice; `say` is the feedback for choosing it."""

    id: str
    text: str
    right: bool = False
    say: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceAnswer:
    """Options to choose from; `fixed` keeps the author's order, `many` takes several."""

    options: tuple[Option, ...]
    many: bool = False
    fixed: bool = False
    kind: Literal["choice"] = "choice"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextAnswer:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallAnswer:
    """A model answer and a checklist; the learner rates the recall."""

    model: str
    checklist: tuple[str, ...] = ()
    kind: Literal["recall"] = "recall"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAnswer:
    """Pairs `(left, right)` in the author's order; the right sides are shuffled when shown."""

    pairs: tuple[tuple[str, str], ...]
    kind: Literal["match"] = "match"


Answer = NumberAnswer | ChoiceAnswer | TextAnswer | RecallAnswer | MatchAnswer


# --- questions --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Where a question's numbers come from: a calculator, the output asked for, the values allowed.

    Either `values` (each input's allowed values, combined freely) or `cases` (whole combinations).
    `example` is seed 0. `written` keeps, per input, how the author wrote each value, for prompts.
    """

    calculator: str
    ask: str
    example: Mapping[str, Value]
    values: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    cases: tuple[Mapping[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorTest:
    """A response to the variant of `seed` and the verdict or state that the author expects."""

    response: str
    expect: str
    seed: int = 0
    place: Place | None = None


Part = Literal["warm_up", "practice"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
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
