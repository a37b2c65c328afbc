"""Run migrations on the connection that `quizkit.store.migrate` hands over, in its transaction.

Without one (`python -m alembic revision --autogenerate -m "..."`, `current`, `history`) a scratch
file stands in that has the tables of `ddl.py`, so that a changed `tables.py` shows up as the
difference. Nobody's progress is ever migrated from here: that is `quiz db upgrade`, which makes a
verified copy first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import context
from sqlalchemy import Connection

from quizkit.store.alchemy import engine
from quizkit.store.database import SqliteFile, make_room
from quizkit.store.tables import metadata


@contextmanager
def scratch() -> Iterator[Connection]:
    """A connection to a new file that is thrown away."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "scratch.db"
        make_room(path)
        with SqliteFile(path).writing():
            pass
        made = engine(path)
        with made.connect() as connection:
            yield connection
        made.dispose()


def migrate(connection: Connection) -> None:
    """Run what Alembic was asked for."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        # SQLite alters little in place; a batch makes the table anew and copies it.
        render_as_batch=True,
        # One transaction for all revisions, begun and ended by whoever called.
        transaction_per_migration=False,
    )
    context.run_migrations()


handed = context.config.attributes.get("connection")
if handed is not None:
    migrate(handed)
else:
    with scratch() as connection:
        migrate(connection)
