"""Make the log of events and the cache of cards.

Revision 0001, the first.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("id", _ID, nullable=False),
        sa.Column("uid", sa.LargeBinary(), nullable=False),
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("course", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("refers_to", _ID),
        sa.Column("study_day", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("offset_minutes", sa.Integer(), nullable=False),
        sa.Column("zone", sa.Text()),
        sa.Column("rollover_hour", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Integer()),
        sa.Column("rating_rule", sa.Text()),
        sa.Column("scheduler", sa.Text()),
        sa.Column("before", sa.Text()),
        sa.Column("after", sa.Text()),
        sa.Column("detail", sa.Text()),
        sa.Column("seed", sa.BigInteger()),
        sa.Column("revision", sa.Text()),
        sa.Column("calculator", sa.Text()),
        sa.Column("asked", sa.Text()),
        sa.Column("response", sa.Text()),
        sa.Column("reading", sa.Text()),
        sa.Column("verdict", sa.Text()),
        sa.Column("score", sa.Text()),
        sa.Column("mistake", sa.Text()),
        sa.Column("hint", sa.Boolean(create_constraint=True, name="hint")),
        sa.Column("role", sa.Text()),
        sa.Column("elapsed_ms", sa.Integer()),
        sa.CheckConstraint(
            "(kind IN ('rerate', 'undo')) = (refers_to IS NOT NULL)",
            name=op.f("ck_events_refers_to"),
        ),
        sa.CheckConstraint(
            "(kind IN ('review', 'rerate')) = (rating IS NOT NULL AND rating_rule IS NOT NULL)",
            name=op.f("ck_events_rated"),
        ),
        sa.CheckConstraint(
            "(kind IN ('set_due', 'rename')) = (detail IS NOT NULL)", name=op.f("ck_events_detail")
        ),
        sa.CheckConstraint(
            "kind <> 'review' OR (seed IS NOT NULL AND revision IS NOT NULL AND asked IS "
            "NOT NULL AND response IS NOT NULL AND reading IS NOT NULL AND verdict IS NOT "
            "NULL AND hint IS NOT NULL AND role IS NOT NULL AND elapsed_ms IS NOT NULL)",
            name=op.f("ck_events_is_review"),
        ),
        sa.CheckConstraint(
            "kind = 'review' OR (seed IS NULL AND revision IS NULL AND asked IS NULL AND "
            "response IS NULL AND reading IS NULL AND verdict IS NULL AND hint IS NULL AND "
            "role IS NULL AND elapsed_ms IS NULL AND calculator IS NULL AND score IS NULL "
            "AND mistake IS NULL)",
            name=op.f("ck_events_is_no_review"),
        ),
        sa.CheckConstraint(
            "kind = 'undo' OR (kind IN ('rep_tick', 'rep_untick')) = (before IS NULL)",
            name=op.f("ck_events_has_states"),
        ),
        sa.CheckConstraint(
            "kind IN ('review', 'rerate', 'undo', 'suspend', 'unsuspend', 'reset', "
            "'set_due', 'rename', 'rep_tick', 'rep_untick')",
            name=op.f("ck_events_kind"),
        ),
        sa.CheckConstraint("role IN ('due', 'drill', 'ahead')", name=op.f("ck_events_role")),
        sa.CheckConstraint("study_day LIKE '____-__-__'", name=op.f("ck_events_study_day")),
        sa.CheckConstraint(
            "verdict IN ('right', 'partly', 'mistake', 'wrong', 'self', 'given_up')",
            name=op.f("ck_events_verdict"),
        ),
        sa.CheckConstraint(
            "(before IS NULL) = (after IS NULL) AND (before IS NULL) = (scheduler IS NULL)",
            name=op.f("ck_events_states"),
        ),
        sa.CheckConstraint("elapsed_ms >= 0", name=op.f("ck_events_elapsed_ms")),
        sa.CheckConstraint("length(uid) = 16", name=op.f("ck_events_uid")),
        sa.CheckConstraint(
            "offset_minutes BETWEEN -1439 AND 1439", name=op.f("ck_events_offset_minutes")
        ),
        sa.CheckConstraint("ordinal >= 1", name=op.f("ck_events_ordinal")),
        sa.CheckConstraint("rating BETWEEN 0 AND 5", name=op.f("ck_events_rating")),
        sa.CheckConstraint("refers_to < id", name=op.f("ck_events_refers_back")),
        sa.CheckConstraint("rollover_hour BETWEEN 0 AND 23", name=op.f("ck_events_rollover_hour")),
        sa.CheckConstraint("seed >= 0", name=op.f("ck_events_seed")),
        sa.ForeignKeyConstraint(["refers_to"], ["events.id"], name=op.f("fk_events_refers_to")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint(
            "learner",
            "course",
            "question",
            "ordinal",
            name=op.f("uq_events_learner_course_question_ordinal"),
        ),
        sa.UniqueConstraint("uid", name=op.f("uq_events_uid")),
    )
    op.create_index(op.f("ix_events_learner_id"), "events", ["learner", "id"], unique=False)
    op.create_index(
        "ix_events_renames",
        "events",
        ["learner", "course"],
        unique=False,
        sqlite_where=sa.text("kind = 'rename'"),
        postgresql_where=sa.text("kind = 'rename'"),
    )
    op.create_index(
        "ix_events_reps",
        "events",
        ["learner", "course"],
        unique=False,
        sqlite_where=sa.text("kind IN ('rep_tick', 'rep_untick')"),
        postgresql_where=sa.text("kind IN ('rep_tick', 'rep_untick')"),
    )
    op.create_index(
        "uq_events_undone",
        "events",
        ["refers_to"],
        unique=True,
        sqlite_where=sa.text("kind = 'undo'"),
        postgresql_where=sa.text("kind = 'undo'"),
    )
    op.create_table(
        "cards",
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("course", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("repetitions", sa.Integer(), nullable=False),
        sa.Column("interval_days", sa.Integer(), nullable=False),
        sa.Column("ease", sa.Integer(), nullable=False),
        sa.Column("due_day", sa.Text()),
        sa.Column("lapses", sa.Integer(), nullable=False),
        sa.Column(
            "suspended", sa.Boolean(create_constraint=True, name="suspended"), nullable=False
        ),
        sa.Column("drill_day", sa.Text()),
        sa.Column("introduced_day", sa.Text()),
        sa.Column("last_day", sa.Text()),
        sa.Column("reviews", sa.Integer(), nullable=False),
        sa.Column("live_reviews", sa.Integer(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("last_id", _ID, nullable=False),
        sa.CheckConstraint("drill_day LIKE '____-__-__'", name=op.f("ck_cards_drill_day")),
        sa.CheckConstraint("due_day LIKE '____-__-__'", name=op.f("ck_cards_due_day")),
        sa.CheckConstraint(
            "introduced_day LIKE '____-__-__'", name=op.f("ck_cards_introduced_day")
        ),
        sa.CheckConstraint("last_day LIKE '____-__-__'", name=op.f("ck_cards_last_day")),
        sa.CheckConstraint("ease >= 130", name=op.f("ck_cards_ease")),
        sa.CheckConstraint(
            "live_reviews BETWEEN 0 AND reviews AND reviews <= rows", name=op.f("ck_cards_reviews")
        ),
        sa.CheckConstraint(
            "repetitions >= 0 AND interval_days >= 0 AND lapses >= 0", name=op.f("ck_cards_counts")
        ),
        sa.ForeignKeyConstraint(["last_id"], ["events.id"], name=op.f("fk_cards_last_id")),
        sa.PrimaryKeyConstraint("learner", "course", "question", name=op.f("pk_cards")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_cards_learner_course_due_day"),
        "cards",
        ["learner", "course", "due_day"],
        unique=False,
    )
