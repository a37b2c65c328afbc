"""Frameworks' options against the table of what each shards and sends."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from quizkit.calculators import find
from tests.calculators.golden import Row, computed, rows, value

OPTIONS = {
    "P_os": "zero-os",
    "P_os+g": "zero-os-g",
    "P_os+g+p": "zero-os-g-p",
    "zero_optimization.stage 0": "deepspeed-stage-0",
    "zero_optimization.stage 1": "deepspeed-stage-1",
    "zero_optimization.stage 2": "deepspeed-stage-2",
    "zero_optimization.stage 3": "deepspeed-stage-3",
    "stage 3 + zero_hpz_partition_size": "deepspeed-stage-3-hpz",
    "mics_shard_size": "deepspeed-mics",
    "NO_SHARD": "fsdp1-no-shard",
    "SHARD_GRAD_OP": "fsdp1-shard-grad-op",
    "FULL_SHARD": "fsdp1-full-shard",
    "HYBRID_SHARD": "fsdp1-hybrid-shard",
    "_HYBRID_SHARD_ZERO2": "fsdp1-hybrid-shard-zero2",
    "fully_shard reshard_after_forward=True": "fsdp2-reshard-true",
    "fully_shard reshard_after_forward=False": "fsdp2-reshard-false",
    "fully_shard reshard_after_forward=int k": "fsdp2-reshard-group",
    "2-D mesh (replicate, shard)": "fsdp2-mesh-2d",
    "ZeroRedundancyOptimizer + DDP": "zero-redundancy-optimizer",
    "--use-distributed-optimizer bf16": "megatron-optimizer-bf16",
    "--use-distributed-optimizer fp16": "megatron-optimizer-fp16",
    "num_distributed_optimizer_instances=k": "megatron-optimizer-instances",
    "no_shard / 0": "megatron-fsdp-no-shard",
    "optim / 1": "megatron-fsdp-optim",
    "optim_grads / 2": "megatron-fsdp-optim-grads",
    "optim_grads_params / 3": "megatron-fsdp-optim-grads-params",
    "LowLevelZeroPlugin(stage=1)": "colossal-low-level-zero-1",
    "LowLevelZeroPlugin(stage=2)": "colossal-low-level-zero-2",
    "GeminiPlugin": "colossal-gemini",
}

# A mixture of the others (`default None`), or a setting that passes through to another library.
PASSED_THROUGH = {
    "fully_shard default None",
    "fsdp_sharding_strategy (fsdp_version 1)",
    "fsdp_reshard_after_forward (fsdp_version 2)",
    "deepspeed zero_stage",
    "HybridParallelPlugin(zero_stage=1|2)",
}

DEVICES, GROUP = 32, 8


def _formula(text: str) -> Fraction | None:
    """`2 + 14/N` at 32 devices in groups of 8; None where the cell is not a formula."""
    terms = re.match(r"(\d+k?(?:/\w+)?)(?: \+ (\d+k?/\w+))?(?:$| \(| rounded)", text)
    if terms is None:
        return None
    total = Fraction(0)
    for term in filter(None, terms.groups()):
        over, _, under = term.partition("/")
        count = Fraction(over.removesuffix("k")) * (DEVICES // GROUP if "k" in over else 1)
        total += count / {"": 1, "N": DEVICES, "d": DEVICES}.get(under, GROUP)
    return total


def test_every_option_is_offered_or_set_apart() -> None:
    """Each row of the table is an option, except those that only pass a setting on."""
    assert {row["option"] for row in rows("framework_mapping")} == OPTIONS.keys() | PASSED_THROUGH
    assert find("frameworks").input("option").choices == tuple(OPTIONS.values())


@pytest.mark.parametrize(
    "row", [row for row in rows("framework_mapping") if row["option"] in OPTIONS],
    ids=lambda row: f"{row['framework']}: {row['option']}",
)  # fmt: skip
def test_options_hold_and_send_what_the_table_says(row: Row) -> None:
    """Bytes at rest by the table's formula, volume by its number, stage by its first digit."""
    option = OPTIONS[row["option"]]
    given: dict[str, int | str] = {"option": option, "devices": DEVICES}
    grouped = re.search(r"group|hybrid|mics|mesh|instances|hpz", option) is not None
    found = computed("frameworks", {**given, "group": GROUP} if grouped else given)
    held = _formula(row["persistent_bytes_per_param_mixed"])
    if held is not None:
        assert value(found, "bytes_per_param") == held
    if row["extra_resident_bytes_fwd_bwd"][0] == "2":
        extra = value(found, "computing_bytes_per_param") - value(found, "bytes_per_param")
        assert extra == _formula(row["extra_resident_bytes_fwd_bwd"])
    stage = row["zero_equivalent"][0]
    if stage.isdigit():
        assert value(found, "communication_stage") == int(stage)
    sent = row["comm_psi_per_step_one_microbatch"]
    if sent[0].isdigit() and "AG" not in sent:
        across = Fraction(2, GROUP) if "across" in sent or "cross" in sent else 0
        assert value(found, "communication_psi") == int(sent[0]) + across
