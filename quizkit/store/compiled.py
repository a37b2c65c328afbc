"""Turn course folders into rows of a cache file that the next start reads without YAML.

One row per folder lists what a start needs, one row per source file and one per question hold the
JSON of their nodes and what else is known of them, read when it is asked for. A start compares
`stat` alone: a file that differs, or that was younger than 2 s when it was compiled, is hashed and
perhaps parsed again. The file can be deleted at any time; where none can be written, the same
tables are kept in memory.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import finalize

import quizkit
from quizkit.content.compact_json import compact
from quizkit.content.folder import (
    Stat,
    file_names,
    refused_names,
    seen_files,
    seen_refused,
    shown_name,
    stat_of,
    stray_names,
)
from quizkit.store.listing import (
    HERE,
    Asked,
    File,
    Listing,
    asked_of,
    file_of,
    finding_row,
    listing_of,
)

if TYPE_CHECKING:  # what parses is loaded only where something differs
    from quizkit.content.references import Parsed
    from quizkit.store.compiling import Made

FORMAT: Final = 6
"""Part of the file's name: another format is another file."""

PATIENCE_S = 5.0
"""How long another program may hold the file before we compile in memory."""

_TABLES = """
CREATE TABLE IF NOT EXISTS made_by (code TEXT NOT NULL, stamp TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS folders (
    id INTEGER PRIMARY KEY, folder TEXT NOT NULL UNIQUE, seen TEXT NOT NULL, listing TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS files (
    folder INTEGER NOT NULL, file TEXT NOT NULL, hash TEXT NOT NULL, size INTEGER NOT NULL,
    time INTEGER NOT NULL, row TEXT NOT NULL, brief TEXT, outline TEXT,
    PRIMARY KEY (folder, file)
);
CREATE TABLE IF NOT EXISTS questions (
    folder INTEGER NOT NULL, file TEXT NOT NULL, id TEXT NOT NULL, row TEXT NOT NULL,
    made TEXT NOT NULL,
    PRIMARY KEY (folder, file, id)
);
"""


