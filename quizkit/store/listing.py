"""What a start needs to know of course folders, the same as rows, and whether it still holds."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from quizkit.content.folder import Stat, shown_name, stat_of
from quizkit.errors import Finding, Severity

if TYPE_CHECKING:  # a start that compiles nothing needs no model
    from quizkit.content.model import Question

HERE: Final = "\0"
"""Stands for the folder in stored paths: findings call it as whoever opens it does."""

FindingRow = tuple[str, int, int, str, str, Severity, int, str]


class Asked(NamedTuple):
    """What commands that do not ask a question need of it; read when they look."""

    part: str
    kind: str
    revision: str
    tags: tuple[str, ...]
    renamed_from: tuple[str, ...]
    line: int
    column: int


class File(NamedTuple):
    """What a start needs of a source file; `id` and its place are empty where it says none.

    `whole` is whether it can be used. `names` holds its questions' ids in order, a blank between
    them: a text is read a hundred times faster than its questions.
    """

    name: str
    whole: bool
    id: str
    line: int
    column: int
    number: int
    title: str
    objective: str
    requires: tuple[str, ...]
    names: str
    renamed: tuple[tuple[str, tuple[str, ...]], ...]
    findings: tuple[FindingRow, ...]
    plugins: tuple[tuple[str, int, int], ...]


class Listing(NamedTuple):
    """What a start needs of a course folder: course.yaml first, then the lessons by name."""

    folder: Path
    files: tuple[File, ...]
    between: tuple[FindingRow, ...]

    @property
    def prefix(self) -> str:
        """What stands before a file's name where its whole path is meant."""
        return "" if self.folder == Path() else f"{self.folder}/"

    def findings(self) -> tuple[Finding, ...]:
        """All that is wrong in the folder, in order of place."""
        rows = [*self.between, *(row for file in self.files for row in file.findings)]
        return tuple(sorted(self._finding(row) for row in rows))

    def at_fault(self) -> set[str]:
        """The files that cannot be used, by their own faults or by those between files."""
        return {file.name for file in self.files if not file.whole} | {
            row[0].removeprefix(HERE) for row in self.between if row[5] == "error"
        }

    def _finding(self, row: FindingRow) -> Finding:
        path, line, column, code, message, severity, width, about = row
        here = self.prefix
        return Finding(
            path=path.replace(HERE, here),
            line=line,
            column=column,
            code=code,
            message=message.replace(HERE, here),
            severity=severity,
            width=width,
            help=about,
        )


def asked_row(question: Question) -> Asked:
    """The row of a question that was loaded from a file."""
    place = question.place
    assert place is not None, "what is loaded from a file has a place"
    return Asked(
        question.part, question.answer.kind, question.revision, question.tags,
        question.renamed_from, place.line, place.column,
    )  # fmt: skip


def finding_row(finding: Finding) -> FindingRow:
    """The row of a finding."""
    return (
        finding.path, finding.line, finding.column, finding.code, finding.message,
        finding.severity, finding.width, finding.help,
    )  # fmt: skip


# `json.loads` gives back lists where there were tuples; what is in them is ours.
def listing_of(folder: Path, rows: Any) -> Listing:
    """The listing that rows make; raises ValueError or TypeError for nonsense."""
    files, between = rows
    return Listing(
        folder=folder,
        files=tuple([file_of(row) for row in files]),
        between=tuple([tuple(row) for row in between]),
    )


def file_of(row: Any) -> File:
    """The file that a row makes; raises ValueError or TypeError for nonsense."""
    (
        name, whole, id_, line, column, number, title, objective, requires, names, renamed,
        findings, plugins,
    ) = row  # fmt: skip
    return File(
        name,
        whole,
        id_,
        line,
        column,
        number,
        title,
        objective,
        tuple(requires),
        names,
        tuple([(new, tuple(former)) for new, former in renamed]) if renamed else (),
        tuple([tuple(one) for one in findings]) if findings else (),
        tuple([(module, size, time) for module, size, time in plugins]) if plugins else (),
    )


def asked_of(row: Any) -> Asked:
    """The row of a question again; raises ValueError or TypeError for nonsense."""
    part, kind, revision, tags, renamed_from, line, column = row
    return Asked(part, kind, revision, tuple(tags), tuple(renamed_from), line, column)


def stored_name(folder: Path) -> str:
    """What the cache file calls a folder, wherever a program is started."""
    return shown_name(os.path.abspath(folder))


def seen_text(files: Iterable[tuple[str, Stat]]) -> str:
    """All names with size and time as one text: comparing it compares them all."""
    return "\n".join([f"{name}/{size}/{time}" for name, (size, time) in files])


def plugin_file(module: str) -> str:
    """The file of a plugged-in calculator's module, or nothing."""
    from importlib.util import find_spec  # heavy, and only for plugged-in calculators

    spec = find_spec(module)
    return spec.origin if spec is not None and spec.origin else ""


def changed_plugins(file: File) -> bool:
    """Whether a calculator that the file uses may be another by now."""
    return any(stat_of(plugin_file(module)) != (size, time) for module, size, time in file.plugins)
