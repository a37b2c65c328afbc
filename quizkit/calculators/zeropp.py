"""Turn the three ZeRO++ switches into the volume that crosses nodes in a step.

Wang et al. 2023, *ZeRO++: Extremely Efficient Collective Communication for Giant Model Training*
(arXiv 2306.10209), section 3 and Table 1, in units of M, the model size in 16-bit elements: ZeRO-3
moves M in each of forward all-gather, backward all-gather and reduce-scatter. qwZ gathers 8-bit
weights (1/2), hpZ gathers for the backward inside a node (0 across), qgZ reduces 4-bit gradients
(1/4). With all three 3/4 M is left, a fourth of 3 M.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from quizkit.calculators.api import Amounts, Calculator, Output, Value, amounts, choice, word

_SWITCH = ("no", "yes")

INPUTS = (
    choice("qwz", "quantized weights: 8-bit all-gathers", _SWITCH, "no"),
    choice("hpz", "hierarchical partition: backward all-gather inside a node", _SWITCH, "no"),
    choice("qgz", "quantized gradients: 4-bit reduce-scatter", _SWITCH, "no"),
)

OUTPUTS = (
    Output(name="forward_all_gather_psi", unit="psi", help="across nodes, forward all-gather"),
    Output(name="backward_all_gather_psi", unit="psi", help="across nodes, backward all-gather"),
    Output(name="reduce_scatter_psi", unit="psi", help="across nodes, reduce-scatter"),
    Output(name="communication_psi", unit="psi", help="across nodes, all three"),
    Output(name="reduction_factor", unit="fold", help="ZeRO-3's 3 over it"),
)


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `zeropp`."""
    gather = Fraction(1, 2) if word(values, "qwz") == "yes" else Fraction(1)
    backward = Fraction(0) if word(values, "hpz") == "yes" else gather
    reduce = Fraction(1, 4) if word(values, "qgz") == "yes" else Fraction(1)
    total = gather + backward + reduce
    return amounts(
        OUTPUTS,
        {
            "forward_all_gather_psi": gather,
            "backward_all_gather_psi": backward,
            "reduce_scatter_psi": reduce,
            "communication_psi": total,
            "reduction_factor": 3 / total,
        },
    )


CALCULATOR = Calculator(
    name="zeropp",
    version=1,
    summary="volume across nodes with ZeRO++'s qwZ, hpZ and qgZ",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={"qwz": "yes", "hpz": "yes", "qgz": "yes"},
)
