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
from quizkit.store.daily import daily_copy, fullest, kept_days, thin
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
    """However seldom someone studies, today's and seven more are there before weeks count."""
    days = ago(numbers)
    kept = kept_days(days, TODAY)
    assert kept <= days
    assert set(sorted((day for day in days if day < TODAY), reverse=True)[:7]) <= kept
    assert {day for day in days if day >= TODAY} <= kept


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
    """Today's, seven days, six weeks and thirteen months at most, apart from what lies ahead."""
    kept = kept_days(ago(numbers), TODAY)
    assert len([day for day in kept if day <= TODAY]) <= 1 + 7 + 6 + 13


@given(BACK)
def test_thinning_day_by_day_is_thinning_at_once(numbers: set[int]) -> None:
    """What was deleted on one day is never missed on a later one."""
    days = {day for day in ago(numbers) if day <= TODAY}
    kept: frozenset[date] = frozenset()
    for day in sorted(days):
        kept = kept_days(kept | {day}, day)
    assert kept_days(kept, TODAY) == kept_days(days, TODAY)


@given(BACK, st.integers(1, 40_000))
def test_a_clock_ahead_thins_out_what_the_next_day_would(numbers: set[int], ahead: int) -> None:
    """How far ahead of the newest copy a day is makes no difference to the copies before it."""
    days = {day for day in ago(numbers) if day <= TODAY}
    kept = kept_days(days, TODAY)
    told, tomorrow = TODAY + timedelta(days=ahead), TODAY + timedelta(days=1)
    assert kept_days(kept | {told}, told) - {told} == kept_days(kept, tomorrow)


@given(BACK, st.integers(0, 20_000))
def test_a_clock_set_back_thins_nothing_out(numbers: set[int], back: int) -> None:
    """What was kept before is kept with a copy dated earlier, and with today's once it is right."""
    days = {day for day in ago(numbers) if day <= TODAY}
    kept = kept_days(days, TODAY)
    told = TODAY - timedelta(days=back)
    assert kept_days(kept | {told}, told) == kept | {told}
    assert kept_days(kept, TODAY) == kept


@given(BACK, st.sets(st.integers(1, 20_000), max_size=30))
def test_a_copy_from_the_future_takes_no_place(numbers: set[int], ahead: set[int]) -> None:
    """Once the clock is right again, the copies of its days thin out no others."""
    days = {day for day in ago(numbers) if day <= TODAY}
    future = {TODAY + timedelta(days=number) for number in ahead}
    assert kept_days(days | future, TODAY) == kept_days(days, TODAY) | future


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
    sundays = [f"progress-daily-2026-01-{day:02d}.db" for day in (4, 11, 18)]
    stale = "progress-daily-2027-01-01.db.4711.part"
    for name in (*strangers, *old, stale):
        (tmp_path / name).touch()
    thin(tmp_path, "progress", TODAY)
    left = {child.name for child in tmp_path.iterdir()}
    assert left == {*strangers, *sundays, *old[-7:]}


def test_one_start_years_ahead_leaves_the_copies(path: Path, tmp_path: Path) -> None:
    """Of a year of daily copies as many outlive a start in 2037 as outlive the next day's."""
    folder, told = tmp_path / "backups", date(2037, 1, 1)
    folder.mkdir()
    kept = kept_days([TODAY - timedelta(days=back) for back in range(400)], TODAY)
    for day in kept:
        (folder / f"progress-daily-{day}.db").touch()
    assert daily_copy(path, folder, "progress", told) is not None
    left = {date.fromisoformat(child.stem[-10:]) for child in folder.iterdir()}
    assert left == kept_days(kept, TODAY + timedelta(days=1)) | {told}
    assert len(left) >= len(kept) - 1


def test_the_fullest_copy_is_found_whatever_its_day(path: Path, tmp_path: Path) -> None:
    """A copy with fewer rows is no newer for its name; one that cannot be read counts for none."""
    folder = tmp_path / "backups"
    assert fullest(folder, "progress") is None
    future = daily_copy(path, folder, "progress", date(2037, 1, 1))
    assert fullest(folder, "progress") == future
    answer(open_store(path), question="l/since")
    today = daily_copy(path, folder, "progress", TODAY)
    (folder / "progress-daily-2028-02-29.db").write_bytes(b"no database" * 200)
    (folder / "other-daily-2038-01-01.db").touch()
    assert fullest(folder, "progress") == today
    tomorrow = daily_copy(path, folder, "progress", TODAY + timedelta(days=1))
    assert fullest(folder, "progress") == tomorrow


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
