"""Turn a Megatron-LM run into its optimizer's bytes per parameter and its memory estimate.

`megatron-optimizer`: the table in Megatron-LM's `docs/user-guide/features/dist_optimizer.md`. With
`--use-distributed-optimizer` fp32 state is sharded over the d data-parallel ranks, with k instances
over d/k of them; parameters and the gradient buffer stay whole.

`megatron-memory`: `megatron/training/theoretical_memory_usage.py` of Megatron-LM, the version
whose experts have their own tensor, expert and data degrees (GQA and MoE; no latent attention
or multi-token prediction). What it prints as "MB" is MiB. It assumes bf16 with fp32 gradients, 18
bytes. Its activations are Korthikanti's with sequence parallelism and selective recomputation;
other settings take a formula with no attention term and 5 % on top, whatever the recomputation.
Activations of experts count one MLP at full width and are divided by t.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

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
from quizkit.calculators.rendering import half_even
from quizkit.errors import InputRefused

_SWITCH = ("no", "yes")
_TYPES = {"fp16": (4, 16), "bf16": (6, 12), "fp32": (8, 8)}

# --- bytes per parameter ------------------------------------------------------------------------

OPTIMIZER_INPUTS = (
    choice("types", "parameters and gradients: fp16 both, bf16 with fp32 gradients, fp32 both",
           tuple(_TYPES), "bf16"),
    whole("data", "data-parallel degree, d"),
    choice("distributed", "with --use-distributed-optimizer", _SWITCH, "yes"),
    whole("instances", "num_distributed_optimizer_instances, k", default=1),
)  # fmt: skip

OPTIMIZER_OUTPUTS = (
    Output(name="bytes_per_param", unit="bytes/param", help="on each rank", falls_with=("data",)),
    Output(name="whole_bytes_per_param", unit="bytes/param", help="without sharding: 20, 18, 16"),
    Output(name="replicated_bytes_per_param", unit="bytes/param", help="what stays whole"),
    Output(name="reduction_factor", unit="fold", help="without sharding over with"),
    Output(name="reduction_limit", unit="fold", help="what the factor tends to as d grows"),
)


def optimizer(values: Mapping[str, Value]) -> Amounts:
    """Every output of `megatron-optimizer`."""
    kept, sharded = _TYPES[word(values, "types")]
    data, instances = number(values, "data"), number(values, "instances")
    if data % instances:
        raise InputRefused(
            "instances", f"instances is {instances}; it takes a divisor of data, {data}"
        )
    degree = data / instances if word(values, "distributed") == "yes" else Fraction(1)
    held = kept + sharded / degree
    return amounts(
        OPTIMIZER_OUTPUTS,
        {
            "bytes_per_param": held,
            "whole_bytes_per_param": kept + sharded,
            "replicated_bytes_per_param": kept,
            "reduction_factor": (kept + sharded) / held,
            "reduction_limit": Fraction(kept + sharded, kept),
        },
    )


OPTIMIZER = Calculator(
    name="megatron-optimizer",
    version=1,
    summary="bytes per parameter of Megatron-LM's distributed optimizer",
    inputs=OPTIMIZER_INPUTS,
    outputs=OPTIMIZER_OUTPUTS,
    compute=optimizer,
    example={"data": Fraction(64)},
)

# --- theoretical memory ---------------------------------------------------------------------------

MEMORY_INPUTS = (
    whole("layers", "num_layers"),
    whole("hidden", "hidden_size"),
    whole("heads", "num_attention_heads"),
    whole("kv_heads", "num_query_groups; absent: as heads", optional=True),
    whole("ffn", "ffn_hidden_size, of an expert too; absent: 4 x hidden", optional=True),
    whole("vocab", "padded vocabulary", default=51200),
    whole("sequence", "seq_length", default=2048),
    whole("batch", "micro_batch_size", default=1),
    whole("microbatches", "micro-batches per step", default=1),
    whole("tensor", "tensor-parallel degree", default=1),
    whole("pipeline", "pipeline-parallel degree", default=1),
    whole("chunks", "virtual pipeline chunks; absent: not interleaved", optional=True),
    whole("data", "data-parallel degree", default=1),
    whole("experts", "num_experts; absent: a dense model", optional=True),
    whole("active_experts", "moe_router_topk", default=2),
    whole("expert_parallel", "expert-parallel degree", default=1),
    whole(
        "expert_tensor",
        "expert tensor-parallel degree (Megatron-LM itself starts from tensor)",
        default=1,
    ),
    choice("distributed", "with --use-distributed-optimizer", _SWITCH, "yes"),
    choice("sequence_parallel", "with --sequence-parallel", _SWITCH, "yes"),
    choice("recompute", "--recompute-granularity", ("none", "selective", "full"), "selective"),
    choice("swiglu", "gated MLP", _SWITCH, "no"),
    choice("norm", "normalization", ("LayerNorm", "RMSNorm"), "LayerNorm"),
    choice("untied", "head apart from the embedding", _SWITCH, "no"),
    choice("bias", "linear biases (only the router's are counted)", _SWITCH, "yes"),
)


def _printed(name: str, unit: str, words: str) -> Output:
    return Output(name=name, unit=unit, help=words)


MEMORY_OUTPUTS = (
    Output(name="params", unit="params", help="total, as the script counts"),
    Output(name="active_params", unit="params", help="those that one token passes"),
    Output(name="shard_params", unit="params", help="on the most loaded shard"),
    Output(name="weight_and_optimizer_bytes", unit="B", help="on the most loaded shard"),
    Output(name="activation_bytes_per_layer", unit="B", help="of one layer, over t"),
    Output(name="activation_bytes", unit="B", help="of the first stage"),
    Output(name="total_bytes", unit="B", help="both"),
    _printed("params_printed", "plain", "total in billions, as printed"),
    _printed("shard_params_printed", "plain", "most loaded shard in billions, as printed"),
    _printed("activation_per_layer_printed", "MiB", 'as printed, "MB" being MiB'),
    _printed("weight_and_optimizer_printed", "MiB", "likewise"),
    _printed("activation_printed", "MiB", "likewise"),
    _printed("total_printed", "MiB", "likewise"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counts:
    """Parameters by how they are held; `*_block` of all layers, the rest of one."""

    tensor_sharded: Fraction
    replicated: Fraction
    experts: Fraction
    active_experts: Fraction
    final_norm: Fraction
    embedding: Fraction
    embeddings: int

    def total(self, experts: Fraction) -> Fraction:
        return (
            self.tensor_sharded + self.replicated + experts + self.final_norm
            + self.embeddings * self.embedding
        )  # fmt: skip


def memory(values: Mapping[str, Value]) -> Amounts:
    """Every output of `megatron-memory`."""
    counts = _counts(values)
    t, p, d = (number(values, name) for name in ("tensor", "pipeline", "data"))
    expert_shards = number(values, "expert_parallel") * number(values, "expert_tensor")
    # The last stage holds the head; the script counts an untied one only where all is one stage.
    embeddings = counts.embeddings if p == 1 else 1
    dense = (counts.tensor_sharded / p + embeddings * counts.embedding) / t
    dense += (counts.replicated + counts.final_norm) / p
    experts = counts.experts / p / expert_shards
    expert_data = t * p * d // (expert_shards * p)
    if counts.experts and expert_data == 0:
        raise InputRefused(
            "expert_parallel", f"{expert_shards} expert shards are more than {t * d} devices"
        )
    states = dense * _bytes(values, d)
    if counts.experts:
        states += experts * _bytes(values, Fraction(expert_data))
    per_layer, activations = _activations(values)
    mib = 2**20
    return amounts(
        MEMORY_OUTPUTS,
        {
            "params": counts.total(counts.experts),
            "active_params": counts.total(counts.active_experts),
            "shard_params": dense + experts,
            "weight_and_optimizer_bytes": states,
            "activation_bytes_per_layer": per_layer,
            "activation_bytes": activations,
            "total_bytes": states + activations,
            "params_printed": half_even(counts.total(counts.experts) / 10**9, 2),
            "shard_params_printed": half_even((dense + experts) / 10**9, 4),
            "activation_per_layer_printed": half_even(per_layer / mib, 1),
            "weight_and_optimizer_printed": half_even(states / mib, 2),
            "activation_printed": half_even(activations / mib, 2),
            "total_printed": half_even((states + activations) / mib, 2),
        },
    )


def _counts(values: Mapping[str, Value]) -> _Counts:
    layers, h, heads = (number(values, name) for name in ("layers", "hidden", "heads"))
    kv, ffn = maybe(values, "kv_heads") or heads, maybe(values, "ffn") or 4 * h
    experts, active = maybe(values, "experts"), number(values, "active_experts")
    norm = h * (1 if word(values, "norm") == "RMSNorm" else 2)
    mlp = 2 * h * ffn * (Fraction(3, 2) if word(values, "swiglu") == "yes" else 1)
    attention = 2 * h * h * (1 + kv / heads)
    router = Fraction(0)
    if experts is not None:
        if active > experts:
            raise InputRefused(
                "active_experts", f"active_experts is {active}; it takes 1 to experts, {experts}"
            )
        router = h * experts + (experts if word(values, "bias") == "yes" else 0)
    return _Counts(
        tensor_sharded=layers * (attention + (mlp if experts is None else 0)),
        replicated=layers * (2 * norm + router),
        experts=Fraction(0) if experts is None else layers * mlp * experts,
        active_experts=Fraction(0) if experts is None else layers * mlp * active,
        final_norm=norm,
        embedding=h * number(values, "vocab"),
        embeddings=2 if word(values, "untied") == "yes" else 1,
    )


def _bytes(values: Mapping[str, Value], degree: Fraction) -> Fraction:
    return 6 + 12 / degree if word(values, "distributed") == "yes" else Fraction(18)


def _activations(values: Mapping[str, Value]) -> tuple[Fraction, Fraction]:
    """Bytes of one layer and of the first stage, by either of the script's two functions."""
    s, b, h, layers, t, p, m, vocab = (
        number(values, name)
        for name in (
            "sequence", "batch", "hidden", "layers", "tensor", "pipeline", "microbatches", "vocab",
        )
    )  # fmt: skip
    ffn, chunks = maybe(values, "ffn") or 4 * h, maybe(values, "chunks")
    in_flight = min(Fraction(1), m / p) if p > 1 else Fraction(1)
    if chunks is not None:
        in_flight = 1 + (p - 1) / (p * chunks)
    ends = 8 * s * b * p + s * b * h * p
    if word(values, "sequence_parallel") == "yes" and word(values, "recompute") == "selective":
        layer = s * b * h * (18 + 4 * ffn / h)
        total = (layer * layers + ends) * in_flight
        if p == 1:
            total += s * b * h * 4 * (1 + vocab / h)
        return layer / t, total / t
    layer = s * b * h * (10 + 24 / t)
    total = (layer * layers + ends) * in_flight
    if p == 1:
        total += 2 * (s * b * vocab / t + s * b * h)
    return layer, total * Fraction(105, 100)


MEMORY = Calculator(
    name="megatron-memory",
    version=1,
    summary="what Megatron-LM's theoretical memory script prints",
    inputs=MEMORY_INPUTS,
    outputs=MEMORY_OUTPUTS,
    compute=memory,
    example={
        "layers": Fraction(96), "hidden": Fraction(12288), "heads": Fraction(96),
        "tensor": Fraction(8), "pipeline": Fraction(8), "microbatches": Fraction(64),
    },
)  # fmt: skip
