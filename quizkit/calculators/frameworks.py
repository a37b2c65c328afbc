"""Turn a framework's option into the ZeRO stage it amounts to, bytes at rest and volume.

Mixed-precision Adam, 2 + 2 + 12 bytes, N devices and groups of g. "At rest" is between steps; what
is gathered, bucketed or kept whole while computing comes on top (`computing_bytes_per_param` has
the part that grows with the model). Sources: DeepSpeed `runtime/zero`; PyTorch
`distributed/fsdp/api.py`, `fully_shard` and `zero_redundancy_optimizer.py`; Megatron-LM
`docs/user-guide/features/dist_optimizer.md`; Colossal-AI's booster plugins.

FSDP has no stage 1. SHARD_GRAD_OP communicates like stage 2 and rests like stage 3. PyTorch's own
stage 1, ZeroRedundancyOptimizer, assigns whole parameters to ranks, so its shards are only nearly
even: its bytes here are those of an even split, its volume 3 Psi.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from quizkit.calculators.api import (
    Amounts,
    Calculator,
    Output,
    Value,
    amounts,
    choice,
    maybe,
    number,
    whole,
    word,
)
from quizkit.calculators.schemes import SCHEMES
from quizkit.calculators.sharding import States, group_size


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """`stage` shards over all devices, or over groups of g if `grouped`.

    `copy` is a second 2-byte copy of the parameters: "whole" or over a "group" from forward to
    backward, or a "secondary" one over a group, kept also at rest.
    """

    stage: int
    scheme: str
    grouped: bool = False
    copy: Literal["none", "whole", "group", "secondary"] = "none"
    fp32_grads: bool = False
    grads_in_state: bool = False


OPTIONS = {
    "zero-os": Option(stage=1, scheme="zero1"),
    "zero-os-g": Option(stage=2, scheme="zero2"),
    "zero-os-g-p": Option(stage=3, scheme="zero3"),
    "deepspeed-stage-0": Option(stage=0, scheme="ddp"),
    "deepspeed-stage-1": Option(stage=1, scheme="zero1"),
    "deepspeed-stage-2": Option(stage=2, scheme="zero2"),
    "deepspeed-stage-3": Option(stage=3, scheme="zero3"),
    "deepspeed-stage-3-hpz": Option(stage=3, scheme="zero3", copy="secondary"),
    "deepspeed-mics": Option(stage=3, scheme="fsdp-hybrid-shard", grouped=True),
    "fsdp1-no-shard": Option(stage=0, scheme="fsdp-no-shard"),
    "fsdp1-shard-grad-op": Option(stage=3, scheme="fsdp-shard-grad-op", copy="whole"),
    "fsdp1-full-shard": Option(stage=3, scheme="fsdp-full-shard"),
    "fsdp1-hybrid-shard": Option(stage=3, scheme="fsdp-hybrid-shard", grouped=True),
    "fsdp1-hybrid-shard-zero2": Option(
        stage=3, scheme="fsdp-hybrid-shard-zero2", grouped=True, copy="whole"
    ),
    "fsdp2-reshard-true": Option(stage=3, scheme="fsdp-full-shard"),
    "fsdp2-reshard-false": Option(stage=3, scheme="fsdp-shard-grad-op", copy="whole"),
    "fsdp2-reshard-group": Option(stage=3, scheme="fsdp-full-shard", copy="group"),
    "fsdp2-mesh-2d": Option(stage=3, scheme="fsdp-hybrid-shard", grouped=True),
    "zero-redundancy-optimizer": Option(stage=1, scheme="zero-redundancy-optimizer"),
    "megatron-optimizer-bf16": Option(stage=1, scheme="zero1", fp32_grads=True),
    "megatron-optimizer-fp16": Option(stage=1, scheme="zero1", grads_in_state=True),
    "megatron-optimizer-instances": Option(stage=1, scheme="zero1", grouped=True, fp32_grads=True),
    "megatron-fsdp-no-shard": Option(stage=0, scheme="ddp"),
    "megatron-fsdp-optim": Option(stage=1, scheme="zero1"),
    "megatron-fsdp-optim-grads": Option(stage=2, scheme="zero2"),
    "megatron-fsdp-optim-grads-params": Option(stage=3, scheme="zero3"),
    "colossal-low-level-zero-1": Option(stage=1, scheme="zero1"),
    "colossal-low-level-zero-2": Option(stage=2, scheme="zero2"),
    "colossal-gemini": Option(stage=3, scheme="zero3"),
}

INPUTS = (
    choice("option", "framework and option", tuple(OPTIONS)),
    whole("devices", "data-parallel devices, N"),
    whole("group", "devices of one group, g, for options that have groups", optional=True),
    whole("microbatches", "micro-batches per step", default=1),
)

OUTPUTS = (
    Output(name="sharded_stage", unit="plain",
           help="ZeRO stage by what is sharded at rest: 0 nothing, 3 everything"),
    Output(name="communication_stage", unit="plain", help="ZeRO stage by what is communicated"),
    Output(name="bytes_per_param", unit="bytes/param", help="held at rest",
           falls_with=("devices",)),
    Output(name="computing_bytes_per_param", unit="bytes/param",
           help="held from forward to backward"),
    Output(name="communication_psi", unit="psi", help="volume per step, paper convention"),
)  # fmt: skip


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `frameworks`; raises InputRefused for a group that does not divide."""
    name = word(values, "option")
    option, devices = OPTIONS[name], number(values, "devices")
    grouped = option.grouped or option.copy in ("group", "secondary")
    group = group_size(f"option {name}", devices, maybe(values, "group"), grouped=grouped)
    degree = group if option.grouped else devices
    states = States(
        params=Fraction(2),
        grads=Fraction(4 if option.fp32_grads else 2),
        optimizer=Fraction(16 if option.grads_in_state else 12),
    )
    held = states.held(option.stage, degree).total
    extra = {"none": Fraction(0), "whole": Fraction(2)}.get(option.copy, 2 / group)
    micro, scheme = int(number(values, "microbatches")), SCHEMES[option.scheme]
    step = scheme.steps(micro, micro if scheme.syncs[0] == "each" else 1)
    volume = Fraction(step.phases)
    if option.grouped and devices > group:
        volume += 2 * step.reduce_scatter_phases / group
    gathers = step.all_gathers >= 2 * micro
    return amounts(
        OUTPUTS,
        {
            "sharded_stage": option.stage,
            "communication_stage": option.stage if option.stage < 3 else 3 if gathers else 2,
            "bytes_per_param": held + (extra if option.copy == "secondary" else 0),
            "computing_bytes_per_param": held + extra,
            "communication_psi": volume,
        },
    )


CALCULATOR = Calculator(
    name="frameworks",
    version=1,
    summary="what a framework's sharding option amounts to",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={"option": "fsdp1-shard-grad-op", "devices": Fraction(8)},
)
