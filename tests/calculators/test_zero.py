"""ZeRO's model states and traffic against the paper's tables."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quizkit.calculators import find
from quizkit.calculators.api import evaluate
from quizkit.calculators.rendering import half_even
from quizkit.errors import InputRefused
from tests.calculators.golden import Row, agrees, computed, rows, value
from tests.calculators.printed import half_up, zero_table_1, zero_table_2

GB = 10**9
STAGES = {"baseline": 0, "Pos": 1, "Pos+g": 2, "Pos+g+p": 3}


@pytest.mark.parametrize("row", rows("reduction_factors"), ids=lambda row: "-".join(row.values()))
def test_bytes_and_factors_are_exact(row: Row) -> None:
    """Bytes per parameter, the exact factor and its limit agree for K = 8, 12 and 16."""
    found = computed("zero", {
        "params": 1, "devices": row["n_d"], "stage": row["zero_stage"],
        "optimizer_bytes": row["k_bytes"],
    })  # fmt: skip
    assert value(found, "bytes_per_param") == Fraction(row["bytes_per_param_fraction"])
    assert agrees(value(found, "bytes_per_param"), row["bytes_per_param_decimal"])
    assert value(found, "reduction_factor") == Fraction(row["reduction_factor_fraction"])
    assert agrees(value(found, "reduction_factor"), row["reduction_factor_decimal"])
    if row["limit_factor"] == "N_d":
        assert found["reduction_limit"].value is None
        assert found["reduction_limit"].shown == "no limit (N_d)"
    else:
        assert value(found, "reduction_limit") == Fraction(row["limit_factor"])


def _states(row: Row) -> Fraction:
    found = computed("zero", {
        "params": row["psi_params"], "devices": row["n_d"], "stage": row["zero_stage"],
        "optimizer_bytes": row["k_bytes"],
    })  # fmt: skip
    return value(found, "bytes_per_device") / GB


@pytest.mark.parametrize(
    "row", rows("paper_table1"),
    ids=lambda row: f"{row['model_label']}-{row['paper_stage']}-{row['n_d']}",
)  # fmt: skip
def test_table_1_is_reproduced(row: Row) -> None:
    """Table 1: the exact GB, and the digits that the paper prints by its own rounding."""
    gigabytes = _states(row)
    assert gigabytes == Fraction(row["exact_gb_fraction"])
    assert agrees(gigabytes, row["exact_gb_decimal"])
    assert (
        zero_table_1(gigabytes) == Fraction(row["printed_gb"]) == Fraction(row["paper_rule_output"])
    )
    assert (gigabytes <= 32) == (row["exact_fits_32gb"] == "yes")


@pytest.mark.parametrize(
    ("column", "rounding"), [("half_up", half_up), ("half_even", half_even)], ids=["up", "even"]
)
def test_common_roundings_miss_table_1(column: str, rounding: object) -> None:
    """Rounding half up or half even to the printed places differs from Table 1 where it cuts."""
    assert callable(rounding)
    for row in rows("paper_table1"):
        gigabytes = _states(row)
        places = 0 if gigabytes >= 100 else 1 if gigabytes >= 10 else 2
        assert rounding(gigabytes, places) == Fraction(row[f"{column}_output"])
        assert (row[f"{column}_output"] == row["printed_gb"]) == (row[f"{column}_matches"] == "yes")


@pytest.mark.parametrize(
    "row", [row for row in rows("paper_table2") if row["kind"] == "theoretical"],
    ids=lambda row: f"{row['mp_degree']}-{row['scheme']}",
)  # fmt: skip
def test_table_2_is_reproduced(row: Row) -> None:
    """Table 2's theoretical sizes: exact, and as printed by rounding first, then multiplying.

    The measured half of the table cannot be computed.
    """
    degree = Fraction(row["mp_degree"])
    found = computed("zero", {
        "params": 1, "devices": row["gpus"], "tensor": row["mp_degree"],
        "stage": STAGES[row["scheme"]], "memory": row["gb_per_gpu"],
    })  # fmt: skip
    billions = value(found, "largest_params_exact") / 10**9
    assert value(found, "data_degree") == Fraction(row["dp_degree"])
    assert billions == Fraction(row["exact_billions_fraction"])
    assert agrees(billions, row["exact_billions_decimal"])
    printed = zero_table_2(billions / degree, degree)
    assert printed == Fraction(row["round_then_multiply_billions"])
    if row["round_then_multiply_matches"] == "yes":
        assert printed == Fraction(row["printed_billions"])
    matches = half_up(billions, 1) == Fraction(row["printed_billions"])
    assert matches == (row["exact_half_up_1dp_matches"] == "yes")


@pytest.mark.parametrize("row", rows("optimizer_recipes"), ids=lambda row: row["slug"])
def test_recipes_split_their_bytes(row: Row) -> None:
    """Each recipe's parameters, gradients, master copy and moments, and a 7.5B model's total."""
    given: dict[str, int | str] = {
        "params": 7_500_000_000, "devices": 1, "stage": 0, "recipe": row["slug"],
    }  # fmt: skip
    if row["slug"] == "mixed-adafactor":
        given |= {"rows": 1600, "columns": 6400}
    found = computed("zero", given)
    assert value(found, "params_bytes_per_param") == Fraction(row["param_bytes"])
    assert value(found, "grads_bytes_per_param") == Fraction(row["grad_bytes"])
    assert value(found, "master_bytes_per_param") == Fraction(row["master_bytes"])
    if row["slug"] == "mixed-adafactor":
        assert value(found, "moment_bytes_per_param") == Fraction(4 * 8000, 1600 * 6400)
        return
    assert value(found, "moment_bytes_per_param") == Fraction(row["optimizer_state_bytes"])
    assert value(found, "optimizer_bytes_per_param") == Fraction(row["k_bytes"])
    assert value(found, "bytes_per_param") == Fraction(row["total_bytes_per_param"])
    size = value(found, "bytes_per_device")
    assert size / GB == Fraction(row["example_7_5b_decimal_gb"])
    assert agrees(size / 2**30, row["example_7_5b_gib"])


def test_every_recipe_of_the_table_is_offered() -> None:
    """The recipe input offers the golden table's slugs, no more and no fewer."""
    assert find("zero").input("recipe").choices == tuple(
        row["slug"] for row in rows("optimizer_recipes")
    )


