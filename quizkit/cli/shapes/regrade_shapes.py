"""Turn attempts that were graded again into lines for people, a CSV table and a JSON object."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from quizkit.autograde.attempts import Attempt
from quizkit.autograde.regrade import Effect, Regraded
from quizkit.cli.page.wording import plural
from quizkit.cli.shapes.attempt_words import (
    exact_score,
    grade_words,
    place_words,
    response_words,
    score_text,
)
from quizkit.cli.shapes.csv_text import csv_text
from quizkit.cli.terminal import Role
from quizkit.exchange.formulas import neutral

COLUMNS = (
    "effect", "learner", "course", "question", "seed", "response", "status_before", "status_after",
    "verdict_before", "verdict_after", "score_before", "score_after", "mistake_before",
    "mistake_after", "revision_before", "revision_after", "why", "kept", "file", "line",
)  # fmt: skip

# Before it is done, and when it was: for one attempt and for several.
_HEADINGS: dict[Effect, tuple[str, str, str, Role]] = {
    "lower": ("would lose points", "loses points", "lose points", "bad"),
    "other": (
        "would get another verdict for the same points",
        "gets another verdict for the same points",
        "get another verdict for the same points",
        "note",
    ),
    "higher": ("would win points", "wins points", "win points", "good"),
    "error": ("cannot be graded again; the old grade stands", "", "", "note"),
    "same": ("", "", "", "dim"),
}


def lines(
    changes: Sequence[Regraded], applied: Collection[int] | None
) -> Iterator[tuple[str, Role | None]]:
    """Who changes, from what to what, and why; `applied` holds the rows whose new grade counts."""
    effect = ""
    for one in changes:
        if one.effect != effect:
            effect = one.effect
            yield _heading(changes, one.effect, applied)
        attempt = one.before.attempt
        change = (
            "" if one.after is None else f": {grade_words(attempt)} -> {grade_words(one.after)}"
        )
        said, place = response_words(attempt), place_words(one.before)
        yield f"  {said}{change}; {'; '.join(one.why)}  ({place})", None
    if not changes:
        yield "nothing changes", None


def _heading(
    changes: Sequence[Regraded], effect: Effect, applied: Collection[int] | None
) -> tuple[str, Role | None]:
    would, does, do, role = _HEADINGS[effect]
    own = [one for one in changes if one.effect == effect]
    held = applied is not None and not any(one.before.id in applied for one in own)
    done = does if len(own) == 1 else do
    words = would if applied is None or effect == "error" or held else done
    note = ""
    if effect == "lower" and held:
        keeps, whom = ("keep its", "it") if len(own) == 1 else ("keep their", "them")
        note = f" and {keeps} old grade (--allow-lower lets {whom})"
    return f"{plural(len(own), 'attempt')} {words}{note}:", role


def csv_table(changes: Sequence[Regraded], applied: Collection[int] | None) -> str:
    """A table for people; texts that a spreadsheet would run are neutralised."""
    rows = (_row(one, applied, score_text) for one in changes)
    texts = ([neutral(str(row[name])) for name in COLUMNS] for row in rows)
    return csv_text(chain([COLUMNS], texts))


def as_object(
    changes: Sequence[Regraded], counts: Mapping[str, int], applied: Collection[int] | None
) -> dict[str, Any]:
    """What `--json` prints; scores are exact texts, and null where there is none."""
    return {
        "schema": "quizkit.regrade/1",
        "graded_again": sum(counts.values()),
        "counts": dict(counts),
        "applied": None if applied is None else len(applied),
        "changes": [
            {
                name: None if cell == "" and name != "response" else cell
                for name, cell in _row(one, applied, exact_score).items()
            }
            for one in changes
        ],
    }


def _row(
    one: Regraded, applied: Collection[int] | None, score: Callable[[Attempt], str]
) -> dict[str, Any]:
    before, after = one.before.attempt, one.after
    kept = applied is not None and one.before.id in applied
    return {
        "effect": one.effect,
        "learner": before.learner,
        "course": before.course,
        "question": before.question,
        "seed": "" if before.seed is None else before.seed,
        "response": before.response,
        "status_before": before.status,
        "status_after": after.status if after else "error",
        "verdict_before": before.verdict or "",
        "verdict_after": (after.verdict or "") if after else "",
        "score_before": score(before),
        "score_after": score(after) if after else "",
        "mistake_before": before.mistake,
        "mistake_after": after.mistake if after else "",
        "revision_before": before.revision,
        "revision_after": after.revision if after else "",
        "why": "; ".join(one.why),
        "kept": "new" if kept else "old",
        "file": one.before.file_name,
        "line": one.before.line,
    }
