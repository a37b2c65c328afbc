"""`quiz report`: a ready text about something wrong in a course, and where to send it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import out, out_raw
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.session import Event
    from quizkit.store.index import Library


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a report is about: a question (perhaps one variant), a rep, or a whole lesson."""

    kind: str
    ref: str
    course: str
    path: str
    line: int
    variant: str | None = None
    revision: str | None = None
    calculator: str | None = None
    last: Event | None = None


@click.command()
@click.argument("name", metavar="Q[#SEED]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def report(context: Context, name: str, as_json: bool) -> None:
    """Prepare a report of something wrong in a question.

    It prints the course's tracker and a text to send; nothing is sent. Without a seed the text is
    about the variant that you answered last. A lesson or a rep may be named as well.

    Example: quiz report zero-1-2/optimizer-bytes
    """
    from importlib.metadata import version

    from quizkit.cli.show import variant_name

    ref, seed = variant_name(name)
    library = context.library(needs=ref)
    subject = _subject(context, library, ref, seed if "#" in name else None)
    tracker = library.courses[subject.course].tracker
    text = _text(subject, version("quizkit"))
    if as_json:
        shape = _json(subject, tracker, text, version("quizkit"))
        out_raw(json.dumps(shape, ensure_ascii=False))
        return
    if tracker:
        out(f"Report it at: {tracker}")
    else:
        out("The course names no tracker; send this to whoever gave you the course.")
    out()
    out(text)


def _subject(context: Context, library: Library, ref: str, seed: int | None) -> Subject:
    """What `ref` names; raises UsageError with what was meant."""
    if library.has(ref):
        return _question(context, library, ref, seed)
    if seed is not None:
        raise UsageError(f'there is no question "{ref}"{library.near(ref)}')
    lesson, mark, name = ref.partition("/")
    if lesson in library.lessons:
        outline = library.outline(lesson)
        places = {f"{lesson}/{rep.id}": rep.place for rep in outline.reps} | {lesson: outline.place}
        place = places.get(ref)
        if place is not None:
            return Subject(
                kind="rep" if mark else "lesson",
                ref=ref,
                course=library.course_of(lesson),
                path=_below_course(place.path),
                line=place.line,
            )
    near = library.near(ref)
    if not near and not name:
        from quizkit.cli.lesson_names import meant

        near = meant(ref, tuple(library.lessons))
    raise UsageError(f'there is no question, rep or lesson "{ref}"{near}')


def _question(context: Context, library: Library, ref: str, seed: int | None) -> Subject:
    from quizkit import calculators
    from quizkit.cli.card import card_of
    from quizkit.session import undone_ids

    entry = library.entry(ref)
    store = context.store(writes=False)
    names = (ref, *entry.renamed_from)
    course, kept = card_of(store, context.learner, [entry.course], names)
    events = store.events(context.learner, course, kept.question)
    undone = undone_ids(events)
    answered = [
        event
        for event in events
        if event.kind == "review" and event.id not in undone and seed in (None, event.seed)
    ]
    last = answered[-1] if answered else None
    shown = last.seed if last is not None and last.seed is not None else seed or 0
    given = library.question(ref).given
    return Subject(
        kind="question",
        ref=ref,
        course=entry.course,
        path=_below_course(entry.path),
        line=entry.line,
        variant=f"{ref}#{shown}",
        revision=entry.revision,
        calculator=calculators.find(given.calculator).stamp if given is not None else None,
        last=last,
    )


def _below_course(path: str) -> str:
    """The path from the course's own folder on: the rest says more about the machine than the text.

    >>> _below_course("/home/me/courses/llm/lessons/09-zero.yaml")
    'llm/lessons/09-zero.yaml'
    """
    parts = Path(path).parts
    return "/".join(parts[-3:])


def _text(subject: Subject, version: str) -> str:
    """The text to send, one fact a line."""
    lines = [f"{subject.kind.capitalize()}: {subject.ref}"]
    if subject.variant is not None:
        lines.append(f"Variant: {subject.variant}")
    if subject.revision is not None:
        lines.append(f"Revision: {subject.revision}{_then(subject)}")
    if subject.calculator is not None:
        lines.append(f"Calculator: {subject.calculator}")
    lines.append(f"quizkit: {version}")
    lines.append(f"Written in: {subject.path}:{subject.line}")
    if subject.kind == "question":
        lines.append(f"Last answer: {_answer(subject.last)}")
    lines += ["", "What is wrong:", ""]
    return "\n".join(lines).rstrip() + "\n"


def _then(subject: Subject) -> str:
    """What was different when it was answered."""
    last = subject.last
    if last is None:
        return ""
    parts = []
    if last.revision != subject.revision:
        parts.append(f"revision {last.revision}")
    if last.calculator is not None and last.calculator != subject.calculator:
        parts.append(f"calculator {last.calculator}")
    return f" (answered at {', '.join(parts)})" if parts else ""


def _answer(last: Event | None) -> str:
    if last is None:
        return "none yet"
    words = {"given_up": "given up", "self": f"rated {last.rating}"}
    verdict = words.get(last.verdict or "", last.verdict or "")
    response = json.dumps(last.response, ensure_ascii=False) if last.response else "nothing typed"
    mistake = f" {last.mistake}" if last.mistake else ""
    return f"{response}, {verdict}{mistake}"


def _json(subject: Subject, tracker: str, text: str, version: str) -> dict[str, object]:
    last = subject.last
    return {
        "schema": "quizkit.report/1",
        "kind": subject.kind,
        "ref": subject.ref,
        "tracker": tracker or None,
        "variant": subject.variant,
        "revision": subject.revision,
        "calculator": subject.calculator,
        "quizkit": version,
        "path": subject.path,
        "line": subject.line,
        "last_answer": None
        if last is None
        else {
            "response": last.response,
            "verdict": last.verdict,
            "mistake": last.mistake,
            "revision": last.revision,
            "study_day": last.study_day.isoformat(),
        },
        "text": text,
    }
