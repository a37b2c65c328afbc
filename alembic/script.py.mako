"""${message}

Revision ${up_revision} after ${down_revision | comma,n}, ${create_date.date()}.

The rules for a migration:
- It is frozen: it imports nothing of quizkit, and is never edited once it was released.
- Name it by the next number (`--rev-id 0002`); that is the file's `user_version` afterwards.
- It runs with foreign keys off, inside one transaction together with its neighbours, and ends only
  if `PRAGMA foreign_key_check` is empty, no row of the log is gone and every card folds.
- Rows of `events` are never changed or deleted. What can be folded is dropped and folded anew.
- There is no way down: going back is `quiz db restore` of the copy that the upgrade made.
- Its case in tests/store/test_migrations.py upgrades a filled database.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}
