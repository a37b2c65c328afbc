"""What the store promises, through each driver: the statements lean on neither.

A further database joins by one more entry in `DATABASES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, date, datetime, timedelta, timezone
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from quizkit.errors import AnsweredElsewhere, StoreBusy, StoreDamaged, StoreNewer, StoreOutdated
from quizkit.scheduling.day import moment
from quizkit.scheduling.sm2 import NEW, step
from quizkit.session import RATING_RULE, Card
from quizkit.store.alchemy import AlchemyFile
from quizkit.store.connection import connect
from quizkit.store.database import Database, SqliteFile, make_room
from quizkit.store.store import Store
from tests.session.scenes import COURSE, DAY, ME, QUESTION, answer, at, showing
from tests.store.filling import fill

DATABASES: Mapping[str, Callable[[Path], Database]] = {
    "sqlite3": SqliteFile,
    "sqlalchemy": AlchemyFile,
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "progress.db"


@pytest.fixture(params=list(DATABASES))
def database(path: Path, request: pytest.FixtureRequest) -> Database:
    return DATABASES[request.param](path)


@pytest.fixture
def store(path: Path, database: Database) -> Store:
    make_room(path)
    return Store(database)


def test_an_empty_database_answers_as_an_empty_log(database: Database, path: Path) -> None:
    """A missing file and one of no bytes hold nothing, and reading leaves them so."""
    store = Store(database)
    for _ in range(2):
        assert store.cards(ME, COURSE) == {}
        assert store.card(ME, COURSE, QUESTION) == Card(question=QUESTION)
        assert store.events(ME, COURSE) == ()
        assert store.check() == ()
        assert not path.exists() or path.read_bytes() == b""
        make_room(path)


def test_an_answer_comes_back_as_it_was_given(store: Store) -> None:
    """Every field of a review is in the log, exact, with when and where it happened."""
    card = store.card(ME, COURSE, QUESTION)
    shown = showing(
        card, 2, score=Fraction(1, 3), response=" 1,5 Ψ \t五\U0001f600 ", elapsed_ms=10**9
    )
    written = store.answer(at(DAY), ME, COURSE, shown, 2).event
    (event,) = store.events(ME, COURSE)
    assert event == written
    assert event.variant == f"{QUESTION}#7"
    assert (event.id, event.ordinal, event.kind, event.role) == (1, 1, "review", "due")
    assert (event.study_day, event.at_ms, event.zone) == (DAY, at(DAY).at_ms, "Etc/UTC")
    assert (event.rating, event.rating_rule, event.scheduler) == (2, RATING_RULE, "sm2")
    assert (event.before, event.after) == (NEW, step(NEW, 2, DAY))
    assert event.score == Fraction(1, 3)
    assert event.response == " 1,5 Ψ \t五\U0001f600 "
    assert event.asked == '{"key":"3/2","unit":"bytes/param"}'
    assert event.hint is False
    assert event.elapsed_ms == 600_000


def test_a_moment_of_another_zone_comes_back_as_that_moment(store: Store, path: Path) -> None:
    """23:30 at UTC-8 is whole milliseconds of UTC beside its offset, and never a naive 23:30."""
    wall = datetime(2028, 2, 28, 23, 30, tzinfo=timezone(timedelta(hours=-8)))
    late = moment(wall, "America/Los_Angeles", 4)
    store.answer(late, ME, COURSE, showing(store.card(ME, COURSE, QUESTION)), 4)
    (event,) = store.events(ME, COURSE)
    assert datetime.fromtimestamp(event.at_ms // 1000, tz=UTC) == wall
    assert (event.offset_minutes, event.zone) == (-480, "America/Los_Angeles")
    assert event.study_day == date(2028, 2, 28)
    with closing(connect(path)) as connection:
        kept = connection.execute("SELECT at_ms, typeof(at_ms) FROM events").fetchall()
    assert kept == [(1_835_422_200_000, "integer")]


def test_what_no_database_holds_is_kept_in_a_form_that_it_does(store: Store) -> None:
    """NUL and lone surrogates, as a terminal in another encoding sends them, lose no answer."""
    card = store.card(ME, COURSE, QUESTION)
    shown = showing(card, response="1\x005\udcff", reading={"message": "\ud800"})
    store.answer(at(DAY), ME, COURSE, shown, 4)
    (event,) = store.events(ME, COURSE)
    assert event.response == "1\ufffd5\ufffd"
    assert event.reading == '{"message":"\ufffd"}'


def test_a_double_answer_is_refused(store: Store) -> None:
    """The second of two answers to one showing is not written, and says so."""
    shown = showing(store.card(ME, COURSE, QUESTION))
    store.answer(at(DAY), ME, COURSE, shown, 4)
    with pytest.raises(AnsweredElsewhere) as caught:
        store.answer(at(DAY), ME, COURSE, shown, 4)
    assert str(caught.value) == (
        f"{QUESTION} was answered or changed elsewhere since it was shown; "
        "this answer was not written"
    )
    assert len(store.events(ME, COURSE)) == 1
    assert store.check() == ()


def test_any_change_since_the_showing_refuses_the_answer(store: Store) -> None:
    """A card that was suspended in another terminal is not answered in this one."""
    shown = showing(answer(store))
    store.suspend(at(DAY), ME, COURSE, QUESTION)
    with pytest.raises(AnsweredElsewhere):
        store.answer(at(DAY), ME, COURSE, shown, 4)


def test_learners_and_courses_are_apart(store: Store) -> None:
    """The same question has one card for each learner in each course."""
    answer(store)
    shown = showing(Card(question=QUESTION), 1)
    store.answer(at(DAY), "ada", COURSE, shown, 1)
    store.answer(at(DAY), ME, "another", shown, 1)
    assert store.card(ME, COURSE, QUESTION).state == step(NEW, 4, DAY)
    assert store.card("ada", COURSE, QUESTION).state == step(NEW, 1, DAY)
    assert [event.id for event in store.events(ME, "another")] == [3]
    assert store.check() == ()


def test_changes_of_mind_are_rows(store: Store) -> None:
    """Re-rating, suspending, moving, resetting, undoing: each leaves one row with its states."""
    review = store.answer(at(DAY), ME, COURSE, showing(Card(question=QUESTION)), 4).event
    store.rerate(at(DAY), ME, COURSE, review.uid, 5)
    store.set_due(at(DAY), ME, COURSE, QUESTION, DAY)
    store.suspend(at(DAY), ME, COURSE, QUESTION)
    store.unsuspend(at(DAY), ME, COURSE, QUESTION)
    store.reset(at(DAY), ME, COURSE, QUESTION)
    store.undo(at(DAY), ME)
    events = store.events(ME, COURSE)
    kinds = ["review", "rerate", "set_due", "suspend", "unsuspend", "reset", "undo"]
    assert [event.kind for event in events] == kinds
    assert [event.ordinal for event in events] == list(range(1, 8))
    for before, after in pairwise(events):
        assert after.before == before.after
    assert events[2].set_to == DAY
    assert events[6].refers_to == 6
    assert store.card(ME, COURSE, QUESTION).state.ease == 260


def test_undo_with_nothing_to_take_back_is_none(store: Store) -> None:
    """Nothing is written for it either."""
    assert store.undo(at(DAY), ME) is None
    answer(store)
    assert store.undo(at(DAY), ME) is not None
    assert store.undo(at(DAY), ME) is None
    assert len(store.events(ME, COURSE)) == 2


def test_reps_and_renames_go_through(store: Store) -> None:
    """Ticks are read back, and a renamed card is found under its new name only."""
    answer(store, question="l/old")
    store.tick_rep(at(DAY), ME, COURSE, "l/rep")
    store.rename(at(DAY), ME, COURSE, "l/old", "l/new")
    assert store.reps(ME, COURSE) == {"l/rep": DAY}
    assert store.cards(ME, COURSE).keys() == {"l/new"}
    assert store.events(ME, COURSE)[-1].renamed_from == "l/old"
    assert store.check() == ()


def test_check_names_what_is_wrong_and_rebuild_mends_the_cards(
    store: Store, database: Database
) -> None:
    """A card that differs from its log, is missing, or has no log is one sentence each."""
    for question in ("l/one", "l/two"):
        answer(store, question=question)
    with database.writing() as run:
        run("UPDATE cards SET ease = 300 WHERE question = 'l/one'", {})
        run("DELETE FROM cards WHERE question = 'l/two'", {})
        run(
            "INSERT INTO cards SELECT learner, course, 'l/ghost', repetitions, interval_days, ease,"
            " due_day, lapses, suspended, drill_day, introduced_day, last_day, reviews,"
            " live_reviews, misses, rows, last_id FROM cards",
            {},
        )
        run("UPDATE days SET recalled = 1", {})
    where = f"({ME}, {COURSE})"
    assert store.check() == (
        f"l/one {where}: the card is not what the log makes; quiz db rebuild mends it",
        f"l/two {where}: the card is not what the log makes; quiz db rebuild mends it",
        f"l/ghost {where}: a card without a history; quiz db rebuild mends it",
        f"{DAY} {where}: the day's counts are not what the log makes; quiz db rebuild mends it",
    )
    assert store.rebuild() == 4
    assert store.check() == ()


RERATING_A_RERATE = (
    "UPDATE events SET kind = 'rerate', refers_to = 2, rating = 5, rating_rule = 'r' WHERE id = 3"
)


@pytest.mark.parametrize(
    ("tampering", "problem"),
    [
        ("UPDATE events SET ordinal = 9 WHERE id = 2", "are not numbered 1, 2, 3"),
        ("UPDATE events SET id = 99 WHERE id = 3", "the newest row of the log has the number 99"),
        ("UPDATE events SET after = before WHERE id = 1", "its state after does not follow"),
        ("UPDATE events SET before = after WHERE id = 1", "its state before is not where"),
        ("UPDATE events SET role = 'ahead' WHERE id = 1", "its role is not what the card was due"),
        (RERATING_A_RERATE, f"row 3 of the log (rerate of {QUESTION}) refers to row 2"),
        ("UPDATE events SET rating = 9 WHERE id = 1", "CHECK constraint failed in events"),
        ("UPDATE events SET refers_to = -7 WHERE id = 2", "refers to a row of events that is not"),
    ],
)
def test_check_sees_a_log_that_was_tampered_with(
    path: Path, store: Store, tampering: str, problem: str
) -> None:
    """States, roles, references and numbers must follow from the rows before."""
    answer(store)
    review = store.events(ME, COURSE)[0].uid
    store.rerate(at(DAY), ME, COURSE, review, 5)
    store.suspend(at(DAY), ME, COURSE, QUESTION)
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(tampering)
    assert any(problem in found for found in store.check())


def test_everything_that_can_happen_reads_alike(path: Path) -> None:
    """A log with every kind of row gives the same cards, events and findings by each driver."""
    fill(path)
    seen = []
    for make in DATABASES.values():
        store = Store(make(path))
        seen.append(
            [
                [store.cards(learner, COURSE), store.events(learner, COURSE), store.check()]
                for learner in (ME, "ada")
            ]
        )
    assert seen[0] == seen[1]


def test_an_answer_that_fails_half_way_leaves_nothing(store: Store, database: Database) -> None:
    """The row and its card are written together or not at all."""
    answer(store)

    def stumble() -> None:
        with database.writing() as run:
            run("DELETE FROM cards", {})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        stumble()
    assert len(store.cards(ME, COURSE)) == 1
    assert answer(store, day=DAY + timedelta(days=1)).reviews == 2


def test_versions_are_looked_at_in_every_transaction(path: Path, store: Store) -> None:
    """Neither an older nor a newer file is read or written."""
    answer(store)
    for version, error in ((0, StoreOutdated), (99, StoreNewer)):
        with closing(connect(path)) as connection:
            connection.execute(f"PRAGMA user_version = {version}")
        with pytest.raises(error):
            store.cards(ME, COURSE)
        with pytest.raises(error):
            store.undo(at(DAY), ME)


def test_errors_of_either_driver_are_the_same_sentences(
    path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lock and a missing table are said in quizkit's words."""
    monkeypatch.setattr("quizkit.store.connection.TIMEOUT_S", 0.05)
    answer(store)
    with closing(connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="in use by another program"):
            store.undo(at(DAY), ME)
        other.execute("ROLLBACK")
        other.execute("DROP TABLE cards")
    with pytest.raises(StoreDamaged, match="no such table: cards"):
        store.cards(ME, COURSE)


@pytest.mark.parametrize("table", ["cards", "days"])
def test_a_table_that_the_log_makes_is_made_anew(path: Path, store: Store, table: str) -> None:
    """A check names the missing table and what mends it, and that mends it, indexes too."""
    answer(store)
    with closing(connect(path)) as other:
        before = other.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        other.execute(f"DROP TABLE {table}")
    assert store.check() == (
        f"the table {table} is missing; quiz db rebuild makes it anew from the log",
    )
    assert store.rebuild() == 1
    assert store.check() == ()
    with closing(connect(path)) as other:
        after = other.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
    assert after == before


def test_a_lost_log_needs_a_backup(path: Path, store: Store) -> None:
    """What nothing can make anew is named with the command that puts a copy back."""
    answer(store)
    with closing(connect(path)) as other:
        other.execute("PRAGMA foreign_keys = OFF")
        other.execute("DROP TABLE events")
    mend = "put a backup back with quiz db restore FILE"
    assert store.check() == (f"the table events is missing; {mend}",)
    with pytest.raises(StoreDamaged, match=f"has lost a table .*no such table: .*events.*{mend}"):
        store.rebuild()
