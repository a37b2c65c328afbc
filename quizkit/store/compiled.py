"""Turn course folders into rows of a cache file that the next start reads without YAML.

One row per source file and one per question hold the JSON of their nodes; one per folder lists what
a start needs. A start compares `stat` alone: a file that differs, or that was younger than 2 s when
it was compiled, is hashed and perhaps parsed again. The file can be deleted at any time; where none
can be written, the same tables are kept in memory.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING, Final
from weakref import finalize

import quizkit
from quizkit.content.folder import COURSE_FILE, file_names, read_bytes, stray_names
from quizkit.content.nodes import MappingNode, Node, ScalarNode, SequenceNode, packed, unpacked
from quizkit.store.listing import HERE, File, Listing, asked_row, file_of, finding_row, listing_of

if TYPE_CHECKING:  # what parses is loaded only where something differs
    from quizkit.content.model import Course, Lesson
    from quizkit.content.references import Parsed

FORMAT: Final = 3
"""Part of the file's name: another format is another file."""

SETTLED_NS: Final = 2 * 10**9
"""Some file systems keep times to 2 s: a younger file may change and keep its time."""

PATIENCE_S = 5.0
"""How long another program may hold the file before we compile in memory."""

_UNSETTLED: Final = (-1, 0)
_ABSENT: Final = (-2, 0)
_PARTS: Final = ("warm_up", "practice")

_TABLES = """
CREATE TABLE IF NOT EXISTS made_by (code TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS folders (folder TEXT PRIMARY KEY, listing TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS files (
    folder TEXT NOT NULL, file TEXT NOT NULL, hash TEXT NOT NULL, node TEXT, row TEXT NOT NULL,
    PRIMARY KEY (folder, file)
);
CREATE TABLE IF NOT EXISTS questions (
    folder TEXT NOT NULL, file TEXT NOT NULL, id TEXT NOT NULL, node TEXT NOT NULL,
    PRIMARY KEY (folder, file, id)
);
"""


