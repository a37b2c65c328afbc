"""Copies are verified, and putting one back loses nothing of what was there."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from textwrap import dedent

import pytest

from quizkit.errors import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreNewer,
    StoreUnwritable,
)
from quizkit.store.backup import backup, restore
from quizkit.store.connection import connect
from quizkit.store.store import Store
from tests.session.scenes import COURSE, ME, QUESTION, answer, open_store
from tests.store.filling import content, fill


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "progress.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copies" / "copy.db"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def test_a_copy_holds_everything(path: Path, copy: Path) -> None:
    """Every row of every table, in a file that opens like the original."""
    fill(path)
    before = path.read_bytes()
    copied = backup(path, copy)
    assert content(copy) == content(path)
    assert copied.events == len(content(path)["events"])
    assert open_store(copy).check() == ()
    assert path.read_bytes() == before
    assert [child.name for child in copy.parent.iterdir()] == ["copy.db"]


def test_a_copy_made_while_somebody_writes_is_whole(path: Path, copy: Path) -> None:
    """An open transaction of another program is not in it, everything before is."""
    fill(path)
    committed = content(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM cards")
        backup(path, copy)
    assert content(copy) == committed


DIES_HALF_WAY = """
    import os, signal, sqlite3, sys
    connection = sqlite3.connect(sys.argv[1], isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("DELETE FROM cards")
    connection.execute("DELETE FROM days")
    connection.execute("CREATE TABLE spilled (bytes BLOB)")
    connection.execute("INSERT INTO spilled VALUES (zeroblob(1000000))")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_copy_made_after_somebody_died_half_way_is_whole(path: Path, copy: Path) -> None:
    """What a killed program had written of its transaction is in the file, and not in the copy."""
    fill(path)
    committed, before = content(path), path.read_bytes()
    died = subprocess.run([sys.executable, "-c", dedent(DIES_HALF_WAY), str(path)], check=False)
    assert died.returncode == -signal.SIGKILL
    assert path.read_bytes() != before
    backup(path, copy)
    assert content(copy) == committed


def test_a_copy_never_replaces_a_file(path: Path, copy: Path) -> None:
    """An existing name is refused, and the file under it stays as it is."""
    fill(path)
    copy.parent.mkdir()
    copy.write_text("dear diary")
    with pytest.raises(StoreError, match="exists already; name a file that does not"):
        backup(path, copy)
    assert copy.read_text() == "dear diary"


def test_a_copy_that_cannot_be_made_names_the_folder(path: Path, tmp_path: Path) -> None:
    """What must be writable is the folder of copies; the database is not to blame."""
    fill(path)
    (tmp_path / "copies").write_text("in the way")
    with pytest.raises(StoreUnwritable) as refused:
        backup(path, tmp_path / "copies" / "copy.db")
    assert str(refused.value).endswith(
        f"The folder {tmp_path} must be one that files can be written to"
    )


def test_there_is_nothing_to_copy_of_a_missing_file(path: Path, copy: Path) -> None:
    """It is said, and neither file is made."""
    with pytest.raises(StoreError, match="holds no progress yet"):
        backup(path, copy)
    assert not path.exists()
    assert not copy.exists()


def test_a_damaged_file_is_not_copied_as_if_it_were_sound(path: Path, copy: Path) -> None:
    """The copy is read back before it gets its name."""
    damage(path)
    with pytest.raises(StoreDamaged):
        backup(path, copy)
    assert list(copy.parent.iterdir()) == []


def damage(path: Path) -> None:
    """Fill a file and overwrite pages in its middle."""
    store = fill(path)
    for number in range(20):
        answer(store, question=f"l/q-{number}")
    whole = path.read_bytes()
    middle = len(whole) // 2 // 4096 * 4096
    path.write_bytes(whole[:middle] + b"\xa5" * 8192 + whole[middle + 8192 :])


def test_putting_back_brings_the_copys_rows_and_keeps_the_others(
    path: Path, copy: Path, kept: Path
) -> None:
    """What was answered since the copy is in the kept file, not lost."""
    store = fill(path)
    backup(path, copy)
    answer(store, question="l/since")
    since = content(path)
    restored = restore(path, copy, backups=kept)
    assert content(path) == content(copy)
    assert restored.kept == kept / "progress-before-restore.db"
    assert content(restored.kept) == since
    assert open_store(path).check() == ()
    assert [child.name for child in path.parent.iterdir()] == ["progress.db"]


def test_an_open_session_goes_on_with_what_was_put_back(path: Path, copy: Path, kept: Path) -> None:
    """The file is written in place, so nobody goes on writing to one that is gone."""
    store = fill(path)
    backup(path, copy)
    answer(store, question="l/since")
    restore(path, copy, backups=kept)
    answer(store, question="l/after")
    assert "l/since" not in store.cards(ME, COURSE)
    assert "l/after" in open_store(path).cards(ME, COURSE)
    assert store.check() == ()


def test_putting_back_where_nothing_is(path: Path, copy: Path, kept: Path) -> None:
    """A new machine takes a copy as its database; there is nothing to keep."""
    fill(copy)
    assert restore(path, copy, backups=kept).kept is None
    assert content(path) == content(copy)


def test_a_damaged_database_is_replaced_and_moved_aside(path: Path, copy: Path, kept: Path) -> None:
    """This is what backups are for; the damaged file is kept for whoever wants to look."""
    fill(copy)
    damage(path)
    damaged = path.read_bytes()
    restored = restore(path, copy, backups=kept)
    assert restored.kept == kept / "progress-damaged.db"
    assert restored.kept.read_bytes() == damaged
    assert content(path) == content(copy)


def test_a_journal_left_behind_does_not_spoil_what_is_put_back(
    path: Path, copy: Path, kept: Path
) -> None:
    """A journal beside a damaged file goes aside with it."""
    fill(copy)
    damage(path)
    (path.parent / "progress.db-journal").write_bytes(b"left behind")
    restore(path, copy, backups=kept)
    assert content(path) == content(copy)
    assert [child.name for child in path.parent.iterdir()] == ["progress.db"]


def test_a_copy_that_is_not_sound_is_not_put_back(path: Path, copy: Path, kept: Path) -> None:
    """A copy whose cards differ from its log, or whose pages are damaged, changes nothing."""
    fill(path)
    before = path.read_bytes()
    fill(copy)
    with closing(connect(copy)) as connection:
        connection.execute("UPDATE cards SET ease = 400")
    with pytest.raises(StoreDamaged, match="is not a sound copy"):
        restore(path, copy, backups=kept)
    copy.unlink()
    damage(copy)
    with pytest.raises(StoreDamaged):
        restore(path, copy, backups=kept)
    assert path.read_bytes() == before
    assert not kept.exists()
    assert [child.name for child in path.parent.iterdir()] == ["progress.db"]


def test_only_a_copy_of_ours_is_put_back(path: Path, copy: Path, kept: Path) -> None:
    """A missing, an empty, a foreign and a newer file are refused by name."""
    fill(path)
    before = path.read_bytes()
    copy.parent.mkdir()
    with pytest.raises(StoreError, match="there is no file"):
        restore(path, copy, backups=kept)
    copy.touch()
    with pytest.raises(StoreError, match="holds no progress; name a file"):
        restore(path, copy, backups=kept)
    copy.write_text("dear diary")
    with pytest.raises(StoreForeign, match="is no database; name a file that quiz db backup made"):
        restore(path, copy, backups=kept)
    copy.unlink()
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("CREATE TABLE diary (day)")
    with pytest.raises(StoreForeign, match="of another program; name a file that quiz db backup"):
        restore(path, copy, backups=kept)
    copy.unlink()
    fill(copy)
    with closing(connect(copy)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreNewer):
        restore(path, copy, backups=kept)
    assert path.read_bytes() == before


def test_a_foreign_file_is_never_replaced(path: Path, copy: Path, kept: Path) -> None:
    """Somebody else's file in the database's place must be moved away by hand."""
    fill(copy)
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE diary (day)")
    before = path.read_bytes()
    with pytest.raises(StoreForeign, match="or move it away and restore again"):
        restore(path, copy, backups=kept)
    assert path.read_bytes() == before


def _no_magic(data: bytes) -> bytes:
    return b"SQLite format 4\0" + data[16:]


def _no_text(data: bytes) -> bytes:
    # A name in the schema that SQLite quotes in its message and no driver can decode.
    return data.replace(b"CREATE TABLE cards", b"CREATE \xffABLE cards")


@pytest.mark.parametrize(
    "break_",
    [_no_magic, _no_text, lambda data: bytes(100) + data[100:], lambda data: data[:17]],
    ids=["another magic", "no UTF-8", "zeros", "17 bytes"],
)
def test_a_file_whose_beginning_is_lost_is_moved_aside(
    path: Path, copy: Path, kept: Path, break_: Callable[[bytes], bytes]
) -> None:
    """What is no database any more is kept beside the backups, byte for byte, and replaced."""
    fill(path)
    backup(path, copy)
    broken = break_(path.read_bytes())
    path.write_bytes(broken)
    with pytest.raises(StoreError, match="quiz db restore FILE"):
        Store.open_reading(path).cards(ME, COURSE)
    restored = restore(path, copy, backups=kept)
    assert restored.kept is not None
    assert restored.kept.read_bytes() == broken
    assert content(path) == content(copy)


def test_putting_back_waits_for_readers_and_gives_up_by_name(
    path: Path, copy: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While somebody reads, nothing is put back, and nothing has changed."""
    monkeypatch.setattr("quizkit.store.connection.TIMEOUT_S", 0.05)
    fill(copy)
    store = open_store(path)
    answer(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM events").fetchall()
        with pytest.raises(StoreBusy):
            restore(path, copy, backups=kept)
    assert Store.open_reading(path).card(ME, COURSE, QUESTION).reviews == 1


def test_a_copy_in_write_ahead_mode_is_put_back_whole(path: Path, copy: Path, kept: Path) -> None:
    """What a tool left in a write-ahead log beside the copy is part of it."""
    fill(copy)
    with closing(sqlite3.connect(copy)) as tool:
        tool.execute("PRAGMA journal_mode = WAL")
    restore(path, copy, backups=kept)
    assert open_store(path).check() == ()
    with closing(connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
