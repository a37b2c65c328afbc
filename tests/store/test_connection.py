"""Opening the file: settings that hold, files that are not ours, and trouble in sentences."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from quizkit.errors import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreNewer,
    StoreUnwritable,
    UsageError,
)
from quizkit.store.connection import connect, examine, parse_url
from quizkit.store.database import make_room
from quizkit.store.statements import APPLICATION_ID, VERSION
from quizkit.store.store import Store
from tests.conftest import need, skip_or_fail
from tests.session.scenes import COURSE, DAY, ME, answer, at, open_store

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "progress.db"


# --- settings -----------------------------------------------------------------------------------


def test_every_connection_has_the_settings_that_keep_answers(path: Path) -> None:
    """Rollback journal, EXTRA, foreign keys and ten seconds of patience, on each connection."""
    open_store(path)
    with closing(connect(path)) as connection:
        found = {
            name: connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {
        "journal_mode": "delete",
        "synchronous": 3,
        "foreign_keys": 1,
        "busy_timeout": 10_000,
    }


def test_a_missing_file_is_not_made_by_opening_it(path: Path) -> None:
    """Only `make_room` makes a file: a lost one is noticed, not replaced by an empty one."""
    with pytest.raises(sqlite3.OperationalError):
        connect(path)
    assert not path.exists()


def test_no_lock_and_no_descriptor_is_held_between_answers(path: Path) -> None:
    """Another program can write as soon as an answer is in."""
    store = open_store(path)
    answer(store)
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
    descriptors = Path("/proc/self/fd")
    if descriptors.exists():
        open_files = {os.path.realpath(link) for link in descriptors.iterdir()}
        assert str(path.resolve()) not in open_files


@pytest.mark.parametrize(
    "url",
    [
        "progress.db",
        "sqlite://progress.db",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///p.db?mode=ro",
        "postgresql://localhost/quiz",
        "",
    ],
)
def test_a_url_that_names_no_file_is_refused(url: str) -> None:
    """The sentence says what was written and how to write it."""
    with pytest.raises(UsageError, match="QUIZ_DATABASE is"):
        parse_url(url)


@pytest.mark.parametrize("name", ["with space.db", "50%41.db", "ünï.db", "a#b?c.db", "'q'.db"])
def test_any_file_name_is_taken_as_it_is(tmp_path: Path, name: str) -> None:
    """Signs that mean something in a URL mean nothing in a path."""
    path = tmp_path / name
    answer(open_store(path))
    assert [child.name for child in tmp_path.iterdir()] == [name]
    assert len(Store.open_reading(path).cards(ME, COURSE)) == 1


# --- new and missing files ----------------------------------------------------------------------


def test_reading_makes_nothing_and_finds_nothing(path: Path) -> None:
    """Every reading method answers as for an empty log; folder and file stay missing."""
    path = path.parent / "not" / "there" / path.name
    store = Store.open_reading(path)
    assert store.cards(ME, COURSE) == {}
    assert store.card(ME, COURSE, "l/q").state_name() == "new"
    assert store.events(ME, COURSE) == ()
    assert store.events(ME, COURSE, "l/q") == ()
    assert store.reps(ME, COURSE) == {}
    assert store.check() == ()
    assert not path.parent.exists()


def test_a_reading_store_sees_a_file_that_is_made_later(path: Path) -> None:
    """Nothing is remembered of the file's absence."""
    store = Store.open_reading(path)
    answer(open_store(path))
    assert len(store.cards(ME, COURSE)) == 1


@pytest.mark.parametrize("what", ["empty", "no tables", "no tables, WAL"])
def test_an_empty_file_is_new_and_not_foreign(path: Path, what: str) -> None:
    """0 bytes, or no tables and both numbers 0: reading leaves it, writing makes tables."""
    path.touch()
    if what != "empty":
        with closing(sqlite3.connect(path)) as connection:
            if "WAL" in what:
                connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("CREATE TABLE t (a)")
            connection.execute("DROP TABLE t")
            connection.execute("VACUUM")
    assert examine(path) == "new"
    before = path.read_bytes()
    assert Store.open_reading(path).check() == ()
    if "WAL" not in what:
        assert path.read_bytes() == before
    answer(open_store(path))
    assert examine(path) == "current"


