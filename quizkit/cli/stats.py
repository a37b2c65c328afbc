"""`quiz stats`: look back on what was done, and ahead on what falls due."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import out_lines, out_raw

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from quizkit.reports.days import Day
    from quizkit.reports.standing import Counts, Known
    from quizkit.reports.summary import Summary
    from quizkit.reports.trouble import Mistake
    from quizkit.store.index import Library
    from quizkit.store.store import Store


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def stats(context: Context, as_json: bool) -> None:
    """Look back on what was done, and ahead on what falls due.

    Example: quiz stats --json
    """
    library = context.library()
    found = gather(
        library, context.store(writes=False), context.learner, context.moment().study_day
    )
    if as_json:
        from quizkit.cli.shapes.stats_json import shape

        out_raw(json.dumps(shape(found), ensure_ascii=False))
        return
    from quizkit.cli.shapes.stats_text import lines

    out_lines(lines(found))


MOST_QUESTIONS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """On which study day a mistake was made last, and in which questions how often, most first."""

    last_day: date | None
    questions: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the command prints: the summary with the names of what it is about.

    `made` says of each mistake on which study day it was made last, and where how often.
    """

    learner: str
    library: Library
    summary: Summary
    made: Mapping[str, Made]

    def objectives(self) -> dict[tuple[str, str], Counts]:
        """How the questions stand by course and objective; lessons without one are left out."""
        from quizkit.reports.standing import Counts

        found: dict[tuple[str, str], Counts] = {}
        for lesson, counts in self.summary.lessons.items():
            if objective := self.library.objectives[lesson]:
                key = (self.library.course_of(lesson), objective)
                found.setdefault(key, Counts()).add(counts)
        return found


def gather(library: Library, store: Store, learner: str, today: date) -> Found:
    """The learner's past over all loaded courses, each question under its present name."""
    from quizkit.reports.days import add_days
    from quizkit.reports.summary import look_back

    days: dict[date, Day] = {}
    cards: dict[str, Known] = {}
    mistakes: list[Mistake] = []
    for course in library.courses:
        past = store.looked_back(learner, course)
        days = add_days(days, past.days) if days else dict(past.days)
        cards.update(past.cards)
        mistakes += past.mistakes
    for _, ref, former in library.renamed:
        # Its card takes the new name at the next review; until then the old name has it.
        old = next((name for name in former if name in cards), None)
        if old is not None and ref not in cards:
            cards[ref] = cards.pop(old)._replace(question=ref)
    questions = {lesson: library.refs(lesson) for lesson in library.lessons}
    summary = look_back(questions, days, cards, mistakes, today)
    return Found(
        learner=learner,
        library=library,
        summary=summary,
        made={
            mistake.name: _made(learner, library, store, mistake) for mistake in summary.mistakes
        },
    )


def _made(learner: str, library: Library, store: Store, mistake: Mistake) -> Made:
    questions: list[tuple[str, int]] = []
    last: date | None = None
    for course in library.courses:
        questions += store.mistaken(learner, course, mistake.name, MOST_QUESTIONS)
        row = store.event(learner, course, mistake.last_id)
        last = row.study_day if row is not None else last
    questions.sort(key=lambda pair: -pair[1])
    return Made(last_day=last, questions=tuple(questions[:MOST_QUESTIONS]))
