"""Emulated tools against their own output: DeepSpeed's estimators and Megatron's script."""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizkit.calculators.doubles import divided, double, times
from tests.calculators.golden import Row, agrees, computed, rows, value

YES = {"0": "no", "1": "yes"}


def _machine(row: Row) -> dict[str, int | str]:
    return {
        "params": row["total_params"], "gpus_per_node": row["gpus_per_node"], "nodes": row["nodes"],
        "offload_optimizer": YES[row["offload_optimizer_cpu"]],
        "buffer_factor": row["additional_buffer_factor"],
    }  # fmt: skip


@pytest.mark.parametrize(
    "row", rows("deepspeed_zero2_estimator"),
    ids=lambda row: "-".join(list(row.values())[:5]),
)  # fmt: skip
def test_zero2_estimator_is_emulated(row: Row) -> None:
    """DeepSpeed's ZeRO-2 estimator, today's and the one before pull request 5099, to the byte."""
    found = computed("deepspeed-zero2", _machine(row))
    assert value(found, "cpu_bytes") == Fraction(row["cpu_bytes"])
    assert value(found, "gpu_bytes") == Fraction(row["gpu_bytes"])
    assert value(found, "cpu_printed") == Fraction(row["cpu_printed_gib"])
    assert value(found, "gpu_printed") == Fraction(row["gpu_printed_gib"])
    before = computed("deepspeed-zero2", {**_machine(row), "version": "before-pr5099"})
    assert value(before, "gpu_bytes") == Fraction(row["gpu_bytes_before_pr5099"])
    assert value(before, "gpu_printed") == Fraction(row["gpu_printed_gib_before_pr5099"])
    _paper(row, 2, row["zero_paper_pos_g_decimal_gb"])
    assert row["exact_rational_floor_equal"] == "yes"
    exact = value(found, "gpu_bytes_per_param") * Fraction(row["total_params"])
    assert floor(exact) == value(found, "gpu_bytes")


@pytest.mark.parametrize(
    "row", rows("deepspeed_zero3_estimator"),
    ids=lambda row: "-".join(list(row.values())[:8]),
)  # fmt: skip
def test_zero3_estimator_is_emulated(row: Row) -> None:
    """DeepSpeed's ZeRO-3 estimator to the byte, whatever is offloaded."""
    found = computed("deepspeed-zero3", {
        **_machine(row), "largest_layer": row["largest_layer_params"],
        "offload_params": YES[row["offload_param_cpu"]], "zero_init": YES[row["zero_init"]],
    })  # fmt: skip
    assert value(found, "cpu_bytes") == Fraction(row["cpu_bytes"])
    assert value(found, "gpu_bytes") == Fraction(row["gpu_bytes"])
    assert value(found, "largest_layer_bytes") == Fraction(row["largest_layer_bytes"])
    assert value(found, "cpu_printed") == Fraction(row["cpu_printed_gib"])
    assert value(found, "gpu_printed") == Fraction(row["gpu_printed_gib"])
    _paper(row, 3, row["zero_paper_pos_g_p_decimal_gb"])
    assert row["exact_rational_floor_equal"] == "yes"


def _paper(row: Row, stage: int, printed: str) -> None:
    """The paper's own model, beside the tool's; listed only where nothing is offloaded."""
    if not printed:
        return
    devices = int(row["gpus_per_node"]) * int(row["nodes"])
    found = computed("zero", {"params": row["total_params"], "devices": devices, "stage": stage})
    assert agrees(value(found, "bytes_per_device") / 10**9, printed)


def _documented(setup: str) -> dict[str, int | str]:
    """Inputs out of a setup as the golden file words it."""
    given: dict[str, int | str] = {}
    params = re.search(r"live (\d+) params|cold ([\de]+)[ /;]|([\d.e]+) used|t5-3b live", setup)
    assert params is not None, setup
    told = params[1] or params[2] or params[3] or "2851598336"
    given["params"] = str(Fraction(told))
    layer = re.search(r"largest layer (\d+)|/([\de]+);|([\d.]+)M largest", setup)
    if layer is not None:
        millions = layer[3]
        told = str(Fraction(millions) * 10**6) if millions else layer[1] or layer[2]
        given["largest_layer"] = str(Fraction(told))
    nodes, gpus = re.findall(r"(\d+)x(\d+)", setup)[0]
    given |= {"nodes": nodes, "gpus_per_node": gpus}
    names = {
        "offload_optimizer": "offload_optimizer", "offload_opt": "offload_optimizer",
        "offload_param": "offload_params", "zero_init": "zero_init",
    }  # fmt: skip
    for name, switch in re.findall(r"(\w+)=([01])", setup):
        given[names[name]] = YES[switch]
    return given


