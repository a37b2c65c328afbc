"""Turn variants, grades and due days into the words a learner reads; the same in every mode."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from quizkit.cli.terminal import Role, out, width, wrap
from quizkit.nouns import plural as plural

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quizkit.grading.grade import Grade
    from quizkit.scheduling.sm2 import State
    from quizkit.session import Event
    from quizkit.variants import Variant

VERDICT_WORDS: dict[str, tuple[str, Role]] = {
    "right": ("Right.", "good"),
    "partly": ("Partly right.", "note"),
    "mistake": ("Not right: a mistake that others make too.", "bad"),
    "wrong": ("Wrong.", "bad"),
}

RATING_WORDS = {5: "easy", 4: "good", 3: "hard", 2: "nearly", 1: "wrong", 0: "forgotten"}


def say(text: str, *, role: Role | None = None, indent: str = "") -> None:
    """Print prose, wrapped where it goes to a terminal."""
    out(wrap(text, width(), indent), role=role)


def say_authored(text: str, *, indent: str = "") -> None:
    """Print what a course's author wrote, in lines as long as theirs or as the terminal allows."""
    out(wrap(text, width(), indent, anew=True))


def say_model(text: str) -> None:
    """Print the model answer of a recall under its heading."""
    out("Model answer:", role="strong")
    say_authored(text, indent="  ")


def in_days(due: date, today: date) -> str:
    """When a day is, seen from today, with the date beside it.

    >>> in_days(date(2028, 3, 1), date(2028, 2, 29)), in_days(date(2028, 2, 29), date(2028, 2, 29))
    ('tomorrow (2028-03-01)', 'today')
    """
    days = (due - today).days
    if days <= 0:
        return "today"
    return ("tomorrow" if days == 1 else f"in {days} days") + f" ({due.isoformat()})"


def next_words(state: State, today: date) -> str:
    """When a card comes next, in a sentence; nothing for a card that was never rated."""
    return f"Next: {in_days(state.due_day, today)}." if state.due_day else ""


def brings(outcomes: Mapping[int, str]) -> str:
    """What each rating would bring, ratings that bring the same together.

    >>> brings({0: "again today", 1: "again today", 4: "15 days", 5: "17 days"})
    '0 forgotten, 1 wrong: again today; 4 good: 15 days; 5 easy: 17 days.'
    """
    together: dict[str, list[str]] = {}
    for rating, words in outcomes.items():
        together.setdefault(words, []).append(f"{rating} {RATING_WORDS[rating]}")
    parts = [", ".join(ratings) + f": {words}" * bool(words) for words, ratings in together.items()]
    return "; ".join(parts) + "." * bool(parts)


def show_question(variant: Variant, standing: str) -> None:
    """Print a variant as a learner meets it; the first line holds its reference."""
    say(f"{variant.name}  {standing}".rstrip(), role="strong")
    show_prompt(variant)


def show_prompt(variant: Variant) -> None:
    """Print what is asked and, where the kind needs it, how to answer."""
    say_authored(variant.prompt)
    for option in variant.options:
        say(f"{option.letter}) {option.text}", indent="  ")
    if variant.kind == "match":
        for number, left in enumerate(variant.lefts, start=1):
            say(f"{number}. {left}", indent="  ")
        for place, right in enumerate(variant.rights):
            say(f"{chr(ord('a') + place)}) {right}", indent="  ")
        say("Answer with pairs, like 1-b, 2-a.", role="dim")
    elif variant.kind == "choice" and getattr(variant.question.answer, "many", False):
        say("Several may be right: answer like a, c.", role="dim")
    elif variant.kind == "number" and variant.unit not in (None, "plain"):
        say(f"Answer in {unit_words(variant.unit or 'plain')}.", role="dim")


def unit_words(unit: str) -> str:
    """A unit as one would ask for it.

    >>> unit_words("fold"), unit_words("GB"), unit_words("params")
    ('fold (8 for 8-fold)', 'GB', 'parameters')
    """
    return {
        "fold": "fold (8 for 8-fold)",
        "percent": "percent",
        "params": "parameters",
        "psi": "Ψ (multiples of the parameter count)",
    }.get(unit, unit)


def show_grade(grade: Grade) -> None:
    """Print the verdict and what there is to say about the response."""
    words, role = VERDICT_WORDS[grade.verdict]
    say(words, role=role)
    if grade.feedback:
        say(grade.feedback, indent="  ")


def key_words(variant: Variant) -> str:
    """The key in words, for after the answer."""
    from quizkit.variants import key_text

    answer = variant.question.answer
    if answer.kind == "number":
        assert variant.key is not None, "a number has a key"
        return key_text(variant.key, variant.unit or "plain")
    if answer.kind == "choice":
        return "; ".join(
            f"{option.letter}) {option.text}" for option in variant.options if option.right
        )
    if answer.kind == "text":
        return " or ".join(answer.accept)
    if answer.kind == "match":
        return "; ".join(f"{left} - {right}" for left, right in answer.pairs)
    return answer.model


def judged(event: Event) -> str:
    """How a review went, in words: its verdict, where it has one, and its rating."""
    rated = f"rated {event.rating}"
    match event.verdict:
        case None | "self":
            return rated
        case "given_up":
            return f"given up, {rated}"
        case verdict:
            return f"{verdict}, {rated}"


def taken_back(event: Event) -> str:
    """What an undo took back, in a sentence."""
    match event.kind:
        case "review":
            from quizkit.grading.texts import shortened  # only where something is taken back

            what = f'the answer "{shortened(event.response)}"' if event.response else "the answer"
            return f"Taken back: {what} to {event.variant} ({judged(event)})."
        case "rerate":
            return f"Taken back: the rating {event.rating} of {event.question}."
        case "rep_tick" | "rep_untick":
            word = "tick" if event.kind == "rep_tick" else "untick"
            return f"Taken back: the {word} of {event.question}."
        case _:
            return f"Taken back: {event.kind.replace('_', ' ')} of {event.question}."
