"""Turn text cells that a spreadsheet would run as formulas into texts that it shows.

A cell that starts with `=`, `+`, `-`, `@`, a tab or a line end is put behind an apostrophe, as
spreadsheets themselves do; plain numbers (`-1.5`, `+1`, `-2e9`) stay numbers. The full-width forms
of these signs count too: some spreadsheets narrow them. (OWASP, "CSV Injection".)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_STARTS = "=+\\-@\t\r\n＝＋－＠"
_NUMBER = r"[+-]?(?:[0-9][0-9.,]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?%?"
_FORMULA = re.compile(rf"(?=[{_STARTS}])(?!{_NUMBER}\Z)")
_GUARDED = re.compile(rf"'[{_STARTS}]")


def neutral(cell: str) -> str:
    """The cell, behind an apostrophe if a spreadsheet would take it for a formula.

    >>> neutral("=1+1"), neutral("-1.5"), neutral("-1.5 GB"), neutral("plain")
    ("'=1+1", '-1.5', "'-1.5 GB", 'plain')
    """
    return "'" + cell if _FORMULA.match(cell) else cell


def as_typed(cell: str) -> str:
    """The cell without the apostrophe that guards it, so that a guarded file grades the same.

    >>> as_typed(neutral("-1.5 GB")), as_typed("'tis")
    ('-1.5 GB', "'tis")
    """
    return cell[1:] if _GUARDED.match(cell) else cell


def formula_after(start: str, delimiter: str) -> re.Pattern[str]:
    """What finds, in CSV lines, where after `start` there is a cell that may need `neutral`."""
    between = re.escape(delimiter)
    return re.compile(
        re.escape(start)
        + rf'(?:"[\t\r\n]|"?(?=[=+\-@\t＝＋－＠])(?!"?{_NUMBER}"?(?:{between}|[\r\n]|\Z)))'
    )


def formula_finder(delimiter: str) -> Callable[[str], Iterator[int]]:
    r"""A function that finds where in some CSV lines there are cells that may need `neutral`.

    It finds too many rather than too few, in no order. Each of its two patterns starts with a
    literal, which the regex engine looks for about ten times faster than for a set of characters.

    >>> finds = formula_finder(",")
    >>> list(finds("-1.5,+2\n")), list(finds("ann,=1\n")), list(finds("ann,1\n@bob,-2\n"))
    ([], [4], [6])
    """
    after_delimiter, at_start = formula_after(delimiter, delimiter), formula_after("\n", delimiter)

    def finds(lines: str) -> Iterator[int]:
        for match in after_delimiter.finditer(lines):
            yield match.start() + 1
        for match in at_start.finditer("\n" + lines):
            yield match.start()

    return finds
