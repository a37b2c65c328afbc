"""The cache file is one that this code made, or it is made anew, or kept in memory."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from threading import Thread

import pytest

from quizkit.store import cache_file
from quizkit.store.compiled import Compiled
from quizkit.store.index import open_library
from tests.store.conftest import same_as_sources


def test_another_quizkit_compiles_anew(
    course: Path, cache: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of another version's code are not trusted; the same code in another place is."""
    open_library([course], cache)
    parsed.clear()
    monkeypatch.setattr(cache_file, "_stamp", lambda: "elsewhere")
    same_as_sources(open_library([course], cache), course)
    assert "lessons/a.yaml" not in parsed
    monkeypatch.setattr(cache_file, "_stamp", lambda: "upgraded")
    monkeypatch.setattr(cache_file, "_code", lambda: "another")
    same_as_sources(open_library([course], cache), course)
    assert "lessons/a.yaml" in parsed


@pytest.mark.parametrize(
    "garbage", [b"", b"not a database at all", b"SQLite format 3\0" + b"x" * 5000]
)
def test_a_damaged_index_is_made_anew(course: Path, cache: Path, garbage: bytes) -> None:
    """It holds nothing that the sources do not."""
    open_library([course], cache)
    (file,) = cache.iterdir()
    file.write_bytes(garbage)
    same_as_sources(open_library([course], cache), course)


@pytest.mark.parametrize("kind", ["none", "a file", "missing parent that is a file"])
def test_an_index_that_cannot_be_written_is_kept_in_memory(
    course: Path, tmp_path: Path, kind: str
) -> None:
    """Everything works; the next start compiles again."""
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    where = {"none": None, "a file": blocked}.get(kind, blocked / "cache")
    same_as_sources(open_library([course], where), course)


def test_an_index_held_by_another_program_is_passed_over(
    course: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever finds it locked compiles in memory and goes on."""
    monkeypatch.setattr(cache_file, "PATIENCE_S", 0.05)
    open_library([course], cache)
    (file,) = cache.iterdir()
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    same_as_sources(open_library([course], cache), course)
    holder.close()


def test_whichever_thread_lets_go_of_a_cache_closes_its_file(cache: Path) -> None:
    """Garbage is collected wherever memory is asked for, in threads of other libraries too."""
    connection = cache_file.open_cache(cache)
    held = [Compiled(connection)]
    thread = Thread(target=held.clear)
    thread.start()
    thread.join()
    with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
        connection.execute("SELECT 1")
