"""Turn a database into a verified copy, and a copy back into the database.

Copies are made by SQLite itself, page by page from one consistent view, while others go on reading
and writing. A copy gets its name only after it was read back.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from quizkit.errors import StoreDamaged, StoreError, StoreForeign, StoreUnwritable
from quizkit.store import statements as sql
from quizkit.store.audit import problems
from quizkit.store.connection import connect, examine, is_database, trouble
from quizkit.store.database import runner, stands, sync_folder

_SIDE_FILES = ("-journal", "-wal", "-shm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """A verified copy: where it is and how many rows of the log it holds."""

    path: Path
    events: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """A copy that was put back; `kept` is where what was there before is now, if there was any."""

    events: int
    kept: Path | None


def backup(path: Path, to: Path) -> Copied:
    """Copy the database at `path` to the new file `to`, and read the copy back.

    Raises StoreError if there is nothing to copy or `to` exists, or either file makes trouble.
    """
    if examine(path) in ("missing", "new"):
        raise StoreError(f"{path} holds no progress yet; there is nothing to copy")
    return copy_to(path, to)


def copy_to(path: Path, to: Path) -> Copied:
    """`backup` of a file known to be ours, also while this process is changing it."""
    if to.exists():
        raise StoreError(f"{to} exists already; name a file that does not")
    # Of this process alone: two terminals may begin the same study day.
    part = to.with_name(f"{to.name}.{os.getpid()}.part")
    with _room_for(to):
        to.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        part.touch()
    try:
        events = _copy(path, part)
        with _room_for(to):
            part.rename(to)
            sync_folder(to.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return Copied(path=to, events=events)


def restore(path: Path, source: Path, *, backups: Path) -> Restored:
    """Put the copy `source` in the place of the database at `path`.

    What is put there is what was checked. What was there before is kept in the folder `backups`, a
    damaged file with what lies beside it. Raises StoreError, with everything as it was, if `source`
    is not a sound copy or another program has the database open.
    """
    name_a_copy = "name a file that quiz db backup made"
    try:
        standing = examine(source)
    except StoreForeign as foreign:
        kind = "a database of another program" if is_database(source) else "no database"
        raise StoreForeign(f"{source} is {kind}; {name_a_copy}") from foreign
    if standing == "missing":
        raise StoreError(f"there is no file {source}; {name_a_copy}")
    if standing == "new":
        raise StoreError(f"{source} holds no progress; {name_a_copy}")
    try:
        broken, found = False, examine(path)
    except StoreForeign as foreign:
        # What is no database may be ours with its first bytes lost; it is kept, as any other.
        if is_database(path):
            raise StoreForeign(f"{foreign}; or move it away and restore again") from foreign
        broken, found = True, "current"
    checked = path.with_name(path.name + ".restoring")
    with _room_for(checked):
        path.parent.mkdir(parents=True, exist_ok=True)
        checked.unlink(missing_ok=True)
        checked.touch()
    try:
        events = _copy(source, checked)
        _must_be_sound(checked, source)
        kept = None
        if found in ("outdated", "current"):
            try:
                if broken:
                    raise StoreDamaged(f"{path} is not a database")
                kept = backup(path, free_name(backups, path, "before-restore")).path
            except StoreDamaged:
                kept = _move_aside(path, free_name(backups, path, "damaged"))
        if path.exists():
            _overwrite(path, checked)
        else:
            with trouble(path):
                checked.rename(path)
                sync_folder(path.parent)
    finally:
        checked.unlink(missing_ok=True)
    return Restored(events=events, kept=kept)


def free_name(folder: Path, path: Path, what: str) -> Path:
    """A name for a copy of `path` that no file in `folder` has yet: `progress-damaged-2.db`."""
    number = 1
    while True:
        suffix = "" if number == 1 else f"-{number}"
        name = folder / f"{path.stem}-{what}{suffix}{path.suffix}"
        if not name.exists():
            return name
        number += 1


@contextmanager
def _room_for(to: Path) -> Iterator[None]:
    """Say, of a file that cannot be made, which folder is in the way."""
    try:
        yield
    except OSError as error:
        folder = next((one for one in to.parents if one.is_dir()), to.parent)
        raise StoreUnwritable(
            f"{to}: {error.strerror or error}. The folder {folder} must be one that files can be "
            "written to"
        ) from error


def _copy(path: Path, to: Path) -> int:
    """Copy into the empty file `to` and compare; the number of rows in the log."""
    with trouble(path), closing(connect(path)) as source:
        source.execute("BEGIN")
        stands(runner(source), path)
        (wanted,) = source.execute(sql.LOG_ENDS).fetchall()
        with trouble(to), closing(connect(to)) as target:
            source.backup(target)
            found = target.execute("PRAGMA integrity_check(1)").fetchall()
            if found != [("ok",)]:
                raise StoreDamaged(
                    f"{path} is damaged ({found[0][0]}); put a backup back with "
                    "quiz db restore FILE"
                )
            (copied,) = target.execute(sql.LOG_ENDS).fetchall()
    if copied != wanted:
        raise StoreError(f"{to}: the copy holds {copied[1]} rows instead of {wanted[1]}")
    return int(wanted[1])


def _must_be_sound(checked: Path, source: Path) -> None:
    with trouble(checked), closing(connect(checked)) as connection:
        run = runner(connection)
        if stands(run, source) != "current":
            return  # an older copy is checked when the next writing command upgrades it
        for problem in problems(run):
            raise StoreDamaged(f"{source} is not a sound copy: {problem}")


def _overwrite(path: Path, checked: Path) -> None:
    """Copy over a database in place: whoever has it open sees the new content or holds us up."""
    with trouble(path), closing(connect(path)) as target, closing(connect(checked)) as source:
        # Taken first and kept, because the copying itself would wait for a lock without end.
        target.execute("PRAGMA locking_mode = EXCLUSIVE")
        target.execute("BEGIN EXCLUSIVE")
        target.execute("COMMIT")
        source.backup(target)


def _move_aside(path: Path, to: Path) -> Path:
    """Move a damaged file and its journal, which would spoil the next file of that name, away."""
    with _room_for(to):
        to.parent.mkdir(parents=True, exist_ok=True)
    with trouble(path):
        real = Path(os.path.realpath(path))
        for suffix in ("", *_SIDE_FILES):
            beside = Path(f"{real}{suffix}")
            if beside.exists():
                _move(beside, Path(f"{to}{suffix}"))
    return to


def _move(path: Path, to: Path) -> None:
    import shutil  # the folder of backups may lie on another disk

    shutil.move(path, to)
