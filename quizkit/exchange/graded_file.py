"""Turn a file of submissions into the file of graded rows, row for row and in order."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, BinaryIO

from quizkit.autograde.batch import Grader
from quizkit.autograde.tally import Tally
from quizkit.errors import UsageError
from quizkit.exchange.csv_layout import Manner
from quizkit.exchange.csv_rows import MARK, CsvSource
from quizkit.exchange.csv_sink import CsvSink
from quizkit.exchange.formats import Format, encoding_of, format_of_name, input_format
from quizkit.exchange.gradescope import GradescopeSink
from quizkit.exchange.jsonl_rows import JsonlSource
from quizkit.exchange.jsonl_sink import JsonlSink
from quizkit.exchange.known import Known
from quizkit.exchange.rows import Batch, Sink, Source, Triple
from quizkit.exchange.workers import WORTH_SHARE, WORTH_WORKERS, Part, Workers

_HEAD_BYTES = 4096
_GROUP, _AHEAD = 32, 2
_EMPTY = dict.fromkeys(("parquet", "arrow"), "have the program that wrote the file write it again")
_EMPTY["jsonl"] = "each line must be a JSON object"


def open_source(
    stream: BinaryIO, file: str, mapping: Mapping[str, str], *, encoding: str | None = None
) -> tuple[Source, Format]:
    """The submissions in a stream of bytes, from a file or a pipe, and the format they are in.

    `file` is its name for messages. Raises UsageError for what is no file of submissions.
    """
    head = stream.read(_HEAD_BYTES)
    if not head:
        what = _EMPTY.get(format_of_name(file) or "csv", "its first line must name the columns")
        raise UsageError(f"{file} is empty: {what}")
    format_ = input_format(file, head)
    whole: BinaryIO
    if stream.seekable():
        stream.seek(0)
        whole = stream
    else:
        whole = io.BufferedReader(_Rejoined(head, stream), 1 << 16)
    if format_ in ("csv", "tsv"):
        source = CsvSource(
            whole,
            file,
            mapping,
            encoding=encoding_of(file, head, encoding),
            delimiter="\t" if format_ == "tsv" else None,
        )
        return source, source.format
    if encoding is not None:
        raise UsageError(
            f"{file}: --encoding is for CSV files; leave it out (JSON lines are UTF-8)"
        )
    if format_ == "jsonl":
        return JsonlSource(whole, file, mapping), format_
    from quizkit.exchange.arrow_rows import ArrowSource

    return ArrowSource(whole, file, mapping, parquet=format_ == "parquet"), format_


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


def grade_into(
    source: Source,
    stream: BinaryIO,
    format_: Format,
    grader: Grader,
    *,
    jobs: int = 1,
    file: str = "output",
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Grade every row of the source into the stream, in that format, and count them by status.

    The file is in the manner of the submitted one where the format is the same: its delimiter, its
    line ends, its members or column types. It is the same for any number of jobs, which are started
    only once there are many distinct rows. `file` is its name for messages; `progress` is told how
    many rows have been written since it was told last.
    """
    told = progress or _nobody
    if format_ in ("parquet", "arrow"):
        from quizkit.exchange.arrow_file import grade_arrow
        from quizkit.exchange.arrow_rows import ArrowSource, need_arrow

        need_arrow(file)
        if isinstance(source, ArrowSource):
            parquet = format_ == "parquet"
            return grade_arrow(source, stream, grader, jobs, parquet=parquet, told=told)
    sink = _open_sink(stream, format_, source)
    known = Known(grader, sink.render, source.row_word)
    whole = False
    try:
        with Workers(grader, sink.render, jobs) as workers:
            _write_all(source, sink, known, workers, told)
        whole = True
    finally:
        sink.close(whole=whole)
    return known.tally


def _nobody(_rows: int) -> None:
    """Nobody waits to be told."""


def _write_all(
    source: Source,
    sink: Sink[Any],
    known: Known[Any],
    workers: Workers[Any],
    told: Callable[[int], None],
) -> None:
    batches = source.batches()

    def write(batch: Batch) -> None:
        sink.write(batch, known.find(batch))
        told(len(batch))

    while True:
        before, rows = known.graded_here, 0
        for batch in islice(batches, _GROUP):
            write(batch)
            rows += len(batch)
        if not rows:
            return
        new = known.graded_here - before
        if workers.jobs > 1 and known.graded_here >= WORTH_WORKERS and new >= rows * WORTH_SHARE:
            break
    # While workers grade the new rows of one group, the next is read and the last is written.
    going: deque[tuple[list[Batch], dict[str, Triple], list[Part[Any]]]] = deque()

    def finish() -> None:
        group, unknown, parts = going.popleft()
        known.take_ahead(dict(zip(unknown, workers.results(parts), strict=True)))
        for batch in group:
            write(batch)

    while group := list(islice(batches, _GROUP)):
        pending = {key for _, new, _ in going for key in new}
        unknown = known.unknown(group, but=pending)
        going.append((group, unknown, workers.submit(list(unknown.values()))))
        if len(going) > _AHEAD:
            finish()
    while going:
        finish()


def _open_sink(stream: BinaryIO, format_: Format, source: Source) -> Sink[Any]:
    used = source.columns.used
    if format_ == "jsonl":
        return JsonlSink(stream, source.names, used=used, repeats=isinstance(source, JsonlSource))
    if isinstance(source, JsonlSource):
        source.find_all_names()
    if format_ == "gradescope":
        return GradescopeSink(stream, source)
    if format_ in ("csv", "tsv"):
        delimiter = "\t" if format_ == "tsv" else ","
        if not isinstance(source, CsvSource):
            return CsvSink(
                stream, source.names, Manner(delimiter=delimiter), used=used, repeats=False
            )
        manner = source.manner
        repeats = format_ == source.format or manner.delimiter == delimiter
        if not repeats:
            lead = MARK if manner.lead.startswith(MARK) else ""
            manner = replace(manner, delimiter=delimiter, lead=lead, spaced=False)
        return CsvSink(stream, source.names, manner, used=used, repeats=repeats)
    from quizkit.exchange.arrow_sink import ArrowSink

    return ArrowSink(stream, source.names, used=used, parquet=format_ == "parquet")
