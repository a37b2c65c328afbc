"""Make the record of attempts, which is apart from the log, and of what staff decided.

Revision 0003 after 0002. Nothing that was there before is touched.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "decisions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("course", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("response", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("score", sa.Text(), nullable=False),
        sa.Column("revision", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("offset_minutes", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "verdict IN ('right', 'partly', 'wrong')", name=op.f("ck_decisions_verdict")
        ),
        sa.CheckConstraint(
            "score IN ('0', '1') OR replace(score, '/', '') <> score",
            name=op.f("ck_decisions_score"),
        ),
        sa.CheckConstraint(
            "offset_minutes BETWEEN -1439 AND 1439", name=op.f("ck_decisions_offset_minutes")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decisions")),
    )
    op.create_index(
        op.f("ix_decisions_course_question"), "decisions", ["course", "question"], unique=False
    )
    op.create_table(
        "attempts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("offset_minutes", sa.Integer(), nullable=False),
        sa.Column("grader", sa.Text(), nullable=False),
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("course", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger()),
        sa.Column("response", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("reading", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text()),
        sa.Column("score", sa.Text()),
        sa.Column("mistake", sa.Text(), nullable=False),
        sa.Column("revision", sa.Text(), nullable=False),
        sa.Column("calculator", sa.Text()),
        sa.Column("decision", _ID),
        sa.CheckConstraint("line >= 1", name=op.f("ck_attempts_line")),
        sa.CheckConstraint("ordinal >= 1", name=op.f("ck_attempts_ordinal")),
        sa.CheckConstraint(
            "cause IN ('recorded', 'regraded', 'decided')", name=op.f("ck_attempts_cause")
        ),
        sa.CheckConstraint("(ordinal = 1) = (cause = 'recorded')", name=op.f("ck_attempts_first")),
        sa.CheckConstraint(
            "offset_minutes BETWEEN -1439 AND 1439", name=op.f("ck_attempts_offset_minutes")
        ),
        sa.CheckConstraint("seed >= 0", name=op.f("ck_attempts_seed")),
        sa.CheckConstraint(
            "status IN ('graded', 'needs_review', 'blank')", name=op.f("ck_attempts_status")
        ),
        sa.CheckConstraint(
            "verdict IN ('right', 'partly', 'mistake', 'wrong')", name=op.f("ck_attempts_verdict")
        ),
        sa.CheckConstraint(
            "(status = 'graded') = (verdict IS NOT NULL AND score IS NOT NULL) AND "
            "(verdict IS NULL) = (score IS NULL)",
            name=op.f("ck_attempts_graded"),
        ),
        sa.CheckConstraint(
            "score IN ('0', '1') OR replace(score, '/', '') <> score",
            name=op.f("ck_attempts_score"),
        ),
        sa.CheckConstraint(
            "decision IS NULL OR status = 'graded'", name=op.f("ck_attempts_decision")
        ),
        sa.ForeignKeyConstraint(["decision"], ["decisions.id"], name=op.f("fk_attempts_decision")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
        sa.UniqueConstraint("file", "line", "ordinal", name=op.f("uq_attempts_file_line_ordinal")),
    )
    op.create_index(
        op.f("ix_attempts_course_question"), "attempts", ["course", "question"], unique=False
    )
