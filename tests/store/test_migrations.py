"""Upgrades of filled databases: nothing of the log is lost, or everything is as it was.

Each migration from the second on has a case here: `version_N.sql` is a filled database as version N
wrote it. A made-up migration after the newest does what hurts most: it makes both tables anew.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from quizkit.errors import StoreBusy, StoreDamaged, StoreOutdated
from quizkit.reports.days import fold_days
from quizkit.session import Kind, fold, histories
from quizkit.session.events import KINDS
from quizkit.store import migrate as migrating
from quizkit.store.backup import restore
from quizkit.store.connection import connect
from quizkit.store.migrate import scripts_folder, upgrade
from quizkit.store.statements import VERSION, revision
from quizkit.store.store import Store
from tests.conftest import need
from tests.session.scenes import COURSE, DAY, ME, answer, open_store
from tests.store.filling import content, fill
from tests.store.handing_in import hand_in
from tests.store.killing import calls, kill_at_every_call
from tests.store.schema import schema

NEXT = VERSION + 1

REBUILDING = f"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "{revision(NEXT)}", "{revision(VERSION)}"
branch_labels = depends_on = None


def upgrade():
    with op.batch_alter_table("events", recreate="always") as batch:
        batch.add_column(sa.Column("device", sa.Text()))
    with op.batch_alter_table("cards", recreate="always") as batch:
        batch.add_column(sa.Column("note", sa.Text()))
"""
LOSING = REBUILDING + "    op.execute(\"DELETE FROM events WHERE kind = 'undo'\")\n"
CHANGING = REBUILDING + '    op.execute("UPDATE events SET response = upper(response)")\n'
DROPPING = REBUILDING + '    op.drop_column("events", "zone")\n'
CUTTING = REBUILDING + '    op.execute("DELETE FROM events WHERE id = 1")\n'
ATTEMPTS = (
    REBUILDING.partition("    with op.batch")[0]
    + """
    with op.batch_alter_table("attempts", recreate="always") as batch:
        batch.add_column(sa.Column("device", sa.Text()))
    with op.batch_alter_table("decisions", recreate="always") as batch:
        batch.add_column(sa.Column("note", sa.Text()))
"""
)
STUMBLING = REBUILDING + '    raise RuntimeError("the lights went out")\n'
NONSENSE = REBUILDING + '    op.execute("SELECT nonsense FROM nowhere")\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "progress.db"


def scripts(folder: Path, made_up: str) -> Path:
    """The real migrations and a made-up one after them, in a folder whose name is made to hurt."""
    copied = folder / "100 % migrations"
    shutil.copytree(scripts_folder(), copied, ignore=shutil.ignore_patterns("__pycache__"))
    file = copied / "versions" / f"{revision(NEXT)}_made_up.py"
    file.write_text(made_up, encoding="utf-8")
    return copied


def test_the_filling_has_every_kind_of_row(path: Path) -> None:
    """A migration that is right for the filled database has met everything that a log can hold."""
    fill(path)
    with closing(sqlite3.connect(path)) as connection:
        kinds = {kind for (kind,) in connection.execute("SELECT DISTINCT kind FROM events")}
    expected: set[Kind] = set(KINDS)
    assert kinds == expected


