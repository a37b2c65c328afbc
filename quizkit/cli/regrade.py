"""`quiz regrade`: grade recorded attempts again, after a question was mended."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from sys import intern
from typing import TYPE_CHECKING, Any

import click

from quizkit.cli.chosen import Chosen, under_names_of_today
from quizkit.cli.context import Context
from quizkit.cli.exit_codes import FINDINGS
from quizkit.cli.page.wording import plural
from quizkit.cli.terminal import err, out, out_raw
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from quizkit.autograde.attempts import Kept
    from quizkit.autograde.regrade import Regraded, Regrader
    from quizkit.content.model import Question
    from quizkit.store.index import Library

_REVISION = re.compile(r"[0-9a-f]{4,12}")


@click.command()
@click.option("--question", metavar="Q", help="Every attempt at this question.")
@click.option("--learner", metavar="NAME", help="Every attempt of this learner.")
@click.option("--from", "revision", metavar="REV", help="Every attempt graded under this revision.")
@click.option("--all", "everything", is_flag=True, help="Every attempt there is.")
@click.option("--history", is_flag=True, help="Show the grades that were kept, grade nothing.")
@click.option("--check", is_flag=True, help="Exit 1 if anything differs or fails.")
@click.option("--apply", "applies", is_flag=True, help="Keep the new grades beside the old ones.")
@click.option("--allow-lower", is_flag=True, help="With --apply: also where points are lost.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a CSV table.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def regrade(
    context: Context,
    question: str | None,
    learner: str | None,
    revision: str | None,
    everything: bool,
    history: bool,
    check: bool,
    applies: bool,
    allow_lower: bool,
    as_csv: bool,
    as_json: bool,
) -> int:
    """Grade recorded attempts again, after a question was mended.

    Without options: those that were graded under another revision of their question than today's,
    and those that needed review and have been decided since. Shown is who changes, from what to
    what, and why; those who lose points come first. Nothing is changed.

    A response is judged by today's key for the numbers that its learner saw. Where that cannot be
    done (the question is gone, asks something else, or fails), the old grade stands and the row
    says error.

    With --apply the new grades count from now on; the old ones stay in the record. Nobody loses
    points unless --allow-lower says so. Doing it twice changes nothing more.

    With --history you see how attempts came to the grade that counts: those that were graded more
    than once, or every chosen one. Its --csv has a row for each grade, and says which one counts.

    Example: quiz regrade --question zero-1-2/optimizer-bytes
    """
    from quizkit.autograde.regrade import EFFECTS
    from quizkit.cli.keeping import Keeping
    from quizkit.cli.shapes.regrade_shapes import as_object, csv_table, lines

    if history and (check or applies):
        raise UsageError("--history grades nothing; leave out --check and --apply")
    if check and applies:
        raise UsageError("--check changes nothing; leave it out, or leave out --apply")
    if as_csv and as_json:
        raise UsageError("choose one of --csv and --json")
    if allow_lower and not applies:
        raise UsageError("--allow-lower goes with --apply")
    if revision is not None and not _REVISION.fullmatch(revision):
        raise UsageError(f'"{revision}" is no revision; write 4 to 12 digits of one (0-9, a-f)')
    # Before the command the option says whose progress; to forget it here would grade everybody.
    chosen = Chosen(
        question=question,
        learner=learner or context.learner_flag,
        revision=revision,
        everything=everything,
    )
    if history:
        _show_history(context, chosen, as_csv=as_csv, as_json=as_json)
        return 0
    counts: dict[str, int] = dict.fromkeys(EFFECTS, 0)
    changes: list[Regraded] = []
    keeping = Keeping(context, allow_lower=allow_lower) if applies else None
    # Of a large record most stays as it is: what nobody is told of is not held till the end.
    try:
        for one in _regraded(context, chosen):
            counts[one.effect] += 1
            if one.effect != "same":
                changes.append(_sharing(one))
            if keeping:
                keeping.add(one)
        if keeping:
            keeping.keep()
    except BaseException:  # stopped, or the disk is full: what is kept by then is kept
        if keeping and keeping.changed:
            err(f"{plural(len(keeping.changed), 'new grade')} kept so far")
        raise
    changes.sort(key=_place)
    applied = keeping.changed if keeping else None
    try:
        if as_json:
            out_raw(json.dumps(as_object(changes, counts, applied), ensure_ascii=False))
        elif as_csv:
            out_raw(csv_table(changes, applied).rstrip("\n"))
        else:
            for line, role in lines(changes, applied):
                out(line, role=role)
    finally:  # what is kept is kept, whether or not somebody could be shown it
        _summarise(counts, applied, keeping.missed if keeping else 0)
    if revision is not None and not sum(counts.values()):
        err(f"no attempt is graded under a revision that begins with {revision}")
    return FINDINGS if check and changes else 0


def _regraded(context: Context, chosen: Chosen) -> Iterator[Regraded]:
    from quizkit.cli.submissions import questions_of

    library = context.library()
    questions = questions_of(library)
    regrader = _regrader(context, library, questions)
    found = chosen.attempts(context, library, questions)
    for kept in under_names_of_today(found, context.store(writes=False).attempts, questions):
        if chosen.says_all or regrader.is_due(kept):
            yield regrader.regrade(kept)


def _sharing(one: Regraded) -> Regraded:
    """The same with equal texts held once: a class's attempts at a mended question all change."""
    from quizkit.cli.submissions import sharing

    texts: dict[str, Any] = {
        name: intern(getattr(one.before, name)) for name in ("file", "file_name", "cause", "grader")
    }
    before = replace(one.before, attempt=sharing(one.before.attempt), **texts)
    return replace(one, before=before, after=None if one.after is None else sharing(one.after))


