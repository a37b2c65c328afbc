"""`quiz items`: what a class's responses say about the questions."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.page.wording import plural, say
from quizkit.cli.terminal import (
    Line,
    Role,
    Span,
    err,
    out,
    out_lines,
    out_raw,
    visible,
    width,
)
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from quizkit.autograde.attempts import Attempt
    from quizkit.autograde.exam import Exam
    from quizkit.autograde.flags import Flag
    from quizkit.autograde.items import Analysis, Item

_RESPONSES, _UNREAD, _ERRORS, _NAMED = 6, 5, 5, 12
_WHOLE_LINES = 10_000
_UNDER = " " * 9
_NARROW = ("question", "n", "facility", "discrimination", "review", "flags")


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
        _print(analysis, doubts, one=question is not None)


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


# --- in the terminal ------------------------------------------------------------------------------


def _print(analysis: Analysis, doubts: Mapping[str, Sequence[Flag]], *, one: bool) -> None:
    from quizkit.reports.items_page import counts_words

    say(counts_words(analysis))
    if not one:
        for line in _exam_lines(analysis.exam):
            say(line)
    found = [(item.question, flag) for item in analysis.items for flag in doubts[item.question]]
    if found:
        out()
        out("Look at these first:", role="strong")
    for name, flag in found:
        out_lines(_fitted("  ", f"{name}: {flag.sentence}", "    ", "note"))
    out()
    out_lines(_table(analysis.items, doubts))
    for item in analysis.items:
        if one or doubts[item.question]:
            out()
            out_lines(_details(item, numbers=one))


def _exam_lines(exam: Exam) -> Iterator[str]:
    from quizkit.autograde.measures import estimate_words
    from quizkit.numerals import decimal

    if exam.alpha is not None:
        yield (
            f"Cronbach's alpha {estimate_words(exam.alpha)} of {plural(exam.questions, 'question')}"
            f" over {plural(exam.learners, 'learner')} with a score in each"
            + (f"; {exam.left_out} left out" if exam.left_out else "")
        )
    elif exam.questions > 1:
        yield (
            f"no Cronbach's alpha: {plural(exam.learners, 'learner')} of "
            f"{exam.learners + exam.left_out} with a score in each of "
            f"{plural(exam.questions, 'question')}"
        )
    if exam.mean is not None:
        words = f"mean {decimal(exam.mean, 2)} of {exam.questions}"
        if exam.alpha is None:
            words += f" over {plural(exam.learners, 'learner')}"
        if exam.deviation is not None:
            words += f", standard deviation {decimal(exam.deviation, 2)}"
        if exam.error is not None:
            words += f", standard error of measurement {decimal(exam.error, 2)}"
        yield words


def _table(items: Sequence[Item], doubts: Mapping[str, Sequence[Flag]]) -> list[Line]:
    from quizkit.autograde.measures import estimate_words
    from quizkit.cli.page.spans import cells_of
    from quizkit.cli.page.tables import table
    from quizkit.numerals import decimal

    names = (
        "question", "n", "facility", "discrimination", "right", "partly", "mistake", "wrong",
        "blank", "review", "alpha without", "flags",
    )  # fmt: skip
    rows: list[list[str]] = []
    for item in items:
        whole = item.whole
        rows.append(
            [
                item.question,
                str(whole.facility.count if whole.facility else 0),
                _tight(estimate_words(whole.facility)),
                _tight(estimate_words(whole.discrimination)),
                *(str(whole.verdicts[word]) for word in ("right", "partly", "mistake", "wrong")),
                str(whole.statuses["blank"]),
                str(whole.statuses["needs_review"]),
                decimal(item.alpha_without.value, 2) if item.alpha_without else "",
                ", ".join(flag.name for flag in doubts[item.question]),
            ]
        )
    # What is empty everywhere is left out, and in a terminal what would not fit beside the rest.
    cells = width()
    kept = [
        at
        for at, name in enumerate(names)
        if any(row[at] not in ("", "0") for row in rows) and (cells is None or name in _NARROW)
    ]
    widths = [
        max(cells_of(text) for text in (names[at], *(row[at] for row in rows))) for at in kept
    ]
    if cells is not None and sum(widths) + 2 * (len(kept) - 1) > cells:
        # They are told above the table, and with them its lines would be two.
        kept = [at for at in kept if names[at] != "flags"]
    return table(
        [_cell(names[at]) for at in kept],
        [[_cell(row[at]) for at in kept] for row in rows],
        ["left" if names[at] in ("question", "flags") else "right" for at in kept],
        cells or _WHOLE_LINES,
    )


def _details(item: Item, *, numbers: bool) -> Iterator[Line]:
    """What was answered, the strings that needed review, and if asked for the sets of numbers."""
    from quizkit.autograde.flags import numbers_words
    from quizkit.autograde.measures import estimate_words
    from quizkit.autograde.quoting import named, quoted
    from quizkit.reports.items_page import score_words

    yield ((f"{item.question} ({item.kind})", "strong"),)
    rows: list[tuple[str, str, int, tuple[int, int, int] | None]] = []
    if item.whole.ticked:
        rows = [
            (one.option, "key" if one.right else "", one.count, one.thirds)
            for one in item.whole.ticked
        ]
    else:
        for one in item.whole.alike[: None if numbers else _RESPONSES]:
            rows.append((named(one), score_words(item, one), one.count, one.thirds))
    for said, score, count, thirds in rows:
        split = "" if thirds is None else "  weak {}, middling {}, strong {}".format(*thirds)
        words = f"{said}{f'  [{score}]' if score else ''}{split}"
        yield from _fitted(f"  {count:>5}  ", words, _UNDER)
    left = len(item.whole.alike) - len(rows)
    if left > 0 and not item.whole.ticked:
        yield ((f"  and {plural(left, 'more response')}", "dim"),)
    for unread in item.whole.unread[:_UNREAD]:
        words = f"needs review: {quoted(unread.response)}"
        yield from _fitted(f"  {unread.count:>5}  ", words, _UNDER)
    left = len(item.whole.unread) - _UNREAD
    if left > 0:
        words = plural(left, "more text that needs review", "more texts that need review")
        yield ((f"  and {words}", "dim"),)
    for group in item.groups if numbers else ():
        # Where every row waits for review, nobody has a score yet.
        words = f"with {numbers_words(group)}: " + (
            f"facility {estimate_words(group.facility)}" if group.facility else "no score yet"
        )
        if group.discrimination is not None:
            words += f", discrimination {estimate_words(group.discrimination)}"
        yield from _fitted("  ", f"{words}, {plural(group.rows, 'row')}", "    ")


def _fitted(lead: str, text: str, under: str, role: Role | None = None) -> list[Line]:
    """The text in lines of the terminal's width: `lead` begins the first, `under` the others."""
    from quizkit.cli.page.spans import cells_of, wrapped

    text, cells = visible(text), width()
    if cells is None or cells_of(lead + text) <= cells:
        return [((lead + text, role),)]
    return wrapped([(text, role)], cells, first=lead, rest=under, split=True)


def _tight(words: str) -> str:
    """An interval in fewer cells; from a minus sign beside it no dash could be told."""
    return words if "(-" in words else words.replace(" to ", "–")


def _cell(text: str) -> tuple[Span, ...]:
    return ((text, None),) if text else ()
