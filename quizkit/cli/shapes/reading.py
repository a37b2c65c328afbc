"""Turn a lesson, and how a learner stands with it, into the page read before its questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quizkit.cli.page.markdown import markdown
from quizkit.cli.page.spans import cells_of_line, wrapped
from quizkit.cli.rep_days import standings
from quizkit.cli.reps import rep_json, rep_lines
from quizkit.session import Card

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from quizkit.cli.progress import Progress
    from quizkit.cli.terminal import Line
    from quizkit.content.course import Course, Lesson, Source
    from quizkit.store.index import Entry, Library
    from quizkit.store.store import Store

_INDENT = "  "


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One lesson (its outline), its course, and one learner's standing on the day `today`."""

    lesson: Lesson
    course: Course
    library: Library
    store: Store
    learner: str
    today: date
    cards: Mapping[str, Card]
    progress: Progress

    def lines(self, cells: int, *, marks: bool) -> Iterator[Line]:
        """The page: what it is for, the notes, the reps, where to go on, and where to get help."""
        lesson = self.lesson
        title = wrapped([(f"Lesson {lesson.number}: {lesson.title}", "strong")], cells)
        yield from title
        yield (("=" * max(map(cells_of_line, title)), "dim"),)
        if lesson.summary:
            yield from wrapped([(lesson.summary, None)], cells)
        yield ()
        yield from self._head(cells)
        if lesson.notes.strip():
            yield ()
            yield from markdown(lesson.notes, cells, marks=marks)
        reps = standings(self.library, self.store, self.learner, [lesson])
        if reps:
            yield from _section("Real-world reps")
            yield from rep_lines(reps, self.today, cells, marks=marks)
        if lesson.further:
            yield from _section("Going further")
            for link in lesson.further:
                note = f": {link.note.strip()}" if link.note.strip() else ""
                yield from wrapped([(f"{link.title}{note}", None)], cells, first="- ", rest=_INDENT)
                yield ((f"{_INDENT}{link.url}", None),)
        yield from _section("Not landing?")
        yield from self._not_landing(cells)

    def _head(self, cells: int) -> Iterator[Line]:
        labelled = []
        objective = next(
            (one.text for one in self.course.objectives if one.id == self.lesson.objective), ""
        )
        if objective:
            labelled.append(("Objective", objective))
        labelled += [("Source", source_words(one)) for one in self._sources()]
        if self.lesson.requires:
            labelled.append(("Builds on", ", ".join(map(self._required, self.lesson.requires))))
        labelled.append(("Questions", self._questions()))
        for label, text in labelled:
            yield from wrapped(
                [(f"{label}:", "strong"), (f" {' '.join(text.split())}", None)],
                cells,
                rest=_INDENT,
            )

    def _questions(self) -> str:
        parts = [one.part for one in self._entries()]
        warm_ups = parts.count("warm_up")
        return (
            f"{warm_ups} to warm up, {len(parts) - warm_ups} of practice; {self.progress.words()}"
        )

    def _entries(self) -> list[Entry]:
        return [one for one in self.library.entries if one.lesson == self.lesson.id]

    def _question(self, entry: Entry) -> dict[str, object]:
        card = self.cards.get(entry.ref, Card(question=entry.ref))
        due_day = card.state.due_day
        return {
            "question": entry.ref,
            "part": entry.part,
            "kind": entry.kind,
            "state": card.state_name(),
            "due_day": due_day.isoformat() if due_day else None,
        }

    def _sources(self) -> list[Source]:
        known = {one.id: one for one in self.course.sources}
        return [known[one] for one in self.lesson.sources if one in known]

    def _required(self, lesson: str) -> str:
        """A prerequisite, and whether it is still to be started."""
        if lesson not in self.library.lessons:
            return f"{lesson} (not loaded)"
        started = "" if self._is_started(lesson) else ", not started yet"
        outline = self.library.outline(lesson)
        return f"{outline.number} {outline.title} ({lesson}{started})"

    def _is_started(self, lesson: str) -> bool:
        return any(
            card.live_reviews and ref.partition("/")[0] == lesson
            for ref, card in self.cards.items()
        )

    def _not_landing(self, cells: int) -> Iterator[Line]:
        sentences = [f"Go back to the source: {one.title}, {one.url}" for one in self._sources()]
        if self.course.glossary:
            sentences.append("Look a word up: quiz glossary TERM")
        if self.course.tracker:
            sentences.append(
                "If the lesson itself is unclear, that is a defect of the lesson. Report it at "
                f"{self.course.tracker} (quiz report {self.lesson.id} prints a text to send)."
            )
        for sentence in sentences:
            yield from wrapped([(sentence, None)], cells, first="- ", rest=_INDENT)

    def as_json(self) -> dict[str, object]:
        """The same as JSON; the notes are Markdown."""
        lesson = self.lesson
        reps = standings(self.library, self.store, self.learner, [lesson])
        return {
            "schema": "quizkit.lesson/1",
            "lesson": lesson.id,
            "course": self.course.id,
            "number": lesson.number,
            "title": lesson.title,
            "summary": lesson.summary.strip(),
            "objective": lesson.objective,
            "requires": [
                {"lesson": one, "started": self._is_started(one)} for one in lesson.requires
            ],
            "sources": [
                {"title": one.title, "authors": one.authors, "year": one.year, "url": one.url}
                for one in self._sources()
            ],
            "notes": lesson.notes,
            "questions": [self._question(one) for one in self._entries()],
            "answered": self.progress.answered,
            "due": self.progress.due,
            "reps": [rep_json(one, self.today) for one in reps],
            "further": [
                {"title": one.title, "url": one.url, "note": one.note.strip()}
                for one in lesson.further
            ],
            "tracker": self.course.tracker,
        }


def source_words(source: Source) -> str:
    """A source with authors, year and address, as far as they are known."""
    by = source.authors + (f" ({source.year})" if source.year is not None else "")
    return f"{by.strip()}{': ' if by.strip() else ''}{source.title}, {source.url}"


def _section(title: str) -> Iterator[Line]:
    yield ()
    yield ((title, "strong"),)
    yield (("-" * len(title), "dim"),)
    yield ()
