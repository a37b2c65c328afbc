"""Turn a queue of questions into answers in the log, one showing at a time.

The order of things is a promise: an answer is committed before its verdict is shown, so whatever
was seen is kept, however the session ends.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from quizkit.cli.clock import monotonic_ms
from quizkit.cli.page.wording import (
    RATING_WORDS,
    key_words,
    next_words,
    say,
    show_grade,
    show_question,
)
from quizkit.cli.sitting.commanding import carry_out
from quizkit.cli.sitting.conversation import Command, Conversation, End, Line, Lines, Prompt, ticks
from quizkit.cli.sitting.tally import Tally
from quizkit.cli.stopping import Stopped, undisturbed
from quizkit.cli.terminal import ClosedOutput, err, is_interactive, out
from quizkit.errors import AnsweredElsewhere, ContentError, StoreError
from quizkit.variants import Variant, asked, derive_seed, make_variant

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date
    from fractions import Fraction

    from quizkit.cli.context import Context
    from quizkit.cli.sitting.running_queue import RunningQueue
    from quizkit.grading.readings import Reading
    from quizkit.session import Answered, Card, Verdict
    from quizkit.store.index import Library
    from quizkit.store.store import Store


class Quit(Exception):
    """The learner ended the session, or there is no more input."""


class Moved(Exception):
    """A command changed what comes next; the showing at hand is over without an answer."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A question on the screen: what was asked, the card as it was, and since when."""

    variant: Variant
    card: Card
    course: str
    since_ms: int


