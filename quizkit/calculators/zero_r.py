"""Turn a model's shape into activation and checkpoint bytes by the ZeRO paper's own rule.

ZeRO section 3.2, footnote: about 12 x hidden x batch x sequence x layers values, which is 60.4 GB
for GPT-2 1.5B (48 layers, hidden 1600, sequence 1024, batch 32) in fp16. Checkpointing keeps one
hidden x batch x sequence tensor for each layer; P_a (section 6.1) splits those over the
model-parallel ranks, P_a+cpu moves them off the device. Section 6.1's "33 GB" and "2 GB" for a 100B
model are counts of elements: in fp16 they are 67.1 and 4.2 GB. This rule counts less than
Korthikanti's (`activations`): never mix the two.
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
    number,
    whole,
)

INPUTS = (
    whole("layers", "layers"),
    whole("hidden", "hidden size"),
    whole("sequence", "sequence length"),
    whole("batch", "sequences in the batch of a device"),
    Input(name="element_bytes", help="bytes of each value; 1 gives the paper's 33 GB",
          above=Fraction(0), default=Fraction(2)),
    whole("tensor", "model-parallel degree", default=1),
)  # fmt: skip

OUTPUTS = (
    Output(name="activation_bytes", unit="B", help="without checkpointing: 12 values for each",
           rises_with=("layers", "hidden", "sequence", "batch", "element_bytes")),
    Output(name="activation_elements", unit="elements", help="how many values that is"),
    Output(name="checkpoint_bytes", unit="B", help="one checkpoint for each layer, replicated",
           rises_with=("layers", "hidden", "sequence", "batch", "element_bytes")),
    Output(name="checkpoint_elements", unit="elements", help="how many values that is"),
    Output(name="partitioned_bytes", unit="B", help="those checkpoints under P_a, on each rank",
           falls_with=("tensor",)),
    Output(name="partitioned_elements", unit="elements", help="how many values that is"),
    Output(name="partition_saves", unit="percent", help="share that P_a saves"),
    Output(name="recompute_overhead", unit="percent", help="one more forward of three passes"),
)  # fmt: skip


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `zero-r`."""
    size, degree = number(values, "element_bytes"), number(values, "tensor")
    kept = Fraction(1)
    for name in ("layers", "hidden", "sequence", "batch"):
        kept *= number(values, name)
    return amounts(
        OUTPUTS,
        {
            "activation_bytes": 12 * kept * size,
            "activation_elements": 12 * kept,
            "checkpoint_bytes": kept * size,
            "checkpoint_elements": kept,
            "partitioned_bytes": kept * size / degree,
            "partitioned_elements": kept / degree,
            "partition_saves": 100 * (1 - 1 / degree),
            "recompute_overhead": Fraction(100, 3),
        },
    )


CALCULATOR = Calculator(
    name="zero-r",
    version=1,
    summary="activations and checkpoints by the ZeRO paper's own rule, and P_a",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={
        "layers": Fraction(48), "hidden": Fraction(1600), "sequence": Fraction(1024),
        "batch": Fraction(32),
    },
)  # fmt: skip
