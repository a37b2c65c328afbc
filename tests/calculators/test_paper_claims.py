"""Figures in the ZeRO paper's text, each from the calculator that explains it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.calculators.golden import Row, agrees, computed, rows, value

Given = dict[str, int | str]

MODEL_100B: Given = {"layers": 125, "hidden": 8192, "sequence": 1024, "batch": 32}
GPT2: Given = {"layers": 48, "hidden": 1600, "sequence": 1024, "batch": 32}
FIGURE_1: Given = {"params": 7_500_000_000, "devices": 64}
TABLE_1: Given = {"params": 1, "devices": 64, "memory": 32}
GB, BILLION = 10**9, 10**9

# Claim: calculator, inputs, output, what the output is divided by to get the listed figure.
CLAIMS: dict[str, tuple[str, Given, str, int]] = {
    "C01": ("zero", {**FIGURE_1, "stage": 0}, "bytes_per_device", GB),
    "C02": ("zero", {**FIGURE_1, "stage": 1}, "bytes_per_device", GB),
    "C03": ("zero", {**FIGURE_1, "stage": 2}, "bytes_per_device", GB),
    "C04": ("zero", {**FIGURE_1, "stage": 3}, "bytes_per_device", GB),
    "C05": ("zero", {**FIGURE_1, "stage": 1}, "reduction_limit", 1),
    "C06": ("zero", {**FIGURE_1, "stage": 2}, "reduction_limit", 1),
    "C07": ("zero", {**FIGURE_1, "stage": 3}, "reduction_factor", 1),
    "C08": ("communication", {"devices": 64, "scheme": "zero3"}, "increase_over_ddp", 1),
    "C09": ("zero", {"params": 10**12, "devices": 1, "stage": 0}, "bytes_per_device", 10**12),
    "C10": ("zero", {"params": 10**12, "devices": 1024, "stage": 3}, "bytes_per_device", GB),
    # Measured; 16 bytes alone would allow 2B.
    "C11": ("zero", {**TABLE_1, "devices": 1, "stage": 0}, "largest_params", BILLION),
    "C12": (
        "zero",
        {"params": 1_500_000_000, "devices": 1, "stage": 0, "recipe": "inference"},
        "bytes_per_device",
        GB,
    ),
    "C13": ("zero", {"params": 1_500_000_000, "devices": 1, "stage": 0}, "bytes_per_device", GB),
    "C14": ("zero-r", GPT2, "activation_bytes", GB),
    "C16": ("zero-r", GPT2, "recompute_overhead", 1),
    "C17": ("zero-r", MODEL_100B, "checkpoint_bytes", GB),
    "C18": ("zero", {"params": 1_500_000_000, "devices": 1, "stage": 0}, "fused_buffer_bytes", GB),
    # 33 GB and 2 GB are counts of elements: a byte for each gives them, fp16 doubles them.
    "C20": ("zero-r", {**MODEL_100B, "element_bytes": 1}, "checkpoint_bytes", GB),
    "C21": ("zero-r", {**MODEL_100B, "element_bytes": 1, "tensor": 16}, "partitioned_bytes", GB),
    "C22": ("zero", {"params": 3 * BILLION, "devices": 1, "stage": 0}, "fused_buffer_bytes", GB),
    "C23": ("communication", {"devices": 64, "scheme": "ddp"}, "communication_psi", 1),
    "C24": ("communication", {"devices": 64, "scheme": "zero2"}, "communication_psi", 1),
    "C25": ("communication", {"devices": 64, "scheme": "zero3"}, "communication_psi", 1),
    "C26": (
        "tensor",
        {"tensor": 16, "hidden": 8192, "sequence": 1024},
        "elements_full_recompute_limit",
        8192 * 1024,
    ),
    "C27": (
        "tensor",
        {"tensor": 16, "hidden": 8192, "sequence": 1024},
        "partition_elements_limit",
        8192 * 1024,
    ),
    "C28": ("tensor", {"tensor": 16, "hidden": 8192}, "partition_overhead", 1),
    "C29": ("tensor", {"tensor": 16, "hidden": 8192}, "partition_cpu_transfers", 1),
    "C30": ("training", {"params": 10**12, "reference_params": 330_000_000}, "compute_ratio", 1),
    # The paper multiplies 67 minutes by its rounded 3000.
    "C31": (
        "training",
        {"params": 3000, "reference_params": 1, "reference_time": 67 * 60},
        "scaled_time",
        86_400,
    ),
    "C32": ("layout", {"data": 400, "node": 16}, "all_devices", 1),
    "C33": (
        "training",
        {"params": 1, "devices": 400, "teraflops": 38},
        "aggregate_teraflops",
        1000,
    ),
    "C37": ("zero", {**TABLE_1, "stage": 1}, "largest_params_exact", BILLION),
    "C38": ("zero", {**TABLE_1, "stage": 2}, "largest_params_exact", BILLION),
    "C39": ("zero", {**TABLE_1, "stage": 3}, "largest_params_exact", BILLION),
}

# Measured on the authors' machines, or (C15) a square root, which no exact calculator has.
NOT_COMPUTED = {"C15", "C19", "C34", "C35", "C36"}


def test_every_claim_is_computed_or_set_apart() -> None:
    """Each listed claim is computed, except the measured ones and one square root."""
    assert {row["id"] for row in rows("paper_claims")} == CLAIMS.keys() | NOT_COMPUTED


@pytest.mark.parametrize(
    "row", [row for row in rows("paper_claims") if row["id"] in CLAIMS], ids=lambda row: row["id"]
)
def test_claims_follow_from_the_model(row: Row) -> None:
    """The exact value behind each figure in the paper's text."""
    calculator, given, output, scale = CLAIMS[row["id"]]
    found = value(computed(calculator, given), output) / scale
    assert found == Fraction(row["exact_fraction"])
    assert agrees(found, row["exact_decimal"])


def test_checkpoints_of_the_100b_model_are_67_gb() -> None:
    """In fp16 the paper's "33 GB" and "2 GB" are 67.1 and 4.2 GB."""
    found = computed("zero-r", {**MODEL_100B, "tensor": 16})
    assert value(found, "checkpoint_bytes") == 67_108_864_000
    assert value(found, "partitioned_bytes") == 4_194_304_000
