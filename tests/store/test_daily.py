"""One copy for each study day, and which of the old ones stay."""

from __future__ import annotations

import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.errors import StoreError
from quizkit.store.daily import daily_copy, kept_days, thin
from quizkit.store.store import Store
from tests.session.scenes import COURSE, DAY, ME, answer, open_store
from tests.store.filling import content, fill

TODAY = date(2028, 3, 1)
BACK = st.sets(st.integers(-3, 800), max_size=120)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "progress.db"
    fill(path)
    return path


def ago(numbers: set[int]) -> set[date]:
    """Study days counted back from today; negative numbers lie ahead."""
    return {TODAY - timedelta(days=number) for number in numbers}


# --- which stay ---------------------------------------------------------------------------------


@given(BACK)
def test_the_newest_seven_and_what_lies_ahead_stay(numbers: set[int]) -> None:
    """However seldom someone studies, seven copies are there before weeks and months count."""
    days = ago(numbers)
    kept = kept_days(days, TODAY)
    assert kept <= days
    assert set(sorted((day for day in days if day <= TODAY), reverse=True)[:7]) <= kept
    assert {day for day in days if day > TODAY} <= kept


@given(BACK)
def test_no_day_of_the_last_year_is_far_from_a_copy(numbers: set[int]) -> None:
    """What was learned within five weeks is in a copy of its week, within a year of its month."""
    days = ago(numbers)
    kept = kept_days(days, TODAY)
    for day in days:
        age = (TODAY - day).days
        if 0 <= age < 35:
            assert any(timedelta(0) <= one - day < timedelta(days=7) for one in kept)
        if 0 <= age < 365:
            assert any(timedelta(0) <= one - day < timedelta(days=31) for one in kept)


@given(BACK)
def test_there_are_never_many(numbers: set[int]) -> None:
    """Seven days, six weeks and thirteen months at most, apart from what lies ahead."""
    kept = kept_days(ago(numbers), TODAY)
    assert len([day for day in kept if day <= TODAY]) <= 7 + 6 + 13


@given(BACK)
def test_thinning_day_by_day_is_thinning_at_once(numbers: set[int]) -> None:
    """What was deleted on one day is never missed on a later one."""
    days = {day for day in ago(numbers) if day <= TODAY}
    kept: frozenset[date] = frozenset()
    for day in sorted(days):
        kept = kept_days(kept | {day}, day)
    assert kept_days(kept, TODAY) == kept_days(days, TODAY)


# --- making them --------------------------------------------------------------------------------


def test_a_study_day_gets_one_copy(path: Path, tmp_path: Path) -> None:
    """The first call copies everything, the second finds the copy and leaves it alone."""
    before = content(path)
    folder = tmp_path / "backups"
    assert daily_copy(path, folder, "progress", DAY) == folder / "progress-daily-2028-02-28.db"
    answer(open_store(path), question="l/since")
    assert daily_copy(path, folder, "progress", DAY) is None
    assert content(folder / "progress-daily-2028-02-28.db") == before
    assert Store.open_reading(folder / "progress-daily-2028-02-28.db").check() == ()


def test_only_daily_copies_of_this_database_are_thinned(tmp_path: Path) -> None:
    """Copies made by hand, by an upgrade, of another database, and other files stay."""
    strangers = [
        "progress-2027-01-01.db", "progress-version-1.db", "progress-before-restore.db",
        "other-daily-2026-01-01.db", "progress-daily-2026-13-01.db",
        "progress-daily-2026-01-01.txt",
        "notes", f"progress-daily-{TODAY}.db.77.part",
    ]  # fmt: skip
    old = [f"progress-daily-2026-01-{day:02d}.db" for day in range(1, 31)]
    stale = "progress-daily-2027-01-01.db.4711.part"
    for name in (*strangers, *old, stale):
        (tmp_path / name).touch()
    thin(tmp_path, "progress", TODAY)
    left = {child.name for child in tmp_path.iterdir()}
    assert left == {*strangers, *old[-7:]}


def test_a_copy_that_fails_deletes_nothing(path: Path, tmp_path: Path) -> None:
    """From a damaged database no copy is made, and every older one is still there."""
    folder = tmp_path / "backups"
    for back in range(40):
        daily_copy(path, folder, "progress", TODAY - timedelta(days=400 + back))
    before = sorted(folder.iterdir())
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2 :] = b"\xff" * (len(damaged) - len(damaged) // 2)
    path.write_bytes(damaged)
    with pytest.raises(StoreError):
        daily_copy(path, folder, "progress", TODAY)
    assert sorted(folder.iterdir()) == before


def test_two_terminals_begin_the_day_at_once(path: Path, tmp_path: Path) -> None:
    """Whoever comes second does no harm: one whole copy, no leftovers."""
    folder = tmp_path / "backups"
    script = (
        "import sys\nfrom datetime import date\nfrom pathlib import Path\n"
        "from quizkit.store.daily import daily_copy\n"
        "sys.stdin.readline()\n"
        f"path, folder = Path({str(path)!r}), Path({str(folder)!r})\n"
        f"daily_copy(path, folder, 'progress', date.fromisoformat('{DAY}'))\n"
    )
    terminals = [
        subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE) for _ in range(4)
    ]
    for terminal in terminals:
        assert terminal.stdin is not None
        terminal.stdin.write(b"go\n")
        terminal.stdin.close()
    for terminal in terminals:
        terminal.wait(timeout=60)
    copy = folder / "progress-daily-2028-02-28.db"
    assert content(copy) == content(path)
    assert [child.name for child in folder.iterdir()] == [copy.name]
    assert Store.open_reading(copy).cards(ME, COURSE)
