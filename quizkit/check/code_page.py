"""Turn the codes of `quiz check` into the page that explains them all, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from quizkit.check.codes import CODES, Code

_FAMILIES: Final = {
    "QK1": "Syntax and limits",
    "QK2": "Structure",
    "QK3": "Ids, references and order",
    "QK4": "Answers and tolerances",
    "QK5": "Variants",
    "QK6": "Text",
    "QK7": "Accessibility",
}


def code_page(codes: Mapping[str, Code] = CODES) -> str:
    """What `content/codes.md` holds: every code with its reason and its examples."""
    return "\n".join(_lines(codes)) + "\n"


def _lines(codes: Mapping[str, Code]) -> Iterator[str]:
    yield "# What `quiz check` finds"
    yield ""
    yield "Made by `quiz explain --markdown`; a test keeps it fresh."
    yield "`quiz explain CODE` prints one of them."
    for family, members in groupby(sorted(codes), key=lambda code: code[:3]):
        yield ""
        yield f"## {family}xx: {_FAMILIES.get(family, 'Others')}"
        for code in members:
            yield ""
            yield f"### {code}: {codes[code].summary}"
            yield ""
            yield codes[code].why
            for title, example in (("Wrong", codes[code].wrong), ("Right", codes[code].right)):
                if example:
                    yield from ("", f"{title}:", "", "```yaml", example.rstrip("\n"), "```")
