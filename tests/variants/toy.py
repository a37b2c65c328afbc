"""A calculator made for tests: a product and a quotient that refuse some inputs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from quizkit.calculators.api import Amount, Amounts, Calculator, Input, Output, Value
from quizkit.errors import InputRefused


def _compute(given: Mapping[str, Value]) -> Amounts:
    left, right, mode = given["left"], given["right"], given["mode"]
    assert isinstance(left, Fraction)
    assert isinstance(right, Fraction)
    if right == 13:
        raise InputRefused("right", "right is 13; it takes anything else")
    return {
        "product": Amount(left * right, "GB"),
        "sum": Amount(left + right, "GB"),
        "ratio": Amount(left / right, "fold"),
        "limit": Amount(None, "fold", "no limit") if mode == "open" else Amount(left, "fold"),
    }


CALCULATOR = Calculator(
    name="toy",
    version=3,
    summary="a product and a quotient",
    inputs=(
        Input(name="left", help="the left side"),
        Input(name="right", help="the right side", above=Fraction(0)),
        Input(
            name="mode", help="whether there is a limit", choices=("open", "closed"), default="open"
        ),
    ),
    outputs=(
        Output(name="product", unit="GB", help="left times right"),
        Output(name="sum", unit="GB", help="left plus right"),
        Output(name="ratio", unit="fold", help="left over right"),
        Output(name="limit", unit="fold", help="the left side, where there is a limit"),
    ),
    compute=_compute,
)
