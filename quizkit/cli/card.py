"""`quiz card`: show what is remembered of one question, and its history."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import out, out_raw
from quizkit.content.model import Question
from quizkit.errors import ContentError, UsageError

if TYPE_CHECKING:
    from quizkit.session import Card
    from quizkit.store.store import Store


@click.command()
@click.argument("question", metavar="Q")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def card(context: Context, question: str, as_json: bool) -> None:
    """Show what is remembered of one question, and its history.

    Example: quiz card zero-1-2/optimizer-bytes
    """
    from quizkit.cli.page.wording import plural
    from quizkit.cli.shapes.history import event_lines, event_shape
    from quizkit.numerals import decimal
    from quizkit.session import undone_ids
    from quizkit.session.leeches import is_leech

    library = context.library()
    present = library.has(question)
    store = context.store(writes=False)
    courses = [library.entry(question).course] if present else list(library.courses)
    names = [question, *(library.entry(question).renamed_from if present else ())]
    course, kept = card_of(store, context.learner, courses, names)
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
            _next_variant(library.question(question), context.learner, kept.reviews)
            if present
            else None
        ),
        "events": [event_shape(event, undone) for event in events],
    }
    if as_json:
        out_raw(json.dumps(shape, ensure_ascii=False))
        return
    out(question, role="strong")
    out(f"state {shape['state']}, due {shape['due_day'] or 'when introduced'}")
    out(
        f"ease {shape['ease']}, interval {plural(state.interval_days, 'day')}, "
        f"repetitions {state.repetitions}, lapses {state.lapses}"
        + (" (a leech; quiz review --leeches practises them)" if is_leech(state) else "")
    )
    for event in events:
        for line in event_lines(event, undone):
            out(line)


def card_of(
    store: Store, learner: str, courses: Iterable[str], names: Sequence[str]
) -> tuple[str, Card]:
    """The card of a question that may have former names, and its course.

    A renamed question takes over its card at the next review; until then the old name has it.
    """
    found = [(course, store.card(learner, course, name)) for course in courses for name in names]
    return max(found, key=lambda pair: pair[1].rows)


def _next_variant(question: Question, learner: str, reviews: int) -> str | None:
    """The variant that comes next; None where none can be shown."""
    from quizkit.variants import next_seed

    try:
        return f"{question.ref}#{next_seed(question, learner, reviews)}"
    except ContentError:
        return None
