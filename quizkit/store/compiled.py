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
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import finalize

import quizkit
from quizkit.content.folder import (
    COURSE_FILE,
    Stat,
    file_names,
    read_bytes,
    refused_names,
    seen_files,
    seen_refused,
    shown_name,
    stat_of,
    stray_names,
)
from quizkit.content.nodes import (
    MappingNode,
    SequenceNode,
    compact,
    packed,
    unpacked,
)
from quizkit.store.listing import (
    HERE,
    Asked,
    File,
    Listing,
    asked_of,
    asked_row,
    file_of,
    finding_row,
    listing_of,
)

if TYPE_CHECKING:  # what parses is loaded only where something differs
    from quizkit.content.model import Course, Lesson, Question
    from quizkit.content.references import Parsed

FORMAT: Final = 5
"""Part of the file's name: another format is another file."""

SETTLED_NS: Final = 2 * 10**9
"""Some file systems keep times to 2 s: a younger file may change and keep its time."""

PATIENCE_S = 5.0
"""How long another program may hold the file before we compile in memory."""

WORTH_PROCESSES_BYTES: Final = 2 * 2**20
"""So much is compiled in half a second; fewer bytes are not worth other processes."""

_UNSETTLED: Final[Stat] = (-1, 0)
_PARTS: Final = ("warm_up", "practice")
_BETWEEN: Final = ("id", "number", "objective", "sources", "requires")
"""What files say of each other: the fields that faults between files are found by."""