class Compiled:
    """The cache file, or the same in memory."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
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
            code = _code()
            made_by = "SELECT code FROM made_by"
            tables = "SELECT count(*) FROM sqlite_master WHERE name = 'made_by'"
            if connection.execute(tables).fetchall() == [(1,)] and connection.execute(
                made_by
            ).fetchall() == [(code,)]:
                return cls(connection)
            with _writing(connection):
                for statement in _TABLES.split(";"):
                    connection.execute(statement)
                if connection.execute(made_by).fetchall() != [(code,)]:
                    # Another quizkit: what it made of a file may differ, its revision too.
                    for table in ("made_by", "folders", "files", "questions"):
                        connection.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
                    connection.execute("INSERT INTO made_by VALUES (?)", (code,))
        except BaseException:
            connection.close()
            raise
        return cls(connection)

    # --- reading ------------------------------------------------------------------------------

    def listing(self, folder: Path) -> Listing:
        """What the folder holds now, compiled anew where it differs from what is kept.

        Raises sqlite3.Error where the file cannot be used, ValueError where it holds nonsense.
        """
        rows = self._connection.execute(
            "SELECT listing FROM folders WHERE folder = ?", (_key(folder),)
        ).fetchall()
        if rows:
            listing = listing_of(folder, json.loads(rows[0][0]))
            if _is_fresh(listing):
                return listing
        return self._compile(folder)

    def question(self, folder: Path, file: str, name: str) -> Node | None:
        """The nodes of one question, or None if it is gone."""
        rows = self._connection.execute(
            "SELECT node FROM questions WHERE folder = ? AND file = ? AND id = ?",
            (_key(folder), file, name),
        ).fetchall()
        return unpacked(rows[0][0]) if rows else None

    def outline(self, folder: Path, file: File) -> MappingNode | None:
        """The nodes of a file with empty lists where its questions were, or None if it is gone."""
        rows = self._connection.execute(
            "SELECT node FROM files WHERE folder = ? AND file = ?", (_key(folder), file.name)
        ).fetchall()
        root = unpacked(rows[0][0]) if rows and rows[0][0] is not None else None
        return root if isinstance(root, MappingNode) else None

    def root(self, folder: Path, file: File) -> MappingNode | None:
        """The nodes of a whole file, its questions put back, or None if it is gone."""
        root = self.outline(folder, file)
        if root is None:
            return None
        key = (_key(folder), file.name)
        nodes = dict(
            self._connection.execute(
                "SELECT id, node FROM questions WHERE folder = ? AND file = ?", key
            ).fetchall()
        )
        entries: list[tuple[ScalarNode, Node]] = []
        for name, value in root.entries:
            if name.text in _PARTS and isinstance(value, SequenceNode):
                ids = [asked.id for asked in file.questions if asked.part == name.text]
                items = tuple(unpacked(nodes[one]) for one in ids if one in nodes)
                entries.append((name, value._replace(items=items)))
            else:
                entries.append((name, value))
        return root._replace(entries=tuple(entries))

    # --- compiling ----------------------------------------------------------------------------

    def _compile(self, folder: Path) -> Listing:
        """Bring the folder's rows up to date, parsing only what differs."""
        from quizkit.content.load import stray
        from quizkit.content.references import within

        key = _key(folder)
        with _writing(self._connection):
            kept = {
                name: (digest, node, file_of(json.loads(row)))
                for name, digest, node, row in self._connection.execute(
                    "SELECT file, hash, node, row FROM files WHERE folder = ?", (key,)
                ).fetchall()
            }
            parsed, files = [], []
            for name in file_names(folder):
                node, file = self._one(folder, name, kept.get(name))
                files.append(file)
                parsed.append(_as_parsed(name, node))
            for name in kept.keys() - {file.name for file in files}:
                self._forget(key, name)
            faults = [*within(parsed[0], parsed[1:])]
            strays = stray_names(folder)
            faults += [stray(f"{HERE}{name}") for name in strays]
            between = tuple(map(finding_row, faults))
            listing = Listing(
                folder=folder, files=tuple(files), between=between, strays=tuple(strays)
            )
            self._connection.execute(
                "INSERT OR REPLACE INTO folders VALUES (?, ?)",
                (key, _dumps([listing.files, listing.between, listing.strays])),
            )
        return listing

    def _one(
        self, folder: Path, name: str, kept: tuple[str, str | None, File] | None
    ) -> tuple[str | None, File]:
        """The root and the row of one file, read and parsed where it may differ."""
        path, key = folder / name, _key(folder)
        stat = _stat(path)  # before reading: what comes later is seen at the next start
        same_plugins = kept is not None and not _changed_plugins(kept[2])
        if kept is not None and kept[2].stat == stat and same_plugins:
            return kept[1:]
        data: bytes | OSError
        try:
            data = read_bytes(path)
        except OSError as error:
            data = error
        digest = "" if isinstance(data, OSError) else blake2b(data, digest_size=16).hexdigest()
        if time.time_ns() - stat[1] <= SETTLED_NS:
            stat = _UNSETTLED
        if kept is not None and digest and kept[0] == digest and same_plugins:
            node, file = kept[1], kept[2]._replace(stat=stat)
        else:
            self._forget(key, name)
            node, file, questions = _parse(name, data)
            file = file._replace(stat=stat)
            self._connection.executemany(
                "INSERT INTO questions VALUES (?, ?, ?, ?)",
                [(key, name, one, text) for one, text in questions],
            )
        self._connection.execute(
            "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?)",
            (key, name, digest, node, _dumps(file)),
        )
        return node, file

    def _forget(self, key: str, name: str) -> None:
        for table in ("files", "questions"):
            self._connection.execute(
                f"DELETE FROM {table} WHERE folder = ? AND file = ?",  # noqa: S608 - our own names
                (key, name),
            )


# --- files and rows ---------------------------------------------------------------------------


