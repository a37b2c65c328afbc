"""`quiz sample`: show many variants of a question with their keys."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from quizkit.cli.context import Context
from quizkit.cli.terminal import out, out_raw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quizkit.variants import Variant


@click.command()
@click.argument("question", metavar="Q")
@click.option(
    "-n", "number", default=10, show_default=True, metavar="N", type=click.IntRange(1, 100_000),
    help="How many, from seed 0 on.",
)  # fmt: skip
@click.option("--stats", is_flag=True, help="Show ranges, repeats and collisions instead.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def sample(context: Context, question: str, number: int, stats: bool, as_json: bool) -> None:
    """Show many variants of a question with their keys.

    Seeds run from 0 to N-1. With --stats, how often each value, key and place comes up.

    Example: quiz sample zero-1-2/stage-2-exact-factor -n 1000 --stats
    """
    from quizkit.cli.show import drawn_words, find_question, key_for_people
    from quizkit.variants import make_variants

    asked, decimal_comma = find_question(context, question)
    variants = list(make_variants(asked, range(number)))
    if as_json:
        out_raw(json.dumps(_shape(variants, stats, decimal_comma), ensure_ascii=False))
        return
    if stats:
        from quizkit.cli.shapes.sampling import lines, spread

        for line in lines(spread(variants)):
            out(line)
        return
    for variant in variants:
        drawn = f"{drawn_words(variant.drawn)}: " if variant.drawn else ""
        out(f"{variant.name}  {drawn}{key_for_people(variant)}")


def _shape(variants: Sequence[Variant], stats: bool, decimal_comma: bool) -> dict[str, object]:
    from quizkit.cli.shapes.sampling import spread
    from quizkit.cli.shapes.variant_json import key_json, variant_json

    shape: dict[str, object] = {
        "schema": "quizkit.sample/1",
        "variants": [
            {**variant_json(variant), "key": key_json(variant, decimal_comma=decimal_comma)}
            for variant in variants
        ],
    }
    if stats:
        shape["stats"] = spread(variants).as_json()
    return shape
