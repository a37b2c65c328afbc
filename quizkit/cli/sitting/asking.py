"""Turn a queue of questions into showings, one at a time, until it is empty or the learner leaves.

The order of things is a promise: an answer is committed before its verdict is shown, so whatever
was seen is kept, however the session ends.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from quizkit.cli.clock import monotonic_ms
from quizkit.cli.page.wording import say, show_question
from quizkit.cli.sitting.commanding import heard
from quizkit.cli.sitting.conversation import Prompt
from quizkit.cli.sitting.session import Moved, Quit, Session, Shown
from quizkit.cli.stopping import Stopped
from quizkit.cli.terminal import ClosedOutput, err, is_interactive, out
from quizkit.errors import ContentError, StoreError
from quizkit.variants import Variant, make_variant, next_seed

if TYPE_CHECKING:
    from quizkit.session import Answered, Card


def run(session: Session) -> int:
    """Ask until the learner quits or input ends; the exit code is 0.

    A signal or trouble with the store ends with the summary and is raised again, for its own
    exit code.
    """
    try:
        while True:
            try:
                while session.queue:
                    _ask(session, session.queue.refs[0])
                _after_the_last(session)
            except Moved:
                out()
    except Quit:
        session.summarise()
    except StoreError:
        session.summarise()
        raise
    except Stopped:
        with contextlib.suppress(ClosedOutput, OSError):
            if is_interactive():
                out()  # from the prompt to a line of its own
            session.summarise()
        raise
    return 0


def _ask(session: Session, ref: str) -> None:
    """One showing: the question, its answer, and what follows it."""
    shown = _show(session, ref)
    if shown is None:
        session.queue.drop(ref)
        return
    answered = _answered(session, shown)
    if answered is not None:
        _explain(session, shown, answered)
    out()


def _show(session: Session, ref: str) -> Shown | None:
    """Put the question on the screen, or say why it is not asked."""
    if not session.library.has(ref):
        return None  # its lesson was edited and holds it no more
    course = session.library.entry(ref).course
    card = session.store.card(session.context.learner, course, ref)
    if not _is_wanted(session, card):
        return None
    try:
        question = session.library.question(ref)
        seed = next_seed(question, session.context.learner, card.reviews)
        variant = make_variant(question, seed)
    except ContentError as broken:
        err(f"{ref}: cannot be asked: {broken}; skipped (see: quiz check)")
        return None
    session.seen.add(ref)
    session.queue.cards[ref] = card
    session.conversation.next_question()
    standing = "new" if card.live_reviews == 0 else "again"
    place = session.conversation.place(len(session.tally), len(session.queue))
    show_question(variant, f"({standing}; {place})")
    session.hinted = False
    return Shown(variant, card, course, monotonic_ms())


def _is_wanted(session: Session, card: Card) -> bool:
    """Whether the card is still to be asked, by today's date; says why if not."""
    today = session.context.moment().study_day
    if today != session.today:
        session.today = today
        say(f"It is another study day now: {today}.", role="note")
    if session.queue.wants(card, today):
        return True
    known = session.queue.cards.get(card.question)
    if known is not None and known.rows == card.rows:
        say(f"{card.question}: not due on this day; skipped.", role="dim")
    else:
        say(f"{card.question}: answered elsewhere in the meantime; skipped.", role="dim")
    return False


def _answered(session: Session, shown: Shown) -> Answered | None:
    """The answer as it was committed and shown, or None if it was given elsewhere."""
    # Loaded while the question is read: what judges an answer takes longer than what asks.
    if shown.variant.kind == "recall":
        prompt = Prompt(wants="reveal")
        session.conversation.invite(prompt)
        from quizkit.cli.sitting.recalling import recall

        return recall(session, shown, prompt)
    prompt = Prompt(wants="response", letters=_single_letters(shown.variant))
    session.conversation.invite(prompt)
    from quizkit.cli.sitting.answering import answer

    return answer(session, shown, prompt)


def _explain(session: Session, shown: Shown, answered: Answered) -> None:
    """Say what there is to say of the answer, and wait until it is read."""
    from quizkit.cli.sitting.explaining import changes, explain

    to_read = explain(session, shown.variant, answered)
    prompt = Prompt(wants="after", outcomes=changes(session.last), to_read=to_read)
    if not session.queue and session.conversation.confirms:
        return  # the last word of the session offers the same
    session.conversation.invite(prompt)
    heard(session, prompt, shown)


def _after_the_last(session: Session) -> None:
    from quizkit.cli.sitting.explaining import changes

    if session.conversation.confirms:
        session.summarise()
    prompt = Prompt(wants="closing", outcomes=changes(session.last))
    session.conversation.invite(prompt)
    while heard(session, prompt, None):
        say("Enter ends; :u takes the last answer back, :5 and :3 re-rate it.")
    raise Quit


def _single_letters(variant: Variant) -> str:
    """The letters of the options, where choosing one of them is an answer."""
    if variant.kind != "choice" or getattr(variant.question.answer, "many", False):
        return ""
    return "".join(option.letter for option in variant.options)
