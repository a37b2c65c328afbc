"""`quiz glossary`: find the terms of the courses, however roughly they are named."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import Line, err, out, out_raw
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.content.course import Course, Term

_MOST_MENTIONS = 8

Match = Literal["all", "exact", "prefix", "substring", "near"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A term and the course that explains it."""

    course: Course
    term: Term


@click.command()
@click.argument("words", metavar="[TERM]", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--no-pager", is_flag=True, help="Print long lists without a pager.")
@click.pass_obj
def glossary(context: Context, words: tuple[str, ...], as_json: bool, no_pager: bool) -> None:
    """Explain a term of the course, or all of them.

    Example: quiz glossary reduce-scatter
    """
    from quizkit.cli.page.pager import page, reading_cells

    library = context.library()
    known = [
        Found(course=course, term=term)
        for course in library.courses.values()
        for term in sorted(course.glossary, key=lambda one: one.term.casefold())
    ]
    wanted = " ".join(" ".join(words).split())
    match, found = look_up(known, wanted) if wanted else ("all", known)
    if wanted and not found:
        raise UsageError(
            f'no term is anything like "{wanted}"; quiz glossary lists all'
            if known
            else "there is no glossary here"
        )
    mentions = mentioned_under(known, wanted, found) if wanted else []
    if as_json:
        out_raw(json.dumps(_json(match, found, mentions), ensure_ascii=False))
        return
    if not found:
        out("There are no terms.")
        return
    if match == "near":
        err(f'There is no term "{wanted}"; the nearest:')
    several = len(library.courses) > 1
    cells = reading_cells()
    page(
        lambda marks: list(_lines(found, mentions, several, cells, marks=marks)),
        pages=not no_pager,
    )


def look_up(known: Sequence[Found], wanted: str) -> tuple[Match, list[Found]]:
    """The terms that are meant, by the best kind of match that finds any."""
    sought = _folded(wanted)
    named = [(one, names(one.term)) for one in known]
    exact = [one for one, own in named if sought in own]
    if exact:
        return "exact", exact
    prefix = [one for one, own in named if any(name.startswith(sought) for name in own)]
    if prefix:
        return "prefix", prefix
    inside = [one for one, own in named if any(sought in name for name in own)]
    if inside:
        return "substring", inside
    everything = list(dict.fromkeys(name for _, own in named for name in own))
    near = get_close_matches(sought[:100], everything, n=3)
    return "near", [one for name in near for one, own in named if name in own]


def names(term: Term) -> tuple[str, ...]:
    """All that a term may be called: itself, its id, and what stands in brackets behind it.

    >>> from quizkit.content.course import Term
    >>> names(Term(id="degree", term="Data-parallel degree (N_d, d)", text="..."))
    ('data parallel degree (n d, d)', 'degree', 'data parallel degree', 'n d', 'd')
    """
    found = [term.term, term.id]
    if bracket := re.fullmatch(r"(.+?)\s*\((.+)\)", term.term):
        found += [bracket[1], *bracket[2].split(",")]
    return tuple(dict.fromkeys(filter(None, map(_folded, found))))


def mentioned_under(known: Sequence[Found], wanted: str, found: Sequence[Found]) -> list[Found]:
    """Other terms whose explanations hold the whole word."""
    sought = _folded(wanted)
    if len(sought) < 2:
        return []
    whole = re.compile(rf"(?<!\w){re.escape(sought)}(?!\w)")
    return [one for one in known if one not in found and whole.search(_folded(one.term.text))]


def _folded(text: str) -> str:
    """As one compares: in lower case, hyphens and underscores as blanks."""
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").split())


def _lines(
    found: Sequence[Found],
    mentions: Sequence[Found],
    several: bool,
    cells: int,
    *,
    marks: bool,
) -> Iterator[Line]:
    from quizkit.cli.page.markdown import markdown
    from quizkit.cli.page.spans import wrapped

    for place, one in enumerate(found):
        if place:
            yield ()
        course = f"  ({one.course.title})" if several else ""
        yield ((one.term.term, "strong"), (course, "dim"))
        for line in markdown(one.term.text, cells - 2, marks=marks):
            yield (("  ", None), *line) if line else ()
    if mentions:
        yield ()
        others = ", ".join(one.term.term for one in mentions[:_MOST_MENTIONS])
        left = len(mentions) - _MOST_MENTIONS
        others += f" and {left} more" if left > 0 else ""
        yield from wrapped([(f"Mentioned under: {others}", "dim")], cells, rest="  ")


def _json(match: Match, found: Sequence[Found], mentions: Sequence[Found]) -> dict[str, object]:
    return {
        "schema": "quizkit.glossary/1",
        "match": match,
        "terms": [
            {
                "term": one.term.term,
                "id": one.term.id,
                "course": one.course.id,
                "text": one.term.text.strip(),
            }
            for one in found
        ],
        "mentioned_under": [one.term.term for one in mentions],
    }
