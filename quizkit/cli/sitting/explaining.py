"""Turn an answer that is in the log into what its learner is told: the key, why, and when next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizkit.cli.page.wording import key_words, next_words, say, say_authored, say_model
from quizkit.cli.terminal import out

if TYPE_CHECKING:
    from quizkit.cli.sitting.session import Session
    from quizkit.session import Answered
    from quizkit.variants import Variant


def explain(session: Session, variant: Variant, answered: Answered) -> bool:
    """Say it; whether there is anything that takes time to read."""
    from quizkit.session.leeches import is_flagged

    show_key = answered.event.verdict not in ("right", "self")
    if show_key:
        if variant.kind == "recall":
            say_model(key_words(variant))
        else:
            say(f"Key: {key_words(variant)}")
    if variant.explanation:
        say_authored(variant.explanation, indent="  ")
    say_when(session, answered)
    leech = is_flagged(answered.before.state, answered.after.state)
    if leech:
        from quizkit.cli.sitting.leeches import show_leech

        show_leech(session.library, variant.question, answered.after.state.lapses)
    return bool(show_key or variant.explanation or variant.kind != "recall" or leech)


def say_when(session: Session, answered: Answered) -> None:
    """Say when the question comes back."""
    today, state = answered.event.study_day, answered.after.state
    if answered.event.role == "ahead":
        say(f"Practice; nothing moved. {next_words(state, today)}".rstrip())
    elif answered.event.question in session.queue:
        out("Asked again later today.")
    else:
        say(next_words(state, today))


def changes(last: tuple[str, Answered] | None) -> dict[int, str]:
    """What the last answer may be changed to, and what that would bring."""
    if last is None:
        return {}
    _, answered = last
    from quizkit.cli.sitting.outcomes import outcomes

    return outcomes(answered.before, (5, 3), answered.event.study_day)
