"""`quiz items`: what a class's responses say about the questions."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.page.wording import plural
from quizkit.cli.terminal import err, out_raw
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from quizkit.autograde.attempts import Attempt
    from quizkit.autograde.items import Analysis

_ERRORS, _NAMED = 5, 12


@click.command()
@click.argument("file", metavar="FILE|recorded")
@click.option("--question", metavar="Q", help="Show only this one, with its sets of numbers.")
@click.option("--html", "page", metavar="OUT", help='Write one page with pictures; "-" prints it.')
@click.option(
    "--json", "as_json", is_flag=True,
    help="Print one JSON object: measures as numbers, exact ones as texts beside them, null where "
    "there is none.",
)  # fmt: skip
@click.option(
    "--map", "pairs", multiple=True, metavar="FIELD=COLUMN",
    help="Which column is learner, question, seed, variant or response; FIELD= says none is.",
)  # fmt: skip
@click.option("--encoding", metavar="NAME", help="Of a CSV file that is not UTF-8, such as cp1252.")
@click.pass_obj
def items(
    context: Context,
    file: str,
    question: str | None,
    page: str | None,
    as_json: bool,
    pairs: tuple[str, ...],
    encoding: str | None,
) -> None:
    """Show what a class's responses say about the questions.

    FILE is what quiz grade takes, and is graded as it would be; "recorded" stands for every attempt
    that quiz grade --record kept, as it is graded now.

    For each question: how hard it is (facility, the mean score), whether those who do well
    elsewhere do well in it (discrimination: the correlation with the mean score in the other
    questions), and what was answered instead; for the exam, Cronbach's alpha. Each stands with its
    95 % interval (Wilson's, Fisher's, Feldt's).

    A blank counts as 0; what needs review, or was not submitted, does not count. Alpha and totals
    are of learners with a score in every question. Of several responses of a learner to a question,
    the first graded one counts.

    Named first are keys that look wrong (the strongest give something else), tolerances that
    reject what is all but right, and sets of numbers that are harder or easier than the others.

    Example: quiz items answers.csv --html items.html
    """
    from quizkit.autograde.flags import flags
    from quizkit.autograde.items import analyse
    from quizkit.cli.submissions import former_names, may_be_written

    if file != "recorded":
        may_be_written(file, page, "--html")
    elif pairs or encoding is not None:
        raise UsageError("--map and --encoding go with a FILE, not with what was recorded")
    if page == "-" and as_json:
        raise UsageError("--html - and --json would both be printed; name a file for the page")
    source = "recorded attempts" if file == "recorded" else Path(file).name
    attempts = list(_attempts(context, file, pairs, encoding))
    if not attempts and file == "recorded":
        where = " or ".join(context.library().courses)
        raise UsageError(
            f"no attempt is recorded in {where}; record some with quiz grade FILE --record"
        )
    if not attempts:
        raise UsageError(f"{file}: there is no response that could be graded")
    analysis = analyse(attempts)
    doubts = {item.question: flags(item) for item in analysis.items}
    if question is not None:
        if question not in doubts:
            question = former_names(context.library()).get(question, question)
        if question not in doubts:
            raise UsageError(f'nobody answered "{question}"; {_others(question, doubts)}')
        only = tuple(item for item in analysis.items if item.question == question)
        analysis = replace(analysis, items=only)
    if page is not None:
        _write_page(context, page, analysis, source)
    if as_json:
        from quizkit.cli.shapes.items_json import items_json

        out_raw(json.dumps(items_json(analysis, doubts, source), ensure_ascii=False))
    elif page is None:
        from quizkit.cli.shapes.items_text import print_items

        print_items(analysis, doubts, one=question is not None)


def _others(question: str, known: Iterable[str]) -> str:
    """The questions that there are, or of a long exam the one that may have been meant."""
    from quizkit.autograde.nearest import Nearest

    names = sorted(known)
    if len(names) <= _NAMED:
        return f"there are {', '.join(names)}"
    meant = Nearest(names).to(question)
    words = f"there are {len(names)} others, such as {names[0]}"
    return f'did you mean "{meant}"?' if meant is not None else words


def _attempts(
    context: Context, file: str, pairs: tuple[str, ...], encoding: str | None
) -> Iterator[Attempt]:
    from quizkit.autograde.attempts import Attempt
    from quizkit.cli.submissions import recorded_attempts, submitted_attempts

    if file == "recorded":
        yield from recorded_attempts(context)
        return
    errors = 0
    for row in submitted_attempts(context, file, pairs, encoding):
        if isinstance(row.attempt, Attempt):
            yield row.attempt
            continue
        errors += 1
        if errors <= _ERRORS:
            err(row.attempt.feedback)
    if errors:
        err(f"{plural(errors, 'row')} left out because of errors")


def _write_page(context: Context, page: str, analysis: Analysis, source: str) -> None:
    from quizkit.exchange.whole_file import whole_file
    from quizkit.reports.items_page import page as made

    library = context.library()
    prompts = {
        item.question: library.question(item.question).prompt.strip()
        for item in analysis.items
        if library.has(item.question)
    }
    text = made(analysis, source=source, prompts=prompts)
    if page == "-":
        out_raw(text.rstrip("\n"))
        return
    with whole_file(Path(page)) as stream:
        stream.write(text.encode())
    err(f"written to {page}")
