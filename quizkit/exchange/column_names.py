"""Turn names of columns, among which fields are missing, into a sentence that says what to do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from quizkit.autograde.rows import question_and_seed

FIELDS = ("learner", "question", "seed", "variant", "response")

_HEADER = "learner,question,seed,response"
_QUESTION = re.compile(r"[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*(#[0-9]+)?")
_NUMBER = re.compile(r"[0-9]+")
# What forms, learning platforms and their exports call them, likeliest first.
_CALLED = {
    "learner": (
        "student", "user", "username", "email", "netid", "sid", "uid", "matriculation",
        "matrikelnummer", "teilnehmer", "name",
    ),
    "question": ("problem", "item", "exercise", "task", "frage", "aufgabe", "pregunta"),
    "seed": (),
    "variant": (),
    "response": ("answer", "submission", "antwort", "réponse", "respuesta", "risposta"),
}  # fmt: skip
# Of a column called so, a word that says it holds something else: `student answer` is no learner,
# `submission time` no response, nor is `right answer`, by which every row would be right.
_ELSE = {
    "learner": frozenset({"answer", "response", "submission", "score", "grade"}),
    "response": frozenset(
        {"id", "time", "date", "count", "status", "at", "right", "correct", "key", "expected"}
    ),
}
_RESHAPED = f"one row for each response, with the columns {_HEADER}"


def is_question(cell: str) -> bool:
    """Whether a cell has the form of a question's name or a variant's, blanks aside.

    >>> is_question(" zero/five-costs#3"), is_question("either/or, or neither")
    (True, False)
    """
    return _QUESTION.fullmatch(cell.strip()) is not None


def plain_name(name: str) -> str:
    """The name without what people vary: letter case, blanks at its ends, and `_` or `-` in it.

    >>> plain_name(" E-Mail Address")
    'e_mail_address'
    """
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def fields_called(names: Sequence[str], mapping: Mapping[str, str]) -> int:
    """How many fields there is a column for, under the mapped name or one that others use.

    >>> fields_called(["Student", "question", "Answer"], {}), fields_called(["Week 3"], {})
    (3, 0)
    """
    plain = {plain_name(name) for name in names}
    wanted = ({plain_name(mapping.get(field, field)), *_CALLED[field]} for field in FIELDS)
    return sum(not plain.isdisjoint(words) for words in wanted)


def missing(names: Sequence[str], free: Sequence[str], fields: Sequence[str], file: str) -> str:
    """What to say where there is no column for some `fields`; `free` are the names of no field."""
    wanted = " and ".join(f'"{field}"' for field in fields)
    columns = "column" if len(fields) == 1 else "columns"
    start = f"{file}: no {columns} {wanted}; "
    if not any(map(str.strip, names)):
        return f"{start}its first line names none: {_HEADER}"
    if len(names) == 1 and sum(field in plain_name(names[0]) for field in FIELDS) > 1:
        return (
            f'{start}its first line is "{shown(names)}", all in one column; columns are parted by '
            "a comma, a semicolon, a tab or |"
        )
    if len({question_and_seed(name)[0] for name in filter(is_question, names)}) > 1:
        return f"{start}it has columns named after questions: reshape it into {_RESHAPED}"
    if len(free) == len(names) and any(map(_is_cell, names)):
        return (
            f"{start}its first line is: {shown(names)}. If that is an answer already, put a line "
            f"before it: {_HEADER}"
        )
    hints, left, is_open = [], list(free), False
    for field in fields:
        near = _near(field, left)
        hints.append(f'--map {field}="{near}"' if near else f"--map {field}=COLUMN")
        left = [name for name in left if name != near]
        is_open |= field == "question" and near is None
    waiver = " (or --map learner= if there is none)" if "learner" in fields else ""
    say = "Say which it is with" if len(fields) == 1 else "Say which they are with"
    # So learning platforms and forms like to export.
    shape = (
        ". If it has a row for each learner and a column for each question instead, reshape it "
        f"into {_RESHAPED}"
    )
    return f"{start}{has(names)}. {say} {' '.join(hints)}{waiver}{shape if is_open else ''}"


def has(names: Sequence[str]) -> str:
    """The columns that a file has, in words."""
    return f"its columns are: {shown([name for name in names if name.strip()])}"


def shown(names: Sequence[str]) -> str:
    """The names, or the first of many, none of them long."""
    plain = [" ".join(name.split()) for name in names[:20]]
    cut = [name if len(name) <= 40 else name[:39] + "…" for name in plain]
    more = f" and {len(names) - 20} more" if len(names) > 20 else ""
    return f"{', '.join(cut)}{more}"


def _is_cell(name: str) -> bool:
    """Whether this is a seed or a question, and no name of a column."""
    return is_question(name) or _NUMBER.fullmatch(name.strip()) is not None


def _near(field: str, names: Sequence[str]) -> str | None:
    """The name that may well mean the field: it holds it, is called so elsewhere, or misspelt.

    None if one would be as good as another: of `Response 1` and `Response 2` none has all answers.
    """
    plain = {plain_name(name): name for name in reversed(names)}
    held = [name for name in names if field in plain_name(name)]
    called = [name for word in _CALLED[field] for name in names if word in _words(name)]
    spelt = [plain[one] for one in get_close_matches(field, plain, 1, 0.75)]
    holds_else = _ELSE.get(field, frozenset[str]())
    found = [one for one in (*held, *called, *spelt) if not holds_else & _words(one)]
    if not found:
        return None
    numbered = _NUMBER.sub("1", found[0])
    alike = [name for name in names if _NUMBER.sub("1", name) == numbered]
    return found[0] if len(alike) == 1 else None


def _words(name: str) -> set[str]:
    return set(plain_name(name).split("_"))
