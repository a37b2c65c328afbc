"""Turn a change of one setting into the text of `quiz.toml`, everything else in it kept.

Comments, order, spacing and line ends stay as their author left them. What comes out is read again
before it is trusted: it sets what was asked for and nothing else differs, or the change is refused.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

from quizkit.cli.settings_table import Value, checked, parsed
from quizkit.errors import UsageError

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def changed(path: Path, text: str, name: str, value: Value | None) -> str:
    r"""The text of the file with the setting changed, or taken out where `value` is None.

    Raises UsageError if the file is no TOML or has faults elsewhere, or is too unusual to edit.

    >>> print(changed(Path("quiz.toml"), "# mine\nnew_per_day = 5  # slowly\n", "new_per_day", 20))
    # mine
    new_per_day = 20  # slowly
    <BLANKLINE>
    """
    before = parsed(path, text)
    if name in before:
        after = _replaced(text, name, before[name], value)
    else:
        after = text if value is None else _added(text, f"{name} = {written(value)}")
    wanted = {key: kept for key, kept in before.items() if key != name}
    if value is not None:
        wanted[name] = value
    if after is None or _read(after) != wanted:
        raise UsageError(
            f"{path}: the line of {name} is written in an unusual way; edit it by hand"
        )
    checked(path, after)
    return after


def written(value: Value) -> str:
    r"""A value as TOML writes it.

    >>> print(written('a "b"'), written(4), written(True))
    "a \"b\"" 4 true
    """
    if isinstance(value, str):
        # JSON leaves one control character as it is that TOML does not.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value).lower()


def _replaced(text: str, name: str, old: object, value: Value | None) -> str | None:
    """The text with the lines that set the name replaced, or None if they are not to be found."""
    pieces: list[str] = _LINE.findall(text)
    starts = re.compile(rf"""[ \t]*(?:{name}|"{name}"|'{name}')[ \t]*=""")
    for first, piece in enumerate(pieces):
        if not starts.match(piece):
            continue
        # A text of several lines may look like settings: what counts is what is read.
        for end in range(first + 1, len(pieces) + 1):
            lines = "".join(pieces[first:end])
            if _read(lines) == {name: old}:
                new = "" if value is None else _with_value(lines, name, old, written(value))
                return "".join(pieces[:first]) + new + "".join(pieces[end:])
    return None


def _with_value(lines: str, name: str, old: object, new: str) -> str:
    """The lines of one setting with another value, the comment behind it kept."""
    head = lines[: lines.index("=") + 1]
    body = lines.rstrip("\r\n")
    ending = lines[len(body) :]
    comment = ""
    for place in (match.start() for match in re.finditer("#", body)):
        if _read(body[:place]) == {name: old}:
            value = body[:place].rstrip()
            comment = body[len(value) :]
            break
    return f"{head} {new}{comment}{ending}"


def _added(text: str, line: str) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    before = text if not text or text.endswith("\n") else text + newline
    return before + line + newline


def _read(text: str) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):  # a piece of a text may look like anything
        return None
