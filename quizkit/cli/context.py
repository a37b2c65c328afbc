"""What every command is handed: who, which courses, where, and doors to content and store."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from quizkit.cli.terminal import err
from quizkit.errors import ContentError, UsageError, in_one_line

# Each door loads what is behind it when it is opened: `quiz --help` opens none.
if TYPE_CHECKING:
    from pathlib import Path

    from quizkit.cli.places import Places
    from quizkit.cli.settings import Settings
    from quizkit.scheduling.day import Moment
    from quizkit.store.index import Library
    from quizkit.store.store import Store

_LONGEST_LEARNER = 200


@dataclass
class Context:
    """The choices of one run: flags here, variables and `quiz.toml` where no flag was given."""

    learner_flag: str | None = None
    course_flag: str | None = None
    _backed_up: bool = False
    _told: set[str] = field(default_factory=set)

    @cached_property
    def places(self) -> Places:
        """The folders of this machine."""
        from quizkit.cli.places import places

        return places()

    @cached_property
    def settings(self) -> Settings:
        """What `quiz.toml` says."""
        from quizkit.cli.settings import read_settings

        return read_settings(self.places.settings)

    @property
    def learner(self) -> str:
        """The learner's name; raises UsageError for one that cannot be kept."""
        name = self.learner_flag or os.environ.get("QUIZ_LEARNER") or self.settings.learner or "me"
        if len(name) > _LONGEST_LEARNER or not name.isprintable() or not name.strip():
            raise UsageError(
                f"a learner's name has 1 to {_LONGEST_LEARNER} printable characters; "
                "choose another with --learner NAME"
            )
        return name

    @property
    def folders(self) -> tuple[Path, ...]:
        """The course folders, each with a course.yaml; raises UsageError for one that is none."""
        named = self.course_flag or os.environ.get("QUIZ_COURSE") or self.settings.course
        if not named:
            from quizkit.cli.places import packed_course

            return _courses_in(packed_course())
        from quizkit.cli.places import expanded

        return tuple(
            folder
            for part in named.split(os.pathsep)
            if part
            for folder in _courses_in(expanded(part))
        )

    @property
    def database(self) -> Path:
        """The SQLite file: `QUIZ_DATABASE` or the place for data."""
        url = os.environ.get("QUIZ_DATABASE")
        if not url:
            return self.places.database
        from quizkit.store.connection import parse_url

        return parse_url(url)

    @cached_property
    def _library(self) -> Library:
        from quizkit.store.index import open_library

        try:
            folders = self.folders
        except UsageError as none:  # nothing loads: for content that is no slip of the command
            raise ContentError(str(none)) from none
        return open_library(folders, self.places.cache)

    def library(self, *, needs: str | None = None) -> Library:
        """The courses' questions, compiled; names broken lessons once, in one line.

        Raises ContentError (with the findings) if nothing loads, or if `needs` (a lesson or
        question) stands in a lesson that is broken.
        """
        library = self._library
        errors = tuple(finding for finding in library.broken if finding.severity == "error")
        if not errors:
            return library
        lesson = needs.partition("/")[0] if needs else None
        if library.is_empty or (lesson and lesson in library.broken_lessons):
            from quizkit.cli.lesson_names import cannot_be_loaded

            raise cannot_be_loaded(library, lesson or "")
        files = sorted({finding.path for finding in errors})
        self.tell_once(
            f"{len(files)} file{'s' * (len(files) > 1)} left out because of errors: "
            f"{', '.join(map(in_one_line, files))} (see: quiz check)"
        )
        return library

    def reread_library(self) -> Library:
        """The library after a file of it was edited, whatever is broken in it; says nothing."""
        self.__dict__.pop("_library", None)
        return self._library

    def store(self, *, writes: bool) -> Store:
        """The store of progress. Reading creates nothing; writing makes or upgrades the file."""
        from quizkit.store.store import Store

        if not self._backed_up and _is_nothing(self.database):
            from quizkit.cli.backing_up import mention_copies

            mention_copies(self, writes=writes)
        if not writes:
            return Store.open_reading(self.database)
        self.moment()  # a zone that is not known is no reason to say that no backup was made
        store = Store.open_writing(self.database, backups=self.places.backups, tell=err)
        if self.settings.daily_backup and not self._backed_up:
            self._backed_up = True
            from quizkit.cli.backing_up import begin_day

            begin_day(self)
        return store

    def moment(self) -> Moment:
        """This moment, by this machine's clock and the settings."""
        from quizkit.cli import clock

        return clock.now(self.settings.timezone, self.settings.rollover_hour)

    def tell_once(self, sentence: str) -> None:
        """Say something on standard error, but not twice in one run."""
        if sentence not in self._told:
            self._told.add(sentence)
            err(sentence)


def _is_nothing(path: Path) -> bool:
    """Whether there is no file, or an empty one."""
    try:
        return not path.stat().st_size
    except FileNotFoundError:
        return True
    except OSError:
        return False  # what is wrong is said when it is opened


def _courses_in(folder: Path) -> tuple[Path, ...]:
    if (folder / "course.yaml").is_file():
        return (folder,)
    try:
        inside = sorted(child for child in folder.iterdir() if (child / "course.yaml").is_file())
    except OSError as error:
        raise UsageError(f"{folder}: no course there ({error.strerror or error})") from error
    if not inside:
        raise UsageError(
            f"{folder}: no course.yaml in it or in a folder below; name a course folder"
        )
    return tuple(inside)
