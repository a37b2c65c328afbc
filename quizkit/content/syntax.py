"""Turn what stopped the YAML parser into a finding that says what to change.

The parser speaks of tokens and contexts; a lesson's author has left out a quote, a blank or a few
spaces, often some lines before.
"""

from __future__ import annotations

import re

import yaml

from quizkit.errors import Finding


def syntax_fault(path: str, text: str, error: yaml.YAMLError, prose: frozenset[str]) -> Finding:
    """Where the parser stopped, and what most likely has to be changed there or before.

    `path` is how findings call the file. `prose` names the fields that hold prose, whose texts
    often need quotes.
    """
    mark = getattr(error, "problem_mark", None)
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    problem = str(getattr(error, "problem", None) or error)
    lines = text.split("\n")
    here = lines[line - 1][column - 1 : column] if line <= len(lines) else ""
    opened = _open_quote(lines, line)
    context, start = getattr(error, "context", None), getattr(error, "context_mark", None)
    hint, starts = ("", 0) if opened else _quote_hint(lines, line, column, problem, prose)
    before = lines[line - 1][: column - 1] if line <= len(lines) else ""
    bracket = _UNCLOSED.get(problem, "")
    if bracket and start is not None and start.line + 1 < line and _NEXT_ENTRY.fullmatch(before):
        line, column = start.line + 1, start.column + 1
        message = f"this {bracket} is not closed"
    elif hint:
        message, column = hint, starts or column
    elif here in ("]", "}") and problem in _ENDED:
        message = f"this {here} closes nothing"
    elif here == "\t":
        message = "a tab stands where blanks belong: indent by blanks alone"
    elif opened:
        message = f"a quote seems to be left open in line {opened}, and the text ran on to here"
    else:
        message = _PLAINER.get(problem, problem)
        if "mapping values are not allowed" in problem:
            message = _where_none_can(lines, line)
        if context and start is not None and start.line + 1 != line:
            message += _NOT_FAR.get(problem, " ({context} from line {line})").format(
                context=context, line=start.line + 1
            )
    return Finding(path=path, line=line, column=column, code="QK103", message=message)


def _quote_hint(
    lines: list[str], line: int, column: int, problem: str, prose: frozenset[str]
) -> tuple[str, int]:
    """The hint to use quotes, where an unquoted prose text explains the error better.

    Beside it the column at which that text starts, if what it starts with is to blame; else 0.
    """
    nothing = ("", 0)
    colon = "mapping values are not allowed" in problem
    # The parser may notice at the start of a later line what an earlier one did.
    for number in range(line, max(0, line - 3), -1):
        if number > len(lines):
            continue
        found = _FIELD.match(lines[number - 1])
        if found is None:
            continue  # a later line of an unquoted text
        name, value = found["name"], found["value"] or ""
        if colon and number == line and name and found.end("name") == column - 1:
            continue  # what looks like a field: perhaps a later line of an unquoted text
        if name is not None and name not in prose:
            return nothing
        where = f'the text of "{name}"' if name else "this text"
        if name is None and _FLOW_FIELD.match(value):
            return nothing  # an entry of a list that is a mapping, not a text
        if value[:1] and value[0] in "{[*&!%@`|>" and number == line:
            if name is None and lines[line - 1][column - 1 : column] in ("]", "}"):
                return nothing  # a list or mapping that is closed twice
            if _BLOCK.fullmatch(value):
                return nothing
            hint = f'{where} starts with {value[0]}: put quotes round it, or write it after "|"'
            return hint, found.start("value") + 1
        if value[:1] in ("'", '"'):
            if number != line or column - 1 <= found.start("value") or "found" in problem:
                return nothing
            write = "two for one" if value[0] == "'" else "a backslash before it"
            return f"{where} ends at the {value[0]} before this; inside it, write {write}", 0
        if colon or re.search(r":(\s|$)", value):
            return f'{where} holds ": ": put quotes round it, or write it after "|"', 0
        if re.search(r"\s#", value):
            return f'{where} holds " #": put quotes round it, or write it after "|"', 0
        if name is not None or not colon:
            return nothing
    return nothing


_FIELD = re.compile(r"\s*(?:- +)*(?:(?P<name>[a-z_]+):\s+|(?<=- ))(?P<value>\S.*)?")
_FLOW_FIELD = re.compile(r"\{ *[\w-]+ *:")
_NEXT_ENTRY = re.compile(r"\s*- +[\w-]*")  # which no list in brackets can hold
_BLOCK = re.compile(r"[|>][0-9+-]*(?:\s+#.*)?\s*")


def _open_quote(lines: list[str], before: int) -> int:
    """The last line up to that one which opens a quote after a field's name and leaves it open."""
    for number in range(min(before, len(lines)), 0, -1):
        found = _QUOTED.match(lines[number - 1])
        if found is not None:
            quote, rest = found["quote"], found["rest"]
            # Two single quotes in a text stand for one, and a backslash keeps a double one.
            rest = rest.replace("''", "") if quote == "'" else re.sub(r"\\.", "", rest)
            return 0 if quote in rest else number
    return 0


def _where_none_can(lines: list[str], line: int) -> str:
    """Why a field cannot stand where it does: most often the line before it says."""
    number = next((n for n in range(line - 1, 0, -1) if lines[n - 1].strip()), 0)
    here, before = lines[line - 1], lines[number - 1] if number else ""
    if _indent(here) == _indent(before) and re.fullmatch(r"\s*(?:- +)*\w+ [^:]*", before):
        return f'a ": " (colon and blank) is missing after a field\'s name, in line {number}'
    if _indent(here) > _indent(before):
        return "a field cannot stand here; is the line indented too far?"
    return 'a ": " stands where none can'


def _indent(line: str) -> int:
    """Where the first field of a line stands, behind any "- "."""
    found = re.match(r"\s*(?:- +)*", line)
    return found.end() if found else 0


_QUOTED = re.compile(r"""\s*(?:- +)*(?:[\w-]+: +|(?<=- ))(?P<quote>['"])(?P<rest>.*)""")
_PLAINER = {
    "did not find expected key": "a field's name was expected here; is the indentation right?",
    "did not find expected '-' indicator": 'a "- " was expected here; is the indentation right?',
    "found character that cannot start any token": "a value cannot start with this character;"
    " put quotes round it",
    "found unknown escape character": "in double quotes a backslash starts an escape; write two, or"
    " use single quotes",
    "block sequence entries are not allowed in this context": 'a "- " cannot stand here; a text'
    " that starts with it needs quotes",
    "found unexpected end of stream": "a quote that opens a text is never closed",
    "could not find expected ':'": 'a ": " (colon and blank) is missing after a field\'s name',
    "did not find expected ',' or ']'": "no ] closes a list, or a comma is missing",
    "did not find expected ',' or '}'": "no } closes what { opens, or a comma is missing",
}
_UNCLOSED = {
    "did not find expected ',' or ']'": "[",
    "did not find expected ',' or '}'": "{",
}
_ENDED = (
    "did not find expected key",
    "did not find expected '-' indicator",
    "did not find expected <document start>",
)
_NOT_FAR = {
    "could not find expected ':'": ", in line {line}",
    "did not find expected ',' or ']'": " (the [ is in line {line})",
    "did not find expected ',' or '}'": " (the {{ is in line {line})",
}
