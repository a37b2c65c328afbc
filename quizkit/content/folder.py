"""Turn the folder of a course into the names of its files, and a file into its bytes.

<course>/course.yaml
<course>/lessons/*.yaml
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

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


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, at most one more than it may have; raises OSError with a reason."""
    if path.exists() and not path.is_file():  # opening a pipe would wait for ever
        raise OSError(0, "it is not a file")
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)
