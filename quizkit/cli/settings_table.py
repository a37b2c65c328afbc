"""Turn the text of `quiz.toml` into values, by the one table of what each setting takes.

Reading, `quiz config` and completion go by `SETTINGS`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from quizkit.errors import UsageError

Value = str | int | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a setting takes and what it is for.

    `kind` is how it is written: a text in quotes, a whole number from `low` to `high`, `true` or
    `false`, or one of `words`.
    """

    about: str
    kind: Literal["text", "number", "switch", "word"] = "text"
    low: int = 0
    high: int = 9999
    words: tuple[str, ...] = ()

    @property
    def takes(self) -> str:
        """What may stand behind the equals sign, in words.

        >>> Setting(about="", kind="number", high=23).takes
        'a whole number from 0 to 23'
        """
        match self.kind:
            case "text":
                return "a text in quotes"
            case "number":
                return f"a whole number from {self.low} to {self.high}"
            case "switch":
                return "true or false"
            case "word":
                return f"one of {', '.join(self.words)} in quotes"

    def admits(self, value: object) -> bool:
        """Whether a value of the file is one that the setting takes."""
        match self.kind:
            case "text":
                return isinstance(value, str) and bool(value)
            case "number":
                return type(value) is int and self.low <= value <= self.high
            case "switch":
                return isinstance(value, bool)
            case "word":
                return isinstance(value, str) and value in self.words

    def typed(self, text: str) -> Value:
        """What a text of the command line stands for; a text that stands for nothing stays one.

        >>> Setting(about="", kind="number").typed("12"), Setting(about="").typed("12")
        (12, '12')
        """
        if self.kind == "number" and text.isascii() and text.isdecimal() and len(text) < 10:
            return int(text)
        if self.kind == "switch" and text in ("true", "false"):
            return text == "true"
        return text


SETTINGS: Mapping[str, Setting] = {
    "learner": Setting(
        about="whose progress it is, where --learner and QUIZ_LEARNER are not given"
    ),
    "course": Setting(about="course folders, joined as in PATH"),
    "timezone": Setting(about="the zone that study days are counted in, like Europe/Paris"),
    "rollover_hour": Setting(
        kind="number", high=23, about="the hour at which the next study day begins"
    ),
    "new_per_day": Setting(kind="number", about="new questions on a study day, at most"),
    "reviews_per_day": Setting(
        kind="number",
        high=99999,
        about="due questions on a study day, at most; what was missed is asked again beyond it",
    ),
    "order": Setting(
        kind="word",
        words=("due", "random"),
        about="how due questions are sorted: the most overdue first, or by the day's dice",
    ),
    "daily_backup": Setting(
        kind="switch", about="whether each study day's first change copies the database before it"
    ),
}


def checked(path: Path, text: str) -> dict[str, Value]:
    """What the text of the file sets; raises UsageError naming the file and what is wrong."""
    table = parsed(path, text)
    for name, value in table.items():
        setting = SETTINGS.get(name)
        if setting is None:
            raise UsageError(
                f'{path}: unknown setting "{name}"; there are {", ".join(sorted(SETTINGS))}'
            )
        if not setting.admits(value):
            raise UsageError(f"{path}: {name} takes {setting.takes}")
    return table


def parsed(path: Path, text: str) -> dict[str, Any]:
    """What the text of the file holds, sound or not; raises UsageError for what is no TOML."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise UsageError(f"{path}: not valid TOML: nested too deeply") from error
    except ValueError as error:  # a TOMLDecodeError, or a number of thousands of digits
        raise UsageError(f"{path}: not valid TOML: {error}") from error
