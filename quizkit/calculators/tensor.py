"""Turn a tensor degree and a layer's shape into all-reduces, elements sent and weights held.

Shoeybi et al. 2019 (arXiv 1909.08053), section 3, and Narayanan et al. 2021 (arXiv 2104.04473),
sections 2.3, 3.2 and 4.1. Each layer all-reduces bsh elements twice in the forward and twice in the
backward (b the micro-batch): 8bsh(t - 1)/t elements sent per layer, device and micro-batch. Full
recomputation repeats the forward's two: 6 and 12bsh(t - 1)/t. ZeRO section 8 has that 12 but drops
the batch. With sequence parallelism 4 all-gathers and 4 reduce-scatters move the same (Korthikanti
et al. 2022, section 4.2.2). Stages of a pipeline pass bsh elements per micro-batch and direction,
bsh/t with scatter/gather. Layer norms stay whole on every rank.
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
    maybe,
    number,
    whole,
)
from quizkit.errors import InputRefused

INPUTS = (
    whole("tensor", "tensor-parallel degree, t"),
    whole("sequence", "sequence length, s", default=2048),
    whole("batch", "micro-batch, b", default=1),
    whole("hidden", "hidden size, h"),
    whole("layers", "layers of a pipeline stage", default=1),
    whole("heads", "attention heads", optional=True),
    whole("ffn", "MLP width; absent: 4h", optional=True),
    Input(name="element_bytes", help="bytes of each element sent", above=Fraction(0),
          default=Fraction(2)),
)  # fmt: skip


def _count(name: str, words: str) -> Output:
    return Output(name=name, unit="plain", help=words)


def _elements(name: str, words: str) -> Output:
    return Output(name=name, unit="elements", help=words,
                  rises_with=("sequence", "batch", "hidden"))  # fmt: skip


def _params(name: str, words: str) -> Output:
    return Output(name=name, unit="params", help=words)


OUTPUTS = (
    _count("all_reduces_forward", "all-reduces in a layer's forward"),
    _count("all_reduces_backward", "all-reduces in its backward"),
    _count("all_reduces", "both"),
    _count("all_reduces_full_recompute", "with the forward repeated"),
    _count("all_reduces_mlp_forward", "of the MLP alone, forward"),
    _count("all_reduces_mlp", "of the MLP alone, forward and backward"),
    _count("collective_phases", "reduce-scatters and all-gathers that the all-reduces are made of"),
    _elements("message_elements", "elements of one all-reduce, bsh"),
    _elements("elements_forward", "sent per layer, forward"),
    _elements("elements_per_layer", "sent per layer, forward and backward"),
    _elements("elements_full_recompute", "sent per layer with full recomputation"),
    _elements("elements_limit", "forward and backward with (t - 1)/t counted as 1"),
    _elements("elements_full_recompute_limit", "full recomputation with (t - 1)/t counted as 1"),
    Output(name="elements_without_batch", unit="elements",
           help="full recomputation as ZeRO section 8 writes it, 12sh", rises_with=("sequence",)),
    _elements("elements_per_stage", "sent per pipeline stage, forward and backward"),
    Output(name="bytes_per_stage", unit="B", help="that in bytes", rises_with=("element_bytes",)),
    _elements("border_elements", "passed between two pipeline stages, one direction"),
    _elements("border_elements_scatter_gather", "the same with scatter/gather"),
    _elements("border_elements_times_layers", "the plain ones times layers"),
    _params("mlp_params", "MLP weights of a layer without biases, whole"),
    _params("mlp_params_per_device", "on a device"),
    _params("mlp_matrix_params_per_device", "one of the two matrices on a device"),
    _params("attention_params_per_device", "attention weights without biases on a device"),
    _params("layer_norm_params_per_device", "the two layer norms: whole on every rank"),
    Output(name="layer_norm_share", unit="percent", help="share of them that a device holds"),
    Output(name="layer_norm_share_if_split", unit="percent", help="as if they were split too"),
    _count("heads_per_device", "attention heads on a device"),
    _elements("partition_elements", "sent for ZeRO's P_a: one all-gather of bsh per layer"),
    _elements("partition_elements_limit", "the same with (t - 1)/t counted as 1"),
    Output(name="partition_overhead", unit="percent",
           help="that over full recomputation's traffic, by ZeRO section 8"),
    _count("partition_cpu_transfers", "times that P_a+cpu moves each checkpoint: out and back"),
)  # fmt: skip


def compute(values: Mapping[str, Value]) -> Amounts:
    """Every output of `tensor`; raises InputRefused where t does not divide heads or width."""
    t, s, b, h, layers, size = (
        number(values, n)
        for n in ("tensor", "sequence", "batch", "hidden", "layers", "element_bytes")
    )
    heads, ffn = maybe(values, "heads"), maybe(values, "ffn") or 4 * h
    if heads is not None and heads % t:
        raise InputRefused("tensor", f"tensor is {t}; it takes a divisor of heads, {heads}")
    if ffn % t:
        raise InputRefused("tensor", f"tensor is {t}; it takes a divisor of the MLP width, {ffn}")
    bsh, share = b * s * h, (t - 1) / t
    per_layer, mlp = 8 * bsh * share, 2 * h * ffn
    return amounts(
        OUTPUTS,
        {
            "all_reduces_forward": 2,
            "all_reduces_backward": 2,
            "all_reduces": 4,
            "all_reduces_full_recompute": 6,
            "all_reduces_mlp_forward": 1,
            "all_reduces_mlp": 2,
            "collective_phases": 8,
            "message_elements": bsh,
            "elements_forward": per_layer / 2,
            "elements_per_layer": per_layer,
            "elements_full_recompute": 12 * bsh * share,
            "elements_limit": 8 * bsh,
            "elements_full_recompute_limit": 12 * bsh,
            "elements_without_batch": 12 * s * h,
            "elements_per_stage": per_layer * layers,
            "bytes_per_stage": per_layer * layers * size,
            "border_elements": bsh,
            "border_elements_scatter_gather": bsh / t,
            "border_elements_times_layers": bsh * layers,
            "mlp_params": mlp,
            "mlp_params_per_device": mlp / t,
            "mlp_matrix_params_per_device": mlp / 2 / t,
            "attention_params_per_device": 4 * h**2 / t,
            "layer_norm_params_per_device": 4 * h,
            "layer_norm_share": 100,
            "layer_norm_share_if_split": 100 / t,
            "heads_per_device": "needs heads" if heads is None else heads / t,
            "partition_elements": bsh * share,
            "partition_elements_limit": bsh,
            "partition_overhead": Fraction(100, 12),
            "partition_cpu_transfers": 2,
        },
    )


CALCULATOR = Calculator(
    name="tensor",
    version=1,
    summary="all-reduces, elements sent and weights held under tensor parallelism",
    inputs=INPUTS,
    outputs=OUTPUTS,
    compute=compute,
    example={
        "tensor": Fraction(8), "hidden": Fraction(12288), "sequence": Fraction(2048),
        "heads": Fraction(96),
    },
)  # fmt: skip
