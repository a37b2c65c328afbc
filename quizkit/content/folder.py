"""Turn the folder of a course into the names of its files, and a file into its bytes.

<course>/course.yaml
<course>/lessons/*.yaml
"""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_ISREG
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


def refused_names(folder: Path) -> list[tuple[str, str]]:
    """What keeps lessons from being found at all, as it can be shown, and why.

    That is the folder of lessons itself, or a lesson file whose name is not UTF-8.
    """
    if not folder.is_dir():  # then course.yaml says so
        return []
    try:
        names = os.listdir(folder / LESSON_FOLDER)
    except FileNotFoundError:
        return [(LESSON_FOLDER, "there is no such folder; make it, and put the lesson files there")]
    except NotADirectoryError:
        return [(LESSON_FOLDER, "it is a file; make it a folder, and put the lesson files there")]
    except OSError as error:
        return [(LESSON_FOLDER, (error.strerror or str(error)).lower())]
    return [
        (f"{LESSON_FOLDER}/{shown_name(name)}", "its name is not UTF-8; rename it")
        for name in sorted(names)
        if name[0] != "." and name.lower().endswith((".yml", ".yaml")) and not _is_text(name)
    ]


def shown_name(name: str) -> str:
    """A name as UTF-8 can hold it: bytes that are not UTF-8 are written as `\\xff`."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _is_text(name: str) -> bool:
    return shown_name(name) == name


def _lesson_names(folder: Path) -> list[str]:
    try:
        inside = os.listdir(folder / LESSON_FOLDER)
    except OSError:
        return []
    return sorted(f"{LESSON_FOLDER}/{name}" for name in inside if name[0] != "." and _is_text(name))


def seen_files(folder: Path) -> list[tuple[str, Stat]]:
    """What `file_names` and then `stray_names` name, with what `stat` says; strays without it.

    Last comes what `refused_names` names, each with its reason.
    """
    try:
        with os.scandir(folder / LESSON_FOLDER) as inside:
            found = sorted((entry.name, entry) for entry in inside if entry.name[0] != ".")
    except OSError:
        return [(COURSE_FILE, stat_of(folder / COURSE_FILE)), *seen_refused(folder)]
    seen = [(COURSE_FILE, stat_of(folder / COURSE_FILE))]
    strays = []
    refused = False
    for name, entry in found:
        if not name.isascii() and not _is_text(name):
            refused = True
        elif name.endswith(".yaml"):
            seen.append((f"{LESSON_FOLDER}/{name}", stat_of(entry)))
        elif name.lower().endswith((".yml", ".yaml")):
            strays.append((f"{LESSON_FOLDER}/{name}", (0, 0)))
    return seen + strays + (seen_refused(folder) if refused else [])


def seen_refused(folder: Path) -> list[tuple[str, Stat]]:
    """What `refused_names` names, as `seen_files` has it."""
    return [(f"{name}: {reason}", (0, 0)) for name, reason in refused_names(folder)]


def stat_of(path: str | os.PathLike[str]) -> Stat:
    """What `stat` says of a file, wherever a link to it leads."""
    try:
        found = os.stat(path)
    except OSError:
        return (-2, 0)
    return (found.st_size, found.st_mtime_ns)


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, at most one more than it may have; raises OSError with a reason."""
    if not S_ISREG(os.stat(path).st_mode):  # opening a pipe would wait for ever
        raise OSError(0, "it is not a file")
    with open(path, "rb") as file:
        return file.read(MOST_BYTES + 1)
