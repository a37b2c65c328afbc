"""Turn a session that has nothing to ask into what to say, and what to type that does ask."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from quizkit.cli.page.wording import in_days, plural

if TYPE_CHECKING:
    from quizkit.cli.counting import Sitting

_SOME_NEW = 5


def nothing_due(
    now: Sitting, *, lesson: str | None = None, tag: str | None = None, wants_new: bool = True
) -> list[str]:
    """What to say when nothing is due: when the next is, how to practise, how to get new ones.

    Only what would ask something is named; `wants_new` is false for who has just refused new ones.
    """
    next_day = now.count(lesson=lesson, tag=tag).next_due_day
    when = f" Next review: {in_days(next_day, now.today)}." if next_day else ""
    said = [f"Nothing is due.{when}"]
    if now.plan(lesson=lesson, tag=tag, ahead=True, limit=1):
        command = _review(lesson, tag, "--ahead")
        said.append(f"To practise without moving anything: {command}")
    if wants_new and _has_more_new(now, lesson, tag):
        said.append(_for_more_new(now, lesson, tag))
    return said


def nothing_ahead(now: Sitting, *, lesson: str | None = None, tag: str | None = None) -> list[str]:
    """What to say when there is nothing to practise ahead: what is open today instead."""
    said = ["There is nothing to practise ahead: no question waits for a later day."]
    counted = now.count(lesson=lesson, tag=tag)
    waiting = []
    if counted.due:
        waiting.append(f"{plural(counted.due, 'question')} due")
    if counted.new:
        waiting.append(f"{counted.new} new" if waiting else plural(counted.new, "new question"))
    if waiting:
        said.append(f"{', '.join(waiting)} today: {_review(lesson, tag)}")
    elif _has_more_new(now, lesson, tag):
        said.append(_for_more_new(now, lesson, tag))
    return said


def _has_more_new(now: Sitting, lesson: str | None, tag: str | None) -> bool:
    """Whether a higher limit of the day would bring new questions."""
    return replace(now, new_left=1).count(lesson=lesson, tag=tag).new > 0


def _for_more_new(now: Sitting, lesson: str | None, tag: str | None) -> str:
    command = _review(lesson, tag, f"--new {now.introduced + _SOME_NEW}")
    return f"For new questions today: {command}"


def _review(lesson: str | None, tag: str | None, *flags: str) -> str:
    """The command with the choice that was made.

    >>> _review("zero-1-2", None, "--ahead")
    'quiz review --lesson zero-1-2 --ahead'
    """
    chosen = [f"--lesson {lesson}"] * (lesson is not None) + [f"--tag {tag}"] * (tag is not None)
    return " ".join(["quiz review", *chosen, *flags])
