"""`quiz review`: the daily job. Parse, open, plan the queue, hand over to the session."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, NamedTuple

import click

from quizkit.cli.context import Context
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quizkit.cli.counting import Sitting
    from quizkit.cli.sitting.resuming import Memory
    from quizkit.cli.sitting.running_queue import RunningQueue
    from quizkit.cli.sitting.session import Session
    from quizkit.session import Card
    from quizkit.store.index import Library
    from quizkit.store.store import Store


# A named tuple, as every start makes the class: a dataclass takes eight times as long to make.
class Choice(NamedTuple):
    """What the flags of a session choose; two sessions with the same choice may be one."""

    lesson: str | None
    tag: str | None
    new: int | None
    limit: int | None
    ahead: bool
    missed: bool
    leeches: bool

    @property
    def practises(self) -> bool:
        """Whether questions are asked that are not due."""
        return self.ahead or self.missed or self.leeches


@click.command()
@click.option(
    "--lesson",
    metavar="LESSON",
    help="Only this lesson (id or number); its prerequisites are ignored.",
)
@click.option("--tag", metavar="TAG", help="Only questions with this tag.")
@click.option("--new", "new", type=click.IntRange(0, 9999), help="New questions today, at most.")
@click.option("--limit", type=click.IntRange(1, 99999), help="Questions in this session, at most.")
@click.option("--ahead", is_flag=True, help="Practise what is not due; it moves nothing.")
@click.option("--missed", is_flag=True, help="Practise what was missed today.")
@click.option("--leeches", is_flag=True, help="Practise what was forgotten 8 times or more.")
@click.option("--line", is_flag=True, help="One line per prompt, for pipes and scripts.")
@click.option(
    "--accessible", is_flag=True, help="Plain lines without redrawing, for screen readers."
)
@click.pass_obj
def review(
    context: Context,
    lesson: str | None,
    tag: str | None,
    new: int | None,
    limit: int | None,
    ahead: bool,
    missed: bool,
    leeches: bool,
    line: bool,
    accessible: bool,
) -> int:
    """Answer what is due, then new questions.

    At a terminal, ? shows the keys. A session that was left goes on where it stopped, that day.

    Example: quiz review --lesson zero-1-2
    """
    from quizkit.cli.terminal import err, is_interactive, set_color

    if not line and not is_interactive():
        raise UsageError(
            "quiz review needs a terminal; for pipes and scripts use quiz review --line, "
            "which reads one answer per line"
        )
    if ahead + missed + leeches > 1:
        raise UsageError("choose one of --ahead, --missed and --leeches")
    if accessible:
        set_color("never")
    library = context.library(needs=lesson)
    if lesson is not None and lesson not in library.lessons:
        from quizkit.cli.lesson_names import find_lesson

        lesson = find_lesson(library, lesson)
    _see_that_it_exists(library, tag)
    from quizkit.cli.counting import sitting, take_over_renamed
    from quizkit.cli.sitting.clock_doubts import clock_doubt

    choice = Choice(
        lesson=lesson, tag=tag, new=new, limit=limit, ahead=ahead, missed=missed, leeches=leeches
    )
    store = context.store(writes=True)
    take_over_renamed(context, library, store)
    now = sitting(context, library, store, new_per_day=new)
    if doubt := clock_doubt(context, library, store, now):
        err(doubt)
    return _sit(context, library, store, now, choice, line=line, accessible=accessible)


def _see_that_it_exists(library: Library, tag: str | None) -> None:
    if tag is not None and not any(tag in entry.tags for entry in library.entries):
        known = ", ".join(sorted({tag for entry in library.entries for tag in entry.tags}))
        raise UsageError(
            f'no question has the tag "{tag}"; '
            + (f"there are {known}" if known else "none has any")
        )


def _sit(
    context: Context,
    library: Library,
    store: Store,
    now: Sitting,
    choice: Choice,
    *,
    line: bool,
    accessible: bool,
) -> int:
    """Ask what the choice comes to, or say why that is nothing."""
    from quizkit.cli.page.wording import say
    from quizkit.cli.sitting.asking import run
    from quizkit.cli.sitting.running_queue import RunningQueue
    from quizkit.cli.sitting.session import Session
    from quizkit.cli.terminal import err, out

    refs = _planned(context, library, store, now, choice)
    if not refs:
        _say_nothing_to_ask(now, choice)
        _name_reps(context, library, store)
        return 0
    lesson = choice.lesson
    if lesson is not None and (waiting := now.unmet(library.lessons[lesson])):
        err(f"{lesson} builds on {', '.join(waiting)}, not started yet; going on without.")
    queue = RunningQueue(refs, now.cards_of(refs), practice=choice.practises)
    memory: Memory | None = None
    if line:
        # It remembers no queue: the log says what is left, except of a session with a limit.
        resumes = not choice.practises and choice.limit is None
        if resumes and now.has_begun(lesson=lesson, tag=choice.tag):
            err(_resuming(len(refs)))
    else:
        memory, left = _remembered(context, library, now, choice, queue)
        if left:
            say(_resuming(left), role="dim")
            out()
    session = Session(context, library, store, queue, now.today)
    with _at_the_terminal(session, line=line, accessible=accessible):
        try:
            code = run(session)
        finally:
            if memory is not None:
                memory.close()
    _name_reps(context, session.library, store)  # it may have been edited
    return code


def _resuming(left: int) -> str:
    from quizkit.cli.page.wording import plural

    return f"Resuming today's session: {plural(left, 'question')} left."


def _planned(
    context: Context, library: Library, store: Store, now: Sitting, choice: Choice
) -> tuple[str, ...]:
    """The refs of a session that starts now."""
    lesson, tag, limit = choice.lesson, choice.tag, choice.limit
    if choice.leeches:
        from quizkit.cli.sitting.hard_ones import leeches

        return leeches(now, lesson=lesson, tag=tag, limit=limit)
    if choice.missed:
        from quizkit.cli.sitting.hard_ones import missed_today

        return missed_today(
            library, store, context.learner, now, lesson=lesson, tag=tag, limit=limit
        )
    return now.plan(lesson=lesson, tag=tag, ahead=choice.ahead, limit=limit)


def _say_nothing_to_ask(now: Sitting, choice: Choice) -> None:
    from quizkit.cli.nothing_due import nothing_ahead, nothing_due
    from quizkit.cli.terminal import out

    if choice.missed:
        out("Nothing that was missed today is left to practise.")
        return
    if choice.leeches:
        out("There are no leeches: nothing was forgotten 8 times.")
        return
    lesson, tag = choice.lesson, choice.tag
    if choice.ahead:
        sentences = nothing_ahead(now, lesson=lesson, tag=tag)
    else:
        sentences = nothing_due(now, lesson=lesson, tag=tag, wants_new=choice.new != 0)
    for sentence in sentences:
        out(sentence)


def _remembered(
    context: Context, library: Library, now: Sitting, choice: Choice, queue: RunningQueue
) -> tuple[Memory, int]:
    """The session's memory, and how much an earlier one of this day left: what the queue holds."""
    from quizkit.cli.sitting.resuming import Memory, Plan, left_over
    from quizkit.session import Card

    plan = Plan(
        learner=context.learner,
        study_day=now.today.isoformat(),
        courses=tuple(library.courses),
        flags=choice._asdict(),
    )
    folder = context.places.state
    before = left_over(folder, plan)
    cards = now.cards_of((*before.queue, *before.done))

    def wanted(refs: Sequence[str]) -> list[Card]:
        known = [cards.get(ref) or Card(question=ref) for ref in refs if library.has(ref)]
        return [card for card in known if queue.wants(card, now.today)]

    left = wanted(before.queue)
    if not choice.practises:
        # What was taken back just before the end, or elsewhere since, is to be asked once more.
        again = wanted(before.done)
        first = [card for card in again if card.last_day != now.today]
        left = _within_limits([*first, *left, *(one for one in again if one not in first)], now)
    if left:
        queue.cards |= cards
        queue.refs = tuple(card.question for card in left)
    queue.memory = Memory.of(folder, plan, queue.refs, resumes=bool(left))
    return queue.memory, len(left)


