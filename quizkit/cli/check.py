"""`quiz check`: check lessons and courses, and say what is wrong where."""

from __future__ import annotations

from pathlib import Path

import click

from quizkit.cli.context import Context
from quizkit.cli.exit_codes import FINDINGS
from quizkit.cli.terminal import err, out, out_raw
from quizkit.errors import UsageError

_FORMATS = ("full", "concise", "json", "github", "sarif")


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH...]")
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="full", help="How to print findings."
)
@click.option(
    "--select", metavar="CODES", help="Only these codes, or beginnings of codes: QK2,QK401."
)
@click.option("--ignore", metavar="CODES", help="All but these codes, or beginnings of codes.")
@click.pass_obj
def check(
    context: Context, paths: tuple[Path, ...], form: str, select: str | None, ignore: str | None
) -> int:
    """Check lessons and courses, and say what is wrong where.

    PATH is a lesson, a course folder, or a folder of courses; without one, the course in use.
    The exit code is 1 if there is an error, 0 with warnings alone.

    Example: quiz check content --format concise
    """
    from quizkit.check import check_paths
    from quizkit.check.formats import formatted, summary
    from quizkit.store.checked import checked_before

    chosen, unwanted = _codes(select), _codes(ignore)
    with checked_before(context.places.cache) as kept:
        everything = check_paths(paths or context.folders, kept)
    found = tuple(
        finding
        for finding in everything
        if (select is None or finding.code.startswith(chosen))
        and not (unwanted and finding.code.startswith(unwanted))
    )
    text = formatted(found, form)
    if form in ("json", "sarif"):
        out_raw(text.removesuffix("\n"))
    elif text:
        out(text.removesuffix("\n"))
    if form in ("full", "concise"):
        err(summary(found))
    return FINDINGS if any(finding.severity == "error" for finding in found) else 0


def _codes(typed: str | None) -> tuple[str, ...]:
    """The codes in a list by commas; raises UsageError for one that no rule has."""
    from quizkit.check.codes import CODES

    codes = tuple(part.strip().upper() for part in (typed or "").split(",") if part.strip())
    if typed is not None and not codes:
        raise UsageError("--select and --ignore take codes, or beginnings of codes: QK2,QK401")
    for code in codes:
        if not any(known.startswith(code) for known in CODES):
            raise UsageError(f'no rule has the code "{code}"; quiz explain lists them all')
    return codes