def test_adafactor_keeps_a_row_and_a_column() -> None:
    """Adafactor's second moment is 4(r + c)/(rc) bytes per parameter, 1280 times below Adam's."""
    row = rows("adafactor_lora_examples")[0]
    found = computed("zero", {
        "params": row["elements_or_trainable"], "devices": 1, "stage": 0,
        "recipe": "mixed-adafactor", "rows": 1600, "columns": 6400,
    })  # fmt: skip
    moment = value(found, "moment_bytes_per_param")
    assert moment == Fraction(row["ratio_fraction"])
    assert agrees(moment, row["ratio_decimal_or_percent"])
    assert moment * Fraction(row["elements_or_trainable"]) == Fraction(row["state_bytes"])
    assert 4 / moment == Fraction(row["reduction_or_total_bytes"])
    assert 4 * Fraction(row["elements_or_trainable"]) == Fraction(row["reference_bytes"])


@pytest.mark.parametrize("row", rows("adafactor_lora_examples")[1:], ids=lambda row: row["case"])
def test_lora_trains_little_and_holds_the_base(row: Row) -> None:
    """LoRA on a 7B Llama: adapters, their 16 bytes, and the frozen base in 2 bytes."""
    targets = {"q,v": "q-v", "q,k,v,o": "q-k-v-o", "all linear": "all-linear"}
    rank, _, where = row["case"].removeprefix("LoRA llama-7b r=").partition(" ")
    shape = computed("transformer", {
        "family": "llama", "layers": 32, "hidden": 4096, "vocab": 32000, "ffn": 11008,
        "lora_rank": rank, "lora_targets": targets[where],
    })  # fmt: skip
    trained, base = value(shape, "lora_params"), value(shape, "params")
    assert trained == Fraction(row["elements_or_trainable"])
    share = value(shape, "lora_share")
    assert share / 100 == Fraction(row["ratio_fraction"])
    assert agrees(share, row["ratio_decimal_or_percent"])
    found = computed("zero", {
        "params": str(trained), "frozen": str(base), "devices": 1, "stage": 0,
    })  # fmt: skip
    assert value(found, "frozen_bytes_per_device") == Fraction(row["reference_bytes"])
    assert value(found, "bytes_per_device") == Fraction(row["reduction_or_total_bytes"])
    states = value(found, "bytes_per_device") - value(found, "frozen_bytes_per_device")
    assert states == Fraction(row["state_bytes"])


