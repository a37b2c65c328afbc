"""Turn the checks of a rep into a short conversation: asked, graded and shown, never logged."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from quizkit.cli.page.wording import key_words, plural, say, say_authored, show_grade, show_prompt
from quizkit.cli.sitting.conversation import Command, End, Line, listen
from quizkit.cli.terminal import err, out
from quizkit.content.course import Rep
from quizkit.errors import ContentError
from quizkit.grading.grade import Grade, grade
from quizkit.grading.readings import Ambiguous, Blank, Unreadable
from quizkit.variants import derive_seed, make_variant

if TYPE_CHECKING:
    from quizkit.variants import Variant

_KEYS = ":g give up   :q leave   :? these commands"


class _Left(Exception):
    """The learner ended the conversation, or there is no more input."""


def ask(rep: Rep, learner: str, *, decimal_comma: bool) -> None:
    """Ask all checks of a rep in order and say how they went."""
    ref = f"{rep.lesson}/{rep.id}"
    counts: Counter[str] = Counter()
    try:
        for number in range(1, len(rep.checks) + 1):
            out(f"{ref}  (check {number} of {len(rep.checks)})", role="strong")
            try:
                variant = check_variant(rep, number, learner)
            except ContentError as broken:
                err(f"{ref}, check {number}: cannot be asked: {broken}; skipped")
                continue
            counts[_answered(variant, decimal_comma=decimal_comma)] += 1
            out()
    except _Left:
        pass
    said = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    out(
        f"{plural(counts.total(), 'check')} answered{f': {said}' if said else ''}. Nothing is kept."
    )


def check_variant(rep: Rep, number: int, learner: str) -> Variant:
    """The check of that number as a variant; raises ContentError for a prompt with a gap in it."""
    question = rep.question(number)
    # Options in an order of the learner's own; the author's often begins with the right one.
    return make_variant(question, derive_seed(learner, question.ref, 0))


def _answered(variant: Variant, *, decimal_comma: bool) -> str:
    """Ask until a response is read as a value; how it was judged, in a word."""
    show_prompt(variant)
    while True:
        match listen():
            case End() | Command(name="quit"):
                raise _Left
            case Command(name="give up"):
                out("Given up.")
                _explain(variant, None)
                return "given up"
            case Command():
                out(_KEYS)
            case Line(text):
                judged = _judged(variant, text, decimal_comma=decimal_comma)
                if judged is not None:
                    _explain(variant, judged)
                    return judged.verdict


def _judged(variant: Variant, text: str, *, decimal_comma: bool) -> Grade | None:
    """The grade of a response, or None once it is said why there is none."""
    graded = grade(variant, text, decimal_comma=decimal_comma)
    match graded.reading:
        case Blank():
            out("Nothing was typed; answer, or :g to give up.")
        case Ambiguous(message=message, readings=readings):
            say(message)
            for possible in readings:
                say(possible, indent="  ")
        case Unreadable(message=message):
            say(message)
        case reading:
            if not reading.literal:
                say(f"read as {reading.read_as}", role="dim")
    return graded.grade


def _explain(variant: Variant, judged: Grade | None) -> None:
    if judged is not None:
        show_grade(judged)
    if judged is None or judged.verdict != "right":
        say(f"Key: {key_words(variant)}")
    if variant.explanation:
        say_authored(variant.explanation, indent="  ")
