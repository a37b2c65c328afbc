"""Turn a queue of questions into answers in the log, one showing at a time.

The order of things is a promise: an answer is committed before its verdict is shown, so whatever
was seen is kept, however the session ends.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quizkit.cli.clock import monotonic_ms
from quizkit.cli.conversation import KEYS, Command, End, Line, listen, ticks
from quizkit.cli.stopping import Stopped
from quizkit.cli.terminal import ClosedOutput, err, out
from quizkit.cli.wording import (
    RATING_WORDS,
    in_days,
    key_words,
    plural,
    say,
    show_grade,
    show_question,
    taken_back,
)
from quizkit.errors import AnsweredElsewhere, ContentError, StoreError
from quizkit.grading.grade import grade
from quizkit.grading.readings import Ambiguous, Blank, Reading, Unreadable, as_json
from quizkit.scheduling.queue import after_answer, in_drill, is_due
from quizkit.session import Answered, Showing, Verdict, rating_for, recall_rating
from quizkit.variants import Variant, asked, derive_seed, make_variant

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date
    from fractions import Fraction

    from quizkit.cli.context import Context
    from quizkit.session import Card
    from quizkit.store.index import Library
    from quizkit.store.store import Store


class _Quit(Exception):
    """The learner ended the session, or there is no more input."""


class _Moved(Exception):
    """A command changed what comes next; the showing at hand is over without an answer."""


@dataclass(frozen=True, slots=True)
class _Shown:
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
    queue: tuple[str, ...]
    cards: dict[str, Card]
    ahead: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    last: tuple[str, Answered] | None = None  # course and answer that a key may still re-rate
    hinted: bool = False
    seen: set[str] = field(default_factory=set)

    def run(self) -> int:
        """Ask until the learner quits or input ends; the exit code is 0.

        A signal ends with the summary and is raised again, for its own exit code.
        """
        try:
            while True:
                with contextlib.suppress(_Moved):
                    while self.queue:
                        self._ask(self.queue[0])
                    self._after_the_last()
        except _Quit:
            self._summarise()
        except Stopped:
            with contextlib.suppress(ClosedOutput, OSError):
                self._summarise()
            raise
        return 0

    # --- one showing ----------------------------------------------------------------------------

    def _ask(self, ref: str) -> None:
        course = self.library.entry(ref).course
        card = self.store.card(self.context.learner, course, ref)
        if not self.ahead and not self._is_wanted(card):
            say(f"{ref}: answered elsewhere in the meantime; skipped.", role="dim")
            self._drop(ref)
            return
        try:
            seed = derive_seed(self.context.learner, ref, card.reviews)
            variant = make_variant(self.library.question(ref), seed)
        except ContentError as broken:
            err(f"{ref}: cannot be asked: {broken}; skipped (see: quiz check)")
            self._drop(ref)
            return
        self.seen.add(ref)
        standing = "new" if card.live_reviews == 0 else "again"
        show_question(variant, f"({standing}; {plural(len(self.queue), 'question')} left)")
        self.hinted = False
        shown = _Shown(variant, card, course, monotonic_ms())
        if variant.kind == "recall":
            self._recall(shown)
        else:
            self._graded(shown)
        out()

    def _is_wanted(self, card: Card) -> bool:
        today = self.context.moment().study_day
        return not card.suspended and (
            card.state.due_day is None or is_due(card, today) or in_drill(card, today)
        )

    def _graded(self, shown: _Shown) -> None:
        """Ask until a response is read as a value; that one ends the review."""
        variant = shown.variant
        comma = self.library.courses[shown.course].decimal_comma
        while True:
            text = self._line(shown)
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
        if not isinstance(reading, Ambiguous | Unreadable):
            out("Nothing was typed; answer, or :g to give up.")
            return
        say(reading.message)
        if isinstance(reading, Ambiguous):
            for possible in reading.readings:
                say(possible, indent="  ")
        out("That cost nothing; answer again.", role="dim")

    def _recall(self, shown: _Shown) -> None:
        """Two lines: the response, then how well it was recalled, by digit or by ticks."""
        answer = shown.variant.question.answer
        assert answer.kind == "recall"
        out("Answer in your own words, then compare (an empty line shows the model answer).")
        text = self._line(shown)
        if text is None:
            self._give_up(shown)
            return
        out("Model answer:", role="strong")
        say(answer.model, indent="  ")
        for number, point in enumerate(answer.checklist, start=1):
            say(f"{number}. {point}", indent="  ")
        out(
            "Tick what you had (+1,3; + for none; +all), or rate it 0 to 5."
            if answer.checklist
            else "Rate it 0 (forgotten) to 5 (easy)."
        )
        while True:
            said = self._line(shown, prompt="rating> ")
            if said is None:
                self._give_up(shown, response=text)
                return
            rating = self._recall_rating(said.strip(), len(answer.checklist))
            if rating is None:
                out("A digit 0 to 5" + (", or ticks like +1,3." if answer.checklist else "."))
                continue
            reading = {"state": "value", "ticks": said.strip()}
            answered = self._commit(shown, rating, response=text, reading=reading, verdict="self")
            if answered is not None:
                out(f"Rated {rating} ({RATING_WORDS[rating]}).")
                self._after(shown, answered, show_key=False)
            return

    @staticmethod
    def _recall_rating(text: str, total: int) -> int | None:
        if len(text) == 1 and text in "012345":
            return int(text)
        ticked = ticks(text, total) if total else None
        return None if ticked is None else recall_rating(len(ticked), total)

    def _give_up(self, shown: _Shown, response: str = "") -> None:
        answered = self._commit(
            shown, 0, response=response, reading={"state": "blank"}, verdict="given_up"
        )
        if answered is not None:
            out("Given up.")
            self._after(shown, answered, show_key=True)

    # --- committing and what follows ------------------------------------------------------------

    def _commit(
        self,
        shown: _Shown,
        rating: int,
        *,
        response: str,
        reading: Mapping[str, object],
        verdict: Verdict,
        score: Fraction | None = None,
        mistake: str | None = None,
    ) -> Answered | None:
        """Store the review before anything is shown of it; None if it was answered elsewhere."""
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
            answered = self.store.answer(
                self.context.moment(), self.context.learner, shown.course, showing, rating
            )
        except AnsweredElsewhere:
            say(f"{variant.ref}: answered elsewhere in the meantime; this answer was not counted.")
            self._drop(variant.ref)
            return None
        except StoreError:
            err(f"{variant.name}: this answer was NOT saved; enter it again later: {response}")
            raise
        self.counts[verdict] += 1
        changeable = verdict == "right" and not self.hinted
        self.last = (shown.course, answered) if changeable else None
        self._move_on(variant.ref, answered)
        return answered

    def _move_on(self, ref: str, answered: Answered) -> None:
        """Put the question where its card belongs now: at the end again, or out of the queue."""
        self.cards[ref] = answered.after
        rest = tuple(other for other in self.queue if other != ref)
        if self.ahead:
            self.queue = rest
        else:
            self.queue = after_answer((ref, *rest), self.cards, answered.event.study_day)

    def _drop(self, ref: str) -> None:
        self.queue = tuple(other for other in self.queue if other != ref)

    def _after(self, shown: _Shown, answered: Answered, *, show_key: bool) -> None:
        variant = shown.variant
        if show_key and variant.kind != "recall":
            say(f"Key: {key_words(variant)}")
        elif show_key:
            say(f"Model answer: {key_words(variant)}")
        if variant.explanation:
            say(variant.explanation, indent="  ")
        self._say_when(answered)
        if self.last is not None:
            out(":5 if that was easy, :3 if it was hard.", role="dim")

    def _say_when(self, answered: Answered) -> None:
        today, after = answered.event.study_day, answered.after
        if answered.event.role == "ahead":
            say(f"Practice; nothing moved. {self._next_words(after, today)}")
        elif answered.event.question in self.queue:
            out("Asked again later today.")
        else:
            say(self._next_words(after, today))

    @staticmethod
    def _next_words(card: Card, today: date) -> str:
        due = card.state.due_day
        return f"Next: {in_days(due, today)}." if due else ""

    # --- lines and commands ---------------------------------------------------------------------

    def _line(self, shown: _Shown | None, prompt: str = "> ") -> str | None:
        """The next response, or None for giving up; commands are carried out on the way."""
        while True:
            said = listen(prompt)
            match said:
                case End():
                    raise _Quit
                case Line():
                    return said.text
                case Command(name="quit"):
                    raise _Quit
                case Command(name="give up"):
                    if shown is not None:
                        return None
                    out("There is no question to give up.")
                case Command():
                    self._carry_out(said, shown)

    def _carry_out(self, command: Command, shown: _Shown | None) -> None:
        match command.name:
            case "hint":
                self._hint(shown)
            case "undo":
                self._undo()
            case "suspend":
                self._suspend(shown)
            case "easy":
                self._rerate(5)
            case "hard":
                self._rerate(3)
            case "keys":
                out(KEYS)
            case _:
                out(f"There is no command {command.typed}.\n{KEYS}")

    def _hint(self, shown: _Shown | None) -> None:
        if shown is None or not shown.variant.hint:
            out("There is no hint here.")
            return
        self.hinted = True
        say(f"Hint: {shown.variant.hint}")

    def _undo(self) -> None:
        undone = self.store.undo(self.context.moment(), self.context.learner)
        self.last = None
        if undone is None:
            out("There is nothing to take back.")
            return
        event = undone.taken_back
        say(taken_back(event))
        if event.kind == "review" and event.verdict is not None:
            self.counts[event.verdict] -= self.counts[event.verdict] > 0
        if undone.card is not None:
            self.cards[event.question] = undone.card
        if event.kind == "rerate":
            self._after_rerate_undone(event.question)
        elif event.kind in ("review", "suspend") and event.question in self.seen:
            self._drop(event.question)
            self.queue = (event.question, *self.queue)
        raise _Moved

    def _after_rerate_undone(self, ref: str) -> None:
        """A drill that the undone re-rating had begun is over; one that it had ended goes on."""
        self._drop(ref)
        today = self.context.moment().study_day
        card = self.cards.get(ref)
        if card is not None and not self.ahead and (is_due(card, today) or in_drill(card, today)):
            self.queue = (*self.queue, ref)

    def _suspend(self, shown: _Shown | None) -> None:
        if shown is None:
            out("There is no question to suspend.")
            return
        ref = shown.variant.ref
        self.store.suspend(self.context.moment(), self.context.learner, shown.course, ref)
        say(f"{ref} is suspended; quiz unsuspend {ref} brings it back, :u too.")
        self.last = None
        self._drop(ref)
        raise _Moved

    def _rerate(self, rating: int) -> None:
        if self.last is None:
            out("Only this session's last answer, right without a hint, can be made easy or hard.")
            return
        course, answered = self.last
        rerated = self.store.rerate(
            self.context.moment(), self.context.learner, course, answered.event.id, rating
        )
        self._move_on(answered.event.question, rerated)
        out(f"Rated {rating} ({RATING_WORDS[rating]}).")
        self._say_when(rerated)

    # --- the end --------------------------------------------------------------------------------

    def _after_the_last(self) -> None:
        out("That was the last question. Enter ends; :u takes the last answer back.")
        while self._line(None):
            out("Enter ends; :u takes the last answer back, :5 and :3 re-rate it.")
        raise _Quit

    def _summarise(self) -> None:
        out(self._summary())

    def _summary(self) -> str:
        total = sum(self.counts.values())
        if not total:
            return "Nothing answered; nothing changed."
        words = {
            "right": "right", "partly": "partly right", "mistake": "recognised mistakes",
            "wrong": "wrong", "given_up": "given up", "self": "recalled",
        }  # fmt: skip
        parts = [f"{self.counts[name]} {word}" for name, word in words.items() if self.counts[name]]
        left = len(self.queue)
        rest = f"; {plural(left, 'question')} left" if left else ""
        return f"{plural(total, 'answer')} saved: {', '.join(parts)}{rest}."
