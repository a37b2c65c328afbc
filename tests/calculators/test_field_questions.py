"""Numeric questions of the field and their typical wrong answers, all askable of calculators.

Each row is a question that a course may ask: the unit, the right answer, and the wrong answers that
people give, each as the same calculator with other inputs or another output.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from quizkit.units import Quantity
from tests.calculators.golden import agrees, computed, value

Given = dict[str, int | str]
G = 10**9
T = 10**12

GPT3: Given = {"sequence": 2048, "batch": 1, "hidden": 12288, "heads": 96}
GPT3_TENSOR: Given = {**GPT3, "tensor": 8}
CHECKPOINTS: Given = {"layers": 125, "hidden": 8192, "batch": 32, "sequence": 1024}
GPT2_ROUNDED: Given = {"layers": 48, "hidden": 1600, "batch": 32, "sequence": 1024}
LORA: Given = {"params": 4_194_304, "frozen": 6_738_415_616, "devices": 1, "stage": 0}
TENSOR_8: Given = {"params": 12 * G, "devices": 16, "tensor": 8, "stage": 2}
GROUPS: Given = {"params": 7 * G, "devices": 32, "group": 8, "stage": 3}
FIVE_GROUPS: Given = {"devices": 40, "group": 8, "scheme": "fsdp-hybrid-shard"}
ALONE: Given = {"params": 1, "devices": 1, "stage": 0, "memory": 80}
RING: Given = {"params": 7 * G, "devices": 8}
FITS: Given = {"params": 13 * G, "devices": 1, "stage": 2, "memory": 80}
THREE_D: Given = {"params": 100 * G, "devices": 512, "tensor": 8, "pipeline": 8, "stage": 1}
INTERLEAVED: Given = {"pipeline": 6, "microbatches": 30, "chunks": 2}
FLIGHT: Given = {"pipeline": 8, "microbatches": 64, "layers": 96}
BATCH: Given = {"data": 6, "global_batch": 1536, "batch": 2}
RUN: Given = {"devices": 3072, "tensor": 8, "pipeline": 64, "global_batch": 1536}
BUDGET: Given = {"params": 5 * G, "flops": 6 * 10**21}
DAYS: Given = {
    "params": 175 * G, "tokens": 300 * G, "devices": 1024, "teraflops": 140, "factor": 8,
}  # fmt: skip
LAYER: Given = {"layers": 128, "hidden": 25600}

# Question: calculator, inputs, output, unit, right answer, wrong answers as (answer, other inputs,
# other output).
Wrong = tuple[str, Given, str | None]
QUESTIONS: dict[str, tuple[str, Given, str, str, str, list[Wrong]]] = {
    "ring GB": ("communication", RING, "all_reduce_bytes", "GB", "24.5", [
        ("28", {}, "all_reduce_limit_bytes"), ("12.25", {}, "phase_bytes"),
        ("14", {}, "message_bytes"),
    ]),
    "volume growth": ("communication", {"devices": 48, "other_devices": 3}, "volume_growth",
                      "fold", "47/32", [("16", {}, "device_growth")]),
    "ring steps": ("communication", {"devices": 8}, "ring_steps", "plain", "14", [
        ("7", {}, "ring_phase_steps"), ("8", {}, "ring_pieces"), ("16", {}, "ring_pieces_twice"),
    ]),
    "tokens": ("training", BUDGET, "affordable_tokens", "tokens", "2e11", []),
    "tokens per parameter": ("training", BUDGET, "tokens_per_param", "plain", "40", [
        ("240", {"factor": 1}, None),
    ]),
    "optimizer share": ("zero", {**ALONE}, "optimizer_share", "percent", "75", [
        ("50", {"recipe": "fp32-adam"}, None), ("25", {}, "master_share"),
    ]),
    "fp32 gradients": ("zero", {**ALONE, "recipe": "mixed-adam-fp32-grads"}, "bytes_per_param",
                       "bytes/param", "18", [
        ("16", {"recipe": "mixed-adam"}, None), ("20", {"recipe": "mixed-adam-two-grads"}, None),
    ]),
    "largest on one": ("zero", ALONE, "largest_params_exact", "params", "5e9", [
        ("40e9", {"recipe": "inference"}, None), ("20e9", {"optimizer_bytes": 0}, None),
        ("20e9/3", {"param_bytes": 0, "grad_bytes": 0}, None),
    ]),
    "GB in GiB": ("sizes", {"size": 112}, "bytes", "GiB", "104.31", [
        ("112", {}, "unchanged_bytes"), ("120.26", {}, "inverted_bytes"),
    ]),
    "plain SGD": ("zero", {"params": 7 * G, "devices": 1, "stage": 0, "optimizer_bytes": 0},
                  "bytes_per_device", "GB", "28", [
        ("84", {"optimizer_bytes": 8}, None), ("112", {"optimizer_bytes": 12}, None),
    ]),
    "LoRA": ("zero", LORA, "bytes_per_device", "GB", "13.54", [
        ("107.8", {}, "full_training_bytes_per_device"),
    ]),
    "ZeRO's activations": ("zero-r", GPT2_ROUNDED, "activation_bytes", "GB", "60.4", [
        ("30.2", {"element_bytes": 1}, None),
    ]),
    "what is left": ("zero", {"params": 1_400_000_000, "devices": 1, "stage": 0, "memory": 32},
                     "free_bytes", "GB", "9.6", [("12.0", {"memory": "34.359738368"}, None)]),
    "optimizer bytes": ("zero", {"params": 7 * G, "devices": 8, "stage": 1},
                        "optimizer_bytes_per_param", "bytes/param", "1.5", [
        ("12", {"devices": 1}, None), ("5.5", {}, "bytes_per_param"),
        ("2", {"optimizer_bytes": 16}, None), ("3", {"devices": 4}, None),
        ("1", {"optimizer_bytes": 8}, None), ("1.75", {"optimizer_bytes": 14}, None),
    ]),
    "stage 1": ("zero", {"params": 7_500_000_000, "devices": 64, "stage": 1}, "bytes_per_device",
                "GB", "31.40625", [
        ("1.875", {"stage": 3}, None), ("30", {}, "limit_bytes_per_device"),
        ("16.64", {"stage": 2}, None),
    ]),
    "exact factor": ("zero", {"params": 1, "devices": 8, "stage": 1}, "reduction_factor", "fold",
                     "32/11", [
        ("4", {}, "reduction_limit"), ("64/15", {"stage": 2}, None), ("8", {"stage": 3}, None),
    ]),
    "stage 2 bytes": ("zero", {"params": 1, "devices": 6, "stage": 2}, "bytes_per_param",
                      "bytes/param", "13/3", [
        ("4", {"grad_bytes": 0}, None), ("6", {"stage": 1}, None), ("2.67", {"stage": 3}, None),
    ]),
    "gradients": ("zero", {"params": 9 * G, "devices": 36, "stage": 2}, "grads_bytes_per_device",
                  "GB", "0.5", [("1", {"grad_bytes": 4}, None), ("18", {"stage": 1}, None)]),
    "tensor and stage 2": ("zero", TENSOR_8, "bytes_per_device", "GB", "13.5", [
        ("4.31", {"sharded_over": "all"}, None), ("108", {}, "unsplit_bytes_per_device"),
        ("24", {"stage": 0}, None),
    ]),
    "smallest degree": ("zero", FITS, "smallest_degree", "plain", "4", [
        ("3", {"stage": 3}, None), ("6", {"stage": 1}, None), ("3.37", {}, "smallest_degree_exact"),
    ]),
    "size not passed": ("zero", {**ALONE, "stage": 2, "memory": 32}, "largest_params_limit",
                        "params", "16e9", [
        ("8e9", {"stage": 1}, None), ("2e9", {"stage": 0}, None),
    ]),
    "all-reduce first": ("communication", {"devices": 8, "scheme": "zero1-all-reduce"},
                         "communication_psi", "psi", "3", [("2", {"scheme": "zero1"}, None)]),
    "all-reduce first, exact": ("communication", {"devices": 8, "scheme": "zero1-all-reduce"},
                                "exact_psi", "psi", "2.625", [("1.75", {"scheme": "zero1"}, None)]),
    "accumulated stage 2": ("communication", {"devices": 8, "scheme": "zero2", "microbatches": 8},
                            "communication_psi", "psi", "9", [
        ("2", {"scheme": "zero1"}, None), ("16", {"scheme": "ddp"}, None),
    ]),
    "fp32 Adam": ("zero", {"params": 1, "devices": 8, "stage": 1, "recipe": "fp32-adam"},
                  "bytes_per_param", "bytes/param", "9", [
        ("5.5", {"recipe": "mixed-adam"}, None), ("2", {"stage": 3}, None),
    ]),
    "fewest devices": ("zero", {"params": T, "devices": 1, "stage": 3, "memory": 32},
                       "smallest_degree", "plain", "500", [("375", {"optimizer_bytes": 8}, None)]),
    "hybrid bytes": ("zero", GROUPS, "bytes_per_device", "GB", "14", [
        ("3.5", {"sharded_over": "data"}, None), ("112", {"stage": 0}, None),
    ]),
    "hybrid across": ("communication", FIVE_GROUPS, "across_psi", "psi", "1/5", [
        ("8/5", {}, "across_unsharded_psi"), ("21/8", {}, "in_group_psi"),
    ]),
    "gathers per step": ("communication", {"devices": 8, "scheme": "fsdp-full-shard"},
                         "all_gathers", "plain", "2", [
        ("1", {"scheme": "fsdp-shard-grad-op"}, None), ("3", {}, "collectives"),
        ("0", {"scheme": "ddp"}, None),
    ]),
    "SHARD_GRAD_OP at rest": ("zero", {"params": 1, "devices": 10, "stage": 3}, "bytes_per_param",
                              "bytes/param", "1.6", [
        ("3.4", {"stage": 2}, None), ("3.6", {}, "gathered_bytes_per_param"),
        ("16", {"stage": 0}, None),
    ]),
    "one unit": ("zero", {"params": 8 * G, "devices": 8, "stage": 3}, "whole_params_bytes", "GB",
                 "16", [("2", {}, "params_bytes_per_device")]),
    "accumulated stage 3": ("communication", {"devices": 8, "scheme": "zero3", "microbatches": 4},
                            "communication_psi", "psi", "12", [
        ("3", {"microbatches": 1}, None), ("6", {}, "gathers_once_psi"),
    ]),
    "layer bytes": ("activations", GPT3, "bytes_per_layer", "B", "2868903936", [
        ("855638016", {"technique": "tensor-selective"}, None),
        ("1434451968", {}, "one_byte_per_layer"),
    ]),
    "sequence doubled": ("activations", GPT3, "sequence_doubled", "fold", "194/57", []),
    "selective": ("activations", GPT3, "selective_saves", "percent", "70.2", [
        ("29.8", {}, "selective_keeps"), ("98.2", {}, "full_saves"),
    ]),
    "tensor 4": ("activations", {**GPT3, "tensor": 4}, "reduction_factor", "fold", "19/6", [
        ("4", {"technique": "tensor-sequence"}, None),
    ]),
    "full recomputation": ("activations", {**GPT3_TENSOR, "technique": "full-recompute"},
                           "bytes_per_layer", "MB", "50.3", [
        ("6.29", {"technique": "full-recompute-partitioned"}, None),
        ("25.2", {}, "one_byte_per_layer"),
    ]),
    "checkpoints": ("zero-r", CHECKPOINTS, "checkpoint_bytes", "GB", "67.1", [
        ("33.6", {"element_bytes": 1}, None),
    ]),
    "fused buffer": ("zero", {"params": 3 * G, "devices": 1, "stage": 0}, "fused_buffer_bytes",
                     "GB", "12", [
        ("6", {"buffer_bytes": 2}, None), ("48", {"buffer_bytes": 16}, None),
    ]),
    "recomputation": ("training", {"params": 1}, "recompute_ratio", "fold", "4/3", [
        ("3/2", {"backward_ratio": 1}, None),
    ]),
    "all-reduces forward": ("tensor", GPT3_TENSOR, "all_reduces_forward", "plain", "2", [
        ("1", {}, "all_reduces_mlp_forward"),
    ]),
    "all-reduces": ("tensor", GPT3_TENSOR, "all_reduces", "plain", "4", [
        ("8", {}, "collective_phases"),
    ]),
    "all-reduces recomputed": ("tensor", GPT3_TENSOR, "all_reduces_full_recompute", "plain", "6",
                               []),
    "elements per layer": ("tensor", GPT3_TENSOR, "elements_per_layer", "elements", "176160768", [
        ("201326592", {}, "elements_limit"), ("88080384", {}, "elements_forward"),
        ("264241152", {}, "elements_full_recompute"),
    ]),
    "MLP weights": ("tensor", {"tensor": 8, "hidden": 4096}, "mlp_params_per_device", "params",
                    "16777216", [
        ("134217728", {"tensor": 1}, None), ("8388608", {}, "mlp_matrix_params_per_device"),
    ]),
    "bubble of total": ("pipeline", {"pipeline": 8, "microbatches": 32}, "bubble_of_total",
                        "percent", "17.9", [
        ("21.9", {}, "bubble_of_ideal"), ("25", {}, "stages_over_microbatches"),
    ]),
    "interleaved": ("pipeline", INTERLEAVED, "bubble_of_total", "percent", "7.69", [
        ("7.14", {}, "plain_of_total_over_chunks"), ("8.33", {}, "bubble_of_ideal"),
        ("14.3", {"chunks": 1}, None),
    ]),
    "fewest micro-batches": ("pipeline", {"pipeline": 8, "most_lost": 10}, "fewest_microbatches",
                             "plain", "63", [
        ("70", {}, "fewest_microbatches_of_ideal"), ("72", {}, "fewest_counting_p"),
        ("80", {}, "fewest_counting_p_of_ideal"),
    ]),
    "in flight": ("pipeline", FLIGHT, "in_flight", "plain", "8", [
        ("64", {"schedule": "gpipe"}, None), ("1", {"stage": 8}, None),
    ]),
    "layers in flight": ("pipeline", FLIGHT, "layers_in_flight", "plain", "96", [
        ("12", {}, "layers_per_stage"), ("768", {}, "layers_times_stages"),
    ]),
    "micro-batches": ("layout", BATCH, "microbatches", "plain", "128", [
        ("768", {}, "microbatches_without_data"), ("256", {}, "microbatches_without_batch"),
    ]),
    "stage border": ("tensor", {**GPT3_TENSOR, "layers": 12}, "border_elements", "elements",
                     "25165824", [
        ("3145728", {}, "border_elements_scatter_gather"),
        ("301989888", {}, "border_elements_times_layers"),
    ]),
    "data degree": ("layout", {"devices": 1024, "tensor": 8, "pipeline": 16}, "data_degree",
                    "plain", "8", [
        ("64", {}, "data_degree_without_tensor"), ("128", {}, "data_degree_without_pipeline"),
    ]),
    "utilisation": ("training", {"params": 1, "utilisation": 52}, "model_utilisation", "percent",
                    "39", [
        ("52", {}, "hardware_utilisation"), ("69.3", {}, "utilisation_inverted"),
    ]),
    "days": ("training", DAYS, "training_time", "days", "33.9", [("25.4", {"factor": 6}, None)]),
    "three dimensions": ("zero", THREE_D, "bytes_per_device", "GB", "8.59", [
        ("25", {"stage": 0}, None), ("3.125", {"stage": 3}, None),
        ("550", {}, "unsplit_bytes_per_device"),
    ]),
    "largest data degree": ("layout", RUN, "largest_data_degree", "plain", "1536", [
        ("3072", {}, "all_devices"), ("192", {}, "largest_data_degree_over_tensor"),
    ]),
    "one layer": ("transformer", LAYER, "layer_matrix_bytes", "GB", "15.7", [
        ("7.86", {"element_bytes": 1}, None), ("126", {"element_bytes": 16}, None),
    ]),
}  # fmt: skip


def _answers(calculator: str, given: Given, output: str, unit: str, told: str) -> bool:
    """Whether the output, in the unit asked for, is the answer told: exactly, or as rounded."""
    amounts = computed(calculator, given)
    found = Quantity(value(amounts, output), amounts[output].unit).to(unit).value
    over, _, under = told.partition("/")
    if under:
        return found == Fraction(over) / Fraction(under)
    return found == Fraction(told) or agrees(found, told)


@pytest.mark.parametrize("question", QUESTIONS)
def test_right_answers_are_outputs(question: str) -> None:
    """The right answer is an output, in a unit that the question can ask for."""
    calculator, given, output, unit, right, _ = QUESTIONS[question]
    assert _answers(calculator, given, output, unit, right)


@pytest.mark.parametrize("question", QUESTIONS)
def test_wrong_answers_are_reached(question: str) -> None:
    """Each typical wrong answer is another output, or the same one for other inputs."""
    calculator, given, output, unit, right, wrong = QUESTIONS[question]
    for told, instead, ask in wrong:
        assert _answers(calculator, {**given, **instead}, ask or output, unit, told), told
        assert told != right
