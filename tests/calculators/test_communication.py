"""Collectives and training steps against the papers' and frameworks' volumes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quizkit.errors import InputRefused
from tests.calculators.golden import Row, agrees, computed, rows, value

SCHEMES = {
    "dp_allreduce": "ddp",
    "zero1": "zero1",
    "zero2": "zero2",
    "zero3": "zero3",
    "pytorch_zero_redundancy_optimizer_ddp": "zero-redundancy-optimizer",
    "fsdp_full_shard": "fsdp-full-shard",
    "fsdp_shard_grad_op": "fsdp-shard-grad-op",
}

ACCUMULATION = {
    "zero1_deepspeed": ("zero1", "last"),
    "zero2_deepspeed": ("zero2", "each"),
    "zero3_deepspeed": ("zero3", "each"),
    "fsdp_full_shard_sync_each": ("fsdp-full-shard", "each"),
    "fsdp_full_shard_no_sync": ("fsdp-full-shard", "last"),
    "fsdp_shard_grad_op_sync_each": ("fsdp-shard-grad-op", "each"),
    "fsdp_shard_grad_op_no_sync": ("fsdp-shard-grad-op", "last"),
    "ddp_no_sync": ("ddp", "last"),
}

ZERO_STAGES = {"0": "ddp", "1": "zero1", "2": "zero2", "3": "zero3"}


@pytest.mark.parametrize(
    "row", rows("comm_volume_exact"), ids=lambda row: f"{row['scheme']}-{row['n_d']}"
)
def test_volumes_are_ring_exact(row: Row) -> None:
    """Each scheme's volume, exact, by the paper's convention, and over plain data parallelism."""
    found = computed("communication", {"devices": row["n_d"], "scheme": SCHEMES[row["scheme"]]})
    assert value(found, "exact_psi") == Fraction(row["exact_volume_psi_fraction"])
    assert agrees(value(found, "exact_psi"), row["exact_volume_psi_decimal"])
    assert value(found, "ratio_to_ddp") == Fraction(row["ratio_to_dp"])
    if row["paper_volume_psi"]:
        assert value(found, "communication_psi") == Fraction(row["paper_volume_psi"])
    named = {
        "all-reduce": "all_reduces",
        "reduce-scatter": "reduce_scatters",
        "all-gather": "all_gathers",
        "per-rank broadcast": "broadcasts",
    }
    counted = dict.fromkeys(named.values(), 0)
    for part in row["collectives"].split(" + "):
        times, _, kind = part.partition(" ") if part[0].isdigit() else ("1", "", part)
        counted[named[kind]] += int(times)
    assert {name: value(found, name) for name in counted} == counted


@pytest.mark.parametrize(
    "row",
    rows("comm_gradient_accumulation"),
    ids=lambda row: f"{row['scheme']}-{row['micro_steps']}",
)
def test_accumulation_changes_the_volume(row: Row) -> None:
    """Over M micro-batches each framework reduces and gathers as often as its code does."""
    scheme, sync = ACCUMULATION[row["scheme"]]
    found = computed("communication", {
        "devices": 8, "scheme": scheme, "sync": sync, "microbatches": row["micro_steps"],
    })  # fmt: skip
    assert value(found, "reduce_scatter_psi") == Fraction(row["reduce_scatters_psi"])
    assert value(found, "all_gather_psi") == Fraction(row["all_gathers_psi"])
    assert value(found, "communication_psi") == Fraction(row["total_psi"])
    assert value(found, "ratio_to_ddp") == Fraction(row["ratio_to_dp_2psi"])


@pytest.mark.parametrize(
    "row", rows("comm_bytes_examples"),
    ids=lambda row: f"{row['model']}-{row['n_d']}-{row['zero_stage']}",
)  # fmt: skip
def test_bytes_sent_name_their_convention(row: Row) -> None:
    """Bytes sent per device, ring-exact and by the paper; `zero` agrees on the elements."""
    found = computed("communication", {
        "devices": row["n_d"], "scheme": ZERO_STAGES[row["zero_stage"]], "params": row["psi"],
        "element_bytes": row["bytes_per_element"],
    })  # fmt: skip
    elements = Fraction(row["exact_elements_sent_per_device"])
    assert value(found, "communication_psi") == Fraction(row["paper_multiple"])
    assert value(found, "communication_elements") == elements
    assert value(found, "communication_bytes") == Fraction(row["exact_bytes_sent_per_device"])
    assert agrees(value(found, "communication_bytes") / 10**9, row["exact_decimal_gb"])
    assert value(found, "paper_bytes") == Fraction(row["paper_bytes"])
    assert value(found, "paper_bytes") / 10**9 == Fraction(row["paper_decimal_gb"])
    states = computed("zero", {
        "params": row["psi"], "devices": row["n_d"], "stage": row["zero_stage"],
    })  # fmt: skip
    assert value(states, "communication_psi") == Fraction(row["paper_multiple"])
    assert value(states, "communication_elements") == elements


@pytest.mark.parametrize(
    "row", rows("hybrid_shard"), ids=lambda row: f"{row['shard_group_size']}x{row['replicas']}"
)
def test_hybrid_sharding_reduces_a_shard_across_groups(row: Row) -> None:
    """HYBRID_SHARD's volumes inside and across groups, and its bytes against flat stage 3."""
    given = {"devices": row["world_size"], "group": row["shard_group_size"]}
    found = computed("communication", {**given, "scheme": "fsdp-hybrid-shard"})
    assert value(found, "in_group_psi") == Fraction(row["in_group_psi_full_shard"])
    assert value(found, "across_psi") == Fraction(row["cross_group_psi"])
    assert value(found, "exact_psi") == Fraction(row["total_psi_hybrid_shard"])
    assert value(found, "flat_psi") == Fraction(row["flat_zero3_psi"])
    over = value(found, "across_over_flat")
    assert over == 0 if row["cross_over_flat"] == "0" else agrees(over, row["cross_over_flat"])
    zero2 = computed("communication", {**given, "scheme": "fsdp-hybrid-shard-zero2"})
    assert value(zero2, "exact_psi") == Fraction(row["total_psi_hybrid_shard_zero2"])
    states = computed("zero", {**given, "params": 1, "stage": 3})
    assert value(states, "bytes_per_param") == Fraction(row["hsdp_bytes_per_param"])
    assert value(states, "communication_elements") == Fraction(row["total_psi_hybrid_shard"])
    flat = computed("zero", {"devices": row["world_size"], "params": 1, "stage": 3})
    assert value(flat, "bytes_per_param") == Fraction(row["flat_zero3_bytes_per_param"])


