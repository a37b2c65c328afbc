"""Activation memory against Korthikanti's Table 2 and the ZeRO paper's rule."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.calculators.golden import Row, agrees, computed, rows, value

GIB = 2**30


@pytest.mark.parametrize(
    "row", rows("korthikanti_activation"), ids=lambda row: f"{row['model']}-{row['technique']}"
)
def test_table_2_gives_bytes_per_layer_and_first_stage(row: Row) -> None:
    """Bytes per layer, of the first stage with and without interleaving, and over the baseline."""
    technique = {"full_recompute": "full-recompute"}.get(
        row["technique"], row["technique"].replace("_", "-")
    )
    found = computed("activations", {
        "sequence": row["seq_s"], "batch": row["microbatch_b"], "hidden": row["hidden_h"],
        "heads": row["heads_a"], "layers": row["layers_L"], "tensor": row["tensor_t"],
        "pipeline": row["pipeline_p"], "chunks": row["interleave_m"] or 1, "technique": technique,
    })  # fmt: skip
    assert value(found, "attention_term") == Fraction(row["five_as_over_h"])
    assert value(found, "bytes_per_layer") == Fraction(row["bytes_per_layer"])
    assert agrees(value(found, "bytes_per_layer") / 2**20, row["mib_per_layer"])
    plain = value(found, "first_stage_plain_bytes")
    assert plain == Fraction(row["first_stage_bytes_L_layers"])
    assert agrees(plain / GIB, row["first_stage_gib"])
    assert value(found, "interleave_factor") == Fraction(row["interleave_factor"])
    interleaved = value(found, "first_stage_bytes")
    assert agrees(interleaved / GIB, row["first_stage_gib_with_interleave"])
    assert agrees(value(found, "percent_of_tensor"), row["percent_of_tensor_baseline"])
    parts = value(found, "linear_bytes_per_layer") + value(found, "attention_bytes_per_layer")
    assert parts == value(found, "bytes_per_layer")


def test_partitioned_checkpoints_save_nothing_alone() -> None:
    """P_a divides checkpoints by the model-parallel degree, so at degree 1 it saves nothing."""
    given = {"layers": 125, "hidden": 8192, "sequence": 1024, "batch": 32}
    alone = computed("zero-r", given)
    assert value(alone, "partition_saves") == 0
    assert value(alone, "partitioned_bytes") == value(alone, "checkpoint_bytes")
    split = computed("zero-r", {**given, "tensor": 16})
    assert value(split, "partitioned_bytes") * 16 == value(split, "checkpoint_bytes")


def test_one_stage_adds_the_output_layer() -> None:
    """With one pipeline stage the ends are sbh/t + 4sbh/t (1 + v/h); later stages' are sbhp/t."""
    given = {"sequence": 2048, "hidden": 12288, "heads": 96, "tensor": 8}
    sbh = 2048 * 12288
    one = computed("activations", {**given, "vocab": 51200})
    expected = Fraction(sbh, 8) * (5 + Fraction(4 * 51200, 12288))
    assert value(one, "embedding_and_output_bytes") == expected
    many = computed("activations", {**given, "pipeline": 8})
    assert value(many, "embedding_and_output_bytes") == sbh
