"""Walk staff through the responses that could not be read: one decision for all equal ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from quizkit.cli.page.wording import key_words, plural, say, show_prompt
from quizkit.cli.sitting.conversation import read_line
from quizkit.cli.stopping import Stopped, undisturbed
from quizkit.cli.terminal import ClosedOutput, err, is_interactive, out
from quizkit.errors import NotationError, StoreError
from quizkit.numerals import exact

if TYPE_CHECKING:
    from quizkit.autograde.decisions import DecidedVerdict, Decision, Decisions
    from quizkit.autograde.doubtful import Doubtful
    from quizkit.content.model import Question
    from quizkit.scheduling.day import Moment
    from quizkit.store.attempts import Attempts

HELP = (
    "r right   w wrong   p SHARE partly, as in: p 1/2   s skip   b back to the one before   "
    "q quit\n"
    "A * after r, w or the share decides the same text whatever numbers or order were asked: w*"
)

_OWN_KEY = (
    "Other numbers have another key, so what is right here may be wrong there: decide without *, "
    "or type w* for what is wrong whatever was asked."
)

_ASK = "r, w, p SHARE, s, b, q, ?> "


@dataclass(frozen=True, slots=True)
class Decided:
    """What was typed, if it decides."""

    verdict: DecidedVerdict
    score: Fraction
    any_numbers: bool


def walk(
    doubtful: Sequence[Doubtful],
    questions: Mapping[str, Question],
    kept: Attempts,
    moment: Moment,
    before: Decisions,
) -> int:
    """Ask about each text in turn and keep every decision at once; the number of texts decided.

    Input that ends, or `q`, leaves the rest undecided, or decided as they were `before`.
    """
    from quizkit.autograde.decisions import draws_its_key

    if not doubtful:
        out("Nothing needs review.")
        return 0
    rows = sum(one.rows for one in doubtful)
    known = _known(doubtful, questions, before)
    words = f"{plural(len(doubtful), 'text')} in {plural(rows, 'row')} to decide"
    out(f"{words}, {len(known)} of them again." if known else f"{words}.", role="strong")
    out(HELP, role="dim")
    decided: dict[int, int] = {}
    settled: set[tuple[str, str]] = set()
    left_so: set[tuple[str, str]] = set()
    # Such a decision is found before one with a star, so a star alone would not correct it.
    as_asked = {at for at, one in known.items() if not one.any_numbers}
    by_star = known.keys() - as_asked
    at, shown = 0, ("", False)
    try:
        while at < len(doubtful):
            one = doubtful[at]
            text = (one.question, one.text)
            if text in settled and at not in decided and at not in as_asked:
                decided[at] = one.rows
                at += 1
                continue
            if text in left_so and at in by_star - as_asked:
                at += 1
                continue
            shown = _show(one, questions[one.question], at + 1, len(doubtful), shown)
            if at in known and at not in decided:
                say(_decided_words(known[at]), role="note")
            typed = read_line(_ASK)
            if typed is None or _plain(typed) in ("q", "quit"):
                break
            command = _plain(typed)
            if command in ("s", "skip"):
                if at in by_star - as_asked:
                    left_so.add(text)
                at += 1
            elif command in ("b", "back"):
                at = max(0, at - 1)
                for passed in (settled, left_so):
                    passed.discard((doubtful[at].question, doubtful[at].text))
            elif command in ("?", "h", "help"):
                out(HELP, role="dim")
            else:
                found = read_decision(command)
                if isinstance(found, str):
                    say(found, role="note")
                    continue
                if found.any_numbers and found.score > 0 and draws_its_key(questions[one.question]):
                    say(_OWN_KEY, role="note")
                    continue
                with undisturbed():  # or whoever stops it would be told too few
                    if not found.any_numbers or at in as_asked:
                        kept.decide(moment, _decision(one, found, one.scope))
                        as_asked.add(at)
                    if found.any_numbers:
                        kept.decide(moment, _decision(one, found, one.any_scope))
                        settled.add(text)
                    decided[at] = one.rows
                at += 1
    except (StoreError, Stopped):  # what is decided by then is kept
        with suppress(ClosedOutput, OSError):
            if is_interactive():
                out()  # from the prompt to a line of its own
            _summarise(doubtful, decided, known)
        raise
    _summarise(doubtful, decided, known)
    return len(decided)


def _summarise(
    doubtful: Sequence[Doubtful], decided: Mapping[int, int], known: Mapping[int, Decision]
) -> None:
    left = len(doubtful) - len(decided.keys() | known.keys())
    out(
        f"{plural(len(decided), 'text')} decided ({plural(sum(decided.values()), 'row')}), "
        f"{left} left."
    )


def read_decision(typed: str) -> Decided | str:
    """A typed decision, or what to type instead.

    >>> read_decision("p 50%")
    Decided(verdict='partly', score=Fraction(1, 2), any_numbers=False)
    >>> read_decision("w*").any_numbers
    True
    >>> read_decision("p 2")
    'The share is between 0 and 1: for all of it type r, for nothing w.'
    """
    from quizkit.content.notation import number

    text = typed.removesuffix("*").strip()
    any_numbers = typed.endswith("*")
    if text in ("r", "right"):
        return Decided("right", Fraction(1), any_numbers)
    if text in ("w", "wrong"):
        return Decided("wrong", Fraction(0), any_numbers)
    word, _, share = text.partition(" ")
    if word not in ("p", "partly"):
        return "Type r for right, w for wrong, p and a share for partly, s to skip; ? explains."
    if not share.strip():
        return "Type the share behind it, as in: p 1/2"
    try:
        score = number(share.strip())
    except NotationError as error:
        return f"{error}."
    if not 0 < score < 1:
        return "The share is between 0 and 1: for all of it type r, for nothing w."
    return Decided("partly", score, any_numbers)


def _known(
    doubtful: Sequence[Doubtful], questions: Mapping[str, Question], before: Decisions
) -> dict[int, Decision]:
    """What is decided already about the texts, by their places."""
    found = (
        before.find(
            questions[one.question],
            one.attempt.showing,
            one.text,
            seeded=one.attempt.seed is not None,
        )
        for one in doubtful
    )
    return {at: one for at, one in enumerate(found) if one is not None}


def _decided_words(decision: Decision) -> str:
    """What was decided, in the words of what is typed; and that it can be left so."""
    words: str = decision.verdict
    if words == "partly":
        words += f" {exact(decision.score)}"
    if decision.any_numbers:
        words += ", whatever numbers or order were asked"
    return f"decided before: {words}; s leaves it so"


def _plain(typed: str) -> str:
    return typed.strip().removeprefix(":").strip().lower()


def _decision(one: Doubtful, found: Decided, scope: str) -> Decision:
    from quizkit.autograde.decisions import Decision

    return Decision(
        course=one.attempt.course,
        question=one.question,
        scope=scope,
        response=one.text,
        verdict=found.verdict,
        score=found.score,
        revision=one.attempt.revision,
        message=one.message,
    )


def _show(
    one: Doubtful, question: Question, number: int, total: int, shown: tuple[str, bool]
) -> tuple[str, bool]:
    """Print the text with what is needed to judge it.

    Given back is what is on show now: the variant's name, and whether its order was not known.
    """
    from quizkit.variants import is_shuffled, make_variant

    variant = make_variant(question, one.attempt.seed or 0)
    showing = variant.name, one.attempt.seed is None and is_shuffled(question)
    out()
    if showing != shown:
        if showing[1]:
            err("without a seed: the order of options that was shown is not known")
        out(variant.name, role="strong")
        show_prompt(variant)
        say(f"key: {key_words(variant)}")
    out(f"{number} of {total}, {plural(one.rows, 'row')}: {one.text}", role="strong")
    if one.message:
        say(f"why: {one.message}", role="dim")
    if one.others:
        rows = plural(one.others, "row")
        verb = "says" if one.others == 1 else "say"
        say(f"{rows} with other numbers or another order {verb} the same.", role="dim")
    return showing
