"""Make the cache of days, count the misses of cards, and find mistakes that come back.

Revision 0002 after 0001. Cards are dropped and made anew: whoever runs this folds the log again.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_index(
        "ix_events_mistakes",
        "events",
        ["learner", "course", "mistake", "question"],
        unique=False,
        sqlite_where=sa.text("mistake IS NOT NULL"),
        postgresql_where=sa.text("mistake IS NOT NULL"),
    )
    op.create_table(
        "days",
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("course", sa.Text(), nullable=False),
        sa.Column("study_day", sa.Text(), nullable=False),
        sa.Column("reviews", sa.Integer(), nullable=False),
        sa.Column("recalled", sa.Integer(), nullable=False),
        sa.Column("drills", sa.Integer(), nullable=False),
        sa.Column("ahead", sa.Integer(), nullable=False),
        sa.Column("introduced", sa.Integer(), nullable=False),
        sa.Column("lapses", sa.Integer(), nullable=False),
        sa.Column("elapsed_ms", sa.BigInteger(), nullable=False),
        sa.Column("retention", sa.Text(), nullable=False),
        sa.CheckConstraint("study_day LIKE '____-__-__'", name=op.f("ck_days_study_day")),
        sa.CheckConstraint("reviews >= 1", name=op.f("ck_days_reviews")),
        sa.CheckConstraint("recalled BETWEEN 0 AND reviews", name=op.f("ck_days_recalled")),
        sa.CheckConstraint(
            "drills >= 0 AND ahead >= 0 AND drills + ahead <= reviews", name=op.f("ck_days_roles")
        ),
        sa.CheckConstraint(
            "introduced >= 0 AND lapses >= 0 AND introduced + lapses <= reviews",
            name=op.f("ck_days_counts"),
        ),
        sa.CheckConstraint("elapsed_ms >= 0", name=op.f("ck_days_elapsed_ms")),
        sa.PrimaryKeyConstraint("learner", "course", "study_day", name=op.f("pk_days")),
        sqlite_with_rowid=False,
    )
    # A batch would lose WITHOUT ROWID on the way.
    op.drop_index(op.f("ix_cards_learner_course_due_day"), table_name="cards")
    op.drop_table("cards")
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
        sa.Column("misses", sa.Integer(), nullable=False),
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
        sa.CheckConstraint("misses BETWEEN 0 AND live_reviews", name=op.f("ck_cards_misses")),
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
