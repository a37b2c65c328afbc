"""Turn an older database into one of this version, or leave it exactly as it was.

First a verified copy, then every revision in one transaction, then proof that nothing of the log,
of the attempts and of the decisions was lost, and only then the commit.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

import quizkit
from quizkit.digests import blake2b
from quizkit.errors import StoreDamaged, StoreError
from quizkit.store import audit
from quizkit.store import statements as sql
from quizkit.store.alchemy import alchemy_trouble, engine, runner
from quizkit.store.backup import copy_to, free_name
from quizkit.store.database import Run
from quizkit.store.rows import Row

# What cannot be made anew from anything else, with its name in a sentence.
_KEPT = {
    "events": "the log",
    "decisions": "the staff's decisions",
    "attempts": "the record of attempts",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgraded:
    """What an upgrade did: from and to which version, and where the old file is kept."""

    path: Path
    before: int
    after: int
    kept: Path | None

    @property
    def sentence(self) -> str:
        """It in one line."""
        if self.kept is None:
            return f"{self.path} has the tables of this quizkit already"
        return (
            f"{self.path} upgraded from version {self.before} to {self.after}; "
            f"the old file is kept as {self.kept}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rows:
    """The columns of a table, the number of its rows and a fingerprint of everything in them."""

    table: str
    columns: tuple[str, ...]
    count: int
    fingerprint: str


def scripts_folder() -> Path:
    """The folder of migrations: packed beside the modules, or beside the package in a checkout."""
    package = Path(quizkit.__file__).parent
    for folder in (package / "_alembic", package.parent / "alembic"):
        if (folder / "env.py").is_file():
            return folder
    raise StoreError("this installation of quizkit has no migrations packed; install it again")


def newest_revision(scripts: Path) -> str | None:
    """The one revision that no other follows."""
    return ScriptDirectory.from_config(_config(scripts)).get_current_head()


def upgrade(
    path: Path, *, backups: Path, scripts: Path | None = None, version: int = sql.VERSION
) -> Upgraded:
    """Bring the file to a version, keeping a verified copy in the folder `backups`.

    Raises StoreError, with the file as it was, if any step fails.
    """
    scripts = scripts or scripts_folder()
    with alchemy_trouble(path), engine(path).connect() as connection:
        # Outside any transaction: SQLite ignores this inside one, and with it on, making a table
        # anew would delete or refuse what refers to it.
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        run = runner(connection)
        ((before,),) = run("PRAGMA user_version", {})
        if before >= version:
            return Upgraded(path=path, before=before, after=before, kept=None)
        # Inside: nobody writes between the copy and the first change.
        kept = copy_to(path, free_name(backups, path, f"version-{before}")).path
        try:
            kept_rows, dangling = _rows_to_keep(run), _dangling(run)
            migrate(connection, scripts, sql.revision(version))
            _prove_rows(run, kept_rows)
            audit.rebuild(run, tables=False)
            _prove_references(run, dangling)
        except Exception as error:
            # SQLAlchemy wraps the driver's error in a page of text.
            reason = getattr(error, "orig", None) or error
            raise StoreDamaged(
                f"{path} could not be upgraded ({reason}); it is as it was, and a copy is {kept}"
            ) from error
        run(f"PRAGMA user_version = {version}", {})
        connection.commit()
    return Upgraded(path=path, before=before, after=version, kept=kept)


def migrate(connection: Connection, scripts: Path, revision: str) -> None:
    """Run the revisions that lead to this one on an open connection, in its transaction."""
    config = _config(scripts)
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _config(scripts: Path) -> Config:
    config = Config()
    # A percent sign in the path would be read as the start of a variable.
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _columns(run: Run, table: str) -> tuple[str, ...]:
    return tuple(row[1] for row in run(f"PRAGMA table_info({table})", {}))


def _rows_to_keep(run: Run) -> tuple[_Rows, ...]:
    """What an upgrade must not lose, of those tables that the file has."""
    tables = {table: _columns(run, table) for table in _KEPT}
    return tuple(_rows(run, table, columns) for table, columns in tables.items() if columns)


def _rows(run: Run, table: str, columns: tuple[str, ...]) -> _Rows:
    names = ", ".join(f'"{column}"' for column in columns)
    fingerprint, count = blake2b(digest_size=16), 0
    for row in run(f"SELECT {names} FROM {table} ORDER BY id", {}):  # noqa: S608 (names of columns)
        fingerprint.update(repr(tuple(row)).encode("utf-8", "surrogatepass"))
        count += 1
    return _Rows(table=table, columns=columns, count=count, fingerprint=fingerprint.hexdigest())


def _dangling(run: Run) -> set[Row]:
    return {tuple(row) for row in run("PRAGMA foreign_key_check", {})}


def _prove_rows(run: Run, kept: tuple[_Rows, ...]) -> None:
    """Raise StoreDamaged unless every row is as it was, in every column that it had."""
    for before in kept:
        words = _KEPT[before.table]
        if not set(before.columns) <= set(_columns(run, before.table)):
            raise StoreDamaged(f"columns of {words} would be lost")
        if _rows(run, before.table, before.columns) != before:
            raise StoreDamaged(
                f"the rows of {words} would not stay as they are ({before.count} now)"
            )


def _prove_references(run: Run, dangling: set[Row]) -> None:
    """Raise StoreDamaged if a row refers to one that is gone, and did not before.

    What the old file had wrong already does not stop an upgrade: a learner is not locked out for
    that, and `quiz db check` goes on saying so.
    """
    for table, row, parent, _ in _dangling(run) - dangling:
        raise StoreDamaged(f"{table} row {row} would refer to a row of {parent} that is gone")
