"""Turn graded rows into a Parquet or Arrow file (needs the extra `arrow`)."""

from __future__ import annotations

import io
import json
from base64 import b64encode
from collections.abc import Collection, Container, Mapping, Sequence, Set
from contextlib import suppress
from typing import Any, BinaryIO

from quizkit.autograde.rows import ADDED, EXACT, GradedRow
from quizkit.errors import UsageError
from quizkit.exchange.arrow_cells import not_utf8, without_null_values
from quizkit.exchange.columns import distinct, names_kept
from quizkit.exchange.rows import Batch, Cell, json_text

_ROWS_TOGETHER = 1 << 16
_BUFFER_BYTES = 1 << 20
_COLUMNS = (*ADDED, *EXACT)

Added = tuple[str | float | None, ...]


def cells_of(row: GradedRow) -> Added:
    """The added cells in the order of their columns; what is not there is null."""
    return (
        row.status, row.verdict, None if row.score is None else float(row.score),
        row.read_as or None, row.key or None, row.mistake or None, row.feedback or None,
        row.revision or None, row.key_exact or None, row.score_exact or None,
    )  # fmt: skip


class ArrowWriter:
    """A Parquet or Arrow file of submitted columns and added ones, written batch by batch.

    Columns at the places `coded` come as numbers into dictionaries, though the schema calls them
    texts; so they are written to Parquet, and read again as texts. `used` are the columns in which
    what is graded stands.
    """

    def __init__(
        self,
        stream: BinaryIO,
        schema: Any,
        *,
        used: Set[str],
        parquet: bool,
        coded: Collection[int] = (),
    ) -> None:
        import pyarrow

        self._arrow = pyarrow
        kept = names_kept(schema.names, used)
        self._kept = [at for at, _ in kept]
        text = pyarrow.string()
        # Parquet is written from dictionaries (each distinct text once) and read as plain texts.
        repeated = pyarrow.dictionary(pyarrow.int32(), text) if parquet else text
        plain = _is_plain(pyarrow, schema)
        fields = []
        for at, name in zip(self._kept, distinct([name for _, name in kept]), strict=True):
            field = schema.field(at).with_name(name)
            if parquet and _is_dictionary_of_parts(pyarrow, field.type):
                field = field.with_type(field.type.value_type)
            fields.append(field.with_type(repeated) if at in coded and plain else field)
        # A reader may leave out parts of a file by the least and the greatest value in them. To
        # find these takes longer than to write texts that come again and again.
        ranged = [field.name for field in fields if field.type != repeated] + ["status", "score"]
        kinds = {"score": pyarrow.float64(), "read_as": text}
        submitted = list(fields)
        fields += [pyarrow.field(name, kinds.get(name, repeated)) for name in _COLUMNS]
        renamed = {schema.names[at] for at, name in kept if schema.names[at] != name}
        beside = _beside(schema.metadata, renamed)
        self._schema = pyarrow.schema(fields, metadata=beside)
        self._parquet = parquet
        # What a Parquet file says beside its table; an Arrow file's schema says it.
        self._at_end: dict[bytes, bytes] = {}
        # Python is asked for its turn once for many small pieces.
        self._target = _Target(stream)
        self._sink = pyarrow.BufferedOutputStream(
            pyarrow.PythonFile(self._target, mode="w"), _BUFFER_BYTES
        )
        if not parquet:
            self._writer: Any = pyarrow.ipc.new_file(self._sink, self._schema)
            return
        from pyarrow.parquet import ParquetWriter

        try:
            # By itself the library would write the schema as it is written from, and readers would
            # make categories of what is added.
            self._writer = ParquetWriter(
                self._sink, self._schema, store_schema=False, write_statistics=ranged
            )
        except (pyarrow.ArrowException, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise  # of the stream
            self._sink.detach()
            raise self._unheld(error) from error
        self._at_end = beside
        if not plain:
            added = [pyarrow.field(name, kinds.get(name, text)) for name in _COLUMNS]
            read_as = pyarrow.schema([*submitted, *added], metadata=beside)
            self._at_end = {**beside, b"ARROW:schema": b64encode(read_as.serialize())}

    def write(self, submitted: Sequence[Any], added: Sequence[Any]) -> int:
        """Write the submitted columns of some rows, and the added ones; how many rows it was."""
        given = [*(submitted[at] for at in self._kept), *added]
        try:
            arrays = list(map(self._fitted, self._schema, given))
            self._writer.write_batch(self._arrow.record_batch(arrays, schema=self._schema))
        except self._arrow.ArrowException as error:
            raise self._unheld(error, given) from error
        return len(arrays[0])

    def _fitted(self, field: Any, array: Any) -> Any:
        """The column as one of the field's type, and as Parquet can hold it."""
        if self._arrow.types.is_dictionary(array.type):
            if not self._arrow.types.is_dictionary(field.type):
                array = array.dictionary_decode()
            elif self._parquet:
                array = without_null_values(self._arrow, array)
                if not_utf8(self._arrow, array.dictionary):
                    # It would be written, and no reader could read the file.
                    raise self._arrow.ArrowInvalid("a text in it is not UTF-8")
        return array if array.type == field.type else array.cast(field.type)

    def _unheld(self, error: Exception, given: Sequence[Any] | None = None) -> UsageError:
        """What to say where some column, which is looked for, cannot be written."""
        from pyarrow.parquet import ParquetWriter

        arrow, name = self._arrow, ""
        for at, field in enumerate(self._schema):
            own = arrow.schema([field])
            sink = arrow.BufferOutputStream()
            try:
                with (
                    ParquetWriter(sink, own)
                    if self._parquet
                    else arrow.ipc.new_file(sink, own) as to
                ):
                    if given is not None:
                        to.write_batch(
                            arrow.record_batch([self._fitted(field, given[at])], schema=own)
                        )
            except (arrow.ArrowException, OSError):
                name = field.name
                break
        kind = "Parquet" if self._parquet else "An Arrow file"
        column = f'column "{name}"' if name else "one of the columns"
        other = "an .arrow" if self._parquet else "a .jsonl"
        why = str(error).splitlines()[0]
        return UsageError(f"{kind} cannot hold {column} ({why}); write {other} file instead")

    def close(self, *, whole: bool) -> None:
        """Write the end of the file, or let go of a file that failed half-way."""
        try:
            if whole:
                if self._at_end:
                    self._writer.add_key_value_metadata(self._at_end)
                self._writer.close()
                self._sink.detach()  # else the stream would be closed with it
                return
        except BaseException:
            self._let_go()
            raise
        self._let_go()

    def _let_go(self) -> None:
        # The library would write what it holds, and an end, into the closed stream when it is
        # collected, and say on standard error that it could not.
        self._writer.is_open = False
        self._target.is_left = True
        with suppress(Exception):
            self._sink.close()


class _Target(io.RawIOBase):
    """A stream for the library to write into, which drops what comes once it is left."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.is_left = False

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        return len(piece) if self.is_left else self._stream.write(piece)

    def tell(self) -> int:
        return 0 if self.is_left else self._stream.tell()

    def flush(self) -> None:
        if not self.is_left and not self._stream.closed:
            self._stream.flush()


def _beside(metadata: Mapping[bytes, bytes] | None, renamed: Container[str]) -> dict[bytes, bytes]:
    """What a program wrote beside its table.

    Where pandas made an index of a column that has another name now, it would take the one that
    grading adds for it: what pandas says is left out then.
    """
    found = dict(metadata or {})
    try:
        index = json.loads(found[b"pandas"])["index_columns"]
        names = [one for one in index if isinstance(one, str)]
    except (KeyError, TypeError, ValueError):  # there is none, or it is no such thing
        return found
    if any(name in renamed for name in names):
        del found[b"pandas"]
    return found


def _is_dictionary_of_parts(arrow: Any, kind: Any) -> bool:
    """Whether this is a dictionary of lists or the like, which Parquet has only without one."""
    return bool(arrow.types.is_dictionary(kind) and arrow.types.is_nested(kind.value_type))


def _is_plain(arrow: Any, schema: Any) -> bool:
    """Whether every column's type is one that Parquet itself tells apart."""
    types = arrow.types
    plain = (
        types.is_string, types.is_boolean, types.is_floating, types.is_signed_integer,
        types.is_date32,
    )  # fmt: skip
    return all(any(is_kind(field.type) for is_kind in plain) for field in schema)


class ArrowSink:
    """A graded Parquet or Arrow file of rows from another format: every submitted cell a text."""

    def __init__(
        self, stream: BinaryIO, names: Sequence[str], *, used: Set[str], parquet: bool
    ) -> None:
        import pyarrow

        self._arrow = pyarrow
        self.render = cells_of
        schema = pyarrow.schema([(name, pyarrow.string()) for name in names])
        self._writer = ArrowWriter(stream, schema, used=used, parquet=parquet)
        self._rows: list[Sequence[Cell]] = []
        self._added: list[Added] = []
        self._width = len(names)

    def write(self, batch: Batch, added: Sequence[Added]) -> None:
        """Write the batch's rows with what is added to each."""
        self._rows.extend(map(batch.row, range(len(batch))))
        self._added.extend(added)
        if len(self._rows) >= _ROWS_TOGETHER:
            self._flush()

    def _flush(self) -> None:
        if not self._rows:
            return
        text = self._arrow.string()
        submitted = [
            self._arrow.array([_text(row[at]) for row in self._rows], text)
            for at in range(self._width)
        ]
        added = [
            self._arrow.array(list(column), None if name == "score" else text)
            for name, column in zip(_COLUMNS, zip(*self._added, strict=True), strict=True)
        ]
        self._writer.write(submitted, added)
        self._rows.clear()
        self._added.clear()

    def close(self, *, whole: bool) -> None:
        """Write what is left and the end of the file, or let go of it."""
        try:
            if whole:
                self._flush()
        except BaseException:
            self._writer.close(whole=False)
            raise
        self._writer.close(whole=whole)


def _text(cell: Cell) -> str | None:
    match cell:
        case None:
            return None
        case str():
            return cell.encode("utf-8", "replace").decode()
        case _:
            return json_text(cell)