class Compiled:
    """The cache file, or the same in memory."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._ids: dict[Path, int] = {}
        finalize(self, connection.close)

    @classmethod
    def at(cls, cache: Path | None, *, anew: bool = False) -> Compiled:
        """The file in that folder, made if there is none; in memory where that is impossible.

        `anew` throws away the one that is there: it holds nothing that the sources do not.
        """
        if cache is not None:
            path = cache / f"content-{FORMAT}.db"
            try:
                if anew:
                    path.unlink(missing_ok=True)
                return cls._file(path)
            except (sqlite3.OperationalError, OSError):
                pass  # held by another program for long, or nothing can be written there
            except sqlite3.Error:
                if not anew:  # damaged
                    return cls.at(cache, anew=True)
        return cls.in_memory()

    @classmethod
    def in_memory(cls) -> Compiled:
        """An empty one that is gone when the program ends."""
        return cls._ready(sqlite3.connect(":memory:", isolation_level=None))

    @classmethod
    def _file(cls, path: Path) -> Compiled:
        path.parent.mkdir(parents=True, exist_ok=True)
        return cls._ready(sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None))

    @classmethod
    def _ready(cls, connection: sqlite3.Connection) -> Compiled:
        try:
            stamp, made_by = _stamp(), "SELECT code, stamp FROM made_by"
            tables = "SELECT count(*) FROM sqlite_master WHERE name = 'made_by'"
            rows: list[tuple[str, str]] = []
            if connection.execute(tables).fetchall() == [(1,)]:
                rows = connection.execute(made_by).fetchall()
                if [kept for _, kept in rows] == [stamp]:
                    return cls(connection)
            code = _code()
            if [kept for kept, _ in rows] == [code]:  # the same code in another place
                with suppress(sqlite3.OperationalError):
                    connection.execute("UPDATE made_by SET stamp = ?", (stamp,))
                return cls(connection)
            with _writing(connection):
                for statement in _TABLES.split(";"):
                    connection.execute(statement)
                if [kept for kept, _ in connection.execute(made_by).fetchall()] != [code]:
                    # Another quizkit: what it made of a file may differ, its revision too.
                    for table in ("made_by", "folders", "files", "questions"):
                        connection.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
                    connection.execute("INSERT INTO made_by VALUES (?, ?)", (code, stamp))
        except BaseException:
            connection.close()
            raise
        return cls(connection)

    # --- reading ------------------------------------------------------------------------------

    def listing(self, folder: Path) -> Listing:
        """What the folder holds now, compiled anew where it differs from what is kept.

        Raises sqlite3.Error where the file cannot be used, ValueError where it holds nonsense.
        """
        for row_id, seen, text in self._connection.execute(
            "SELECT id, seen, listing FROM folders WHERE folder = ?", (_key(folder),)
        ).fetchall():
            if seen == _seen_text(seen_files(folder)):
                listing = listing_of(folder, json.loads(text))
                if not any(file.plugins and _changed_plugins(file) for file in listing.files):
                    self._ids[folder] = row_id
                    return listing
        return self._compile(folder)

    def question(self, folder: Path, file: str, name: str) -> str | None:
        """One question as `content.packing` wrote it, or None if it is gone."""
        rows = self._connection.execute(
            "SELECT made FROM questions WHERE folder = ? AND file = ? AND id = ?",
            (self._ids[folder], file, name),
        ).fetchall()
        return str(rows[0][0]) if rows else None

    def questions(self, folder: Path, file: File) -> list[str]:
        """All questions of a file in order, as `content.packing` wrote them."""
        rows = self._connection.execute(
            "SELECT id, made FROM questions WHERE folder = ? AND file = ?",
            (self._ids[folder], file.name),
        ).fetchall()
        found = dict(rows)
        return [found[name] for name in file.names.split() if name in found]

    def asked(self, folder: Path, file: str) -> dict[str, Asked]:
        """What is known of the questions of a file, by id."""
        rows = self._connection.execute(
            "SELECT id, row FROM questions WHERE folder = ? AND file = ?",
            (self._ids[folder], file),
        ).fetchall()
        return {name: asked_of(json.loads(row)) for name, row in rows}

    def all_asked(self, folder: Path) -> dict[tuple[str, str], Asked]:
        """What is known of the questions of a folder, by file and id."""
        rows = self._connection.execute(
            "SELECT file, id, row FROM questions WHERE folder = ?", (self._ids[folder],)
        ).fetchall()
        # Read as one text: thousands of small ones take three times as long.
        texts = json.loads(f"[{','.join([row for _, _, row in rows])}]")
        return {
            (file, name): asked_of(row) for (file, name, _), row in zip(rows, texts, strict=True)
        }

    def outline(self, folder: Path, file: File) -> str | None:
        """A lesson without its questions, or a course without its lessons, or None if it is gone.

        As `content.packing` wrote it.
        """
        rows = self._connection.execute(
            "SELECT outline FROM files WHERE folder = ? AND file = ?",
            (self._ids[folder], file.name),
        ).fetchall()
        return rows[0][0] if rows else None

    def with_reps(self, folder: Path) -> frozenset[str]:
        """The files of a folder that hold reps."""
        # As `content.packing` writes one; within a text, JSON has a backslash before each quote.
        rows = self._connection.execute(
            """SELECT file FROM files WHERE folder = ? AND instr(outline, '["Rep",') > 0""",
            (self._ids[folder],),
        ).fetchall()
        return frozenset(name for (name,) in rows)

    # --- compiling ----------------------------------------------------------------------------

    def _compile(self, folder: Path) -> Listing:
        """Bring the folder's rows up to date, parsing only what differs."""
        from quizkit.content.load import refused, stray
        from quizkit.content.references import within

        with _writing(self._connection):
            key = self._folder_id(folder)
            kept = {
                name: _Kept(digest, (size, time), row, brief)
                for name, digest, size, time, row, brief in self._connection.execute(
                    "SELECT file, hash, size, time, row, brief FROM files WHERE folder = ?", (key,)
                ).fetchall()
            }
            rows = self._rows(folder, key, kept)
            for name in kept.keys() - rows.keys():
                self._forget(key, name)
            course, *lessons = [_as_parsed(name, row.brief) for name, row in rows.items()]
            strays = stray_names(folder)
            faults = [
                *within(course, lessons),
                *(stray(f"{HERE}{name}") for name in strays),
                *(refused(f"{HERE}{name}", reason) for name, reason in refused_names(folder)),
            ]
            texts = (
                "[["
                + ",".join([row.row for row in rows.values()])
                + "],"
                + (compact([*map(finding_row, faults)]) + "]")
            )
            seen = [(name, row.stat) for name, row in rows.items()]
            self._connection.execute(
                "UPDATE folders SET seen = ?, listing = ? WHERE id = ?",
                (
                    _seen_text(
                        [*seen, *((name, (0, 0)) for name in strays), *seen_refused(folder)]
                    ),
                    texts,
                    key,
                ),
            )
        self._ids[folder] = key
        return listing_of(folder, json.loads(texts))

    def _folder_id(self, folder: Path) -> int:
        self._connection.execute(
            "INSERT INTO folders (folder, seen, listing) VALUES (?, '', '') "
            "ON CONFLICT (folder) DO NOTHING",
            (_key(folder),),
        )
        ((found,),) = self._connection.execute(
            "SELECT id FROM folders WHERE folder = ?", (_key(folder),)
        ).fetchall()
        return int(found)

    def _rows(self, folder: Path, key: int, kept: dict[str, _Kept]) -> dict[str, _Kept]:
        """The rows of every file, which is read and parsed where it may differ."""
        from quizkit.content.side_by_side import side_by_side
        from quizkit.store.compiling import WORTH_PROCESSES_BYTES, compiled_file

        rows: dict[str, _Kept | None] = {}
        differing: list[tuple[Path, str, str]] = []
        sizes: list[int] = []
        for name in file_names(folder):
            old = kept.get(name)
            if old is not None and _changed_plugins(file_of(json.loads(old.row))):
                old = None
            stat = stat_of(folder / name)
            rows[name] = old if old is not None and old.stat == stat else None
            if rows[name] is None:
                differing.append((folder, name, old.digest if old is not None else ""))
                sizes.append(stat[0])
        with closing(
            side_by_side(compiled_file, differing, sizes, worth=WORTH_PROCESSES_BYTES)
        ) as all_:
            for made in all_:
                rows[made.name] = self._written(key, made, kept.get(made.name))
        return {name: row for name, row in rows.items() if row is not None}

    def _written(self, key: int, made: Made, old: _Kept | None) -> _Kept:
        name, digest, stat, row, brief, outline, questions = made
        if row is None:
            assert old is not None, "what has not changed has been there"
            self._connection.execute(
                "UPDATE files SET size = ?, time = ? WHERE folder = ? AND file = ?",
                (*stat, key, name),
            )
            return old._replace(stat=stat)
        if old is not None:
            self._forget(key, name)
        self._connection.executemany(
            "INSERT INTO questions VALUES (?, ?, ?, ?, ?)",
            [(key, name, *question) for question in questions],
        )
        self._connection.execute(
            "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (key, name, digest, *stat, row, brief, outline),
        )
        return _Kept(digest, stat, row, brief)

    def _forget(self, key: int, name: str) -> None:
        for table in ("files", "questions"):
            self._connection.execute(
                f"DELETE FROM {table} WHERE folder = ? AND file = ?",  # noqa: S608 - our own names
                (key, name),
            )


