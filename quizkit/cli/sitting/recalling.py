"""Turn a recall into its answer, which the learner rates: the response, then a digit or ticks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from quizkit.cli.page.wording import RATING_WORDS, say, say_model
from quizkit.cli.sitting.commanding import heard
from quizkit.cli.sitting.committing import commit, give_up
from quizkit.cli.sitting.conversation import Prompt, ticks
from quizkit.cli.terminal import out

if TYPE_CHECKING:
    from quizkit.cli.sitting.session import Session, Shown
    from quizkit.session import Answered


def recall(session: Session, shown: Shown, prompt: Prompt) -> Answered | None:
    """Show the model answer after the response, and ask how well it was recalled.

    None if the question was answered elsewhere in the meantime.
    """
    model = shown.variant.question.answer
    assert model.kind == "recall"
    text = heard(session, prompt, shown)
    if text is None:
        return give_up(session, shown)
    say_model(model.model)
    for number, point in enumerate(model.checklist, start=1):
        say(f"{number}. {point}", indent="  ")
    points = len(model.checklist)
    from quizkit.cli.sitting.outcomes import outcomes

    brought = outcomes(shown.card, range(6), session.context.moment().study_day)
    prompt = Prompt(wants="rating", points=points, outcomes=brought)
    session.conversation.invite(prompt)
    ticked = ""
    while True:
        said = heard(session, prompt, shown)
        if said is None:
            return give_up(session, shown, response=text)
        said = said.strip()
        rating = _rating(said, points)
        if rating is None:
            say("A digit 0 to 5" + (", or ticks like +1,3." if points else "."))
            continue
        if said.startswith("+") and session.conversation.confirms:
            ticked, prompt = said, replace(prompt, offered=rating)
            say(f"Enter takes {rating} ({RATING_WORDS[rating]}), a digit another rating.")
            continue
        reading = {"state": "value", "ticks": ticked or said}
        answered = commit(session, shown, rating, response=text, reading=reading, verdict="self")
        if answered is not None:
            out(f"Rated {rating} ({RATING_WORDS[rating]}).")
        return answered


def _rating(text: str, points: int) -> int | None:
    """The rating that a digit is or that ticks come to, or None for anything else."""
    from quizkit.session import recall_rating

    if len(text) == 1 and text in "012345":
        return int(text)
    ticked = ticks(text, points) if points else None
    return None if ticked is None else recall_rating(len(ticked), points)
