"""Turn what a lesson says about reading on into links with notes; the rest goes to the notes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from quizkit.exchange.lesson_yaml import Tree
from quizkit.exchange.markdown.items import split_items
from quizkit.exchange.markdown.known import links
from quizkit.exchange.markdown.sections import Section
from quizkit.exchange.markdown.source import Notices, is_rule, joined, paragraphs


@dataclass(slots=True)
class Reading:
    """The entries of `further`, no address twice, and the texts without an address."""

    entries: list[Tree] = field(default_factory=list)
    _left: list[str] = field(default_factory=list)
    _known: set[str] = field(default_factory=set)

    @property
    def left(self) -> str:
        """What has no address, as a piece of the notes."""
        return "\n".join(["## Going further\n", *self._left]) if self._left else ""

    def take(self, section: Section, notices: Notices) -> None:
        """Add whatever a section lists, or each of its paragraphs."""
        found = split_items(section.rows, notices)
        bullets = [item.prompt for item in found.items if item.prompt]
        groups = [found.loose] if bullets else paragraphs(found.loose)
        for group in [*groups, *bullets]:
            self.add(joined(group))

    def add(self, text: str) -> None:
        """Add one entry of Markdown."""
        if not text.strip() or is_rule(text):
            return
        found = [link for link in links(text) if re.match(r"https?://[^\s/]", link.url)]
        if not found:
            self._left.append(f"- {' '.join(text.split())}")
            return
        first = found[0]
        title, note = first.title, first.around if len(found) == 1 else text
        if not title:
            lead = re.split(r"\s*(?:[:—–(]|\s-|\s)\s*(?=<?https?://)", text)[0].strip(" *_")
            title = lead if lead and "http" not in lead and len(lead) < 120 else first.url
            note = re.sub(rf"^\W*{re.escape(title)}[\s*_():—–-]*", "", note)
        entry: dict[str, Tree] = {"title": " ".join(title.split()), "url": first.url}
        if note.strip(" *_"):
            entry["note"] = " ".join(note.split()) if len(found) == 1 else note
        if first.url not in self._known:
            self._known.add(first.url)
            self.entries.append(entry)
