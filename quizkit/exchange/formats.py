"""Turn a file's name and first bytes into the format that it is in, or a sentence why none."""

from __future__ import annotations

from codecs import lookup
from pathlib import PurePath
from typing import Literal

from quizkit.errors import UsageError

Format = Literal["csv", "tsv", "jsonl", "parquet", "arrow", "gradescope"]

_BY_ENDING: dict[str, Format] = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
}
_ENDINGS = ".csv, .tsv, .jsonl, .parquet or .arrow"

# What people hand in under the name of a table, by first bytes.
_NOT_TABLES = (
    (b"PK\x03\x04", "a spreadsheet (or another zip file); save it as CSV (UTF-8)"),
    (b"PK\x05\x06", "an empty zip file; save the table itself as CSV (UTF-8)"),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet of an old kind; save it as CSV (UTF-8)"),
    (b"%PDF", "a PDF; export the table as CSV"),
    (b"\x1f\x8b", "compressed; unpack it first"),
    (b"BZh", "compressed; unpack it first"),
    (b"\xfd7zXZ", "compressed; unpack it first"),
    (b"(\xb5/\xfd", "compressed; unpack it first"),
    (b"\x04\x22M\x18", "compressed; unpack it first"),
    (b"7z\xbc\xaf", "compressed; unpack it first"),
    (b"Rar!\x1a", "compressed; unpack it first"),
    (b"\x1f\x9d", "compressed; unpack it first"),
    (b"{\\rtf", "a text document; export the table as CSV"),
    (b"\x89PNG", "a picture; save the table itself as CSV (UTF-8)"),
    (b"\xff\xd8\xff", "a picture; save the table itself as CSV (UTF-8)"),
    (b"SQLite format 3\0", "a database; export the table as CSV"),
)

# Web pages, and tables of them that some programs export under the name of a spreadsheet.
_MARKUP = (
    b"<!doctype", b"<html", b"<?xml", b"<!--", b"<head", b"<meta", b"<style", b"<body", b"<div",
    b"<table",
)  # fmt: skip

# Python has them for names of hosts, for its own sources and for tests.
_NOT_OF_FILES = ("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")


def format_of_name(name: str) -> Format | None:
    """The format that a file's ending names, if it names one."""
    return _BY_ENDING.get(PurePath(name).suffix.lower())


def output_format(name: str, submitted: Format) -> Format:
    """The format to write under this name; without an ending, the submitted one's.

    `results.json` is the name that Gradescope gives to an autograder's results.
    """
    if PurePath(name).name == "results.json":
        return "gradescope"
    found = format_of_name(name)
    if found is None and PurePath(name).suffix and not name.startswith("/dev/"):
        raise UsageError(f"{name}: the ending says what to write; use {_ENDINGS}")
    return found or submitted


def input_format(name: str, head: bytes) -> Format:
    """The format of a file that begins with these bytes; raises UsageError for no table at all."""
    for start, what in _NOT_TABLES:
        if head.startswith(start):
            raise UsageError(f"{name} is {what}")
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith((b"ARROW1", b"\xff\xff\xff\xff")):
        return "arrow"
    named = format_of_name(name)
    if named == "parquet" and head.startswith(b"PARE"):
        raise UsageError(f"{name} is an encrypted Parquet file; write it without encryption")
    if named in ("parquet", "arrow"):
        kind = "a Parquet" if named == "parquet" else "an Arrow"
        raise UsageError(f"{name} does not begin as {kind} file does; is it whole?")
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if text[:9].lower().startswith(_MARKUP):
        raise UsageError(f"{name} is a web page or XML; export the table as CSV")
    lines = named in ("jsonl", None) and _is_followed_by_object(text)
    if (
        text.startswith(b"[")
        and (named == "jsonl" or text[1:].lstrip().startswith(b"{"))
        and not lines
    ):
        raise UsageError(
            f"{name} is one JSON array; write one object per line instead, as jq -c '.[]' does"
        )
    if named is not None:
        if named != "jsonl" and text.startswith((b'{"', b"{}")):
            raise UsageError(f"{name} holds JSON; one object per line belongs in a .jsonl file")
        return named
    return "jsonl" if lines or text.startswith(b"{") else "csv"


def _is_followed_by_object(text: bytes) -> bool:
    """Whether the first line is an array by itself and the next begins an object: JSON lines."""
    first, _, rest = text.partition(b"\n")
    first = first.strip()
    return first.startswith(b"[") and first.endswith(b"]") and rest.lstrip().startswith(b"{")


def encoding_of(name: str, head: bytes, wanted: str | None) -> str:
    """The encoding of a text file that begins so: by its mark, else as wanted, else UTF-8."""
    if head.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if head and not head.strip(b"\0"):
        raise UsageError(f"{name} holds NUL bytes only: it was not saved whole; save it again")
    if wanted is None and b"\0" in head[:4]:
        width = 32 if b"\0\0" in head[:4] else 16
        order = "be" if head.startswith(b"\0") else "le"
        raise UsageError(
            f'{name} looks like UTF-{width} without a mark; save it as "CSV UTF-8", or name its '
            f"encoding: --encoding utf-{width}-{order}"
        )
    if wanted is None:
        return "utf-8"
    try:
        "".encode(wanted)
        known = lookup(wanted).name not in _NOT_OF_FILES
    except (LookupError, ValueError):
        known = False
    if not known:
        raise UsageError(f'there is no encoding "{wanted}"; try utf-8, cp1252, utf-16')
    return wanted
