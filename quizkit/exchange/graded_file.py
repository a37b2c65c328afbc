"""Turn a file of submissions into the file of graded rows, row for row and in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BufferedReader
from typing import Any, BinaryIO

from quizkit.autograde.batch import Grader
from quizkit.autograde.tally import Tally
from quizkit.exchange.csv_rows import CsvSource, Manner
from quizkit.exchange.csv_sink import CsvSink
from quizkit.exchange.formats import Format, encoding_of, input_format
from quizkit.exchange.known import Known
from quizkit.exchange.rows import Sink, Source

HEAD_BYTES = 4096
"""How much of a file `open_source` looks at before it reads on."""


def open_source(
    stream: BufferedReader,
    head: bytes,
    file: str,
    mapping: Mapping[str, str],
    *,
    encoding: str | None = None,
) -> tuple[Source, Format]:
    """The submissions in a stream that begins with `head`, which is not yet read from it.

    `file` is its name for messages. Raises UsageError for what is no file of submissions.
    """
    format_ = input_format(file, head)
    if format_ in ("csv", "tsv"):
        source = CsvSource(
            stream,
            file,
            mapping,
            encoding=encoding_of(file, head, encoding),
            delimiter="\t" if format_ == "tsv" else None,
        )
        return source, format_
    raise NotImplementedError


def open_sink(stream: BinaryIO, format_: Format, source: Source) -> Sink[Any]:
    """Begin a graded file for the submissions of `source`, in the manner of the submitted one."""
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
