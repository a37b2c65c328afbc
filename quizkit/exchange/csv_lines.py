"""Turn the bytes of a CSV file into numbered lines that can be put back and read again."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import TextIOWrapper
from itertools import islice
from typing import BinaryIO
from weakref import finalize

from quizkit.errors import UsageError

UNDECODED = re.compile("[\ud800-\udfff]")
"""What a byte that does not fit the encoding was read as."""


class Lines:
    """The lines of one file, each with its end.

    `number` is that of the first line that is not done with; `ahead` is how many of those from
    there on whoever reads them has taken. Both are the reader's to set.
    """

    def __init__(self, stream: BinaryIO, file: str, encoding: str) -> None:
        self.file = file
        self.number = 1
        self.ahead = 0
        self._encoding = encoding
        # Bytes that do not fit become surrogates first, so that the message can name their line.
        text = TextIOWrapper(stream, encoding, errors="surrogateescape", newline="")
        finalize(self, _let_go, text)
        self._text: Iterator[str] = iter(text)
        self._waiting: deque[str] = deque()

    def take(self, most: int) -> list[str]:
        """The next lines, at most so many; raises UsageError for what the encoding cannot be."""
        if not self._waiting:
            lines: list[str] = []
            try:
                lines.extend(islice(self._text, most))
            except UnicodeError as error:
                raise self._undecodable(error, self.number + self.ahead + len(lines)) from error
            return lines
        return [self._waiting.popleft() for _ in range(min(most, len(self._waiting)))]

    def put_back(self, lines: Sequence[str]) -> None:
        """Let these be taken next."""
        self._waiting.extendleft(reversed(lines))

    def refuse_undecoded(self, lines: Iterable[str], first: int) -> None:
        """Raise UsageError, with its line, for a byte that does not fit; `first` is the first's."""
        for at, line in enumerate(lines, first):
            odd = None if line.isascii() else UNDECODED.search(line)
            if odd:
                raise UsageError(
                    f"{self.file}:{at}: byte 0x{ord(odd[0]) & 0xFF:02X} is not "
                    f'{self._encoding.upper()}; save the file as "CSV UTF-8", or name its '
                    "encoding: --encoding cp1252"
                )

    def _undecodable(self, error: UnicodeError, line: int) -> UsageError:
        """What to say where the bytes are not even nearly of the encoding, as of half a UTF-16."""
        odd = ""
        if isinstance(error, UnicodeDecodeError):
            # The piece that was being decoded starts in this line. In the other byte order, which
            # only the file's first piece tells, a line feed reads as U+0A00, which is no character.
            before = error.object[: error.start].decode(self._encoding, "ignore")
            line += before.count("\n") + before.count("\u0a00")
            odd = f"byte 0x{error.object[error.start]:02X} "
        return UsageError(
            f"{self.file}:{line}: {odd or 'this '}is not {self._encoding.upper()}, or the file "
            'is cut off here; save it as "CSV UTF-8", or name its encoding: --encoding cp1252'
        )


def _let_go(text: TextIOWrapper) -> None:
    """Leave the stream below open: it belongs to whoever opened it."""
    with suppress(ValueError):  # closed already
        text.detach()
