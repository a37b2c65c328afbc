"""Turn `# quizkit: ignore QK604 -- reason` on a line of its own into findings that stay away.

It speaks for the line below it. What keeps a lesson from loading cannot be ignored; a comment that
ignores nothing, or that gives no reason, is a finding itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from quizkit.errors import Finding

_COMMENT = re.compile(
    r"\s*# *quizkit: *ignore +(?P<codes>QK[0-9]{3}(?:[ ,]+QK[0-9]{3})*)(?P<reason> *-- *\S.*)?\s*"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignore:
    """One code that a comment ignores: where the comment is, and the line that it speaks for."""

    line: int
    target: int
    code: str
    column: int
    reason: bool


def ignores_in(lines: Sequence[str]) -> tuple[Ignore, ...]:
    """What the comments of a file ignore."""
    return tuple(_ignores(lines))


def left_after_ignoring(
    path: str, ignores: Sequence[Ignore], findings: Iterable[Finding]
) -> Iterator[Finding]:
    """The findings of one file that no comment in it ignores, and those about the comments."""
    used: set[Ignore] = set()
    for finding in findings:
        here = {one for one in ignores if one.target == finding.line and one.code == finding.code}
        used |= here
        if not here:
            yield finding
    for one in ignores:
        if one not in used:
            yield _about(path, one, "QK111", f"there is no {one.code} below to ignore", "remove it")
        elif not one.reason:
            hint = f"# quizkit: ignore {one.code} -- why"
            yield _about(path, one, "QK112", "ignored without a reason", hint)


def _about(path: str, one: Ignore, code: str, message: str, hint: str) -> Finding:
    return Finding(
        path=path,
        line=one.line,
        column=one.column,
        code=code,
        message=message,
        severity="warning",
        width=len(one.code),
        help=hint,
    )


def _ignores(lines: Sequence[str]) -> Iterator[Ignore]:
    for number, line in enumerate(lines, 1):
        found = _COMMENT.fullmatch(line)
        if found is None:
            continue
        target = number + 1
        while target <= len(lines) and lines[target - 1].lstrip().startswith("#"):
            target += 1
        for code in re.finditer(r"QK[0-9]{3}", found["codes"]):
            yield Ignore(
                line=number,
                target=target,
                code=code[0],
                column=found.start("codes") + code.start() + 1,
                reason=found["reason"] is not None,
            )
