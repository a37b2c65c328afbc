"""Turn the header's objective, sources and prerequisites into ids, and what is left to do there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from quizkit.exchange.markdown.front_matter import Entry
from quizkit.exchange.markdown.known import (
    Known,
    Link,
    find_objective,
    find_source,
    lesson_ids,
    links,
)
from quizkit.exchange.markdown.sections import HeaderName
from quizkit.exchange.markdown.slugs import slug


@dataclass(slots=True)
class Named:
    """The ids that a header comes to; `links` are sources that the course does not have yet."""

    objective: str = ""
    objective_words: str = ""
    requires: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    todo: list[str] = field(default_factory=list)


def named_by_header(
    header: Mapping[HeaderName, Sequence[tuple[int, str]]],
    fields: Mapping[str, Entry],
    known: Known | None,
) -> Named:
    """What the header and the front matter name.

    In a known course an id is written only if the course has it: a lesson that names others would
    not load. Without a course, ids are made of titles and addresses.
    """
    named = Named()
    _objective(named, _pieces(header, fields, "objective", _OBJECTIVE_KEYS), known)
    for piece in _pieces(header, fields, "requires", _REQUIRES_KEYS):
        ids, strange = lesson_ids(known, piece)
        named.requires += [one for one in ids if one not in named.requires]
        where = "its lesson's id" if known is None else "the course has no such lesson"
        named.todo += [f"Prerequisite {one}: write it under requires ({where})." for one in strange]
    if named.requires and known is None:
        named.todo.append("See that requires names ids of the course's lessons.")
    for piece in _pieces(header, fields, "sources", _SOURCES_KEYS):
        for link in links(piece) or [Link(title=piece, url="", around="")]:
            _source(named, link, known)
    return named


_OBJECTIVE_KEYS = ("objective", "objectives", "goal", "learning_objectives")
_REQUIRES_KEYS = ("prerequisites", "requires", "prereqs", "prerequisite")
_SOURCES_KEYS = ("source", "sources", "primary_source", "primary_sources", "references")


def _pieces(
    header: Mapping[HeaderName, Sequence[tuple[int, str]]],
    fields: Mapping[str, Entry],
    name: HeaderName,
    keys: Sequence[str],
) -> list[str]:
    said = [text for _, text in header.get(name, ())]
    said += [text for key in keys if key in fields for text in fields[key].texts]
    return [text for text in said if re.search(r"\w", text)]


def _objective(named: Named, pieces: Sequence[str], known: Known | None) -> None:
    for piece in pieces:
        found = find_objective(known, piece) if known else _plain_id(piece)
        if found:
            named.objective = found
            named.objective_words = "" if _plain_id(piece) else pieces[0]
            return
    if pieces:
        words = "\n".join(" ".join(piece.split()) for piece in pieces)
        named.objective_words = "" if _plain_id(pieces[0]) else pieces[0]
        named.todo.append(
            f"Add the objective to course.yaml and write its id as objective:\n{words}"
        )


def _source(named: Named, link: Link, known: Known | None) -> None:
    title = link.title or link.around or link.url
    plain = _plain_id(title) if not link.url else ""
    name = find_source(known, link) if known else (plain or slug(title, telling=True))
    if known is None and not link.url and not plain:
        name = ""
    if name and name not in named.sources:
        named.sources.append(name)
    if name and (known or plain):
        return
    if not re.match(r"https?://[^\s/]", link.url):
        named.todo.append(
            f"Add this source to course.yaml, and its id to sources: {title} {link.url}".rstrip()
        )
        return
    named.todo.append(
        "Add this source to course.yaml"
        + ("" if known is None else ", and its id to sources")
        + f":\n  - id: {name or slug(title, telling=True) or 'its-id'}"
        + f"\n    title: {title}\n    url: {link.url}"
    )
    if known is not None:  # learners still find it
        named.links.append(f"[{title}]({link.url}): primary source")


def _plain_id(text: str) -> str:
    """An id that the header names itself: `zero-fsdp`."""
    plain = text.strip("`* .")
    return plain if re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)+", plain) else ""
