"""Pipelines, tensor parallelism, layouts and sizes against the Megatron papers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quizkit.errors import InputRefused
from tests.calculators.golden import Row, agrees, computed, rows, value


@pytest.mark.parametrize(
    "row", rows("pipeline_bubble"), ids=lambda row: f"{row['p']}-{row['m']}-{row['v_chunks']}"
)
def test_bubbles_of_ideal_and_of_total(row: Row) -> None:
    """(p - 1)/(vm) of ideal time, (p - 1)/(vm + p - 1) of total time."""
    found = computed("pipeline", {
        "pipeline": row["p"], "microbatches": row["m"], "chunks": row["v_chunks"],
    })  # fmt: skip
    for name in ("ideal", "total"):
        share = value(found, f"bubble_of_{name}") / 100
        assert share == Fraction(row[f"bubble_over_{name}_fraction"])
        assert agrees(share, row[f"bubble_over_{name}_decimal"])


@pytest.mark.parametrize(
    ("pipeline", "microbatches"), [(1, 1), (2, 1), (3, 5), (4, 4), (4, 1), (8, 3)]
)
def test_a_simulated_schedule_idles_as_long(pipeline: int, microbatches: int) -> None:
    """Filling and draining stage by stage, every pass of equal length, gives the bubble."""
    done: dict[tuple[str, int, int], int] = {}
    for micro in range(microbatches):
        for stage in range(pipeline):
            ready = done.get(("forward", stage - 1, micro), 0)
            free = done.get(("forward", stage, micro - 1), 0)
            done["forward", stage, micro] = max(ready, free) + 1
    forward = max(done.values())
    assert forward == microbatches + pipeline - 1
    found = computed("pipeline", {"pipeline": pipeline, "microbatches": microbatches})
    assert value(found, "total_time") == forward
    assert value(found, "bubble_of_total") == Fraction(100 * (pipeline - 1), forward)


@pytest.mark.parametrize("lost", [5, 10, 50])
@pytest.mark.parametrize("pipeline", [1, 4, 8])
def test_fewest_microbatches_keep_the_bubble_small(pipeline: int, lost: int) -> None:
    """The fewest micro-batches lose at most the share asked for, and one fewer loses more."""
    most = value(
        computed("pipeline", {"pipeline": pipeline, "most_lost": lost}), "fewest_microbatches"
    )
    kept = computed("pipeline", {"pipeline": pipeline, "microbatches": str(most)})
    assert value(kept, "bubble_of_total") <= lost
    if most > 1:
        fewer = computed("pipeline", {"pipeline": pipeline, "microbatches": str(most - 1)})
        assert value(fewer, "bubble_of_total") > lost


def test_first_stage_holds_all_layers_worth() -> None:
    """1F1B's first stage holds p micro-batches of L/p layers, about L whatever p is."""
    for stages in (2, 8, 48):
        found = computed("pipeline", {"pipeline": stages, "microbatches": 64, "layers": 96})
        assert value(found, "layers_in_flight") == 96
    last = computed("pipeline", {"pipeline": 8, "microbatches": 64, "stage": 8})
    assert value(last, "in_flight") == 1


@pytest.mark.parametrize("row", rows("tensor_parallel_volume"), ids=lambda row: row["model"])
def test_tensor_parallel_volumes(row: Row) -> None:
    """Elements per layer and stage, bytes, stage borders, and with full recomputation."""
    found = computed("tensor", {
        "tensor": row["t"], "sequence": row["seq"], "batch": row["micro_batch"],
        "hidden": row["hidden"], "layers": row["layers_per_stage"],
    })  # fmt: skip
    assert value(found, "elements_per_layer") == Fraction(row["elements_per_layer_8bsh"])
    assert value(found, "elements_per_stage") == Fraction(row["elements_per_stage"])
    assert value(found, "bytes_per_stage") == Fraction(row["bytes_per_stage_fp16"])
    assert value(found, "border_elements") == Fraction(row["pipeline_p2p_elements"])
    scattered = value(found, "border_elements_scatter_gather")
    assert scattered == Fraction(row["pipeline_p2p_scatter_gather_elements"])
    recomputed = value(found, "elements_full_recompute")
    assert recomputed == Fraction(row["elements_per_layer_with_full_recompute_12bsh"])


def test_columns_then_rows_compute_the_whole_mlp() -> None:
    """Two matrices split by columns, then rows, sum to the unsplit product on small numbers."""
    a = [[1, 2, 3, 4], [5, 6, 7, 8]]
    b = [[1, 0], [2, 1], [0, 3], [1, 1]]
    x = [1, 2]

    def through(columns: range) -> list[int]:
        hidden = [max(0, sum(x[i] * a[i][j] for i in range(2))) for j in columns]
        return [sum(hidden[k] * b[j][o] for k, j in enumerate(columns)) for o in range(2)]

    halves = [through(range(2)), through(range(2, 4))]
    assert [sum(parts) for parts in zip(*halves, strict=True)] == through(range(4))


def test_layout_leaves_the_data_degree() -> None:
    """1024 GPUs with t = 8, p = 16 leave d = 8; 1536 sequences over d = 6, b = 2 make m = 128."""
    found = computed("layout", {"devices": 1024, "tensor": 8, "pipeline": 16})
    assert value(found, "data_degree") == 8
    batch = computed("layout", {"data": 6, "global_batch": 1536, "batch": 2})
    assert value(batch, "microbatches") == 128
    assert value(batch, "all_devices") == 6


def test_sizes_tell_gb_from_gib() -> None:
    """80 GiB are 85.89934592 GB: 7.4 % more than the number says."""
    found = computed("sizes", {"size": 80, "unit": "GiB", "other": "GB"})
    assert value(found, "in_other") == Fraction("85.89934592")


@pytest.mark.parametrize(
    ("calculator", "given", "message"),
    [
        ("tensor", {"tensor": 5, "hidden": 12288, "heads": 96},
         "tensor is 5; it takes a divisor of heads, 96"),
        ("tensor", {"tensor": 7, "hidden": 4096},
         "tensor is 7; it takes a divisor of the MLP width, 16384"),
        ("pipeline", {"pipeline": 4, "microbatches": 6, "chunks": 2},
         "microbatches is 6; with chunks above 1 it takes a multiple of pipeline, 4"),
        ("pipeline", {"pipeline": 4, "microbatches": 8, "chunks": 2, "schedule": "gpipe"},
         "chunks is 2; with schedule gpipe it takes 1"),
        ("pipeline", {"pipeline": 4, "stage": 5},
         "stage is 5; it takes a whole number from 1 to 4"),
        ("layout", {"tensor": 8}, "layout needs devices or data: a whole number of at least 1"),
        ("layout", {"devices": 12, "tensor": 8},
         "devices is 12; it takes a multiple of tensor x pipeline, 8"),
        ("layout", {"devices": 16, "data": 3, "tensor": 8},
         "data is 3; with these devices it takes 2"),
        ("layout", {"data": 6, "global_batch": 100},
         "global_batch is 100; it takes a multiple of batch x data, 6"),
    ],
)  # fmt: skip
def test_what_does_not_divide_is_refused(
    calculator: str, given: dict[str, int | str], message: str
) -> None:
    """A degree that splits nothing evenly is refused with what it takes."""
    with pytest.raises(InputRefused) as refused:
        computed(calculator, given)
    assert str(refused.value) == message
