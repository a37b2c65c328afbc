"""Turn what is typed to a question into its graded answer, committed before its verdict shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizkit.cli.page.wording import say, show_grade
from quizkit.cli.sitting.commanding import heard
from quizkit.cli.sitting.committing import commit, give_up
from quizkit.cli.terminal import out
from quizkit.grading.grade import grade
from quizkit.grading.readings import Ambiguous, Blank, Unreadable, as_json
from quizkit.session import rating_for

if TYPE_CHECKING:
    from quizkit.cli.sitting.conversation import Prompt
    from quizkit.cli.sitting.session import Session, Shown
    from quizkit.grading.readings import Reading
    from quizkit.session import Answered


def answer(session: Session, shown: Shown, prompt: Prompt) -> Answered | None:
    """Ask until a response is read as a value; that one ends the review.

    None if the question was answered elsewhere in the meantime.
    """
    comma = session.library.courses[shown.course].decimal_comma
    while True:
        text = heard(session, prompt, shown)
        if text is None:
            return give_up(session, shown)
        graded = grade(shown.variant, text, decimal_comma=comma)
        reading = graded.reading
        if graded.grade is None or isinstance(reading, Ambiguous | Unreadable | Blank):
            _ask_again(reading)
            continue
        answered = commit(
            session,
            shown,
            rating_for(graded.grade.verdict, hint=session.hinted),
            response=text,
            reading=as_json(reading),
            verdict=graded.grade.verdict,
            score=graded.grade.score,
            mistake=graded.grade.mistake,
        )
        if answered is not None:
            if not reading.literal:
                say(f"read as {reading.read_as}", role="dim")
            show_grade(graded.grade)
        return answered


def _ask_again(reading: Reading) -> None:
    if not isinstance(reading, Ambiguous | Unreadable):
        say("Nothing was typed; answer, or :g to give up.")
        return
    say(reading.message)
    if isinstance(reading, Ambiguous):
        for possible in reading.readings:
            say(possible, indent="  ")
    out("That cost nothing; answer again.", role="dim")
