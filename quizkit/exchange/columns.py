"""Turn the names of a file's columns into where learner, question, seed and response stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from quizkit.autograde.rows import ADDED, EXACT
from quizkit.errors import UsageError

FIELDS = ("learner", "question", "seed", "variant", "response")
NEW_NAME = "submitted_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Where the fields of a submission stand; `learner` may be nowhere on request.

    `question` is the column of `variant` where that stands in its place. A file may have no `seed`:
    then all are blank. `lacks_seed` is true where nobody has said that this is meant.
    """

    question: str
    response: str
    learner: str | None
    seed: str | None
    lacks_seed: bool = False


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


def find_columns(names: Sequence[str], mapping: Mapping[str, str], file: str) -> Columns:
    """Find the fields among the names, letter case and blanks aside; raises UsageError."""
    found = {
        field: _find(names, mapping.get(field, field), file, named=field in mapping)
        for field in FIELDS
    }
    question, seed = found["question"], found["seed"]
    if found["variant"] and (question is None or seed is None):
        question = found["variant"]
    waived = {field for field, column in mapping.items() if not column}
    missing = [field for field in ("learner", "response") if found[field] is None]
    if question is None:
        missing.append("question")
    missing = [
        field for field in FIELDS
        if field in missing and not (field in waived and field == "learner")
    ]  # fmt: skip
    if missing:
        free = [name for name in names if name not in found.values()]
        raise UsageError(_missing(names, free, missing, file))
    response = found["response"]
    assert question is not None and response is not None, "both were missing otherwise"  # noqa: PT018
    return Columns(
        question=question,
        response=response,
        learner=found["learner"],
        seed=seed,
        lacks_seed=seed is None and question != found["variant"] and "seed" not in waived,
    )


def no_seed(file: str) -> str:
    """What to tell whoever has a file without seeds, which is graded nevertheless."""
    return (
        f'{file}: no column "seed", so every seed is blank; say which it is with --map seed=COLUMN '
        "(or --map seed= if there is none)"
    )


def _find(names: Sequence[str], wanted: str, file: str, *, named: bool) -> str | None:
    if not wanted:
        return None
    exact = [name for name in names if name == wanted]
    alike = exact or [name for name in names if _plain(name) == _plain(wanted)]
    if len(alike) > 1:
        raise UsageError(f'{file}: {len(alike)} columns are named "{wanted}"; rename all but one')
    if not alike and named:
        raise UsageError(f'{file}: no column "{wanted}", which --map names; {_has(names)}')
    return alike[0] if alike else None


def _plain(name: str) -> str:
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def _missing(names: Sequence[str], free: Sequence[str], missing: Sequence[str], file: str) -> str:
    wanted = " and ".join(f'"{field}"' for field in missing)
    columns = "column" if len(missing) == 1 else "columns"
    hints = []
    for field in missing:
        near = get_close_matches(field, free, 1, 0.5) or [
            name for name in free if field in _plain(name)
        ]
        hints.append(f'--map {field}="{near[0]}"' if near else f"--map {field}=COLUMN")
    waivers = [f"--map {field}=" for field in missing if field == "learner"]
    waiver = f" (or {' '.join(waivers)} if there is none)" if waivers else ""
    return (
        f"{file}: no {columns} {wanted}; {_has(names)}. "
        f"Say which it is with {' '.join(hints)}{waiver}"
    )


def _has(names: Sequence[str]) -> str:
    shown = [name if len(name) <= 40 else name[:39] + "…" for name in names[:20]]
    more = f" and {len(names) - 20} more" if len(names) > 20 else ""
    return f"its columns are: {', '.join(shown)}{more}"


def names_kept(names: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """Which submitted columns are written, by position, and under which name.

    A column with a name that grading adds is written as `submitted_NAME`; but in a file that has
    all of them, a graded one, they are replaced.

    >>> names_kept(["learner", "score"])
    ((0, 'learner'), (1, 'submitted_score'))
    """
    added = {*ADDED, *EXACT}
    if set(ADDED) <= set(names):
        return tuple((at, name) for at, name in enumerate(names) if name not in added)
    return tuple((at, NEW_NAME + name if name in added else name) for at, name in enumerate(names))


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names for a format in which none may stand twice.

    >>> distinct(["note", "note", ""])
    ('note', 'note_2', 'column_3')
    """
    taken: dict[str, None] = {}
    for place, name in enumerate(names, 1):
        base = name or f"column_{place}"
        new, count = base, 1
        while new in taken:
            count += 1
            new = f"{base}_{count}"
        taken[new] = None
    return tuple(taken)