def test_missing_folders_are_made(tmp_path: Path) -> None:
    """The first writing command on a new machine needs no preparation."""
    path = tmp_path / "a" / "b" / "progress.db"
    answer(open_store(path))
    assert path.exists()


# --- files that are not ours --------------------------------------------------------------------


def sqlite_file(path: Path, *, wal: bool = False, **numbers: int) -> None:
    """A file of another program, with a table and a row."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        if wal:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE notes (text)")
        connection.execute("INSERT INTO notes VALUES ('mine')")
        for name, number in numbers.items():
            connection.execute(f"PRAGMA {name} = {number}")


FOREIGN: dict[str, Callable[[Path], object]] = {
    "another program's": lambda path: sqlite_file(path),
    "another program's, WAL": lambda path: sqlite_file(path, wal=True),
    "another application id": lambda path: sqlite_file(path, application_id=1, user_version=1),
    "another user version": lambda path: sqlite_file(path, user_version=VERSION),
    "a text": lambda path: path.write_text("dear diary\n", encoding="utf-8"),
    "zeros": lambda path: path.write_bytes(bytes(8192)),
    "one byte": lambda path: path.write_bytes(b"S"),
    "half a header": lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(20)),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_a_foreign_file_is_refused_and_untouched(path: Path, what: str) -> None:
    """Neither reading nor writing changes a byte of it or leaves a file beside it."""
    FOREIGN[what](path)
    before = path.read_bytes()
    for opening in (open_store, Store.open_reading):
        with pytest.raises(StoreForeign, match=r"it is left as it is\. Name another file"):
            opening(path)
    assert path.read_bytes() == before
    assert [child.name for child in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("wal", [False, True])
def test_a_newer_file_is_refused_and_untouched(path: Path, wal: bool) -> None:
    """An older program never writes to what it does not know."""
    sqlite_file(path, wal=wal, application_id=APPLICATION_ID, user_version=VERSION + 1)
    before = path.read_bytes()
    for opening in (open_store, Store.open_reading):
        with pytest.raises(StoreNewer) as caught:
            opening(path)
        assert str(caught.value) == (
            f"{path} was written by a newer quizkit (tables version {VERSION + 1}, this one knows "
            f"{VERSION}); it is left as it is. Upgrade quizkit"
        )
    assert path.read_bytes() == before
    assert [child.name for child in path.parent.iterdir()] == [path.name]


def test_a_file_that_becomes_newer_in_mid_session_is_not_written_to(path: Path) -> None:
    """Each transaction looks at the numbers again."""
    store = open_store(path)
    answer(store)
    with closing(connect(path)) as other:
        other.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(StoreNewer):
        answer(store)
    assert path.read_bytes() == before


def test_a_folder_is_named_as_what_it_is(tmp_path: Path) -> None:
    """The sentence says to name a file."""
    with pytest.raises(StoreError) as caught:
        open_store(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path} is a folder; the progress is kept in a file: name one in it"
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_refused_without_waiting_for_it(path: Path) -> None:
    """Opening a named pipe would wait for ever."""
    os.mkfifo(path)
    with pytest.raises(StoreError, match="is not a regular file"):
        Store.open_reading(path)


def test_a_folder_in_the_place_of_a_file_on_the_way_is_a_sentence(tmp_path: Path) -> None:
    """A file where a folder should be is the system's own word with the path."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnwritable, match="Not a directory"):
        open_store(tmp_path / "file" / "progress.db")


