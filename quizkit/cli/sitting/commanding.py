"""Turn what is said at a prompt into the response to it, commands carried out on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizkit.cli.page.wording import RATING_WORDS, say, say_authored, taken_back
from quizkit.cli.sitting.conversation import Command, End, Line, Prompt
from quizkit.cli.sitting.session import Moved, Quit, Session, Shown
from quizkit.cli.stopping import undisturbed
from quizkit.cli.terminal import err, out
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.session import Undone


def heard(session: Session, prompt: Prompt, shown: Shown | None) -> str | None:
    """The next response, or None for giving up.

    Raises `Quit` for the end, and `Moved` where a command makes another showing follow.
    """
    while True:
        said = session.conversation.hear(prompt)
        match said:
            case End() | Command(name="quit"):
                raise Quit
            case Line():
                return said.text
            case Command(name="give up") if shown is not None and prompt.wants != "after":
                return None
            case Command(name="give up"):
                out("There is no question to give up.")
            case Command(name="easy" | "hard") if prompt.wants == "after":
                _carry_out(session, said, shown)
                return ""
            case Command():
                _carry_out(session, said, shown)


def _carry_out(session: Session, command: Command, shown: Shown | None) -> None:
    match command.name:
        case "hint":
            _hint(session, shown)
        case "undo":
            _undo(session)
        case "suspend":
            _suspend(session, shown)
        case "easy":
            _rerate(session, 5, shown)
        case "hard":
            _rerate(session, 3, shown)
        case "edit":
            _edit(session, shown)
        case "keys":
            say(session.conversation.keys())
        case _:
            out(f"There is no command {command.typed}.")
            say(session.conversation.keys())


def _hint(session: Session, shown: Shown | None) -> None:
    if shown is None or not shown.variant.hint:
        out("There is no hint here.")
        return
    session.hinted = True
    say_authored(f"Hint: {shown.variant.hint}")


def _undo(session: Session) -> None:
    with undisturbed():
        undone = session.store.undo(session.context.moment(), session.context.learner)
        session.last = None
        if undone is not None:
            _put_back(session, undone)
    if undone is None:
        out("There is nothing to take back.")
        return
    say(taken_back(undone.taken_back))
    raise Moved


def _put_back(session: Session, undone: Undone) -> None:
    """Let the session count and ask as if what was taken back had not been."""
    event = undone.taken_back
    session.tally.taken_back(event)
    if undone.card is None:
        return
    session.queue.cards[event.question] = undone.card
    if event.kind == "rerate":
        session.queue.rerated_back(undone.card, session.context.moment().study_day)
    elif event.kind in ("review", "suspend") and event.question in session.seen:
        session.queue.ask_next(event.question)


def _suspend(session: Session, shown: Shown | None) -> None:
    if shown is None:
        out("There is no question to suspend.")
        return
    ref = shown.variant.ref
    with undisturbed():
        suspended = session.store.suspend(
            session.context.moment(), session.context.learner, shown.course, ref
        )
        if suspended.event is not None:
            session.tally.changed(suspended.event)
        session.last = None
        session.queue.drop(ref)
    say(f"{ref} is suspended; quiz unsuspend {ref} brings it back, :u too.")
    raise Moved


def _rerate(session: Session, rating: int, shown: Shown | None) -> None:
    if session.last is None:
        say("Only this session's last answer, right without a hint, can be made easy or hard.")
        return
    course, answered = session.last
    try:
        with undisturbed():
            rerated = session.store.rerate(
                session.context.moment(),
                session.context.learner,
                course,
                answered.event.uid,
                rating,
            )
            session.tally.changed(rerated.event)
            session.queue.answered(rerated.after, rerated.event.study_day)
    except UsageError as refused:  # it was answered or changed elsewhere since
        say(f"{refused}.")
        session.last = None
        return
    asked = answered.event.question
    # Where another question waits for its answer, or for its rating, that is easily meant.
    other = f": {asked}" if shown is not None and shown.variant.ref != asked else ""
    say(f"Rated {rating} ({RATING_WORDS[rating]}){other}.")
    from quizkit.cli.sitting.explaining import say_when

    say_when(session, rerated)
    if shown is None and session.queue:
        raise Moved  # the session was over; what is hard is asked once more
    if shown is not None and shown.variant.ref == answered.event.question:
        raise Moved  # its drill is on the screen, of a card that has just changed


def _edit(session: Session, shown: Shown | None) -> None:
    """Let the learner mend a question in their editor, and go on with it as it is then."""
    from quizkit.cli.places import is_packed_copy
    from quizkit.cli.sitting.editing import chosen_editor, edit

    if shown is None:
        out("There is no question to edit.")
        return
    ref = shown.variant.ref
    entry = session.library.entry(ref)
    editor = chosen_editor()
    if editor is None:
        say(f"{ref} stands in {entry.path}:{entry.line}; set EDITOR to edit it from here.")
        return
    if is_packed_copy(entry.path):
        say("This copy came with quizkit, and an upgrade replaces it; --course asks one of yours.")
    while True:
        with session.conversation.lent():
            trouble = edit(editor, entry.path, entry.line)
        if trouble is not None:
            err(f"{trouble}.")
        session.library = session.context.reread_library()
        faults = [one for one in session.library.broken if one.path == entry.path]
        if not any(one.severity == "error" for one in faults):
            raise Moved
        for finding in faults:
            err(str(finding))
        say("It cannot be asked like that. Enter opens the editor again; q ends the session.")
        match session.conversation.hear(Prompt(wants="closing")):
            case End() | Command(name="quit"):
                raise Quit
            case _:
                pass
