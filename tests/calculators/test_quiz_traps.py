"""Right and typically wrong values from public threads, each reached through some calculator.

A wrong value is what a lesson's mistake can compute: the right question with other inputs, or
another output. Where none is given, the lesson states the wrong value itself.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from quizkit.units import Quantity
from tests.calculators.golden import Row, agrees, computed, rows, value

Given = dict[str, int | str]
Ask = tuple[str, Given, str]

G = 10**9
LLAMA_7B = 6_738_415_616
COOKBOOK: Given = {"params": 175_239_094_272, "devices": 1024, "tensor": 8, "pipeline": 8}
ZERO_7_5: Given = {"params": 7_500_000_000, "devices": 64, "stage": 1}
BERT: Given = {"params": 340_000_000, "devices": 4, "stage": 2}
GPT_NEO: Given = {"params": 2_800_000_000, "devices": 4, "stage": 2}
LLAMA_C: Given = {
    "family": "llama", "layers": 6, "hidden": 288, "vocab": 32000, "ffn": 768, "tied": "yes",
}  # fmt: skip
MIXTRAL: Given = {
    "family": "llama", "layers": 32, "hidden": 4096, "vocab": 32000, "ffn": 14336, "heads": 32,
    "kv_heads": 8, "experts": 8,
}  # fmt: skip
GPT2_SMALL: Given = {"layers": 12, "hidden": 768}


def _zero(given: Given, output: str, **other: int | str) -> Ask:
    return "zero", {"devices": 1, "stage": 0, **given, **other}, output


def _volume(scheme: str, output: str, **other: int | str) -> Ask:
    return "communication", {"devices": 8, "scheme": scheme, **other}, output


def _checkpoints(**other: int | str) -> Ask:
    shape = {"layers": 125, "hidden": 8192, "batch": 32, "sequence": 1024}
    return "zero-r", {**shape, **other}, "checkpoint_bytes"


_OLD: Given = {"params": 1, "gpus_per_node": 8, "offload_optimizer": "no"}
_ZERO3: Given = {"params": 1, "largest_layer": 131_072_000}
_LORA: Given = {"params": 4_194_304, "frozen": LLAMA_7B}

# Trap: its unit, the right value, the typically wrong one (None where no calculator reaches it).
TRAPS: dict[str, tuple[str, Ask, Ask | None]] = {
    "T02": (
        "bytes/param",
        ("deepspeed-zero2", {**_OLD, "version": "before-pr5099"}, "gpu_bytes_per_param"),
        _zero({"params": 1}, "bytes_per_param", stage=1, devices=8),
    ),
    "T06": ("GB", _zero(BERT, "grads_bytes_saved"), _zero(BERT, "whole_grads_bytes")),
    "T07": ("GB", _zero(GPT_NEO, "grads_bytes_saved"), _zero(GPT_NEO, "whole_grads_bytes")),
    "T09": (
        "GB",
        _zero(_LORA, "bytes_per_device"),
        _zero(_LORA, "full_training_bytes_per_device"),
    ),
    "T10": ("GiB", ("deepspeed-zero3", _ZERO3, "largest_layer_bytes"), None),
    "T12": (
        "MB",
        _zero({"params": 275_000_000}, "bytes_per_device", devices=8, stage=3),
        _zero({"params": 275_000_000}, "unsharded_bytes_per_device", devices=8, stage=3),
    ),
    "T14": ("GB", _zero({"params": 2_350_000_000}, "bytes_per_device"), None),
    "T17": (
        "GB",
        _zero({"params": 6_700_000_000}, "optimizer_bytes_per_device"),
        _zero({"params": 6_700_000_000}, "optimizer_bytes_per_device", optimizer_bytes=4),
    ),
    "T19": (
        "psi",
        _volume("zero2", "communication_psi"),
        _volume("zero1-all-reduce", "communication_psi"),
    ),
    "T20": (
        "bytes/param",
        _zero({"params": 1}, "optimizer_bytes_per_param"),
        _zero({"params": 1}, "optimizer_bytes_per_param", recipe="fp32-adam"),
    ),
    "T21": (
        "bytes/param",
        _zero(ZERO_7_5, "bytes_per_param"),
        _zero(ZERO_7_5, "bytes_per_param", recipe="fp32-adam"),
    ),
    "T22": (
        "GB",
        _zero({"params": 7 * G}, "bytes_per_device", optimizer_bytes=0),
        _zero({"params": 7 * G}, "bytes_per_device", optimizer_bytes=8),
    ),
    "T23": (
        "GB",
        _zero({"params": 8 * G}, "whole_grads_bytes", devices=8, stage=2),
        _zero({"params": 8 * G}, "grads_bytes_per_device", devices=8, stage=2),
    ),
    "T24": (
        "GB",
        _zero({"params": 7 * G}, "bytes_per_device"),
        _zero({"params": 7 * G}, "bytes_per_device", recipe="bf16-adam-fp32-moments"),
    ),
    "T26": (
        "psi",
        _volume("zero1-all-reduce", "exact_psi"),
        _volume("zero1", "exact_psi"),
    ),
    "T27": (
        "fold",
        _volume("zero-redundancy-optimizer", "ratio_to_ddp"),
        _volume("zero1", "ratio_to_ddp"),
    ),
    "T28": (
        "psi",
        _volume("zero1-all-reduce", "communication_psi"),
        _volume("zero1", "communication_psi"),
    ),
    "T29": (
        "psi",
        _volume("zero2", "communication_psi", microbatches=8),
        _volume("zero1", "communication_psi", microbatches=8),
    ),
    "T31": (
        "GB",
        _zero({"params": G}, "bytes_per_device", devices=8, stage=1),
        _zero({"params": G}, "bytes_per_device", devices=8, stage=2),
    ),
    "T32": (
        "GB",
        _zero({"params": 7 * G}, "bytes_per_device", devices=32, stage=3, group=8),
        _zero(
            {"params": 7 * G}, "bytes_per_device", devices=32, stage=3, group=8, sharded_over="data"
        ),
    ),
    "T35": (
        "GB",
        ("sizes", {"size": 80, "unit": "GiB", "other": "GB"}, "bytes"),
        ("sizes", {"size": 80, "unit": "GiB", "other": "GB"}, "unchanged_bytes"),
    ),
    "T38": (
        "GB",
        _zero({"params": LLAMA_7B}, "optimizer_bytes_per_device", optimizer_bytes=2),
        _zero({"params": LLAMA_7B}, "optimizer_bytes_per_device", optimizer_bytes=1),
    ),
    "T42": (
        "B",
        _zero({"params": 16_777_216}, "optimizer_bytes_per_device", recipe="fp32-adam"),
        _zero({"params": 16_777_216}, "optimizer_bytes_per_device"),
    ),
    "T44": (
        "params",
        ("transformer", GPT2_SMALL, "params"),
        ("transformer", GPT2_SMALL, "eleuther_tied"),
    ),
    "T45": (
        "GiB",
        _zero(COOKBOOK, "params_bytes_per_device", stage=3),
        _zero(COOKBOOK, "params_bytes_per_device", stage=3, devices=65_536),
    ),
    "T46": (
        "GiB",
        _zero(COOKBOOK, "grads_bytes_per_device", stage=1, grad_bytes=4),
        _zero(
            COOKBOOK, "grads_bytes_per_device", stage=1, grad_bytes=4, tensor=1, pipeline=1
        ),
    ),
    "T47": (
        "GiB",
        _zero({"params": 1_557_611_200}, "bytes_per_device"),
        _zero({"params": 1_557_611_200}, "bytes_per_device", param_bytes=0, grad_bytes=0,
              optimizer_bytes=8),
    ),
    "T48": (
        "plain",
        ("tensor", {"tensor": 8, "hidden": 4096}, "layer_norm_share"),
        ("tensor", {"tensor": 8, "hidden": 4096}, "layer_norm_share_if_split"),
    ),
    "T51": (
        "params",
        ("transformer", GPT2_SMALL, "params"),
        ("transformer", GPT2_SMALL, "twelve_l_h_squared"),
    ),
    "T52": (
        "params",
        ("transformer", LLAMA_C, "params"),
        ("transformer", LLAMA_C, "tied_counted_twice"),
    ),
    "T53": (
        "params",
        ("transformer", {"layers": 1, "hidden": 14336, "vocab": 250_682}, "embedding_params"),
        None,
    ),
    "T55": (
        "params",
        ("transformer", MIXTRAL, "params"),
        ("transformer", MIXTRAL, "active_params"),
    ),
    "T57": ("GB", _checkpoints(), _checkpoints(element_bytes=1)),
    "T58": (
        "fold",
        _zero(ZERO_7_5, "reduction_factor", devices=8),
        _zero(ZERO_7_5, "reduction_limit", devices=8),
    ),
    "T59": (
        "fold",
        _zero(ZERO_7_5, "reduction_factor", devices=8, stage=2),
        _zero(ZERO_7_5, "reduction_limit", devices=8, stage=2),
    ),
    "T60": (
        "GB",
        _zero(ZERO_7_5, "bytes_per_device"),
        _zero(ZERO_7_5, "bytes_per_device", stage=3),
    ),
    "T65": (
        "plain",
        ("pipeline", {"pipeline": 8, "microbatches": 32}, "bubble_of_total"),
        ("pipeline", {"pipeline": 8, "microbatches": 32}, "bubble_of_ideal"),
    ),
}  # fmt: skip


def _asked(ask: Ask, unit: str) -> Fraction:
    calculator, given, output = ask
    amounts = computed(calculator, given)
    return Quantity(value(amounts, output), amounts[output].unit).to(unit).value


def test_every_trap_is_asked() -> None:
    """Each trap of the golden file has its question here."""
    assert {row["id"] for row in rows("quiz_traps")} == TRAPS.keys()


@pytest.mark.parametrize("row", rows("quiz_traps"), ids=lambda row: row["id"])
def test_traps_are_reached(row: Row) -> None:
    """The right value is an output; the wrong one an output of other inputs, where it can be."""
    unit, right, wrong = TRAPS[row["id"]]
    assert agrees(_asked(right, unit), row["right_value"])
    if wrong is not None:
        assert agrees(_asked(wrong, unit), row["typical_wrong_value"])