def test_a_write_ahead_log_from_outside_is_put_back(path: Path) -> None:
    """A file that another tool switched to WAL is read, switched back and kept whole."""
    answer(open_store(path))
    with closing(sqlite3.connect(path)) as tool:
        tool.execute("PRAGMA journal_mode = WAL")
    store = open_store(path)
    answer(store)
    assert store.check() == ()
    assert [child.name for child in path.parent.iterdir()] == [path.name]


def test_a_write_ahead_log_in_use_is_a_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the tool has the file open it cannot be switched back, and nothing is lost."""
    monkeypatch.setattr("quizkit.store.connection.TIMEOUT_S", 0.05)
    answer(open_store(path))
    with closing(sqlite3.connect(path, isolation_level=None)) as tool:
        tool.execute("PRAGMA journal_mode = WAL")
        tool.execute("BEGIN")
        tool.execute("SELECT * FROM events").fetchall()
        with pytest.raises(
            StoreError, match=r"in use by another program|close every other program"
        ):
            open_store(path)
    assert len(Store.open_reading(path).events(ME, COURSE)) == 1


# --- trouble ------------------------------------------------------------------------------------


def test_a_locked_file_is_named_and_the_next_try_works(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lock held longer than the patience ends in a sentence, not in a broken connection."""
    monkeypatch.setattr("quizkit.store.connection.TIMEOUT_S", 0.05)
    store = open_store(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="in use by another program for more than") as caught:
            answer(store)
        assert str(path) in str(caught.value)
        other.execute("ROLLBACK")
    assert answer(store).reviews == 1