@pytest.mark.parametrize("row", rows("zeropp_volume"), ids=lambda row: row["configuration"])
def test_zeropp_cuts_what_crosses_nodes(row: Row) -> None:
    """ZeRO++'s Table 1: each switch, and all together a fourth of 3 M."""
    on = row["configuration"].lower()
    found = computed("zeropp", {
        name: "yes" if name in on or "(all)" in on else "no" for name in ("qwz", "hpz", "qgz")
    })  # fmt: skip
    assert value(found, "forward_all_gather_psi") == Fraction(row["forward_allgather_m"])
    assert value(found, "backward_all_gather_psi") == Fraction(row["backward_allgather_m"])
    assert value(found, "reduce_scatter_psi") == Fraction(row["reduce_scatter_m"])
    assert value(found, "communication_psi") == Fraction(row["total_m"])
    assert value(found, "reduction_factor") == Fraction(row["reduction_factor"])


@pytest.mark.parametrize("devices", [1, 2, 3, 4, 8, 9])
def test_a_simulated_ring_sends_what_the_formula_says(devices: int) -> None:
    """Walking a ring all-reduce step by step counts the calculator's steps and volume."""
    sent, steps = Fraction(0), 0
    for _phase in ("reduce-scatter", "all-gather"):
        for _step in range(devices - 1):
            sent += Fraction(1, devices)
            steps += 1
    found = computed("communication", {"devices": devices})
    assert value(found, "all_reduce_psi") == sent
    assert value(found, "ring_steps") == steps


@pytest.mark.parametrize(
    ("given", "name", "message"),
    [
        (
            {"devices": 8, "scheme": "zero2", "sync": "last"},
            "sync",
            "sync is last; with scheme zero2 it takes each",
        ),
        (
            {"devices": 8, "scheme": "fsdp-hybrid-shard"},
            "group",
            "scheme fsdp-hybrid-shard needs group: a divisor of devices, 8",
        ),
        (
            {"devices": 8, "scheme": "fsdp-hybrid-shard", "group": 3},
            "group",
            "group is 3; it takes a divisor of devices, 8",
        ),
        (
            {"devices": 8, "scheme": "zero3", "group": 4},
            "group",
            "group is 4; scheme zero3 has none (the hybrid schemes have)",
        ),
    ],
    ids=["no-sync", "no-group", "divisor", "flat"],
)
def test_what_a_scheme_cannot_do_is_refused(
    given: dict[str, int | str], name: str, message: str
) -> None:
    """A scheme refuses a sync or a group that it does not have."""
    with pytest.raises(InputRefused) as refused:
        computed("communication", given)
    assert (refused.value.name, str(refused.value)) == (name, message)