@pytest.mark.parametrize(
    "row", rows("deepspeed_docs_printed"), ids=lambda row: f"{row['estimator']}: {row['setup']}"
)
def test_documentation_is_older_than_the_code(row: Row) -> None:
    """What DeepSpeed's documentation prints: the ZeRO-2 GPU figures are from before 5099."""
    name, given = f"deepspeed-{row['estimator']}", _documented(row["setup"])
    found = computed(name, given)
    assert value(found, "cpu_printed") == Fraction(row["current_code_cpu_gib"])
    assert value(found, "gpu_printed") == Fraction(row["current_code_gpu_gib"])
    printed = (Fraction(row["printed_cpu_gib"]), Fraction(row["printed_gpu_gib"]))
    now = (value(found, "cpu_printed"), value(found, "gpu_printed"))
    assert (now == printed) == (row["matches_current_code"] == "yes")
    if row["pre_pr5099_gpu_gib"]:
        before = computed(name, {**given, "version": "before-pr5099"})
        assert value(before, "gpu_printed") == Fraction(row["pre_pr5099_gpu_gib"])
        then = (value(before, "cpu_printed"), value(before, "gpu_printed"))
        assert (then == printed) == (row["matches_pre_pr5099"] == "yes")


@given(
    st.integers(1, 10**18),
    st.integers(1, 512),
    st.integers(1, 700),
    st.sampled_from([1.5, 1.1, 2.7]),
)
def test_float_steps_are_repeated_exactly(
    params: int, gpus: int, nodes: int, factor: float
) -> None:
    """Rounding each product to a double gives what Python's own floats give, then `int()`."""
    in_floats = int(params * 18 * (1 / nodes) * factor)
    exact = times(times(params * 18, divided(1, nodes)), double(Fraction(factor)))
    assert floor(exact) == in_floats
    assert floor(divided(18 * params, gpus * nodes)) == int(18 * params / (gpus * nodes))


@given(st.fractions(min_value=-(10**30), max_value=10**30))
def test_double_is_the_nearest_float(exact: Fraction) -> None:
    """`double` equals the conversion to a float, which rounds to nearest, ties to even."""
    assert double(exact) == Fraction(exact.numerator / exact.denominator)


@pytest.mark.parametrize(
    "row", rows("megatron_dist_optimizer"), ids=lambda row: f"{row['dtypes']}-{row['d']}"
)
def test_megatron_optimizer_bytes(row: Row) -> None:
    """Megatron's distributed optimizer: bytes per parameter and reduction at each degree."""
    types = "bf16" if row["dtypes"].startswith("bf16") else row["dtypes"][:4]
    found = computed("megatron-optimizer", {"types": types, "data": row["d"]})
    assert value(found, "whole_bytes_per_param") == Fraction(row["non_distributed_bytes"])
    assert value(found, "bytes_per_param") == Fraction(row["distributed_bytes_fraction"])
    assert agrees(value(found, "bytes_per_param"), row["distributed_bytes_decimal"])
    assert value(found, "reduction_factor") == Fraction(row["reduction_fraction"])
    assert agrees(value(found, "reduction_factor"), row["reduction_decimal"])
    kept, _, sharded = row["distributed_formula"].partition(" + ")
    assert value(found, "replicated_bytes_per_param") == Fraction(kept)
    whole = Fraction(kept) + Fraction(sharded.removesuffix("/d"))
    assert value(found, "whole_bytes_per_param") == whole


def test_optimizer_instances_shard_over_fewer_ranks() -> None:
    """With k instances the fp32 state is sharded over d/k ranks: 6 + 12k/d."""
    found = computed("megatron-optimizer", {"data": 64, "instances": 4})
    assert value(found, "bytes_per_param") == 6 + Fraction(12 * 4, 64)


@pytest.mark.parametrize(
    "row", rows("megatron_theoretical_memory"),
    ids=lambda row: "-".join(list(row.values())[:17]),
)  # fmt: skip
def test_megatron_script_is_emulated(row: Row) -> None:
    """Megatron's theoretical memory script, every figure that it prints."""
    optional = {
        "kv_heads": row["num_query_groups"], "ffn": row["ffn_hidden_size"], "chunks": row["vpp"],
        "experts": row["num_experts"], "expert_parallel": row["ep"],
    }  # fmt: skip
    found = computed("megatron-memory", {
        "layers": row["num_layers"], "hidden": row["hidden_size"],
        "heads": row["num_attention_heads"], "vocab": row["padded_vocab_size"],
        "sequence": row["seq_length"], "batch": row["micro_batch_size"],
        "microbatches": row["num_microbatches"], "tensor": row["tp"], "pipeline": row["pp"],
        "data": row["dp"], "distributed": YES[row["use_distributed_optimizer"]],
        "sequence_parallel": YES[row["sequence_parallel"]],
        "recompute": row["recompute_granularity"], "swiglu": YES[row["swiglu"]],
        "norm": row["normalization"], "untied": YES[row["untie_embeddings"]],
        "bias": YES[row["add_bias_linear"]],
        **{name: text for name, text in optional.items() if text},
    })  # fmt: skip
    printed = {
        "params_printed": row["printed_total_params_billions"],
        "shard_params_printed": row["printed_most_loaded_shard_billions"],
        "activation_per_layer_printed": row["printed_activation_per_layer_mib"],
        "weight_and_optimizer_printed": row["printed_weight_and_optimizer_mib"],
        "activation_printed": row["printed_activation_mib"],
        "total_printed": row["printed_total_mib"],
    }
    assert {name: value(found, name) for name in printed} == {
        name: Fraction(text) for name, text in printed.items()
    }