def test_an_upgrade_keeps_every_row_and_folds_the_same_cards(path: Path, tmp_path: Path) -> None:
    """After both tables were made anew, log and cards are as before, and keys hold."""
    fill(path)
    before = content(path)
    done = upgrade(
        path, backups=tmp_path / "b", scripts=scripts(tmp_path, REBUILDING), version=NEXT
    )
    after = content(path)
    assert (done.before, done.after) == (VERSION, NEXT)
    with closing(connect(path)) as connection:
        (device,) = connection.execute("SELECT count(device) FROM events").fetchone()
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA user_version").fetchone() == (NEXT,)
    assert device == 0

    def without(rows: list[tuple[object, ...]], column: int) -> list[tuple[object, ...]]:
        return sorted(((*row[:column], *row[column + 1 :]) for row in rows), key=repr)

    # "device" and "note" stand where the order of the names puts them.
    with closing(sqlite3.connect(path)) as connection:
        columns = {
            table: sorted(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
            for table in ("events", "cards")
        }
    assert without(after["events"], columns["events"].index("device")) == before["events"]
    assert without(after["cards"], columns["cards"].index("note")) == before["cards"]


def test_the_copy_made_before_is_the_old_database(path: Path, tmp_path: Path) -> None:
    """The sentence names a copy that holds every row the old file held."""
    fill(path)
    before = content(path)
    done = upgrade(
        path, backups=tmp_path / "b", scripts=scripts(tmp_path, REBUILDING), version=NEXT
    )
    assert done.kept == tmp_path / "b" / f"progress-version-{VERSION}.db"
    assert content(done.kept) == before
    assert done.sentence == (
        f"{path} upgraded from version {VERSION} to {NEXT}; the old file is kept as {done.kept}"
    )


@pytest.mark.parametrize(
    ("made_up", "reason"),
    [
        (LOSING, "rows of the log would not stay as they are"),
        (CHANGING, "rows of the log would not stay as they are"),
        (CUTTING, "rows of the log would not stay as they are"),
        (DROPPING, "columns of the log would be lost"),
        (STUMBLING, "the lights went out"),
        (NONSENSE, "no such table: nowhere"),
    ],
    ids=["losing", "changing", "cutting", "dropping", "stumbling", "nonsense"],
)
def test_a_failed_upgrade_leaves_the_file_as_it_was(
    path: Path, tmp_path: Path, made_up: str, reason: str
) -> None:
    """Whatever a migration does wrong, not a byte changes, and the sentence says why."""
    fill(path)
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match=reason) as caught:
        upgrade(path, backups=tmp_path / "b", scripts=scripts(tmp_path, made_up), version=NEXT)
    assert "it is as it was, and a copy is" in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (
            "DELETE FROM attempts WHERE cause = 'decided'",
            "the rows of the record of attempts would not stay as they are .9 now.",
        ),
        (
            "UPDATE attempts SET score = '1' WHERE score = '0'",
            "the rows of the record of attempts would not stay as they are .9 now.",
        ),
        ("ALTER TABLE attempts DROP COLUMN grader", "columns of the record of attempts would"),
        ("DROP TABLE attempts", "columns of the record of attempts would be lost"),
        (
            "UPDATE decisions SET score = '2/3', verdict = 'partly'",
            "the rows of the staff's decisions would not stay as they are .1 now.",
        ),
    ],
)
def test_an_upgrade_that_would_cost_an_attempt_leaves_the_file_as_it_was(
    path: Path, tmp_path: Path, statement: str, reason: str
) -> None:
    """Not only the log is proved: a grade or a decision that would go or change stops it too."""
    hand_in(path)
    before = path.read_bytes()
    made_up = ATTEMPTS + f'    op.execute("{statement}")\n'
    with pytest.raises(StoreDamaged, match=reason):
        upgrade(path, backups=tmp_path / "b", scripts=scripts(tmp_path, made_up), version=NEXT)
    assert path.read_bytes() == before


def test_an_upgrade_keeps_every_attempt_and_decision(path: Path, tmp_path: Path) -> None:
    """After both tables were made anew, each row is there in every column that it had."""
    hand_in(path)
    before = content(path)
    upgrade(path, backups=tmp_path / "b", scripts=scripts(tmp_path, ATTEMPTS), version=NEXT)
    with closing(connect(path)) as connection:
        for table in ("attempts", "decisions"):
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            kept = ", ".join(sorted(set(names) - {"device", "note"}))
            rows = sorted(connection.execute(f"SELECT {kept} FROM {table}"), key=repr)
            assert rows == before[table]
            assert len(rows) > 0
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_second_upgrade_has_nothing_to_do(path: Path, tmp_path: Path) -> None:
    """Running it again, or in two terminals, makes no second copy."""
    fill(path)
    folder = scripts(tmp_path, REBUILDING)
    upgrade(path, backups=tmp_path / "b", scripts=folder, version=NEXT)
    again = upgrade(path, backups=tmp_path / "b", scripts=folder, version=NEXT)
    assert again.kept is None
    assert len(list((tmp_path / "b").iterdir())) == 1


