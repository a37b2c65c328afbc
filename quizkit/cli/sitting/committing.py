"""Turn a judged showing into a review in the log, before anything is shown of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizkit.cli.clock import monotonic_ms
from quizkit.cli.page.wording import say
from quizkit.cli.stopping import undisturbed
from quizkit.cli.terminal import err, out
from quizkit.errors import AnsweredElsewhere, StoreError
from quizkit.variants import asked

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from quizkit.cli.sitting.session import Session, Shown
    from quizkit.session import Answered, Verdict


def commit(
    session: Session,
    shown: Shown,
    rating: int,
    *,
    response: str,
    reading: Mapping[str, object],
    verdict: Verdict,
    score: Fraction | None = None,
    mistake: str | None = None,
) -> Answered | None:
    """Store the review; None if the question was answered elsewhere, which is said.

    Raises StoreError once the learner has been given back what was typed.
    """
    from quizkit.session import Showing

    variant = shown.variant
    showing = Showing(
        question=variant.ref,
        seed=variant.seed,
        revision=variant.question.revision,
        calculator=variant.calculator,
        asked=asked(variant),
        response=response,
        reading=reading,
        verdict=verdict,
        score=score,
        mistake=mistake,
        hint=session.hinted,
        elapsed_ms=monotonic_ms() - shown.since_ms,
        rows=shown.card.rows,
    )
    try:
        with undisturbed():
            answered = session.store.answer(
                session.context.moment(), session.context.learner, shown.course, showing, rating
            )
            session.tally.saved(answered.event)
            changeable = verdict == "right" and not session.hinted
            session.last = (shown.course, answered) if changeable else None
            session.queue.answered(answered.after, answered.event.study_day)
    except AnsweredElsewhere:
        say(f"{variant.ref}: answered elsewhere in the meantime; this answer was not counted.")
        session.queue.drop(variant.ref)
        return None
    except StoreError:
        rated = f" (rated {rating})" if verdict == "self" else ""
        given = "given up" if verdict == "given_up" else response + rated
        err(f"{variant.name}: this answer was NOT saved; enter it again later: {given}")
        raise
    session.conversation.forget_ahead()  # whoever typed on has not seen the verdict
    return answered


def give_up(session: Session, shown: Shown, response: str = "") -> Answered | None:
    """Store that the question was given up, and say so; None as above."""
    blank = {"state": "blank"}
    answered = commit(session, shown, 0, response=response, reading=blank, verdict="given_up")
    if answered is not None:
        out("Given up.")
    return answered
