"""Define the tables: the one authority that DDL text, migrations and other databases follow.

SQLite is reached through `connection.py` and texts of SQL; this module is for what makes those of
`ddl.py`, for migrations and for databases that SQLAlchemy alone speaks. After a change here: a
migration (`python -m alembic revision --autogenerate -m "..."`), then the new texts in `ddl.py`
(`python -m quizkit.store.tables` prints them), and one more in `statements.VERSION`.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from quizkit.autograde.attempts import CAUSES, DECIDED, GRADES, KEPT_STATUSES
from quizkit.session.events import KINDS, REP_KINDS, ROLES, VERDICTS

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

# On SQLite only a column of the type INTEGER is the row's own number.
_Id = BigInteger().with_variant(Integer, "sqlite")

_SCORE = "score IN ('0', '1') OR replace(score, '/', '') <> score"

_REVIEW_ALWAYS = (
    "seed", "revision", "asked", "response", "reading", "verdict", "hint", "role", "elapsed_ms",
)  # fmt: skip
_REVIEW_SOMETIMES = ("calculator", "score", "mistake")


def _one_of(column: str, words: Iterable[str]) -> str:
    return f"{column} IN ({', '.join(repr(word) for word in words)})"


def _all(columns: Iterable[str], test: str) -> str:
    return " AND ".join(f"{column} {test}" for column in columns)


def _day(column: str) -> CheckConstraint:
    return CheckConstraint(f"{column} LIKE '____-__-__'", name=column)


events = Table(
    "events",
    metadata,
    Column("id", _Id, nullable=False),
    Column("uid", LargeBinary, nullable=False),
    Column("learner", Text, nullable=False),
    Column("course", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    # No cascade into the log, ever: rebuilding a table would delete its rows.
    Column("refers_to", _Id, ForeignKey("events.id")),
    Column("study_day", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("offset_minutes", Integer, nullable=False),
    Column("zone", Text),
    Column("rollover_hour", Integer, nullable=False),
    Column("rating", Integer),
    Column("rating_rule", Text),
    Column("scheduler", Text),
    Column("before", Text),
    Column("after", Text),
    Column("detail", Text),
    Column("seed", BigInteger),
    Column("revision", Text),
    Column("calculator", Text),
    Column("asked", Text),
    Column("response", Text),
    Column("reading", Text),
    Column("verdict", Text),
    Column("score", Text),
    Column("mistake", Text),
    Column("hint", Boolean(create_constraint=True, name="hint")),
    Column("role", Text),
    Column("elapsed_ms", Integer),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("uid"),
    # Refuses a double answer.
    UniqueConstraint("learner", "course", "question", "ordinal"),
    CheckConstraint("length(uid) = 16", name="uid"),
    CheckConstraint("ordinal >= 1", name="ordinal"),
    CheckConstraint(_one_of("kind", KINDS), name="kind"),
    CheckConstraint("(kind IN ('rerate', 'undo')) = (refers_to IS NOT NULL)", name="refers_to"),
    CheckConstraint("refers_to < id", name="refers_back"),
    _day("study_day"),
    CheckConstraint("offset_minutes BETWEEN -1439 AND 1439", name="offset_minutes"),
    CheckConstraint("rollover_hour BETWEEN 0 AND 23", name="rollover_hour"),
    CheckConstraint("rating BETWEEN 0 AND 5", name="rating"),
    CheckConstraint(
        "(kind IN ('review', 'rerate')) = (rating IS NOT NULL AND rating_rule IS NOT NULL)",
        name="rated",
    ),
    CheckConstraint(
        "(before IS NULL) = (after IS NULL) AND (before IS NULL) = (scheduler IS NULL)",
        name="states",
    ),
    CheckConstraint(
        f"kind = 'undo' OR ({_one_of('kind', REP_KINDS)}) = (before IS NULL)", name="has_states"
    ),
    CheckConstraint("(kind IN ('set_due', 'rename')) = (detail IS NOT NULL)", name="detail"),
    CheckConstraint("seed >= 0", name="seed"),
    CheckConstraint(_one_of("verdict", VERDICTS), name="verdict"),
    CheckConstraint(_one_of("role", ROLES), name="role"),
    CheckConstraint("elapsed_ms >= 0", name="elapsed_ms"),
    CheckConstraint(
        f"kind <> 'review' OR ({_all(_REVIEW_ALWAYS, 'IS NOT NULL')})", name="is_review"
    ),
    CheckConstraint(
        f"kind = 'review' OR ({_all((*_REVIEW_ALWAYS, *_REVIEW_SOMETIMES), 'IS NULL')})",
        name="is_no_review",
    ),
)

# The newest row of a learner.
Index(None, events.c.learner, events.c.id)
# Which rows are undone; a row is taken back once.
Index(
    "uq_events_undone",
    events.c.refers_to,
    unique=True,
    sqlite_where=events.c.kind == "undo",
    postgresql_where=events.c.kind == "undo",
)
# Two rare kinds that are looked for by themselves.
Index(
    "ix_events_renames",
    events.c.learner,
    events.c.course,
    sqlite_where=events.c.kind == "rename",
    postgresql_where=events.c.kind == "rename",
)
Index(
    "ix_events_reps",
    events.c.learner,
    events.c.course,
    sqlite_where=events.c.kind.in_(REP_KINDS),
    postgresql_where=events.c.kind.in_(REP_KINDS),
)

# Which mistakes come back; few rows have one.
Index(
    "ix_events_mistakes",
    events.c.learner,
    events.c.course,
    events.c.mistake,
    events.c.question,
    sqlite_where=events.c.mistake.is_not(None),
    postgresql_where=events.c.mistake.is_not(None),
)

cards = Table(
    "cards",
    metadata,
    Column("learner", Text, nullable=False),
    Column("course", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("repetitions", Integer, nullable=False),
    Column("interval_days", Integer, nullable=False),
    Column("ease", Integer, nullable=False),
    Column("due_day", Text),
    Column("lapses", Integer, nullable=False),
    Column("suspended", Boolean(create_constraint=True, name="suspended"), nullable=False),
    Column("drill_day", Text),
    Column("introduced_day", Text),
    Column("last_day", Text),
    Column("reviews", Integer, nullable=False),
    Column("live_reviews", Integer, nullable=False),
    Column("misses", Integer, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("last_id", _Id, ForeignKey("events.id"), nullable=False),
    PrimaryKeyConstraint("learner", "course", "question"),
    CheckConstraint("repetitions >= 0 AND interval_days >= 0 AND lapses >= 0", name="counts"),
    CheckConstraint("ease >= 130", name="ease"),
    _day("due_day"),
    _day("drill_day"),
    _day("introduced_day"),
    _day("last_day"),
    CheckConstraint("live_reviews BETWEEN 0 AND reviews AND reviews <= rows", name="reviews"),
    CheckConstraint("misses BETWEEN 0 AND live_reviews", name="misses"),
    # The key is most of what a look-up needs; a second tree would double the writes.
    sqlite_with_rowid=False,
)

Index(None, cards.c.learner, cards.c.course, cards.c.due_day)

days = Table(
    "days",
    metadata,
    Column("learner", Text, nullable=False),
    Column("course", Text, nullable=False),
    Column("study_day", Text, nullable=False),
    Column("reviews", Integer, nullable=False),
    Column("recalled", Integer, nullable=False),
    Column("drills", Integer, nullable=False),
    Column("ahead", Integer, nullable=False),
    Column("introduced", Integer, nullable=False),
    Column("lapses", Integer, nullable=False),
    Column("elapsed_ms", BigInteger, nullable=False),
    Column("retention", Text, nullable=False),
    PrimaryKeyConstraint("learner", "course", "study_day"),
    _day("study_day"),
    CheckConstraint("reviews >= 1", name="reviews"),
    CheckConstraint("recalled BETWEEN 0 AND reviews", name="recalled"),
    CheckConstraint("drills >= 0 AND ahead >= 0 AND drills + ahead <= reviews", name="roles"),
    CheckConstraint(
        "introduced >= 0 AND lapses >= 0 AND introduced + lapses <= reviews", name="counts"
    ),
    CheckConstraint("elapsed_ms >= 0", name="elapsed_ms"),
    sqlite_with_rowid=False,
)

# What staff decided about responses that no reader could read; the newest row for a text counts.
decisions = Table(
    "decisions",
    metadata,
    Column("id", _Id, nullable=False),
    Column("course", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("scope", Text, nullable=False),
    Column("response", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("score", Text, nullable=False),
    Column("revision", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("offset_minutes", Integer, nullable=False),
    PrimaryKeyConstraint("id"),
    CheckConstraint(_one_of("verdict", DECIDED), name="verdict"),
    CheckConstraint(_SCORE, name="score"),
    CheckConstraint("offset_minutes BETWEEN -1439 AND 1439", name="offset_minutes"),
)

Index(None, decisions.c.course, decisions.c.question)

# What learners handed in as files, apart from the log: it moves no card. A row is never changed:
# grading an attempt again adds a row of the next ordinal.
attempts = Table(
    "attempts",
    metadata,
    Column("id", _Id, nullable=False),
    Column("file", Text, nullable=False),
    Column("file_name", Text, nullable=False),
    Column("line", Integer, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("cause", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("offset_minutes", Integer, nullable=False),
    Column("grader", Text, nullable=False),
    Column("learner", Text, nullable=False),
    Column("course", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("seed", BigInteger),
    Column("response", Text, nullable=False),
    Column("asked", Text, nullable=False),
    Column("reading", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("verdict", Text),
    Column("score", Text),
    Column("mistake", Text, nullable=False),
    Column("revision", Text, nullable=False),
    Column("calculator", Text),
    Column("decision", _Id, ForeignKey("decisions.id")),
    PrimaryKeyConstraint("id"),
    # Recording a file again adds nothing; two programs that grade again cannot both.
    UniqueConstraint("file", "line", "ordinal"),
    CheckConstraint("line >= 1", name="line"),
    CheckConstraint("ordinal >= 1", name="ordinal"),
    CheckConstraint(_one_of("cause", CAUSES), name="cause"),
    CheckConstraint("(ordinal = 1) = (cause = 'recorded')", name="first"),
    CheckConstraint("offset_minutes BETWEEN -1439 AND 1439", name="offset_minutes"),
    CheckConstraint("seed >= 0", name="seed"),
    CheckConstraint(_one_of("status", KEPT_STATUSES), name="status"),
    CheckConstraint(_one_of("verdict", GRADES), name="verdict"),
    CheckConstraint(
        "(status = 'graded') = (verdict IS NOT NULL AND score IS NOT NULL)"
        " AND (verdict IS NULL) = (score IS NULL)",
        name="graded",
    ),
    # Whole or a fraction: neither a decimal that was rounded nor a NaN.
    CheckConstraint(_SCORE, name="score"),
    CheckConstraint("decision IS NULL OR status = 'graded'", name="decision"),
)

Index(None, attempts.c.course, attempts.c.question)


def ddl() -> tuple[str, ...]:
    """The statements that make every table and index on SQLite, in an order that works."""
    dialect = sqlite.dialect()
    texts = []
    for table in metadata.sorted_tables:
        texts.append(str(CreateTable(table).compile(dialect=dialect)))
        indexes = sorted(table.indexes, key=lambda index: str(index.name))
        texts.extend(
            str(CreateIndex(index).compile(dialect=dialect, compile_kwargs={"literal_binds": True}))
            for index in indexes
        )
    return tuple(
        "\n".join(line.strip() for line in text.strip().splitlines() if line.strip())
        for text in texts
    )


if __name__ == "__main__":
    print(";\n\n".join(ddl()) + ";")  # noqa: T201 (a developer's tool, not a command)
