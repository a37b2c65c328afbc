"""Turn the bytes of a Markdown lesson into a lesson file that loads, and what is left to do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from quizkit.content.load import parse_lesson
from quizkit.errors import ContentError
from quizkit.exchange.lesson_yaml import Tree, Word, yaml_text
from quizkit.exchange.markdown.folds import Fold, fold
from quizkit.exchange.markdown.front_matter import Entry, read_front_matter
from quizkit.exchange.markdown.items import Item, gather_answers, split_items, spread_answers
from quizkit.exchange.markdown.known import Known, id_of_stem
from quizkit.exchange.markdown.naming import named_by_header
from quizkit.exchange.markdown.questions import question, rep, wrapped
from quizkit.exchange.markdown.reading import Reading
from quizkit.exchange.markdown.sections import Header, Section, split_sections
from quizkit.exchange.markdown.slugs import Ids, slug
from quizkit.exchange.markdown.source import Notices, Row, is_rule, joined, paragraphs, read_rows

_SCHEMA_LINE = "# yaml-language-server: $schema=../lesson.schema.json\n"
_APART = frozenset({"todo", "warm_up", "notes", "practice", "reps", "further"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A lesson file's text; what there is of each kind; sentences about lines of the Markdown."""

    id: str
    text: str
    counts: dict[str, int]
    todos: int
    notices: tuple[str, ...]


def import_lesson(
    file: str,
    data: bytes,
    *,
    known: Known | None = None,
    lesson_id: str = "",
    number: int | None = None,
) -> Imported:
    """Make the lesson file; `known` is what the course it is meant for has, if it has one.

    Raises ContentError for a file that is no lesson, naming the line.
    """
    notices = Notices(file=file)
    fields, rows = read_front_matter(file, read_rows(file, data, notices))
    header, sections = split_sections(rows)
    if not any(section.name not in ("other", "answers") for section in sections):
        raise ContentError(
            f"{file}: no section of a lesson is in it; "
            "write headings like ## Warm-up, ## Know this, ## Practice"
        )
    draft = _Draft(file, fields, header, sections, known, notices)
    root = draft.root(lesson_id, number)
    lesson = str(root["id"].text) if isinstance(root["id"], Word) else str(root["id"])
    text = _SCHEMA_LINE + draft.comments() + yaml_text(root, apart=_APART)
    parsed = parse_lesson(file, text.encode())
    if parsed.value is None:
        raise ContentError(
            f"{file}: the lesson made of it does not load; please report this", parsed.findings
        )
    return Imported(
        id=lesson,
        text=text,
        counts=draft.counts(root),
        todos=len(re.findall(r"^[ -]*todo:", text, re.MULTILINE)),
        notices=tuple(notices.said),
    )


