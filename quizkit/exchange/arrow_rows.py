"""Turn Parquet and Arrow files into rows of submissions (needs the extra `arrow`)."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from quizkit.autograde.rows import AGAINST
from quizkit.errors import UsageError
from quizkit.exchange.arrow_cells import cells_of, kind_within, not_utf8, plain
from quizkit.exchange.columns import find_columns, settled
from quizkit.exchange.known import NO_LEARNER
from quizkit.exchange.rows import Batch, Cell, Triple
from quizkit.exchange.whole_file import laid_aside, named_if_full

BATCH_ROWS = 1 << 15
"""Rows looked at together: equal ones are found by Arrow."""

CODED_ROWS = 1 << 17
"""The same, where the file says that what is graded comes again and again: that takes no memory."""

_ROWS_OF_CELLS = 256
_SEPARATOR = "\x1f"


def need_arrow(file: str) -> Any:
    """The module pyarrow; raises UsageError that says how to get it."""
    try:
        import pyarrow
        import pyarrow.compute  # from here on an attribute of the module
    except ImportError:
        raise UsageError(
            f'{file}: Parquet and Arrow need more packages; pip install "quizkit[arrow]"'
        ) from None
    return pyarrow


class ArrowSource:
    """Submissions in a Parquet or Arrow file; raises UsageError where it cannot be read."""

    row_word = "row"

    def __init__(
        self, stream: BinaryIO, file: str, mapping: Mapping[str, str], *, parquet: bool
    ) -> None:
        self._arrow = need_arrow(file)
        self._file = file
        if not stream.seekable():
            kept = laid_aside(self)
            with named_if_full(tempfile.gettempdir()):
                shutil.copyfileobj(stream, kept)
                kept.flush()
            stream = kept
        stream.seek(0)
        try:
            self._opened = _Parquet(stream) if parquet else _Ipc(stream)
        except (self._arrow.ArrowException, OSError) as error:
            raise self._unreadable(error) from error
        self.schema = self._opened.schema
        self.names: Sequence[str] = tuple(self.schema.names)
        self.coded = frozenset(map(self.names.index, self._opened.coded))
        self.columns = columns = find_columns(self.names, mapping, file)
        self._picked = [
            self.names.index(name)
            for name in (columns.question, columns.seed, columns.response)
            if name is not None
        ]
        self._learner = None if columns.learner is None else self.names.index(columns.learner)
        self._variant = None if columns.variant is None else self.names.index(columns.variant)
        for place in (*self._picked, self._learner, self._variant):
            if place is not None:
                self._refuse_type(place)

    def _refuse_type(self, place: int) -> None:
        kind = kind_within(self._arrow, self.schema.field(place).type)
        types = self._arrow.types
        is_boolean = types.is_boolean(kind) or getattr(kind, "extension_name", "") == "arrow.bool8"
        if is_boolean or types.is_nested(kind) or types.is_temporal(kind):
            is_list = types.is_nested(kind) and "list" in str(kind).partition("<")[0]
            hint = ': write each list as one text, as in "a, c"' if is_list else ""
            raise UsageError(
                f'{self._file}: column "{self.names[place]}" holds {kind}; '
                f"it must hold texts or numbers{hint}"
            )

    def _unreadable(self, error: Exception) -> UsageError:
        words = str(error).partition("\n")[0].rstrip(".")
        return UsageError(
            f"{self._file} cannot be read: {words}; have the program that wrote the file write it "
            "again"
        )

    def tables(self) -> Iterator[Any]:
        """The record batches, each of at most `BATCH_ROWS` rows, or `CODED_ROWS`."""
        rows = CODED_ROWS if self.coded.issuperset(self._picked) else BATCH_ROWS
        try:
            for batch in self._opened.batches(rows):
                for start in range(0, len(batch), rows):
                    yield batch.slice(start, rows)
        except (self._arrow.ArrowException, OSError) as error:
            raise self._unreadable(error) from error

    def picked(self, table: Any) -> list[Any]:
        """Question, seed (if there is such a column) and response of each row: no nulls, coded."""
        return [self._coded(table, place) for place in self._picked]

    def nobody(self, table: Any) -> Any:
        """Whether each row is without a learner; None if none is."""
        if self._learner is None:
            return None
        compute = self._arrow.compute
        learners = self._coded(table, self._learner)
        blank = compute.equal(compute.utf8_trim_whitespace(learners.dictionary), "")
        if not compute.any(blank).as_py():
            return None
        return blank.take(learners.indices)

    def _coded(self, table: Any, place: int) -> Any:
        """The texts of a column as numbers into a dictionary no longer than the column."""
        if place == self._picked[0] and self._variant is not None:
            return self._settled(table, place, self._variant)
        column = table.column(place)
        if (
            self._arrow.types.is_dictionary(column.type)
            and column.type.value_type == self._arrow.string()
            and not column.null_count
            and not column.dictionary.null_count
            and len(column.dictionary) <= len(column)
        ):
            self._refuse_bytes(column.dictionary, place)
            return column
        return self._text(table, place).dictionary_encode()

    def keys(self, table: Any) -> Any:
        """One text per row that stands for question, seed and response; null without a learner."""
        arrow, compute = self._arrow, self._arrow.compute
        texts = [self._text(table, place) for place in self._picked]
        if self._variant is not None:
            texts[0] = self._coded(table, self._picked[0]).dictionary_decode()
        # What stands before the response must not hold what stands between them. Another separator
        # of its kind is no more part of a name or a seed, and as blank at their ends.
        texts[:-1] = [compute.replace_substring(text, _SEPARATOR, "\x1d") for text in texts[:-1]]
        keys = compute.binary_join_element_wise(*texts, _SEPARATOR)
        if self._learner is None:
            return keys
        learners = compute.utf8_trim_whitespace(self._text(table, self._learner))
        nobody = compute.equal(learners, "")
        return compute.if_else(nobody, arrow.scalar(None, arrow.string()), keys)

    def _settled(self, table: Any, question: int, variant: int) -> Any:
        """What the rows name that have cells for both, coded: each distinct pair is looked at."""
        arrow = self._arrow
        both = [self._text(table, question), self._text(table, variant)]
        pairs = arrow.compute.binary_join_element_wise(*both, AGAINST).dictionary_encode()
        cells = (pair.rpartition(AGAINST) for pair in pairs.dictionary.to_pylist())
        named = [settled(one, other) for one, _, other in cells]
        coded = arrow.DictionaryArray.from_arrays(pairs.indices, arrow.array(named, arrow.string()))
        # Several pairs may come to one name, and a dictionary has each text once.
        return coded.dictionary_decode().dictionary_encode()

    def _text(self, table: Any, place: int) -> Any:
        arrow = self._arrow
        column = table.column(place)
        try:
            texts = plain(arrow, column).cast(arrow.string()).fill_null("")
            self._refuse_bytes(texts, place)
            return texts
        except arrow.ArrowException as error:
            raise UsageError(
                f'{self._file}: column "{self.names[place]}" holds {column.type}, '
                "which cannot be read as texts"
            ) from error

    def _refuse_bytes(self, texts: Any, place: int) -> None:
        """Raise UsageError for a text that is none: its writer did not look at its bytes."""
        odd = not_utf8(self._arrow, texts)
        if odd:
            raise UsageError(
                f'{self._file}: column "{self.names[place]}" holds the text "{odd}", which is not '
                "UTF-8; have the program that wrote the file write it again"
            )

    def triple_of(self, key: str) -> Triple:
        """What a key stands for."""
        cells = key.split(_SEPARATOR, len(self._picked) - 1)
        return cells[0], cells[1] if len(cells) == 3 else "", cells[-1]

    # --- the same, for writers of other formats ---------------------------------------------------

    def batches(self) -> Iterator[Batch]:
        """The rows, some hundred at a time."""
        done = 0
        for table in self.tables():
            keys = self.keys(table).to_pylist()
            for start in range(0, len(keys), _ROWS_OF_CELLS):
                part = keys[start : start + _ROWS_OF_CELLS]
                columns = [
                    cells_of(self._arrow, column)
                    for column in table.slice(start, len(part)).columns
                ]
                first = done + start + 1
                yield _ArrowBatch(self, list(zip(*columns, strict=True)), part, first)
            done += len(keys)


class _ArrowBatch(Batch):
    """Rows of an Arrow table as Python values."""

    __slots__ = ("_rows", "_source")

    def __init__(
        self,
        source: ArrowSource,
        rows: Sequence[Sequence[Cell]],
        keys: list[str | None],
        first: int,
    ) -> None:
        super().__init__(
            keys,
            lines=range(first, first + len(keys)),
            refused={at: NO_LEARNER for at, key in enumerate(keys) if key is None},
        )
        self._source = source
        self._rows = rows

    def row(self, at: int) -> Sequence[Cell]:
        """The submitted cells of one row, by column."""
        return self._rows[at]

    def triple(self, at: int) -> Triple | str:
        """Question, seed and response of one row, or why it cannot be graded."""
        key = self.keys[at]
        return NO_LEARNER if key is None else self._source.triple_of(key)


class _Parquet:
    def __init__(self, stream: BinaryIO) -> None:
        from pyarrow import parquet

        # By itself the library reads ahead, and keeps what it has read until the end.
        self._file = parquet.ParquetFile(stream, pre_buffer=False)
        self.schema = self._file.schema_arrow
        self.coded = coded = _coded_columns(self._file.metadata, self.schema)
        if coded:
            # Their texts are read once for each dictionary of the file, not once for each row.
            self._file = parquet.ParquetFile(
                stream, metadata=self._file.metadata, read_dictionary=coded, pre_buffer=False
            )

    def batches(self, rows: int) -> Iterator[Any]:
        # Threads would take 30 MB more and save a tenth of a second in a million rows.
        return self._file.iter_batches(rows, use_threads=False)  # type: ignore[no-any-return]


_BARE_TEXT_BYTES = 4


def _coded_columns(metadata: Any, schema: Any) -> list[str]:
    """The columns of texts that the file holds as numbers into dictionaries, or nearly all of it.

    Texts that stand for themselves take four bytes for their length alone. To make a dictionary of
    those would cost more than to read them, and it would grow with the file.
    """
    texts = {field.name for field in schema if str(field.type) == "string"}
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    places: dict[str, list[int]] = {}
    for at in range(metadata.num_columns if groups else 0):
        places.setdefault(groups[0].column(at).path_in_schema, []).append(at)
    return [
        name
        for name, own in places.items()
        if name in texts
        and len(own) == 1
        and all(_is_coded(group.column(own[0])) for group in groups)
    ]


def _is_coded(chunk: Any) -> bool:
    return bool(
        chunk.has_dictionary_page
        and chunk.total_uncompressed_size < chunk.num_values * _BARE_TEXT_BYTES
    )


class _Ipc:
    """An Arrow file, or an Arrow stream under the name of one."""

    def __init__(self, stream: BinaryIO) -> None:
        from pyarrow import ArrowInvalid, ipc

        self._invalid = ArrowInvalid
        self.coded: Sequence[str] = ()
        self._reader = None
        is_file = stream.read(6) == b"ARROW1"
        stream.seek(0)
        if is_file:
            self._reader = ipc.open_file(stream)
            self.schema = self._reader.schema
        else:
            self._batches = ipc.open_stream(stream)
            self.schema = self._batches.schema

    def batches(self, rows: int) -> Iterator[Any]:  # noqa: ARG002  # a file has its own
        for batch in self._each():
            for column in batch.columns:
                self._refuse_damaged(column)
            yield batch

    def _each(self) -> Iterator[Any]:
        if self._reader is None:
            yield from self._batches
            return
        for at in range(self._reader.num_record_batches):
            yield self._reader.get_batch(at)

    def _refuse_damaged(self, column: Any) -> None:
        """Raise ArrowInvalid where the column points out of itself: the library trusts the file."""
        try:
            column.validate(full=True)
        except self._invalid as error:
            if "UTF8" not in str(error):  # of a text that is none it is said where it stands
                raise
