"""Turn `quiz.toml` into settings; a file that is not there is a file of defaults."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from quizkit.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a learner may set: who, what, the zone, when a study day begins, new cards a day."""

    learner: str | None = None
    course: str | None = None
    timezone: str | None = None
    rollover_hour: int = 4
    new_per_day: int = 10


_LIMITS = {"rollover_hour": (0, 23), "new_per_day": (0, 9999)}


def read_settings(path: Path) -> Settings:
    """The settings in the file; raises UsageError naming the file and the setting that is wrong."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from error
    import tomllib  # only where there is a file

    try:
        table = tomllib.loads(raw.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path}: not valid TOML: {error}") from error
    known = {field.name for field in fields(Settings)}
    for name, value in table.items():
        if name not in known:
            raise UsageError(
                f'{path}: unknown setting "{name}"; there are {", ".join(sorted(known))}'
            )
        if name in _LIMITS:
            low, high = _LIMITS[name]
            if type(value) is not int or not low <= value <= high:
                raise UsageError(f"{path}: {name} takes a whole number from {low} to {high}")
        elif not isinstance(value, str) or not value:
            raise UsageError(f"{path}: {name} takes a text in quotes")
    return Settings(**table)
