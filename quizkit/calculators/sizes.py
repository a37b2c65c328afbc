"""Turn a size in one unit into another: GB (10^9 bytes) and GiB (2^30) are 7.4 % apart.

Tools print GiB and write "GB" or "G" (DeepSpeed's and Hugging Face's estimators, `nvidia-smi`'s
MiB): the same bytes, two numbers. `unchanged` and `inverted` are what comes out where the units are
confused.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from quizkit.calculators.api import (
    Amounts,
    Calculator,
    Input,
    Output,
    Value,
    amounts,
    choice,
    number,
    word,
)
from quizkit.units import UNITS

_UNITS = ("GB", "GiB", "MB", "MiB", "TB", "TiB", "kB", "KiB", "B")

INPUTS = (
    Input(name="size", help="the number", low=Fraction(0)),
    choice("unit", "the unit it is in", _UNITS, "GB"),
    choice("other", "the unit asked for", _UNITS, "GiB"),
)

OUTPUTS = (
    Output(name="bytes", unit="B", help="the size", rises_with=("size",)),
    Output(name="in_other", unit="plain", help="its number in the other unit"),
    Output(name="unchanged_bytes", unit="B", help="the same number read in the other unit"),
    Output(name="inverted_bytes", unit="B", help="multiplied where it should be divided, or back"),
    Output(name="unit_ratio", unit="fold", help="the other unit over this one"),
)


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `sizes`."""
    size = number(values, "size")
    unit, other = (UNITS[word(values, name)].factor for name in ("unit", "other"))
    return amounts(
        OUTPUTS,
        {
            "bytes": size * unit,
            "in_other": size * unit / other,
            "unchanged_bytes": size * other,
            "inverted_bytes": size * other / unit * other,
            "unit_ratio": other / unit,
        },
    )


CALCULATOR = Calculator(
    name="sizes",
    version=1,
    summary="sizes in decimal and binary units",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={"size": Fraction(80), "unit": "GiB", "other": "GB"},
)
