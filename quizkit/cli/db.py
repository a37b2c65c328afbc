"""`quiz db`: look after the database of progress."""

from __future__ import annotations

import json
from pathlib import Path

import click

from quizkit.cli.context import Context
from quizkit.cli.exit_codes import FINDINGS
from quizkit.cli.terminal import err, out, out_raw
from quizkit.nouns import plural


@click.group()
def db() -> None:
    """Look after the database of progress.

    Example: quiz db check
    """


@db.command()
@click.pass_obj
def upgrade(context: Context) -> None:
    """Bring the database to this version.

    A missing one is made; an older one is copied to the folder of backups first.

    Example: quiz db upgrade
    """
    from quizkit.store.connection import examine
    from quizkit.store.migrate import newest_revision, scripts_folder, upgrade
    from quizkit.store.statements import VERSION, revision
    from quizkit.store.store import Store

    path = context.database
    newest = newest_revision(scripts_folder())
    assert newest == revision(VERSION), "the packed migrations are those of another version"
    if examine(path) in ("missing", "new"):
        Store.open_writing(path, backups=context.places.backups, tell=err)
        out(f"{path} made, version {VERSION}")
        return
    out(upgrade(path, backups=context.places.backups).sentence)


@db.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def check(context: Context, as_json: bool) -> int:
    """Check the database and its caches.

    That is its pages, its references, and every card and day against the log.

    Example: quiz db check
    """
    path = context.database
    problems = context.store(writes=False).check()
    if as_json:
        out_raw(
            json.dumps(
                {"schema": "quizkit.db-check/1", "database": str(path), "problems": problems}
            )
        )
    else:
        for problem in problems:
            out(problem)
        if not problems:
            out(f"{path}: all is well" if path.exists() else f"{path}: nothing there yet")
    return FINDINGS if problems else 0


@db.command()
@click.pass_obj
def rebuild(context: Context) -> None:
    """Make every card and day anew from the log.

    Example: quiz db rebuild
    """
    from quizkit.store.finished import forget

    changed = context.store(writes=True).rebuild()
    forget(context.places.cache)
    out(f"cards and days made anew from the log; {changed} changed")


@db.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.pass_obj
def backup(context: Context, file: Path | None) -> None:
    """Copy the database, and read the copy back.

    The copy is FILE, or goes to the folder of backups.

    Example: quiz db backup progress-copy.db
    """
    from quizkit.store.backup import backup, free_name

    path = context.database
    to = file or free_name(context.places.backups, path, context.moment().study_day.isoformat())
    copied = backup(path, to)
    out(f"{copied.path}: {plural(copied.events, 'row')} of the log copied and read back")


@db.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_obj
def restore(context: Context, file: Path) -> None:
    """Put a copy back as the database.

    What was there is kept in the folder of backups.

    Example: quiz db restore progress-copy.db
    """
    from quizkit.store.backup import restore

    restored = restore(context.database, file, backups=context.places.backups)
    out(f"{context.database}: {plural(restored.events, 'row')} of the log put back from {file}")
    if restored.kept is not None:
        err(f"what was there before is kept as {restored.kept}")
