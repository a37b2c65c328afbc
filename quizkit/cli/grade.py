"""`quiz grade`: grade a file of submitted answers."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from quizkit.cli.context import Context
from quizkit.cli.page.wording import plural
from quizkit.cli.terminal import ClosedOutput, err, out, progress
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.autograde.batch import Grader
    from quizkit.autograde.tally import Tally

_QUESTIONS_NAMED = 20
_SECONDS_BETWEEN = 0.2
_WORTH_BYTES = 4_000_000
_WORTH_PROCESSORS = 4


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "-o", "--output", "output", metavar="OUT", help="Where to; the ending says the format."
)
@click.option(
    "--map", "pairs", multiple=True, metavar="FIELD=COLUMN",
    help="Which column is learner, question, seed, variant or response; FIELD= says none is.",
)  # fmt: skip
@click.option("--encoding", metavar="NAME", help="Of a CSV file that is not UTF-8, such as cp1252.")
@click.option(
    "--jobs", type=click.IntRange(1, 64), metavar="N",
    help="Processes that grade (default: one, or one for each of 4 or more processors).",
)  # fmt: skip
@click.option("--record", is_flag=True, help="Keep the attempts, to grade them again later.")
@click.option("--review", is_flag=True, help="First decide what could not be read.")
@click.option("--again", is_flag=True, help="With --review: also what is decided, to correct it.")
@click.option("--line", is_flag=True, help="With --review: one decision per line, for pipes.")
@click.pass_obj
def grade(
    context: Context,
    file: str,
    output: str | None,
    pairs: tuple[str, ...],
    encoding: str | None,
    jobs: int | None,
    record: bool,
    review: bool,
    again: bool,
    line: bool,
) -> None:
    """Grade a file of submitted answers.

    FILE is a table (.csv, .tsv, .jsonl, .parquet, .arrow) with a row for each response and the
    columns learner, question, seed and response; a column variant (lesson/question#seed) may stand
    for question and seed. Without seeds, questions that draw their numbers are not graded.
    Other columns pass through. "-" is standard input, and standard output, where the graded file
    goes without -o. No card moves.

    Every row comes back, in order, with its status (graded, needs_review, blank, error), verdict,
    score, read_as, key, mistake, feedback and revision. An existing OUT is replaced at the end, as
    a whole; it may not be FILE itself.

    In CSV a text that a spreadsheet would run as a formula (it starts with = + - @) gets an
    apostrophe before it; numbers such as -1.5 stay numbers. JSONL and Parquet keep every text as
    it is. An OUT called results.json is what Gradescope takes from an autograder: one learner's
    rows, each worth 1 point.

    With --record every attempt is kept in the database, once in its course for each line of this
    very file (once edited, it is another one), for quiz regrade and quiz items recorded.

    With --review you are first walked through the texts that need review, and without -o no graded
    file is written. One decision grades all equal texts, now and whenever files are graded, until
    the key of the question is mended. With --again you see those that are decided, too, and may
    decide otherwise; attempts recorded before keep their grade until quiz regrade --apply.

    Example: quiz grade answers.csv -o graded.csv
    """
    from quizkit.cli.recording import held_still, may_be_kept
    from quizkit.cli.recording import record as keep
    from quizkit.cli.recording import review as decide
    from quizkit.cli.submissions import may_be_written, submitted
    from quizkit.exchange.columns import read_mapping

    mapping = read_mapping(pairs)
    name = "standard input" if file == "-" else file
    may_be_kept(file, mapping, output, record=record, review=review, again=again, line=line)
    may_be_written(file, "-" if output is None and not review else output, "-o")
    with submitted(file) as stream:
        if not (record or review):
            _grade(context, stream, name, mapping, output, encoding, jobs)
            return
        kept = context.store(writes=True).attempts  # in trouble now rather than after the work
        with held_still(stream) as (opened, hashed):

            def keep_all(grader: Grader | None = None) -> str:
                if not record:
                    return ""
                with opened() as copied:
                    return keep(context, kept, copied, name, hashed, mapping, encoding, grader)

            if review:
                with opened() as copied:
                    decide(context, kept, copied, name, mapping, encoding, again=again)
            if output is not None or not review:
                with opened() as copied:
                    _grade(context, copied, name, mapping, output, encoding, jobs, keep_all)
            elif record:
                err(keep_all())


def _grade(
    context: Context,
    stream: BinaryIO,
    name: str,
    mapping: Mapping[str, str],
    output: str | None,
    encoding: str | None,
    jobs: int | None,
    keep_all: Callable[[Grader], str] | None = None,
) -> None:
    """Grade the stream and print the counts, and what `keep_all` says.

    That is called before the graded file takes its place: whoever finds one that is whole may rely
    on the record, and whoever was interrupted runs the same again.
    """
    from quizkit.exchange.columns import no_seed
    from quizkit.exchange.formats import output_format
    from quizkit.exchange.graded_file import grade_into, open_source

    began = time.monotonic()
    target = None if output in (None, "-") else output
    source, format_ = open_source(stream, name, mapping, encoding=encoding)
    if source.columns.lacks_seed:
        context.tell_once(no_seed(name))
    if target is not None:
        format_ = output_format(target, format_)
    elif format_ in ("parquet", "arrow") and sys.stdout is not None and sys.stdout.isatty():
        raise UsageError(f"{format_} is not for a terminal; name a file with -o")
    grader = _grader(context)
    said = ""
    try:
        with _graded(target) as to, _Progress(stream, began) as shown:
            tally = grade_into(
                source,
                to,
                format_,
                grader,
                jobs=jobs or _jobs_worth(stream),
                file=target or name,
                progress=shown.add,
            )
            seconds = time.monotonic() - began
            said = keep_all(grader) if keep_all else ""
    except BaseException:  # what is recorded by then stays, though the file got no place
        if said:
            err(said)
        raise
    if tally.cut:
        err(
            f'{name}: "{tally.cut}" looks like a spreadsheet\'s short display of a longer number; '
            "digits may have been cut before the file was saved"
        )
    _summarise(tally, seconds)
    if said:
        err(said)


@contextmanager
def _graded(target: str | None) -> Iterator[BinaryIO]:
    """Where the graded rows go; nothing arrives there unless all of them do."""
    from quizkit.exchange.whole_file import named_if_full, whole_file

    if target is not None:
        with whole_file(Path(target)) as stream:
            yield stream
        return
    with tempfile.TemporaryFile() as staged:
        with named_if_full(tempfile.gettempdir()):
            yield staged
            staged.seek(0)
        with named_if_full("standard output"):
            _put_out(staged)


def _put_out(staged: BinaryIO) -> None:
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    if sys.stdout.isatty():
        for line in staged:
            out(line.decode().rstrip("\r\n"))
        return
    try:
        sys.stdout.flush()
        shutil.copyfileobj(staged, sys.stdout.buffer, 1 << 20)
        sys.stdout.buffer.flush()
    except BrokenPipeError as error:
        raise ClosedOutput from error


class _Progress:
    """How far a long run has come, for whoever watches it in a terminal."""

    def __init__(self, stream: BinaryIO, began: float) -> None:
        self._stream = stream
        self._bytes = os.fstat(stream.fileno()).st_size
        self._next = began + 0.5  # a run that is over by then shows nothing
        self._rows = 0
        self._shown = False

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            progress("")

    def add(self, rows: int) -> None:
        """So many more rows have been written."""
        self._rows += rows
        now = time.monotonic()
        if now < self._next:
            return
        self._next, self._shown = now + _SECONDS_BETWEEN, True
        share = ""
        if self._bytes and self._stream.seekable():
            share = f", {min(99, self._stream.tell() * 100 // self._bytes)} % of the file"
        progress(f"{self._rows:,} rows graded{share}")


def _jobs_worth(stream: BinaryIO) -> int:
    """One for each processor, or one where others would not pay for themselves.

    A small file is done before others have started. What is handed to another process and back
    costs nearly as much as to grade it, and the rest is done here alone: on two processors, all
    rows distinct, two processes took as long as one.
    """
    processors = _processors()
    small = stream.seekable() and os.fstat(stream.fileno()).st_size < _WORTH_BYTES
    return 1 if small or processors < _WORTH_PROCESSORS else processors


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _grader(context: Context) -> Grader:
    from quizkit.autograde.decisions import DecidingGrader
    from quizkit.cli.submissions import comma_lessons, decisions_on, questions_of

    library = context.library()
    questions = questions_of(library)
    return DecidingGrader(
        questions,
        decimal_comma=comma_lessons(library),
        decisions=decisions_on(context, library, questions),
    )


def _summarise(tally: Tally, seconds: float) -> None:
    """Counts by status, which sum to the rows read; by question, those to look at first."""
    total = ", ".join(f"{rows} {status}" for status, rows in tally.by_status().items())
    err(f"{plural(tally.rows, 'row')}: {total} ({seconds:.1f} s)")
    if tally.error:
        err(f"first error: {tally.error}")
    by_question = tally.by_question()
    first = sorted(by_question, key=lambda name: by_question[name]["graded"] - tally.of(name))
    for name in sorted(first[:_QUESTIONS_NAMED]):
        counts = (f"{rows} {status}" for status, rows in by_question[name].items() if rows)
        err(f"  {name or '(no known question)'}: {', '.join(counts)}")
    if len(first) > _QUESTIONS_NAMED:
        err(f"  and {plural(len(first) - _QUESTIONS_NAMED, 'more question')}")
