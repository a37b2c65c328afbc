"""Keep the attempts of a file that was graded: `quiz grade --record` and `--review`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from quizkit.cli.context import Context
from quizkit.cli.page.wording import plural
from quizkit.cli.stopping import undisturbed
from quizkit.cli.terminal import err, is_interactive
from quizkit.errors import UsageError

if TYPE_CHECKING:
    from quizkit.autograde.batch import Grader
    from quizkit.store.attempts import Attempts

_BLOCK = 1 << 20


@contextmanager
def held_still(stream: BinaryIO) -> Iterator[tuple[Callable[[], BinaryIO], str]]:
    """A function that opens a copy of the stream, as often as called, and the hash of its bytes.

    What is graded, decided and recorded is the same, whatever becomes of the file meanwhile.
    """
    from quizkit.digests import blake2b
    from quizkit.exchange.whole_file import named_if_full

    digest = blake2b(digest_size=16)
    with tempfile.TemporaryFile() as copied:
        with named_if_full(tempfile.gettempdir()):
            while block := stream.read(_BLOCK):
                digest.update(block)
                copied.write(block)
            copied.flush()

        def opened() -> BinaryIO:
            again = os.fdopen(os.dup(copied.fileno()), "rb")
            again.seek(0)
            return again

        yield opened, digest.hexdigest()


def may_be_kept(
    file: str,
    mapping: Mapping[str, str],
    output: str | None,
    *,
    record: bool,
    review: bool,
    again: bool,
    line: bool,
) -> None:
    """Raise UsageError if what was asked for does not go together."""
    if record and mapping.get("learner") == "":
        raise UsageError("--record needs learners; name their column with --map learner=COLUMN")
    for option, given in (("--again", again), ("--line", line)):
        if given and not review:
            raise UsageError(f"{option} goes with --review")
    if review and file == "-":
        raise UsageError("--review reads decisions from standard input; name a FILE")
    if review and output == "-":
        raise UsageError("--review asks on standard output; name a file for -o")
    if review and not line and not is_interactive():
        raise UsageError(
            "quiz grade --review needs a terminal; for pipes and scripts add --line, which reads "
            "one decision per line"
        )


def record(
    context: Context,
    kept: Attempts,
    stream: BinaryIO,
    name: str,
    file: str,
    mapping: Mapping[str, str],
    encoding: str | None,
    grader: Grader | None,
) -> str:
    """Record every row of the file that is an attempt; returns a line that says how many.

    `grader` is the one that has graded the file, if it was graded.
    """
    from quizkit.autograde.attempts import Attempt
    from quizkit.cli.submissions import attempts_of, grader_name, questions_of
    from quizkit.store.attempts import ROWS_AT_ONCE, Recorded

    errors = 0
    library = context.library()

    def attempts() -> Iterator[tuple[int, Attempt]]:
        nonlocal errors
        for row in attempts_of(context, stream, name, mapping, encoding, grader):
            if isinstance(row.attempt, Attempt):
                yield row.line, row.attempt
            else:
                errors += 1

    # What another of them has recorded is known: its lesson has moved, unless both have one.
    courses = () if library.left_out else library.courses.keys()
    present_names = {name: one.ref for name, one in questions_of(library).items()}
    moment = context.moment()
    done = Recorded()
    found = attempts()
    try:
        while part := list(islice(found, ROWS_AT_ONCE)):
            with undisturbed():  # what is kept is counted, or whoever stops it is told too few
                done += kept.record(
                    moment,
                    grader_name(),
                    file,
                    Path(name).name,
                    part,
                    courses=courses,
                    present_names=present_names,
                )
        again = kept.repeated(file) if done.added else 0
    except BaseException:  # stopped, or the disk is full: what is kept by then is kept
        if done.added:
            err(f"attempts: {done.added} recorded so far")
        raise
    words = [f"{done.added} recorded"]
    if again:
        words.append(f"{again} of these recorded from another file too")
    if done.known:
        words.append(f"{done.known} known already")
    if done.decided:
        words.append(f"{done.decided} of these decided since")
    if errors:
        words.append(f"{plural(errors, 'row')} with errors left out")
    return f"attempts: {', '.join(words)}"


def review(
    context: Context,
    kept: Attempts,
    stream: BinaryIO,
    name: str,
    mapping: Mapping[str, str],
    encoding: str | None,
    *,
    again: bool,
) -> None:
    """Let staff decide about what could not be read in the file; `again`, also if they have."""
    from quizkit.autograde.attempts import Attempt
    from quizkit.autograde.decisions import Decisions
    from quizkit.autograde.doubtful import doubtful
    from quizkit.cli.sitting.desk import walk
    from quizkit.cli.submissions import attempts_of, decisions_on, questions_of

    library = context.library()
    questions = questions_of(library)
    before = decisions_on(context, library, questions)
    left_out = Decisions() if again else before
    rows = attempts_of(context, stream, name, mapping, encoding, decided=left_out)
    attempts = (row.attempt for row in rows if isinstance(row.attempt, Attempt))
    walk(doubtful(attempts, questions), questions, kept, context.moment(), before)
