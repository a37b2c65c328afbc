"""Recording and grading again, killed anywhere: what is there is whole, a second run ends it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from quizkit.autograde.attempts import Attempt
from quizkit.autograde.batch import by_name
from quizkit.autograde.regrade import Regrader
from quizkit.content.model import NumberAnswer
from quizkit.store.attempts import Attempts
from quizkit.store.database import SqliteFile
from quizkit.store.store import Store
from tests.conftest import need
from tests.session.scenes import DAY, at, open_store
from tests.store.handing_in import COURSE, FILE, GRADER, NAME, QUESTIONS, maker
from tests.store.killing import calls, kill_at_every_call

ROWS = 6
RECORD = "import sys\nfrom tests.store.test_attempts_killed import *\nrecord(sys.argv[1])\n"
REGRADE = "import sys\nfrom tests.store.test_attempts_killed import *\nregrade(sys.argv[1])\n"
NOTHING = "from tests.store.test_attempts_killed import *\n"


def few_at_once(path: str) -> Attempts:
    """The record, written two rows at a time, so that there is a middle to be killed in."""
    open_store(Path(path))
    return Attempts(SqliteFile(Path(path)), rows_at_once=2)


def rows() -> list[tuple[int, Attempt]]:
    made = []
    for line in range(2, 2 + ROWS):
        attempt = maker().attempt(f"l{line}", "midterm/wrong-key", "1", "64" if line % 2 else "69")
        assert isinstance(attempt, Attempt)
        made.append((line, attempt))
    return made


def record(path: str) -> None:
    few_at_once(path).record(at(DAY), GRADER, FILE, NAME, rows())


def regrade(path: str) -> None:
    """Grade again with a mended key, as `quiz regrade --apply --allow-lower` does."""
    kept = few_at_once(path)
    one = QUESTIONS["midterm/wrong-key"]
    assert isinstance(one.answer, NumberAnswer)
    answer = replace(one.answer, value=Fraction(69))
    named = by_name([replace(one, answer=answer, revision="0123456789ab")])
    regrader = Regrader(named)
    found = [regrader.regrade(row) for row in kept.in_force([COURSE]) if regrader.is_due(row)]
    kept.add_gradings(
        at(DAY), GRADER, [(one.before, one.after) for one in found if one.after is not None]
    )


def content(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM attempts ORDER BY id").fetchall()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "run", "before", "after"),
    [(RECORD, record, 0, ROWS), (REGRADE, regrade, ROWS, 2 * ROWS)],
    ids=["record", "regrade"],
)
def test_killed_half_way_and_run_again_ends_the_same(
    text: str,
    run: Callable[[str], None],
    before: int,
    after: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SIGKILL at writes, syncs and unlinks: whole attempts stay, the rest comes the next time."""
    strace = need("strace")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[2]))
    path, log = tmp_path / "home" / "progress.db", tmp_path / "strace.log"
    script, imports = tmp_path / "run.py", tmp_path / "imports.py"
    script.write_text(text, encoding="utf-8")
    imports.write_text(NOTHING, encoding="utf-8")

    def prepare() -> None:
        shutil.rmtree(path.parent, ignore_errors=True)
        open_store(path)
        if before:
            record(str(path))

    prepare()
    start = content(path)
    assert len(start) == before
    run(str(path))
    whole = content(path)
    assert len(whole) == after
    prepare()
    first = calls(strace, [str(imports)], log)
    last = calls(strace, [str(script), str(path)], log)
    last["openat"] = 0
    killed = 0
    for place, done in kill_at_every_call(
        strace, [str(script), str(path)], first, last, prepare, every=7
    ):
        store = Store.open_writing(path, backups=tmp_path / "b", tell=print)
        assert store.check() == (), place
        kept = content(path)
        assert kept == whole[: len(kept)], place
        assert len(kept) >= before, place
        run(str(path))
        assert content(path) == whole, place
        killed += done.returncode != 0
    assert killed > 5
