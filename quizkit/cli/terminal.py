"""Turn text into lines on a terminal, a pipe or a file: the one gate for everything printed.

Content and answers are never interpreted: control, escape and bidirectional characters become
visible. Plain lines are the base (screen readers, pipes, tests); colour only decorates them.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Literal, TextIO

ColorChoice = Literal["auto", "always", "never"]
Role = Literal["good", "bad", "note", "strong", "dim", "stress", "code"]

Span = tuple[str, Role | None]
Line = tuple[Span, ...]
"""One line of output in pieces, each with its decoration or None."""

_PAINT = {
    "good": "32", "bad": "31", "note": "33", "strong": "1", "dim": "2", "stress": "3", "code": "36",
}  # fmt: skip
_WIDEST = 88

# What marks an option or a point of a list, and how tables, quotes, headings, code and commands
# begin: such a line does not go on the one before.
_MARK = re.compile(r"\s*((?:[-*+•]|[0-9]{1,2}[.)]|[a-z]\)) +)")
_OWN_LINE = re.compile(r"[|>#`:]")

# C0 without tab and newline, DEL, C1, line and paragraph separators, bidirectional controls, the
# byte-order mark and lone surrogates. Joiners stay: emoji and Indic scripts are spelled with them.
_HIDDEN = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)

_color: ColorChoice = "auto"


class ClosedOutput(Exception):
    """Nobody reads what is printed any more (a closed pipe or terminal)."""


def set_color(choice: ColorChoice) -> None:
    """Decide whether to decorate: `auto` asks the stream, NO_COLOR and TERM."""
    global _color
    _color = choice


def visible(text: str) -> str:
    r"""Make characters visible that would move the cursor, start escapes or turn text around.

    >>> visible("a\x1b[31mb\u202ec\ttab")
    'a␛[31mb<U+202E>c\ttab'
    """
    # No printable text holds any of them, and nearly every text is one.
    return text if text.isprintable() else re.sub(_HIDDEN, _picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"<U+{code:04X}>"


def out(text: str = "", *, role: Role | None = None) -> None:
    """Print data on standard output and flush it."""
    _write(sys.stdout, text, role)


def err(text: str, *, role: Role | None = None) -> None:
    """Print talk on standard error; what is wider than a terminal is wrapped to it."""
    _write(sys.stderr, wrap(text, _columns(sys.stderr)), role)


def out_lines(lines: Iterable[Line]) -> None:
    """Print lines made of pieces on standard output."""
    text = laid_out(lines, paint=sys.stdout is not None and paints(sys.stdout))
    if text:
        _put(sys.stdout, text + "\n")


def laid_out(lines: Iterable[Line], *, paint: bool) -> str:
    r"""The lines as text that is safe to show, decorated if `paint`.

    >>> laid_out([(("a ", None), ("b\x1b", "strong"))], paint=True)
    'a \x1b[1mb␛\x1b[0m'
    """
    return "\n".join(
        "".join(_decorated(visible(text), role if paint else None) for text, role in line)
        for line in lines
    )


def _decorated(text: str, role: Role | None) -> str:
    return f"\x1b[{_PAINT[role]}m{text}\x1b[0m" if role is not None and text else text


def out_raw(text: str) -> None:
    """Print JSON or another machine format on standard output.

    As it is into a pipe or a file, in UTF-8 whatever the locale says: programs read it, and what
    stands for a character that another encoding lacks is no JSON, and another text in CSV and YAML.
    A terminal gets it made visible, as JSON escapes neither U+009B, which starts escapes like ESC,
    nor what turns text round, and CSV escapes nothing.
    """
    stream = sys.stdout
    if stream is not None and stream.isatty():
        text = visible(text.replace("\r\n", "\n"))
    elif stream is not None and hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    _put(stream, text + "\n")


def prompt_text(text: str) -> None:
    """Print a prompt without a line end and flush it: it must be seen before the wait."""
    _put(sys.stdout, visible(text))


def restart_line() -> None:
    """Let the line at hand be written again from its start, at a terminal."""
    _put(sys.stdout, "\r")


def progress(text: str) -> None:
    """Write over the line at hand on standard error, if a person sees it; nothing clears it."""
    if sys.stderr is not None and sys.stderr.isatty():
        _put(sys.stderr, f"\r{visible(text):<60}" if text else f"\r{'':<60}\r")


def _write(stream: TextIO | None, text: str, role: Role | None) -> None:
    paint = role is not None and stream is not None and paints(stream)
    _put(stream, laid_out((((line, role),) for line in text.split("\n")), paint=paint) + "\n")


def _put(stream: TextIO | None, text: str) -> None:
    if stream is sys.stderr:
        # Talk that nobody can hear changes nothing: not what was done, nor how it ended.
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.write(text)
            stream.flush()
        return
    if stream is None:
        raise OSError(errno.EBADF, "standard output is closed")
    try:
        stream.write(text)
        stream.flush()
    except (BrokenPipeError, ValueError) as error:
        raise ClosedOutput from error
    except OSError as error:
        if error.errno == errno.EIO:  # the terminal is gone
            raise ClosedOutput from error
        raise OSError(error.errno, error.strerror, "standard output") from error


def paints(stream: TextIO) -> bool:
    """Whether colour is wanted on this stream."""
    if _color != "auto":
        return _color == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return stream.isatty()


def is_interactive() -> bool:
    """Whether a person sits at both ends: standard input and output are terminals."""
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and not stream.closed and stream.isatty() for stream in streams)


def width() -> int | None:
    """Cells to wrap prose to, or None where output is not a terminal and lines stay whole."""
    columns = _columns(sys.stdout)
    return None if columns is None else min(columns, _WIDEST)


def _columns(stream: TextIO | None) -> int | None:
    """How wide the terminal is that the stream goes to; None for anything else."""
    try:
        if stream is None or not stream.isatty():
            return None
        columns = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return None
    return max(20, columns) if columns else None


def wrap(text: str, cells: int | None = None, indent: str = "", *, anew: bool = False) -> str:
    """Wrap each line of the text to so many cells (None leaves lines whole), measured by wcwidth.

    What follows a mark, as an option or a point of a list, stands under its text. Prose that its
    author broke for another width is wrapped `anew`: where a line does not fit, its paragraph.

    >>> print(wrap("one two three\\na) four five", 8))
    one two
    three
    a) four
       five
    >>> print(wrap("one two three\\nfour five", 11, anew=True))
    one two
    three four
    five
    """
    lines = text.rstrip("\n").split("\n")
    if cells is None:
        return "\n".join(indent + line if line else line for line in lines)
    paragraphs = _paragraphs(lines) if anew else ([line] for line in lines)
    return "\n".join(row for one in paragraphs for row in _wrapped(one, cells, indent))


def _paragraphs(lines: list[str]) -> Iterator[list[str]]:
    """Lines that an author broke only because they grew long, together."""
    together: list[str] = []
    for line in lines:
        goes_on = line[:1].strip() and not _MARK.match(line) and not _OWN_LINE.match(line)
        if together and not (goes_on and together[-1].strip()):
            yield together
            together = []
        together.append(line)
    yield together


def _wrapped(paragraph: list[str], cells: int, indent: str) -> Iterator[str]:
    # Nearly every line is ASCII, and the library takes longer to load than the line to wrap.
    measured = len if all(map(str.isascii, paragraph)) else _cells
    if all(measured(indent + line) <= cells for line in paragraph):
        yield from (indent + line if line else line for line in paragraph)
        return
    first = paragraph[0]
    lead = indent + first[: len(first) - len(first.lstrip(" "))]
    mark = _MARK.match(first)
    under = lead + " " * len(mark[1]) if mark else lead
    row = ""
    for word in " ".join(paragraph).split():
        longer = f"{row} {word}" if row else lead + word
        if row and measured(longer) > cells:
            yield row
            lead = under
            longer = lead + word
        row = longer
    yield row


def _cells(text: str) -> int:
    """How many cells a text takes; one for each character where it holds control characters."""
    from wcwidth import wcswidth

    cells = wcswidth(text)
    return len(text) if cells < 0 else cells


def prepare_streams() -> None:
    """Let no character that a stream cannot encode, or byte it cannot decode, stop the program."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