class _Kept(NamedTuple):
    """What is kept of a file and looked at when something in its folder has changed."""

    digest: str
    stat: Stat
    row: str
    brief: str | None


# --- files and rows ---------------------------------------------------------------------------


def _as_parsed(name: str, node: str | None) -> Parsed[None]:
    """What `within` looks at; the values themselves are not needed."""
    from quizkit.content.nodes import MappingNode, unpacked
    from quizkit.content.references import Parsed

    root = unpacked(node) if node is not None else None
    return Parsed(
        path=f"{HERE}{name}",
        root=root if isinstance(root, MappingNode) else None,
        value=None,
        findings=(),
    )


def _seen_text(files: Iterable[tuple[str, Stat]]) -> str:
    """All names with size and time as one text: comparing it compares them all."""
    return "\n".join([f"{name}/{size}/{time}" for name, (size, time) in files])


@contextmanager
def _writing(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _key(folder: Path) -> str:
    return shown_name(os.path.abspath(folder))


def _stamp() -> str:
    """Where the code that makes the rows lies, and how it looks from outside."""
    found = [f"{FORMAT} {sys.version_info[:2]}"]
    for path in _sources():
        size, changed = stat_of(path)
        found.append(f"{path}/{size}/{changed}")
    return "\n".join(found).encode("utf-8", "backslashreplace").decode()


def _code() -> str:
    """A hash of the code that makes the rows: another quizkit makes them anew."""
    from quizkit.digests import blake2b

    digest = blake2b(f"{FORMAT} {sys.version_info[:2]}".encode(), digest_size=16)
    for path in _sources():
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()


def _sources() -> list[str]:
    package = os.path.dirname(quizkit.__file__)
    here = os.path.dirname(__file__)
    paths = [f"{package}/units.py", f"{here}/compiled.py", f"{here}/compiling.py"]
    paths.append(f"{here}/listing.py")
    for room in ("content", "calculators"):
        with os.scandir(f"{package}/{room}") as inside:
            paths += [entry.path for entry in inside if entry.name.endswith(".py")]
    return sorted(paths)


def plugin_file(module: str) -> str:
    """The file of a plugged-in calculator's module, or nothing."""
    from importlib.util import find_spec  # heavy, and only for plugged-in calculators

    spec = find_spec(module)
    return spec.origin if spec is not None and spec.origin else ""


def _changed_plugins(file: File) -> bool:
    """Whether a calculator that the file uses may be another by now."""
    return any(stat_of(plugin_file(module)) != (size, time) for module, size, time in file.plugins)
