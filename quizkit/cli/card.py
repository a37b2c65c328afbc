"""`quiz card`: show what is remembered of one question, and its history."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import out, out_raw
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.session import Event


@click.command()
@click.argument("question", metavar="Q")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def card(context: Context, question: str, as_json: bool) -> None:
    """Show what is remembered of one question, and its history.

    Example: quiz card zero-1-2/optimizer-bytes
    """
    from quizkit.session import undone_ids
    from quizkit.units import decimal
    from quizkit.variants import derive_seed

    library = context.library()
    present = library.has(question)
    store = context.store(writes=False)
    courses = [library.entry(question).course] if present else list(library.courses)
    # A renamed question takes over its card at the next review; until then the old name has it.
    names = [question, *(library.entry(question).renamed_from if present else ())]
    found = [
        (course, store.card(context.learner, course, name)) for course in courses for name in names
    ]
    course, kept = max(found, key=lambda pair: pair[1].rows)
    events = store.events(context.learner, course, kept.question)
    if not present and not events:
        raise UsageError(f'there is no question "{question}"{library.near(question)}')
    undone = undone_ids(events)
    state = kept.state
    shape: dict[str, object] = {
        "schema": "quizkit.card/1",
        "question": question,
        "state": kept.state_name(present=present),
        "due_day": state.due_day.isoformat() if state.due_day else None,
        "ease": decimal(Fraction(state.ease, 100), 2),
        "interval_days": state.interval_days,
        "repetitions": state.repetitions,
        "lapses": state.lapses,
        "next_variant": (
            f"{question}#{derive_seed(context.learner, question, kept.reviews)}"
            if present
            else None
        ),
        "events": [_event(event, undone) for event in events],
    }
    if as_json:
        out_raw(json.dumps(shape, ensure_ascii=False))
        return
    out(question, role="strong")
    out(f"state {shape['state']}, due {shape['due_day'] or 'when introduced'}")
    out(
        f"ease {shape['ease']}, interval {state.interval_days} days, "
        f"repetitions {state.repetitions}, lapses {state.lapses}"
    )
    for event in events:
        out(_line(event, undone))


def _event(event: Event, undone: frozenset[int]) -> dict[str, object]:
    shape: dict[str, object] = {
        "id": event.id,
        "kind": event.kind,
        "study_day": event.study_day.isoformat(),
        "at_ms": event.at_ms,
        "undone": event.id in undone,
    }
    if event.refers_to is not None:
        shape["refers_to"] = event.refers_to
    if event.rating is not None:
        shape["rating"] = event.rating
    if event.kind == "review":
        shape |= {
            "variant": event.variant,
            "response": event.response,
            "verdict": event.verdict,
            "role": event.role,
            "score": None if event.score is None else str(event.score),
            "mistake": event.mistake,
            "hint": event.hint,
            "elapsed_ms": event.elapsed_ms,
        }
    return shape


def _line(event: Event, undone: frozenset[int]) -> str:
    words = f"  {event.study_day}  {event.kind.replace('_', ' ')}"
    if event.kind == "review":
        words += f"  {event.variant}  {event.verdict}, rated {event.rating} ({event.role})"
        words += f": {event.response}" if event.response else ""
    elif event.rating is not None:
        words += f" to {event.rating}"
    return words + ("  (taken back)" if event.id in undone else "")
