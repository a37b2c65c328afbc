"""Turn findings into text: for people, for programs, for GitHub."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path, PurePath
from typing import Final

from wcwidth import wcswidth

from quizkit.check.codes import CODES
from quizkit.content.folder import read_bytes
from quizkit.errors import Finding, in_one_line
from quizkit.nouns import plural

FORMATS: Final = ("full", "concise", "json", "github", "sarif")

_WIDEST: Final = 100
"""Of an excerpt; a longer line is cut round the place."""

LinesOf = Callable[[str], Sequence[str]]


def formatted(findings: Sequence[Finding], form: str) -> str:
    """The findings in one of FORMATS, with a line end at the end unless there is nothing."""
    match form:
        case "full":
            return full(findings)
        case "concise":
            return "".join(f"{_headline(finding)}\n" for finding in findings)
        case "json":
            return json.dumps(as_json(findings), ensure_ascii=False, indent=2) + "\n"
        case "github":
            return "".join(f"{_annotation(finding)}\n" for finding in findings)
        case "sarif":
            return json.dumps(_sarif(findings), ensure_ascii=False, indent=2) + "\n"
        case _:
            raise ValueError(f"no format {form!r}")


def summary(findings: Iterable[Finding]) -> str:
    """`3 errors and 1 warning in 2 files`.

    >>> summary([])
    'nothing found'
    """
    found = list(findings)
    errors = sum(finding.severity == "error" for finding in found)
    counts = [(errors, "error"), (len(found) - errors, "warning")]
    parts = [plural(count, noun) for count, noun in counts if count]
    files = len({finding.path for finding in found})
    return f"{' and '.join(parts)} in {plural(files, 'file')}" if parts else "nothing found"


# --- for people -------------------------------------------------------------------------------


def full(findings: Iterable[Finding], lines_of: LinesOf | None = None) -> str:
    """Each finding with its line of the file, the place underlined, and what to do.

    `lines_of` gives the lines of a file by its path; unless given, they are read from there.
    """
    lines = lines_of or cache(_lines)
    return "".join(_with_excerpt(finding, lines(finding.path)) for finding in findings)


def _headline(finding: Finding) -> str:
    warning = "warning: " if finding.severity == "warning" else ""
    place = f"{finding.path}:{finding.line}:{finding.column}"
    return in_one_line(f"{place}  {finding.code}  {warning}{finding.message}")


def _with_excerpt(finding: Finding, lines: Sequence[str]) -> str:
    head, advice = _headline(finding) + "\n", in_one_line(finding.help)
    if not 1 <= finding.line <= len(lines) or not lines[finding.line - 1].strip():
        return head + (f"      = {advice}\n" if advice else "")
    line = _UNPRINTABLE.sub("\ufffd", lines[finding.line - 1].replace("\t", _TAB))
    start = min(finding.column - 1, len(line))
    end = max(start + 1, min(start + finding.width, len(line)))
    before, marked = line[:start], line[start:end]
    if len(line) > _WIDEST:
        before, marked, line = _cut(before, marked, line[end:])
    carets = " " * _cells(before) + "^" * max(1, _cells(marked))
    about = f" {advice}" if advice else ""
    return f"{head}{finding.line:5} | {line}\n      | {carets}{about}\n"


_TAB = "→"
"""One cell, as a tab is one column of a finding's place."""

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def _cut(before: str, marked: str, after: str) -> tuple[str, str, str]:
    if len(before) > 60:
        before = "..." + before[-40:]
    if len(marked) > 40:
        marked, after = marked[:40], marked[40:] + after
    room = max(0, _WIDEST - len(before) - len(marked))
    return before, marked, before + marked + (after[:room] + "..." if len(after) > room else after)


def _cells(text: str) -> int:
    cells = wcswidth(text)
    return cells if cells >= 0 else len(text)


def _lines(path: str) -> list[str]:
    """The lines of a file as the parser counts them; none where it cannot be read."""
    try:
        text = read_bytes(Path(path)).decode("utf-8-sig", errors="replace")
    except OSError:
        return []
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


# --- for programs -----------------------------------------------------------------------------


def as_json(findings: Iterable[Finding]) -> Mapping[str, object]:
    """The object that `quiz check --json` prints."""
    return {
        "schema": "quizkit.check/1",
        "findings": [
            {
                "code": finding.code,
                "path": finding.path,
                "line": finding.line,
                "column": finding.column,
                "severity": finding.severity,
                "message": finding.message,
                "help": finding.help,
            }
            for finding in findings
        ],
    }


def _annotation(finding: Finding) -> str:
    """A workflow command that GitHub turns into an annotation of the line."""
    text = f"{finding.message}: {finding.help}" if finding.help else finding.message
    path = _escaped(finding.path).replace(":", "%3A").replace(",", "%2C")
    place = f"file={path},line={finding.line},col={finding.column},title={finding.code}"
    return f"::{finding.severity} {place}::{_escaped(text)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _sarif(findings: Sequence[Finding]) -> Mapping[str, object]:
    """SARIF 2.1.0, which code hosts and editors read."""
    codes = sorted({finding.code for finding in findings})
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "quizkit",
                        "rules": [
                            {"id": code, "shortDescription": {"text": CODES[code].summary}}
                            for code in codes
                        ],
                    }
                },
                # Columns count characters, as ours do, not the UTF-16 units of the default.
                "columnKind": "unicodeCodePoints",
                "results": [
                    {
                        "ruleId": finding.code,
                        "ruleIndex": codes.index(finding.code),
                        "level": finding.severity,
                        "message": {"text": finding.message},
                        "locations": [
                            {
                                "physicalLocation": {
                                    "artifactLocation": {"uri": PurePath(finding.path).as_posix()},
                                    "region": {
                                        "startLine": finding.line,
                                        "startColumn": finding.column,
                                        "endColumn": finding.column + finding.width,
                                    },
                                }
                            }
                        ],
                    }
                    for finding in findings
                ],
            }
        ],
    }