@dataclass(slots=True)
class _Draft:
    """One lesson in the making."""

    file: str
    fields: dict[str, Entry]
    header: Header
    sections: Sequence[Section]
    known: Known | None
    notices: Notices
    ids: Ids = field(default_factory=Ids)
    todo: list[str] = field(default_factory=list)

    def root(self, wanted_id: str, wanted_number: int | None) -> dict[str, Tree]:
        """The whole lesson as a tree."""
        lesson = wanted_id or self._id()
        root: dict[str, Tree] = {
            "id": Word(lesson) if re.search(r"[a-z]", lesson) and "-" in lesson else lesson,
            "number": Word(str(self._number(lesson) if wanted_number is None else wanted_number)),
            "title": self._title(lesson),
        }
        summary = self._field("description", "summary", "subtitle", "abstract")
        asked = self._questions()
        reps = self._reps()
        reading = Reading()
        for section in self.sections:
            if section.name == "further":
                reading.take(section, self.notices)
        named = named_by_header(self.header.fields, self.fields, self.known)
        for link in named.links:
            reading.add(link)
        self.todo += named.todo
        notes = "\n\n".join(part for part in (self._notes(), reading.left) if part)
        if summary or named.objective_words:
            root["summary"] = " ".join((summary or named.objective_words).split())
        if named.objective:
            root["objective"] = Word(named.objective)
        if named.requires:
            root["requires"] = [Word(one) for one in named.requires]
        if named.sources:
            root["sources"] = [Word(one) for one in named.sources]
        if self.todo:
            root["todo"] = "\n".join(map(wrapped, self.todo))
        if asked["warm_up"]:
            root["warm_up"] = asked["warm_up"]
        if notes:
            root["notes"] = notes
        if asked["practice"]:
            root["practice"] = asked["practice"]
        if reps:
            root["reps"] = reps
        if reading.entries:
            root["further"] = reading.entries
        return root

    @staticmethod
    def counts(root: dict[str, Tree]) -> dict[str, int]:
        """How many there are of each part."""
        parts = ("warm_up", "practice", "reps", "further")
        return {part: len(root[part]) if part in root else 0 for part in parts}  # type: ignore[arg-type]

    def comments(self) -> str:
        """The header's own words, which ids alone do not keep."""
        names = {"objective": "objective", "sources": "primary source", "requires": "prerequisites"}
        lines = [
            f"# {names[name]}: {' '.join(text.split())}"
            for name, pieces in self.header.fields.items()
            for _, text in pieces
        ]
        return "".join(f"{line}\n" for line in lines)

    # --- what it is called --------------------------------------------------------------------

    def _field(self, *names: str) -> str:
        return next((self.fields[name].text for name in names if name in self.fields), "")

    def _id(self) -> str:
        stem = PurePath(self.file).stem
        named = self._field("id", "slug")
        from_file = id_of_stem(stem) if stem not in ("-", "index", "README", "readme") else ""
        # Ids are names for ever, and a number says nothing.
        telling = "" if _ONLY_NUMBERED.fullmatch(from_file) else from_file
        title = slug(_bare_title(self._field("title") or self.header.title), 6)
        if not named and not telling and not title:
            self.todo.append("Neither file nor title gives an id; write one: it is kept for ever.")
        return slug(named, 12) or telling or title or from_file or "lesson"

    def _number(self, lesson: str) -> int:
        named = self._field("number", "lesson", "order", "nav_order", "sidebar_position", "weight")
        if re.fullmatch(r"\d{1,6}", named):
            return int(named)
        known = self.known.lessons if self.known else ()
        own = [one.number for one in known if one.id == lesson]
        stem = re.match(
            r"(?:(?:lesson|chapter|module|unit)[\s_-]*)?(\d{1,6})(?!\d)",
            PurePath(self.file).name,
            re.I,
        )
        title = _NUMBERED.match(self._field("title") or self.header.title)
        if stem:
            return int(stem[1])
        if title:
            return int(title["named"] or title["bare"])
        if own:
            return own[0]
        if not known:
            self.todo.append("The lesson says no number; write where it stands in its course.")
            return 1
        return max(one.number for one in known) + 1

    def _title(self, lesson: str) -> str:
        title = self._field("title", "name") or self.header.title
        if not title:
            self.todo.append("The lesson has no title; write one.")
        return _bare_title(title) or lesson.replace("-", " ").capitalize()

    # --- questions ----------------------------------------------------------------------------

    def _questions(self) -> dict[str, list[Tree]]:
        items: dict[str, list[Item]] = {"warm_up": [], "practice": []}
        for section in self.sections:
            if section.name in items:
                found = split_items(section.rows, self.notices)
                items[section.name] += found.items
                self._loose(section, found.loose, asked=bool(found.items))
        everything = [*items["warm_up"], *items["practice"]]
        for part in items.values():
            gather_answers(part)
        for section in self.sections:
            if section.name == "answers":
                self._answers(section, items, everything)
        asked: dict[str, list[Tree]] = {"warm_up": [], "practice": []}
        for name, part in items.items():
            for index, item in enumerate(part, start=1):
                asked[name].append(question(item, self.ids, f"{name.replace('_', '-')}-{index}"))
        return asked

    def _answers(self, section: Section, items: dict[str, list[Item]], all_: list[Item]) -> None:
        """Answers in a section of their own: by number, or by number under the part's name."""
        parts: dict[str, list[Row]] = {"": []}
        here = ""
        for row in section.rows:
            name = next(
                (n for n in items if re.match(rf"\W*{n.replace('_', '.?')}\W*$", row.text, re.I)),
                None,
            )
            if name:
                here = name
                parts[here] = []
            else:
                parts[here].append(row)
        lost: list[int] = []
        for name, rows in parts.items():
            among = items[name] if name else all_
            if not name and len({item.number for item in all_}) < len(all_):
                among = items["practice"] if not items["warm_up"] else []
            plain: list[Row | None] = []
            for piece in fold(rows, self.notices):
                plain += piece.rows if isinstance(piece, Fold) else [piece]
            lost += spread_answers([row for row in plain if row is not None], among)
        if lost:
            numbers = ", ".join(map(str, lost))
            self.todo.append(
                f'Answers {numbers} under "{section.title}" belong to no one question.'
            )
            self.notices.say(section.line, f"answers {numbers} belong to no one question")

    def _loose(self, section: Section, rows: Sequence[Row], *, asked: bool) -> None:
        """Text beside the questions: kept as something to do unless it only says how to answer."""
        left = []
        for group in paragraphs(rows):
            text = joined(group)
            heading = re.fullmatch(r"#+\s+(.*)", text)
            if (heading and len(heading[1].split()) <= 4) or is_rule(text):
                continue
            if len(text) < 200 and _INSTRUCTION.match(text.lstrip("*_> (")):
                continue
            left.append(text)
        if left:
            whole = "\n\n".join(left)
            self.todo.append(f'Under "{section.title}" stands text that is no question:\n{whole}')
            self.notices.say(section.line, f'text under "{section.title}" is no question; see todo')
        if not asked and not left:
            self.notices.say(section.line, f'"{section.title}" holds no question')

    # --- notes --------------------------------------------------------------------------------

    def _notes(self) -> str:
        parts = []
        intro = joined([row for row in self.header.rest if not _is_table_rule(row.text)])
        if intro:
            parts.append(intro)
        for section in self.sections:
            text = self._prose(section.rows)
            if section.name == "notes":
                parts.append(text)
            elif section.name == "other":
                parts.append(f"## {section.title}\n\n{text}".strip())
        return "\n\n".join(part for part in parts if part)

    def _prose(self, rows: Sequence[Row]) -> str:
        """Notes with headings from the second level on and folded blocks laid open."""
        depths = [len(m[1]) for row in rows if not row.code and (m := _HEADING.match(row.text))]
        shift = max(0, min(depths) - 2) if depths else 0
        flat: list[Row] = []
        for piece in fold(rows, self.notices, labels=False):
            if isinstance(piece, Fold):
                flat += [Row(piece.line, ""), Row(piece.line, f"**{_bare_html(piece.summary)}**")]
                flat += [Row(piece.line, ""), *piece.rows, Row(piece.line, "")]
            elif shift and not piece.code and _HEADING.match(piece.text):
                flat.append(piece.having(piece.text[shift:]))
            else:
                flat.append(piece)
        return joined(flat)

    # --- reps and links -----------------------------------------------------------------------

    def _reps(self) -> list[Tree]:
        reps: list[Tree] = []
        for section in self.sections:
            if section.name != "reps":
                continue
            found = split_items(section.rows, self.notices)
            items = found.items
            if items:
                self._loose(section, found.loose, asked=True)
            else:
                items = [
                    Item(line=group[0].number, number=None, prompt=group)
                    for group in paragraphs(section.rows)
                    if not is_rule(group[0].text)
                ]
            for item in items:
                if joined(item.prompt) or item.options:
                    reps.append(rep(item, self.ids, f"rep-{len(reps) + 1}"))
        return reps