def test_a_reader_does_not_stop_a_writer_for_ever(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit that meets an unending reader gives up with nothing written."""
    monkeypatch.setattr("quizkit.store.connection.TIMEOUT_S", 0.05)
    store = open_store(path)
    answer(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM events").fetchall()
        with pytest.raises(StoreBusy):
            answer(store)
    assert len(store.events(ME, COURSE)) == 1
    assert store.check() == ()


def test_a_file_that_vanishes_in_mid_session_is_not_made_anew(path: Path) -> None:
    """Its absence is said, rather than going on with an empty one."""
    store = open_store(path)
    card = store.card(ME, COURSE, "l/q")
    path.unlink()
    with pytest.raises(StoreUnwritable, match="cannot be opened; see that it is there"):
        store.suspend(at(DAY), ME, COURSE, card.question)
    assert not path.exists()


@pytest.mark.parametrize(
    "places", [range(4096, 8192), range(100, 140), range(8192, 40960)], ids=str
)
def test_damage_is_a_sentence_wherever_it_is(path: Path, places: range) -> None:
    """Overwritten pages end in StoreDamaged or in findings of check, never in anything else."""
    store = open_store(path)
    for number in range(30):
        answer(store, question=f"l/q-{number}")
    content = bytearray(path.read_bytes())
    for place in places:
        if place < len(content):
            content[place] = 0xA5
    path.write_bytes(content)
    try:
        reading = Store.open_reading(path)
        reading.cards(ME, COURSE)
        problems = reading.check()
    except StoreDamaged as damaged:
        problems = (str(damaged),)
    assert problems


def test_a_truncated_file_is_damaged(path: Path) -> None:
    """Half a file is said to be damaged, with the way to put a backup back."""
    store = open_store(path)
    for number in range(30):
        answer(store, question=f"l/q-{number}")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(StoreDamaged, match="quiz db restore FILE"):
        Store.open_reading(path).events(ME, COURSE)


def test_a_row_that_makes_no_sense_is_damage(path: Path) -> None:
    """What the tables let through and no program of ours writes is named, not tripped over."""
    store = open_store(path)
    answer(store)
    with closing(connect(path)) as connection:
        connection.execute("UPDATE events SET study_day = '9999-99-99'")
    with pytest.raises(StoreDamaged, match=r"row 1 of the log .* '9999-99-99' is no day"):
        store.events(ME, COURSE)


def test_missing_tables_are_damage(path: Path) -> None:
    """A file with our numbers and without our tables is said to be unusable."""
    store = open_store(path)
    with closing(connect(path)) as connection:
        connection.execute("DROP TABLE cards")
    with pytest.raises(StoreDamaged, match="no such table: cards"):
        store.cards(ME, COURSE)


# --- as somebody else, on other disks -----------------------------------------------------------


@pytest.fixture
def open_path() -> Iterator[Path]:
    """A database with one row, in a folder that everybody can reach and write to."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "progress.db"
        answer(open_store(path))
        path.chmod(0o666)
        path.parent.chmod(0o777)
        yield path


@contextmanager
def nobody() -> Iterator[None]:
    """For a while, be somebody who owns nothing; root is stopped by no permission."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_read_only_file_can_be_read_and_is_refused_before_writing(open_path: Path) -> None:
    """The refusal comes when the store is opened, before anything is asked."""
    open_path.chmod(0o444)
    with nobody():
        with pytest.raises(StoreUnwritable) as caught:
            open_store(open_path)
        assert len(Store.open_reading(open_path).events(ME, COURSE)) == 1
    assert str(caught.value) == (
        f"{open_path} or its folder is read-only; "
        "make both writable, or name another file with QUIZ_DATABASE"
    )


def test_a_read_only_folder_can_be_read_and_is_refused_before_writing(open_path: Path) -> None:
    """A journal needs room beside the file; that is found out before anything is asked."""
    open_path.parent.chmod(0o555)
    with nobody():
        with pytest.raises(StoreUnwritable, match="folder"):
            open_store(open_path)
        assert len(Store.open_reading(open_path).events(ME, COURSE)) == 1
    open_path.parent.chmod(0o777)


def test_a_file_of_somebody_else_is_a_sentence(open_path: Path) -> None:
    """Without permission to read, the system's word and the path are said."""
    open_path.chmod(0o000)
    for opening in (open_store, Store.open_reading):
        with nobody(), pytest.raises(StoreUnwritable) as caught:
            opening(open_path)
        assert str(caught.value) == (
            f"{open_path}: Permission denied. Name another file with QUIZ_DATABASE, "
            "or mend this one"
        )


FULL = """
    import os, sys
    from pathlib import Path
    from quizkit.errors import StoreUnwritable
    from tests.session.scenes import answer, open_store, ME, COURSE
    path = Path(sys.argv[1])
    store = open_store(path)
    rows = 0
    try:
        while True:
            answer(store, question=f"l/q-{rows}", response="x" * 3000)
            rows += 1
    except StoreUnwritable as error:
        print(error)
    print(rows == len(store.events(ME, COURSE)), rows > 3, store.check())
    try:
        open_store(path)
    except StoreUnwritable as error:
        print(error)
"""


def test_a_full_disk_keeps_every_earlier_answer(tmp_path: Path) -> None:
    """The answer that finds no room is refused with a sentence; all before it are there."""
    unshare = need("unshare")
    disk = tmp_path / "disk"
    disk.mkdir()
    script = tmp_path / "full.py"
    script.write_text(textwrap.dedent(FULL), encoding="utf-8")
    shell = (
        f'mount -t tmpfs -o size=192k none "{disk}" || exit 77; '
        f'exec "{sys.executable}" -B "{script}" "{disk}/progress.db"'
    )
    done = subprocess.run(
        [unshare, "-rm", "sh", "-c", shell],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    if done.returncode in (1, 77) and "Traceback" not in done.stderr:
        skip_or_fail(f"no small disk can be mounted here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    first, second, *_ = done.stdout.splitlines()
    assert first == f"{disk}/progress.db: the disk is full; make room and try again"
    assert second == "True True ()"


def test_room_is_made_to_last(tmp_path: Path) -> None:
    """A new file in new folders is there, empty, and making it twice does no harm."""
    path = tmp_path / "a" / "b" / "c.db"
    for _ in range(2):
        make_room(path)
    assert path.read_bytes() == b""
