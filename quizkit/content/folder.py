"""Turn the folder of a course into the names of its files, and a file into its bytes.

<course>/course.yaml
<course>/lessons/*.yaml
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

Stat = tuple[int, int]
"""The size of a file and its time in nanoseconds; (-2, 0) where there is none to be seen."""

COURSE_FILE: Final = "course.yaml"
LESSON_FOLDER: Final = "lessons"
MOST_BYTES: Final = 2**20
"""Of one file; one byte more is read, so that a larger file is seen to be one."""


def file_names(folder: Path) -> list[str]:
    """course.yaml, whether it is there or not, and the lesson files by name."""
    return [COURSE_FILE, *(name for name in _lesson_names(folder) if name.endswith(".yaml"))]


def stray_names(folder: Path) -> list[str]:
    """Files that their author may take for lessons and that are none."""
    return [
        name
        for name in _lesson_names(folder)
        if name.lower().endswith((".yml", ".yaml")) and not name.endswith(".yaml")
    ]


def _lesson_names(folder: Path) -> list[str]:
    try:
        inside = [path.name for path in (folder / LESSON_FOLDER).iterdir()]
    except OSError:
        return []
    return sorted(f"{LESSON_FOLDER}/{name}" for name in inside if not name.startswith("."))


def seen_files(folder: Path) -> list[tuple[str, Stat]]:
    """What `file_names` and then `stray_names` name, with what `stat` says; strays without it."""
    try:
        with os.scandir(folder / LESSON_FOLDER) as inside:
            found = sorted((entry.name, entry) for entry in inside if entry.name[0] != ".")
    except OSError:
        found = []
    seen = [(COURSE_FILE, stat_of(folder / COURSE_FILE))]
    strays = []
    for name, entry in found:
        if name.endswith(".yaml"):
            seen.append((f"{LESSON_FOLDER}/{name}", stat_of(entry)))
        elif name.lower().endswith((".yml", ".yaml")):
            strays.append((f"{LESSON_FOLDER}/{name}", (0, 0)))
    return seen + strays


def stat_of(path: str | os.PathLike[str]) -> Stat:
    """What `stat` says of a file, wherever a link to it leads."""
    try:
        found = os.stat(path)
    except OSError:
        return (-2, 0)
    return (found.st_size, found.st_mtime_ns)


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, at most one more than it may have; raises OSError with a reason."""
    if path.exists() and not path.is_file():  # opening a pipe would wait for ever
        raise OSError(0, "it is not a file")
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)
