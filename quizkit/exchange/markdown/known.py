"""Turn what a header calls sources, prerequisites and objectives into the ids of a course."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from quizkit.content.course import Objective, Source
from quizkit.exchange.markdown.slugs import slug


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownLesson:
    """A lesson that the course already has; `stem` is its file's name without ending."""

    id: str
    number: int
    title: str
    stem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the course that the lesson is meant for has already."""

    objectives: tuple[Objective, ...] = ()
    sources: tuple[Source, ...] = ()
    lessons: tuple[KnownLesson, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A Markdown link or a bare address; `around` is the text it stands in, without it."""

    title: str
    url: str
    around: str


_LINK = re.compile(
    r"(?<!!)\[(?P<title>(?:[^\[\]]|\[[^\]]{0,80}\]){0,300})\]\(<?(?P<url>[^\s()<>]{0,2000}(?:\([^\s()]{0,200}\)[^\s()<>]{0,200}){0,3})>?"
    r"(?:\s+[\"'(][^)]{0,300})?\)|<(?P<auto>https?://[^\s>]+)>|(?P<bare>https?://[^\s)<>\]]+)"
)
_LONGEST = 4000


def links(text: str) -> list[Link]:
    """The links of a text in order.

    >>> links("[ZeRO](https://arxiv.org/abs/1910.02054), section 5")
    [Link(title='ZeRO', url='https://arxiv.org/abs/1910.02054', around='section 5')]
    """
    text = text[:_LONGEST]
    matches = list(_LINK.finditer(text))
    around = _LINK.sub("", text) if len(matches) == 1 else ""
    found = []
    for match in matches:
        url = match["url"] or match["auto"] or (match["bare"] or "").rstrip(".,;:!?*_")
        title = re.sub(r"[*_`]{1,2}(?=\S)|(?<=\S)[*_`]{1,2}", "", match["title"] or "").strip()
        found.append(Link(title=title, url=url, around=_around(around)))
    return found


def _around(text: str) -> str:
    text = re.sub(r"\*\*\s*\*\*|\(\s*\)|__\s*__", "", text).strip()
    return re.sub(r"^[\s,;:.—–-]+|[\s,;:—–-]+$", "", text).strip()


# --- sources ----------------------------------------------------------------------------------


def find_source(known: Known, link: Link) -> str:
    """The id of the course's source of that address or title, or nothing."""
    for source in known.sources:
        if link.url and _address(source.url) == _address(link.url):
            return source.id
    for source in known.sources:
        if link.title and _loose(link.title) in (_loose(source.title), source.id):
            return source.id
        if not link.url and len(source.title) > 8 and _loose(source.title) in _loose(link.title):
            return source.id
    return ""


def _address(url: str) -> str:
    """An address without what does not tell two papers apart."""
    url = re.sub(r"^https?://(?:www\.)?", "", url).split("#")[0].rstrip("/")
    return re.sub(r"^(arxiv\.org)/(?:abs|pdf)/(\d+\.\d+)(?:v\d+)?(?:\.pdf)?$", r"\1/\2", url)


def _loose(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


# --- lessons ----------------------------------------------------------------------------------


def lesson_ids(known: Known | None, text: str) -> tuple[list[str], list[str]]:
    """The ids of the lessons that a text names, and the pieces that name none that is known."""
    ids: list[str] = []
    strange: list[str] = []
    named = links(text)
    pieces: Sequence[tuple[str, str]] = [(link.title, link.url) for link in named]
    if not named:
        whole = _find_lesson(known, text, "") if known else ""
        pieces = [(text, "")] if whole else [(one, "") for one in _pieces(text)]
    for title, url in pieces:
        if not re.search(r"\w", title + url) or _NONE.fullmatch(title.strip(" .*_")):
            continue
        found = _find_lesson(known, title, url)
        if found and found not in ids:
            ids.append(found)
        elif not found:
            strange.append(title if not url else f"[{title}]({url})")
    return ids, strange


_NONE = re.compile(r"none|nothing|no|n/a|—|–|-|none yet|no prerequisites?", re.IGNORECASE)


def _pieces(text: str) -> list[str]:
    text = re.sub(r"\blessons\s+(\d+)(?:\s*(?:,|and|&)\s*(?=\d))", r"lesson \1, lesson ", text)
    return [one.strip() for one in re.split(r"\s*[,;·]\s*|\s+and\s+|\s+&\s+", text) if one.strip()]


_LESSON_NUMBER = re.compile(r"(?:lesson|chapter|module|unit|l|#)?\s*#?0*(\d+)\b[\s:.)—–-]*", re.I)


def _find_lesson(known: Known | None, title: str, url: str) -> str:
    path = re.sub(r"[?#].*$", "", url).rstrip("/")
    segments = [part for part in path.split("/") if part not in ("", ".", "..")]
    if segments and segments[-1].lower() in ("index.md", "readme.md", "index.html"):
        segments.pop()
    file = segments[-1] if segments else ""
    outside = url.startswith(("http:", "https:")) and not file.endswith(".md")
    stem = "" if outside else re.sub(r"\.(?:md|markdown|mdx|html?|ya?ml)$", "", file)
    if known is None:
        own = id_of_stem(stem) if stem else ""
        plain = title.strip().strip("`*")
        return own or (plain if re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)+", plain) else "")
    names = {stem, id_of_stem(stem), title.strip().strip("`*"), slug(title, 12)} - {""}
    for lesson in known.lessons:
        if names & {lesson.id, lesson.stem} or _loose(title) == _loose(lesson.title):
            return lesson.id
    number = _LESSON_NUMBER.match(title.strip()) or _LESSON_NUMBER.match(stem)
    if number:
        for lesson in known.lessons:
            if lesson.number == int(number[1]):
                return lesson.id
    return ""


def id_of_stem(stem: str) -> str:
    """The id that a file's name gives its lesson.

    >>> id_of_stem("09-zero-1-2"), id_of_stem("Lesson 3 - Ring all-reduce")
    ('zero-1-2', 'ring-all-reduce')
    """
    name = re.sub(
        r"^(?:(?:lesson|chapter|module|unit|week)[\s_-]*)?\d+[a-z]?[\s._-]+", "", stem, flags=re.I
    )
    return slug(name or stem, 12)


def find_objective(known: Known, text: str) -> str:
    """The id of the course's objective of that text or id, or nothing."""
    for objective in known.objectives:
        if _loose(text) in (_loose(objective.text), _loose(objective.id)):
            return objective.id
        if re.search(rf"`{re.escape(objective.id)}`|[(\[]{re.escape(objective.id)}[)\]]", text):
            return objective.id
    return ""
