"""Turn the environment into the folders and files that quizkit uses on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import quizkit
from quizkit.errors import ContentError, UsageError

_COPY = "_course"


# A named tuple, as every start makes the class: a dataclass takes eight times as long to make.
class Places(NamedTuple):
    """Where things are kept: progress in `data`, backups in `state`, compiled content `cache`d."""

    data: Path
    config: Path
    state: Path
    cache: Path

    @property
    def database(self) -> Path:
        """The SQLite file with all progress."""
        return self.data / "progress.db"

    @property
    def settings(self) -> Path:
        """The settings file, which need not exist."""
        return self.config / "quiz.toml"

    @property
    def backups(self) -> Path:
        """The folder of backups."""
        return self.state / "backups"


def places() -> Places:
    """The folders by `QUIZ_HOME`, which overrides all, else by the platform's custom.

    Raises UsageError where the platform knows no home folder of this user.
    """
    home = os.environ.get("QUIZ_HOME")
    if home:
        root = expanded(home)
        return Places(data=root, config=root, state=root, cache=root / "cache")
    from platformdirs import PlatformDirs

    dirs = PlatformDirs("quizkit", appauthor=False)
    try:
        found = Places(
            data=dirs.user_data_path,
            config=dirs.user_config_path,
            state=dirs.user_state_path,
            cache=dirs.user_cache_path,
        )
    except RuntimeError:
        found = None
    # Without HOME and without an entry for the user, a path may also keep its "~".
    if found is None or not all(folder.is_absolute() for folder in found):
        raise UsageError("no home folder is known; set QUIZ_HOME to a folder to keep things in")
    return found


def expanded(name: str) -> Path:
    """The path, with a home folder in the place of `~`; raises UsageError if there is none."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise UsageError(f'"{name}": no such home folder is known; write the whole path') from error


def is_packed_copy(path: str) -> bool:
    """Whether a file lies in the course that is installed with the code, and replaced with it."""
    return Path(quizkit.__file__).parent / _COPY in Path(path).parents


def packed_course() -> Path:
    """The folder of the packed course: beside the package's code, else beside its folder."""
    package = Path(quizkit.__file__).parent
    for folder in (package / _COPY, package.parent / "content"):
        if folder.is_dir():
            return folder
    raise ContentError(
        "this installation has no course packed; name one with --course FOLDER or QUIZ_COURSE"
    )