def _show_history(context: Context, chosen: Chosen, *, as_csv: bool, as_json: bool) -> None:
    """Print the gradings of the chosen attempts, or of those that have more than one."""
    from quizkit.cli.shapes.gradings import as_object, csv_table, lines
    from quizkit.cli.submissions import questions_of

    library = context.library()
    histories = context.store(writes=False).attempts.histories(
        one
        for one in chosen.attempts(context, library, questions_of(library))
        if one.ordinal > 1 or chosen.says_all
    )
    shown: Counter[bool] = Counter()  # whether graded more than once

    def found() -> Iterator[tuple[Kept, ...]]:
        for one in histories:
            shown[len(one) > 1] += 1
            yield one

    if as_json:
        out_raw(json.dumps(as_object(found()), ensure_ascii=False))
    elif as_csv:
        for part in csv_table(found()):
            out_raw(part.rstrip("\n"))
    else:
        for line, role in lines(found()):
            out(line, role=role)
    err(f"{plural(shown.total(), 'attempt')}, {shown[True]} of them graded more than once")


def _regrader(context: Context, library: Library, questions: Mapping[str, Question]) -> Regrader:
    from quizkit.autograde.regrade import Regrader
    from quizkit.cli.submissions import comma_lessons, decisions_on

    return Regrader(
        questions,
        decimal_comma=comma_lessons(library),
        decisions=decisions_on(context, library, questions, needed=True),
        broken_lessons=library.broken_lessons,
        left_out=library.left_out,
    )


def _place(one: Regraded) -> tuple[int, str, str, int]:
    """Where it stands among what is shown: those who lose points come first."""
    from quizkit.autograde.regrade import EFFECTS

    attempt = one.before.attempt
    return EFFECTS.index(one.effect), attempt.question, attempt.learner, one.before.id


def _summarise(counts: Mapping[str, int], applied: set[int] | None, missed: int) -> None:
    words = ", ".join(f"{count} {effect}" for effect, count in counts.items())
    err(f"{plural(sum(counts.values()), 'attempt')} graded again: {words}")
    if applied is not None:
        err(f"{plural(len(applied), 'new grade')} kept")
    if missed:
        err(
            f"{plural(missed, 'attempt')} got another grade meanwhile and kept it; "
            "quiz regrade shows what is left"
        )
