"""The exceptions that quizkit raises on purpose, sorted by who can mend the cause.

    QuizkitError
    ├── UsageError            whoever typed the command (exit 2)
    ├── ContentError          the author of a course: carries findings (exit 3)
    │   └── NotationError     the author, one text that is not a number, unit or tolerance
    ├── InputRefused          whoever calls a calculator: which input, and what is allowed
    └── StoreError            the operator of the machine (exit 4)
        ├── StoreBusy         another program holds the file
        ├── StoreOutdated     an older file; `quiz db upgrade` mends it
        ├── StoreNewer        a file that a newer quizkit wrote
        ├── StoreForeign      a file of another program
        ├── StoreDamaged      a file that fails its own checks
        ├── StoreUnwritable   read-only, full, no permission
        └── AnsweredElsewhere the learner's other terminal was first; nothing was written

Every message says where, what and what to do. What a *learner* types never raises: it becomes a
reading or a sentence.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]


# A named tuple, as every start makes the class: a dataclass takes eight times as long to make.
class Finding(NamedTuple):
    """One thing wrong in a course, at a place.

    `line` and `column` count from 1, columns in characters; `width` is the number of characters to
    underline (at least 1). `path` is as the caller named it.
    """

    path: str
    line: int
    column: int
    code: str
    message: str
    severity: Severity = "error"
    width: int = 1
    help: str = ""

    def __str__(self) -> str:
        """The concise form: `path:line:column  CODE  message`."""
        place = f"{self.path}:{self.line}:{self.column}"
        return in_one_line(f"{place}  {self.code}  {self.message}")


_PICTURES = {**{code: 0x2400 + code for code in range(0x20)}, 0x7F: 0x2421}


def in_one_line(text: str) -> str:
    r"""The text with its control characters made visible, line ends and tabs among them.

    A file's name may hold any of them, and a finding is one line to whoever reads findings.

    >>> in_one_line("lessons/a\nb.yaml")
    'lessons/a␊b.yaml'
    """
    return text.translate(_PICTURES)


class QuizkitError(Exception):
    """The root of all errors that quizkit raises on purpose; `str()` is a sentence for a person."""


class UsageError(QuizkitError):
    """A command that cannot be carried out as typed."""


class ContentError(QuizkitError):
    """Content that cannot be used; `findings` holds every reason, sorted by place."""

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(message)
        self.findings = findings


class NotationError(ContentError):
    """A text in author's notation that is not what its field takes."""


class InputRefused(QuizkitError):
    """A calculator's input that is missing, unknown or outside what is allowed.

    `name` is the input; the message names it too and says what is allowed.
    """

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


class StoreError(QuizkitError):
    """The database of progress cannot be used; the message names the file and what to do."""


class StoreBusy(StoreError):
    """Another program holds the file longer than the timeout."""


class StoreOutdated(StoreError):
    """The file is older than this quizkit and the command at hand may not upgrade it."""


class StoreNewer(StoreError):
    """The file was written by a newer quizkit; it is left untouched."""


class StoreForeign(StoreError):
    """The file belongs to another program; it is left untouched."""


class StoreDamaged(StoreError):
    """The file fails SQLite's checks or its caches differ from its log."""


class StoreUnwritable(StoreError):
    """The file or its folder cannot be written: read-only, full, or no permission."""


class AnsweredElsewhere(StoreError):
    """The card has moved since it was shown (another terminal was first); nothing was written."""
