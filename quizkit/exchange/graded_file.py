"""Turn a file of submissions into the file of graded rows, row for row and in order."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from quizkit.autograde.batch import Grader
from quizkit.autograde.tally import Tally
from quizkit.errors import UsageError
from quizkit.exchange.csv_rows import CsvSource, Manner
from quizkit.exchange.csv_sink import CsvSink
from quizkit.exchange.formats import Format, encoding_of, input_format
from quizkit.exchange.jsonl_rows import JsonlSource
from quizkit.exchange.jsonl_sink import JsonlSink
from quizkit.exchange.known import Known
from quizkit.exchange.rows import Sink, Source

_HEAD_BYTES = 4096


def open_source(
    stream: BinaryIO, file: str, mapping: Mapping[str, str], *, encoding: str | None = None
) -> tuple[Source, Format]:
    """The submissions in a stream of bytes, from a file or a pipe, and the format they are in.

    `file` is its name for messages. Raises UsageError for what is no file of submissions.
    """
    head = stream.read(_HEAD_BYTES)
    if not head:
        raise UsageError(f"{file} is empty: its first line must name the columns")
    whole = io.BufferedReader(_Rejoined(head, stream), 1 << 16)
    format_ = input_format(file, head)
    if format_ in ("csv", "tsv"):
        source = CsvSource(
            whole,
            file,
            mapping,
            encoding=encoding_of(file, head, encoding),
            delimiter="\t" if format_ == "tsv" else None,
        )
        return source, format_
    return JsonlSource(whole, file, mapping), format_


class _Rejoined(io.RawIOBase):
    """A stream whose first bytes have been looked at, whole again: a pipe cannot go back."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


def open_sink(stream: BinaryIO, format_: Format, source: Source) -> Sink[Any]:
    """Begin a graded file for the submissions of `source`, in the manner of the submitted one."""
    if format_ == "jsonl":
        return JsonlSink(stream, source.names, repeats=isinstance(source, JsonlSource))
    if isinstance(source, JsonlSource):
        source.find_all_names()
    if format_ in ("csv", "tsv"):
        manner = Manner(delimiter="\t" if format_ == "tsv" else ",")
        repeats = False
        if isinstance(source, CsvSource) and (format_ == "csv" or source.manner.delimiter == "\t"):
            manner, repeats = source.manner, True
        return CsvSink(stream, source.names, manner, repeats=repeats)
    raise NotImplementedError


def grade_file(
    source: Source, sink: Sink[Any], grader: Grader, progress: Callable[[int], None] | None = None
) -> Tally:
    """Grade every row of the source into the sink, and count them by status.

    `progress` is told the number of rows after each batch.
    """
    known = Known(grader, sink.render, source.row_word)
    for batch in source.batches():
        sink.write(batch, known.find(batch, source.triple))
        if progress is not None:
            progress(len(batch.keys))
    sink.close()
    return known.tally
