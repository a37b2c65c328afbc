"""Turn `quiz.toml` into settings; a file that is not there is a file of defaults.

A new setting is a field of `Settings` and a row of `settings_table.SETTINGS`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from quizkit.errors import StoreUnwritable, UsageError


# A named tuple, as every start makes the class: a dataclass takes eight times as long to make.
class Settings(NamedTuple):
    """What a learner may set: who, what, the zone and the hour of a study day, how much of what."""

    learner: str | None = None
    course: str | None = None
    timezone: str | None = None
    rollover_hour: int = 4
    new_per_day: int = 10
    reviews_per_day: int | None = None
    order: Literal["due", "random"] = "due"
    daily_backup: bool = True


def read_settings(path: Path) -> Settings:
    """The settings in the file; raises UsageError naming the file and the setting that is wrong."""
    text = read_text(path)
    if not text:
        return Settings()
    from quizkit.cli.settings_table import checked  # most learners have no such file

    return Settings(**checked(path, text))  # type: ignore[arg-type]


def read_text(path: Path) -> str:
    """The text of the file, empty where there is none.

    Raises UsageError for what is no text, StoreUnwritable for what this machine does not let read.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for
            raise UsageError(f"{path}: is not a file")
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not valid TOML: {error}") from error
    except OSError as error:
        # As for the progress beside it: what the machine refuses is no fault of the command typed.
        raise StoreUnwritable(f"{path}: cannot be read ({error.strerror})") from error
