"""Turn a long text into pages where a person reads it on a terminal; print it anywhere else."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from quizkit.cli.terminal import Line, is_interactive, laid_out, out_lines, paints, width

READING_CELLS = 80
"""How wide running text is where nothing says otherwise: in a file or a pipe."""

_LESS_OPTIONS = "FRX"


def reading_cells() -> int:
    """How many cells running text may take."""
    return width() or READING_CELLS


def keeps_marks() -> bool:
    """Whether stress and code must show by signs, since output is not decorated."""
    return sys.stdout is None or not paints(sys.stdout)


def page(write: Callable[[bool], Sequence[Line]], *, pages: bool = True) -> None:
    """Print lines, through a pager if they are more than a terminal shows at once.

    `write` makes the lines; it is told whether stress and code must keep their marks. The pager is
    `PAGER`, else `less`; with `PAGER` empty or `cat`, without a pager at hand, in a pipe, on a dumb
    terminal or without `pages` the lines are simply printed.
    """
    lines = write(keeps_marks())
    pager = _pager() if pages and is_interactive() and _is_long(lines) else None
    if pager is None or not _paged(write, pager):
        out_lines(lines)


def _is_long(lines: Sequence[Line]) -> bool:
    # A prompt or a closing sentence needs its line too.
    return len(lines) + 2 > shutil.get_terminal_size().lines


def _pager() -> list[str] | None:
    """The pager's command line, or None where the text is simply to be printed."""
    if os.environ.get("TERM", "dumb") == "dumb":
        return None
    named = os.environ.get("PAGER", "less")
    try:
        words = shlex.split(named)
    except ValueError:  # a quotation mark without its partner
        return None
    if not words or os.path.basename(words[0]) == "cat" or shutil.which(words[0]) is None:
        return None
    return words


def _paged(write: Callable[[bool], Sequence[Line]], pager: list[str]) -> bool:
    """Show the lines in the pager; False if it could not be started."""
    # Only of less is it known that it shows colours rather than their codes.
    is_less = os.path.basename(pager[0]) == "less"
    paint = is_less and not keeps_marks()
    environment = dict(os.environ)
    if is_less:
        environment.setdefault("LESS", _LESS_OPTIONS)
        environment.setdefault("LESSCHARSET", "utf-8")
        pager = [*pager, *(["-R"] if paint else [])]
    text = laid_out(write(not paint), paint=paint) + "\n"
    with _keys_go_to_the_pager():
        try:
            process = subprocess.Popen(pager, stdin=subprocess.PIPE, env=environment)
        except OSError:
            return False
        try:
            process.communicate(text.encode("utf-8"))
        except BaseException:
            process.terminate()
            process.wait()
            raise
    return True


@contextmanager
def _keys_go_to_the_pager() -> Iterator[None]:
    """Leave Ctrl-C to the pager, which uses it; afterwards it means what it meant before."""
    # A handler that does nothing rather than SIG_IGN, which the pager would inherit.
    before = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