def _parse(name: str, data: bytes | OSError) -> tuple[str | None, File, list[tuple[str, str]]]:
    """Parse one file into the row of its root without questions, and the rows of these."""
    from quizkit.content import load
    from quizkit.content.model import Lesson

    stored = f"{HERE}{name}"
    parsed: Parsed[Course] | Parsed[Lesson]
    if isinstance(data, OSError):
        parsed = load.unreadable(stored, data)
    elif name == COURSE_FILE:
        parsed = load.parse_course(stored, data)
    else:
        parsed = load.parse_lesson(stored, data)
    lesson = parsed.value if isinstance(parsed.value, Lesson) else None
    spot = parsed.spot
    file = File(
        name=name,
        stat=_UNSETTLED,
        whole=parsed.value is not None,
        id=spot.id,
        line=spot.line,
        column=spot.column,
        number=lesson.number if lesson else 0,
        title=lesson.title if lesson else "",
        objective=lesson.objective if lesson else "",
        requires=lesson.requires if lesson else (),
        questions=tuple(map(asked_row, lesson.questions)) if lesson else (),
        findings=tuple(map(finding_row, parsed.findings)),
        plugins=_plugins(lesson) if lesson else (),
    )
    if parsed.root is None:
        return None, file, []
    questions = []
    entries = []
    for key, value in parsed.root.entries:
        if key.text in _PARTS and isinstance(value, SequenceNode) and lesson:
            for item in value.items:
                one = item.get("id") if isinstance(item, MappingNode) else None
                assert isinstance(one, ScalarNode), "a whole question has an id"
                questions.append((one.text, packed(item)))
            value = value._replace(items=())
        entries.append((key, value))
    return packed(parsed.root._replace(entries=tuple(entries))), file, questions


def _as_parsed(name: str, node: str | None) -> Parsed[None]:
    """What `within` looks at; the values themselves are not needed."""
    from quizkit.content.references import Parsed

    root = unpacked(node) if node is not None else None
    return Parsed(
        path=f"{HERE}{name}",
        root=root if isinstance(root, MappingNode) else None,
        value=None,
        findings=(),
    )


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _is_fresh(listing: Listing) -> bool:
    """Whether every file is as it was; `stat` alone is asked."""
    folder = listing.folder
    return (
        [file.name for file in listing.files] == file_names(folder)
        and listing.strays == (*stray_names(folder),)
        and all(file.stat == _stat(folder / file.name) for file in listing.files)
        and not any(map(_changed_plugins, listing.files))
    )


def _stat(path: Path) -> tuple[int, int]:
    try:
        found = os.stat(path)
    except OSError:
        return _ABSENT
    return (found.st_size, found.st_mtime_ns)


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
    return os.path.abspath(folder)


def _code() -> str:
    """A hash of the code that makes the rows: another quizkit makes them anew."""
    digest = blake2b(f"{FORMAT} {sys.version_info[:2]}".encode(), digest_size=16)
    package = Path(quizkit.__file__).parent
    paths = [package / "units.py", Path(__file__)]
    paths += [*(package / "content").glob("*.py"), *(package / "calculators").glob("*.py")]
    for path in sorted(paths):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _plugins(lesson: Lesson) -> tuple[tuple[str, int, int], ...]:
    """The modules of plugged-in calculators that the lesson uses: file, size and time."""
    from quizkit import calculators

    names = {q.given.calculator for q in lesson.questions if q.given} - calculators.BUILT_IN.keys()
    modules = sorted(calculators.find(name).compute.__module__ for name in names)
    found = [(module, _stat(_origin(module))) for module in modules]
    return tuple((module, *stat) for module, stat in found)


def _origin(module: str) -> Path:
    spec = util.find_spec(module)
    return Path(spec.origin if spec is not None and spec.origin else "")


def _changed_plugins(file: File) -> bool:
    """Whether a calculator that the file uses may be another by now."""
    return any(_stat(_origin(module)) != (size, time) for module, size, time in file.plugins)