def test_a_sharded_group_divides_by_the_group() -> None:
    """HYBRID_SHARD over 32 devices in groups of 8 holds a 7B model's 16 bytes over 8, not 32."""
    given = {"params": 7 * GB, "devices": 32, "stage": 3, "group": 8}
    assert value(computed("zero", given), "bytes_per_device") == 14 * GB
    over_all = computed("zero", {**given, "sharded_over": "data"})
    assert value(over_all, "bytes_per_device") == Fraction(35 * GB, 10)


def test_model_parallelism_leaves_a_smaller_data_degree() -> None:
    """12B parameters on 16 devices with tensor degree 8 shard over N_d = 2 at stage 2: 13.5 GB."""
    given = {"params": 12 * GB, "devices": 16, "tensor": 8, "stage": 2}
    found = computed("zero", given)
    assert value(found, "data_degree") == 2
    assert value(found, "bytes_per_device") == Fraction(27 * GB, 2)
    assert value(found, "unsplit_bytes_per_device") == 108 * GB
    assert value(found, "unsharded_bytes_per_device") == 24 * GB
    over_all = computed("zero", {**given, "sharded_over": "all"})
    assert value(over_all, "bytes_per_device") == Fraction(43125 * GB, 10_000)


@pytest.mark.parametrize(
    ("stage", "degree"), [(0, None), (1, 6), (2, 4), (3, 3)], ids=["0", "1", "2", "3"]
)
def test_smallest_degree_fits_and_one_less_does_not(stage: int, degree: int | None) -> None:
    """13B parameters in 80 GB need N_d = 6, 4 and 3 at stages 1, 2 and 3; stage 0 never fits."""
    given = {"params": 13 * GB, "stage": stage, "memory": 80}
    found = computed("zero", {**given, "devices": 1})
    if degree is None:
        assert found["smallest_degree"].shown == "no degree fits"
        return
    assert value(found, "smallest_degree") == degree
    assert value(computed("zero", {**given, "devices": degree}), "free_bytes") >= 0
    less = computed("zero", {**given, "devices": degree - 1})
    assert less["free_bytes"].shown == "does not fit"


@pytest.mark.parametrize("stage", [0, 1, 2, 3])
def test_the_largest_model_fits_and_one_more_does_not(stage: int) -> None:
    """The largest model at a stage leaves room for no further parameter."""
    given = {"devices": 64, "stage": stage, "memory": 32}
    most = value(computed("zero", {**given, "params": 1}), "largest_params")
    assert value(computed("zero", {**given, "params": str(most)}), "free_bytes") >= 0
    more = computed("zero", {**given, "params": str(most + 1)})
    assert more["free_bytes"].value is None


@pytest.mark.parametrize(
    ("given", "name", "message"),
    [
        (
            {"params": 7, "devices": 8},
            "stage",
            (
                "zero needs stage (ZeRO stage: 0 replicates, 1 shards optimizer state, 2 gradients,"
                " 3 parameters): a whole number from 0 to 3"
            ),
        ),
        (
            {"params": 7, "devices": 0, "stage": 1},
            "devices",
            "devices is 0; it takes a whole number of at least 1",
        ),
        (
            {"params": 7, "devices": 12, "stage": 1, "tensor": 8},
            "devices",
            "devices is 12; it takes a multiple of tensor x pipeline, 8",
        ),
        (
            {"params": 7, "devices": 12, "stage": 3, "group": 8},
            "group",
            "group is 8; it takes a divisor of the data-parallel degree 12",
        ),
        (
            {"params": 7, "devices": 8, "stage": 1, "recipe": "mixed-adafactor", "rows": 2},
            "columns",
            "recipe mixed-adafactor needs columns: a whole number of at least 1",
        ),
    ],
    ids=["missing", "too-low", "tensor", "group", "adafactor"],
)
def test_refusals_name_the_input(given: dict[str, int | str], name: str, message: str) -> None:
    """A refusal names the input and what is allowed."""
    with pytest.raises(InputRefused) as refused:
        computed("zero", given)
    assert (refused.value.name, str(refused.value)) == (name, message)


def test_an_unknown_input_is_refused() -> None:
    """An input that does not exist is refused with the ones that do."""
    with pytest.raises(InputRefused, match='zero has no input "gpus"; it has params, devices'):
        evaluate(find("zero"), {"gpus": Fraction(8)})
