"""Turn a training scheme and a device count into the elements and bytes that each device sends.

A ring collective over N devices cuts its message into N pieces. Reduce-scatter and all-gather take
N - 1 steps and send (N - 1)/N of the message; an all-reduce is both, 2(N - 1) steps and 2(N - 1)/N,
never above 2 (Patarasuk and Yuan 2009). ZeRO section 7 counts (N - 1)/N as 1: 2 Psi for plain data
parallelism and stages 1 and 2, 3 Psi for stage 3. Both conventions are outputs: `*_psi` of the
paper, `exact_*` of the ring. Volumes are per device and optimizer step, in elements sent (for
ZeroRedundancyOptimizer's broadcasts: received); a volume in bytes also needs `element_bytes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import cast

from quizkit.calculators.api import (
    Amounts,
    Calculator,
    Input,
    Output,
    Value,
    amounts,
    choice,
    maybe,
    number,
    whole,
    word,
)
from quizkit.calculators.schemes import SCHEMES, Collectives, Sync
from quizkit.calculators.sharding import COUNTED_AS_ONE, RING_EXACT, group_size
from quizkit.errors import InputRefused

INPUTS = (
    whole("devices", "data-parallel devices, N"),
    choice("scheme", "who shards what, and when it is sent", tuple(SCHEMES), "ddp"),
    whole("params", "parameters that a device's message covers, Psi", unit="params", optional=True),
    Input(name="element_bytes", help="bytes of each element sent", unit="plain",
          above=Fraction(0), default=Fraction(2)),
    whole("microbatches", "micro-batches per optimizer step, M", default=1),
    Input(name="sync", help="gradients reduced after each backward or the last one; absent: as the "
          "scheme does", choices=("each", "last"), optional=True),
    whole("group", "devices of one sharding group, for the hybrid schemes", optional=True),
    whole("other_devices", "another device count to compare with", low=2, optional=True),
)  # fmt: skip


def _psi(name: str, words: str) -> Output:
    return Output(name=name, unit="psi", help=words)


def _count(name: str, words: str) -> Output:
    return Output(name=name, unit="plain", help=words)


OUTPUTS = (
    Output(name="communication_psi", unit="psi", help="volume, paper convention",
           rises_with=("microbatches",), conventions=COUNTED_AS_ONE),
    Output(name="exact_psi", unit="psi", help="volume, ring-exact",
           rises_with=("microbatches", "devices"), conventions=RING_EXACT),
    Output(name="communication_elements", unit="elements", help="volume, ring-exact",
           rises_with=("params", "microbatches"), conventions=RING_EXACT),
    Output(name="communication_bytes", unit="B", help="volume, ring-exact",
           rises_with=("params", "element_bytes", "microbatches"), conventions=RING_EXACT),
    Output(name="paper_elements", unit="elements", help="volume, paper convention",
           conventions=COUNTED_AS_ONE),
    Output(name="paper_bytes", unit="B", help="volume, paper convention (many devices)",
           conventions=COUNTED_AS_ONE),
    Output(name="ratio_to_ddp", unit="fold", help="over one all-reduce per step"),
    Output(name="increase_over_ddp", unit="percent", help="what is sent beyond one all-reduce"),
    _psi("reduce_scatter_psi", "the reduce-scatters, an all-reduce counted as one and a gather"),
    _psi("all_gather_psi", "the all-gathers, likewise; broadcasts count here"),
    _psi("gathers_once_psi", "the sum if gathers did not repeat with each micro-batch"),
    _count("all_reduces", "all-reduces per step"),
    _count("reduce_scatters", "reduce-scatters per step"),
    _count("all_gathers", "all-gathers of parameters per step"),
    _count("broadcasts", "rounds of broadcasts per step"),
    _count("collectives", "collectives of any kind per step"),
    Output(name="ring_steps", unit="plain", help="steps of a ring all-reduce, 2(N - 1)",
           rises_with=("devices",)),
    _count("ring_phase_steps", "steps of its reduce-scatter alone, N - 1"),
    _count("ring_pieces", "pieces that a ring cuts its message into, N"),
    _count("ring_pieces_twice", "pieces handled in both phases, 2N: two more than the steps"),
    Output(name="all_reduce_psi", unit="psi", help="one ring all-reduce, exact: 2(N - 1)/N",
           rises_with=("devices",)),
    _psi("all_reduce_limit_psi", "the same as N grows without bound"),
    _psi("phase_psi", "one of its two phases, exact: (N - 1)/N"),
    _psi("message_psi", "the message, once"),
    Output(name="all_reduce_bytes", unit="B", help="one ring all-reduce, exact"),
    Output(name="all_reduce_limit_bytes", unit="B", help="the same as N grows without bound"),
    Output(name="phase_bytes", unit="B", help="one of its two phases, exact"),
    Output(name="message_bytes", unit="B", help="the message, once"),
    _psi("in_group_psi", "inside the sharding group, ring-exact"),
    _psi("across_psi", "across groups, ring-exact: an all-reduce of the shard"),
    _psi("across_unsharded_psi", "across groups if the whole gradient were all-reduced"),
    _psi("flat_psi", "the same scheme with one group of all devices, ring-exact"),
    Output(name="across_over_flat", unit="plain", help="across groups over the flat scheme"),
    Output(name="volume_growth", unit="fold", help="exact volume here over that at other_devices"),
    Output(name="device_growth", unit="fold", help="devices over other_devices"),
)  # fmt: skip


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `communication`; raises InputRefused for what a scheme cannot do."""
    devices, micro = number(values, "devices"), int(number(values, "microbatches"))
    name = word(values, "scheme")
    sync = _sync(name, values)
    group = group_size(
        f"scheme {name}",
        devices,
        maybe(values, "group"),
        grouped=SCHEMES[name].needs_group,
        others=" (the hybrid schemes have)",
    )
    one_each = SCHEMES[name].steps(1, 1)
    step = SCHEMES[name].steps(micro, micro if sync == "each" else 1)
    replicas = devices / group
    share = (devices - 1) / devices
    in_group = step.phases * (group - 1) / group
    across_whole = 2 * (replicas - 1) / replicas * step.reduce_scatter_phases
    across = across_whole / group
    exact, flat = in_group + across, step.phases * share
    paper = Fraction(step.phases)
    if replicas > 1:
        paper += 2 * step.reduce_scatter_phases / group
    psi, width = maybe(values, "params"), number(values, "element_bytes")
    other = maybe(values, "other_devices")

    def elements(volume: Fraction | int, each: Fraction = Fraction(1)) -> Fraction | str:
        return "needs params" if psi is None else volume * psi * each

    return amounts(
        OUTPUTS,
        {
            "communication_psi": paper,
            "exact_psi": exact,
            "communication_elements": elements(exact),
            "communication_bytes": elements(exact, width),
            "paper_elements": elements(paper),
            "paper_bytes": elements(paper, width),
            "ratio_to_ddp": paper / 2,
            "increase_over_ddp": 100 * (paper / 2 - 1),
            "reduce_scatter_psi": step.reduce_scatter_phases,
            "all_gather_psi": step.all_gather_phases,
            "gathers_once_psi": step.reduce_scatter_phases + one_each.all_gather_phases,
            **_counts(step),
            "ring_steps": 2 * (devices - 1),
            "ring_phase_steps": devices - 1,
            "ring_pieces": devices,
            "ring_pieces_twice": 2 * devices,
            "all_reduce_psi": 2 * share,
            "all_reduce_limit_psi": 2,
            "phase_psi": share,
            "message_psi": 1,
            "all_reduce_bytes": elements(2 * share, width),
            "all_reduce_limit_bytes": elements(2, width),
            "phase_bytes": elements(share, width),
            "message_bytes": elements(1, width),
            "in_group_psi": in_group,
            "across_psi": across,
            "across_unsharded_psi": across_whole,
            "flat_psi": flat,
            "across_over_flat": across / flat if flat else "nothing is sent",
            "volume_growth": "needs other_devices"
            if other is None
            else flat / (step.phases * (other - 1) / other),
            "device_growth": "needs other_devices" if other is None else devices / other,
        },
    )


def _counts(step: Collectives) -> dict[str, Fraction | int | str]:
    return {
        "all_reduces": step.all_reduces,
        "reduce_scatters": step.reduce_scatters,
        "all_gathers": step.all_gathers,
        "broadcasts": step.broadcasts,
        "collectives": step.total,
    }


def _sync(name: str, values: Mapping[str, Value]) -> Sync:
    allowed = SCHEMES[name].syncs
    if "sync" not in values:
        return allowed[0]
    sync = cast(Sync, word(values, "sync"))
    if sync not in allowed:
        raise InputRefused("sync", f"sync is {sync}; with scheme {name} it takes {allowed[0]}")
    return sync


CALCULATOR = Calculator(
    name="communication",
    version=1,
    summary="volume and steps of collectives, and of schemes of training",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={"devices": Fraction(8), "scheme": "zero3", "params": Fraction(7_000_000_000)},
)