_TABLES = """
CREATE TABLE IF NOT EXISTS made_by (code TEXT NOT NULL, stamp TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS folders (
    id INTEGER PRIMARY KEY, folder TEXT NOT NULL UNIQUE, seen TEXT NOT NULL, listing TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS files (
    folder INTEGER NOT NULL, file TEXT NOT NULL, hash TEXT NOT NULL, size INTEGER NOT NULL,
    time INTEGER NOT NULL, row TEXT NOT NULL, brief TEXT, node TEXT,
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

    def outline(self, folder: Path, file: File) -> MappingNode | None:
        """The nodes of a file with empty lists where its questions were, or None if it is gone."""
        rows = self._connection.execute(
            "SELECT node FROM files WHERE folder = ? AND file = ?", (self._ids[folder], file.name)
        ).fetchall()
        root = unpacked(rows[0][0]) if rows and rows[0][0] is not None else None
        return root if isinstance(root, MappingNode) else None

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
        with closing(side_by_side(_made, differing, sizes, worth=WORTH_PROCESSES_BYTES)) as all_:
            for made in all_:
                rows[made.name] = self._written(key, made, kept.get(made.name))
        return {name: row for name, row in rows.items() if row is not None}

    def _written(self, key: int, made: _Made, old: _Kept | None) -> _Kept:
        name, digest, stat, row, brief, node, questions = made
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
            (key, name, digest, *stat, row, brief, node),
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


class _Made(NamedTuple):
    """What a file comes to; no `row` where its bytes are those that are kept."""

    name: str
    digest: str
    stat: Stat
    row: str | None = None
    brief: str | None = None
    node: str | None = None
    questions: Sequence[tuple[str, str, str]] = ()


# --- files and rows ---------------------------------------------------------------------------


def _made(file: tuple[Path, str, str]) -> _Made:
    """Read and parse one file of a folder; its bytes alone where they have the hash given last."""
    from hashlib import blake2b

    folder, name, kept = file
    path = folder / name
    stat = stat_of(path)  # before reading: what comes later is seen at the next start
    data: bytes | OSError
    try:
        data = read_bytes(path)
    except OSError as error:
        data = error
    digest = "" if isinstance(data, OSError) else blake2b(data, digest_size=16).hexdigest()
    if time.time_ns() - stat[1] <= SETTLED_NS:
        stat = _UNSETTLED
    if digest and kept == digest:
        return _Made(name, digest, stat)
    row, root, questions = _parse(name, data)
    brief = node = None
    if root is not None:
        node = packed(root)
        brief = node if name == COURSE_FILE else packed(_brief(root))
    return _Made(name, digest, stat, compact(row), brief, node, questions)


def _parse(
    name: str, data: bytes | OSError
) -> tuple[File, MappingNode | None, list[tuple[str, str, str]]]:
    """Parse one file into what a start needs, its root without questions, and their rows."""
    from quizkit.content import load
    from quizkit.content.model import Lesson
    from quizkit.content.packing import packed_question

    stored = f"{HERE}{name}"
    parsed: Parsed[Course] | Parsed[Lesson]
    if isinstance(data, OSError):
        parsed = load.unreadable(stored, data)
    elif name == COURSE_FILE:
        parsed = load.parse_course(stored, data)
    else:
        parsed = load.parse_lesson(stored, data)
    lesson = parsed.value if isinstance(parsed.value, Lesson) else None
    asked = lesson.questions if lesson else ()
    spot = parsed.spot
    file = File(
        name=name,
        whole=parsed.value is not None,
        id=spot.id,
        line=spot.line,
        column=spot.column,
        number=lesson.number if lesson else 0,
        title=lesson.title if lesson else "",
        objective=lesson.objective if lesson else "",
        requires=lesson.requires if lesson else (),
        names=" ".join(question.id for question in asked),
        renamed=tuple((one.id, one.renamed_from) for one in asked if one.renamed_from),
        findings=tuple(map(finding_row, parsed.findings)),
        plugins=_plugins(lesson) if lesson else (),
    )
    if parsed.root is None:
        return file, None, []
    entries = tuple(
        [
            (key, value._replace(items=()))
            if lesson and key.text in _PARTS and isinstance(value, SequenceNode)
            else (key, value)
            for key, value in parsed.root.entries
        ]
    )
    questions = [(one.id, _asked_text(one), packed_question(one)) for one in asked]
    return file, parsed.root._replace(entries=entries), questions


def _asked_text(question: Question) -> str:
    """The row of a question as compact JSON: what is no list of ids is ours and needs no escape."""
    part, kind, revision, tags, former, line, column = asked_row(question)
    lists = f"{compact(tags) if tags else '[]'},{compact(former) if former else '[]'}"
    return f'["{part}","{kind}","{revision}",{lists},{line},{column}]'


def _brief(root: MappingNode) -> MappingNode:
    """What other files may be at odds with."""
    return root._replace(entries=tuple([one for one in root.entries if one[0].text in _BETWEEN]))


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
    from hashlib import blake2b  # which loads OpenSSL

    digest = blake2b(f"{FORMAT} {sys.version_info[:2]}".encode(), digest_size=16)
    for path in _sources():
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()


def _sources() -> list[str]:
    package = os.path.dirname(quizkit.__file__)
    here = os.path.dirname(__file__)
    paths = [f"{package}/units.py", f"{here}/compiled.py", f"{here}/listing.py"]
    for room in ("content", "calculators"):
        with os.scandir(f"{package}/{room}") as inside:
            paths += [entry.path for entry in inside if entry.name.endswith(".py")]
    return sorted(paths)


def _plugins(lesson: Lesson) -> tuple[tuple[str, int, int], ...]:
    """The modules of plugged-in calculators that the lesson uses: file, size and time."""
    from quizkit import calculators

    names = {q.given.calculator for q in lesson.questions if q.given} - calculators.BUILT_IN.keys()
    modules = sorted(calculators.find(name).compute.__module__ for name in names)
    found = [(module, stat_of(_origin(module))) for module in modules]
    return tuple((module, *stat) for module, stat in found)


def _origin(module: str) -> str:
    from importlib.util import find_spec  # heavy, and only for plugged-in calculators

    spec = find_spec(module)
    return spec.origin if spec is not None and spec.origin else ""


def _changed_plugins(file: File) -> bool:
    """Whether a calculator that the file uses may be another by now."""
    return any(stat_of(_origin(module)) != (size, time) for module, size, time in file.plugins)