def test_an_upgrade_waits_for_others_and_gives_up_by_name(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another program writes, the upgrade is refused and nothing is touched."""
    fill(path)
    monkeypatch.setattr("quizkit.store.connection.TIMEOUT_S", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="in use by another program"):
            upgrade(
                path, backups=tmp_path / "b", scripts=scripts(tmp_path, REBUILDING), version=NEXT
            )


def test_the_locks_hold_while_the_copy_is_made(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the copy and the first change nobody else can write."""
    fill(path)
    locked = []
    real = migrating.migrate

    def spying(*arguments: object) -> None:
        script = (
            "import sqlite3, sys\n"
            "c = sqlite3.connect(sys.argv[1], timeout=0)\n"
            "try: c.execute('BEGIN IMMEDIATE')\n"
            "except sqlite3.OperationalError as e: print(e)\n"
        )
        command = [sys.executable, "-c", script, str(path)]
        locked.append(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(migrating, "migrate", spying)
    upgrade(path, backups=tmp_path / "b", scripts=scripts(tmp_path, REBUILDING), version=NEXT)
    assert locked == ["database is locked\n"]


# --- the real migrations ------------------------------------------------------------------------


def version_1(path: Path) -> Path:
    """A database with every kind of row as version 1 wrote it: its own tables, its own cards."""
    return written_by(1, path)


def written_by(version: int, path: Path) -> Path:
    """A database with every kind of row of the log as a version wrote it."""
    with closing(sqlite3.connect(path)) as connection:
        file = Path(__file__).parent / f"version_{version}.sql"
        connection.executescript(file.read_text("utf-8"))
    return path


def test_the_first_version_gets_days_and_misses(path: Path, tmp_path: Path) -> None:
    """Revision 2 keeps every event as it was and folds cards and days that were not there."""
    before = content(version_1(path))
    done = upgrade(path, backups=tmp_path / "b")
    after = content(path)
    assert (done.before, done.after) == (1, VERSION)
    assert after["events"] == before["events"]
    assert len(after["cards"]) == len(before["cards"]) == 4
    store = Store.open_reading(path)
    assert store.check() == ()
    for learner in ("me", "ada"):
        rows = store.events(learner, COURSE)
        assert store.days(learner, COURSE) == fold_days(rows)
        shared = histories(rows)
        for name, card in store.cards(learner, COURSE).items():
            assert card == fold(shared[name], name)
    assert store.cards("me", COURSE)["zero-1-2/optimizer-bytes"].misses == 1


def test_the_second_version_gets_room_for_attempts(path: Path, tmp_path: Path) -> None:
    """Revision 3 adds two empty tables and touches nothing that was there."""
    before = content(written_by(2, path))
    done = upgrade(path, backups=tmp_path / "b")
    after = content(path)
    assert (done.before, done.after) == (2, VERSION)
    assert (after["attempts"], after["decisions"]) == ([], [])
    for table in ("events", "cards", "days"):
        assert after[table] == before[table]
    assert Store.open_reading(path).check() == ()


def test_the_third_version_gets_its_days_counted_anew(path: Path, tmp_path: Path) -> None:
    """Revision 4 changes no table; a first answer on a day that was set is counted as new."""
    before = content(written_by(3, path))
    done = upgrade(path, backups=tmp_path / "b")
    after = content(path)
    assert (done.before, done.after) == (3, VERSION)
    for table in ("events", "cards", "attempts", "decisions"):
        assert after[table] == before[table]
        assert len(after[table]) > 0
    assert len(after["days"]) == len(before["days"])
    store = Store.open_reading(path)
    assert store.check() == ()
    assert store.days(ME, COURSE)[DAY + timedelta(days=3)].introduced == 1


@pytest.mark.parametrize("version", range(1, VERSION))
def test_an_upgraded_file_is_as_a_new_one(path: Path, tmp_path: Path, version: int) -> None:
    """Whatever version a file began at, it has the schema of one that is made today."""
    upgrade(written_by(version, path), backups=tmp_path / "b")
    fresh = tmp_path / "fresh.db"
    fill(fresh)
    assert schema(path) == schema(fresh)


def test_an_upgraded_file_goes_on(path: Path, tmp_path: Path) -> None:
    """Answers after an upgrade land in the days and cards that it folded."""
    upgrade(version_1(path), backups=tmp_path / "b")
    store = open_store(path)
    before = store.days(ME, COURSE)[DAY].reviews
    answer(store, 4, DAY)
    assert store.days(ME, COURSE)[DAY].reviews == before + 1
    assert store.check() == ()


def test_a_copy_of_version_1_can_still_be_put_back(path: Path, tmp_path: Path) -> None:
    """There is no way down but this: the copy goes back, and the next change upgrades it again."""
    before = content(version_1(path))
    done = upgrade(path, backups=tmp_path / "b")
    assert done.kept is not None
    restore(path, done.kept, backups=tmp_path / "b")
    assert content(path) == before
    said: list[str] = []
    store = Store.open_writing(path, backups=tmp_path / "b", tell=said.append)
    assert store.check() == ()
    assert len(said) == 1


@pytest.mark.slow
def test_the_upgrade_from_version_1_survives_being_killed(path: Path, tmp_path: Path) -> None:
    """Killed at any write, the file is of version 1 with all it had, or of the newest."""
    strace = need("strace")
    original = version_1(path).read_bytes()
    before = content(path)
    script = tmp_path / "upgrade.py"
    script.write_text(
        "import sys\nfrom pathlib import Path\nfrom quizkit.store.migrate import upgrade\n"
        "upgrade(Path(sys.argv[1]), backups=Path(sys.argv[2]))\n",
        encoding="utf-8",
    )
    run = [str(script), str(path), str(tmp_path / "b")]

    def prepare() -> None:
        shutil.rmtree(tmp_path / "b", ignore_errors=True)
        path.with_name(path.name + "-journal").unlink(missing_ok=True)
        path.write_bytes(original)

    prepare()
    last = calls(strace, run, tmp_path / "strace.log")
    last["openat"] = 0
    killed = 0
    for place, done in kill_at_every_call(strace, run, Counter(), last, prepare, every=5):
        killed += done.returncode != 0
        found = content(path)
        assert found["events"] == before["events"], place
        assert "days" in found or found == before, place
        upgrade(path, backups=tmp_path / "b")
        assert Store.open_reading(path).check() == (), place
    assert killed > 5


# --- an older file and the commands -------------------------------------------------------------


def make_older(path: Path) -> None:
    """Take the version number back, which is all that tells an older file."""
    with closing(connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION - 1}")


def test_a_reading_command_refuses_an_older_file(path: Path) -> None:
    """It names the command that upgrades, and changes nothing."""
    fill(path)
    make_older(path)
    before = path.read_bytes()
    with pytest.raises(StoreOutdated) as caught:
        Store.open_reading(path).cards("me", "llm-pretraining")
    assert str(caught.value) == f"{path} was made by an older quizkit; run quiz db upgrade once"
    assert path.read_bytes() == before


def test_the_first_writing_command_upgrades_and_says_so(path: Path, tmp_path: Path) -> None:
    """In one line, with the place of the copy; the second one has nothing to say."""
    cards = fill(path).cards("me", "llm-pretraining")
    make_older(path)
    said: list[str] = []
    for _ in range(2):
        store = Store.open_writing(path, backups=tmp_path / "b", tell=said.append)
        assert store.cards("me", "llm-pretraining") == cards
    kept = tmp_path / "b" / f"progress-version-{VERSION - 1}.db"
    assert said == [
        f"{path} upgraded from version {VERSION - 1} to {VERSION}; the old file is kept as {kept}"
    ]


# --- killed in the middle -----------------------------------------------------------------------


@pytest.mark.slow
def test_an_upgrade_killed_at_a_write_is_finished_by_the_next(path: Path, tmp_path: Path) -> None:
    """After each kill the next upgrade needs no hand, and the log is whole."""
    strace = need("strace")
    folder = scripts(tmp_path, REBUILDING)
    fill(path)
    original, before = path.read_bytes(), content(path)
    script = tmp_path / "upgrade.py"
    script.write_text(
        "import sys\nfrom pathlib import Path\nfrom quizkit.store.migrate import upgrade\n"
        "path, backups, scripts = map(Path, sys.argv[1:])\n"
        f"print(upgrade(path, backups=backups, scripts=scripts, version={NEXT}).after)\n",
        encoding="utf-8",
    )
    run = [str(script), str(path), str(tmp_path / "b"), str(folder)]

    def prepare() -> None:
        shutil.rmtree(tmp_path / "b", ignore_errors=True)
        path.write_bytes(original)

    prepare()
    last = calls(strace, run, tmp_path / "strace.log")
    # What is opened is mostly modules; what is written is what matters.
    last["openat"] = 0
    killed = 0
    for place, done in kill_at_every_call(strace, run, Counter(), last, prepare, every=25):
        upgrade(path, backups=tmp_path / "b", scripts=folder, version=NEXT)
        after = content(path)
        assert len(after["events"]) == len(before["events"]), place
        assert len(after["cards"]) == len(before["cards"]), place
        killed += done.returncode != 0
    assert killed > 2
