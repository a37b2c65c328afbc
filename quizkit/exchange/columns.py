"""Turn the names of a file's columns into where learner, question, seed and response stand."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from quizkit.autograde.rows import ADDED, AGAINST, EXACT, question_and_seed
from quizkit.errors import UsageError
from quizkit.exchange.column_names import FIELDS, has, missing, plain_name

NEW_NAME = "submitted_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Where the fields of a submission stand; `learner` may be nowhere on request.

    `question` is the column of `variant` where that stands in its place; where a file has both,
    `variant` is the other one, and each row says which it uses (`settled`). A file may have no
    `seed`: then all are blank. `lacks_seed` is true where nobody has said that this is meant.
    """

    question: str
    response: str
    learner: str | None
    seed: str | None
    variant: str | None = None
    lacks_seed: bool = False

    @property
    def used(self) -> frozenset[str]:
        """The names of the columns in which the fields stand."""
        named = (self.learner, self.question, self.seed, self.variant, self.response)
        return frozenset(name for name in named if name is not None)


def read_mapping(pairs: Sequence[str]) -> dict[str, str]:
    """`FIELD=COLUMN` texts as a mapping; `FIELD=` says that the file has no such column.

    >>> read_mapping(["response=Your answer", "learner="])
    {'response': 'Your answer', 'learner': ''}
    """
    mapping: dict[str, str] = {}
    for pair in pairs:
        field, equals, column = pair.partition("=")
        field = field.strip().lower()
        if not equals or field not in FIELDS:
            raise UsageError(
                f'--map "{pair}": write FIELD=COLUMN, where FIELD is one of {", ".join(FIELDS)}'
            )
        if field in mapping:
            raise UsageError(f"--map names {field} twice")
        mapping[field] = column
    return mapping


def find_columns(
    names: Sequence[str], mapping: Mapping[str, str], file: str, *, later: bool = False
) -> Columns:
    """Find the fields among the names, letter case and blanks aside; raises UsageError.

    `later` is a file in which rows to come may name what none has named so far.
    """
    found = {
        field: _find(names, mapping.get(field, field), file, named=field in mapping)
        for field in FIELDS
    }
    question, seed, variant = found["question"], found["seed"], found["variant"]
    if question is None:
        question, variant = variant, None
    waived = {field for field, column in mapping.items() if not column}
    found_in = {**found, "question": question}
    may_lack = {"seed", "variant"} | ({"learner"} & waived)
    absent = [field for field in FIELDS if found_in[field] is None and field not in may_lack]
    if absent:
        free = [name for name in names if name not in found.values()]
        raise UsageError(missing(names, free, absent, file))
    response = found["response"]
    assert question is not None and response is not None, "both were missing otherwise"  # noqa: PT018
    columns = Columns(
        question=question,
        response=response,
        learner=found["learner"],
        seed=seed,
        variant=variant,
        lacks_seed=seed is None and found["variant"] is None and "seed" not in waived,
    )
    return _open(columns, found, mapping) if later else columns


def _open(columns: Columns, found: Mapping[str, str | None], mapping: Mapping[str, str]) -> Columns:
    """The columns with those that are not there yet under the names that they would have."""
    named = {field: one or mapping.get(field, field) or None for field, one in found.items()}
    columns = replace(columns, seed=named["seed"])
    if named["question"] is None:
        return columns
    return replace(columns, question=named["question"], variant=named["variant"])


def all_named(mapping: Mapping[str, str]) -> tuple[str, ...]:
    """What the columns of a file are called in which no row could be read."""
    return tuple(
        mapping.get(field, field)
        for field in FIELDS
        if mapping.get(field) != "" and (field != "variant" or mapping.get("question") == "")
    )


def settled(question: str, variant: str) -> str:
    r"""What a row names that has a cell for the question and one for the variant.

    >>> settled("", "a/b#3"), settled("a/b", ""), settled("a/b", "a/b#3")
    ('a/b#3', 'a/b', 'a/b#3')
    >>> settled("a/b", "a/c#3")  # which no question is called
    'a/b\x1ea/c#3'
    """
    named, also = question.strip(), variant.strip()
    if not named or not also:
        return variant if also else question
    ref, seed = question_and_seed(named)
    other, own_seed = question_and_seed(also)
    if ref != other or (seed and own_seed and seed != own_seed):
        return f"{named}{AGAINST}{also}"
    return also if own_seed else named


def no_seed(file: str) -> str:
    """What to tell whoever has a file without seeds, which is graded nevertheless."""
    return (
        f'{file}: no column "seed", so rows have one only where they name '
        "lesson/question#seed; say which it is with --map seed=COLUMN (or --map seed= if there is "
        "none)"
    )


def _find(names: Sequence[str], wanted: str, file: str, *, named: bool) -> str | None:
    if not wanted:
        return None
    exact = [name for name in names if name == wanted]
    alike = exact or [name for name in names if plain_name(name) == plain_name(wanted)]
    if len(alike) > 1:
        raise UsageError(f'{file}: {len(alike)} columns are named "{wanted}"; rename all but one')
    if not alike and named:
        raise UsageError(f'{file}: no column "{wanted}", which --map names; {has(names)}')
    return alike[0] if alike else None


def names_kept(names: Sequence[str], used: Set[str]) -> tuple[tuple[int, str], ...]:
    """Which submitted columns are written, by position, and under which name.

    A column with a name that grading adds is written as `submitted_NAME`; but in a file that has
    all of them, a graded one, they are replaced, except those that are `used` as fields.

    >>> names_kept(["learner", "score"], {"learner"})
    ((0, 'learner'), (1, 'submitted_score'))
    >>> names_kept(["score", "submitted_score"], set())
    ((0, 'submitted_score_2'), (1, 'submitted_score'))
    """
    added = {*ADDED, *EXACT}
    replaced = added - used if set(ADDED) <= set(names) else set()
    taken = set(names)
    kept = []
    for at, name in enumerate(names):
        if name in replaced:
            continue
        new = _free(NEW_NAME + name, taken) if name in added else name
        taken.add(new)
        kept.append((at, new))
    return tuple(kept)


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names for a format in which none may stand twice.

    >>> distinct(["note", "note", ""])
    ('note', 'note_2', 'column_3')
    """
    taken: dict[str, None] = {}
    for place, name in enumerate(names, 1):
        taken[_free(name or f"column_{place}", taken)] = None
    return tuple(taken)


def _free(name: str, taken: Container[str]) -> str:
    """The name, with a number behind it where it is taken."""
    new, count = name, 1
    while new in taken:
        count += 1
        new = f"{name}_{count}"
    return new
