"""`quiz explain`: say what a code of `quiz check` means, with a wrong and a right example."""

from __future__ import annotations

import click

from quizkit.cli.terminal import out, out_raw
from quizkit.errors import UsageError


@click.command()
@click.argument("code", required=False)
@click.option("--markdown", is_flag=True, help="Print the page of all codes.")
def explain(code: str | None, markdown: bool) -> None:
    """Explain a code of quiz check; without one, list them all.

    Example: quiz explain QK203
    """
    from quizkit.check.codes import CODES

    if markdown:
        from quizkit.check.code_page import code_page

        out_raw(code_page().removesuffix("\n"))
        return
    if code is None:
        for name, each in CODES.items():
            out(f"{name}  {each.summary}")
        return
    found = CODES.get(code.upper())
    if found is None:
        raise UsageError(f'no rule has the code "{code}"; quiz explain lists them all')
    out(f"{code.upper()}: {found.summary}", role="strong")
    out(found.why)
    for title, example in (("Wrong:", found.wrong), ("Right:", found.right)):
        if example:
            out(f"\n{title}", role="strong")
            out("\n".join(f"    {line}" for line in example.rstrip("\n").split("\n")))