@dataclass
class Session:
    """One learner's sitting: asks, commits, shows."""

    context: Context
    library: Library
    store: Store
    queue: RunningQueue
    today: date
    conversation: Conversation = field(default_factory=Lines)
    tally: Tally = field(default_factory=Tally)
    last: tuple[str, Answered] | None = None  # course and answer that a key may still re-rate
    hinted: bool = False
    seen: set[str] = field(default_factory=set)
    summary: str = ""  # the summary as it was last shown

    def run(self) -> int:
        """Ask until the learner quits or input ends; the exit code is 0.

        A signal or trouble with the store ends with the summary and is raised again, for its own
        exit code.
        """
        try:
            while True:
                try:
                    while self.queue:
                        self._ask(self.queue.refs[0])
                    self._after_the_last()
                except Moved:
                    out()
        except Quit:
            self.summarise()
        except StoreError:
            self.summarise()
            raise
        except Stopped:
            with contextlib.suppress(ClosedOutput, OSError):
                if is_interactive():
                    out()  # from the prompt to a line of its own
                self.summarise()
            raise
        return 0

    # --- one showing ----------------------------------------------------------------------------

    def _ask(self, ref: str) -> None:
        if not self.library.has(ref):
            self.queue.drop(ref)  # its lesson was edited and holds it no more
            return
        course = self.library.entry(ref).course
        card = self.store.card(self.context.learner, course, ref)
        if not self._is_wanted(card):
            self.queue.drop(ref)
            return
        try:
            seed = derive_seed(self.context.learner, ref, card.reviews)
            variant = make_variant(self.library.question(ref), seed)
        except ContentError as broken:
            err(f"{ref}: cannot be asked: {broken}; skipped (see: quiz check)")
            self.queue.drop(ref)
            return
        self.seen.add(ref)
        self.queue.cards[ref] = card
        self.conversation.next_question()
        standing = "new" if card.live_reviews == 0 else "again"
        place = self.conversation.place(len(self.tally), len(self.queue))
        show_question(variant, f"({standing}; {place})")
        self.hinted = False
        shown = Shown(variant, card, course, monotonic_ms())
        if variant.kind == "recall":
            self._recall(shown)
        else:
            self._graded(shown)
        out()

    def _is_wanted(self, card: Card) -> bool:
        """Whether the card is still to be asked, by today's date; says why if not."""
        today = self.context.moment().study_day
        if today != self.today:
            self.today = today
            say(f"It is another study day now: {today}.", role="note")
        if self.queue.wants(card, today):
            return True
        known = self.queue.cards.get(card.question)
        if known is not None and known.rows == card.rows:
            say(f"{card.question}: not due on this day; skipped.", role="dim")
        else:
            say(f"{card.question}: answered elsewhere in the meantime; skipped.", role="dim")
        return False

    def _graded(self, shown: Shown) -> None:
        """Ask until a response is read as a value; that one ends the review."""
        variant = shown.variant
        comma = self.library.courses[shown.course].decimal_comma
        prompt = Prompt(wants="response", letters=_single_letters(variant))
        self.conversation.invite(prompt)
        # Loaded while the question is read: what judges an answer takes longer than what asks.
        from quizkit.grading.grade import grade
        from quizkit.grading.readings import Ambiguous, Blank, Unreadable, as_json
        from quizkit.session import rating_for

        while True:
            text = self.hear(prompt, shown)
            if text is None:
                self._give_up(shown)
                return
            graded = grade(variant, text, decimal_comma=comma)
            reading = graded.reading
            if graded.grade is None or isinstance(reading, Ambiguous | Unreadable | Blank):
                self._ask_again(reading)
                continue
            rating = rating_for(graded.grade.verdict, hint=self.hinted)
            answered = self._commit(
                shown,
                rating,
                response=text,
                reading=as_json(reading),
                verdict=graded.grade.verdict,
                score=graded.grade.score,
                mistake=graded.grade.mistake,
            )
            if answered is None:
                return
            if not reading.literal:
                say(f"read as {reading.read_as}", role="dim")
            show_grade(graded.grade)
            self._after(shown, answered, show_key=graded.grade.verdict != "right")
            return

    @staticmethod
    def _ask_again(reading: Reading) -> None:
        from quizkit.grading.readings import Ambiguous, Unreadable

        if not isinstance(reading, Ambiguous | Unreadable):
            say("Nothing was typed; answer, or :g to give up.")
            return
        say(reading.message)
        if isinstance(reading, Ambiguous):
            for possible in reading.readings:
                say(possible, indent="  ")
        out("That cost nothing; answer again.", role="dim")

    def _recall(self, shown: Shown) -> None:
        """Two steps: the response, then how well it was recalled, by digit or by ticks."""
        answer = shown.variant.question.answer
        assert answer.kind == "recall"
        prompt = Prompt(wants="reveal")
        self.conversation.invite(prompt)
        text = self.hear(prompt, shown)
        if text is None:
            self._give_up(shown)
            return
        out("Model answer:", role="strong")
        say(answer.model, indent="  ")
        for number, point in enumerate(answer.checklist, start=1):
            say(f"{number}. {point}", indent="  ")
        points = len(answer.checklist)
        from quizkit.cli.sitting.outcomes import outcomes

        brought = outcomes(shown.card, range(6), self.context.moment().study_day)
        prompt = Prompt(wants="rating", points=points, outcomes=brought)
        self.conversation.invite(prompt)
        ticked = ""
        while True:
            said = self.hear(prompt, shown)
            if said is None:
                self._give_up(shown, response=text)
                return
            said = said.strip()
            rating = _recall_rating(said, points)
            if rating is None:
                say("A digit 0 to 5" + (", or ticks like +1,3." if points else "."))
                continue
            if said.startswith("+") and self.conversation.confirms:
                ticked, prompt = said, replace(prompt, offered=rating)
                say(f"Enter takes {rating} ({RATING_WORDS[rating]}), a digit another rating.")
                continue
            self._rate(shown, rating, text, ticked or said)
            return

    def _rate(self, shown: Shown, rating: int, response: str, ticked: str) -> None:
        reading = {"state": "value", "ticks": ticked}
        answered = self._commit(shown, rating, response=response, reading=reading, verdict="self")
        if answered is not None:
            out(f"Rated {rating} ({RATING_WORDS[rating]}).")
            self._after(shown, answered, show_key=False)

    def _give_up(self, shown: Shown, response: str = "") -> None:
        answered = self._commit(
            shown, 0, response=response, reading={"state": "blank"}, verdict="given_up"
        )
        if answered is not None:
            out("Given up.")
            self._after(shown, answered, show_key=True)

    # --- committing and what follows ------------------------------------------------------------

    def _commit(
        self,
        shown: Shown,
        rating: int,
        *,
        response: str,
        reading: Mapping[str, object],
        verdict: Verdict,
        score: Fraction | None = None,
        mistake: str | None = None,
    ) -> Answered | None:
        """Store the review before anything is shown of it; None if it was answered elsewhere."""
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
            hint=self.hinted,
            elapsed_ms=monotonic_ms() - shown.since_ms,
            rows=shown.card.rows,
        )
        try:
            with undisturbed():
                answered = self.store.answer(
                    self.context.moment(), self.context.learner, shown.course, showing, rating
                )
                self.tally.saved(answered.event)
                changeable = verdict == "right" and not self.hinted
                self.last = (shown.course, answered) if changeable else None
                self.queue.answered(answered.after, answered.event.study_day)
        except AnsweredElsewhere:
            say(f"{variant.ref}: answered elsewhere in the meantime; this answer was not counted.")
            self.queue.drop(variant.ref)
            return None
        except StoreError:
            rated = f" (rated {rating})" if verdict == "self" else ""
            given = "given up" if verdict == "given_up" else response + rated
            err(f"{variant.name}: this answer was NOT saved; enter it again later: {given}")
            raise
        return answered

    def _after(self, shown: Shown, answered: Answered, *, show_key: bool) -> None:
        from quizkit.session.leeches import is_flagged

        variant = shown.variant
        if show_key and variant.kind != "recall":
            say(f"Key: {key_words(variant)}")
        elif show_key:
            say(f"Model answer: {key_words(variant)}")
        if variant.explanation:
            say(variant.explanation, indent="  ")
        self.say_when(answered)
        leech = is_flagged(answered.before.state, answered.after.state)
        if leech:
            from quizkit.cli.sitting.leeches import show_leech

            show_leech(self.library, variant.question, answered.after.state.lapses)
        to_read = bool(show_key or variant.explanation or variant.kind != "recall" or leech)
        prompt = Prompt(wants="after", outcomes=self._changes(), to_read=to_read)
        if not self.queue and self.conversation.confirms:
            return  # the last word of the session offers the same
        self.conversation.invite(prompt)
        self.hear(prompt, shown)

    def say_when(self, answered: Answered) -> None:
        """Say when the question comes back."""
        today, state = answered.event.study_day, answered.after.state
        if answered.event.role == "ahead":
            say(f"Practice; nothing moved. {next_words(state, today)}".rstrip())
        elif answered.event.question in self.queue:
            out("Asked again later today.")
        else:
            say(next_words(state, today))

    def _changes(self) -> dict[int, str]:
        """What the last answer may be changed to, and what that would bring."""
        if self.last is None:
            return {}
        _, answered = self.last
        from quizkit.cli.sitting.outcomes import outcomes

        return outcomes(answered.before, (5, 3), answered.event.study_day)

    # --- what is said ---------------------------------------------------------------------------

    def hear(self, prompt: Prompt, shown: Shown | None) -> str | None:
        """The next response, or None for giving up; commands are carried out on the way."""
        while True:
            said = self.conversation.hear(prompt)
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
                    carry_out(self, said, shown)
                    return ""
                case Command():
                    carry_out(self, said, shown)

    # --- the end --------------------------------------------------------------------------------

    def _after_the_last(self) -> None:
        if self.conversation.confirms:
            self.summarise()
        prompt = Prompt(wants="closing", outcomes=self._changes())
        self.conversation.invite(prompt)
        while self.hear(prompt, None):
            say("Enter ends; :u takes the last answer back, :5 and :3 re-rate it.")
        raise Quit

    def summarise(self) -> None:
        """Say what was saved, unless that has just been said."""
        summary = self.tally.words(len(self.queue))
        if summary != self.summary:
            self.summary = summary
            say(summary)


def _recall_rating(text: str, points: int) -> int | None:
    from quizkit.session import recall_rating

    if len(text) == 1 and text in "012345":
        return int(text)
    ticked = ticks(text, points) if points else None
    return None if ticked is None else recall_rating(len(ticked), points)


def _single_letters(variant: Variant) -> str:
    """The letters of the options, where choosing one of them is an answer."""
    if variant.kind != "choice" or getattr(variant.question.answer, "many", False):
        return ""
    return "".join(option.letter for option in variant.options)