def _within_limits(cards: Sequence[Card], now: Sitting) -> list[Card]:
    """As many as the day's limits still leave: other sessions may have used them since."""
    new_left, reviews_left = now.new_left, now.reviews_left
    within = []
    for card in cards:
        if card.is_new:
            new_left -= 1
            fits = new_left >= 0
        elif reviews_left is not None and card.state.repetitions and card.is_due(now.today):
            reviews_left -= 1
            fits = reviews_left >= 0
        else:
            fits = True
        if fits:
            within.append(card)
    return within


def _at_the_terminal(
    session: Session, *, line: bool, accessible: bool
) -> AbstractContextManager[object]:
    """Give the session keys where a person sits at a terminal that has them, else lines."""
    import os

    from quizkit.cli.sitting.conversation import Lines
    from quizkit.cli.sitting.keys import Guard, Keyboard, has_keys
    from quizkit.cli.sitting.line_editor import edits
    from quizkit.cli.terminal import is_interactive

    if not is_interactive():
        return nullcontext()
    plain = line or accessible or os.environ.get("TERM", "dumb") == "dumb"
    if plain or not has_keys() or not edits():
        session.conversation = Lines(at_a_terminal=not line)
        return Guard()
    from quizkit.cli.sitting.keyed import Keyed

    keyboard = Keyboard()
    session.conversation = Keyed(keyboard)
    return keyboard


def _name_reps(context: Context, library: Library, store: Store) -> None:
    """Name the reps that are due by now, if there are any."""
    from quizkit.cli.page.wording import say
    from quizkit.cli.rep_days import due_reps, due_words

    today = context.moment().study_day
    if words := due_words(due_reps(library, store, context.learner, today)):
        say(words)