_HEADING = re.compile(r"(#{1,6})\s")
_NUMBERED = re.compile(
    r"(?:lesson|chapter|module|unit)\s*#?0*(?P<named>\d{1,6})\b\s*[:.)·|—–-]*\s*"
    r"|#?0*(?P<bare>\d{1,4})\s*[:.)·|—–-]\s+(?=\D)",
    re.I,
)
_ONLY_NUMBERED = re.compile(r"(?:(?:lesson|chapter|module|unit|week|day|part)-?)?[\d-]*")
_INSTRUCTION = re.compile(
    r"(?:answer|try|do|attempt|work|cover|write|no peeking|no looking|from memory|before|take|"
    r"spend|close|don't|do not|without|these|tick|check|open|retrieve|recall|aim|"
    r"pick|choose|type|say)\b",
    re.IGNORECASE,
)


def _bare_title(title: str) -> str:
    title = re.sub(r"\*\*|__|`", "", title)
    return " ".join(_NUMBERED.sub("", title, count=1).split()) or " ".join(title.split())


def _bare_html(text: str) -> str:
    return re.sub(r"<[^>]*>|\*\*", "", text).strip() or "More"


def _is_table_rule(text: str) -> bool:
    return bool(re.fullmatch(r"\s*\|?[\s:|-]*-{2,}[\s:|-]*\|?", text)) and "|" in text
